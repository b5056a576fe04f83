"""A figure that was computed from cells of tables, with everything that it was computed from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from backend.calendar_words import MONTH_TITLES
from backend.types.choices import Interpretation, Place
from backend.types.layout import Box
from backend.years_over_two import over_two_years

GROUP_JOINT = " › "
"""Stands between a group and what is of it."""
_JOINT = GROUP_JOINT
_OF_TIME = re.compile(r"(?i)\d|\b(?:ended|months|weeks|quarter|year|unaudited|audited)\b")
_SCALES = {
    Decimal(1): "",
    Decimal(1000): "thousand",
    Decimal(10**6): "million",
    Decimal(10**9): "billion",
}


class Operation(StrEnum):
    """What was done with the cells."""

    LOOKUP = "lookup"
    SUM = "sum"
    MEAN = "mean"
    MEDIAN = "median"
    DIFFERENCE = "difference"
    COMPARISON = "comparison"
    """Whether, or which, one of two figures is the larger."""
    CHANGE = "change_in_per_cent"
    SHARE = "share"
    RATIO = "ratio"
    LARGEST = "largest"
    SMALLEST = "smallest"
    COUNT = "count"
    LIST = "list"
    TOP = "top"
    BOTTOM = "bottom"
    GROWTH = "growth"
    FIRST = "first"
    LAST = "last"
    COUNT_PER_GROUP = "count_per_group"
    SUM_PER_GROUP = "sum_per_group"
    MEAN_PER_GROUP = "mean_per_group"
    LARGEST_PER_GROUP = "largest_per_group"
    SMALLEST_PER_GROUP = "smallest_per_group"
    LEADERS_PER_GROUP = "leaders_per_group"
    """What has the most, or the least, in each group of rows. The label of an operand is its group
    and what it is of, with "›" between them; `listed` names those that lead, group by group."""
    MEAN_OF_GROUPS = "mean_of_groups"
    """What groups of rows come to, divided by how many groups there are."""
    VALUES = "values"
    PERIODS = "periods"
    COUNT_OF_PERIODS = "count_of_periods"
    COMBINED = "combination"
    """What several rows make by signs, quotients and means, as the name of the figure says."""
    QUERY = "query"
    """A SELECT that a language model wrote, which the formula holds."""


PER_GROUP = frozenset(
    [
        *(Operation.COUNT_PER_GROUP, Operation.SUM_PER_GROUP, Operation.MEAN_PER_GROUP),
        *(Operation.LARGEST_PER_GROUP, Operation.SMALLEST_PER_GROUP),
    ]
)
"""Operations that give one figure for each group of rows."""
TO_TWO_PLACES = frozenset(
    [Operation.MEAN, Operation.CHANGE, Operation.SHARE, Operation.RATIO, Operation.COMBINED]
)
"""Operations whose result need not come out, and is told with two places then."""
ONE_FIGURE = frozenset([Operation.LOOKUP, Operation.SUM, Operation.DIFFERENCE, *TO_TWO_PLACES])
"""Operations that give a single figure of cells: what one side of a comparison may be, since
several figures have no order."""
_SAID = frozenset(
    [
        *(Operation.LARGEST, Operation.SMALLEST, Operation.COUNT, Operation.LIST),
        Operation.COMPARISON,
        *(Operation.TOP, Operation.BOTTOM, Operation.GROWTH, Operation.FIRST, Operation.LAST),
        *(Operation.VALUES, Operation.PERIODS, Operation.COUNT_OF_PERIODS, Operation.QUERY),
        *(*PER_GROUP, Operation.LEADERS_PER_GROUP),
    ]
)
"""Operations whose answer is said as it stands, without a unit behind it."""


LABELS = -1
"""Stands for the column of the rows' labels."""


@dataclass(frozen=True, slots=True)
class Operand:
    """A cell that was used: which one, where it stands, and its value before its scale.

    `column` is `LABELS` where the cell is the row's own label. `[start, end)` is its span in the
    document's text; `period` as `Column.period`.
    """

    document_id: str
    table_id: str
    row: int
    column: int
    label: str
    header: str
    period: str
    text: str
    value: Decimal
    scale: Decimal
    unit: str
    start: int
    end: int
    page: int
    box: Box | None

    @property
    def place(self) -> Place:
        """The cell in its table."""
        return self.table_id, self.row, self.column

    @property
    def spot(self) -> str:
        """Where it stands in its table, counted from 1: "row 3, column 2"."""
        where = "label" if self.column == LABELS else f"column {self.column + 1}"
        return f"row {self.row + 1}, {where}"

    @property
    def when(self) -> str:
        """Its period in words ("Q4 2022", "3 months to 31 December 2022") and what else its header
        says, else the whole header."""
        if not self.period:
            return self.header.replace(_JOINT, ", ")
        parts = self.header.split(_JOINT)
        more = [part for part in parts if part != self.label and not _OF_TIME.search(part)]
        over_two = over_two_years(self.header)
        return ", ".join((*more, over_two[0] if over_two else period_words(self.period)))


@dataclass(frozen=True, slots=True)
class Conversion:
    """What a figure was in the unit of its cells, before it was turned into the one that was asked
    for: divided by `factor`, or multiplied by it. `value`, `unit`, `formula` and `listed` are those
    of the calculation before."""

    value: Decimal
    unit: str
    formula: str
    listed: tuple[tuple[str, str], ...]
    factor: Decimal
    is_divided: bool


@dataclass(frozen=True, slots=True)
class Rounded:
    """What a figure was before it was told as exactly, or in the scale, that the question asks for.
    `step` is what it is a multiple of in its new scale; None where no more than the scale is
    another one, or where each listed figure has its own."""

    value: Decimal
    scale: Decimal
    answer: str
    formula: str
    listed: tuple[tuple[str, str], ...]
    step: Decimal | None


@dataclass(frozen=True, slots=True)
class Calculation:
    """An answer with its working.

    `value` is before `scale`: what is meant is value * scale. Where `answer` names a period, they
    are those of its figure. `unit` is that of `Column.unit`, "%" for shares and changes.
    `confidence`, between 0 and 1, is the estimate of a model that was fitted to training questions.
    `exact` says that question and table name row, column and period in full, with no other near.
    `over` says of which rows it is where it is of a whole column ("Weight of 7 rows where Site is
    North"); `listed` are the names that answer, each with its figure or "". A cell of words, which
    is only counted or listed, has the value 1. Of figures per group, the label of an operand is the
    name of its group. `joint` is × − + or ÷ where each figure is made of two cells of a row, which
    then stand side by side among the operands; empty otherwise. `of_rows` is how many rows it is of
    where its table is large: its operands are then only the first of them, and cite the table's
    card; 0 where every cell is there. `converted` is what it was in the unit of its cells, where
    another one was asked for. `rounded` is what it was before it was told as exactly, or in the
    scale, that was asked for. `sides` are the two calculations that were set beside each other,
    each of documents of its own, in the order of the formula. `is_outflow` says that what was spent
    is asked for, which its table prints in brackets.
    """

    operation: Operation
    answer: str
    value: Decimal
    unit: str
    scale: Decimal
    formula: str
    sentence: str
    operands: tuple[Operand, ...]
    confidence: float
    exact: bool = False
    over: str = ""
    listed: tuple[tuple[str, str], ...] = ()
    joint: str = ""
    of_rows: int = 0
    converted: Conversion | None = None
    rounded: Rounded | None = None
    sides: tuple[Calculation, ...] = ()
    is_outflow: bool = False

    @property
    def figure(self) -> str:
        """The answer with scale and unit. Where no unit is stated a looked-up figure stands as it
        is printed; so does one in brackets, which may be an expense, unless it is sure to be one:
        “How much was spent?” is answered by 120, and not by (120)."""
        if self.operation in _SAID or (self.over and self.operation is Operation.LOOKUP):
            return self.answer
        if self.operation is Operation.DIFFERENCE:
            return f"{self.answer}{difference_in(self.unit, self.scale)}"
        if self.is_outflow:
            return f"{self.answer.lstrip('−')}{measured(self.unit, self.scale)}"
        as_printed = self.rounded is None and not self.unit and self.scale == 1
        if self.operation is Operation.LOOKUP and as_printed:
            return self.operands[0].text
        if self.operation is Operation.LOOKUP and self.operands[0].text.startswith("("):
            return f"({self.answer.lstrip('−')}){measured(self.unit, self.scale)}"
        return f"{self.answer}{measured(self.unit, self.scale)}"

    @property
    def cells_left(self) -> str:
        """That its cells are those of a part of its rows alone, in a sentence; empty where all are
        there."""
        rows = len({operand.row for operand in self.operands})
        if self.of_rows <= rows:
            return ""
        return f"Cells of {rows:,} of the {self.of_rows:,} rows that were used."

    @property
    def subject(self) -> str:
        """What the figure is of: "Net revenues, Q4 2022 and Q4 2021"."""
        if self.over:
            return self.over
        labels = list(dict.fromkeys(operand.label for operand in self.operands if operand.label))
        periods = list(dict.fromkeys(operand.when for operand in self.operands if operand.when))
        return ", ".join(filter(None, (enumeration(labels), enumeration(periods))))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was computed, and the rows, periods or figures that come nearest.

    `is_open` says that figures are there and which of them is meant is not clear: whoever quotes
    one of them must not call it the answer. `readings` are what the question could have meant.
    `lacks` are words of the question that no column of a table has which has all the others.
    `unsaid` are stems of the question that no table of the documents says.
    """

    reason: str
    nearest: tuple[str, ...] = ()
    is_open: bool = False
    readings: tuple[Interpretation, ...] = ()
    lacks: tuple[str, ...] = ()
    unsaid: frozenset[str] = frozenset()


def enumeration(words: Sequence[str], joint: str = "and") -> str:
    """Words as one says them: "a, b and c"; empty for none."""
    *first, last = words or ("",)
    return f"{', '.join(first)} {joint} {last}" if first else last


_PRINTED = {
    "kwh": "kWh",
    "mwh": "MWh",
    "gwh": "GWh",
    "mw": "MW",
    "gw": "GW",
    "°c": "°C",
    "°f": "°F",
}
"""Units as people write them; they are kept in small letters."""


def measured(unit: str, scale: Decimal) -> str:
    """Scale and unit as they stand behind a number: " thousand USD", " %"."""
    words = (_SCALES.get(scale, f"× {scale:f}"), _PRINTED.get(unit, unit))
    return "".join(f" {word}" for word in words if word)


def number_told(text: str) -> Decimal:
    """The number that is told as "−1,250.5", without its unit.

    Raises:
        decimal.InvalidOperation: if it is none, or something stands behind it.
    """
    return Decimal(text.replace(",", "").replace("−", "-"))


def difference_in(unit: str, scale: Decimal) -> str:
    """The same behind a difference: that of shares is in percentage points."""
    return " percentage points" if unit == "%" else measured(unit, scale)


def period_words(period: str) -> str:
    """A normalised period in words: "2022-Q4" is "Q4 2022", "2022-12-31/3M" is "3 months to
    31 December 2022"."""
    day, _, length = period.partition("/")
    year, _, rest = day.partition("-")
    if rest.startswith("Q"):
        said = f"{rest} {year}"
    elif rest:
        month, _, date = rest.partition("-")
        said = " ".join(filter(None, (date.lstrip("0"), MONTH_TITLES[int(month) - 1], year)))
    else:
        said = year
    if not length:
        return said
    if length == "12M":
        return f"year to {said}"
    kind = "weeks" if length.endswith("W") else "months"
    return f"{length[:-1]} {kind} to {said}"
