"""The connection to Neo4j: one driver, transactions that are tried again, locks and errors.

Neo4j reads what is committed, row by row: while another transaction commits, a query may see a part
of it. What must be seen wholly is therefore read between two looks at the collection's version,
each taken under the lock that every change holds until it is wholly applied.

Locks are always taken in the same order: the gates of collections (by id), then collections, then
the library. A gate is held through a whole change; collection and library only at its end, so that
readers wait for the moment of a commit and not for the work before it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from neo4j import Driver, GraphDatabase, ManagedTransaction, Record
from neo4j import exceptions as failures

from backend.errors import SettingsError, StorageError, UnavailableError, missing

T = TypeVar("T")

CONNECT_SECONDS = 5.0
MOST_CONNECTIONS = 40
SCHEMES = tuple(
    f"{protocol}{safety}://" for protocol in ("bolt", "neo4j") for safety in ("", "+s", "+ssc")
)
PIECE = 2_000
"""Rows of one UNWIND: a large change stays within what the server holds of one query."""
LOOKS = 4
"""How often something is read again because a change came in between, before it is locked."""

# A property that is set and removed again takes the node's lock and changes nothing.
_LOCK_LIBRARY = """
MATCH (l:Library {library: $library}) SET l.lock = true REMOVE l.lock
RETURN l.sequence AS sequence
"""
_LOCK_COLLECTION = """
MATCH (c:Collection {library: $library, id: $id}) SET c.lock = true REMOVE c.lock
RETURN c.revision AS revision, c.id AS collection
"""
_LOCK_COLLECTION_OF_DOCUMENT = """
MATCH (d:Document {library: $library, id: $id})
MATCH (c:Collection {library: $library, id: d.collection}) SET c.lock = true REMOVE c.lock
RETURN c.revision AS revision, c.id AS collection
"""
_LOCK_GATE = """
MATCH (g:Gate {library: $library, collection: $id}) SET g.lock = true REMOVE g.lock
RETURN g.collection AS collection
"""
_NEXT_NUMBER = """
MATCH (n:Counter {library: $library, name: $name}) SET n.value = n.value + 1
RETURN n.value AS value
"""


class Transaction:
    """A transaction of one library: every query gets the library's name."""

    def __init__(self, transaction: ManagedTransaction, library: str) -> None:
        self._transaction = transaction
        self._library = library

    def rows(self, query: str, **parameters: object) -> list[Record]:
        """All rows of a query. Queries are constants of this package."""
        result = self._transaction.run(query, {"library": self._library, **parameters})
        return list(result)

    def one(self, kind: str, query: str, **parameters: object) -> Record:
        """The first row.

        Raises:
            NotFoundError: if there is none.
        """
        rows = self.rows(query, **parameters)
        if not rows:
            raise missing(kind)
        return rows[0]

    def value(self, query: str, **parameters: object) -> Any:
        """The first column of the first row, None if there is no row."""
        rows = self.rows(query, **parameters)
        return rows[0][0] if rows else None

    def each(self, query: str, rows: Sequence[object], **parameters: object) -> list[Record]:
        """Run `UNWIND $rows AS row …` piece by piece; all rows that came back."""
        records: list[Record] = []
        for start in range(0, len(rows), PIECE):
            records += self.rows(query, rows=list(rows[start : start + PIECE]), **parameters)
        return records

    def lock_library(self) -> int:
        """Hold the library until the end of the transaction; the number of the last change."""
        return int(self.one("library", _LOCK_LIBRARY)["sequence"])

    def lock_gate(self, collection_id: str) -> None:
        """Let no other transaction change the collection until the end of this one.

        Raises:
            NotFoundError: if there is no such collection.
        """
        self.one("collection", _LOCK_GATE, id=collection_id)

    def next_number(self, name: str) -> int:
        """The next number of a counter, which is held until the end of the transaction."""
        return int(self.one("counter", _NEXT_NUMBER, name=name)["value"])


class Server:
    """One driver for the whole program. Safe for threads, and for processes made by spawn or fork.

    Args:
        library: name of the library: many may share one database.
        retry_seconds: how long what can be tried again is tried again.

    Raises:
        SettingsError: if the address cannot be used.
    """

    def __init__(
        self,
        url: str,
        user: str,
        password: str,
        *,
        database: str,
        library: str,
        retry_seconds: float,
    ) -> None:
        self.url = url
        self.database = database
        self.library = library
        self._auth = (user, password)
        self._retry_seconds = retry_seconds
        self._guard = threading.Lock()
        self._driver: Driver | None = None
        self._process = os.getpid()
        with self.translated():
            self._connected()

    def _connected(self) -> Driver:
        with self._guard:
            if self._process != os.getpid():
                # After a fork the parent's connections must not be used, nor closed, by the child.
                self._abandoned = (getattr(self, "_abandoned", None), self._driver)
                self._driver, self._process = None, os.getpid()
            if self._driver is None:
                self._driver = self._open()
            return self._driver

    def _open(self) -> Driver:
        if not self.url.startswith(SCHEMES):
            raise self._bad_address()
        try:
            return GraphDatabase.driver(
                self.url,
                auth=self._auth,
                connection_timeout=CONNECT_SECONDS,
                connection_acquisition_timeout=max(self._retry_seconds, CONNECT_SECONDS),
                max_connection_pool_size=MOST_CONNECTIONS,
                max_transaction_retry_time=self._retry_seconds,
                keep_alive=True,
                # hints about labels that no node bears yet, in every new library
                notifications_min_severity="OFF",
                user_agent="quire",
            )
        except ValueError as error:
            raise self._bad_address() from error

    def read(self, work: Callable[[Transaction], T]) -> T:
        """Run a read transaction; tried again while the server is away."""
        with self.translated(), self._connected().session(database=self.database) as session:
            return session.execute_read(lambda inner: work(Transaction(inner, self.library)))

    def write(self, work: Callable[[Transaction], T]) -> T:
        """Run a write transaction: all of it or nothing. `work` may run more than once."""
        with self.translated(), self._connected().session(database=self.database) as session:
            return session.execute_write(lambda inner: work(Transaction(inner, self.library)))

    def of_collection(
        self, collection_id: str, work: Callable[[Transaction], T], *, held: bool = False
    ) -> T:
        """Read something of a collection as it was at one moment.

        Args:
            held: let changes wait meanwhile; for what is read quickly.

        Raises:
            NotFoundError: if there is no such collection.
        """
        return self._settled("collection", _LOCK_COLLECTION, collection_id, work, held)

    def of_document(self, document_id: str, work: Callable[[Transaction], T]) -> T:
        """Read something of a document as it was at one moment.

        Raises:
            NotFoundError: if there is no such document.
        """
        return self._settled("document", _LOCK_COLLECTION_OF_DOCUMENT, document_id, work, False)

    def rows_of_collection(
        self, collection_id: str, query: str, **parameters: object
    ) -> list[Record]:
        """The rows of a query that gets the collection's id as `id`; see `of_collection`."""
        return self.of_collection(
            collection_id,
            lambda transaction: transaction.rows(query, id=collection_id, **parameters),
        )

    def rows_of_document(self, document_id: str, query: str, **parameters: object) -> list[Record]:
        """The rows of a query that gets the document's id as `id`; see `of_document`."""
        return self.of_document(
            document_id, lambda transaction: transaction.rows(query, id=document_id, **parameters)
        )

    def _settled(
        self, kind: str, lock: str, identity: str, work: Callable[[Transaction], T], held: bool
    ) -> T:
        def moment(transaction: Transaction) -> tuple[str, int]:
            row = transaction.one(kind, lock, id=identity)
            return row["collection"], row["revision"]

        def look(transaction: Transaction) -> tuple[T, tuple[str, int]]:
            found = work(transaction)
            return found, moment(transaction)

        def hold(transaction: Transaction) -> T:
            moment(transaction)
            return work(transaction)

        for _ in range(0 if held else LOOKS):
            before = self.write(moment)
            found, after = self.write(look)
            if before == after:
                return found
        return self.write(hold)

    def edition(self) -> str:
        """Name, version and edition of the server."""
        rows = self.read(
            lambda transaction: transaction.rows(
                "CALL dbms.components() YIELD name, versions, edition "
                "RETURN name, versions, edition"
            )
        )
        return ", ".join(f"{row['versions'][0]} {row['edition']}" for row in rows)

    def close(self) -> None:
        """Close the connections; the next use opens them anew."""
        with self._guard:
            driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turn the driver's errors into sentences."""
        try:
            yield
        except (failures.Neo4jError, failures.DriverError) as error:
            raise self._sentence(error) from error
        except UnicodeEncodeError as error:
            raise StorageError(
                "A text holds characters that cannot be stored (half of a surrogate pair).",
                "Save the file again as UTF-8 and add it once more.",
            ) from error
        except OSError as error:
            raise self._away() from error

    def _sentence(self, error: Exception) -> StorageError | SettingsError:
        code = getattr(error, "code", None) or ""
        if isinstance(error, failures.AuthError):
            return StorageError(
                f"Neo4j at {self.url} refused the user name or the password.",
                "Correct the settings neo4j_user and neo4j_password and start again.",
            )
        if isinstance(error, failures.ConstraintError):
            return StorageError(
                "What was to be stored contradicts itself (the same id twice); nothing of it was "
                "stored.",
                "Add the document again; if it happens twice, please report it with the document.",
            )
        if isinstance(error, failures.ConfigurationError):
            return self._bad_address()
        if "DatabaseNotFound" in code:
            return SettingsError(
                f"Neo4j at {self.url} has no database named “{self.database}”.",
                "Correct the setting neo4j_database, or make the database first.",
            )
        if isinstance(error, failures.Forbidden):
            return StorageError(
                f"Neo4j at {self.url} does not allow this user to change the library.",
                "Give the user of neo4j_user the right to read, write and make constraints.",
            )
        if ".Schema." in code:
            return StorageError(
                f"The database “{self.database}” of Neo4j at {self.url} holds an index or a "
                f"constraint that Quire did not make and that stands in its way: "
                f"{getattr(error, 'message', '')}",
                "Drop it if nobody needs it, or give Quire another database or server "
                "(neo4j_database, neo4j_url).",
            )
        if "MemoryPoolOutOfMemory" in code or "OutOfMemory" in code:
            return StorageError(
                "Neo4j has not enough memory for this step; nothing of it was stored.",
                "Raise the memory of the server (server.memory.heap.max_size) and try again.",
            )
        if isinstance(error, failures.DriverError | failures.TransientError):
            return self._away()
        return StorageError(
            f"Neo4j could not carry out a step ({code or type(error).__name__}).",
            "Run check and repair on the status page; the log of Neo4j has the details.",
        )

    def _away(self) -> UnavailableError:
        return UnavailableError(
            f"The Neo4j server at {self.url} does not answer.",
            "Start it, or check the setting neo4j_url; nothing that was stored is lost, and what "
            "you asked for can be asked again.",
        )

    def _bad_address(self) -> SettingsError:
        return SettingsError(
            f"“{self.url}” is not an address of a Neo4j server.",
            "Give one like bolt://localhost:7687 or neo4j+s://example.org in neo4j_url.",
        )
