"""The next view of a collection: of the segments of the one before that stay, and of what is new.

What a sort of view is stands here as well: how documents are read, what their segment looks like,
and how a view is made of segments. Whoever keeps views in step with the records (`joined_views`)
makes them by this.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Collection as Group
from dataclasses import dataclass
from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

from backend.errors import WorkbenchError
from backend.joint_segments import NewSegment
from backend.kept_segments import MOST_PASSAGES, KeptSegments, kept_in
from backend.parcels import changed_documents
from backend.ports import Records
from backend.segments import (
    Arrays,
    Layer,
    Schema,
    chosen,
    documents_in,
    merged,
    merged_with_places,
    packed,
    unpacked,
    whole,
)
from backend.types import Document
from backend.view_files import ViewKind

TIER = 3
"""A segment is merged with smaller ones that together have at least a third of its passages."""
MOST_TOGETHER = 1_000_000
"""Passages up to which segments are merged. A document that goes has the segment that held it
written again, and no more than that, however large the collection."""
BATCH = 2_000
"""New passages are kept whenever so many have been read, so that an end loses little."""


class ReadAheadError(WorkbenchError):
    """More has come than may be read when a view is made: it is to be read and kept before."""


class Versioned(Protocol):
    """A view of the records at one version, and the segments of its documents by the names of
    their files."""

    @property
    def version(self) -> int: ...

    @property
    def segments(self) -> Mapping[str, Arrays]: ...


V = TypeVar("V", bound=Versioned)


@dataclass(frozen=True, slots=True)
class Present(Generic[V]):
    """What a view is made for: a version of the records, all documents of the collection, the view
    of before, if any, and those of its documents that have not changed since.

    Args:
        stayed: those segments of before that stay, by their places among these.
        new: segments besides, as their files hold them.
        names: of the files of all segments, those that stayed first.
        changed: the documents that came, went or changed since the view of before.
        came, went: segments of the documents that came since the view of before, and of those that
            went; those that changed did both.
    """

    records: Records
    collection_id: str
    version: int
    documents: Sequence[Document]
    before: V | None
    unchanged: frozenset[str]
    stayed: Sequence[int]
    new: Sequence[NewSegment]
    names: Sequence[str]
    changed: frozenset[str]
    came: Sequence[Arrays]
    went: Sequence[Arrays]


@dataclass(frozen=True)
class Sort(Generic[V]):
    """One sort of view.

    Args:
        kind: names its files.
        name: of what is kept of documents; raise the number in it when that changes.
        wanted: those of a collection's documents that are read.
        read: the segment of some documents; one that went in the meantime is left out. It raises
            `ReadAheadError` where so much is to be read in steps first: no view is made then.
        finish: a segment as its file holds it.
        join: makes a view.
        stored: what the view's own file says and holds.
        opened: makes a view of these and of its segments.
        over: the same view over the same segments at another place.
        pack, unpack: a segment as bytes that are kept, and back.
    """

    kind: ViewKind
    name: str
    schema: Schema
    wanted: Callable[[Sequence[Document]], tuple[Document, ...]]
    read: Callable[[Records, Sequence[Document]], Arrays]
    finish: Callable[[Arrays], Arrays]
    join: Callable[[Present[V]], V]
    stored: Callable[[V], tuple[Mapping[str, Any], Arrays]]
    opened: Callable[[Mapping[str, Any], Arrays, Mapping[str, Arrays]], V]
    over: Callable[[V, Mapping[str, Arrays]], V]
    pack: Callable[[Arrays], bytes] = packed
    unpack: Callable[[bytes], Arrays] = unpacked


@dataclass(frozen=True, slots=True)
class SegmentDocuments:
    """The documents of a segment, and how many passages they have."""

    ids: frozenset[str]
    passages: int


class ViewMaking(Generic[V]):
    """Makes the views of one sort of one collection.

    Args:
        told: called with passages read and passages to read, as documents are read.
        known: the documents of the segments of views that were made before, by the names of their
            files, so that those of large ones are not listed for each document that comes. It is
            brought up to date.
    """

    def __init__(
        self,
        sort: Sort[V],
        records: Records,
        collection_id: str,
        told: Callable[[int, int], None] = lambda done, total: None,
        known: dict[str, SegmentDocuments] | None = None,
    ) -> None:
        self._sort = sort
        self._records = records
        self._collection_id = collection_id
        self._told = told
        self._known = {} if known is None else known

    def segments(self) -> KeptSegments:
        """What was read of the collection's documents and is kept."""
        sort = self._sort
        return KeptSegments(
            *(sort.name, sort.schema, self._records, self._collection_id, sort.pack, sort.unpack)
        )

    def next_view(
        self, documents: Sequence[Document], sequence: int, before: V | None, since: int
    ) -> V:
        """A view of the documents at a number of the records: of those segments of the view before
        of which no document has gone or changed, and of one that takes in what was kept of the
        others, what is read now, and those that are not much larger than it.

        Args:
            before, since: the view before, and the number that it is of.

        Raises:
            ReadAheadError: if more is to be read than may be when a view is made.
        """
        sort, records = self._sort, self._records
        wanted = {document.id: document for document in sort.wanted(documents)}
        passages = {document.id: document.chunks for document in documents}
        segments = self.segments()
        gone = frozenset[str]()
        if before is not None:
            gone = changed_documents(records, self._collection_id, since)
        names = list(before.segments) if before is not None else []
        own = tuple(before.segments.values()) if before is not None else ()
        there = [self._documents(*each, passages) for each in zip(names, own, strict=True)]
        left = wanted.keys() - gone
        layers, held = [], []
        for each, all_there in zip(own, there, strict=True):
            entire = all_there.ids <= left
            layers.append(whole(sort.schema, each) if entire else chosen(sort.schema, each, left))
            held.append(all_there if entire else _documents_of(kept_in(layers[-1]), passages))
        unchanged = frozenset[str]().union(*(each.ids for each in held))
        touched = any(not each.ids.isdisjoint(gone) for each in there)
        if touched or not gone <= wanted.keys():
            self._keep_again(segments, layers, gone, documents, sequence)
        coming = segments.load(wanted.keys() - unchanged)
        unread = wanted.keys() - unchanged - set(chain.from_iterable(map(kept_in, coming)))
        for segment in self._read([each for each in wanted.values() if each.id in unread]):
            segments.add(segment, passages, sequence)
            coming.append(whole(sort.schema, segment))
        came = [sum(passages.get(each, 0) for each in kept_in(layer)) for layer in coming]
        stayed, taken = _tiers(layers, held, sum(came))
        went = [_others(sort.schema, layer) for layer in layers if not layer.kept.all()]
        parts = [
            *((place, layers[place], held[place].passages) for place in taken),
            *((None, layer, size) for layer, size in zip(coming, came, strict=True)),
        ]
        new = [self._merged(each) for each in _together(parts)]
        if not new and not stayed:
            new = [self._merged([])]
        staying = [names[each] for each in stayed]
        for name in self._known.keys() - staying:
            del self._known[name]
        present = Present(
            *(records, self._collection_id, sequence, documents, before, unchanged, stayed, new),
            names=(*staying, *(uuid.uuid4().hex for _ in new)),
            changed=gone,
            came=[merged(sort.schema, coming)] if coming and before is not None else [],
            went=went,
        )
        return sort.join(present)

    def _merged(self, parts: Sequence[_Part]) -> NewSegment:
        """A segment of several: those of the view before, by their places there, and others."""
        sort = self._sort
        made, places = merged_with_places(sort.schema, [layer for _, layer, _ in parts])
        sources = {
            place: own
            for (place, _, _), own in zip(parts, places, strict=True)
            if place is not None
        }
        return NewSegment(sort.finish(made), sources)

    def _documents(
        self, name: str, segment: Arrays, passages: Mapping[str, int]
    ) -> SegmentDocuments:
        if name not in self._known:
            self._known[name] = _documents_of(documents_in(segment), passages)
        return self._known[name]

    def _keep_again(
        self,
        segments: KeptSegments,
        layers: Sequence[Layer],
        gone: Group[str],
        documents: Sequence[Document],
        sequence: int,
    ) -> None:
        """Keep what went from the records with other documents, and the view still holds."""
        schema, passages = (
            self._sort.schema,
            {document.id: document.chunks for document in documents},
        )
        kept = segments.held(frozenset(chain.from_iterable(map(kept_in, layers))))
        for layer in layers:
            lost = set(kept_in(layer)) - kept
            for batch in _batches(
                [document for document in documents if document.id in lost], MOST_PASSAGES
            ):
                own = chosen(schema, layer.arrays, [each.id for each in batch])
                segments.add(merged(schema, [own]), passages, sequence)

    def _read(self, new: Sequence[Document]) -> Iterator[Arrays]:
        """Segments of documents, told of as they are read."""
        total, done = sum(document.chunks for document in new), 0
        self._told(0, total)
        for batch in _batches(new, BATCH):
            yield self._sort.read(self._records, batch)
            done += sum(each.chunks for each in batch)
            self._told(done, total)


def _documents_of(ids: Iterable[str], passages: Mapping[str, int]) -> SegmentDocuments:
    own = frozenset(ids)
    return SegmentDocuments(own, sum(passages.get(each, 0) for each in own))


_Part = tuple[int | None, Layer, int]
"""The place of a segment in the view before, if it was there, what is left of it, and how many
passages that has."""


def _together(parts: Sequence[_Part]) -> Iterator[Sequence[_Part]]:
    """Parts in their order, so many together that they have no more than `MOST_TOGETHER` passages,
    but one at least."""
    batch: list[_Part] = []
    total = 0
    for part in parts:
        total += part[2]
        if batch and total > MOST_TOGETHER:
            yield batch
            batch, total = [], part[2]
        batch.append(part)
    if batch:
        yield batch


def _tiers(
    layers: Sequence[Layer], held: Sequence[SegmentDocuments], coming: int
) -> tuple[list[int], list[int]]:
    """Which segments of before stay as they are, and which are merged with what comes: those
    of which something went, and those at most `TIER` times as large as all smaller ones
    together, so that there are few and each passage is written again as their number grows, but
    none that would be larger with them than `MOST_TOGETHER`.

    Args:
        coming: passages of what comes.
    """
    cut = [place for place, layer in enumerate(layers) if not layer.kept.all()]
    taken = [place for place in cut if held[place].ids]
    entire = [place for place in range(len(layers)) if place not in cut]
    total = coming + sum(held[each].passages for each in taken)
    for place in sorted(entire, key=lambda each: (held[each].passages, each)):
        passages = held[place].passages
        if passages > TIER * total or total + passages > MOST_TOGETHER:
            break
        taken.append(place)
        total += passages
    return [place for place in entire if place not in taken], taken


def _others(schema: Schema, layer: Layer) -> Arrays:
    """The segment of those documents that a layer does not take."""
    return merged(schema, [Layer(layer.arrays, ~layer.kept)])


def _batches(documents: Sequence[Document], passages: int) -> Iterator[list[Document]]:
    """Documents of at least so many passages each time, and what is left."""
    batch: list[Document] = []
    held = 0
    for document in documents:
        batch.append(document)
        held += document.chunks
        if held >= passages:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch
