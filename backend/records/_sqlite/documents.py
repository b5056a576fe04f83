"""Documents: publishing and deleting whole ones, and the change log that tells of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from backend.errors import StorageError
from backend.ports import DocumentBundle
from backend.records._bundles import check_bundle
from backend.records._codecs import compact, packed
from backend.records._packing import pack_lines, text_blocks
from backend.records._sqlite.part import StorePart, collection_key, document_key, last_change
from backend.records._sqlite.removal import drop_dangling_edges, remove_documents, take_out
from backend.records._sqlite.rows import (
    DOCUMENT_COLUMNS,
    chunk_row,
    community_row,
    document_of,
    document_row,
    one,
    section_row,
)
from backend.records._table_packing import pack_table
from backend.types import Change, Document, JobState, Receipt

_FROM = "FROM documents d JOIN collections c ON c.pk = d.collection"

_INSERTS = {
    "documents": 17,
    "texts": 3,
    "line_maps": 2,
    "sections": 10,
    "chunks": 14,
    "tables": 4,
    "vectors": 3,
    "entities": 6,
    "mentions": 3,
    "communities": 9,
    "graphs": 3,
}


class Documents(StorePart):
    """The verbs of `Records` about documents as wholes."""

    def documents(self, collection_id: str) -> tuple[Document, ...]:
        """Visible documents, by title then id."""
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                f"SELECT {DOCUMENT_COLUMNS} {_FROM} WHERE d.collection = ? ORDER BY d.title, d.id",
                (key,),
            )
            return tuple(map(document_of, rows))

    def document(self, document_id: str) -> Document:
        """One document; NotFoundError if it does not exist."""
        with self._database.read() as connection:
            found = connection.execute(
                f"SELECT {DOCUMENT_COLUMNS} {_FROM} WHERE d.id = ?", (document_id,)
            )
            return document_of(one(found, "document"))

    def find_documents(
        self, collection_id: str, *, name: str = "", sha256: str = ""
    ) -> tuple[Document, ...]:
        """The collection's documents of that name, of those bytes, or both; by id."""
        wanted = {"name": name, "sha256": sha256}
        conditions = [f"d.{column} = ?" for column, value in wanted.items() if value]
        with self._database.read() as connection:
            key = collection_key(connection, collection_id)
            rows = connection.execute(
                f"SELECT {DOCUMENT_COLUMNS} {_FROM} "
                f"WHERE {' AND '.join(['d.collection = ?', *conditions])} ORDER BY d.id",
                (key, *(value for value in wanted.values() if value)),
            )
            return tuple(map(document_of, rows))

    def uses_file(self, sha256: str) -> bool:
        """Whether a document of any collection is of that file, or a job that is not done waits
        for it; a job that is done has become a document, and holds nothing when that is deleted.
        """
        with self._database.read() as connection:
            found = connection.execute(
                "SELECT EXISTS (SELECT 1 FROM documents WHERE sha256 = ?) "
                "OR EXISTS (SELECT 1 FROM jobs WHERE sha256 = ? AND state <> ?)",
                (sha256, sha256, JobState.DONE.value),
            )
            return bool(found.fetchone()[0])

    def publish(self, bundles: Sequence[DocumentBundle], replaces: Sequence[str] = ()) -> int:
        """Make documents visible, removing those that they replace, in one transaction."""
        for bundle in bundles:
            check_bundle(bundle)
        arriving = {bundle.document.id for bundle in bundles}
        with self._database.write() as connection:
            collections = {
                each: collection_key(connection, each)
                for each in {bundle.document.collection_id for bundle in bundles}
            }
            leaving = _present(connection, [*arriving, *replaces])
            if leaving:
                contents = {
                    document_bundle.document.id: document_bundle.document.sha256
                    for document_bundle in bundles
                }
                staying = _same_content(connection, contents)
                take_out(connection, [pk for pk, _, _ in leaving], staying)
            _insert(connection, bundles, collections)
            if leaving:
                drop_dangling_edges(connection)
            _settle_embedding(connection, bundles, collections)
            changes = [
                (collection, document, "removed")
                for _, document, collection in leaving
                if document not in arriving
            ]
            changes += [
                (bundle.document.collection_id, bundle.document.id, "added") for bundle in bundles
            ]
            _log(connection, changes)
            sequence = last_change(connection)
        self._documents_left(collection for _, _, collection in leaving)
        return sequence

    def delete_documents(self, document_ids: Sequence[str]) -> Receipt:
        """Remove documents; NotFoundError, with nothing removed, if one does not exist."""
        with self._database.write() as connection:
            for document_id in document_ids:
                document_key(connection, document_id)
            leaving = _present(connection, document_ids)
            receipt = remove_documents(connection, [pk for pk, _, _ in leaving])
            _log(connection, [(document[2], document[1], "removed") for document in leaving])
        self._documents_left(collection for _, _, collection in leaving)
        return receipt

    def sequence(self) -> int:
        """Number of the last change."""
        with self._database.read() as connection:
            return last_change(connection)

    def changes(self, after: int) -> tuple[Change, ...]:
        """Changes with a sequence number over `after`, in order."""
        with self._database.read() as connection:
            rows = connection.execute(
                "SELECT sequence, collection, document, action FROM changes "
                "WHERE sequence > ? ORDER BY sequence",
                (after,),
            )
            return tuple(Change(*row) for row in rows)


def _present(
    connection: sqlite3.Connection, document_ids: Sequence[str]
) -> list[tuple[int, str, str]]:
    """(key, id, collection id) of those documents that exist, by id."""
    return connection.execute(
        f"SELECT d.pk, d.id, c.id {_FROM} WHERE d.id IN (SELECT value FROM json_each(?)) "
        "ORDER BY d.id",
        (compact(list(document_ids)),),
    ).fetchall()


def _log(connection: sqlite3.Connection, changes: Sequence[tuple[str, str, str]]) -> None:
    connection.executemany(
        "INSERT INTO changes (collection, document, action) VALUES (?, ?, ?)", changes
    )


def _next_key(connection: sqlite3.Connection, table: str) -> int:
    found = connection.execute(f"SELECT coalesce(max(pk), 0) + 1 FROM {table}")
    return int(found.fetchone()[0])


def embedding_key(connection: sqlite3.Connection, identity: str) -> int:
    """The integer key of an embedding, made if it is new."""
    connection.execute("INSERT OR IGNORE INTO embeddings (identity) VALUES (?)", (identity,))
    found = connection.execute("SELECT pk FROM embeddings WHERE identity = ?", (identity,))
    return int(found.fetchone()[0])


def _insert(
    connection: sqlite3.Connection,
    bundles: Sequence[DocumentBundle],
    collections: dict[str, int],
) -> None:
    """Put the rows of all bundles in, table by table."""
    next_document = _next_key(connection, "documents")
    next_chunk = _next_key(connection, "chunks")
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in _INSERTS}
    triples: list[tuple[Any, ...]] = []
    edges: list[tuple[Any, ...]] = []
    for key, bundle in enumerate(bundles, start=next_document):
        document = bundle.document
        collection = collections[document.collection_id]
        embedding = embedding_key(connection, bundle.embedding)
        rows["documents"].append(document_row(key, collection, document, len(bundle.text)))
        rows["texts"] += [(key, block, body) for block, body in text_blocks(bundle.text)]
        if bundle.lines:
            rows["line_maps"].append((key, pack_lines(bundle.lines)))
        rows["sections"] += [
            section_row(key, ordinal, section) for ordinal, section in enumerate(bundle.sections)
        ]
        chunk_keys = {chunk.id: next_chunk + offset for offset, chunk in enumerate(bundle.chunks)}
        next_chunk += len(bundle.chunks)
        for chunk, vector in zip(bundle.chunks, bundle.vectors, strict=True):
            rows["chunks"].append(chunk_row(chunk_keys[chunk.id], key, chunk))
            rows["vectors"].append((chunk_keys[chunk.id], embedding, packed(vector)))
        rows["tables"] += [
            (key, ordinal, table.id, pack_table(table))
            for ordinal, table in enumerate(bundle.tables)
        ]
        rows["entities"] += [
            (collection, entity.id, key, entity.name, entity.kind, compact(entity.aliases))
            for entity in bundle.entities
        ]
        rows["mentions"] += [
            (chunk_keys.get(chunk), entity, count) for entity, chunk, count in bundle.mentions
        ]
        rows["communities"] += [
            community_row(key, ordinal, community)
            for ordinal, community in enumerate(bundle.communities)
        ]
        rows["graphs"].append((key, bundle.graph_recipe, packed(bundle.community_vectors)))
        triples += [
            (key, chunk_keys.get(triple.chunk_id), triple.subject, triple.predicate, triple.object)
            for triple in bundle.triples
        ]
        edges += [
            (collection, key, edge.kind, edge.source, edge.target, edge.weight)
            for edge in bundle.edges
        ]
    for table, width in _INSERTS.items():
        marks = ", ".join("?" * width)
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows[table])
    connection.executemany(
        "INSERT INTO triples (document, chunk, subject, predicate, object) VALUES (?, ?, ?, ?, ?)",
        triples,
    )
    connection.executemany(
        "INSERT INTO edges (collection, document, kind, source, target, weight) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        edges,
    )


def _settle_embedding(
    connection: sqlite3.Connection,
    bundles: Sequence[DocumentBundle],
    collections: dict[str, int],
) -> None:
    """The first documents of a collection decide its embedding; later ones must agree with it.

    Raises:
        StorageError: if vectors of two models would mix.
    """
    for identity, key in collections.items():
        arriving = {
            bundle.document.id: bundle.embedding
            for bundle in bundles
            if bundle.document.collection_id == identity and bundle.chunks
        }
        embeddings = set(arriving.values())
        if not embeddings:
            continue
        live = connection.execute(
            "SELECT embedding FROM collections WHERE pk = ?", (key,)
        ).fetchone()[0]
        if embeddings == {live}:
            continue
        others = connection.execute(
            "SELECT 1 FROM documents WHERE collection = ? AND chunks > 0 "
            "AND id NOT IN (SELECT value FROM json_each(?)) LIMIT 1",
            (key, compact(list(arriving))),
        ).fetchone()
        if others or len(embeddings) > 1:
            raise StorageError(
                "A document was embedded with another model than its collection uses now; it was "
                "not stored.",
                "Add it again: it will be embedded with the collection's model.",
            )
        connection.execute(
            "UPDATE collections SET embedding = ? WHERE pk = ?", (embeddings.pop(), key)
        )


def _same_content(connection: sqlite3.Connection, contents: Mapping[str, str]) -> list[str]:
    """Those of the documents whose content, told by its SHA-256, is there already."""
    rows = connection.execute(
        "SELECT d.id FROM json_each(?) named JOIN documents d "
        "ON d.id = named.key AND d.sha256 = named.value",
        (compact(dict(contents)),),
    )
    return [identity for (identity,) in rows]
