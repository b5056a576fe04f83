"""A few rows of a table as they are shown where they are quoted: small, and every text as printed.

What is shown is cut from the stored table, never from a passage's text.
"""

from __future__ import annotations

from dataclasses import dataclass


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
        """Whether a line says its first row as a passage does: "label — header: value". Above it
        the line would say the same again, if the table's first columns are those asked for."""
        label = self.rows[0].label if self.rows else ""
        return bool(label) and self.asked > 0 and f"{label} — " in line
