"""Words of a document with the page that they stand on."""

from __future__ import annotations

from backend.pipelines._broad.telling import QuotableSentence
from backend.ports import Records
from backend.types import Chunk, Document, Quotation


def quotation(records: Records, chunk: Chunk, start: int, end: int, text: str) -> Quotation:
    """Words of a passage with their place.

    Args:
        start, end: their span in the document's text.
        text: how they are shown.
    """
    lines = records.lines(chunk.document_id, start, end)
    pages = [line.page for line in lines] or list(chunk.pages)
    page = pages[0] if pages else -1
    return Quotation(text, chunk.document_id, chunk.title, chunk.id, page, start, end)


def quotation_of(records: Records, told: QuotableSentence) -> Quotation:
    """A whole sentence with its place."""
    return quotation(records, told.chunk, told.start, told.end, told.text)


def passage_at(chunks: tuple[Chunk, ...], start: int, end: int) -> Chunk | None:
    """The shortest passage that holds a span of its document's text; None if none does."""
    holding = [chunk for chunk in chunks if chunk.start <= start and end <= chunk.end]
    return min(holding, key=lambda chunk: chunk.end - chunk.start, default=None)


def called(document: Document) -> str:
    """What a document is called on a screen."""
    return document.title or document.name
