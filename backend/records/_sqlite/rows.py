"""Values to rows and back."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from backend.errors import missing
from backend.records._codecs import compact, settings_of
from backend.serialisation import from_json
from backend.types import (
    Chunk,
    Collection,
    Community,
    Document,
    Job,
    JobState,
    PageSize,
    Section,
)

_NUMBERS, _TEXTS = tuple[int, ...], tuple[str, ...]

# --- collections and documents -------------------------------------------------------------------

COLLECTION_COLUMNS = "id, name, created, settings, embedding, owner"
DOCUMENT_COLUMNS = (
    "d.id, c.id, d.name, d.title, d.media_type, d.sha256, d.size, d.pages, d.chunks, d.version, "
    "d.added, d.key, d.page_sizes, d.metadata, d.warnings"
)


def collection_of(row: Sequence[Any]) -> Collection:
    return Collection(row[0], row[1], row[2], settings_of(row[3]), row[4], row[5])


def document_of(row: Sequence[Any]) -> Document:
    sizes = tuple(PageSize(*size) for size in _parsed(row[12]))
    values = (*row[:12], sizes, json.loads(row[13]), tuple(_parsed(row[14])))
    return Document(*values)


def _parsed(text: str) -> list[Any]:
    """A JSON list; most of an imported corpus are empty, which need no parsing."""
    return [] if text == "[]" else list(json.loads(text))


def document_row(pk: int, collection: int, document: Document, length: int) -> tuple[Any, ...]:
    return (
        pk,
        document.id,
        collection,
        document.name,
        document.title,
        document.media_type,
        document.sha256,
        document.size,
        document.pages,
        document.chunks,
        document.version,
        document.added,
        document.key,
        compact([(size.width, size.height) for size in document.page_sizes]),
        compact(document.metadata),
        compact(document.warnings),
        length,
    )


# --- sections and chunks ------------------------------------------------------------------------

SECTION_COLUMNS = "s.id, d.id, s.parent, s.title, s.path, s.level, s.page, s.first, s.last"


def section_of(row: Sequence[Any]) -> Section:
    values = (*row[:4], from_json(_TEXTS, row[4]), *row[5:])
    return Section(*values)


def section_row(document: int, ordinal: int, section: Section) -> tuple[Any, ...]:
    return (
        document,
        ordinal,
        section.id,
        section.parent_id,
        section.title,
        compact(section.path),
        section.level,
        section.page,
        section.start,
        section.end,
    )


# --- chunks and vectors --------------------------------------------------------------------------

CHUNK_COLUMNS = (
    "k.id, d.id, k.section, k.ordinal, k.text, k.first, k.last, k.pages, k.kind, k.title, k.path, "
    "k.stored_table, k.row"
)


def chunk_of(row: Sequence[Any]) -> Chunk:
    pages, path = from_json(_NUMBERS, row[7]), from_json(_TEXTS, row[10])
    values = (*row[:7], pages, row[8], row[9], path, *row[11:13])
    return Chunk(*values)


def chunk_row(pk: int, document: int, chunk: Chunk) -> tuple[Any, ...]:
    return (
        pk,
        chunk.id,
        document,
        chunk.ordinal,
        chunk.section_id,
        chunk.text,
        chunk.start,
        chunk.end,
        compact(chunk.pages),
        chunk.kind,
        chunk.title,
        compact(chunk.path),
        chunk.table_id,
        chunk.row,
    )


def stack_vectors(bodies: Iterable[bytes]) -> npt.NDArray[np.float32]:
    """Stored vectors as the rows of a matrix; shape (0, 0) if there are none.

    A row of another length than most is damaged (`check` says so): it is zeros here, so that it is
    like nothing, and the others can still be searched.
    """
    packed = list(bodies)
    if not packed:
        return np.zeros((0, 0), dtype=np.float32)
    usual = Counter(map(len, packed)).most_common(1)[0][0] // 2 * 2
    packed = [each if len(each) == usual else bytes(usual) for each in packed]
    flat = np.frombuffer(b"".join(packed), dtype="<f2").astype(np.float32)
    return flat.reshape(len(packed), -1)


def matrix_of(body: bytes, rows: int) -> npt.NDArray[np.float32]:
    """So many packed vectors as a matrix; shape (0, 0) if there are none or they are damaged."""
    if not body or not rows or len(body) % (2 * rows):
        return np.zeros((0, 0), dtype=np.float32)
    return np.frombuffer(body, dtype="<f2").astype(np.float32).reshape(rows, -1)


# --- graph and jobs ------------------------------------------------------------------------------

COMMUNITY_COLUMNS = (
    "m.id, d.id, m.chunk_ids, m.title, m.summary, m.keywords, m.summarised_by, m.retry"
)


def community_of(row: Sequence[Any]) -> Community:
    return Community(
        row[0],
        row[1],
        from_json(_TEXTS, row[2]),
        row[3],
        row[4],
        from_json(_TEXTS, row[5]),
        row[6],
        bool(row[7]),
    )


def community_row(document: int, ordinal: int, community: Community) -> tuple[Any, ...]:
    return (
        document,
        ordinal,
        community.id,
        community.title,
        community.summary,
        compact(community.keywords),
        compact(community.chunk_ids),
        community.summarised_by,
        int(community.retry),
    )


JOB_COLUMNS = (
    "id, kind, collection, name, sha256, size, media_type, state, stage, done, total, created, "
    "started, finished, heartbeat, attempts, code, reason, remedy, document, key, replaces, "
    "cancel_requested"
)


def job_of(row: Sequence[Any]) -> Job:
    values = (*row[:7], JobState(row[7]), *row[8:21], from_json(_TEXTS, row[21]), bool(row[22]))
    return Job(*values)


def one(cursor: sqlite3.Cursor, kind: str) -> Any:
    """The first row.

    Raises:
        NotFoundError: if there is none.
    """
    row = cursor.fetchone()
    if row is None:
        raise missing(kind)
    return row
