"""Bringing the index's files to a new state, in an order that a crash cannot spoil.

Adding: mark the part as being written, append vectors, commit tantivy, then one transaction of the
catalogue. Killed before that transaction, the same changes are replayed; what tantivy had taken in
by then is purged first.

tantivy keeps removed entries in its statistics (document frequencies, average lengths) until it
merges them away, and estimates the averages when it does. So that scores are always those of a
fresh build, a part with removed entries is compacted: rewritten, from the terms stored in it, into
its next generation. Small parts are compacted at once, larger ones when a tenth of their rows has
gone, and by repair. Until then scores of a large part are off by as much as the removed tenth
weighs in its statistics; removed entries themselves are never found.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from backend.errors import NotFoundError
from backend.indexes._embedded.catalogue import (
    Catalogue,
    DamagedError,
    EntryRow,
    PartState,
    add_rows,
    drop_part,
    drop_rows,
    living_rows,
    living_values,
    make_part,
    mark_removed,
    part_state,
    save_part,
    set_sequence,
)
from backend.indexes._embedded.inverted_index import (
    TextRow,
    TextSearcher,
    TextWriter,
    all_rows,
)
from backend.indexes._embedded.kept_entries import drop_newer, keep_entries, rows_kept
from backend.indexes._embedded.neighbours import extend_graph
from backend.indexes._embedded.snapshot import generation_folder, part_folder
from backend.indexes._embedded.vectors import append, open_matrix, unit_rows
from backend.indexes._index_entries import SPACES, by_collection, document_entries
from backend.indexes._terms import analysed, analysed_heading
from backend.ports import IndexEntry, Progress, Records, Vectors

SMALL_PART = 2_000
"""Parts of up to so many living entries are compacted at every removal (a tenth of a second)."""
REMOVED_SHARE = 0.1
KEPT_FROM = 20_000
"""Entries are kept as arrays, too, when so many rows, and `KEPT_TAIL` of all, are newer."""
KEPT_TAIL = 0.1
GRAPH_TAIL = 0.1
"""The neighbour graph is extended when more than this share of the rows is newer than it."""
BATCH = 5_000
"""Entries written in one go; bounds memory, and the work that a crash repeats."""

logger = logging.getLogger(__name__)

VECTORS = "vectors.f32"
TEXT = "text"


class Writer:
    """Changes the files of the index. The caller holds the index's lock."""

    def __init__(
        self,
        records: Records,
        catalogue: Catalogue,
        root: Path,
        *,
        exact_limit: int,
        small_part: int = SMALL_PART,
    ) -> None:
        self._records = records
        self._catalogue = catalogue
        self._root = root
        self._exact_limit = exact_limit
        self._small_part = small_part

    # --- changes ---------------------------------------------------------------------------------

    def apply(
        self, touched: Sequence[tuple[str, str]], sequence: int, progress: Progress | None
    ) -> None:
        """Bring (collection id, document id) pairs to what the records hold of them now."""
        for collection_id, document_ids in by_collection(touched).items():
            self._apply(collection_id, document_ids, progress)
        self.reached(sequence)

    def reached(self, sequence: int) -> None:
        """Note how far the index has come."""
        with self._catalogue.write() as connection:
            set_sequence(connection, sequence)

    def _apply(
        self, collection_id: str, document_ids: Sequence[str], progress: Progress | None
    ) -> None:
        try:
            embedding = self._records.collection(collection_id).embedding
        except NotFoundError:
            self.drop_collection(collection_id)
            return
        states = {space: self._part(collection_id, space) for space in SPACES}
        if any(state.embedding not in ("", embedding) for state in states.values()):
            self.rebuild(collection_id, progress)
            return
        states = {space: replace(state, embedding=embedding) for space, state in states.items()}
        entries: dict[str, list[IndexEntry]] = {space: [] for space in SPACES}
        batch: list[str] = []
        for document_id in document_ids:
            batch.append(document_id)
            for space, made in document_entries(self._records, document_id, embedding).items():
                entries[space] += made
            if max(map(len, entries.values())) >= BATCH or document_id == document_ids[-1]:
                for space, state in states.items():
                    states[space] = self._update(state, batch, entries[space])
                    entries[space] = []
                batch = []
        for state in states.values():
            compacted = self._compact_if_due(state)
            self._tend_graph(compacted, progress)
            self._tend_entries(compacted)

    def _compact_if_due(self, state: PartState) -> PartState:
        small = state.alive <= self._small_part
        if state.removed and (small or state.removed > REMOVED_SHARE * state.rows):
            return self.compact(state)
        return state

    def _part(self, collection_id: str, space: str) -> PartState:
        """The part, made if it is new, and rid of what a killed writer left in it."""
        with self._catalogue.write() as connection:
            state = part_state(connection, collection_id, space)
            if state is None:
                state = make_part(connection, collection_id, space)
        drop_newer(generation_folder(self._root, state), state.version, state.rows)
        if state.writing:
            self._purge(state)
        elif state.rows:
            self._verify(state)
        return state

    def _verify(self, state: PartState) -> None:
        """Look at the files before more is added to them.

        Raises:
            DamagedError: if they do not hold what the catalogue says.
        """
        folder = generation_folder(self._root, state)
        open_matrix(folder / VECTORS, state.rows, state.dimension)
        if TextSearcher(folder / TEXT).searcher().num_docs != state.alive:
            raise DamagedError("The word index does not hold as many passages as it should.")

    def _purge(self, state: PartState) -> None:
        """Remove from tantivy what the catalogue does not know; the changes are replayed."""
        folder = generation_folder(self._root, state) / TEXT
        if not folder.exists():
            return
        with self._catalogue.read() as connection:
            known = {entry.row for entry in living_rows(connection, state.pk)}
        strange = {
            row.document_id
            for row in all_rows(TextSearcher(folder).searcher())
            if row.row not in known
        }
        if strange:
            writer = TextWriter(folder)
            writer.remove_documents(sorted(strange))
            writer.commit()

    def _update(
        self, state: PartState, document_ids: Sequence[str], entries: Sequence[IndexEntry]
    ) -> PartState:
        """Replace all entries of some documents."""
        with self._catalogue.write() as connection:
            save_part(connection, replace(state, writing=1))
        folder = generation_folder(self._root, state)
        writer = TextWriter(folder / TEXT)
        writer.remove_documents(document_ids)
        rows, dimension = _write(folder, writer, state.rows, state.dimension, entries)
        writer.commit()
        with self._catalogue.write() as connection:
            version = state.version + 1
            removed = mark_removed(connection, state.pk, document_ids, version)
            add_rows(connection, state.pk, rows)
            state = replace(
                state,
                version=version,
                rows=state.rows + len(rows),
                alive=state.alive + len(rows) - removed,
                dimension=dimension,
                writing=0,
            )
            save_part(connection, state)
        return state

    # --- new generations -------------------------------------------------------------------------

    def compact(self, state: PartState) -> PartState:
        """Rewrite a part without its removed rows."""
        old, new = (
            generation_folder(self._root, state, state.generation + step) for step in (0, 1)
        )
        _remove_folder(new)
        with self._catalogue.read() as connection:
            living = living_rows(connection, state.pk)
        number_of = {entry.row: number for number, entry in enumerate(living)}
        writer = TextWriter(new / TEXT)
        writer.add(
            replace(row, row=number_of[row.row])
            for row in all_rows(TextSearcher(old / TEXT).searcher())
            if row.row in number_of
        )
        writer.commit()
        matrix = open_matrix(old / VECTORS, state.rows, state.dimension)
        if state.dimension:
            for start in range(0, len(living), BATCH):
                chosen = [entry.row for entry in living[start : start + BATCH]]
                append(new / VECTORS, start, matrix[chosen])
        del matrix
        return self._switch(
            state, [replace(entry_row, row=number_of[entry_row.row]) for entry_row in living]
        )

    def rebuild(self, collection_id: str, progress: Progress | None) -> None:
        """Make all parts of a collection anew from the records."""
        embedding = self._records.collection(collection_id).embedding
        documents = self._records.documents(collection_id)
        states = {space: self._part_as_it_is(collection_id, space) for space in SPACES}
        folders = {
            space: generation_folder(self._root, state, state.generation + 1)
            for space, state in states.items()
        }
        for folder in folders.values():
            _remove_folder(folder)
        writers = {space: TextWriter(folder / TEXT) for space, folder in folders.items()}
        rows: dict[str, list[EntryRow]] = {space: [] for space in SPACES}
        waiting: dict[str, list[IndexEntry]] = {space: [] for space in SPACES}
        dimensions = dict.fromkeys(SPACES, 0)

        def write(space: str) -> None:
            made, dimensions[space] = _write(
                folders[space], writers[space], len(rows[space]), dimensions[space], waiting[space]
            )
            rows[space] += made
            waiting[space] = []

        for number, document in enumerate(documents, start=1):
            entries = document_entries(self._records, document.id, embedding)
            for space, made in entries.items():
                waiting[space] += made
                if len(waiting[space]) >= BATCH:
                    write(space)
            if progress is not None:
                progress("indexing", number, len(documents))
        for space, state in states.items():
            write(space)
            writers[space].commit()
            switched = self._switch(
                replace(state, embedding=embedding, dimension=dimensions[space]), rows[space]
            )
            self._tend_graph(switched, progress)
            self._tend_entries(switched)

    def _part_as_it_is(self, collection_id: str, space: str) -> PartState:
        with self._catalogue.write() as connection:
            return part_state(connection, collection_id, space) or make_part(
                connection, collection_id, space
            )

    def _switch(self, state: PartState, rows: Sequence[EntryRow]) -> PartState:
        """Let the next generation, whose files are complete, take the place of the current."""
        old = generation_folder(self._root, state)
        state = replace(
            state,
            generation=state.generation + 1,
            version=state.version + 1,
            rows=len(rows),
            alive=len(rows),
            graph_rows=0,
            writing=0,
        )
        with self._catalogue.write() as connection:
            drop_rows(connection, state.pk)
            add_rows(connection, state.pk, rows)
            save_part(connection, state)
        _remove_folder(old)
        return state

    def _tend_graph(self, state: PartState, progress: Progress | None) -> None:
        """Extend the neighbour graph of a part that is too large to scan."""
        newer = state.rows - state.graph_rows
        if state.alive <= self._exact_limit or newer <= GRAPH_TAIL * state.rows:
            return
        folder = generation_folder(self._root, state)
        matrix = open_matrix(folder / VECTORS, state.rows, state.dimension)
        extend_graph(folder, matrix, state.graph_rows, progress)
        with self._catalogue.write() as connection:
            save_part(connection, replace(state, version=state.version + 1, graph_rows=state.rows))

    def _tend_entries(self, state: PartState) -> None:
        """Keep the entries of a large part as arrays. Without them a start only takes longer, so a
        disk without room is no reason to fail."""
        folder = generation_folder(self._root, state)
        newer = state.rows - rows_kept(folder)
        if newer < KEPT_FROM or newer <= KEPT_TAIL * state.rows:
            return
        with self._catalogue.read() as connection:
            now = part_state(connection, state.collection_id, state.space)
            if now is None:
                return
            entries = living_values(connection, now.pk)
            try:
                keep_entries(folder, now.version, now.rows, entries)
            except OSError:
                logger.warning("the entries of an index could not be kept", exc_info=True)

    # --- removal ---------------------------------------------------------------------------------

    def drop_collection(self, collection_id: str) -> None:
        """Remove all parts of a collection."""
        for state in self._catalogue.parts():
            if state.collection_id == collection_id:
                with self._catalogue.write() as connection:
                    drop_part(connection, state.pk)
                _remove_folder(part_folder(self._root, state))

    def tidy(self) -> None:
        """Remove folders that nothing names, left by a crash or held open by another process."""
        named = {
            folder
            for state in self._catalogue.parts()
            for folder in (part_folder(self._root, state), generation_folder(self._root, state))
        }
        for folder in (*self._root.glob("part-*"), *self._root.glob("part-*/generation-*")):
            if folder not in named:
                _remove_folder(folder)


def _write(
    folder: Path,
    writer: TextWriter,
    first: int,
    dimension: int,
    entries: Sequence[IndexEntry],
) -> tuple[list[EntryRow], int]:
    """Append entries to the files of a generation; returns their rows and the dimension."""
    if not dimension:
        dimension = next((len(entry.vector) for entry in entries if entry.vector is not None), 0)
    if dimension:
        append(folder / VECTORS, first, vector_rows(entries, dimension))
    writer.add(text_rows(entries, first))
    rows = [
        EntryRow(
            row,
            index_entry.id,
            index_entry.document_id,
            index_entry.media_type,
            index_entry.vector is not None,
        )
        for row, index_entry in enumerate(entries, start=first)
    ]
    return rows, dimension


def text_rows(entries: Iterable[IndexEntry], first: int) -> Iterable[TextRow]:
    """Entries as the inverted index takes them, numbered from `first`."""
    for row, entry in enumerate(entries, start=first):
        yield TextRow(
            row,
            entry.id,
            entry.document_id,
            entry.media_type,
            analysed(entry.text),
            analysed_heading(entry.title),
            analysed_heading(entry.path),
        )


def vector_rows(entries: Sequence[IndexEntry], dimension: int) -> Vectors:
    """The entries' unit vectors; zeros for those that have none."""
    made = np.zeros((len(entries), dimension), dtype=np.float32)
    for row, entry in enumerate(entries):
        if entry.vector is not None:
            made[row] = entry.vector
    return unit_rows(made)


def _remove_folder(folder: Path) -> None:
    """Files that another process has open stay on some systems; `tidy` removes them later."""
    shutil.rmtree(folder, ignore_errors=True)
