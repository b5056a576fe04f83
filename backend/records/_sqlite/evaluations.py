"""Question sets, runs and what came of them: entries by kind and key."""

from __future__ import annotations

import zlib
from collections.abc import Collection as Group
from collections.abc import Mapping

from backend.records._sqlite.links import is_sound
from backend.records._sqlite.part import StorePart, collection_key


class Evaluations(StorePart):
    """The verbs of `Records` about evaluations."""

    def save_entries(self, collection_id: str, kind: str, entries: Mapping[str, str]) -> None:
        """Keep entries by key, in one transaction, in place of those of the same keys."""
        with self._database.write() as connection:
            collection = collection_key(connection, collection_id)
            connection.executemany(
                "INSERT INTO evaluations (collection, kind, name, payload, crc) "
                "VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (collection, kind, name) "
                "DO UPDATE SET payload = ?4, crc = ?5",
                [
                    (collection, kind, key, payload, zlib.crc32(payload.encode()))
                    for key, payload in entries.items()
                ],
            )

    def entries(self, collection_id: str, kind: str, prefix: str = "") -> dict[str, str]:
        """The entries of a kind whose key begins so, in the order of their keys."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT name, payload, crc FROM evaluations "
                "WHERE collection = ?1 AND kind = ?2 AND name >= ?3 "
                "AND substr(name, 1, length(?3)) = ?3 ORDER BY name",
                (collection_key(connection, collection_id), kind, prefix),
            ).fetchall()
        return {name: payload for name, payload, crc in rows if is_sound(payload.encode(), crc)}

    def delete_entries(self, collection_id: str, kind: str, keys: Group[str]) -> None:
        """Forget entries; keys that are not there are passed over."""
        with self._database.write() as connection:
            collection = collection_key(connection, collection_id)
            connection.executemany(
                "DELETE FROM evaluations WHERE collection = ? AND kind = ? AND name = ?",
                [(collection, kind, key) for key in keys],
            )

    def entry_kinds(self, collection_id: str) -> tuple[str, ...]:
        """The kinds that there are entries of, in order."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT DISTINCT kind FROM evaluations WHERE collection = ? ORDER BY kind",
                (collection_key(connection, collection_id),),
            )
            return tuple(kind for (kind,) in rows)
