"""What is derived from documents: their graphs, the links among them, and what else is kept."""

from __future__ import annotations

import sqlite3
import sys
import zlib
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from backend.ports import LinkState
from backend.records._bundles import check_graph
from backend.records._codecs import compact, packed
from backend.records._sqlite.part import StorePart, collection_key, document_key, last_change
from backend.records._sqlite.removal import unlink
from backend.records._sqlite.rows import community_row
from backend.types import Community, Edge

_OWN_KINDS = "'NEXT', 'SIMILAR_TO', 'IN_COMMUNITY', 'COMM_SIMILAR_TO'"


class Links(StorePart):
    """The verbs of `Records` about graphs that are made again and links that are kept up."""

    def replace_graph(
        self,
        document_id: str,
        communities: Sequence[Community],
        vectors: npt.NDArray[np.float16],
        edges: Sequence[Edge],
        recipe: str,
    ) -> int:
        """Put other communities and edges in the place of a document's own."""
        check_graph(communities, vectors, recipe)
        with self._database.write() as connection:
            document = document_key(connection, document_id)
            collection, collection_id = connection.execute(
                "SELECT c.pk, c.id FROM documents d JOIN collections c ON c.pk = d.collection "
                "WHERE d.pk = ?",
                (document,),
            ).fetchone()
            _remove_graph(connection, document)
            connection.executemany(
                "INSERT INTO communities VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    community_row(document, number, community)
                    for number, community in enumerate(communities)
                ],
            )
            connection.executemany(
                "INSERT INTO edges (collection, document, kind, source, target, weight) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (collection, document, edge.kind, edge.source, edge.target, edge.weight)
                    for edge in edges
                ],
            )
            connection.execute(
                "INSERT INTO graphs VALUES (?, ?, ?)", (document, recipe, packed(vectors))
            )
            connection.execute(
                "INSERT INTO changes (collection, document, action) VALUES (?, ?, 'regraphed')",
                (collection_id, document_id),
            )
            return last_change(connection)

    def stale_graphs(self, collection_id: str, recipe: str) -> tuple[str, ...]:
        """Ids of the documents with chunks whose graph was not made by this recipe."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT d.id FROM documents d LEFT JOIN graphs g ON g.document = d.pk "
                "WHERE d.collection = ? AND d.chunks > 0 AND coalesce(g.recipe, '') <> ? "
                "ORDER BY d.id",
                (key, recipe),
            )
            return tuple(identity for (identity,) in rows)

    def links_from(self, collection_id: str, kind: str, sources: Sequence[str]) -> tuple[Edge, ...]:
        """Edges of one kind that start at given nodes, by source, then target."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT e.source, e.target, e.kind, e.weight FROM json_each(?) named "
                "CROSS JOIN edges e ON e.collection = ? AND e.source = named.value AND e.kind = ? "
                "ORDER BY 1, 2, 4",
                (compact(sorted(set(sources))), key, kind),
            )
            return tuple(Edge(*row) for row in rows)

    def link_state(self, collection_id: str, kind: str) -> LinkState:
        """How far the links of one kind have come."""
        with self._database.read() as connection:
            return _state(connection, collection_key(connection, collection_id), kind)

    def store_links(
        self,
        collection_id: str,
        kind: str,
        *,
        expected: LinkState,
        sequence: int,
        recipe: str,
        sources: Sequence[str] | None,
        edges: Sequence[Edge],
    ) -> bool:
        """Replace the links that start at `sources` (None: all), unless something came between."""
        with self._database.write() as connection:
            key = collection_key(connection, collection_id)
            changed = connection.execute(
                "SELECT 1 FROM changes WHERE sequence > ? AND collection = ? LIMIT 1",
                (sequence, collection_id),
            ).fetchone()
            if changed or _state(connection, key, kind) != expected:
                return False
            if sources is None:
                connection.execute(
                    "DELETE FROM edges WHERE collection = ? AND kind = ?", (key, kind)
                )
            else:
                connection.executemany(
                    "DELETE FROM edges WHERE collection = ? AND source = ? AND kind = ?",
                    [(key, source, kind) for source in sources],
                )
            connection.executemany(
                "INSERT INTO edges (collection, document, kind, source, target, weight) VALUES "
                "(?1, coalesce((SELECT document FROM communities WHERE id = ?3), "
                "(SELECT pk FROM documents WHERE id = ?3)), ?2, ?3, ?4, ?5)",
                [(key, kind, edge.source, edge.target, edge.weight) for edge in edges],
            )
            connection.execute(
                "DELETE FROM unsettled_links WHERE collection = ? AND kind = ?", (key, kind)
            )
            connection.execute(
                "INSERT OR REPLACE INTO link_states VALUES (?, ?, ?, ?)",
                (key, kind, recipe, sequence),
            )
            return True

    def save_derived(
        self,
        collection_id: str,
        name: str,
        payload: bytes,
        sequence: int,
        holds: Collection[str] | None = (),
    ) -> None:
        """Keep something that was worked out from a collection as it was at a sequence number."""
        documents = [""] if holds is None else sorted(set(holds))
        with self._database.write() as connection:
            key = collection_key(connection, collection_id)
            if documents and _have_left(connection, key, collection_id, documents, sequence):
                payload, documents = b"", []
            connection.execute(
                "INSERT OR REPLACE INTO derived (collection, name, sequence, payload, crc) "
                "VALUES (?, ?, ?, ?, ?)",
                (key, name, sequence, payload, zlib.crc32(payload)),
            )
            connection.execute(
                "DELETE FROM derived_documents WHERE collection = ? AND name = ?", (key, name)
            )
            connection.executemany(
                "INSERT INTO derived_documents (collection, document, name) VALUES (?, ?, ?)",
                [(key, document, name) for document in documents],
            )

    def load_derived(self, collection_id: str, name: str) -> tuple[bytes, int] | None:
        """What was kept last, with its sequence number; None also where it is damaged."""
        with self._database.read() as connection:
            row = connection.execute(
                "SELECT payload, sequence, crc FROM derived WHERE collection = ? AND name = ?",
                (collection_key(connection, collection_id), name),
            ).fetchone()
        if row is None or not is_sound(row[0], row[2]):
            return None
        return bytes(row[0]), int(row[1])

    def derived_holds(
        self, collection_id: str, prefix: str, among: Collection[str] | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The names that begin with a prefix under which something is kept, and the documents whose
        words are in each; only those of `among` where it is given."""
        names = self.derived_versions(collection_id, prefix)
        with self._database.read() as connection:
            own = collection_key(connection, collection_id), *_begun_by(prefix)
            if among is None:
                rows = connection.execute(_ALL_HELD, own).fetchall()
            else:
                rows = connection.execute(_HELD_AMONG, (*own, compact(sorted(among)))).fetchall()
        found: dict[str, list[str]] = {name: [] for name in names}
        for name, document in rows:
            if document:
                found.setdefault(name, []).append(document)
        return {name: tuple(documents) for name, documents in found.items()}

    def derived_documents(self, collection_id: str, name: str) -> tuple[str, ...]:
        """The documents whose words are in what is kept under a name."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT document FROM derived_documents WHERE collection = ? AND name = ? "
                "AND document <> '' ORDER BY 1",
                (collection_key(connection, collection_id), name),
            )
            return tuple(document for (document,) in rows)

    def derived_counts(self, collection_id: str, prefix: str) -> dict[str, int]:
        """The names that begin with a prefix under which something is kept, and of how many
        documents words are in each."""
        names = self.derived_versions(collection_id, prefix)
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT name, count(*) FROM derived_documents INDEXED BY derived_documents_by_name "
                "WHERE collection = ? AND name >= ? AND name < ? AND document <> '' GROUP BY name",
                (collection_key(connection, collection_id), *_begun_by(prefix)),
            ).fetchall()
        return dict.fromkeys(names, 0) | {name: count for name, count in rows if name in names}

    def derived_versions(self, collection_id: str, prefix: str) -> dict[str, int]:
        """The names that begin with a prefix under which something is kept, and the sequence number
        of each."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT name, sequence FROM derived WHERE collection = ? "
                "AND name >= ? AND name < ? ORDER BY 1",
                (collection_key(connection, collection_id), *_begun_by(prefix)),
            ).fetchall()
        return {name: int(sequence) for name, sequence in rows}


def _begun_by(prefix: str) -> tuple[str, str]:
    """Names that begin with a prefix are the first or behind it, and before the second."""
    return prefix, prefix + chr(sys.maxunicode)


_ALL_HELD = (
    "SELECT name, document FROM derived_documents INDEXED BY derived_documents_by_name "
    "WHERE collection = ? AND name >= ? AND name < ? ORDER BY 1, 2"
)
_HELD_AMONG = (  # joined so that a few documents are looked up, whatever else is held
    "SELECT h.name, h.document FROM json_each(?4) j CROSS JOIN derived_documents h "
    "ON h.document = j.value WHERE h.collection = ?1 AND h.name >= ?2 AND h.name < ?3 ORDER BY 1, 2"
)
_ANY_LEFT = """
SELECT EXISTS (
    SELECT 1 FROM changes
    WHERE sequence > :sequence AND collection = :collection AND action = 'removed'
)
"""
_ONE_LEFT = """
SELECT EXISTS (
    SELECT 1 FROM changes
    WHERE sequence > :sequence AND collection = :collection AND action IN ('removed', 'added')
        AND document IN (SELECT value FROM json_each(:documents))
) OR EXISTS (
    SELECT 1 FROM json_each(:documents) named
    LEFT JOIN documents d ON d.id = named.value AND d.collection = :key
    WHERE d.pk IS NULL
)
"""


def _have_left(
    connection: sqlite3.Connection,
    key: int,
    collection_id: str,
    documents: Sequence[str],
    sequence: int,
) -> bool:
    """Whether one of the documents ('': any) went or was published again after a change."""
    asked = {
        "key": key,
        "collection": collection_id,
        "sequence": sequence,
        "documents": compact(list(documents)),
    }
    statement = _ANY_LEFT if documents[0] == "" else _ONE_LEFT
    return bool(connection.execute(statement, asked).fetchone()[0])


def is_sound(payload: bytes, crc: int | None) -> bool:
    """Whether bytes are those whose CRC-32 was noted; none was by older versions."""
    return crc is None or zlib.crc32(payload) == crc


def forget_graphs(connection: sqlite3.Connection, collection: int) -> None:
    """Remove all that was made from a collection's vectors."""
    documents = "(SELECT pk FROM documents WHERE collection = ?)"
    for statement in (
        f"DELETE FROM communities WHERE document IN {documents}",
        f"DELETE FROM graphs WHERE document IN {documents}",
        f"DELETE FROM edges WHERE collection = ? AND kind IN ({_OWN_KINDS}, 'DOC_SIMILAR_TO')",
        "DELETE FROM link_states WHERE collection = ?",
        "DELETE FROM unsettled_links WHERE collection = ?",
    ):
        connection.execute(statement, (collection,))


def _remove_graph(connection: sqlite3.Connection, document: int) -> None:
    connection.execute("CREATE TEMP TABLE IF NOT EXISTS regraphed (pk INTEGER PRIMARY KEY)")
    connection.execute(
        "CREATE TEMP TABLE IF NOT EXISTS ungrouped "
        "(collection INTEGER, id TEXT, PRIMARY KEY (collection, id)) WITHOUT ROWID"
    )
    connection.execute("DELETE FROM regraphed")
    connection.execute("DELETE FROM ungrouped")
    connection.execute("INSERT INTO regraphed VALUES (?)", (document,))
    connection.execute(
        "INSERT OR IGNORE INTO ungrouped SELECT d.collection, m.id FROM communities m "
        "JOIN documents d ON d.pk = m.document WHERE m.document = ?",
        (document,),
    )
    unlink(connection, "ungrouped", "regraphed")
    for statement in (
        f"DELETE FROM edges WHERE document = ? AND kind IN ({_OWN_KINDS})",
        "DELETE FROM communities WHERE document = ?",
        "DELETE FROM graphs WHERE document = ?",
    ):
        connection.execute(statement, (document,))


def _state(connection: sqlite3.Connection, collection: int, kind: str) -> LinkState:
    row = connection.execute(
        "SELECT recipe, sequence FROM link_states WHERE collection = ? AND kind = ?",
        (collection, kind),
    ).fetchone()
    unsettled = connection.execute(
        "SELECT source FROM unsettled_links WHERE collection = ? AND kind = ? ORDER BY source",
        (collection, kind),
    )
    recipe, sequence = row or ("", 0)
    return LinkState(recipe, sequence, tuple(source for (source,) in unsettled))
