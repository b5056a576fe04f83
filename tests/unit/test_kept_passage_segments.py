"""What was read of documents is kept, and a question never waits for a large reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from backend import joined_views
from backend.kept_segments import KeptSegments, kept_in
from backend.passage_view.document_part import Vocabulary, part_of
from backend.passage_view.links import out_links
from backend.passage_view.name_segment import NAME, SCHEMA, segment_of
from backend.passage_view.views import Views
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.segments import merged
from backend.settings import Settings
from backend.types import Chunk, Collection, CollectionSettings, Document

TITLES = ("Ada Byron", "Mary Somerville", "London")


def bundle(collection: str, title: str) -> DocumentBundle:
    text = f"{title} is a name. Ada Byron met Mary Somerville in London."
    identity = f"{collection}-{title}"
    document = Document(
        identity, collection, title, title, "text/plain", title, len(text), 1, 1, 1, 0.0
    )
    chunk = Chunk(f"{identity}-0", identity, "", 0, text, 0, len(text), (0,), "prose", title)
    vectors = np.zeros((1, 4), np.float16)
    return DocumentBundle(document, text, (), (), (chunk,), vectors, "none")


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def filled(records: Records) -> Collection:
    collection = records.create_collection("Names", CollectionSettings())
    records.publish([bundle(collection.id, title) for title in TITLES])
    return collection


def kept(records: Records, collection: Collection) -> KeptSegments:
    return KeptSegments(NAME, SCHEMA, records, collection.id)


def test_a_segment_does_not_depend_on_how_its_words_were_numbered() -> None:
    made = bundle("c", "Ada Byron")
    known = Vocabulary()
    known.term("something else")
    known.key("another name")
    segments = [
        segment_of([part_of(made.document, made.chunks, (), each)], each)
        for each in (known, Vocabulary())
    ]
    assert b"something" not in segments[0]["terms.bytes"].tobytes()
    for name, array in segments[0].items():
        assert array.tobytes() == segments[1][name].tobytes(), name


def test_a_second_start_reads_no_document_again(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = filled(records)
    first = Views(records).of(collection.id)

    def refuse(document_id: str) -> tuple[Chunk, ...]:
        raise AssertionError(f"{document_id} was read again")

    monkeypatch.setattr(records, "chunks_of", refuse)
    second = Views(records).of(collection.id)
    assert list(second.ids) == list(first.ids)
    rows = np.arange(first.size)
    np.testing.assert_allclose(
        out_links(second, rows).upright(), out_links(first, rows).upright(), atol=1e-6
    )


def test_documents_that_changed_are_read_anew_at_the_next_start(records: Records) -> None:
    collection = filled(records)
    Views(records).of(collection.id)
    records.publish([bundle(collection.id, "Ada Byron")])
    wanted = {f"{collection.id}-{title}" for title in TITLES}
    (layer,) = kept(records, collection).load(wanted)
    assert set(kept_in(layer)) == wanted - {f"{collection.id}-Ada Byron"}
    records.delete_documents([f"{collection.id}-London"])
    # a segment that holds words of what was deleted is emptied as a whole
    assert not kept(records, collection).load(wanted)
    assert len(Views(records).of(collection.id).ids) == 2


def test_documents_that_come_one_by_one_are_merged_into_few_segments(records: Records) -> None:
    collection = records.create_collection("Names", CollectionSettings())
    views = Views(records)
    for number in range(1, 9):
        records.publish([bundle(collection.id, f"Ada Byron {number}")])
        assert views.of(collection.id, wait=True).size == number
        sizes = [len(each) for each in records.derived_holds(collection.id, NAME).values() if each]
        assert sum(sizes) == number
        assert len(sizes) == number.bit_count()
    wanted = {f"{collection.id}-Ada Byron {number}" for number in range(1, 9)}
    (layer,) = kept(records, collection).load(wanted)
    assert set(kept_in(layer)) == wanted


def test_a_segment_of_more_passages_than_what_comes_is_left_alone(records: Records) -> None:
    collection = filled(records)
    Views(records).of(collection.id)
    made = bundle(collection.id, "Notes")
    records.publish([made])
    vocabulary = Vocabulary()
    new = segment_of([part_of(made.document, made.chunks, (), vocabulary)], vocabulary)
    there = [f"{collection.id}-{title}" for title in TITLES]
    # as many documents as passages come, but those have ten passages each
    passages = {**dict.fromkeys(there, 10), made.document.id: 3}
    kept(records, collection).add(new, passages, records.sequence())
    held = records.derived_holds(collection.id, f"{NAME}/")
    assert sorted(held.values()) == sorted([tuple(sorted(there)), (made.document.id,)])


def test_what_two_processes_have_read_of_one_document_is_merged_into_one(records: Records) -> None:
    collection = filled(records)
    segments = kept(records, collection)
    Views(records).of(collection.id)
    wanted = {f"{collection.id}-{title}" for title in TITLES}
    (layer,) = segments.load(wanted)
    # as another process stores it that read the same
    payload, sequence = records.load_derived(collection.id, f"{NAME}/0") or (b"", 0)
    records.save_derived(collection.id, f"{NAME}/1", payload, sequence, wanted)
    made = bundle(collection.id, "Notes")
    records.publish([made])
    vocabulary = Vocabulary()
    new = segment_of([part_of(made.document, made.chunks, (), vocabulary)], vocabulary)
    passages = {**dict.fromkeys(wanted, 1), made.document.id: len(wanted)}
    segments.add(new, passages, records.sequence())
    wanted.add(made.document.id)
    (one,) = segments.load(wanted)
    assert sorted(kept_in(one)) == sorted(wanted)
    with pytest.raises(ValueError, match="in two segments"):
        merged(SCHEMA, [layer, one])


def test_what_a_deletion_takes_of_others_is_kept_again_from_the_view(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = filled(records)
    views = Views(records)
    views.of(collection.id)
    records.delete_documents([f"{collection.id}-London"])
    assert not kept(records, collection).held()
    monkeypatch.setattr(records, "chunks_of", lambda document_id: 1 / 0)
    assert views.of(collection.id).size == 2
    assert Views(records).of(collection.id).size == 2


def test_a_large_collection_is_read_in_the_background(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "READ_AT_ONCE", 2)
    collection = filled(records)
    kept = Views(records)
    assert kept.ready(collection.id) is None
    whole = kept.of(collection.id, wait=True)
    assert whole.size == len(TITLES)
    assert kept.ready(collection.id) is whole


def test_a_large_collection_that_was_read_before_is_loaded_at_once(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "READ_AT_ONCE", 2)
    collection = filled(records)
    Views(records).keep(collection.id)
    found = Views(records).ready(collection.id)
    assert found is not None
    assert found.size == len(TITLES)


def test_changes_that_touch_no_text_leave_the_view_as_it_is(records: Records) -> None:
    collection = filled(records)
    kept = Views(records)
    view = kept.of(collection.id)
    other = records.create_collection("Other", CollectionSettings())
    records.publish([bundle(other.id, "London")])
    nothing = np.zeros((0, 0), np.float16)
    records.replace_graph(f"{collection.id}-London", (), nothing, (), "recipe")
    assert kept.of(collection.id) is view


def test_a_worker_reads_what_others_then_only_load(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = filled(records)
    Views(records).keep(collection.id)
    monkeypatch.setattr(records, "chunks_of", lambda document_id: 1 / 0)
    assert Views(records).of(collection.id).size == len(TITLES)
