"""What another record store needs to hold the same: whole documents, collections, preferences."""

from __future__ import annotations

import json
import sqlite3

import numpy as np

from backend.errors import StorageError
from backend.ports import DocumentBundle
from backend.records._codecs import folded_name, settings_text
from backend.records._packing import text_of_block, unpack_lines
from backend.records._sqlite.part import StorePart, document_key
from backend.records._sqlite.removal import LINK_KINDS
from backend.records._sqlite.rows import (
    CHUNK_COLUMNS,
    COMMUNITY_COLUMNS,
    DOCUMENT_COLUMNS,
    SECTION_COLUMNS,
    chunk_of,
    community_of,
    document_of,
    matrix_of,
    section_of,
    stack_vectors,
)
from backend.records._sqlite.tables import read_table
from backend.types import Collection, Edge, Entity, Triple

_FAR = 2**31 - 1
_OF = "JOIN documents d ON d.pk = {table}.document WHERE d.pk = ? ORDER BY {table}.ordinal"


class Transfer(StorePart):
    """The verbs of `Records` about moving to another store."""

    def bundle(self, document_id: str) -> DocumentBundle:
        """A document with all that goes with it; lists that have no order of their own sorted."""
        with self._database.read() as connection:
            return _bundle(connection, document_key(connection, document_id))

    def restore_collection(self, collection: Collection) -> None:
        """Make a collection with the id, time and settings that it has elsewhere."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT INTO collections (id, name, folded, created, settings, owner) "
                "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (id) DO UPDATE SET name = ?2, "
                "folded = ?3, created = ?4, settings = ?5, owner = ?6",
                (
                    collection.id,
                    collection.name,
                    folded_name(collection.name, collection.owner),
                    collection.created,
                    settings_text(collection.settings),
                    collection.owner,
                ),
            )

    def preferences(self) -> dict[str, str]:
        """All workbench-wide settings that were changed on screen."""
        with self._database.read() as connection:
            return dict(connection.execute("SELECT name, value FROM preferences ORDER BY name"))


def _bundle(connection: sqlite3.Connection, key: int) -> DocumentBundle:
    def rows(query: str) -> list[tuple[object, ...]]:
        return connection.execute(query, (key,)).fetchall()

    document = document_of(
        rows(
            f"SELECT {DOCUMENT_COLUMNS} FROM documents d "
            "JOIN collections c ON c.pk = d.collection WHERE d.pk = ?"
        )[0]
    )
    texts = connection.execute("SELECT body FROM texts WHERE document = ? ORDER BY block", (key,))
    text = "".join(text_of_block(body) for (body,) in texts)
    lines = connection.execute("SELECT body FROM line_maps WHERE document = ?", (key,)).fetchone()
    chunks = tuple(
        map(chunk_of, rows(f"SELECT {CHUNK_COLUMNS} FROM chunks k {_OF.format(table='k')}"))
    )
    vectors = connection.execute(
        "SELECT v.body, e.identity FROM chunks k JOIN documents d ON d.pk = k.document "
        "JOIN collections c ON c.pk = d.collection JOIN embeddings e ON e.identity = c.embedding "
        "JOIN vectors v ON v.chunk = k.pk AND v.embedding = e.pk WHERE d.pk = ? ORDER BY k.ordinal",
        (key,),
    ).fetchall()
    if len(vectors) != len(chunks):
        raise StorageError(
            f"{len(chunks) - len(vectors)} passages of “{document.title}” have no vector, so that "
            "it cannot be moved.",
            "Run check and repair first, or add the document again.",
        )
    communities = tuple(
        map(
            community_of,
            rows(f"SELECT {COMMUNITY_COLUMNS} FROM communities m {_OF.format(table='m')}"),
        )
    )
    graph = connection.execute(
        "SELECT recipe, vectors FROM graphs WHERE document = ?", (key,)
    ).fetchone() or ("", b"")
    entities = connection.execute(
        "SELECT id, name, kind, aliases FROM entities WHERE document = ? ORDER BY id", (key,)
    )
    return DocumentBundle(
        document=document,
        text=text,
        lines=unpack_lines(lines[0], -1, _FAR) if lines else (),
        sections=tuple(
            map(
                section_of,
                rows(f"SELECT {SECTION_COLUMNS} FROM sections s {_OF.format(table='s')}"),
            )
        ),
        chunks=chunks,
        vectors=stack_vectors(row[0] for row in vectors).astype(np.float16),
        embedding=vectors[0][1] if vectors else "",
        entities=tuple(
            Entity(identity, name, kind, tuple(json.loads(aliases)))
            for identity, name, kind, aliases in entities
        ),
        mentions=tuple(
            connection.execute(
                "SELECT m.entity, k.id, m.count FROM mentions m JOIN chunks k ON k.pk = m.chunk "
                "WHERE k.document = ? ORDER BY 1, 2",
                (key,),
            )
        ),
        triples=tuple(
            Triple(*row)
            for row in connection.execute(
                "SELECT t.subject, t.predicate, t.object, k.id FROM triples t "
                "JOIN chunks k ON k.pk = t.chunk WHERE t.document = ? ORDER BY 1, 2, 3, 4",
                (key,),
            )
        ),
        communities=communities,
        edges=tuple(
            Edge(*row)
            for row in connection.execute(
                "SELECT source, target, kind, weight FROM edges WHERE document = ? "
                f"AND kind NOT IN ({LINK_KINDS}) ORDER BY 3, 1, 2, 4",
                (key,),
            )
        ),
        community_vectors=matrix_of(graph[1], len(communities)).astype(np.float16),
        graph_recipe=graph[0],
        tables=tuple(
            read_table(identity, document.id, body)
            for identity, body in connection.execute(
                "SELECT id, body FROM tables WHERE document = ? ORDER BY ordinal", (key,)
            )
        ),
    )
