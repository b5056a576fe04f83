"""Values to properties of nodes and back.

Lists of plain values stay lists, so that they can be read in Neo4j Browser; what is nested is JSON;
texts, line maps and vectors are packed bytes (vectors as little-endian float16, exactly as given).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.records._codecs import compact, settings_of
from backend.types import (
    Chunk,
    Collection,
    Community,
    Document,
    Edge,
    Job,
    JobState,
    PageSize,
    Section,
)

Properties = dict[str, Any]
Node = Mapping[str, Any]

# --- collections and documents -------------------------------------------------------------------


def collection_of(node: Node) -> Collection:
    settings = settings_of(node["settings"])
    return Collection(
        node["id"],
        node["name"],
        node["created"],
        settings,
        node["embedding"],
        node.get("owner", ""),
    )


def document_properties(document: Document, length: int, recipe: str) -> Properties:
    """`length` is that of the text in code points, `recipe` what made the document's graph."""
    return {
        "id": document.id,
        "collection": document.collection_id,
        "name": document.name,
        "title": document.title,
        "media_type": document.media_type,
        "sha256": document.sha256,
        "size": document.size,
        "pages": document.pages,
        "chunks": document.chunks,
        "version": document.version,
        "added": document.added,
        "key": document.key,
        "page_sizes": compact([(size.width, size.height) for size in document.page_sizes]),
        "metadata": compact(document.metadata),
        "warnings": list(document.warnings),
        "length": length,
        "graph_recipe": recipe,
    }


def document_of(node: Node) -> Document:
    return Document(
        id=node["id"],
        collection_id=node["collection"],
        name=node["name"],
        title=node["title"],
        media_type=node["media_type"],
        sha256=node["sha256"],
        size=node["size"],
        pages=node["pages"],
        chunks=node["chunks"],
        version=node["version"],
        added=node["added"],
        key=node["key"],
        page_sizes=tuple(PageSize(*size) for size in json.loads(node["page_sizes"])),
        metadata=json.loads(node["metadata"]),
        warnings=tuple(node["warnings"]),
    )


def section_properties(ordinal: int, section: Section) -> Properties:
    return {
        "id": section.id,
        "document": section.document_id,
        "ordinal": ordinal,
        "parent": section.parent_id,
        "title": section.title,
        "path": list(section.path),
        "level": section.level,
        "page": section.page,
        "start": section.start,
        "end": section.end,
    }


def section_of(node: Node) -> Section:
    return Section(
        node["id"],
        node["document"],
        node["parent"],
        node["title"],
        tuple(node["path"]),
        node["level"],
        node["page"],
        node["start"],
        node["end"],
    )


# --- chunks and vectors --------------------------------------------------------------------------


def chunk_properties(chunk: Chunk) -> Properties:
    return {
        "id": chunk.id,
        "document": chunk.document_id,
        "section": chunk.section_id,
        "ordinal": chunk.ordinal,
        "text": chunk.text,
        "start": chunk.start,
        "end": chunk.end,
        "pages": list(chunk.pages),
        "kind": chunk.kind,
        "title": chunk.title,
        "path": list(chunk.path),
        "stored_table": chunk.table_id,
        "row": chunk.row,
    }


def chunk_of(node: Node) -> Chunk:
    return Chunk(
        node["id"],
        node["document"],
        node["section"],
        node["ordinal"],
        node["text"],
        node["start"],
        node["end"],
        tuple(node["pages"]),
        node["kind"],
        node["title"],
        tuple(node["path"]),
        node.get("stored_table", ""),  # passages of older versions name none
        node.get("row", -1),
    )


def unpacked(body: bytes, rows: int) -> npt.NDArray[np.float32]:
    """So many packed vectors as the rows of a matrix; shape (0, 0) if there are none."""
    if not body or not rows:
        return np.zeros((0, 0), np.float32)
    return np.frombuffer(body, dtype="<f2").astype(np.float32).reshape(rows, -1)


# --- graph ---------------------------------------------------------------------------------------


def community_properties(ordinal: int, community: Community) -> Properties:
    return {
        "id": community.id,
        "document": community.document_id,
        "ordinal": ordinal,
        "chunk_ids": list(community.chunk_ids),
        "title": community.title,
        "summary": community.summary,
        "keywords": list(community.keywords),
        "summarised_by": community.summarised_by,
        "retry": community.retry,
    }


def community_of(node: Node) -> Community:
    return Community(
        node["id"],
        node["document"],
        tuple(node["chunk_ids"]),
        node["title"],
        node["summary"],
        tuple(node["keywords"]),
        node["summarised_by"],
        node["retry"],
    )


def edge_of(row: Sequence[Any]) -> Edge:
    """An edge of the columns source, target, kind, weight."""
    return Edge(row[0], row[1], row[2], row[3])


# --- jobs ----------------------------------------------------------------------------------------


def job_of(node: Node) -> Job:
    values = {field.name: node[field.name] for field in fields(Job)}
    return Job(
        **{**values, "state": JobState(values["state"]), "replaces": tuple(values["replaces"])}
    )
