"""Ids made of content: the same bytes and span always get the same id, on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

ID_LENGTH = 24


def content_id(*parts: str | int) -> str:
    """The first 96 bits, as hex, of the SHA-256 of the parts, each prefixed by its length.

    The length prefix keeps ("ab", "c") and ("a", "bc") apart.
    """
    digest = hashlib.sha256()
    for part in parts:
        encoded = str(part).encode("utf-8", "surrogatepass")
        digest.update(f"{len(encoded)}:".encode())
        digest.update(encoded)
    return digest.hexdigest()[:ID_LENGTH]


def document_id(collection_id: str, sha256: str, key: str) -> str:
    """Id of a document. `key` keeps imported records and kept copies of the same bytes apart."""
    return content_id("document", collection_id, sha256, key)


def section_id(document: str, ordinal: int, start: int, title: str) -> str:
    """Id of a section, from its place and heading in the document."""
    return content_id("section", document, ordinal, start, title)


def chunk_id(document: str, kind: str, start: int, end: int, text: str) -> str:
    """Id of a chunk, from its span and text in the document."""
    return content_id("chunk", document, kind, start, end, text)


def community_id(document: str, chunk_ids: Iterable[str]) -> str:
    """Id of a group of chunks of a document, whatever their order."""
    return content_id("community", document, *sorted(chunk_ids))


def entity_id(collection_id: str, sort: str, key: str) -> str:
    """Id of an entity: what all documents of a collection call by one key, names apart from labels.

    Args:
        sort: `name` for things, `heading` and `row label` for parts of documents.
    """
    return content_id("entity", collection_id, sort, key)
