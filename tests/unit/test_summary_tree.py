"""The summary tree: which nodes are taken, what passages they bring, and what a change touches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from backend.bootstrap import LoadedEmbedders
from backend.errors import QuestionError
from backend.pipelines._tree.collapsed import within_tokens
from backend.pipelines._tree.nodes import ThemeNodes, mean_directions, nodes_of
from backend.pipelines._tree.taken import Brought, Node, hits_of
from backend.pipelines._tree.traversal import down_themes
from backend.pipelines.summary_tree import NAME, TreeOptions
from backend.ports import Vectors
from backend.types import Filters, Query, Step, Theme
from backend.workbench import Workbench
from tests.chains import CHUNKS
from tests.valleys import SETTINGS, SUBJECTS, WordEmbedder, add, filled, finish, opened


class CountingEmbedder(WordEmbedder):
    """Remembers what it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().embed(texts)


EMBEDDER = CountingEmbedder()


@pytest.fixture(scope="module")
def valleys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, str]]:
    """A library of eight documents; what changes it comes last in this file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LoadedEmbedders, "named", lambda self, model: EMBEDDER)
        made = opened(tmp_path_factory.mktemp("valleys") / "library")
        yield made, filled(made, range(8))
        made.close()


class Held:
    """Records that hold some passages."""

    def chunks(self, ids: Sequence[str]) -> dict[str, object]:
        known = {chunk.id: chunk for chunk in CHUNKS}
        return {each: known[each] for each in ids if each in known}


def test_a_theme_has_the_mean_direction_of_its_groups() -> None:
    vectors = np.array([[2.0, 0.0], [0.0, 0.5], [0.0, -3.0]], np.float32)
    themes = [
        Theme("both", 1, "", "", "", (), ("a", "b")),
        Theme("gone", 1, "", "", "", (), ("x",)),
        Theme("one", 1, "", "", "", (), ("c", "x")),
    ]
    found = mean_directions(themes, ("a", "b", "c"), vectors)
    half = 0.5**0.5
    assert found.tolist() == [pytest.approx([half, half]), [0.0, 0.0], [0.0, -1.0]]


def test_nodes_are_taken_nearest_first_up_to_the_tokens() -> None:
    nodes = [
        Node("theme", 2, "", "x" * 400, 0.7),
        Node("passage", 0, "title", "y" * 400, 0.9),
        Node("group", 1, "", "z" * 400, 0.7),
        Node("far", 0, "", "w" * 40, 0.1),
    ]
    assert [token.id for token in within_tokens(nodes, 202)] == ["passage", "group"]
    assert [token.id for token in within_tokens(nodes, 10)] == ["passage"]
    assert [token.id for token in within_tokens(nodes, 9_999)] == [
        "passage",
        "group",
        "theme",
        "far",
    ]
    assert within_tokens([], 100) == []


def test_a_passage_scores_as_itself_or_as_the_summary_above_it() -> None:
    first, second, third = (chunk.id for chunk in CHUNKS[:3])
    hits = hits_of(
        Held(),  # type: ignore[arg-type]
        [
            Brought(first, 0.5),
            Brought(second, 0.2, 0.7, 1),
            Brought(third, 0.3, 0.7, 1),
            Brought(first, 0.5, 0.4, 2),
            Brought("gone", 0.99),
        ],
    )
    assert [(hit.chunk.id, hit.score) for hit in hits] == [
        (third, 0.7),
        (second, 0.7),
        (first, 0.5),
    ]
    for hit in hits:
        assert sum(signal.contribution for signal in hit.signals) == pytest.approx(hit.score)
    summary = {hit.chunk.id: hit.signals[1] for hit in hits}
    assert (summary[third].rank, summary[third].raw) == (1, 0.7)


def test_a_level_holds_what_is_under_the_nodes_taken_above_it() -> None:
    def theme(name: str, level: int, above: str, *groups: str) -> Theme:
        return Theme(name, level, above, name, "", (), groups)

    themes = (
        theme("low a", 1, "a", "g1"),
        theme("low b", 1, "b", "g2"),
        theme("low c", 1, "a", "g3"),
        theme("a", 2, "", "g1", "g3"),
        theme("b", 2, "", "g2"),
    )
    cosines = np.array([[0.1], [0.9], [0.3], [0.8], [0.7]], np.float32)
    nodes = ThemeNodes(themes, cosines, {"g1": "d1", "g2": "d2", "g3": "d1"}, stale=False)
    steps: list[Step] = []
    ask = np.ones(1, np.float32)
    assert down_themes(nodes, ask, 1, None, steps) == ["g3"]  # “low b” is nearer, but not under “a”
    assert [list(step.detail.values()) for step in steps] == [["0.800 · a"], ["0.300 · low c"]]
    assert down_themes(nodes, ask, 2, None, []) == ["g2", "g3"]
    assert down_themes(nodes, ask, 1, frozenset(["g2"]), []) == ["g2"]


@pytest.mark.parametrize("way", ["collapsed", "traversal"])
def test_passages_stand_under_the_nodes_that_the_trace_names(
    valleys: tuple[Workbench, str], way: str
) -> None:
    workbench, collection = valleys
    for subject in SUBJECTS:
        options = TreeOptions(way=way, breadth=2)
        found = workbench.questions.search(
            Query(f"When was the {subject} repaired?", collection, 4, options=options), NAME
        )
        assert len(found.hits) == 4
        scores = [hit.score for hit in found.hits]
        assert scores == sorted(scores, reverse=True)
        for hit in found.hits:
            assert sum(signal.contribution for signal in hit.signals) == pytest.approx(hit.score)
        assert found.steps[0].name == "tree"
        assert found.steps[-1].chunk_ids == tuple(hit.chunk.id for hit in found.hits)
        assert any(subject in hit.chunk.text for hit in found.hits)
        if way == "traversal":
            levels = [step for step in found.steps if step.name == "level"]
            assert len(levels) == nodes_of(workbench.parts, collection).levels + 1
            assert all(1 <= len(level.detail) <= 2 for level in levels)


def test_a_descent_reaches_passages_of_the_chosen_groups_alone(
    valleys: tuple[Workbench, str],
) -> None:
    workbench, collection = valleys
    options = TreeOptions(way="traversal", breadth=1)
    found = workbench.questions.search(Query("glacier", collection, 50, options=options), NAME)
    groups = workbench.parts.records.communities_of_collection(collection)
    holding = [group for group in groups if found.hits[0].chunk.id in group.chunk_ids]
    assert {hit.chunk.id for hit in found.hits} == set(holding[0].chunk_ids)
    everything = TreeOptions(way="traversal", breadth=20)
    wide = workbench.questions.search(Query("glacier", collection, 50, options=everything), NAME)
    assert len(wide.hits) > len(found.hits)


@pytest.mark.parametrize("way", ["collapsed", "traversal"])
def test_what_a_question_leaves_out_is_not_found(valleys: tuple[Workbench, str], way: str) -> None:
    workbench, collection = valleys
    document = workbench.library.documents(collection)[2]
    chunks = [chunk.id for chunk in workbench.library.document_chunks(document.id)]
    for filters, allowed in (
        (Filters(document_ids=(document.id,)), set(chunks)),
        (Filters(chunk_ids=frozenset(chunks[:3])), set(chunks[:3])),
        (Filters(media_types=("application/pdf",)), set()),
    ):
        query = Query("harbour", collection, 50, filters, options=TreeOptions(way=way))
        found = {hit.chunk.id for hit in workbench.questions.search(query, NAME).hits}
        assert found <= allowed
        assert bool(found) == bool(allowed)


@pytest.mark.parametrize("way", ["collapsed", "traversal"])
def test_one_passage_is_a_tree_as_well(valleys: tuple[Workbench, str], way: str) -> None:
    workbench, _ = valleys
    collection = workbench.library.create_collection(f"One, {way}", SETTINGS).id
    query = Query("harbour", collection, options=TreeOptions(way=way))
    workbench.library.add_file(collection, "a.txt", b"The harbour was repaired in 1907.")
    finish(workbench)
    assert len(workbench.questions.search(query, NAME).hits) == 1


def test_an_answer_cites_passages(valleys: tuple[Workbench, str]) -> None:
    workbench, collection = valleys
    asking = workbench.questions.ask(
        Query("When was the harbour of valley 3 repaired?", collection), NAME
    )
    assert asking.wait(60)
    answer = asking.answer
    assert answer is not None, asking.error
    assert {step.name for step in answer.steps} >= {"tree", "nodes", "passages", "answer", "check"}
    assert answer.citations
    texts = {hit.chunk.id for hit in answer.hits}
    assert {citation.chunk_id for citation in answer.citations} <= texts


@pytest.mark.parametrize(("name", "value"), [("breadth", "0"), ("tokens", "9"), ("way", "up")])
def test_what_cannot_be_is_refused(name: str, value: str) -> None:
    with pytest.raises(QuestionError):
        TreeOptions.read({name: value})


def test_a_further_document_leaves_summaries_and_vectors_of_others_as_they_are(
    valleys: tuple[Workbench, str],
) -> None:
    workbench, collection = valleys
    records = workbench.parts.records
    workbench.questions.search(Query("glacier", collection), NAME)
    before = {
        community.id: community for community in records.communities_of_collection(collection)
    }
    ids, _, vectors = records.community_vectors(collection)
    add(workbench, collection, [9])
    EMBEDDER.texts.clear()
    nodes = nodes_of(workbench.parts, collection)
    assert EMBEDDER.texts == []  # themes are made of vectors that are there
    after = {community.id: community for community in records.communities_of_collection(collection)}
    assert before.items() <= after.items()
    assert len(nodes.document_of) == len(after) > len(before)
    kept = dict(zip(*records.community_vectors(collection)[::2], strict=True))
    assert all((kept[each] == row).all() for each, row in zip(ids, vectors, strict=True))


def test_a_document_that_went_leads_nowhere(valleys: tuple[Workbench, str]) -> None:
    workbench, collection = valleys
    held = nodes_of(workbench.parts, collection)
    gone = workbench.library.documents(collection)[0]
    workbench.library.delete_documents([gone.id])
    for way in ("collapsed", "traversal"):
        query = Query("glacier", collection, 50, options=TreeOptions(way=way))
        found = workbench.questions.search(query, NAME).hits
        assert found
        assert gone.id not in {hit.chunk.document_id for hit in found}
    assert len(nodes_of(workbench.parts, collection).document_of) < len(held.document_of)
