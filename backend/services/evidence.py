"""What stands beside an answer: its passages, tables and pages, and its bundle."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from backend.bootstrap import Assembly
from backend.errors import NotFoundError
from backend.evidence import bundle
from backend.evidence.highlight import term_spans
from backend.evidence.page_image import (
    PageRenderer,
    boxes_of,
    outline,
    passage_image,
)
from backend.pipelines._table_documents import TableDocuments
from backend.ports import QueryFailedError
from backend.services.quoted_tables import QuotedTables
from backend.tasks.calculate.large.shown_rows import rows_shown
from backend.types import (
    Answer,
    Box,
    Chunk,
    Document,
    Hit,
    Line,
    PageImage,
    QuotedTable,
    Refusal,
    StoredTable,
)

PDF = "application/pdf"
_PAGE_TEXT = 8_000
"""Characters before and after a passage that surely hold the rest of its page."""


class EvidenceService:
    """The evidence of answers, as people look at it and take it away.

    Args:
        answer: an answer by its id; raises `NotFoundError`.
    """

    def __init__(self, assembly: Assembly, answer: Callable[[str], Answer]) -> None:
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._files = assembly.ingestion.files
        self._answer = answer
        self._renderer = PageRenderer()
        self._quoted = QuotedTables(assembly.parts.records)

    def bundle(self, answer_id: str, form: Literal["json", "markdown"]) -> str:
        """The answer with its settings and evidence as a file's text."""
        answer = self._answer(answer_id)
        documents: dict[str, Document] = {}
        for document_id in {hit.chunk.document_id for hit in answer.hits}:
            try:
                documents[document_id] = self._records.document(document_id)
            except NotFoundError:
                continue  # deleted since: the bundle names the passage's title instead
        tables = self.quoted_tables(understood(answer), answer.hits)
        if form == "json":
            return bundle.as_json(answer, documents, tables)
        return bundle.as_markdown(answer, documents, tables)

    def passage(self, chunk_id: str) -> Chunk:
        """A passage that a search found, whether an answer kept it or not.

        Raises:
            NotFoundError: if its document was deleted, or replaced by a newer version, since.
        """
        found = self._records.chunks([chunk_id]).get(chunk_id)
        if found is None:
            raise NotFoundError(
                "This passage is not in the library any more.",
                "Its document was deleted or replaced since; ask again to search what is there.",
            )
        return found

    def table(self, table_id: str) -> StoredTable:
        """A table of a document with all its cells.

        Raises:
            NotFoundError: if its document was deleted, or replaced by a newer version, since.
        """
        return self._records.table(table_id)

    def large_rows(
        self, table_id: str, rows: Sequence[int]
    ) -> tuple[StoredTable, tuple[int, ...]] | None:
        """Rows of a large table by their places in its file, from 0, with these places; None for
        a table whose rows are all kept with its document.

        Raises:
            NotFoundError: if the document was deleted since, or the rows are missing.
        """
        document_id = self._records.table(table_id).document_id
        document = self._records.document(document_id)
        large = TableDocuments(self._parts, document.collection_id).large(document_id)
        if large is None:
            return None
        if isinstance(large, Refusal):
            raise NotFoundError(large.reason, "“Repair” on the page Status makes them again.")
        try:
            shown = rows_shown(large, rows)
        except QueryFailedError as error:
            raise NotFoundError(f"The rows cannot be read: {error}", "Ask again.") from error
        return shown.table, shown.numbers

    def quoted_tables(self, question: str, hits: Sequence[Hit]) -> dict[int, QuotedTable]:
        """The rows that passages stand for as small tables, by the passage's number, from 1.

        Passages of prose are left out, and those whose document was deleted since.

        Args:
            question: says which columns come first.
        """
        return self._quoted.of_passages(question, hits)

    def tables_quoted(self, answer: Answer) -> dict[int, QuotedTable]:
        """The rows that an answer quotes as they stand, as small tables, by the passage's number.

        An answer in words of its own quotes none.
        """
        return self._quoted.quoted_by(answer, understood(answer))

    def rows_computed_from(self, answer: Answer) -> QuotedTable | None:
        """The rows whose cells an answer was computed from, as a small table; None where there are
        none, or too many to show."""
        return self._quoted.computed_from(answer, understood(answer))

    def page_image(
        self,
        document_id: str,
        page: int,
        *,
        chunk_id: str = "",
        spans: Sequence[tuple[int, int]] = (),
        marked: Sequence[Box] = (),
        scale: float = 1.5,
        crop: bool = False,
    ) -> PageImage:
        """A page as an image with the boxes of a passage, or of parts of the text, on it.

        Args:
            page: from 0.
            spans: offsets in the document's text; their boxes follow those of the passage, one or
                more each, so that a quoted sentence can be marked alone.
            marked: further boxes, in points from the page's upper left.
            scale: pixels per point.
            crop: only the region round the passage.

        Raises:
            NotFoundError: if the document has no pages to draw, or not this one.
            ReadingError: if the page cannot be drawn.
        """
        document = self._records.document(document_id)
        if document.media_type != PDF:
            raise NotFoundError(
                "This document has no pages that could be drawn.", "Its text is shown instead."
            )
        if not 0 <= page < document.pages:
            raise NotFoundError(
                f"The document has no page {page + 1}.", f"It has {document.pages} pages."
            )
        chunk = self._records.chunks([chunk_id]).get(chunk_id) if chunk_id else None
        if chunk is not None and chunk.document_id != document_id:
            chunk = None
        boxes: list[Box] = []
        around: list[Line] | None = None
        if chunk is not None:
            lines = self._records.lines(
                document_id, max(0, chunk.start - _PAGE_TEXT), chunk.end + _PAGE_TEXT
            )
            boxes = outline(boxes_of(lines, chunk.start, chunk.end, page))
            around = [line for line in lines if line.page == page] if crop else None
        for start, end in spans:
            lines = self._records.lines(document_id, start, end)
            boxes += outline(boxes_of(lines, start, end, page))
        boxes += marked
        return passage_image(
            self._renderer,
            self._files.path(document.sha256),
            page,
            document.page_sizes[page],
            boxes,
            scale=scale,
            around=around,
        )

    def draw_ahead(self, document_id: str, pages: Sequence[int], *, scale: float = 1.5) -> None:
        """Draw pages that will probably be asked for next, while nobody waits for them.

        Args:
            pages: from 0; those that the document does not have are passed over.
            scale: pixels per point, as for `page_image`.

        Raises:
            NotFoundError: if the document was deleted.
        """
        document = self._records.document(document_id)
        if document.media_type == PDF:
            path = self._files.path(document.sha256)
            for page in pages:
                if 0 <= page < document.pages:
                    self._renderer.render_ahead(path, page, scale)

    def highlights(self, question: str, text: str) -> tuple[tuple[int, int], ...]:
        """Spans of a passage's text that hold the question's terms."""
        return term_spans(question, text)

    def close_evidence(self) -> None:
        """Release what drawing pages holds."""
        self._renderer.close()


def understood(answer: Answer) -> str:
    """The question as it was searched."""
    return answer.settings.get("read_as", answer.question)
