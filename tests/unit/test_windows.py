"""Passages are compared by their parts, which are embedded once and kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import filelock
import numpy as np
import pytest

from backend import background_reading
from backend.bootstrap import assemble
from backend.ingestion.reading_ahead import ReadingAhead
from backend.kept_segments import KeptSegments, kept_in
from backend.pipelines.naive import NaiveOptions
from backend.ports import DocumentBundle, Records, Vectors
from backend.precedence import QuestionsFirst
from backend.records import sqlite
from backend.retrievers.window import WindowRetriever
from backend.segments import documents_in, merged, texts_of, whole
from backend.settings import Settings, load_settings
from backend.types import Chunk, CollectionSettings, Query
from backend.windows.cutting import MOST_CHARACTERS, window_spans, window_texts
from backend.windows.document_windows import (
    DocumentWindows,
    kept_name,
    packed,
    rounded_vectors,
)
from backend.windows.views import WindowViews
from backend.windows.window_segment import (
    finished,
    packed_segment,
    schema_of,
    segment_of,
    unpacked_segment,
    vectors_in,
)
from backend.windows.window_view import Nearness, WindowView
from backend.workbench import open_workbench
from tests.factories import DIMENSION, EMBEDDING, make_bundle, unit_vector
from tests.view_library import WatchedEmbedder

LONG = " ".join(
    f"Pier {name} of the old harbour is closed to ships until spring." for name in "abcdefgh"
)
"""Eight sentences of 58 characters: five, then three fit into a window."""
SHORT = "The pilot waits."


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def chunk(text: str, kind: str = "prose") -> Chunk:
    return Chunk("c", "d", "", 0, text, 0, len(text), (0,), kind)  # type: ignore[arg-type]


def test_whole_sentences_share_a_window_up_to_its_size() -> None:
    spans = window_spans(LONG)
    assert [end - start for start, end in spans] == [5 * 58 + 4, 3 * 58 + 2]
    assert spans[0][1] <= MOST_CHARACTERS < spans[1][1]


def test_a_longer_sentence_is_a_window_of_its_own() -> None:
    long = "Ships came " + "and went " * 40 + "at night."
    assert window_spans(f"It began. {long} Then it ended.") == [
        (0, 9),
        (10, 10 + len(long)),
        (11 + len(long), 11 + len(long) + 14),
    ]


@pytest.mark.parametrize(
    "passage",
    [chunk(SHORT), chunk(LONG, "table_row"), chunk("a " * MOST_CHARACTERS), chunk("")],
    ids=["short", "row of a table", "one sentence", "empty"],
)
def test_a_passage_of_one_window_keeps_its_own_vector(passage: Chunk) -> None:
    assert window_texts(passage) == []


def view_of(vectors: Sequence[Sequence[float]], counts: Sequence[int]) -> WindowView:
    rounded, scales = rounded_vectors(np.array(vectors, np.float32))
    ids = tuple("abc"[: len(counts)])
    part = DocumentWindows("d", ids, np.array(counts, np.int32), rounded, scales)
    return over_segments([[part]])


def over_segments(parts: Sequence[Sequence[DocumentWindows]]) -> WindowView:
    """The view over one segment for each of these."""
    dimension = parts[0][0].vectors.shape[1]
    made = [finished(segment_of(part, dimension), dimension) for part in parts]
    return WindowView(1, {str(number): each for number, each in enumerate(made)})


def test_a_passage_is_as_near_as_its_nearest_window() -> None:
    view = view_of([[1, 0], [0, 1], [0.6, 0.8], [0.8, 0.6]], [3, 1])
    found = view.nearness(np.array([1.0, 0.0], np.float32), ["b", "unknown", "a"])
    assert found.chunk_ids == ("b", "a")
    assert found.best == pytest.approx([0.8, 1.0], abs=0.005)
    assert found.two == pytest.approx([0.8, (1.0 + 0.6) / 2], abs=0.005)


def test_the_nearest_windows_of_a_passage_come_first() -> None:
    view = view_of([[1, 0], [0, 1], [0.6, 0.8], [0.8, 0.6]], [1, 3])
    asked = np.array([1.0, 0.0], np.float32)
    # cosines of the three windows of b: 0, .6 and .8
    assert view.nearest(asked, "b", 2) == [2, 1]
    assert view.nearest(asked, "a", 2) == [0]
    assert view.nearest(asked, "unknown", 2) == []


def three_documents() -> list[DocumentWindows]:
    """Windows of documents whose ids, and those of their passages, do not ascend."""
    drawn = np.random.default_rng(3)
    vectors, scales = rounded_vectors(drawn.standard_normal((9, 4)).astype(np.float32))
    parts, place = [], 0
    for name, counts in (("f", [2, 1]), ("d", [1, 3]), ("e", [2])):
        end = place + sum(counts)
        ids = tuple(f"{name}{9 - number}" for number in range(len(counts)))
        own = (vectors[place:end], scales[place:end])
        parts.append(DocumentWindows(name, ids, np.array(counts, np.int32), *own))
        place = end
    return parts


def test_windows_are_as_near_however_they_are_spread_over_segments() -> None:
    parts = three_documents()
    asked = ["d8", "f9", "unknown", "e9", "d9", "f8"]
    question = np.array([0.5, -0.5, 0.5, 0.5], np.float32)
    schema = schema_of(4)
    layers = [whole(schema, segment_of([document], 4)) for document in parts]
    merged_view = WindowView(1, {"": finished(merged(schema, layers), 4)})
    wanted = over_segments([parts]).nearness(question, asked)
    assert wanted.chunk_ids == ("d8", "f9", "e9", "d9", "f8")
    by_id = {
        chunk_id: (part.vectors[first:last] @ question) * part.scales[first:last]
        for part in parts
        for chunk_id, first, last in zip(
            part.chunk_ids,
            np.cumsum(part.counts) - part.counts,
            np.cumsum(part.counts),
            strict=True,
        )
    }
    assert wanted.best == pytest.approx([by_id[chunk_id].max() for chunk_id in wanted.chunk_ids])
    for view in (merged_view, over_segments([[part] for part in parts])):
        near = view.nearness(question, asked)
        assert view.size == 5
        assert near.chunk_ids == wanted.chunk_ids
        assert near.best.tolist() == wanted.best.tolist()
        assert near.two.tolist() == wanted.two.tolist()


def kept(records: Records, collection: str) -> KeptSegments:
    """What is stored of a collection's windows."""
    return KeptSegments(
        *(kept_name(EMBEDDING), schema_of(4), records, collection),
        *(packed_segment, unpacked_segment),
    )


def test_a_document_that_was_published_again_after_its_windows_were_stored_is_passed_over(
    records: Records,
) -> None:
    """Its windows are stored in the second segment, and are older than those in the first."""
    collection = records.create_collection("Harbour", CollectionSettings()).id
    bundles = [make_bundle(collection, title, (SHORT,)) for title in "AB"]
    records.publish(bundles)
    ids = [bundle.document.id for bundle in bundles]

    def store(number: int, bundle: DocumentBundle) -> None:
        chunk_ids = tuple(chunk.id for chunk in bundle.chunks)
        rounded = rounded_vectors(np.eye(1, 4, dtype=np.float32))
        part = DocumentWindows(bundle.document.id, chunk_ids, np.ones(1, np.int32), *rounded)
        name = f"{kept_name(EMBEDDING)}/{number}"
        records.save_derived(
            collection, name, packed([part]), records.sequence(), [bundle.document.id]
        )

    def loaded() -> list[str]:
        return [each for layer in kept(records, collection).load(ids) for each in kept_in(layer)]

    store(1, bundles[1])
    store(0, bundles[0])
    assert loaded() == ids
    assert kept(records, collection).holding() == set(ids)
    records.publish([bundles[1]])
    store(0, bundles[0])
    assert loaded() == ids[:1]
    assert kept(records, collection).held() == set(ids)
    assert kept(records, collection).holding() == {ids[0]}


def test_windows_of_few_passages_are_stored_with_those_of_others(records: Records) -> None:
    """A document takes in what is stored of no more passages than it has, and so on."""
    collection = records.create_collection("Harbour", CollectionSettings()).id
    embedder = WatchedEmbedder()
    counts = []
    for title in "ABCDEF":
        records.publish([make_bundle(collection, title, (SHORT,))])
        assert WindowViews(records, embedder).keep(collection, 10)
        held = records.derived_holds(collection, "windows").values()
        counts.append(len([value for value in held if value]))
    assert counts == [1, 1, 2, 1, 2, 2]
    assert WindowViews(records, embedder).of(collection).size == 6
    assert not embedder.asked, "a passage of one window has its own vector"


def test_no_known_passage_has_no_nearness() -> None:
    found = view_of([[1, 0]], [1]).nearness(np.array([1.0, 0.0], np.float32), ["unknown"])
    assert found.chunk_ids == ()
    assert found.best.size == 0


def test_rounding_keeps_directions_and_zeros() -> None:
    vectors = np.array([unit_vector("a"), np.zeros(DIMENSION)], np.float32)
    rounded, scales = rounded_vectors(vectors)
    kept = rounded * scales[:, None]
    assert float(kept[0] @ vectors[0]) > 0.9999
    assert np.linalg.norm(kept[0]) == pytest.approx(1.0)
    assert not kept[1].any()


def test_what_is_stored_is_what_was_read() -> None:
    """As bytes, and as bytes of a segment whose passages stand in the order of their ids."""
    parts, schema = three_documents(), schema_of(4)
    joined = merged(schema, [whole(schema, segment_of(parts, 4))])
    for payload in (packed(parts), packed_segment(segment_of(parts, 4)), packed_segment(joined)):
        again = unpacked_segment(payload)
        same = merged(schema, [whole(schema, again)])
        assert documents_in(same) == ("d", "e", "f")
        assert texts_of(same, "passages") == [b"d8", b"d9", b"e9", b"f8", b"f9"]
        assert np.diff(same["windows.starts"]).tolist() == [3, 1, 2, 1, 2]
        wanted = [parts[1].vectors[1:], parts[1].vectors[:1], parts[2].vectors]
        wanted += [parts[0].vectors[2:], parts[0].vectors[:2]]
        assert vectors_in(same).tolist() == np.concatenate(wanted).tolist()
        scales = [parts[1].scales[1:], parts[1].scales[:1], parts[2].scales]
        scales += [parts[0].scales[2:], parts[0].scales[:2]]
        assert same["windows.scales"].tolist() == np.concatenate(scales).tolist()


def ready(views: WindowViews, collection: str) -> WindowView:
    """The view once it is there."""
    until = time.monotonic() + 30
    while (found := views.ready(collection)) is None:
        assert time.monotonic() < until, "the windows were never read"
        time.sleep(0.01)
    return found


def test_windows_are_embedded_once_and_loaded_afterwards(records: Records) -> None:
    collection = records.create_collection("Harbour", CollectionSettings()).id
    bundle = make_bundle(collection, passages=(LONG, SHORT))
    records.publish([bundle])
    first = WatchedEmbedder()
    assert WindowViews(records, first).keep(collection, 10)
    spans = window_spans(LONG)
    assert first.asked == sorted((LONG[start:end] for start, end in spans), key=len)
    second = WatchedEmbedder()
    view = ready(WindowViews(records, second), collection)
    assert second.asked == []
    assert view.size == 2
    window = unit_vector(LONG[slice(*spans[1])])
    found = view.nearness(window, [bundle.chunks[0].id])
    assert found.best == pytest.approx([1.0], abs=0.005)


def test_a_step_takes_whole_documents_until_it_has_enough(records: Records) -> None:
    collection = records.create_collection("Harbour", CollectionSettings()).id
    records.publish([make_bundle(collection, title, (LONG, SHORT)) for title in ("A", "B", "C")])
    views, embedder = WindowViews(records, WatchedEmbedder()), WatchedEmbedder()
    assert not views.keep(collection, 3)  # two documents of two passages each
    later = WindowViews(records, embedder)
    assert later.keep(collection, 3)
    assert len(embedder.asked) == 2
    assert ready(later, collection).size == 6


def test_a_document_that_changed_or_went_is_read_again_or_forgotten(records: Records) -> None:
    collection = records.create_collection("Harbour", CollectionSettings()).id
    gone, kept = (make_bundle(collection, title, (LONG, SHORT)) for title in ("Gone", "Kept"))
    records.publish([gone, kept])
    embedder = WatchedEmbedder()
    views = WindowViews(records, embedder)
    assert ready(views, collection).size == 4
    embedder.asked.clear()
    new = make_bundle(collection, "New", (LONG.replace("Pier", "Quay"), SHORT))
    records.publish([new], [gone.document.id])
    view = ready(views, collection)
    there = [each.id for bundle in (gone, kept, new) for each in bundle.chunks]
    near = view.nearness(unit_vector(SHORT), there)
    assert set(near.chunk_ids) == {each.id for bundle in (kept, new) for each in bundle.chunks}
    assert all(text.startswith("Quay") for text in embedder.asked)
    assert len(embedder.asked) == 2


def test_a_large_collection_is_read_in_the_background(records: Records) -> None:
    collection = records.create_collection("Harbour", CollectionSettings()).id
    records.publish([make_bundle(collection, passages=[f"{n} {LONG}" for n in range(8)])])
    views = WindowViews(records, WatchedEmbedder())
    assert views.ready(collection) is None
    assert ready(views, collection).size == 8
    assert views.progress(collection) == (0, 0)


def test_a_model_that_fails_is_not_asked_at_every_question(records: Records) -> None:
    collection = records.create_collection("Harbour", CollectionSettings()).id
    records.publish([make_bundle(collection, passages=[f"{n} {LONG}" for n in range(8)])])
    embedder = WatchedEmbedder()
    embedder.broken = True
    views = WindowViews(records, embedder)
    assert views.ready(collection) is None
    until = time.monotonic() + 30
    while views.progress(collection) != (0, 0):
        assert time.monotonic() < until
        time.sleep(0.01)
    embedder.broken = False
    assert views.ready(collection) is None
    assert embedder.asked == []


def test_a_sentence_in_a_long_passage_is_found_by_its_meaning(tmp_path: Path) -> None:
    """The passage as a whole is about ferries; one sentence is about something else."""
    ferries = " ".join(
        f"The ferry of line {number} leaves the pier at {number} and returns before night."
        for number in range(1, 12)
    )
    odd = "A baker sells bread and cake beside the gate."
    files = {
        "ferries.txt": f"{ferries} {odd} {ferries}",
        "trains.txt": ferries.replace("ferry", "train").replace("pier", "station"),
    }
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        collection = workbench.library.create_collection("Lines")
        for name, text in files.items():
            workbench.library.add_file(collection.id, name, text.encode())
        workbench.queue.work_until_idle(threading.Event())
        query = Query("Who sells bread?", collection.id, 5)
        hits = workbench.questions.search(query, "fused_hybrid").hits
        signal = next(each for each in hits[0].signals if each.retriever == "window")
        dense = next(each for each in hits[0].signals if each.retriever == "dense")
        naive = workbench.questions.search(query, "naive").hits
        wholes = workbench.questions.search(
            replace(query, options=NaiveOptions(parts=False)), "naive"
        ).hits
    finally:
        workbench.close()
    assert odd in hits[0].chunk.text
    assert signal.rank == 1
    assert signal.raw is not None
    assert dense.raw is not None
    assert signal.raw > dense.raw
    nearness = {
        hit.chunk.id: each.raw for hit in naive for each in hit.signals if each.retriever == "dense"
    }
    as_wholes = {
        hit.chunk.id: each.raw
        for hit in wholes
        for each in hit.signals
        if each.retriever == "dense"
    }
    assert odd in naive[0].chunk.text
    assert nearness[hits[0].chunk.id] == pytest.approx(signal.raw, abs=1e-5)
    assert as_wholes[hits[0].chunk.id] == pytest.approx(dense.raw, abs=1e-5)


def test_scores_and_aspects_of_the_same_passages_are_measured_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, asked = view_of([[1, 0], [0, 1]], [1, 1]), []
    measure = WindowView.nearness

    def watched(own: WindowView, vector: Vectors, chunk_ids: Sequence[str]) -> Nearness:
        asked.append(tuple(chunk_ids))
        return measure(own, vector, chunk_ids)

    monkeypatch.setattr(WindowView, "nearness", watched)
    views = SimpleNamespace(ready=lambda _collection: view)
    retriever = WindowRetriever(None, WatchedEmbedder(), views)  # type: ignore[arg-type]
    places = {"Where?": [1.0, 0.0], "When?": [0.0, 1.0]}
    monkeypatch.setattr(
        retriever, "_vector", lambda asked: np.array(places[asked.text], np.float32)
    )
    query = Query("Where?", "c")
    assert retriever.score(query, ["a", "b"]) == pytest.approx({"a": 1.0, "b": 0.0})
    assert retriever.aspects(query, ["a", "b"])["two"] == pytest.approx({"a": 1.0, "b": 0.0})
    assert asked == [("a", "b")]
    view = view_of([[0, 1], [1, 0]], [1, 1])  # another version of the collection
    assert retriever.score(query, ["a", "b"]) == pytest.approx({"a": 0.0, "b": 1.0})
    retriever.score(replace(query, text="When?"), ["a", "b"])
    retriever.score(query, ["b"])
    assert asked == [("a", "b"), ("a", "b"), ("a", "b"), ("b",)]


def test_a_worker_embeds_windows_in_steps_and_then_has_nothing_left(tmp_path: Path) -> None:
    assembly = assemble(load_settings({}, library=tmp_path / "library"))
    records = assembly.parts.records
    try:
        embedder = WatchedEmbedder()
        collection = records.create_collection("Harbour", CollectionSettings()).id
        records.publish([make_bundle(collection, passages=(LONG, SHORT))])
        ahead = ReadingAhead(replace(assembly.ingestion, embedders=embedder))
        assert not ahead.step()
        ahead.changed(collection)
        assert ahead.step()
        assert ahead.step(), "definitions are read before windows are embedded"
        assert ahead.step(), "and so are subjects"
        assert embedder.asked == []
        assert ahead.step()
        assert len(embedder.asked) == 2
        assert not ahead.step()
    finally:
        assembly.parts.index.close()
        records.close()


def test_a_worker_leaves_what_cannot_be_embedded_to_the_first_question(tmp_path: Path) -> None:
    assembly = assemble(load_settings({}, library=tmp_path / "library"))
    records = assembly.parts.records
    try:
        embedder = WatchedEmbedder()
        embedder.broken = True
        collection = records.create_collection("Harbour", CollectionSettings()).id
        records.publish([make_bundle(collection, passages=(LONG, SHORT))])
        ahead = ReadingAhead(replace(assembly.ingestion, embedders=embedder))
        ahead.changed(collection)
        assert [ahead.step() for _ in range(5)] == [True, True, True, True, False]
    finally:
        assembly.parts.index.close()
        records.close()


def test_only_one_process_embeds_windows_and_the_others_load_them(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_reading, "_PATIENCE", 0.0)
    collection = records.create_collection("Harbour", CollectionSettings()).id
    records.publish([make_bundle(collection, passages=(LONG, SHORT))])
    embedder, other = WatchedEmbedder(), WatchedEmbedder()
    with filelock.FileLock(tmp_path / "windows.lock"):
        assert not WindowViews(records, embedder, tmp_path).keep(collection, 10)
        assert embedder.asked == []
    late = WindowViews(records, other, tmp_path)
    assert WindowViews(records, embedder, tmp_path).keep(collection, 10)
    assert len(embedder.asked) == 2
    assert late.keep(collection, 10)
    assert other.asked == []


def test_a_question_goes_before_each_few_windows_that_are_embedded_in_the_background(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backend.windows.document_windows.EMBEDDED_AT_ONCE", 2)
    collection = records.create_collection("Harbour", CollectionSettings()).id
    records.publish([make_bundle(collection, passages=[f"{n} {LONG}" for n in range(2)])])
    embedder = WatchedEmbedder()
    embedded: list[int] = []
    monkeypatch.setattr(
        QuestionsFirst, "let_pass", lambda self, stopped: embedded.append(len(embedder.asked))
    )
    assert WindowViews(records, embedder, tmp_path).keep(collection, 10)
    assert embedded == [0, 2], "four windows, two at once"
    assert len(embedder.asked) == 4


def test_what_is_embedded_in_the_background_ends_with_the_program(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("Harbour", CollectionSettings()).id
    records.publish([make_bundle(collection, passages=[f"{n} {LONG}" for n in range(8)])])
    embedder, waits, let_pass = WatchedEmbedder(), threading.Event(), QuestionsFirst.let_pass

    def watched(own: QuestionsFirst, stopped: Callable[[], bool]) -> None:
        waits.set()
        let_pass(own, stopped)

    monkeypatch.setattr(QuestionsFirst, "let_pass", watched)
    with QuestionsFirst(tmp_path).question():
        views = WindowViews(records, embedder, tmp_path)
        assert views.ready(collection) is None
        assert waits.wait(30)
        views.close()
    assert embedder.asked == []
    assert views.progress(collection) == (0, 0)
    assert views.ready(collection) is None
    views.close()
