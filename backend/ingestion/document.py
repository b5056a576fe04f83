"""From a document's text to the bundle that makes it visible: sections, chunks, vectors.

Everything here depends on the document and its collection's settings alone, never on what else the
collection holds: that is what makes adding files one by one equal to adding them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from backend import identity
from backend.chunkers.table import passages_of_tables
from backend.errors import ReadingError
from backend.ingestion.communities import GraphDraft, draft_graph
from backend.ingestion.media import kind_and_charset
from backend.ingestion.parts import PreparingParts
from backend.ingestion.passage_text import chunk_token_budget, embedding_text
from backend.ingestion.sections import sections_of
from backend.languages import LANGUAGE, language_of
from backend.ports import ChunkDraft, DocumentBundle, Embedder, Extraction
from backend.tables.stored_tables import stored_tables
from backend.types import (
    Chunk,
    Collection,
    CollectionSettings,
    Document,
    Reading,
    Section,
    StoredTable,
)

READ_BY = "Read by"
"""Name of the entry of a document's metadata that says which version of the readers has read it."""
READING = "15"
"""The readers' version. It grows when they read a file better: the Library then offers to read what
an earlier version has read."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a document comes from: a file, or a record of an imported corpus.

    `key` is the record's id or what keeps a copy of the same bytes apart; `title` overrides the
    one that the reader finds.
    """

    collection: Collection
    name: str
    media_type: str
    sha256: str
    size: int
    added: float
    key: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class CutDocument:
    """A document cut into chunks, the text that is embedded for each, and what they name."""

    document: Document
    reading: Reading
    sections: tuple[Section, ...]
    chunks: tuple[Chunk, ...]
    passages: tuple[str, ...]
    extraction: Extraction
    tables: tuple[StoredTable, ...] = ()


def cut(parts: PreparingParts, source: Source, reading: Reading, embedder: Embedder) -> CutDocument:
    """Sections, chunks and entities of a document.

    Raises:
        ReadingError: `no_text` if nothing in it can be retrieved.
    """
    document_id = identity.document_id(source.collection.id, source.sha256, source.key)
    title = source.title or reading.title or source.name
    sections = sections_of(reading, document_id)
    settings = source.collection.settings
    limit = chunk_token_budget(embedder)
    drafts = parts.chunker(settings.chunker).split(reading, sections, settings, embedder, limit)
    tables = stored_tables(reading, sections, document_id)
    if settings.table_rows and tables:
        rows = passages_of_tables(tables, reading, sections, embedder, limit)
        drafts = sorted([*drafts, *rows], key=lambda draft: (draft.start, draft.end, draft.kind))
    chunks = _chunks(document_id, title, reading, sections, drafts, tables)
    if not chunks:
        raise ReadingError(
            "no_text",
            "The file holds no words that could be searched.",
            "If it shows scanned pages, run text recognition (OCR) on it first.",
        )
    document = Document(
        id=document_id,
        collection_id=source.collection.id,
        name=source.name,
        title=title,
        media_type=kind_and_charset(source.media_type)[0],
        sha256=source.sha256,
        size=source.size,
        pages=len(reading.page_starts),
        chunks=len(chunks),
        version=1,
        added=source.added,
        key=source.key,
        page_sizes=reading.page_sizes,
        metadata=_metadata(reading),
        warnings=reading.warnings,
    )
    passages = tuple(embedding_text(title, chunk.path, chunk.text, chunk.kind) for chunk in chunks)
    extraction = parts.extractor.extract(document, sections, chunks)
    return CutDocument(document, reading, sections, chunks, passages, extraction, tables)


def _metadata(reading: Reading) -> dict[str, str]:
    """What the reader says of a document, its language and who has read it."""
    language = language_of(reading.text)
    said = {LANGUAGE: language} if language else {}
    return {**reading.metadata, **said, READ_BY: READING}


def group(
    parts: PreparingParts,
    cut_document: CutDocument,
    vectors: npt.NDArray[np.float16],
    settings: CollectionSettings,
    embedding: str,
) -> GraphDraft:
    """The groups of a cut document's chunks, summarised locally."""
    return draft_graph(
        cut_document.document.id,
        cut_document.document.title,
        cut_document.chunks,
        vectors,
        settings,
        embedding,
        parts.summariser,
    )


def bundle(
    cut_document: CutDocument,
    vectors: npt.NDArray[np.floating],
    embedding: str,
    version: int,
    graph: GraphDraft,
    summaries: npt.NDArray[np.floating],
) -> DocumentBundle:
    """What is published: the cut document with one vector per chunk (rounded to float16).

    Args:
        summaries: the vectors of `graph.texts`.
    """
    return DocumentBundle(
        document=replace(cut_document.document, version=version),
        text=cut_document.reading.text,
        lines=cut_document.reading.lines,
        sections=cut_document.sections,
        chunks=cut_document.chunks,
        vectors=vectors.astype(np.float16),
        embedding=embedding,
        entities=cut_document.extraction.entities,
        mentions=cut_document.extraction.mentions,
        triples=cut_document.extraction.triples,
        communities=graph.communities,
        edges=graph.edges,
        community_vectors=graph.embedded(summaries),
        graph_recipe=graph.recipe,
        tables=cut_document.tables,
    )


def embed_in_batches(
    embedder: Embedder,
    passages: Sequence[str],
    batch: int,
    saved: Callable[[int], npt.NDArray[np.float16] | None],
    save: Callable[[int, npt.NDArray[np.float16]], None],
    progress: Callable[[float], None],
) -> npt.NDArray[np.float16]:
    """Vectors of all passages, (n, dimension), made batch by batch.

    Passages of like length share a batch, the longest first: a batch is as long as its longest
    text, and what the others lack of it is computed for nothing.

    Args:
        saved: gives a batch that an earlier, interrupted try has made already, by its number.
        save: keeps a finished batch.
        progress: called with the share of all characters that is done: the first passages take
            longest, so that their number would say too little.
    """
    vectors = np.zeros((len(passages), embedder.dimension), np.float16)
    done, whole = 0, sum(map(len, passages))
    order = sorted(range(len(passages)), key=lambda row: (-len(passages[row]), passages[row]))
    for number, start in enumerate(range(0, len(order), batch)):
        rows = order[start : start + batch]
        found = saved(number)
        if found is None or found.shape != (len(rows), embedder.dimension):
            found = embedder.embed([passages[row] for row in rows]).astype(np.float16)
            save(number, found)
        vectors[rows] = found
        done += sum(len(passages[row]) for row in rows)
        progress(done / whole if whole else 1.0)
    return vectors


def _chunks(
    document_id: str,
    title: str,
    reading: Reading,
    sections: Sequence[Section],
    drafts: Sequence[ChunkDraft],
    tables: Sequence[StoredTable],
) -> tuple[Chunk, ...]:
    chunks: dict[str, Chunk] = {}
    for draft in drafts:
        if not draft.text.strip():
            continue
        section = sections[draft.section]
        chunk_id = identity.chunk_id(document_id, draft.kind, draft.start, draft.end, draft.text)
        if chunk_id not in chunks:
            chunks[chunk_id] = Chunk(
                id=chunk_id,
                document_id=document_id,
                section_id=section.id,
                ordinal=len(chunks),
                text=draft.text,
                start=draft.start,
                end=draft.end,
                pages=pages_of(reading.page_starts, draft.start, draft.end),
                kind=draft.kind,
                title=title,
                path=section.path,
                table_id=tables[draft.table].id if draft.table >= 0 else "",
                row=draft.row,
            )
    return tuple(chunks.values())


def pages_of(page_starts: Sequence[int], start: int, end: int) -> tuple[int, ...]:
    """The pages, from 0, that the span [start, end) touches; at least one."""
    first = max(0, int(np.searchsorted(page_starts, start, side="right")) - 1)
    last = max(first, int(np.searchsorted(page_starts, max(start, end - 1), side="right")) - 1)
    return tuple(range(first, last + 1))
