"""What is inside documents: text, lines, sections, chunks, vectors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from backend.errors import StorageError, missing
from backend.ports import Vectors
from backend.records._codecs import packed
from backend.records._neo4j.arrival import insert_vectors, vectors_row
from backend.records._neo4j.links import forget_graphs
from backend.records._neo4j.part import StorePart, finish
from backend.records._neo4j.rows import chunk_of, section_of, unpacked
from backend.records._neo4j.server import Transaction
from backend.records._packing import TEXT_BLOCK, text_of_block, unpack_lines
from backend.types import Chunk, Line, Section

_TEXT = """
MATCH (:Document {library: $library, id: $id})-[:HAS_TEXT]->(t:Text)
WHERE t.block >= $first AND ($last < 0 OR t.block <= $last)
RETURN t.body AS body ORDER BY t.block
"""
LINES = """
MATCH (:Document {library: $library, id: $id})-[:HAS_LAYOUT]->(t:Layout) RETURN t.lines AS lines
"""
SECTIONS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_SECTION]->(s:Section)
RETURN s ORDER BY s.ordinal
"""
_CHUNKS = "UNWIND $rows AS id MATCH (k:Chunk {library: $library, id: id}) RETURN k"
CHUNKS_OF = """
MATCH (:Document {library: $library, id: $id})-[:HAS_CHUNK]->(k:Chunk) RETURN k ORDER BY k.ordinal
"""
VECTORS_OF = """
MATCH (:Document {library: $library, id: $id})-[:HAS_VECTORS]->(v:Vectors {embedding: $embedding})
RETURN v.chunk_ids AS chunk_ids, v.body AS body
"""
_PLACE = """
MATCH (d:Document {library: $library, id: $id})
OPTIONAL MATCH (d)-[:HAS_CHUNK]->(k:Chunk)
WITH d, k ORDER BY k.ordinal
RETURN d.collection AS collection, collect(k.id) AS chunk_ids
"""
_DROP_VECTORS = """
MATCH (:Document {library: $library, id: $id})-[:HAS_VECTORS]->(v:Vectors {embedding: $embedding})
DETACH DELETE v
"""
_COVERED = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(d:Document)
OPTIONAL MATCH (d)-[:HAS_VECTORS]->(v:Vectors {embedding: $embedding})
RETURN sum(d.chunks - coalesce(size(v.chunk_ids), 0)) AS lacking
"""
_DROP_OTHERS = """
MATCH (:Collection {library: $library, id: $id})-[:HAS_DOCUMENT]->(:Document)
      -[:HAS_VECTORS]->(v:Vectors)
WHERE v.embedding <> $embedding
DETACH DELETE v
"""
SET_EMBEDDING = """
MATCH (c:Collection {library: $library, id: $id}) SET c.embedding = $embedding
"""


class Content(StorePart):
    """The verbs of `Records` about the inside of documents."""

    def text(self, document_id: str, start: int = 0, end: int | None = None) -> str:
        """The document's text, or the part [start, end) of it."""
        start = max(start, 0)
        last = -1 if end is None else max(end - 1, 0) // TEXT_BLOCK
        first = start // TEXT_BLOCK
        rows = self._server.rows_of_document(document_id, _TEXT, first=first, last=last)
        text = "".join(text_of_block(row["body"]) for row in rows)
        offset = first * TEXT_BLOCK
        return text[start - offset : None if end is None else max(end - offset, 0)]

    def lines(self, document_id: str, start: int, end: int) -> tuple[Line, ...]:
        """The printed lines that the span touches, in reading order."""
        rows = self._server.rows_of_document(document_id, LINES)
        return unpack_lines(rows[0]["lines"], start, end) if rows else ()

    def sections(self, document_id: str) -> tuple[Section, ...]:
        """The document's sections in document order."""
        rows = self._server.rows_of_document(document_id, SECTIONS)
        return tuple(section_of(row["s"]) for row in rows)

    def chunks(self, chunk_ids: Iterable[str]) -> dict[str, Chunk]:
        """The chunks that exist, in the order of the ids."""
        wanted = list(dict.fromkeys(chunk_ids))
        if not wanted:
            return {}
        rows = self._server.read(lambda transaction: transaction.each(_CHUNKS, wanted))
        found = {
            row["k"]["id"]: chunk_of(row["k"]) for row in rows if row["k"].get("path") is not None
        }
        return {each: found[each] for each in wanted if each in found}

    def chunks_of(self, document_id: str) -> tuple[Chunk, ...]:
        """The document's chunks by ordinal."""
        rows = self._server.rows_of_document(document_id, CHUNKS_OF)
        return tuple(chunk_of(row["k"]) for row in rows)

    def vectors_of(self, document_id: str, embedding: str) -> tuple[tuple[str, ...], Vectors]:
        """Chunk ids by ordinal and their vectors under one embedding (possibly none)."""
        rows = self._server.rows_of_document(document_id, VECTORS_OF, embedding=embedding)
        if not rows:
            return (), np.zeros((0, 0), np.float32)
        ids = tuple(rows[0]["chunk_ids"])
        return ids, unpacked(rows[0]["body"], len(ids))

    def store_vectors(
        self, document_id: str, embedding: str, vectors: Mapping[str, npt.NDArray[np.float16]]
    ) -> None:
        """Add vectors of a second embedding beside the live one."""

        def store(transaction: Transaction) -> None:
            collection = transaction.one("document", _PLACE, id=document_id)["collection"]
            transaction.lock_gate(collection)
            chunk_ids = transaction.one("document", _PLACE, id=document_id)["chunk_ids"]
            if not set(chunk_ids) >= vectors.keys():
                raise missing("passage")
            bodies = {chunk: packed(vector) for chunk, vector in vectors.items()}
            for row in transaction.rows(VECTORS_OF, id=document_id, embedding=embedding):
                width = len(row["body"]) // max(1, len(row["chunk_ids"]))
                for number, chunk in enumerate(row["chunk_ids"]):
                    body = row["body"][number * width : (number + 1) * width]
                    bodies.setdefault(chunk, body)
            transaction.rows(_DROP_VECTORS, id=document_id, embedding=embedding)
            there = [chunk for chunk in chunk_ids if chunk in bodies]
            body = b"".join(bodies[chunk] for chunk in there)
            insert_vectors(transaction, [vectors_row(document_id, embedding, there, body)])
            finish(transaction, [collection], ())

        self._server.write(store)

    def activate_embedding(self, collection_id: str, embedding: str) -> int:
        """Switch the collection to another embedding; StorageError if a chunk lacks a vector."""

        def activate(transaction: Transaction) -> int:
            transaction.lock_gate(collection_id)
            lacking = transaction.value(_COVERED, id=collection_id, embedding=embedding)
            if lacking:
                raise StorageError(
                    f"The collection cannot switch to the other embedding model: {lacking} of its "
                    "passages have no vector of it yet.",
                    "Let the re-embedding finish and try again.",
                )
            transaction.rows(_DROP_OTHERS, id=collection_id, embedding=embedding)
            forget_graphs(transaction, collection_id)
            transaction.rows(SET_EMBEDDING, id=collection_id, embedding=embedding)
            return finish(transaction, [collection_id], [(collection_id, "", "reembedded")])

        return self._server.write(activate)
