"""An answered question searched again under other options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.errors import QuestionError
from backend.pipelines.fused_hybrid import FusedOptions
from backend.pipelines.naive import NaiveOptions
from backend.pipelines.weighted_scores import WeightedOptions
from backend.settings import load_settings
from backend.types import Answer, Filters, Options, Query
from backend.windows.views import window_views_over
from backend.workbench import Workbench, open_workbench, retriever_cards

PASSAGES = {
    "The Glass Ferry": "The Glass Ferry is a novel by Orla Venn, printed in Tarnby in 1931.",
    "Orla Venn": "Orla Venn was a writer. She was born in Skagen, a pilot's child.",
    "Tarnby": "Tarnby is a town with a printing works and a small harbour.",
    "Peder Moe": "Peder Moe was a painter who was born in Ribe and worked in Paris.",
    "Skagen": "Skagen is a port at the northern tip of the country.",
}
ASKED = {card.name for card in retriever_cards() if card.asked == "passages"}
"""Retrievers that pipelines ask, without the stages of a ranking that count beside them."""
QUESTION = "Where was the writer of the novel The Glass Ferry born?"


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder: Path = tmp_path_factory.mktemp("again")
    opened = open_workbench(load_settings({}, library=folder), start_workers=False)
    corpus = folder / "corpus.jsonl"
    corpus.write_text(
        "\n".join(
            json.dumps({"doc_id": title, "title": title, "text": text})
            for title, text in PASSAGES.items()
        ),
        "utf-8",
    )
    collection = opened.library.create_collection("Novels")
    opened.library.import_corpus(collection.id, corpus, lambda _stage, _done, _total: None)
    # else they are read behind the first question, which then may or may not compare by them
    window_views_over(opened.parts).of(collection.id)
    yield opened
    opened.close()


def answered(workbench: Workbench, **options: str) -> Answer:
    collection = workbench.library.collection_named("Novels")
    query = Query(QUESTION, collection.id, 2, options=FusedOptions.read(options))
    asking = workbench.questions.ask(query, "fused_hybrid")
    assert asking.wait(60)
    assert asking.answer is not None
    return asking.answer


def test_nothing_changed_gives_the_same_ranking(workbench: Workbench) -> None:
    answer = answered(workbench)
    again = workbench.questions.search_again(answer.id, {})
    assert [hit.chunk.id for hit in again.hits] == [hit.chunk.id for hit in answer.hits]
    assert [hit.score for hit in again.hits] == [hit.score for hit in answer.hits]


def test_a_retriever_that_is_switched_off_says_nothing(workbench: Workbench) -> None:
    answer = answered(workbench, use_entity="off")
    again = workbench.questions.search_again(answer.id, {"use_path": "off"})
    said = {signal.retriever for hit in again.hits for signal in hit.signals}
    assert said
    assert not said & {"path", "entity"}
    assert len(again.hits) == 2


def test_the_documents_that_were_asked_are_asked_again(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Novels")
    chosen = tuple(
        document.id
        for document in workbench.library.documents(collection.id)
        if document.title in {"Tarnby", "Skagen"}
    )
    query = Query(QUESTION, collection.id, 5, Filters(document_ids=chosen))
    asking = workbench.questions.ask(query, "naive")
    assert asking.wait(60)
    assert asking.answer is not None
    again = workbench.questions.search_again(asking.answer.id, {"fusion": "convex"})
    assert {hit.chunk.document_id for hit in again.hits} == set(chosen)


def test_a_follow_up_is_searched_as_it_was_read(workbench: Workbench) -> None:
    first = answered(workbench)
    collection = workbench.library.collection_named("Novels")
    asking = workbench.questions.ask(
        Query("And when was it printed?", collection.id, 2), "naive", first.conversation_id
    )
    assert asking.wait(60)
    assert asking.answer is not None
    again = workbench.questions.search_again(asking.answer.id, {})
    assert [hit.score for hit in again.hits] == [hit.score for hit in asking.answer.hits]


def shares(workbench: Workbench, options: NaiveOptions) -> list[tuple[str, int | None, float]]:
    """Retriever, rank and contribution of every signal that naive finds."""
    query = Query(QUESTION, workbench.library.collection_named("Novels").id, 3, options=options)
    return [
        (signal.retriever, signal.rank, signal.contribution)
        for hit in workbench.questions.search(query, "naive").hits
        for signal in hit.signals
    ]


def test_the_constants_of_naive_s_options_make_its_scores(workbench: Workbench) -> None:
    for alpha, silent in ((1.0, "lexical"), (0.0, "dense")):
        found = shares(workbench, NaiveOptions(fusion="convex", alpha=alpha))
        assert {share for name, _, share in found if name == silent} == {0.0}
        assert max(share for name, _, share in found if name != silent) == pytest.approx(1.0)
    for _, rank, share in shares(workbench, NaiveOptions(fusion="reciprocal_rank", k0=1.0)):
        assert share == pytest.approx(0.0 if rank is None else 1 / (1 + rank))


def test_a_passage_that_an_answer_does_not_show_is_explained_by_its_question(
    workbench: Workbench,
) -> None:
    answer = answered(workbench)
    query = workbench.questions.query_of(answer.id)
    assert (query.text, query.collection_id) == (QUESTION, answer.collection_id)
    assert query.top_k == len(answer.hits) == 2
    shown = {hit.chunk.id for hit in answer.hits}
    others = [
        hit.chunk.id
        for hit in workbench.questions.search(replace(query, top_k=9), answer.pipeline).hits
        if hit.chunk.id not in shown
    ]
    why = workbench.evaluation.why_not_shown(query, answer.pipeline, others[0])
    assert why.passage.id == others[0]
    assert why.cause
    with pytest.raises(QuestionError):
        workbench.evaluation.why_not_shown(query, answer.pipeline, answer.hits[0].chunk.id)


@pytest.mark.parametrize(
    ("pipeline", "options"),
    [
        ("naive", NaiveOptions()),
        ("naive", NaiveOptions(parts=False)),
        ("weighted_scores", WeightedOptions()),
        ("fused_hybrid", FusedOptions()),
    ],
)
def test_what_explains_a_missing_passage_are_the_pipeline_s_own_scores(
    workbench: Workbench, pipeline: str, options: Options
) -> None:
    collection = workbench.library.collection_named("Novels")
    query = Query(QUESTION, collection.id, 1, options=options)
    hits = workbench.questions.search(replace(query, top_k=9), pipeline).hits
    shown = workbench.questions.search(query, pipeline).hits[0].chunk.id
    compared = 0
    for hit in hits:
        if hit.chunk.id == shown:
            continue
        why = workbench.evaluation.why_not_shown(query, pipeline, hit.chunk.id)
        readings = {reading.retriever: reading for reading in why.readings}
        for signal in hit.signals:
            if signal.raw is None or signal.retriever not in ASKED:
                continue
            reading = readings[signal.retriever]
            assert reading.score == pytest.approx(signal.raw, abs=1e-6), signal.retriever
            assert reading.contribution == pytest.approx(signal.contribution, abs=1e-6)
            compared += 1
    assert compared >= len(hits) - 1
