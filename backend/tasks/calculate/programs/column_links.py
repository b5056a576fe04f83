"""What a column request means in a table: columns, values and bounds."""

from __future__ import annotations

from dataclasses import dataclass

from backend.tasks.calculate.programs.column_bounds import Comparison
from backend.tasks.calculate.programs.column_dates import Span
from backend.tasks.calculate.programs.column_values import Equal


@dataclass(frozen=True, slots=True)
class Bound:
    """A column of figures that must keep to a bound."""

    column: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class Dated:
    """A column of dates that must keep to a bound; `text` is the date as it was asked."""

    column: int
    sign: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Grouping:
    """The column by which rows are put together; of dates by "month", "quarter" or "year"."""

    column: int
    part: str = ""


@dataclass(frozen=True, slots=True)
class ColumnLink:
    """What a request means in a table: the column that names the rows, the columns of figures (for
    a growth the later and the earlier one, two that `joint` combines by × − + or ÷), and the
    conditions: values, bounds on figures and on dates, and columns that must be empty."""

    entity: int
    measure: tuple[int, ...]
    equals: tuple[Equal, ...]
    bounds: tuple[Bound, ...]
    dates: tuple[Dated, ...] = ()
    blanks: tuple[int, ...] = ()
    group: Grouping | None = None
    joint: str = ""
