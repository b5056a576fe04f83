"""Entities, mentions, triples, communities and edges."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from backend.ports import Vectors
from backend.records._codecs import compact, merged_entity
from backend.records._community_vectors import joined
from backend.records._sqlite.database import Database
from backend.records._sqlite.entity_forms import EntityForms, Form
from backend.records._sqlite.part import StorePart, collection_key, document_key
from backend.records._sqlite.rows import COMMUNITY_COLUMNS, community_of, matrix_of
from backend.types import Community, Edge, Entity, Triple

_COMMUNITIES_FROM = "FROM communities m JOIN documents d ON d.pk = m.document"


_NAMED_BY = (
    "SELECT DISTINCT e.id FROM documents d JOIN entities e ON e.document = d.pk "
    "WHERE d.id IN (SELECT value FROM json_each(?)) AND d.collection = ?"
)


class Graph(StorePart):
    """The verbs of `Records` about the graph."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._forms = EntityForms()

    def entities(self, collection_id: str) -> tuple[Entity, ...]:
        """Entities by id. Where documents name one differently, the alphabetically first name is
        its name and the others are aliases, whichever document came first.
        """
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT id, name, kind, aliases FROM entities WHERE collection = ? ORDER BY id",
                (key,),
            ).fetchall()
        return _entities_of(rows)

    def entities_of_several_names(
        self, collection_id: str, document_ids: Sequence[str] | None = None
    ) -> tuple[Entity, ...]:
        """Those entities that have aliases, by id; of those alone that some documents name, where
        documents are given."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows: Iterable[Form]
            if document_ids is None:
                # '[]' comes after every other list
                rows = connection.execute(
                    "SELECT DISTINCT id, name, kind, aliases FROM entities "
                    "WHERE collection = :collection AND id IN "
                    "(SELECT id FROM entities WHERE collection = :collection GROUP BY id "
                    "HAVING min(aliases) <> '[]' OR min(name) <> max(name)) ORDER BY id",
                    {"collection": key},
                ).fetchall()
            else:
                named = connection.execute(_NAMED_BY, (compact(sorted(document_ids)), key))
                rows = self._forms.of(connection, key, (each for (each,) in named.fetchall()))
        return tuple(entity for entity in _entities_of(rows) if entity.aliases)

    def mentions(self, collection_id: str) -> Iterator[tuple[str, str, int]]:
        """(entity id, chunk id, count), sorted."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT m.entity, k.id, m.count FROM mentions m JOIN chunks k ON k.pk = m.chunk "
                "JOIN documents d ON d.pk = k.document WHERE d.collection = ? ORDER BY 1, 2",
                (key,),
            ).fetchall()
        return iter(rows)

    def mentions_in(self, document_id: str) -> tuple[tuple[Entity, str, int], ...]:
        """(entity as its collection calls it, chunk id, count) of one document, sorted by id."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            rows = connection.execute(
                "SELECT m.entity, k.id, m.count FROM chunks k JOIN mentions m ON m.chunk = k.pk "
                "WHERE k.document = ? ORDER BY 1, 2",
                (key,),
            ).fetchall()
            (collection,) = connection.execute(
                "SELECT collection FROM documents WHERE pk = ?", (key,)
            ).fetchone()
            forms = self._forms.of(connection, collection, (row[0] for row in rows))
        known = {entity.id: entity for entity in _entities_of(forms)}
        return tuple((known[each], chunk, count) for each, chunk, count in rows if each in known)

    def triples(self, collection_id: str) -> tuple[Triple, ...]:
        """Triples by subject, predicate, object and chunk."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT t.subject, t.predicate, t.object, k.id FROM triples t "
                "JOIN chunks k ON k.pk = t.chunk JOIN documents d ON d.pk = t.document "
                "WHERE d.collection = ? ORDER BY 1, 2, 3, 4",
                (key,),
            )
            return tuple(Triple(*row) for row in rows)

    def communities(self, document_id: str) -> tuple[Community, ...]:
        """The document's communities in the order in which they were published."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            rows = connection.execute(
                f"SELECT {COMMUNITY_COLUMNS} {_COMMUNITIES_FROM} "
                "WHERE m.document = ? ORDER BY m.ordinal",
                (key,),
            )
            return tuple(map(community_of, rows))

    def communities_named(self, community_ids: Iterable[str]) -> dict[str, Community]:
        """The communities that exist, in the order of the ids."""
        wanted = list(dict.fromkeys(community_ids))
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT {COMMUNITY_COLUMNS} {_COMMUNITIES_FROM} "
                "WHERE m.id IN (SELECT value FROM json_each(?))",
                (compact(wanted),),
            )
            found = {row[0]: community_of(row) for row in rows}
        return {each: found[each] for each in wanted if each in found}

    def communities_of_collection(self, collection_id: str) -> tuple[Community, ...]:
        """All communities of a collection, by id."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                f"SELECT {COMMUNITY_COLUMNS} {_COMMUNITIES_FROM} "
                "WHERE d.collection = ? ORDER BY m.id",
                (key,),
            )
            return tuple(map(community_of, rows))

    def community_vectors(
        self, collection_id: str
    ) -> tuple[tuple[str, ...], tuple[str, ...], Vectors]:
        """Ids of all communities, sorted, the document id of each, and their vectors."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            bodies = connection.execute(
                "SELECT d.pk, d.id, g.vectors FROM graphs g JOIN documents d ON d.pk = g.document "
                "WHERE d.collection = ? AND length(g.vectors) > 0",
                (key,),
            ).fetchall()
            names: dict[int, list[str]] = {}
            for document, identity in connection.execute(
                "SELECT m.document, m.id FROM communities m JOIN documents d ON d.pk = m.document "
                "WHERE d.collection = ? ORDER BY m.document, m.ordinal",
                (key,),
            ):
                names.setdefault(document, []).append(identity)
        return joined((owner, names.get(document, []), body) for document, owner, body in bodies)

    def community_vectors_of(self, document_id: str) -> Vectors:
        """Vectors of a document's communities, in the order of `communities`."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            rows = connection.execute(
                "SELECT count(*), (SELECT vectors FROM graphs WHERE document = ?1) "
                "FROM communities WHERE document = ?1",
                (key,),
            ).fetchone()
        return matrix_of(rows[1] or b"", rows[0])

    def edges(self, collection_id: str, kinds: Sequence[str] = ()) -> Iterator[Edge]:
        """Edges of the collection's documents, sorted by kind, source, target."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                "SELECT source, target, kind, weight FROM edges WHERE collection = ? "
                "AND (? = 0 OR kind IN (SELECT value FROM json_each(?))) ORDER BY 3, 1, 2, 4",
                (key, len(kinds), compact(list(kinds))),
            ).fetchall()
        return (Edge(*row) for row in rows)


def _entities_of(rows: Iterable[Form]) -> tuple[Entity, ...]:
    """The entities of rows (id, name, kind, aliases) that are sorted by id."""
    return tuple(
        merged_entity(identity, [(name, kind, _aliases(own)) for _, name, kind, own in forms])
        for identity, forms in groupby(rows, _first)
    )


def _aliases(stored: str) -> list[str]:
    """The aliases of a row; most have none, and there are tens of thousands of rows."""
    if stored == "[]":
        return []
    aliases: list[str] = json.loads(stored)
    return aliases


def _first(row: Form) -> str:
    return row[0]
