"""The fused hybrid pipeline over a small library: it follows links and explains itself."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.errors import StorageError
from backend.fusion.staged.balance import balanced
from backend.fusion.staged.graph_network import RETRIEVER as NETWORK
from backend.fusion.staged.pool_graph import FEATURES, PoolGraph
from backend.fusion.staged.relevance import judge, mixed
from backend.fusion.staged.weights import ENSEMBLE, Stages, kinds, shipped
from backend.passage_view.views import Views, views_over
from backend.pipelines._fused.judgement import RankedCandidates, over_links, rank
from backend.pipelines._fused.measurement import Measurer
from backend.pipelines._fused.pool import pool
from backend.pipelines.fused_hybrid import (
    ALL_RETRIEVERS,
    RETRIEVERS,
    FusedHybridPipeline,
    FusedOptions,
)
from backend.retrieval.retrievers import built
from backend.retrievers.definition import DefinitionRetriever
from backend.retrievers.identifier import IdentifierRetriever
from backend.retrievers.label import LabelRetriever
from backend.retrievers.page import PageRetriever
from backend.settings import load_settings
from backend.types import Collection, Filters, Hit, Query
from backend.workbench import Workbench, open_workbench

PASSAGES = {
    "The Glass Ferry": "The Glass Ferry is a novel by Orla Venn, printed in Tarnby in 1931.",
    "Orla Venn": "Orla Venn (1899 – 1970) was a writer. She was born in Skagen, a pilot's child.",
    "Tarnby": "Tarnby is a town with a printing works and a small harbour.",
    "Peder Moe": "Peder Moe was a painter who was born in Ribe and worked in Paris.",
    "Glass": "Glass is made of sand, soda and lime. It is used for windows.",
    "Ferries": "Ferries carry people and goods over water. Many novels are set on them.",
    "Skagen": "Skagen is a port at the northern tip of the country.",
}
QUESTION = "Where was the writer of the novel The Glass Ferry born?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    folder: Path = tmp_path_factory.mktemp("fused")
    workbench = open_workbench(load_settings({}, library=folder), start_workers=False)
    yield workbench, filled(workbench, "Novels", folder, titled=True)
    workbench.close()


def filled(workbench: Workbench, name: str, folder: Path, *, titled: bool) -> Collection:
    corpus = folder / f"{name}.jsonl"
    records = [
        {"doc_id": f"r{number}", "title": title if titled else "", "text": text}
        for number, (title, text) in enumerate(PASSAGES.items())
    ]
    corpus.write_text("\n".join(map(json.dumps, records)), "utf-8")
    collection = workbench.library.create_collection(name)
    workbench.library.import_corpus(collection.id, corpus, lambda _stage, _done, _total: None)
    return workbench.library.collection_named(name)


def ask(library: tuple[Workbench, Collection], top_k: int = 3, **options: str) -> tuple[Hit, ...]:
    workbench, collection = library
    pipeline = FusedHybridPipeline(workbench.parts)
    return pipeline.retrieve(
        Query(QUESTION, collection.id, top_k, options=FusedOptions.read(options))
    ).hits


def titles(hits: Sequence[Hit]) -> list[str]:
    return [hit.chunk.title for hit in hits]


def test_both_passages_of_a_question_over_two_hops_come_first(
    library: tuple[Workbench, Collection],
) -> None:
    assert set(titles(ask(library, 2))) == {"The Glass Ferry", "Orla Venn"}


def test_both_passages_come_first_without_titles_too(
    library: tuple[Workbench, Collection], tmp_path: Path
) -> None:
    workbench, _ = library
    untitled = filled(workbench, "Untitled", tmp_path, titled=False)
    found = FusedHybridPipeline(workbench.parts).retrieve(Query(QUESTION, untitled.id, 2))
    beginnings = {hit.chunk.text[:9] for hit in found.hits}
    assert beginnings == {"The Glass", "Orla Venn"}


def test_second_questions_ask_for_what_a_passage_without_a_title_is_about(
    library: tuple[Workbench, Collection], tmp_path: Path
) -> None:
    workbench, _ = library
    untitled = filled(workbench, "Asked again", tmp_path, titled=False)
    question = "Where was the writer of the novel about a ferry of glass born?"
    found = FusedHybridPipeline(workbench.parts).retrieve(Query(question, untitled.id, 2))
    asked = [step.detail for step in found.steps if step.name == "ask again"]
    assert asked
    # Neither the title nor the record's number, which stands in for it, but names of the texts.
    assert "orla venn" in asked[0]
    assert not any(name.startswith("r") and name[1:].isdigit() for name in asked[0])


def test_contributions_of_a_hit_sum_to_its_score(library: tuple[Workbench, Collection]) -> None:
    for hit in ask(library, 7):
        assert sum(s.contribution for s in hit.signals) == pytest.approx(hit.score, abs=1e-3)
        # the question writes no identifier and asks for no definition and no label: no part of it
        silent = (IdentifierRetriever.name, DefinitionRetriever.name, LabelRetriever.name)
        speaking = [name for name in ALL_RETRIEVERS if name not in silent]
        assert [signal.retriever for signal in hit.signals] == speaking


def test_the_network_is_one_more_summand_and_off_unless_it_is_asked_for(
    library: tuple[Workbench, Collection],
) -> None:
    plain = ask(library, 7)
    assert NETWORK not in {signal.retriever for hit in plain for signal in hit.signals}
    corrected = ask(library, 7, network="on")
    added = [{s.retriever: s.contribution for s in hit.signals}[NETWORK] for hit in corrected]
    assert any(abs(each) > 0.01 for each in added)
    for hit in corrected:
        assert sum(s.contribution for s in hit.signals) == pytest.approx(hit.score, abs=1e-3)


def test_the_trace_says_what_the_network_changed_and_that_it_needs_links(
    library: tuple[Workbench, Collection],
) -> None:
    workbench, collection = library

    def told(**options: str) -> list[str]:
        query = Query(QUESTION, collection.id, 3, options=FusedOptions.read(options))
        steps = FusedHybridPipeline(workbench.parts).retrieve(query).steps
        return [step.summary for step in steps if step.name == "network"]

    assert told() == []
    assert told(network="on")[0].startswith("A network on the graph moved the scores by ")
    without = ask(library, 7, network="on", use_path="off")
    assert NETWORK not in {signal.retriever for hit in without for signal in hit.signals}
    assert [hit.chunk.id for hit in without] == [
        h.chunk.id for h in ask(library, 7, use_path="off")
    ]
    assert told(network="on", use_path="off") == [
        "The network on the graph was not asked: it needs links"
    ]


def test_the_step_counts_the_passages_that_came_up_by_the_network(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Turning:
        def correction(self, graph: PoolGraph) -> np.ndarray:
            return -2.0 * graph.features[:, FEATURES.index("fused")]

    monkeypatch.setattr("backend.pipelines.fused_hybrid.shipped_network", Turning)
    workbench, collection = library
    query = Query(QUESTION, collection.id, 2, options=FusedOptions(network=True))
    steps = FusedHybridPipeline(workbench.parts).retrieve(query).steps
    step = next(each for each in steps if each.name == "network")
    assert step.summary.endswith("2 of the first 2 stand there by it")


def test_scores_fall_with_the_rank(library: tuple[Workbench, Collection]) -> None:
    scores = [hit.score for hit in ask(library, 7)]
    assert scores == sorted(scores, reverse=True)


def test_links_lift_the_passage_that_the_question_does_not_name(
    library: tuple[Workbench, Collection],
) -> None:
    def linked(hits: Sequence[Hit]) -> float:
        writer = next(hit for hit in hits if hit.chunk.title == "Orla Venn")
        return sum(s.contribution for s in writer.signals if s.retriever in {"path", "bridge"})

    assert linked(ask(library, 7)) > 0.0


@pytest.mark.parametrize("name", ALL_RETRIEVERS)
def test_any_point_of_view_can_be_switched_off(
    library: tuple[Workbench, Collection], name: str
) -> None:
    hits = ask(library, 3, **{f"use_{name}": "off"})
    assert hits
    assert name not in {signal.retriever for signal in hits[0].signals}


def test_a_retriever_that_fails_is_named_and_the_rest_answers(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageError("The titles could not be read.", "Try again.")

    monkeypatch.setattr(PageRetriever, "propose", fail)
    workbench, collection = library
    found = FusedHybridPipeline(workbench.parts).retrieve(Query(QUESTION, collection.id, 2))
    assert found.hits
    missing = [step.summary for step in found.steps if step.name == "missing"]
    assert missing == ["Without page: The titles could not be read."]


def test_filters_hold_for_passages_that_links_lead_to(
    library: tuple[Workbench, Collection],
) -> None:
    workbench, collection = library
    allowed = tuple(
        document.id
        for document in workbench.library.documents(collection.id)
        if document.title != "Orla Venn"
    )
    query = Query(QUESTION, collection.id, 7, Filters(document_ids=allowed))
    found = FusedHybridPipeline(workbench.parts).retrieve(query)
    assert "Orla Venn" not in titles(found.hits)


@pytest.mark.parametrize("question", ["?", "和泉式部は誰ですか", "the of and", "x" * 3000])
def test_questions_without_known_words_or_names_do_not_fail(
    library: tuple[Workbench, Collection], question: str
) -> None:
    workbench, collection = library
    FusedHybridPipeline(workbench.parts).retrieve(Query(question, collection.id, 3))


def test_an_empty_collection_and_one_passage_are_no_obstacle(
    library: tuple[Workbench, Collection], tmp_path: Path
) -> None:
    workbench, _ = library
    pipeline = FusedHybridPipeline(workbench.parts)
    empty = workbench.library.create_collection("Empty")
    assert pipeline.retrieve(Query(QUESTION, empty.id, 3)).hits == ()
    corpus = tmp_path / "one.jsonl"
    corpus.write_text('{"doc_id": "1", "title": "Tarnby", "text": "Tarnby is a town."}', "utf-8")
    one = workbench.library.create_collection("One")
    workbench.library.import_corpus(one.id, corpus, lambda _stage, _done, _total: None)
    assert titles(pipeline.retrieve(Query("What is Tarnby?", one.id, 3)).hits) == ["Tarnby"]


def test_the_names_that_link_the_passages_are_shown(
    library: tuple[Workbench, Collection],
) -> None:
    workbench, collection = library
    found = FusedHybridPipeline(workbench.parts).retrieve(Query(QUESTION, collection.id, 3))
    assert ("name:orla venn", "entity", "orla venn") in found.subgraph.nodes
    nodes = {node for node, _, _ in found.subgraph.nodes}
    assert all(edge.source in nodes and edge.target in nodes for edge in found.subgraph.edges)


def test_while_names_are_being_read_words_and_meaning_answer_and_say_so(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench, collection = library
    pipeline = FusedHybridPipeline(workbench.parts)
    monkeypatch.setattr(Views, "ready", lambda *_: None)
    found = pipeline.retrieve(Query(QUESTION, collection.id, 3))
    assert len(found.hits) == 3
    assert {signal.retriever for signal in found.hits[0].signals} == {"dense", "lexical"}
    assert any("still being read" in notice for notice in found.notices)


def test_everything_switched_off_finds_nothing_and_does_not_fail(
    library: tuple[Workbench, Collection],
) -> None:
    assert ask(library, 3, **{f"use_{name}": "off" for name in ALL_RETRIEVERS}) == ()


@pytest.mark.parametrize("kind", kinds())
def test_every_kind_of_model_ranks_and_explains(
    library: tuple[Workbench, Collection], kind: str
) -> None:
    hits = ask(library, 7, model=kind)
    assert "The Glass Ferry" in titles(hits[:3])
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert any(signal.contribution for hit in hits for signal in hit.signals)


def test_an_ensemble_mixes_two_judgements_over_links_as_far_as_links_carry_the_question(
    library: tuple[Workbench, Collection],
) -> None:
    workbench, collection = library
    parts = workbench.parts
    view = views_over(parts).of(collection.id, wait=True)
    query = Query(QUESTION, collection.id, 7)
    retrievers = built(parts, RETRIEVERS)

    def ranked(stages: Stages) -> RankedCandidates:
        found = pool(query, view, retrievers, parts.records)
        measurer = Measurer(query, view, retrievers, found.proposed)
        return rank(found, view, measurer, parts.records, stages, QUESTION, frozenset())

    linear, trees = shipped("linear"), shipped("boosted")
    one, other = ranked(linear), ranked(replace(linear, beside=trees))
    assert shipped(ENSEMBLE) == replace(linear, beside=trees)
    _, by_weights = over_links(linear, view, one.measured, one.requeries, frozenset())
    _, by_trees = over_links(trees, view, one.measured, one.requeries, frozenset())
    share = one.final.links / 2
    assert 0.0 < share < 0.5
    wanted = (1 - share) * by_weights.log_odds + share * by_trees.log_odds
    both = mixed(by_weights, by_trees, share)
    assert both.log_odds == pytest.approx(wanted, rel=1e-5)
    assert sum(both.contributions.values()) == pytest.approx(wanted - wanted.mean(), abs=1e-3)
    direct = judge(linear.direct, one.measured.columns)
    final = balanced(
        *(linear.gate, direct, both, one.measured.raw, one.columns, one.measured.links)
    )
    assert other.final.score == pytest.approx(final.score, abs=1e-5)
    assert other.measured.rows.tolist() == one.measured.rows.tolist()
    assert other.final.score.tolist() != one.final.score.tolist()
    assert sum(other.final.contributions.values()) == pytest.approx(other.final.score, abs=1e-3)


def test_a_retriever_that_breaks_while_it_scores_is_left_out_too(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(PageRetriever, "score", fail)
    monkeypatch.setattr(PageRetriever, "aspects", fail)
    workbench, collection = library
    found = FusedHybridPipeline(workbench.parts).retrieve(Query(QUESTION, collection.id, 2))
    assert len(found.hits) == 2
    assert any(step.summary.startswith("Without page:") for step in found.steps)


def test_a_question_that_names_a_document_of_several_pages_is_searched_there(
    library: tuple[Workbench, Collection], tmp_path: Path
) -> None:
    workbench, _ = library
    collection = workbench.library.create_collection("Reports")
    for town in ("Tarnby", "Skagen"):
        lines = [
            f"The harbour of page {n} had {n} pilots and a lamp that was trimmed.\n\n" * 30
            for n in range(8)
        ]
        path = tmp_path / f"{town}_2021_report.txt"
        path.write_text(f"{town} harbour report 2021\n\n" + "\n\n".join(lines), "utf-8")
        workbench.library.add_file(collection.id, path.name, path)
    workbench.queue.work_until_idle(threading.Event())
    pipeline = FusedHybridPipeline(workbench.parts)
    query = Query("How many pilots had the harbour in the Skagen 2021 report?", collection.id, 4)
    narrowed = pipeline.retrieve(query)
    assert any("Skagen" in notice for notice in narrowed.notices)
    names = {workbench.parts.records.document(hit.chunk.document_id).name for hit in narrowed.hits}
    assert names == {"Skagen_2021_report.txt"}
    for hit in narrowed.hits:
        assert sum(s.contribution for s in hit.signals) == pytest.approx(hit.score, abs=1e-3)
    everywhere = pipeline.retrieve(replace(query, options=FusedOptions(scope=False)))
    assert everywhere.notices == ()
