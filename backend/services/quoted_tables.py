"""The rows of stored tables that passages stand for, as small tables."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import NotFoundError
from backend.evidence.quoted_text import quoted_whole
from backend.ports import Records
from backend.tasks.calculate.programs.quoted_rows import quoted_rows
from backend.types import Answer, Hit, QuotedTable, StoredTable


def of_passages(records: Records, question: str, hits: Sequence[Hit]) -> dict[int, QuotedTable]:
    """The rows by the passage's number, from 1; passages that are no row, or whose document was
    deleted since, are left out.

    Args:
        question: says which columns come first.
    """
    found: dict[int, QuotedTable] = {}
    known: dict[str, StoredTable | None] = {}
    for number, hit in enumerate(hits, start=1):
        chunk = hit.chunk
        if chunk.table_id and chunk.table_id not in known:
            known[chunk.table_id] = _table(records, chunk.table_id)
        table = known.get(chunk.table_id)
        if table is not None and 0 <= chunk.row < len(table.rows):
            found[number] = quoted_rows(question, table, [chunk.row])
    return found


def quoted_by(records: Records, answer: Answer, question: str) -> dict[int, QuotedTable]:
    """The rows that an answer quotes as they stand; one in words of its own quotes none.

    Args:
        question: as it was understood.
    """
    quoted = quoted_whole(answer)
    hits = [hit for number, hit in enumerate(answer.hits, start=1) if number in quoted]
    tables = of_passages(records, question, hits)
    return {number: tables[at] for at, number in enumerate(sorted(quoted), start=1) if at in tables}


def _table(records: Records, table_id: str) -> StoredTable | None:
    try:
        return records.table(table_id)
    except NotFoundError:
        return None
