"""Keeps what was read of documents in the records, so that it is read once and not at every start.

Parts of documents are packed into parcels, each complete in itself, so that adding documents adds a
parcel and changes no other. A parcel goes with each of its documents, so that no word of one that
left stays: the store empties it in the same transaction. Parts of the others are stored again from
memory, or read again at the next start. Documents of a parcel that were published again with the
same content are passed over when it is read.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Collection as Group
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from backend.errors import WorkbenchError
from backend.ports import DerivedRecords
from backend.types import Change

logger = logging.getLogger(__name__)

PASSAGES_OF_PARCEL = 20_000
MOST_PARCELS = 24
"""With so many parcels more than all passages fill, all are packed anew, into fewer."""
BATCH = 2_000
"""New passages are stored whenever so many have been read, so that an end loses little."""


class Part(Protocol):
    """What was read of one document."""

    @property
    def document_id(self) -> str: ...

    @property
    def chunk_ids(self) -> Sequence[str]:
        """Its passages."""
        ...


P = TypeVar("P", bound=Part)


@dataclass(frozen=True, slots=True)
class Stored(Generic[P]):
    """Parts that still hold, by document, how many parcels there are, and in which (by number) a
    document's part is."""

    parts: dict[str, P]
    parcels: int
    places: dict[str, int]


@dataclass(frozen=True, slots=True)
class Parcels(Generic[P]):
    """Where parts of one sort are kept.

    Args:
        name: raise the number in it when a part holds something else than before.
        pack, unpack: parts as bytes, and back.
    """

    name: str
    pack: Callable[[Sequence[P]], bytes]
    unpack: Callable[[bytes], Iterator[P]]

    def load(self, records: DerivedRecords, collection_id: str) -> Stored[P]:
        """All stored parts whose documents have not changed since."""
        parts: dict[str, P] = {}
        places: dict[str, int] = {}
        number, since = 0, -1
        last: dict[str, int] = {}
        while (found := records.load_derived(collection_id, f"{self.name}/{number}")) is not None:
            payload, sequence = found
            number += 1
            if not payload:
                continue
            if since < 0 or sequence < since:  # once for all parcels: the log may be long
                last, since = last_changes(records, collection_id, sequence), sequence
            for part in self.unpack(payload):
                if last.get(part.document_id, -1) <= sequence:
                    parts[part.document_id] = part
                    places[part.document_id] = number - 1
        return Stored(parts, number, places)

    def store(
        self,
        records: DerivedRecords,
        collection_id: str,
        new: Sequence[P],
        every: Sequence[P],
        parcels: int,
        sequence: int,
    ) -> tuple[int, dict[str, int]]:
        """Add a parcel of new parts, or pack all anew where there are many.

        What cannot be kept is read again at the next start: that is logged and harms nobody.

        Args:
            every: all parts, the new ones among them.
            parcels: how many there are.
            sequence: the version of the records that the new parts were read from.

        Returns:
            How many parcels there are now, and in which the parts of documents are that were
            stored.
        """
        places: dict[str, int] = {}
        if not new:
            return parcels, places
        full = sum(len(each.chunk_ids) for each in every) // PASSAGES_OF_PARCEL
        chosen, number = (new, parcels) if parcels < MOST_PARCELS + full else (every, 0)
        try:
            for some in _parcels(chosen):
                payload = self.pack(some)
                holds = [each.document_id for each in some]
                records.save_derived(
                    collection_id, f"{self.name}/{number}", payload, sequence, holds
                )
                places.update(dict.fromkeys(holds, number))
                number += 1
            for empty in range(number, parcels):
                records.save_derived(collection_id, f"{self.name}/{empty}", b"", sequence)
        except WorkbenchError:
            logger.warning("What was read of a collection could not be kept.", exc_info=True)
            return parcels, {}
        return number, places

    def fill(
        self,
        records: DerivedRecords,
        collection_id: str,
        number: int,
        parts: Sequence[P],
        sequence: int,
    ) -> None:
        """Store parts again in a parcel that was emptied because another document of it left.

        One that holds something is left alone: another process has filled it.
        """
        name = f"{self.name}/{number}"
        try:
            found = records.load_derived(collection_id, name)
            if found is not None and not found[0]:
                holds = [part.document_id for part in parts]
                records.save_derived(collection_id, name, self.pack(parts), sequence, holds)
        except WorkbenchError:
            logger.warning("What was read of a collection could not be kept.", exc_info=True)


class TextVersion:
    """The version of the records that something made from a collection's text is of.

    `sequence` is −1 as long as nothing was made.
    """

    def __init__(self, collection_id: str) -> None:
        self.sequence = -1
        self._collection_id = collection_id

    def is_current(self, records: DerivedRecords) -> bool:
        """Whether the collection's text is what it was; the version moves on if it is."""
        if self.sequence < 0:
            return False
        sequence = records.sequence()
        if sequence != self.sequence:
            if changed_documents(records, self._collection_id, self.sequence):
                return False
            self.sequence = sequence
        return True

    def move_to(self, records: DerivedRecords, sequence: int) -> frozenset[str]:
        """Move on to a version; the documents whose text was changed, or went, on the way."""
        changed = frozenset[str]()
        if 0 <= self.sequence != sequence:
            changed = changed_documents(records, self._collection_id, self.sequence)
        self.sequence = sequence
        return changed


class KeptParts(Generic[P]):
    """All parts of a collection in memory, and stored as they come in. Not safe for threads."""

    def __init__(self, store: Parcels[P], collection_id: str) -> None:
        self.parts: dict[str, P] = {}
        self._store = store
        self._collection_id = collection_id
        self._version = TextVersion(collection_id)
        self._parcels = 0
        self._places: dict[str, int] = {}

    def forget_changed(self, records: DerivedRecords, sequence: int) -> bool:
        """Drop the parts of documents that changed or went since this was asked last, and store
        again what went from the store with them; whether there were such documents.

        Args:
            sequence: the version of the records to which the parts are brought now.
        """
        changed = self._version.move_to(records, sequence)
        left = {self._places.pop(each) for each in changed if each in self._places}
        for document_id in changed:
            self.parts.pop(document_id, None)
        for number in sorted(left):
            same = [part for key, part in self.parts.items() if self._places.get(key) == number]
            if same:
                self._store.fill(records, self._collection_id, number, same, sequence)
        return bool(changed)

    def forget_all_but(self, document_ids: Group[str]) -> None:
        """Drop the parts of documents that are not there."""
        for gone in self.parts.keys() - set(document_ids):
            del self.parts[gone]

    def load(self, records: DerivedRecords) -> None:
        """Take in all that was stored and still holds."""
        stored = self._store.load(records, self._collection_id)
        self.parts, self._parcels = stored.parts, stored.parcels
        self._places = stored.places

    def take_in(self, records: DerivedRecords, new: Iterable[P], sequence: int) -> None:
        """Put new parts among the others, and store them whenever enough have come.

        Args:
            sequence: the version of the records that they were read from.
        """
        unsaved: list[P] = []
        passages = 0
        for part in new:
            self.parts[part.document_id] = part
            unsaved.append(part)
            passages += len(part.chunk_ids)
            if passages >= BATCH * max(1, self._parcels):
                self._save(records, unsaved, sequence)
                unsaved, passages = [], 0
        self._save(records, unsaved, sequence)

    def _save(self, records: DerivedRecords, new: Sequence[P], sequence: int) -> None:
        every = list(self.parts.values())
        self._parcels, places = self._store.store(
            records, self._collection_id, new, every, self._parcels, sequence
        )
        self._places.update(places)


def changed_documents(records: DerivedRecords, collection_id: str, sequence: int) -> frozenset[str]:
    """The documents of a collection that came, went, or say something else since a version of the
    records; one with other vectors or communities alone has not changed."""
    return frozenset(last_changes(records, collection_id, sequence))


def last_changes(records: DerivedRecords, collection_id: str, sequence: int) -> dict[str, int]:
    """The same documents, and the version of the records at which each changed last."""
    return {
        change.document_id: change.sequence
        for change in records.changes(sequence)  # in order: the last one stays
        if change.collection_id == collection_id and changes_text(change)
    }


def changes_text(change: Change) -> bool:
    """Whether a document came or went with a change, or says something else since; not where its
    vectors or communities alone were made anew."""
    return change.action not in {"regraphed", "reembedded"}


def _parcels(parts: Sequence[P]) -> Iterator[list[P]]:
    some: list[P] = []
    held = 0
    for part in parts:
        some.append(part)
        held += len(part.chunk_ids)
        if held >= PASSAGES_OF_PARCEL:
            yield some
            some, held = [], 0
    if some:
        yield some
