"""How documents write entities: the different rows of each, whichever document they are of.

An entity that thousands of documents name has a row of each. Whoever reads all documents of a
collection, one after the other, would look through these for every one of them. So after many
questions without a change in between all rows are read once, and their different ones are kept
until the records change.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping

from backend.records._codecs import compact
from backend.records._sqlite.part import last_change

MANY = 500
"""So many questions are answered from the table before all of a collection is read."""

Form = tuple[str, str, str, str]
"""Id, name, kind, aliases."""

_OF_SOME = (
    "SELECT DISTINCT id, name, kind, aliases FROM entities WHERE collection = ? "
    "AND id IN (SELECT value FROM json_each(?)) ORDER BY id"
)
_OF_ALL = "SELECT id, name, kind, aliases FROM entities WHERE collection = ? ORDER BY id"


class EntityForms:
    """The forms of one collection's entities, as long as nothing changes. Safe for threads."""

    def __init__(self, many: int = MANY) -> None:
        self._many = many
        self._lock = threading.Lock()
        self._state = (0, 0)
        """Of which collection, at which change."""
        self._asked = 0
        self._all: Mapping[str, tuple[Form, ...]] | None = None

    def of(
        self, connection: sqlite3.Connection, collection: int, ids: Iterable[str]
    ) -> Iterator[Form]:
        """The different forms of entities, by id.

        Args:
            connection: within a transaction, which the answer is of.
            collection: its key.
        """
        wanted = sorted(set(ids))
        known = self._kept(connection, collection)
        if known is not None:
            return (form for each in wanted for form in known.get(each, ()))
        rows: list[Form] = connection.execute(_OF_SOME, (collection, compact(wanted))).fetchall()
        return iter(rows)

    def _kept(
        self, connection: sqlite3.Connection, collection: int
    ) -> Mapping[str, tuple[Form, ...]] | None:
        """All forms, if they are kept or it is time to; one thread reads while others wait."""
        state = (collection, last_change(connection))
        with self._lock:
            if self._state != state:
                self._state, self._asked, self._all = state, 0, None
            self._asked += 1
            if self._all is None and self._asked > self._many:
                self._all = _all_forms(connection, collection)
            return self._all


def _all_forms(connection: sqlite3.Connection, collection: int) -> dict[str, tuple[Form, ...]]:
    found: dict[str, tuple[Form, ...]] = {}
    for form in connection.execute(_OF_ALL, (collection,)):
        own = found.get(form[0], ())
        if form not in own:
            found[form[0]] = (*own, form)
    return found
