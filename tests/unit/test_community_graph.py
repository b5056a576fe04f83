"""The community graph through the workbench: incremental equals batch, pools, themes, deletion."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.errors import LanguageModelError
from backend.graph.community_links import KIND
from backend.graph.upkeep import fresh_links
from backend.ingestion.communities import summarise_anew
from backend.pipelines._community.step_back import step_back
from backend.pipelines.chain_of_thought import ChainOptions
from backend.pipelines.community_graph import NAME, CommunityOptions
from backend.ports import StopSignal, Summary
from backend.types import Chunk, Filters, GraphFilter, Query
from backend.workbench import Workbench
from tests.valleys import SETTINGS, SUBJECTS, WordEmbedder, add, filled, finish, graph_of, opened


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    made = opened(tmp_path / "library")
    yield made
    made.close()


def test_ten_files_one_by_one_in_any_order_give_the_graph_of_all_at_once(tmp_path: Path) -> None:
    at_once, one_by_one = opened(tmp_path / "a"), opened(tmp_path / "b")
    first = filled(at_once)
    second = one_by_one.library.create_collection("Valleys", SETTINGS).id
    for number in (7, 3, 9, 0, 1, 8, 2, 6, 4, 5):
        add(one_by_one, second, [number])
    # something comes and goes in between
    add(one_by_one, second, [11])
    gone = next(d for d in one_by_one.library.documents(second) if d.name == "valley 11.txt")
    one_by_one.library.delete_documents([gone.id])
    assert one_by_one.maintenance.repair() == () or one_by_one.maintenance.check() == ()
    communities, edges = graph_of(at_once, first)
    assert graph_of(one_by_one, second) == (communities, edges)
    kinds = {edge.kind for edge in edges}
    assert kinds == {"NEXT", "SIMILAR_TO", KIND}
    assert at_once.maintenance.check() == one_by_one.maintenance.check() == ()
    at_once.close()
    one_by_one.close()


def test_every_passage_is_in_one_group_of_its_document(workbench: Workbench) -> None:
    collection = filled(workbench, range(3))
    for document in workbench.library.documents(collection):
        chunks = [chunk.id for chunk in workbench.library.document_chunks(document.id)]
        groups = workbench.communities.communities_of(document.id)
        assert sorted(c for group in groups for c in group.chunk_ids) == sorted(chunks)
        assert 1 < len(groups) < len(chunks)
        assert all(group.title and group.summary and group.keywords for group in groups)


@pytest.mark.parametrize(
    ("asked", "themed"),
    [
        ("Why did the dues of Gull Reach rise in 2031?", "Why did the dues rise?"),
        ("What did boats cost Norvane on May 3, 2031?", "What did boats cost?"),
        ("How did Tom Wragge’s quarrel change the trade?", "How did quarrel change the trade?"),
        ("Who is Ada Hill?", "Who is Ada Hill?"),
    ],
)
def test_a_step_back_question_leaves_out_what_one_passage_names(asked: str, themed: str) -> None:
    assert step_back(asked) == themed


def test_groups_are_found_by_the_step_back_question_and_passages_by_the_question(
    workbench: Workbench,
) -> None:
    collection = filled(workbench, range(3))
    asked = Query("How much did the mill of Ada Hill cost in 2031?", collection, 5)
    one = CommunityOptions(seeds=1, hops=0)
    usual = workbench.questions.search(replace(asked, options=one), NAME)
    stepped = workbench.questions.search(replace(asked, options=replace(one, step_back=True)), NAME)
    bare = replace(asked, text="How much did the mill cost?", options=one)
    told = [step.summary for step in stepped.steps]
    assert "Looked for groups by “How much did the mill cost?”" in told
    assert not any("Looked for groups" in step.summary for step in usual.steps)
    assert stepped.steps[0].detail == workbench.questions.search(bare, NAME).steps[0].detail


def test_no_passage_from_outside_the_pool_is_found(workbench: Workbench) -> None:
    collection = filled(workbench)
    everything = {
        chunk.id
        for d in workbench.library.documents(collection)
        for chunk in workbench.library.document_chunks(d.id)
    }
    small = 0
    for subject in SUBJECTS:
        for options in (
            CommunityOptions(seeds=1, hops=0),
            CommunityOptions(seeds=2, hops=2, min_sim=0.5),
        ):
            query = Query(f"When was the {subject} repaired?", collection, 50, options=options)
            found = workbench.questions.search(query, NAME)
            walked = json.loads(found.steps[1].detail["replay"])
            groups = workbench.parts.records.communities_named(
                [path["nodes"][-1] for path in walked["paths"]]
            )
            pool = {chunk for group in groups.values() for chunk in group.chunk_ids}
            assert len(pool) == walked["pool"]
            hits = {hit.chunk.id for hit in found.hits}
            assert hits
            assert hits <= pool
            small += len(pool) < len(everything)
            one = min(pool)
            narrowed = replace(query, filters=Filters(chunk_ids=frozenset([one, "elsewhere"])))
            assert {hit.chunk.id for hit in workbench.questions.search(narrowed, NAME).hits} <= {
                one
            }
    assert small == 10


def test_links_lead_to_groups_that_no_seed_is(workbench: Workbench) -> None:
    collection = filled(workbench)
    query = Query("glacier", collection, options=CommunityOptions(seeds=1, hops=2, min_sim=0.5))
    found = workbench.questions.search(query, NAME)
    paths = json.loads(found.steps[1].detail["replay"])["paths"]
    assert len(paths[0]["nodes"]) == 1
    assert len(paths) > 1
    links = {
        (edge.source, edge.target): edge.weight
        for edge in workbench.parts.records.edges(collection, [KIND])
    }
    for path in paths[1:]:
        product = paths[0]["score"]
        for source, target in zip(path["nodes"], path["nodes"][1:], strict=False):
            product *= links[source, target]
        assert path["score"] == pytest.approx(product, abs=1e-3)
    scores = [path["score"] for path in paths[1:]]
    assert scores == sorted(scores, reverse=True)


def test_the_neighbourhood_is_small_whole_and_holds_every_hit(workbench: Workbench) -> None:
    collection = filled(workbench)
    found = workbench.questions.search(Query("Who spoke of the harbour?", collection), NAME)
    kinds = {node: kind for node, kind, _ in found.subgraph.nodes}
    assert 20 <= len(kinds) <= 80
    assert set(kinds.values()) == {"document", "community", "chunk"}
    assert {hit.chunk.id for hit in found.hits} <= kinds.keys()
    for edge in found.subgraph.edges:
        assert edge.source in kinds
        assert edge.target in kinds
    joined = {edge.target for edge in found.subgraph.edges if edge.kind == "HAS_COMMUNITY"}
    assert joined == {node for node, kind in kinds.items() if kind == "community"}


def test_themes_answer_what_a_collection_is_about(workbench: Workbench) -> None:
    collection = filled(workbench)
    query = Query(
        "What is this collection about?", collection, options=CommunityOptions(mode="themes")
    )
    asking = workbench.questions.ask(query, NAME)
    assert asking.wait(60)
    answer = asking.answer
    assert answer is not None, asking.error
    assert answer.found
    assert len(answer.sentences) > 3
    assert all(sentence.supported and sentence.citations for sentence in answer.sentences)
    named = [subject for subject in SUBJECTS if subject in answer.text]
    assert len(named) >= 3
    tree = workbench.communities.themes(collection)
    assert not tree.stale
    lowest = [c for theme in tree.themes if theme.level == 1 for c in theme.community_ids]
    communities = workbench.parts.records.communities_of_collection(collection)
    assert sorted(lowest) == sorted(community.id for community in communities)
    add(workbench, collection, [12])
    assert workbench.communities.themes(collection, refresh=False).stale
    assert not workbench.communities.themes(collection).stale


def test_chain_of_thought_can_search_the_graph(workbench: Workbench) -> None:
    collection = filled(workbench, range(4))
    query = Query(
        "When was the harbour repaired?", collection, options=ChainOptions(retrieval=NAME)
    )
    asking = workbench.questions.ask(query, "chain_of_thought")
    assert asking.wait(60)
    assert asking.answer is not None, asking.error
    assert asking.answer.hits


def test_deleting_leaves_no_link_behind_and_brings_others_back(workbench: Workbench) -> None:
    collection = filled(workbench)
    records = workbench.parts.records
    doomed = workbench.library.documents(collection)[0]
    groups = {community.id for community in workbench.communities.communities_of(doomed.id)}
    chunks = {chunk.id for chunk in workbench.library.document_chunks(doomed.id)}
    edges = [e for e in records.edges(collection) if {e.source, e.target} & (groups | chunks)]
    receipt = workbench.library.delete_documents([doomed.id])
    assert (receipt.communities, receipt.edges) == (len(groups), len(edges))
    workbench.questions.search(Query("glacier", collection), NAME)
    left = list(records.edges(collection))
    assert not any({edge.source, edge.target} & (groups | chunks) for edge in left)
    assert [edge for edge in left if edge.kind == KIND] == fresh_links(records, collection)
    assert not workbench.parts.index.ids(collection, "community") & groups
    assert workbench.maintenance.check() == ()


def test_other_settings_group_everything_anew(workbench: Workbench) -> None:
    collection = filled(workbench, range(3))
    before = graph_of(workbench, collection)
    changed = replace(SETTINGS, next_weight=0.0, link_threshold=1.0)
    workbench.library.change_collection_settings(collection, changed)
    assert workbench.questions.search(Query("glacier", collection), NAME).notices
    finish(workbench)
    assert not workbench.questions.search(Query("glacier", collection), NAME).notices
    edges = list(workbench.parts.records.edges(collection))
    assert {edge.kind for edge in edges} == {"SIMILAR_TO"}
    workbench.library.change_collection_settings(collection, SETTINGS)
    finish(workbench)
    assert graph_of(workbench, collection) == before
    assert workbench.maintenance.check() == ()


@pytest.mark.parametrize(
    "text",
    [
        "One sentence.",
        "12 34 56 78\n\n910 11 12",
        "!!! ??? ---",
        "The same line again.\n" * 4_000,
    ],
    ids=["one sentence", "figures alone", "signs alone", "identical lines"],
)
@pytest.mark.parametrize("threshold", [0.0, 1.0])
def test_poor_documents_have_a_sensible_graph(
    workbench: Workbench, text: str, threshold: float
) -> None:
    settings = replace(
        SETTINGS,
        chunk_tokens=256 if len(text) > 1_000 else SETTINGS.chunk_tokens,
        similarity_threshold=threshold,
        link_threshold=threshold,
    )
    collection = workbench.library.create_collection("Poor", settings)
    workbench.library.add_file(collection.id, "poor.txt", text.encode())
    finish(workbench)
    (only,) = workbench.library.documents(collection.id)
    groups = workbench.communities.communities_of(only.id)
    assert sum(len(group.chunk_ids) for group in groups) == only.chunks
    assert all(community.title and community.summary for community in groups)
    assert workbench.questions.search(Query("line 12 sentence", collection.id), NAME).hits
    overview = workbench.graph.graph_overview(collection.id, GraphFilter())
    assert {node.kind for node in overview.graph.nodes} == {"document", "community"}
    assert workbench.communities.themes(collection.id).themes
    assert workbench.maintenance.check() == ()


def test_summaries_are_queued_once_and_need_no_language_model(workbench: Workbench) -> None:
    collection = filled(workbench, range(2))
    before = graph_of(workbench, collection)
    first = workbench.communities.summarise_again(collection)
    assert workbench.communities.summarise_again(collection).id == first.id
    finish(workbench)
    assert graph_of(workbench, collection) == before


class HalfWritten:
    """Writes the groups of a document, then fails for all others until it is mended."""

    name = "scripted"

    def __init__(self) -> None:
        self.mended = False
        self.documents: list[str] = []

    def summarise(
        self, title: str, groups: Sequence[Sequence[Chunk]], stop: StopSignal
    ) -> tuple[Summary, ...]:
        self.documents.append(title)
        works = self.mended or len(self.documents) == 1
        written = Summary(f"Of {title}", "Written.", ("word",), self.name)
        return tuple(
            written if works else replace(written, summarised_by="local", retry=True)
            for _ in groups
        )


def test_summaries_that_failed_are_marked_and_written_later(workbench: Workbench) -> None:
    collection = filled(workbench, range(3))
    parts, summariser = workbench.ingestion, HalfWritten()

    def nothing(stage: str, done: int, total: int) -> None: ...

    def again() -> None:
        summarise_anew(parts, summariser, collection, nothing, threading.Event())

    before = {
        community.id for community in workbench.parts.records.communities_of_collection(collection)
    }
    with pytest.raises(LanguageModelError, match="1 of 3"):
        again()
    found = workbench.parts.records.communities_of_collection(collection)
    assert {community.id for community in found} == before
    assert (
        len({community.document_id for community in found if community.summarised_by == "scripted"})
        == 1
    )
    assert len({community.document_id for community in found if community.retry}) == 1
    summariser.mended = True
    again()
    assert len(summariser.documents) == 4  # what was written stays
    found = workbench.parts.records.communities_of_collection(collection)
    assert {(community.summarised_by, community.retry) for community in found} == {
        ("scripted", False)
    }
    assert workbench.questions.search(Query("glacier", collection), NAME).hits
    assert workbench.maintenance.check() == ()
