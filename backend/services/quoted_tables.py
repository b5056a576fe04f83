"""The rows of stored tables that passages stand for, as small tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence

from backend.errors import NotFoundError
from backend.evidence.quoted_text import quoted_whole
from backend.ports import Records
from backend.remembered import Remembered
from backend.tables.column_scales import measure_of
from backend.tables.row_structure import span_of
from backend.tasks.calculate.programs.quoted_rows import quoted_rows
from backend.types import LABELS, Answer, Chunk, Hit, QuotedTable, StoredTable

_BRACKETS = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"\w+")
MOST_COMPUTED_ROWS = 3
"""Rows of a calculation that are shown below it; more stand on the tab Table."""
MOST_REMEMBERED = 256
"""Rows that are kept at hand: a page is drawn again at each click, and a long table is slow to
unpack."""


class QuotedTables:
    """Rows as they are quoted, from the tables that the records keep."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._made: Remembered[Hashable, QuotedTable | None] = Remembered(MOST_REMEMBERED)

    def of_passages(self, question: str, hits: Sequence[Hit]) -> dict[int, QuotedTable]:
        """The rows by the passage's number, from 1; passages that are no row, or whose document
        was deleted since, are left out.

        Args:
            question: says which columns come first.
        """
        found = {
            number: self._row(question, hit.chunk)
            for number, hit in enumerate(hits, start=1)
            if hit.chunk.table_id
        }
        return {number: table for number, table in found.items() if table is not None}

    def quoted_by(self, answer: Answer, question: str) -> dict[int, QuotedTable]:
        """The rows that an answer quotes as they stand; one in words of its own quotes none.

        Args:
            question: as it was understood.
        """
        found: dict[int, QuotedTable] = {}
        for number in sorted(quoted_whole(answer)):
            chunk = answer.hits[number - 1].chunk
            spans = [
                (citation.start, citation.end)
                for citation in answer.citations
                if citation.number == number
            ]
            if chunk.kind == "table_row":
                table = self._row(question, chunk)
            else:
                table = self._stretch(question, answer.collection_id, chunk, spans)
            if table is not None:
                found[number] = table
        return found

    def computed_from(self, answer: Answer, question: str) -> QuotedTable | None:
        """The rows whose cells a figure was computed from; None where they are many, of several
        tables, or of a document that was deleted since."""
        made = answer.calculation
        # rows of a large table have their places in its file, not in the table of its first rows
        cells = made.operands if made is not None and not made.of_rows else ()
        rows = sorted({cell.row for cell in cells})
        if len({cell.table_id for cell in cells}) != 1 or len(rows) > MOST_COMPUTED_ROWS:
            return None
        table_id = cells[0].table_id
        used = tuple(dict.fromkeys(cell.column for cell in cells if cell.column != LABELS))

        def read() -> QuotedTable | None:
            table = self._records.table(table_id)
            known = all(0 <= row < len(table.rows) for row in rows)
            return quoted_rows(question, table, rows, used) if known else None

        return self._known((table_id, tuple(rows), used, question), cells[0].document_id, read)

    def _row(self, question: str, chunk: Chunk) -> QuotedTable | None:
        def read() -> QuotedTable | None:
            table = self._records.table(chunk.table_id)
            known = 0 <= chunk.row < len(table.rows)
            return quoted_rows(question, table, [chunk.row]) if known else None

        return self._known((chunk.table_id, chunk.row, question), chunk.document_id, read)

    def _stretch(
        self, question: str, collection_id: str, chunk: Chunk, spans: Sequence[tuple[int, int]]
    ) -> QuotedTable | None:
        """The rows that some spans of a document are made of, if they are of one table's alone."""

        def read() -> QuotedTable | None:
            texts = [self._records.text(chunk.document_id, *span) for span in spans]
            for table in self._records.tables(collection_id, [chunk.document_id]):
                rows = rows_quoted(table, spans, texts)
                if rows:
                    return quoted_rows(question, table, rows)
            return None

        return self._known((chunk.id, tuple(spans), question), chunk.document_id, read)

    def _known(
        self, key: Hashable, document_id: str, read: Callable[[], QuotedTable | None]
    ) -> QuotedTable | None:
        try:
            self._records.document(document_id)  # what is deleted is not shown from memory
            return self._made.of(key, read)
        except NotFoundError:
            return None


def rows_quoted(
    table: StoredTable, spans: Sequence[tuple[int, int]], texts: Sequence[str]
) -> list[int]:
    """The rows of a table that stand in some spans of its document's text, where the spans hold
    nothing but rows and words of the table's headers
    and groups; else none.

    Args:
        texts: of the spans.
    """
    places = [span_of(row) for row in table.rows]
    found: list[int] = []
    others: list[str] = []
    for (start, end), text in zip(spans, texts, strict=True):
        inside = [at for at, (first, last) in enumerate(places) if start <= first and last <= end]
        position = start
        for first, last in sorted(places[at] for at in inside):
            others += _words(text[position - start : max(first, position) - start])
            position = max(last, position)
        others += _words(text[position - start :])
        found += inside
    headers = (column.name for column in table.columns)
    groups = (group for at in found for group in table.rows[at].group)
    about = (table.title, table.lead_in, table.label_name, *headers, *groups)
    known = frozenset(word for each in about for word in _words(each))
    return sorted(set(found)) if known.issuperset(others) else []


def _words(text: str) -> list[str]:
    """The words of a text without what it says figures are in, which a table keeps as such."""
    bare = _BRACKETS.sub(lambda found: found[0] if measure_of(found[0]).scale is None else "", text)
    return _WORD.findall(bare.casefold())
