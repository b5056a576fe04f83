"""A row that closes a bill: "How much is the VAT?", "What is the total due?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_rows import (
    closing_rows,
    first_text,
    tax_rows,
)
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    bare_question,
    content,
    headers_of,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.cell_told import cell_told
from backend.types.tables import StoredTable

_ASKED = re.compile(
    r"(?i)^(?:what (?:is|was|were|are)|how (?:much|high) (?:is|was|were)|how much) "
    r"(?:the )?(?P<what>.+)$"
)
_STILL = re.compile(r"(?i)\b(?:still|now|yet)\b")
FEWEST = 2
"""Rows that close a bill; one total is what the rows of any list come to."""
_AROUND = content("bill invoice receipt order quote offer on amount")
_PLAIN = content("due payable amount")
"""What may be left out of the name of such a row."""


def closing_row(asked: AskedList) -> list[Outcome]:
    """The only figure of the row that the question names with all its words; nothing where it
    names none, or several."""
    match = _ASKED.match(bare_question(asked.question))
    if match is None or asked.is_part:
        return []
    table = asked.table
    taxes = tax_rows(table)
    closing = [*sorted(taxes), *closing_rows(table)]
    if len(closing) < FEWEST:
        return []
    said = content(_STILL.sub(" ", match["what"]))
    around = headers_of(table, asked.about).around | _AROUND
    fits = [at for at in closing if _is_meant(said, first_text(table.rows[at]), around)]
    if len(fits) != 1:
        return []
    figures = _figures(table, fits[0])
    return (
        [cell_told(table, fits[0], figures[0], first_text(table.rows[fits[0]]))]
        if len(figures) == 1
        else []
    )


def _is_meant(said: frozenset[str], text: str, around: frozenset[str]) -> bool:
    words = content(re.sub(r"\d+(?:[.,]\d+)?\s?%?", " ", text))
    return bool(words & said) and words - _PLAIN <= said and said <= words | around


def _figures(table: StoredTable, at: int) -> list[int]:
    """The columns in which a row has a figure."""
    return [
        column
        for column, cell in enumerate(table.rows[at].cells)
        if cell is not None and cell.value is not None and table.columns[column].kind in FIGURES
    ]
