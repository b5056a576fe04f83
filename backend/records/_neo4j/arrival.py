"""Putting documents in: their nodes and relationships, kind by kind, in batches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from backend.ports import DocumentBundle
from backend.records._bundles import contradiction
from backend.records._codecs import merged_entity, packed
from backend.records._neo4j.part import create_edges
from backend.records._neo4j.removal import SET_ENTITIES
from backend.records._neo4j.rows import (
    chunk_properties,
    community_properties,
    document_properties,
    section_properties,
)
from backend.records._neo4j.server import Transaction
from backend.records._packing import pack_lines, text_blocks
from backend.records._table_packing import pack_table
from backend.types import Community, Edge

Row = dict[str, Any]

_DOCUMENTS = "UNWIND $rows AS row CREATE (d:Document) SET d = row, d.library = $library"
_TEXTS = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_TEXT]->(:Text {block: row.block, body: row.body})
"""
_LAYOUTS = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_LAYOUT]->(:Layout {lines: row.lines})
"""
_SECTIONS = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_SECTION]->(s:Section) SET s = row, s.library = $library
"""
_SUBSECTIONS = """
UNWIND $rows AS row
MATCH (parent:Section {library: $library, id: row.parent})
MATCH (s:Section {library: $library, id: row.id})
CREATE (parent)-[:HAS_SUBSECTION]->(s)
"""
_CHUNKS = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_CHUNK]->(k:Chunk) SET k = row, k.library = $library
WITH k, row
MATCH (s:Section {library: $library, id: row.section})
CREATE (s)-[:HAS_CHUNK]->(k)
"""
_VECTORS = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_VECTORS]->(:Vectors {embedding: row.embedding, chunk_ids: row.chunk_ids,
                                      body: row.body})
"""
_KNOWN_ENTITIES = """
UNWIND $rows AS id
MATCH (e:Entity {library: $library, collection: $collection, id: id})
RETURN e.id AS id, e.name AS name, e.kind AS kind, e.aliases AS aliases
"""
_ENTITIES = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
MERGE (e:Entity {library: $library, collection: $collection, id: row.id})
CREATE (d)-[:NAMES {name: row.name, kind: row.kind, aliases: row.aliases}]->(e)
"""
_MENTIONS = """
UNWIND $rows AS row
MATCH (k:Chunk {library: $library, id: row.chunk})
MATCH (e:Entity {library: $library, collection: $collection, id: row.entity})
CREATE (k)-[:MENTIONS {count: row.count}]->(e)
RETURN row.chunk
"""
_STATEMENTS = """
UNWIND $rows AS row
MATCH (k:Chunk {library: $library, id: row.chunk})
CREATE (k)-[:STATES]->(:Statement {subject: row.subject, predicate: row.predicate,
                                   object: row.object})
RETURN row.chunk
"""
_RELATIONS = """
UNWIND $rows AS row
MATCH (s:Entity {library: $library, collection: $collection, id: row.subject})
MATCH (o:Entity {library: $library, collection: $collection, id: row.object})
CREATE (s)-[:RELATES_TO {library: $library, document: row.document, predicate: row.predicate,
                         chunk: row.chunk}]->(o)
"""
_COMMUNITIES = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_COMMUNITY]->(m:Community) SET m = row, m.library = $library
"""
_MEMBERS = """
UNWIND $rows AS row
MATCH (k:Chunk {library: $library, id: row.chunk})
MATCH (m:Community {library: $library, id: row.community})
CREATE (k)-[:IN_COMMUNITY]->(m)
"""
_COMMUNITY_VECTORS = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_COMMUNITY_VECTORS]->(:CommunityVectors {body: row.body})
"""
_TABLES = """
UNWIND $rows AS row
MATCH (d:Document {library: $library, id: row.document})
CREATE (d)-[:HAS_TABLE]->(t:StoredTable) SET t = row, t.library = $library
"""
_LINK = """
MATCH (c:Collection {library: $library, id: $collection})
UNWIND $rows AS id
MATCH (d:Document {library: $library, id: id})
CREATE (c)-[:HAS_DOCUMENT]->(d)
"""


def insert(transaction: Transaction, collection_id: str, bundles: Sequence[DocumentBundle]) -> None:
    """Put the bundles of one collection in.

    Raises:
        StorageError: if mentions or relations name a chunk or an entity that is not there.
    """
    transaction.each(
        _DOCUMENTS,
        [
            document_properties(
                document_bundle.document, len(document_bundle.text), document_bundle.graph_recipe
            )
            for document_bundle in bundles
        ],
    )
    _insert_texts(transaction, bundles)
    _insert_chunks(transaction, bundles)
    _insert_entities(transaction, collection_id, bundles)
    insert_communities(
        transaction,
        [each for bundle in bundles for each in enumerate(bundle.communities)],
        [edge for bundle in bundles for edge in bundle.edges],
    )
    transaction.each(
        _COMMUNITY_VECTORS,
        [
            {"document": bundle.document.id, "body": packed(bundle.community_vectors)}
            for bundle in bundles
            if bundle.community_vectors.size
        ],
    )
    edges = [(edge, bundle.document.id) for bundle in bundles for edge in bundle.edges]
    create_edges(transaction, collection_id, edges)
    transaction.each(_LINK, [bundle.document.id for bundle in bundles], collection=collection_id)


def _insert_texts(transaction: Transaction, bundles: Sequence[DocumentBundle]) -> None:
    transaction.each(
        _TEXTS,
        [
            {"document": bundle.document.id, "block": block, "body": body}
            for bundle in bundles
            for block, body in text_blocks(bundle.text)
        ],
    )
    transaction.each(
        _LAYOUTS,
        [
            {"document": bundle.document.id, "lines": pack_lines(bundle.lines)}
            for bundle in bundles
            if bundle.lines
        ],
    )
    transaction.each(
        _TABLES,
        [
            {
                "document": bundle.document.id,
                "ordinal": ordinal,
                "id": table.id,
                "title": table.title,
                "body": pack_table(table),
            }
            for bundle in bundles
            for ordinal, table in enumerate(bundle.tables)
        ],
    )


def _insert_chunks(transaction: Transaction, bundles: Sequence[DocumentBundle]) -> None:
    sections = [
        section_properties(ordinal, section)
        for bundle in bundles
        for ordinal, section in enumerate(bundle.sections)
    ]
    transaction.each(_SECTIONS, sections)
    transaction.each(_SUBSECTIONS, [row for row in sections if row["parent"]])
    chunks = [chunk_properties(chunk) for bundle in bundles for chunk in bundle.chunks]
    transaction.each(_CHUNKS, chunks)
    transaction.each(
        _VECTORS,
        [
            vectors_row(
                bundle.document.id,
                bundle.embedding,
                [chunk.id for chunk in bundle.chunks],
                packed(bundle.vectors),
            )
            for bundle in bundles
            if bundle.chunks
        ],
    )


def vectors_row(document: str, embedding: str, chunk_ids: list[str], body: bytes) -> Row:
    """All vectors that one embedding made of one document, in the order of its chunks."""
    return {"document": document, "embedding": embedding, "chunk_ids": chunk_ids, "body": body}


def insert_vectors(transaction: Transaction, rows: Sequence[Row]) -> None:
    """Put vectors in; see `vectors_row`."""
    transaction.each(_VECTORS, rows)


def _insert_entities(
    transaction: Transaction, collection_id: str, bundles: Sequence[DocumentBundle]
) -> None:
    forms: dict[str, list[tuple[str, str, Sequence[str]]]] = {}
    for bundle in bundles:
        for entity in bundle.entities:
            forms.setdefault(entity.id, []).append((entity.name, entity.kind, entity.aliases))
    known = transaction.each(_KNOWN_ENTITIES, sorted(forms), collection=collection_id)
    for row in known:
        if row["name"] is not None:
            forms[row["id"]].append((row["name"], row["kind"], row["aliases"]))
    transaction.each(
        _ENTITIES,
        [
            {
                "document": bundle.document.id,
                "id": each.id,
                "name": each.name,
                "kind": each.kind,
                "aliases": list(each.aliases),
            }
            for bundle in bundles
            for each in bundle.entities
        ],
        collection=collection_id,
    )
    merged = [merged_entity(identity, each) for identity, each in sorted(forms.items())]
    transaction.each(
        SET_ENTITIES,
        [
            {"id": each.id, "name": each.name, "kind": each.kind, "aliases": list(each.aliases)}
            for each in merged
        ],
        collection=collection_id,
    )
    _insert_statements(transaction, collection_id, bundles)


def _insert_statements(
    transaction: Transaction, collection_id: str, bundles: Sequence[DocumentBundle]
) -> None:
    mentions: list[Row] = []
    statements: list[Row] = []
    relations: list[Row] = []
    for bundle in bundles:
        named = {each.id for each in bundle.entities}
        inside = {chunk.id for chunk in bundle.chunks}
        for entity, chunk, count in bundle.mentions:
            if chunk not in inside or entity not in named:
                raise contradiction(bundle.document.title)
            mentions.append({"chunk": chunk, "entity": entity, "count": count})
        for triple in bundle.triples:
            if triple.chunk_id not in inside:
                raise contradiction(bundle.document.title)
            row = {
                "document": bundle.document.id,
                "subject": triple.subject,
                "predicate": triple.predicate,
                "object": triple.object,
                "chunk": triple.chunk_id,
            }
            statements.append(row)
            if triple.subject in named and triple.object in named:
                relations.append(row)
    transaction.each(_MENTIONS, mentions, collection=collection_id)
    transaction.each(_STATEMENTS, statements)
    transaction.each(_RELATIONS, relations, collection=collection_id)


def insert_communities(
    transaction: Transaction,
    communities: Sequence[tuple[int, Community]],
    edges: Iterable[Edge],
) -> None:
    """Put communities, numbered within their document, in, with the chunks that they hold.

    Args:
        edges: of the same documents: an IN_COMMUNITY edge among them already says who is a member.
    """
    transaction.each(
        _COMMUNITIES, [community_properties(number, each) for number, each in communities]
    )
    said = {(edge.source, edge.target) for edge in edges if edge.kind == "IN_COMMUNITY"}
    transaction.each(
        _MEMBERS,
        [
            {"chunk": chunk, "community": each.id}
            for _, each in communities
            for chunk in each.chunk_ids
            if (chunk, each.id) not in said
        ],
    )
