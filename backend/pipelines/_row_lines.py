"""The first line of an answer that quotes a row of a table, as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from backend.errors import NotFoundError
from backend.ports import Records
from backend.tasks.calculate.programs.row_sentence import asked_cell, row_sentence
from backend.tasks.calculate.programs.wanted_work import (
    compares,
    leaves_unsaid,
    says_what_is_wanted,
    wants_work,
)
from backend.types import LOCAL_READER, Draft, Hit

_JOINT = " — "
"""What stands between a row's label and its cells in the reader's words."""


def row_line(
    records: Records, collection_id: str, asked: str, draft: Draft, hits: Sequence[Hit]
) -> str:
    """The cell that the local reader's first line names, said with its label, period and unit;
    empty where that line is no row, or the question does not mean one cell of it.

    The reader chose the row; which of its cells is meant is said only where the reader and the
    stored table agree.
    """
    hit = _first_quoted(draft, hits)
    if hit is None or draft.calculation is not None or draft.answered_by != LOCAL_READER:
        return ""
    _, joint, cells = draft.short.rpartition(_JOINT)
    if not joint or not hit.chunk.table_id:
        return ""
    try:
        table = records.table(hit.chunk.table_id)
    except NotFoundError:
        return ""  # deleted while the question was answered
    if not 0 <= hit.chunk.row < len(table.rows):
        return ""
    cell = asked_cell(asked, table, hit.chunk.row)
    if cell is None or "; " in cells or cell.text not in cells:
        return ""
    said = f"{cell.label} {cell.header}"
    if compares(asked) or (wants_work(asked) and not says_what_is_wanted(asked, said)):
        return ""
    if leaves_unsaid(asked, said):
        return ""
    beside = records.tables(collection_id, [hit.chunk.document_id])
    return row_sentence(asked, table, hit.chunk.row, beside)


def _first_quoted(draft: Draft, hits: Sequence[Hit]) -> Hit | None:
    number = next((cited[0] for _, _, cited in draft.sentences if cited), 0)
    return hits[number - 1] if draft.short and 0 < number <= len(hits) else None
