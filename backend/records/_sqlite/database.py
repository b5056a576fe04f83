"""Connections, transactions and locks of the record store.

Readers use SQLite's write-ahead log and never wait. Writers take, in this order, a lock among the
threads of the process, a file lock among processes, and SQLite's own write lock (BEGIN IMMEDIATE).
The file lock also covers checkpoints, which run inside a commit or the closing of a connection,
because SQLite before 3.51.3 can lose pages when a checkpoint and a writer of another process meet
while the log is reset (https://www.sqlite.org/wal.html#walresetbug).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import filelock

from backend.errors import StorageError
from backend.records._sqlite.schema import migrate

BUSY_SECONDS = 60.0
IDLE_CONNECTIONS = 8


class Database:
    """The library file. Safe for threads, and for processes made by spawn or fork.

    Args:
        path: the file; it is made, or migrated, when it is first opened.
        busy_seconds: how long a writer waits for others before it gives up.

    Raises:
        StorageError: if the file cannot be opened, or was made by a newer version.
    """

    def __init__(self, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._reset()
        with translated():
            path.parent.mkdir(parents=True, exist_ok=True)
        with self.exclusive(), self._connection() as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            migrate(connection)

    def _reset(self) -> None:
        self._process = os.getpid()
        self._guard = threading.Lock()
        self._writer = threading.RLock()
        self._idle: list[sqlite3.Connection] = []
        self._file_lock = filelock.FileLock(
            f"{self.path}.lock", timeout=self._busy_seconds, poll_interval=0.01, thread_local=False
        )

    def _check_process(self) -> None:
        if self._process != os.getpid():
            # After a fork the parent's connections must not be used, nor closed, by the child.
            self._abandoned = (getattr(self, "_abandoned", None), self._idle, self._file_lock)
            self._reset()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Hold the library's write lock among all threads and processes."""
        self._check_process()
        if not self._writer.acquire(timeout=self._busy_seconds):
            raise _busy()
        try:
            with translated():
                self._file_lock.acquire()
            try:
                yield
            finally:
                self._file_lock.release()
        finally:
            self._writer.release()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        self._check_process()
        with translated():
            with self._guard:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                connection = self._open()
            try:
                yield connection
            except BaseException as error:
                if isinstance(error, sqlite3.DatabaseError):
                    self._discard(connection)
                else:
                    self._return(connection)
                raise
            self._return(connection)

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path,
            timeout=self._busy_seconds,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA foreign_keys = ON")
        # FULL makes a commit outlive a loss of power, so that an index can never be ahead of the
        # records that it was derived from.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA cache_size = -16384")
        connection.execute("PRAGMA journal_size_limit = 67108864")
        return connection

    def _return(self, connection: sqlite3.Connection) -> None:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        with self._guard:
            if len(self._idle) < IDLE_CONNECTIONS:
                self._idle.append(connection)
                return
        self._discard(connection)

    def _discard(self, connection: sqlite3.Connection) -> None:
        with self.exclusive():
            connection.close()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """A read transaction: everything read inside it is of one moment."""
        with self._connection() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """A write transaction: committed at the end, rolled back on any error."""
        with self.exclusive(), self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    def set_aside(self) -> Path:
        """Copy the file, and what the write-ahead log holds, beside it; returns the copy."""
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        copy = self.path.with_name(f"{self.path.stem}-damaged-{stamp}{self.path.suffix}")
        with translated():
            for ending in ("", "-wal"):
                source = Path(f"{self.path}{ending}")
                if source.exists():
                    shutil.copy2(source, f"{copy}{ending}")
        return copy

    def put_in_place(self, fresh: sqlite3.Connection) -> None:
        """Make this file, page by page, what another is; whoever has it open sees the new one.

        The caller holds `exclusive`.
        """
        with translated():
            with self._guard:
                idle, self._idle = self._idle, []
            for connection in idle:
                connection.close()
            with closing(self._open()) as own:
                fresh.backup(own)

    def close(self) -> None:
        """Close the idle connections; the last one to close empties the write-ahead log."""
        with self.exclusive(), translated():
            with self._guard:
                idle, self._idle = self._idle, []
            for connection in idle:
                connection.close()


@contextmanager
def translated() -> Iterator[None]:
    """Turn errors of SQLite, the file system and the lock into StorageError sentences."""
    try:
        yield
    except filelock.Timeout as error:
        raise _busy() from error
    except sqlite3.Error as error:
        raise _storage_error(error) from error
    except UnicodeEncodeError as error:
        raise StorageError(
            "A text holds characters that cannot be stored (half of a surrogate pair).",
            "Save the file again as UTF-8 and add it once more.",
        ) from error
    except OSError as error:
        raise StorageError(
            f"The library folder cannot be used: {error.strerror or error}.",
            "Check that the folder exists, that you may write to it and that the disk has room.",
        ) from error


def _busy() -> StorageError:
    return StorageError(
        "The library is busy: another program has been writing to it for too long.",
        "Wait for it to finish, or close other windows of Quire, and try again.",
    )


def _storage_error(error: sqlite3.Error) -> StorageError:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return StorageError(
            "The disk is full: nothing of the last step was stored.",
            "Free some space on the disk of the library folder and try again.",
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _busy()
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return StorageError(
            "The library file is damaged and cannot be read.",
            "Run check and repair on the status page; if that fails, restore the library folder "
            "from a backup.",
        )
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN):
        return StorageError(
            "The library file cannot be opened for writing.",
            "Check that the library folder exists and that you may write to it.",
        )
    if code == sqlite3.SQLITE_IOERR:
        return StorageError(
            "The library file could not be read or written: the disk may be full or failing.",
            "Check the disk of the library folder and try again.",
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return StorageError(
            f"What was to be stored contradicts itself ({error}); nothing of it was stored.",
            "Add the document again; if it happens twice, please report it with the document.",
        )
    return StorageError(
        f"The library could not carry out a step ({error}).",
        "Run check and repair on the status page.",
    )
