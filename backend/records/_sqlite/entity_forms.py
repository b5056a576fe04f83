"""How documents write entities: the different rows of each, whichever document they are of.

An entity that thousands of documents name has a row of each, and a common one is named by nearly
all. So what was read is kept until the records change: a document that comes is read twice, for its
mentions and for what its entities are called as well. Whoever reads all documents of a collection
would still look through the rows of each entity; so after many questions all are read at once.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from itertools import chain

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
        self._all = False
        """Whether all entities are among those that are known."""
        self._known: dict[str, tuple[Form, ...]] = {}

    def of(
        self, connection: sqlite3.Connection, collection: int, ids: Iterable[str]
    ) -> Iterator[Form]:
        """The different forms of entities, by id.

        Args:
            connection: within a transaction, which the answer is of.
            collection: its key.
        """
        wanted = sorted(set(ids))
        # one thread reads while others wait: they would read the same
        with self._lock:
            known = self._kept(connection, collection)
            if not self._all and (unread := [each for each in wanted if each not in known]):
                known |= dict.fromkeys(unread, ())
                rows = connection.execute(_OF_SOME, (collection, compact(unread)))
                _put(known, rows.fetchall())
            found = [known.get(each, ()) for each in wanted]
        return chain.from_iterable(found)

    def _kept(self, connection: sqlite3.Connection, collection: int) -> dict[str, tuple[Form, ...]]:
        """What is known at this change; all forms, if it is time to read them."""
        state = (collection, last_change(connection))
        if self._state != state:
            self._state, self._asked, self._all, self._known = state, 0, False, {}
        self._asked += 1
        if not self._all and self._asked > self._many:
            self._all, self._known = True, {}
            _put(self._known, connection.execute(_OF_ALL, (collection,)))
        return self._known


def _put(known: dict[str, tuple[Form, ...]], forms: Iterable[Form]) -> None:
    for form in forms:
        own = known.get(form[0], ())
        if form not in own:
            known[form[0]] = (*own, form)
