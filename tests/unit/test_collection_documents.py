"""The documents of a collection are read once, and are those of the records whatever comes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.collection_documents import CollectionDocuments
from backend.errors import NotFoundError
from backend.ports import Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import CollectionSettings
from tests.factories import make_bundle


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def test_documents_that_come_change_or_go_are_looked_up_alone(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = (records.create_collection(name, CollectionSettings()).id for name in "AB")
    documents = CollectionDocuments(records)
    assert documents.of(one) == {}
    first, second = (make_bundle(one, title) for title in ("Tern", "Gull"))
    monkeypatch.setattr(records, "documents", lambda *_: pytest.fail("all were read again"))
    records.publish([first, second])
    before = documents.of(one)
    assert before == {
        each.document.id: records.document(each.document.id) for each in (first, second)
    }
    records.publish([make_bundle(other, "Kite")])
    assert documents.of(one) is before, "those of another collection change nothing"
    third = make_bundle(one, "Tern again")
    records.publish([third], [first.document.id])
    assert documents.of(one).keys() == {second.document.id, third.document.id}
    assert before.keys() == {first.document.id, second.document.id}, "who has them keeps them"
    records.delete_documents([second.document.id])
    assert documents.of(one).keys() == {third.document.id}


def test_a_collection_that_goes_takes_its_documents_with_it(records: Records) -> None:
    collection = records.create_collection("A", CollectionSettings()).id
    documents = CollectionDocuments(records)
    records.publish([make_bundle(collection, "Tern")])
    assert len(documents.of(collection)) == 1
    records.delete_collection(collection)
    for _ in range(2):
        with pytest.raises(NotFoundError):
            documents.of(collection)


def test_documents_of_records_that_are_older_now_are_read_again(
    records: Records, tmp_path: Path
) -> None:
    collection = records.create_collection("A", CollectionSettings()).id
    documents = CollectionDocuments(records)
    records.publish([make_bundle(collection, "Tern")])
    documents.of(collection)
    known = documents._known[collection]
    documents._known[collection] = replace(known, sequence=records.sequence() + 5)
    records.delete_documents(list(known.documents))
    assert documents.of(collection) == {}


def test_documents_that_are_forgotten_are_read_again(records: Records) -> None:
    collection = records.create_collection("A", CollectionSettings()).id
    documents = CollectionDocuments(records)
    records.publish([make_bundle(collection, "Tern")])
    before = documents.of(collection)
    documents.forget()
    assert documents.of(collection) is not before
    assert documents.of(collection) == before


def test_they_keep_their_order_as_documents_come_change_and_go(records: Records) -> None:
    collection = records.create_collection("A", CollectionSettings()).id
    documents = CollectionDocuments(records)
    made = {title: make_bundle(collection, title) for title in "dbace"}
    there: set[str] = set()
    # what comes first, last, between others, twice, and goes from each of these places
    for titles in ("c", "a", "e", "bd", "a", "c", "e", "ca", "bd", "b", "ace", "abcde"):
        coming = [made[title] for title in titles if title not in there]
        if coming:
            records.publish(coming)
        else:
            records.delete_documents([made[title].document.id for title in titles])
        there ^= set(titles) if not coming else {each.document.title for each in coming}
        ordered = documents.ordered(collection)
        assert [each.title for each in ordered] == sorted(there)
        assert sorted(documents.of(collection)) == sorted(each.id for each in ordered)
        assert documents.ordered(collection) is ordered
    changed = make_bundle(collection, "c", version=2)
    records.publish([changed])
    assert [each.version for each in documents.ordered(collection)] == [1, 1, 2, 1, 1]
