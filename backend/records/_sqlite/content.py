"""What is inside documents: text, lines, sections, chunks, vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from backend.errors import StorageError, missing
from backend.ports import Vectors
from backend.records._codecs import compact, packed
from backend.records._packing import TEXT_BLOCK, text_of_block, unpack_lines
from backend.records._sqlite.documents import embedding_key
from backend.records._sqlite.links import forget_graphs
from backend.records._sqlite.part import StorePart, collection_key, document_key, last_change
from backend.records._sqlite.rows import (
    CHUNK_COLUMNS,
    SECTION_COLUMNS,
    chunk_of,
    section_of,
    stack_vectors,
)
from backend.types import Chunk, Line, Section

_CHUNKS_FROM = "FROM chunks k JOIN documents d ON d.pk = k.document"


class Content(StorePart):
    """The verbs of `Records` about the inside of documents."""

    def text(self, document_id: str, start: int = 0, end: int | None = None) -> str:
        """The document's text, or the part [start, end) of it."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            start = max(start, 0)
            last = -1 if end is None else max(end - 1, 0) // TEXT_BLOCK
            first = start // TEXT_BLOCK
            rows = connection.execute(
                "SELECT body FROM texts WHERE document = ? AND block >= ? "
                "AND (? < 0 OR block <= ?) ORDER BY block",
                (key, first, last, last),
            )
            text = "".join(text_of_block(body) for (body,) in rows)
        offset = first * TEXT_BLOCK
        return text[start - offset : None if end is None else max(end - offset, 0)]

    def lines(self, document_id: str, start: int, end: int) -> tuple[Line, ...]:
        """The printed lines that the span touches, in reading order."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            row = connection.execute(
                "SELECT body FROM line_maps WHERE document = ?", (key,)
            ).fetchone()
        return unpack_lines(row[0], start, end) if row else ()

    def sections(self, document_id: str) -> tuple[Section, ...]:
        """The document's sections in document order."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            rows = connection.execute(
                f"SELECT {SECTION_COLUMNS} FROM sections s JOIN documents d ON d.pk = s.document "
                "WHERE s.document = ? ORDER BY s.ordinal",
                (key,),
            )
            return tuple(map(section_of, rows))

    def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        """The chunks that exist, in the order of the ids."""
        wanted = list(dict.fromkeys(chunk_ids))
        with self._database.read() as connection:
            rows = connection.execute(
                f"SELECT {CHUNK_COLUMNS} {_CHUNKS_FROM} "
                "WHERE k.id IN (SELECT value FROM json_each(?))",
                (compact(wanted),),
            )
            found = {row[0]: chunk_of(row) for row in rows}
        return {each: found[each] for each in wanted if each in found}

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        """The document's chunks by ordinal."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            rows = connection.execute(
                f"SELECT {CHUNK_COLUMNS} {_CHUNKS_FROM} WHERE k.document = ? ORDER BY k.ordinal",
                (key,),
            )
            return tuple(map(chunk_of, rows))

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        """Chunk ids by ordinal and their vectors under one embedding (possibly none)."""
        with self._database.read() as connection:
            key = document_key(connection, document_id)
            rows = connection.execute(
                "SELECT k.id, v.body FROM chunks k JOIN vectors v ON v.chunk = k.pk "
                "JOIN embeddings e ON e.pk = v.embedding "
                "WHERE k.document = ? AND e.identity = ? ORDER BY k.ordinal",
                (key, embedding),
            ).fetchall()
        return tuple(row[0] for row in rows), stack_vectors(row[1] for row in rows)

    def store_vectors(
        self, document_id: str, embedding: str, vectors: Mapping[str, npt.NDArray[np.float16]]
    ) -> None:
        """Add vectors of a second embedding beside the live one."""
        with self._database.write() as connection:
            document = document_key(connection, document_id)
            keys = dict(
                connection.execute("SELECT id, pk FROM chunks WHERE document = ?", (document,))
            )
            if not keys.keys() >= vectors.keys():
                raise missing("passage")
            key = embedding_key(connection, embedding)
            connection.executemany(
                "INSERT OR REPLACE INTO vectors (chunk, embedding, body) VALUES (?, ?, ?)",
                [(keys[chunk], key, packed(vector)) for chunk, vector in vectors.items()],
            )

    def activate_embedding(self, collection_id: str, embedding: str) -> int:
        """Switch the collection to another embedding; StorageError if a chunk lacks a vector."""
        with self._database.write() as connection:
            collection = collection_key(connection, collection_id)
            key = embedding_key(connection, embedding)
            lacking = connection.execute(
                f"SELECT count(*) {_CHUNKS_FROM} "
                "LEFT JOIN vectors v ON v.chunk = k.pk AND v.embedding = ? "
                "WHERE d.collection = ? AND v.chunk IS NULL",
                (key, collection),
            ).fetchone()[0]
            if lacking:
                raise StorageError(
                    f"The collection cannot switch to the other embedding model: {lacking} of its "
                    "passages have no vector of it yet.",
                    "Let the re-embedding finish and try again.",
                )
            connection.execute(
                "DELETE FROM vectors WHERE embedding <> ? "
                f"AND chunk IN (SELECT k.pk {_CHUNKS_FROM} WHERE d.collection = ?)",
                (key, collection),
            )
            forget_graphs(connection, collection)
            connection.execute(
                "UPDATE collections SET embedding = ? WHERE pk = ?", (embedding, collection)
            )
            connection.execute(
                "INSERT INTO changes (collection, document, action) VALUES (?, '', 'reembedded')",
                (collection_id,),
            )
            return last_change(connection)
