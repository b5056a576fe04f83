"""The rows of stored tables that passages stand for, as small tables."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import NotFoundError
from backend.evidence.quoted_text import quoted_whole
from backend.ports import Records
from backend.remembered import Remembered
from backend.tasks.calculate.programs.quoted_rows import quoted_rows
from backend.types import Answer, Chunk, Hit, QuotedTable

MOST_REMEMBERED = 256
"""Rows that are kept at hand: a page is drawn again at each click, and a long table is slow to
unpack."""


class QuotedTables:
    """Rows as they are quoted, from the tables that the records keep."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._made: Remembered[tuple[str, int, str], QuotedTable | None]
        self._made = Remembered(MOST_REMEMBERED)

    def of_passages(self, question: str, hits: Sequence[Hit]) -> dict[int, QuotedTable]:
        """The rows by the passage's number, from 1; passages that are no row, or whose document
        was deleted since, are left out.

        Args:
            question: says which columns come first.
        """
        found = {
            number: self._row(question, hit.chunk)
            for number, hit in enumerate(hits, start=1)
            if hit.chunk.table_id and hit.chunk.row >= 0
        }
        return {number: table for number, table in found.items() if table is not None}

    def quoted_by(self, answer: Answer, question: str) -> dict[int, QuotedTable]:
        """The rows that an answer quotes as they stand; one in words of its own quotes none.

        Args:
            question: as it was understood.
        """
        quoted = sorted(quoted_whole(answer))
        tables = self.of_passages(question, [answer.hits[number - 1] for number in quoted])
        return {quoted[at - 1]: table for at, table in tables.items()}

    def _row(self, question: str, chunk: Chunk) -> QuotedTable | None:
        key = (chunk.table_id, chunk.row, question)
        try:
            self._records.document(chunk.document_id)  # what is deleted is not shown from memory
            return self._made.of(key, lambda: self._read(question, chunk))
        except NotFoundError:
            return None

    def _read(self, question: str, chunk: Chunk) -> QuotedTable | None:
        table = self._records.table(chunk.table_id)
        return quoted_rows(question, table, [chunk.row]) if chunk.row < len(table.rows) else None
