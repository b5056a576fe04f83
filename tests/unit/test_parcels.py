"""What was read of documents is kept in parcels, of which few become many and are packed anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from backend.parcels import KeptParts, Parcels
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import CollectionSettings
from tests.factories import make_bundle


@dataclass(frozen=True)
class Read:
    """A document and its passages."""

    document_id: str
    chunk_ids: tuple[str, ...]


def _pack(parts: Sequence[Read]) -> bytes:
    return json.dumps([asdict(part) for part in parts]).encode()


def _unpack(payload: bytes) -> Iterator[Read]:
    for load in json.loads(payload):
        yield Read(load["document_id"], tuple(load["chunk_ids"]))


PARCELS = Parcels("read 1", _pack, _unpack)


def read(bundle: DocumentBundle) -> Read:
    return Read(bundle.document.id, tuple(chunk.id for chunk in bundle.chunks))


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def test_a_document_that_was_published_again_after_its_parcel_was_stored_is_passed_over(
    records: Records,
) -> None:
    """Its parcel is the second, and older than the first."""
    collection = records.create_collection("Harbour", CollectionSettings()).id
    bundles = [make_bundle(collection, title, ("The pilot waits.",)) for title in "AB"]
    first, second = (bundle.document.id for bundle in bundles)
    records.publish(bundles)

    def store(number: int) -> None:
        part, name = read(bundles[number]), f"{PARCELS.name}/{number}"
        records.save_derived(
            collection, name, _pack([part]), records.sequence(), [part.document_id]
        )

    store(1)
    store(0)
    assert PARCELS.load(records, collection).places == {first: 0, second: 1}
    records.publish([bundles[1]])
    store(0)
    assert PARCELS.load(records, collection).places == {first: 0}


def test_parcels_are_packed_anew_where_they_are_many_for_their_passages(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parcel takes two passages, and one more than all of them fill may be there."""
    monkeypatch.setattr("backend.parcels.PASSAGES_OF_PARCEL", 2)
    monkeypatch.setattr("backend.parcels.MOST_PARCELS", 1)
    monkeypatch.setattr("backend.parcels.BATCH", 1)
    collection = records.create_collection("Harbour", CollectionSettings()).id
    counts = []
    for title in "ABCDEF":
        bundle = make_bundle(collection, title, ("The pilot waits.",))
        records.publish([bundle])
        kept = KeptParts(PARCELS, collection)
        kept.load(records)
        kept.take_in(records, [read(bundle)], records.sequence())
        held = records.derived_holds(collection, PARCELS.name).values()
        counts.append(len([value for value in held if value]))
    assert counts == [1, 2, 2, 3, 3, 4]
    assert len(PARCELS.load(records, collection).parts) == 6
