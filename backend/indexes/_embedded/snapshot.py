"""What searches see: one part at one moment, and the cache of these that notices new versions."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import tantivy
from usearch.index import Index as NeighbourGraph

from backend.errors import StorageError
from backend.indexes._embedded import inverted_index
from backend.indexes._embedded.catalogue import (
    Catalogue,
    PartState,
    living_values,
    part_state,
    removed_since,
)
from backend.indexes._embedded.kept_entries import (
    EntryIds,
    KnownEntries,
    kept_entries,
    nothing_known,
)
from backend.indexes._embedded.neighbours import graph_nearest, open_graph
from backend.indexes._embedded.vectors import Rows, Scans, cosines, nearest, open_matrix
from backend.ports import Vectors
from backend.types import Filters, Scored

_TAIL = 64
"""How many neighbours beyond k are asked of the graph, for entries that have been removed."""

SCANS = 4
"""Questions whose cosines with all entries are kept: several retrievers ask for the same."""


def part_folder(root: Path, part: PartState) -> Path:
    """Folder of a part; its generations lie in it."""
    return root / f"part-{part.pk}"


def generation_folder(root: Path, part: PartState, generation: int | None = None) -> Path:
    """Folder of one generation of a part, by default the current one."""
    number = part.generation if generation is None else generation
    return part_folder(root, part) / f"generation-{number}"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A part at one version.

    `ids` are shared with later versions of the same generation and only grow; rows from
    `state.rows` on do not count here. The arrays have one element per row.
    """

    state: PartState
    reader: inverted_index.TextSearcher
    searcher: tantivy.Searcher
    matrix: Vectors
    graph: NeighbourGraph | None
    ids: EntryIds
    codes: dict[str, int]
    alive: npt.NDArray[np.bool_]
    has_vector: npt.NDArray[np.bool_]
    documents: npt.NDArray[np.int32]
    media_types: npt.NDArray[np.int32]
    scans: Scans

    def identify(self, row: int) -> str | None:
        """The id at a row; None if nothing that counts stands there."""
        return self.ids.at(row) if row < self.state.rows and self.alive[row] else None

    def row_of(self, identity: str) -> int | None:
        """The row of an entry; None if there is none of that id."""
        rows = self._rows_of([identity])
        return int(rows[0]) if len(rows) else None

    def living_ids(self) -> frozenset[str]:
        """Ids of all entries."""
        return frozenset(self.ids.at(row) for row in np.flatnonzero(self.alive).tolist())

    def search_text(self, terms: dict[str, int], k: int, filters: Filters) -> list[Scored]:
        """The k best entries by BM25."""
        return inverted_index.search(self.searcher, terms, k, filters, self.identify)

    def score_text(self, terms: dict[str, int], ids: Sequence[str]) -> dict[str, float]:
        """BM25 of given entries that match."""
        return inverted_index.score(self.searcher, terms, ids, self.identify)

    def search_vector(
        self, vector: npt.NDArray[Any], k: int, filters: Filters, exact_limit: int
    ) -> list[Scored]:
        """The k nearest entries by cosine."""
        query = self._unit(vector)
        if query is None:
            return []
        allowed = self._allowed(filters)
        if self.graph is None or self.state.alive <= exact_limit or filters != Filters():
            rows = nearest(self.matrix, allowed, query, k, self.scans)
        else:
            rows = self._near_by_graph(self.graph, allowed, query, k)
        found = self._scored(rows, query)
        return sorted(found, key=lambda each: (-each.score, each.chunk_id))[: max(k, 0)]

    def score_vector(self, vector: npt.NDArray[Any], ids: Sequence[str]) -> dict[str, float]:
        """Cosines of given entries."""
        query = self._unit(vector)
        if query is None:
            return {}
        rows = self._rows_of(ids)
        rows = rows[self.has_vector[rows]]
        return {each.chunk_id: each.score for each in self._scored(rows, query)}

    def _near_by_graph(
        self,
        graph: NeighbourGraph,
        allowed: npt.NDArray[np.bool_],
        query: npt.NDArray[np.float64],
        k: int,
    ) -> Rows:
        covered = self.state.graph_rows
        tail = allowed.copy()
        tail[:covered] = False
        newer = nearest(self.matrix[covered:], tail[covered:], query, k, Scans(1)) + covered
        count = k + _TAIL
        while True:
            rows = graph_nearest(graph, query.astype(np.float32), count)
            kept = rows[allowed[rows]]
            if len(kept) >= k or count >= covered:
                return np.concatenate([kept, newer])
            count *= 4

    def _scored(self, rows: Rows, query: npt.NDArray[np.float64]) -> list[Scored]:
        values = cosines(self.matrix, rows, query)
        return [
            Scored(self.ids.at(row), value)
            for row, value in zip(rows.tolist(), values.tolist(), strict=True)
        ]

    def _rows_of(self, ids: Sequence[str] | frozenset[str]) -> Rows:
        rows = self.ids.rows_of(ids)
        found = [row for row in rows if row < self.state.rows and self.alive[row]]
        return np.array(sorted(set(found)), dtype=np.int64)

    def _unit(self, vector: npt.NDArray[Any]) -> npt.NDArray[np.float64] | None:
        """The query as a unit vector; None where there is nothing to compare it with."""
        query = np.asarray(vector, dtype=np.float64).reshape(-1)
        length = float(np.linalg.norm(query))
        if not self.state.dimension or not self.state.rows or not length:
            return None
        if len(query) != self.state.dimension:
            raise StorageError(
                f"The question's vector has {len(query)} dimensions, the collection's have "
                f"{self.state.dimension}: they come from different embedding models.",
                "Let the re-embedding of the collection finish, or choose its model again.",
            )
        return query / length

    def _allowed(self, filters: Filters) -> npt.NDArray[np.bool_]:
        allowed = self.alive & self.has_vector
        if filters.chunk_ids is not None:
            chosen = np.zeros(len(allowed), dtype=np.bool_)
            chosen[self._rows_of(filters.chunk_ids)] = True
            allowed &= chosen
        for wanted, column in (
            (filters.document_ids, self.documents),
            (filters.media_types, self.media_types),
        ):
            if wanted:
                codes = [self.codes[each] for each in wanted if each in self.codes]
                allowed &= np.isin(column, codes)
        return allowed


class Snapshots:
    """The newest snapshot of each part that was asked for."""

    def __init__(self, catalogue: Catalogue, root: Path) -> None:
        self._catalogue = catalogue
        self._root = root
        self._guard = threading.Lock()
        self._loading: dict[tuple[str, str], threading.Lock] = {}
        self._newest: dict[tuple[str, str], Snapshot] = {}

    def get(self, collection_id: str, space: str) -> Snapshot | None:
        """The part as the catalogue has it now; None if there is none.

        Raises:
            DamagedError: if its files cannot be read, perhaps because a new generation has just
                replaced them.
        """
        state = self._catalogue.part(collection_id, space)
        if state is None:
            self.forget(collection_id, space)
            return None
        key = (collection_id, space)
        snapshot = self._newest.get(key)
        if snapshot is not None and _same(snapshot.state, state):
            return snapshot
        with self._guard:
            loading = self._loading.setdefault(key, threading.Lock())
        with loading:
            snapshot = self._newest.get(key)
            if snapshot is None or not _same(snapshot.state, state):
                snapshot = self._load(collection_id, space, snapshot)
                if snapshot is not None:
                    self._newest[key] = snapshot
            return snapshot

    def forget(self, collection_id: str, space: str) -> None:
        """Drop what is cached of a part."""
        self._newest.pop((collection_id, space), None)

    def clear(self) -> None:
        """Drop everything that is cached."""
        self._newest.clear()

    def _load(self, collection_id: str, space: str, previous: Snapshot | None) -> Snapshot | None:
        with self._catalogue.read() as connection:
            state = part_state(connection, collection_id, space)
            if state is None:
                return None
            if previous is not None and not _continues(previous.state, state):
                previous = None
            size = state.rows
            before = _known(previous, generation_folder(self._root, state), state)
            ids, codes = before.ids, before.codes
            alive, has_vector = _grown(before.alive, size), _grown(before.has_vector, size)
            documents = _grown(before.documents, size)
            media_types = _grown(before.media_types, size)
            gone = removed_since(connection, state.pk, before.version) if before.rows else []
            for row, identity in gone:
                if row < before.rows:
                    alive[row] = False
                    ids.forget(row, identity)
            for row, identity, document, media, vector in living_values(
                connection, state.pk, before.rows
            ):
                ids.add(row, identity)
                alive[row] = True
                has_vector[row] = vector
                documents[row] = codes.setdefault(document, len(codes))
                media_types[row] = codes.setdefault(media, len(codes))
        folder = generation_folder(self._root, state)
        reader = previous.reader if previous else inverted_index.TextSearcher(folder / "text")
        same_graph = previous is not None and previous.state.graph_rows == state.graph_rows
        graph: NeighbourGraph | None = None
        if previous is not None and same_graph:
            graph = previous.graph
        elif state.graph_rows:
            graph = open_graph(folder, state.graph_rows)
        return Snapshot(
            state=state,
            reader=reader,
            searcher=reader.searcher(),
            matrix=open_matrix(folder / "vectors.f32", size, state.dimension),
            graph=graph,
            ids=ids,
            codes=codes,
            alive=alive,
            has_vector=has_vector,
            documents=documents,
            media_types=media_types,
            scans=Scans(SCANS),
        )


def _known(previous: Snapshot | None, folder: Path, state: PartState) -> KnownEntries:
    """From the snapshot before, else from what is kept in the generation's folder."""
    if previous is None:
        return kept_entries(folder, state.version, state.rows) or nothing_known()
    return KnownEntries(
        previous.state.version,
        previous.state.rows,
        previous.ids,
        previous.codes,
        previous.alive,
        previous.has_vector,
        previous.documents,
        previous.media_types,
    )


def _same(left: PartState, right: PartState) -> bool:
    return (left.pk, left.version) == (right.pk, right.version)


def _continues(previous: PartState, state: PartState) -> bool:
    return (previous.pk, previous.generation) == (state.pk, state.generation)


def _grown(column: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    """A copy with zeros added at the end, so that older snapshots keep theirs."""
    made = np.zeros(size, dtype=column.dtype)
    made[: len(column)] = column
    return made
