"""The first passages read as one text with the question."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from backend.errors import EmbedderError
from backend.pipelines._fused.read_together import (
    READ,
    READ_OF_MANY,
    RETRIEVER,
    added_by_reading,
    parts_of,
)
from backend.pipelines.fused_hybrid import FusedHybridPipeline, FusedOptions
from backend.ports import Retrieval
from backend.services.retrievers import retriever_cards
from backend.settings import load_settings
from backend.tasks.answer.extractive.cross_encoder import text_probabilities
from backend.tasks.answer.extractive.weights import ALIGNED, load_weights
from backend.types import Chunk, Collection, Query
from backend.windows.cutting import window_texts
from backend.windows.views import WindowViews
from backend.windows.window_view import WindowView
from backend.workbench import Workbench, open_workbench
from bench.libraries import read_through, wait_until_read
from tests.unit.test_cross_encoder import PairsOfWords, weighing

PASSAGES = {
    "The mill": "The mill of Orsund grinds rye and barley. It stands above the weir.",
    "Opening": "The gate is unlocked at seven and shut again at dusk on every working day.",
    "Keys": "Spare keys hang in the office. Whoever takes one signs the book by the door.",
    "Rye": "Rye is sown in autumn. It is harvested in late summer.",
    "Rules": (
        "Dogs stay outside the fence, and nobody climbs on the wheel while it turns. Children are "
        "held by the hand on the bridge, since the rail is low and the water below it is deep. "
        "Guests are let in from nine in the morning. Groups write a week before, so that somebody "
        "is there who knows the mill and can show how grain is cleaned, ground, sifted and packed "
        "in sacks of linen."
    ),
}
QUESTION = "From what hour can visitors come in?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Workbench, Collection]]:
    folder: Path = tmp_path_factory.mktemp("together")
    workbench = open_workbench(load_settings({}, library=folder), start_workers=False)
    corpus = folder / "mill.jsonl"
    records = [
        {"doc_id": f"r{number}", "title": title, "text": text}
        for number, (title, text) in enumerate(PASSAGES.items())
    ]
    corpus.write_text("\n".join(map(json.dumps, records)), "utf-8")
    collection = workbench.library.create_collection("Mill")
    workbench.library.import_corpus(collection.id, corpus, lambda _stage, _done, _total: None)
    read_through(workbench, collection.id)
    yield workbench, collection
    workbench.close()


def asked(library: tuple[Workbench, Collection], **options: str) -> Retrieval:
    workbench, collection = library
    options = {"cross_encoder": "on", **options}
    query = Query(QUESTION, collection.id, 5, options=FusedOptions.read(options))
    return FusedHybridPipeline(workbench.parts).retrieve(query)


def told(found: Retrieval) -> list[str]:
    return [step.summary for step in found.steps if step.name == RETRIEVER]


def test_what_is_surer_adds_more_and_what_is_not_read_adds_least() -> None:
    # log-odds 0, none, beyond 2 and beyond -4: 4, 0, 6 and 0 above the least, each times .35
    found = added_by_reading(np.array([0.5, np.nan, 0.99, 0.001], np.float32), 0.0)
    assert found == pytest.approx([1.4 - 0.875, -0.875, 2.1 - 0.875, -0.875], abs=1e-5)


def test_it_counts_as_far_as_links_do_not_carry_the_question() -> None:
    sure = np.array([0.5, np.nan], np.float32)
    assert added_by_reading(sure, 0.5) == pytest.approx([0.35, -0.35], abs=1e-5)
    assert added_by_reading(sure, 1.0) == pytest.approx([0.0, 0.0])


@given(
    arrays.arrays(np.float32, st.integers(1, 12), elements=st.floats(0.0, 1.0, width=32)),
    st.floats(0.0, 1.0),
)
def test_none_overtakes_a_passage_for_not_having_been_read(sure: np.ndarray, links: float) -> None:
    found = added_by_reading(np.append(sure, np.float32(np.nan)), links)
    assert (found[:-1] >= found[-1]).all()
    assert abs(float(found.mean())) < 1e-5


def test_parts_are_read_below_their_title_and_nearest_heading() -> None:
    sentence = "The weir was built of oak and stone by the miller and his sons. "
    long = Chunk(
        "c",
        "d",
        "s",
        0,
        (sentence * 9).strip(),
        0,
        575,
        (1,),
        "prose",
        "The mill",
        ("History", "The weir"),
    )
    cut = window_texts(long)
    assert len(cut) == 3
    assert parts_of(long, [2, 0]) == [
        ("The mill", "The weir", cut[2]),
        ("The mill", "The weir", cut[0]),
    ]
    short = replace(long, text=sentence, path=())
    assert parts_of(short, [0]) == [("The mill", "", sentence)]
    assert parts_of(short, [1]) == []


def test_texts_are_read_with_title_and_heading_before_them() -> None:
    embedder = PairsOfWords()
    texts = [("The mill", "", "yes"), ("", "The weir", "no"), ("", "", "no")]
    found = text_probabilities("Is it so?", texts, weighing(9.0, 0.0, 0.0), embedder)
    assert [value > 0.5 for value in found] == [True, False, False]
    assert embedder.asked == [("Is it so?", ("The mill . yes", "The weir : no", "no"))]
    assert text_probabilities("Is it so?", [], weighing(1.0, 0.0, 0.0), embedder).size == 0


def test_it_is_one_more_summand_unless_it_is_switched_off(
    library: tuple[Workbench, Collection],
) -> None:
    plain = asked(library, cross_encoder="off")
    assert told(plain) == []
    assert RETRIEVER not in {signal.retriever for hit in plain.hits for signal in hit.signals}
    found = asked(library)
    assert told(found)[0].startswith("Read 6 parts of 5 passages together with the question; 0 of")
    for hit in found.hits:
        assert sum(signal.contribution for signal in hit.signals) == pytest.approx(
            hit.score, abs=1e-3
        )
    assert RETRIEVER in {card.name for card in retriever_cards()}


def test_records_are_left_alone_unless_they_are_to_be_read(
    library: tuple[Workbench, Collection],
) -> None:
    found = asked(library, cross_encoder="files")
    assert told(found) == [
        "No passage was read together with the question: these are records, which are found as "
        "well without"
    ]
    plain = asked(library, cross_encoder="off")
    assert [hit.chunk.id for hit in found.hits] == [hit.chunk.id for hit in plain.hits]


def test_files_are_read(tmp_path: Path) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    try:
        collection = workbench.library.create_collection("Mill")
        for title, text in PASSAGES.items():
            workbench.library.add_file(collection.id, f"{title}.txt", text.encode())
        workbench.queue.work_until_idle(threading.Event())
        pipeline = FusedHybridPipeline(workbench.parts)
        query = Query(QUESTION, collection.id, 5)
        wait_until_read(pipeline, query)
        (said,) = told(pipeline.retrieve(query))
        assert said.startswith("Read ")
    finally:
        workbench.close()


def test_what_is_shown_is_what_the_reader_makes_of_each_passage(
    library: tuple[Workbench, Collection],
) -> None:
    workbench, collection = library
    encoder = load_weights(ALIGNED).encoder
    assert encoder is not None
    embedder = workbench.parts.embedders.of(collection.id)
    for hit in asked(library).hits:
        (signal,) = [each for each in hit.signals if each.retriever == RETRIEVER]
        texts = parts_of(hit.chunk, [0, 1])
        wanted = text_probabilities(QUESTION, texts, encoder, embedder)  # type: ignore[arg-type]
        assert signal.raw == pytest.approx(max(wanted), abs=1e-3)


def test_only_the_first_are_read(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(PASSAGES) < READ
    monkeypatch.setattr("backend.pipelines._fused.read_together.READ", 2)
    found = asked(library)
    assert told(found)[0].startswith("Read 3 parts of 2 passages")
    signals = [
        signal for hit in found.hits for signal in hit.signals if signal.retriever == RETRIEVER
    ]
    assert sum(signal.raw is None for signal in signals) == 3
    added = {signal.raw is None: signal.contribution for signal in signals}
    assert added[True] == pytest.approx(min(signal.contribution for signal in signals))


def test_fewer_are_read_of_a_large_collection(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert READ_OF_MANY < READ
    monkeypatch.setattr("backend.pipelines._fused.read_together.READ_OF_MANY", 3)
    monkeypatch.setattr("backend.pipelines._fused.read_together.MANY", len(PASSAGES))
    assert " of 5 passages" in told(asked(library))[0]
    monkeypatch.setattr("backend.pipelines._fused.read_together.MANY", len(PASSAGES) - 1)
    assert " of 3 passages" in told(asked(library))[0]


def test_nothing_is_read_while_the_parts_of_passages_are(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WindowViews, "ready", lambda _self, _collection: None)
    found = asked(library)
    assert told(found) == [
        "No passage was read together with the question: the parts of passages are still being read"
    ]
    assert RETRIEVER not in {signal.retriever for hit in found.hits for signal in hit.signals}


def test_nothing_is_read_by_a_model_that_reads_no_pairs(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    without = replace(load_weights(ALIGNED), encoder=None)
    monkeypatch.setattr("backend.pipelines._fused.read_together.weights_for", lambda _: without)
    assert told(asked(library)) == [
        "No passage was read together with the question: the collection's model reads no pairs of "
        "texts"
    ]


def test_a_passage_that_came_after_the_view_is_read_from_its_beginning(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = asked(library)
    monkeypatch.setattr(WindowView, "nearest", lambda *_: [])
    found = asked(library)
    assert told(found)[0].partition(";")[0] == told(seen)[0].partition(";")[0]
    for hit in found.hits:
        (signal,) = [each for each in hit.signals if each.retriever == RETRIEVER]
        assert signal.raw is not None


def test_the_question_is_answered_where_the_model_cannot_be_run(
    library: tuple[Workbench, Collection], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise EmbedderError("The model file is damaged.", "Install it again.")

    monkeypatch.setattr("backend.pipelines._fused.read_together.text_probabilities", broken)
    found = asked(library)
    assert told(found)[0].endswith("The model file is damaged. Install it again.")
    assert [hit.chunk.id for hit in found.hits] == [
        hit.chunk.id for hit in asked(library, cross_encoder="off").hits
    ]
