"""Tables of very many rows, whose cells stand in a file of columns and not with the records."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from backend.types.tables import CellKind

ROWS_IN_COLUMNS = "Rows in columns"
"""Name of the entry of a document's metadata that says how many rows its file of columns has."""
SqlValue = str | int | float | Decimal | None


@dataclass(frozen=True, slots=True)
class LargeColumn:
    """A column of a large table, as all of its cells say.

    `kind` is that of every cell that is not empty; where they are of several kinds, or a sign
    between digits is a decimal one in some cells and not in others, it is TEXT. `unit` and `scale`
    are those of `backend.types.tables.Column`. `places` are the most decimals, `filled` how many
    cells hold something. `different` is how many different texts there are, None where they are
    too many to have been counted; `frequent` the most frequent ones with their numbers. `least` and
    `largest` are the figures or the days (year-month-day) between which all others lie, as texts;
    empty in a column of words. `decimal_comma` and `month_first` say how figures and days are
    written (`month_first` None where no day is written in figures alone, or all tell). `shared` is
    how many figures stand in one cell over several rows, of which the others have none.
    """

    name: str
    kind: CellKind
    unit: str
    scale: Decimal
    places: int
    filled: int
    different: int | None
    frequent: tuple[tuple[str, int], ...]
    least: str
    largest: str
    decimal_comma: bool = False
    month_first: bool | None = None
    shared: int = 0


@dataclass(frozen=True, slots=True)
class LargeTable:
    """What is known of all rows: `rows` counts them, those that sum up others among them (`sums`
    says how many those are). `header_rows` and `first` are how many rows at the top of the file
    are its header, and how many lines stand above it. `last_is_open` says that the last row may be
    a sum without a word of it."""

    columns: tuple[LargeColumn, ...]
    rows: int
    sums: int
    header_rows: int
    first: int
    last_is_open: bool = False


TypedCell = tuple[str | None, Decimal | str | None]
"""A cell as it is printed and what it says: a figure before the scale of its column, or a day as
year-month-day. None where nothing is printed, or in a column of words."""
