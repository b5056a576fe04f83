"""What the index holds, row by row, and how far it has come: the one thing that decides.

The vectors and the inverted index are written first, then one transaction here makes them count.
Whatever a crash left behind in the other files is not named here, and is overwritten or replayed.

A *part* is one space of one collection ("chunk" of "Contracts"). Its entries have row numbers that
count up and are the rows of its vector file and the `row` of its tantivy documents; an entry that
goes keeps its row, marked, until the part is compacted into its next generation.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from backend.errors import StorageError

FORMAT = 3
"""Number of the layout of all the index's files; an index of another layout is rebuilt."""

_TABLES = (
    "CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
    """CREATE TABLE parts (
        pk INTEGER PRIMARY KEY AUTOINCREMENT,
        collection TEXT NOT NULL,
        space TEXT NOT NULL,
        embedding TEXT NOT NULL DEFAULT '',
        generation INTEGER NOT NULL DEFAULT 1,
        version INTEGER NOT NULL DEFAULT 0,
        rows INTEGER NOT NULL DEFAULT 0,
        alive INTEGER NOT NULL DEFAULT 0,
        dimension INTEGER NOT NULL DEFAULT 0,
        graph_rows INTEGER NOT NULL DEFAULT 0,
        writing INTEGER NOT NULL DEFAULT 0,
        UNIQUE (collection, space)
    )""",
    """CREATE TABLE entries (
        part INTEGER NOT NULL REFERENCES parts (pk),
        row INTEGER NOT NULL,
        id TEXT NOT NULL,
        document TEXT NOT NULL,
        media_type TEXT NOT NULL,
        has_vector INTEGER NOT NULL,
        removed INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (part, row)
    ) WITHOUT ROWID""",
    "CREATE INDEX entries_by_document ON entries (part, document)",
    "CREATE INDEX entries_by_removal ON entries (part, removed) WHERE removed > 0",
)
_PART = (
    "pk, collection, space, embedding, generation, version, rows, alive, dimension, graph_rows, "
    "writing"
)


class DamagedError(StorageError):
    """A file of the index cannot be read; rebuilding it from the records mends it."""


@dataclass(frozen=True, slots=True)
class PartState:
    """A part as the catalogue has it.

    `graph_rows` are the first rows that the HNSW graph holds; `writing` is set while the other
    files may be ahead of the catalogue, and stays set where a writer was killed.
    """

    pk: int
    collection_id: str
    space: str
    embedding: str
    generation: int
    version: int
    rows: int
    alive: int
    dimension: int
    graph_rows: int
    writing: int

    @property
    def removed(self) -> int:
        """How many rows are marked as gone."""
        return self.rows - self.alive


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as the catalogue has it."""

    row: int
    id: str
    document_id: str
    media_type: str
    has_vector: bool


class Catalogue:
    """The index's SQLite file. Reading is safe for threads; writing needs the index's lock.

    Raises:
        DamagedError: from any verb, if the file is not readable.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._reset()
        with self._translated():
            path.parent.mkdir(parents=True, exist_ok=True)

    def _reset(self) -> None:
        self._process = os.getpid()
        self._guards = (threading.RLock(), threading.RLock())
        self._connections: list[sqlite3.Connection | None] = [None, None]
        self._inodes = [0, 0]

    def prepare(self) -> None:
        """Make the tables if the file is new; the caller holds the index's lock.

        Raises:
            DamagedError: if the file is of another layout.
        """
        with self.write() as connection:
            present = connection.execute("PRAGMA user_version").fetchone()[0]
            if present == FORMAT:
                return
            if present:
                raise DamagedError("The index was made by another version of Quire.")
            for statement in _TABLES:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {FORMAT}")

    @contextmanager
    def _connection(self, which: int) -> Iterator[sqlite3.Connection]:
        if self._process != os.getpid():
            self._abandoned = (getattr(self, "_abandoned", None), self._connections)
            self._reset()
        with self._translated(), self._guards[which]:
            yield self._current(which)

    def _inode(self) -> int:
        try:
            return self._path.stat().st_ino
        except FileNotFoundError:
            return 0

    def _current(self, which: int) -> sqlite3.Connection:
        connection = self._connections[which]
        if connection is not None and self._inodes[which] != self._inode():
            # Another process, or a person, has removed the file and perhaps made it anew.
            connection.close()
            connection = None
        if connection is None:
            connection = sqlite3.connect(
                self._path, timeout=60, isolation_level=None, check_same_thread=False
            )
            self._connections[which] = connection
            connection.execute("PRAGMA journal_mode = WAL")
            # After a loss of power the catalogue may be of a moment ago. Its sequence number is
            # then as old as its rows, and the changes since are replayed.
            connection.execute("PRAGMA synchronous = NORMAL")
            self._inodes[which] = self._inode()
        return connection

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A read transaction: everything read inside it is of one moment."""
        with self._connection(0) as connection:
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A write transaction, on a connection of its own, so that searches never wait for it."""
        with self._connection(1) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            finally:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            if code == sqlite3.SQLITE_FULL:
                raise StorageError(
                    "The disk is full: the search index could not be brought up to date.",
                    "Free some space on the disk of the library folder; the index catches up "
                    "by itself.",
                ) from error
            if code in (
                sqlite3.SQLITE_CORRUPT,
                sqlite3.SQLITE_NOTADB,
                sqlite3.SQLITE_ERROR,
                sqlite3.SQLITE_IOERR,
            ):
                raise DamagedError("The list of the index is damaged.") from error
            raise StorageError(
                f"The search index could not be read or written ({error}).",
                "Check the disk of the library folder and try again.",
            ) from error
        except OSError as error:
            raise StorageError(
                f"The folder of the search index cannot be used: {error.strerror or error}.",
                "Check that you may write to the library folder and that the disk has room.",
            ) from error

    def sequence(self) -> int:
        """The records' sequence number that the index has reached."""
        with self.read() as connection:
            row = connection.execute("SELECT value FROM state WHERE name = 'sequence'").fetchone()
            return int(row[0]) if row else 0

    def part(self, collection_id: str, space: str) -> PartState | None:
        """One part; None if there is none."""
        with self.read() as connection:
            return part_state(connection, collection_id, space)

    def parts(self) -> tuple[PartState, ...]:
        """All parts."""
        with self.read() as connection:
            return tuple(
                PartState(*row) for row in connection.execute(f"SELECT {_PART} FROM parts")
            )

    def close(self) -> None:
        """Close both connections."""
        for which, guard in enumerate(self._guards):
            with guard:
                connection, self._connections[which] = self._connections[which], None
                if connection is not None:
                    connection.close()


def part_state(connection: sqlite3.Connection, collection_id: str, space: str) -> PartState | None:
    """One part; None if there is none."""
    row = connection.execute(
        f"SELECT {_PART} FROM parts WHERE collection = ? AND space = ?", (collection_id, space)
    ).fetchone()
    return PartState(*row) if row else None


def living_rows(connection: sqlite3.Connection, part: int) -> list[EntryRow]:
    """Entries that have not been removed, by row."""
    return [
        EntryRow(row, identity, document, media_type, bool(has_vector))
        for row, identity, document, media_type, has_vector in living_values(connection, part)
    ]


def living_values(
    connection: sqlite3.Connection, part: int, first: int = 0
) -> Iterator[tuple[int, str, str, str, int]]:
    """The same from row `first` on as plain values, one after the other: row, id, document, media
    type, and whether there is a vector. A part may have a million entries."""
    return connection.execute(
        "SELECT row, id, document, media_type, has_vector FROM entries "
        "WHERE part = ? AND row >= ? AND removed = 0 ORDER BY row",
        (part, first),
    )


def removed_since(connection: sqlite3.Connection, part: int, version: int) -> list[tuple[int, str]]:
    """(row, id) of the entries that were removed after a version."""
    return connection.execute(
        "SELECT row, id FROM entries INDEXED BY entries_by_removal "
        "WHERE part = ? AND removed > ? AND removed > 0",
        (part, version),
    ).fetchall()


def set_sequence(connection: sqlite3.Connection, sequence: int) -> None:
    """Note how far the index has come."""
    connection.execute("INSERT OR REPLACE INTO state VALUES ('sequence', ?)", (sequence,))


def save_part(connection: sqlite3.Connection, part: PartState) -> None:
    """Store a part's new state."""
    connection.execute(
        "UPDATE parts SET embedding = ?, generation = ?, version = ?, rows = ?, alive = ?, "
        "dimension = ?, graph_rows = ?, writing = ? WHERE pk = ?",
        (
            part.embedding,
            part.generation,
            part.version,
            part.rows,
            part.alive,
            part.dimension,
            part.graph_rows,
            part.writing,
            part.pk,
        ),
    )


def make_part(connection: sqlite3.Connection, collection_id: str, space: str) -> PartState:
    """A new, empty part."""
    connection.execute(
        "INSERT INTO parts (collection, space) VALUES (?, ?)", (collection_id, space)
    )
    made = part_state(connection, collection_id, space)
    assert made is not None
    return made


def mark_removed(
    connection: sqlite3.Connection, part: int, document_ids: Iterable[str], version: int
) -> int:
    """Mark the entries of documents as gone; returns how many there were.

    The index is named, since SQLite would look through all rows of the part for each document.
    """
    return connection.executemany(
        "UPDATE entries INDEXED BY entries_by_document SET removed = ? "
        "WHERE part = ? AND document = ? AND removed = 0",
        [(version, part, document) for document in document_ids],
    ).rowcount


def add_rows(connection: sqlite3.Connection, part: int, rows: Sequence[EntryRow]) -> None:
    """Add entries. Rows at or after the first one, left by another attempt, are replaced."""
    connection.executemany(
        "INSERT OR REPLACE INTO entries (part, row, id, document, media_type, has_vector) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [
            (part, row.row, row.id, row.document_id, row.media_type, int(row.has_vector))
            for row in rows
        ],
    )


def drop_rows(connection: sqlite3.Connection, part: int) -> None:
    """Forget all entries of a part."""
    connection.execute("DELETE FROM entries WHERE part = ?", (part,))


def drop_part(connection: sqlite3.Connection, part: int) -> None:
    """Forget a part with its entries."""
    drop_rows(connection, part)
    connection.execute("DELETE FROM parts WHERE pk = ?", (part,))
