"""Keeps what was read of documents in the records as segments, so that it is read once.

A segment goes with each of its documents, so that no word of one that left stays: the store empties
it in the same transaction. What it held of the others is stored again by whoever has it in a view,
or read again. Small segments are merged into larger ones as documents come in, each passage as
often as their number doubles, so that there are few and a document that is added touches few.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Collection as Group
from dataclasses import dataclass

from backend.errors import WorkbenchError
from backend.parcels import changed_documents, last_changes
from backend.ports import DerivedRecords
from backend.segments import (
    Arrays,
    Layer,
    Schema,
    chosen,
    documents_in,
    merged,
    packed,
    unpacked,
    whole,
)

logger = logging.getLogger(__name__)

MOST_PASSAGES = 20_000
"""Segments are not merged into larger ones than this, so that a deletion empties no more."""


@dataclass(frozen=True, slots=True)
class KeptSegments:
    """Segments of one sort in the records of a collection.

    Args:
        name: raise the number in it when a segment holds something else than before.
        pack, unpack: a segment as bytes, and back.
    """

    name: str
    schema: Schema
    records: DerivedRecords
    collection_id: str
    pack: Callable[[Arrays], bytes] = packed
    unpack: Callable[[bytes], Arrays] = unpacked

    def held(self, among: Group[str] | None = None) -> frozenset[str]:
        """The documents of which something is kept, or those of some."""
        return frozenset(
            document for documents in self._held(among).values() for document in documents
        )

    def holding(self, among: Group[str] | None = None) -> frozenset[str]:
        """The documents, or those of some, of which something is kept that still holds: they were
        not stored anew since."""
        held = {name: documents for name, documents in self._held(among).items() if documents}
        if not held:
            return frozenset()
        versions = self.records.derived_versions(self.collection_id, f"{self.name}/")
        first = min((versions[name] for name in held if name in versions), default=0)
        last = last_changes(self.records, self.collection_id, first)
        return frozenset(
            document
            for name, documents in held.items()
            for document in documents
            if last.get(document, -1) <= versions.get(name, -1)
        )

    def load(self, wanted: Group[str]) -> list[Layer]:
        """What is kept of some documents and still holds."""
        missing, layers = set(wanted), []
        for name, documents in self._held(wanted).items():
            if not missing.isdisjoint(documents):
                layer = self._loaded(name, missing)
                if layer is not None and layer.kept.any():
                    missing -= set(kept_in(layer))
                    layers.append(layer)
        return layers

    def add(self, segment: Arrays, passages: Mapping[str, int], sequence: int) -> None:
        """Keep a segment, merged with those that are no larger.

        What cannot be kept is read again when it is next needed: that is logged and harms nobody.
        `holding` tells what is kept.

        Args:
            passages: of each document of the collection.
            sequence: the version of the records that it was read from, or an earlier one.
        """
        own = set(documents_in(segment))
        layers, total, taken = [whole(self.schema, segment)], _sum(own, passages), []
        counts = self.records.derived_counts(self.collection_id, f"{self.name}/")
        left = {name: count for name, count in counts.items() if count}
        held: dict[str, tuple[str, ...]] = {}
        sizes: dict[str, int] = {}
        while True:
            # a segment has as many passages as documents, or more: large ones are not looked into
            for name in [each for each, count in left.items() if count <= total]:
                del left[name]
                held[name] = self.records.derived_documents(self.collection_id, name)
                sizes[name] = _sum(held[name], passages)
            name = min(sizes, key=lambda each: (sizes[each], each), default="")
            if not name or sizes[name] > total or total + sizes[name] > MOST_PASSAGES:
                break
            layer = self._loaded(name, set(held[name]) - own)
            if layer is not None:  # another process may have read the same
                own.update(kept_in(layer))
                layers.append(layer)
            total += sizes.pop(name)
            taken.append(name)
        free = [name for name, count in counts.items() if not count]
        name = taken[0] if taken else free[0] if free else f"{self.name}/{len(counts)}"
        if len(layers) > 1:
            segment = merged(self.schema, layers)
        try:
            self.records.save_derived(
                *(self.collection_id, name, self.pack(segment), sequence), documents_in(segment)
            )
            for each in taken[1:]:
                self.records.save_derived(self.collection_id, each, b"", sequence)
        except WorkbenchError:
            logger.warning("What was read of a collection could not be kept.", exc_info=True)

    def _held(self, among: Group[str] | None) -> dict[str, tuple[str, ...]]:
        return self.records.derived_holds(self.collection_id, f"{self.name}/", among)

    def _loaded(self, name: str, wanted: Iterable[str]) -> Layer | None:
        found = self.records.load_derived(self.collection_id, name)
        if found is None or not found[0]:
            return None
        payload, sequence = found
        changed = changed_documents(self.records, self.collection_id, sequence)
        return chosen(self.schema, self.unpack(payload), set(wanted) - changed)


def kept_in(layer: Layer) -> tuple[str, ...]:
    """The ids of the documents that a layer takes from its segment."""
    return tuple(
        document
        for document, kept in zip(documents_in(layer.arrays), layer.kept, strict=True)
        if kept
    )


def _sum(documents: Iterable[str], passages: Mapping[str, int]) -> int:
    return sum(passages.get(document, 0) for document in documents)
