"""A few rows of a table as they are shown where they are quoted: small, and every text as printed.

What is shown is cut from the stored table, never from a passage's text.
"""

from __future__ import annotations

from dataclasses import dataclass

_MANY_CELLS = 3
"""Cells of a row that are better read in a table than in a line."""


@dataclass(frozen=True, slots=True)
class QuotedRow:
    """One row: its label, the rows of a label alone that it stands under, and the texts of the
    cells that are shown, in the order of `QuotedTable.columns`, "" where nothing is printed."""

    label: str
    group: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuotedTable:
    """Rows of one stored table, the columns that a question asks for first.

    `heads` has one header per column that is shown; the first `asked` of them are those that the
    question names. `measure` is what all shown figures are in ("million USD"), empty where that
    differs or is not stated; where it differs, it stands in the heads. `further` counts the filled
    columns that are left out, `more_rows` the rows.
    """

    table_id: str
    title: str
    label_name: str
    measure: str
    heads: tuple[str, ...]
    asked: int
    rows: tuple[QuotedRow, ...]
    further: int = 0
    more_rows: int = 0

    @property
    def has_labels(self) -> bool:
        """Whether its rows have labels."""
        return any(row.label for row in self.rows)

    def is_said_by(self, line: str) -> bool:
        """Whether a line above the table would say the same again, and worse: the row as its
        passage has it ("label — header: value"), with many cells or those that stand first in the
        table, or label and figures one after the other as a page's text has them."""
        if not self.rows or not self.rows[0].label:
            return False
        row = self.rows[0]
        if f"{row.label} — " in line:
            return self.asked > 0 or line.count("; ") >= _MANY_CELLS - 1
        return ": " not in line and all(part in line for part in (row.label, *row.cells))
