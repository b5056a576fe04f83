"""Packs that a stock list counts: of "Wood screws, pack of 25" it has four packs, and not four
screws."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.programs.between_columns import columns_of_stock
from backend.tasks.calculate.programs.column_words import bare_question, headers_of, heading
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind, StoredRow, StoredTable

_KINDS = r"packs?|packets?|box(?:es)?|bags?|cases?|crates?|sets?|rolls?|bundles?|cartons?|trays?"
_PACK = re.compile(
    rf"(?i)\b(?:{_KINDS}|tins?|reels?|strips?) of (?:[2-9]|\d{{2,}})\b"
    r"|\b(?:[2-9]|\d{2,})[ -]?(?:pcs|pieces|packs?|pk)\b|\b(?:[2-9]|\d{2,}) (?:per|a|each) "
    rf"(?:{_KINDS})\b"
)
_OF_PACKS = re.compile(rf"(?i)\b(?:{_KINDS})\b")
_OF_PIECES = re.compile(r"(?i)\b(?:pieces|pcs)\b")
_HOW_MANY = re.compile(r"(?i)^how many\b")


def counts_packs(question: str, made: Calculation, tables: Sequence[StoredTable]) -> Refusal | None:
    """A refusal where single things are asked for, and a row that is added up or told says that it
    is of packs; None where packs are asked for, or the header says what is counted."""
    if not _HOW_MANY.match(bare_question(question)) or _OF_PACKS.search(question):
        return None
    if made.operation not in (Operation.SUM, Operation.LOOKUP):
        return None
    for table in tables:
        stock = columns_of_stock(table, headers_of(table, ""))
        counted = {at for at in stock if not _OF_PIECES.search(heading(at, table))}
        for operand in made.operands:
            is_count = operand.table_id == table.id and operand.column in counted
            if is_count and (found := _pack_of(table.rows[operand.row], table)):
                reason = f"The list may count packs ({found}) and not single pieces."
                return Refusal(reason, (made.sentence,), is_open=True)
    return None


def _pack_of(row: StoredRow, table: StoredTable) -> str:
    """What a row's words say of a pack; empty where they say nothing."""
    cells = zip(row.cells, table.columns, strict=True)
    texts = [cell.text for cell, column in cells if cell and column.kind is CellKind.TEXT]
    found = next(filter(None, map(_PACK.search, (row.label, *texts))), None)
    return found[0] if found else ""
