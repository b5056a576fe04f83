"""Tables as the records keep them: every figure typed, and traced to its cell.

A table is a grid of rows and columns. The column of labels at the left is no column of its own:
its text is each row's `label`. Values are as printed; `Column.scale` says what they are to be
multiplied by ("in thousands": 1000), so that printing and computing use the same value.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from backend.types.layout import Box

HEADER_JOINT = " › "
"""What stands between the parts of a header's path in `Column.name`."""


class CellKind(StrEnum):
    """What a cell holds. `NIL` is a dash or a word for "none" or "not meaningful"."""

    NUMBER = "number"
    PER_CENT = "per_cent"
    CURRENCY = "currency"
    DATE = "date"
    TEXT = "text"
    NIL = "nil"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell with its place.

    `value` is signed and before the column's scale: "(1,234)" is -1234, "12.5 %" is 12.5; None for
    texts, dates and nil. `[start, end)` is its span in the document's text, `box` where it stands
    on the page (None in files without pages). `note` is the mark of a footnote behind it
    ("*", "(1)"). `reach` says over how many rows a figure's cell was merged, its own among them.
    """

    text: str
    kind: CellKind
    value: Decimal | None
    start: int
    end: int
    page: int
    box: Box | None
    note: str = ""
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column of values.

    `path` is its header from the top down, `name` the same joined by `HEADER_JOINT`; both are
    empty where nothing is printed over it. `unit` is an ISO 4217 code, "%", or a word as printed
    ("kg", "shares"), empty where none is known. `scale` is 1, 1000, 1000000 or 1000000000.
    `period` is normalised: "2022", "2022-Q4", "2022-12" or "2022-12-31", with "/3M", "/6M", "/9M",
    "/12M" or "/13W" behind a period that ends then; empty where the header names none.
    """

    name: str
    path: tuple[str, ...]
    kind: CellKind
    unit: str
    scale: Decimal
    period: str


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row with figures; `cells` has one entry per column, None where nothing is printed.

    `group` are the rows of a label alone that stand above it ("Current assets:"). `total` marks
    rows that sum up others.
    """

    label: str
    group: tuple[str, ...]
    cells: tuple[Cell | None, ...]
    total: bool
    label_cell: Cell | None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table of a document. `id` is made of its content, so the same file gives the same ids.

    `pages` are those that it stands on, `box` where it stands on the first of them; `section` is
    the path of headings above it, `title` the nearest caption, `lead_in` the text before it.
    `label_name` is what is printed over the labels.
    """

    id: str
    document_id: str
    pages: tuple[int, ...]
    box: Box | None
    section: tuple[str, ...]
    title: str
    lead_in: str
    columns: tuple[Column, ...]
    rows: tuple[StoredRow, ...]
    label_name: str = ""
