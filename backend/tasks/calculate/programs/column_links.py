"""What a column request means in a table: columns, values and bounds."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.dates import Span
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_values import Equal

_ORDINALS = re.compile(r"\d+(?:st|nd|rd|th)(?: or \d+(?:st|nd|rd|th))*")


@dataclass(frozen=True, slots=True)
class BoundedColumn:
    """A column of figures that must keep to a bound."""

    column: int
    comparison: ColumnBound


@dataclass(frozen=True, slots=True)
class Dated:
    """A column of dates that must keep to a bound, or to one of the `further` ones; `text` is the
    date as it was asked. `is_weekday` says that they are the column's own days of a day of the
    week, or of another one that is named without its year."""

    column: int
    sign: str
    span: Span
    text: str
    further: tuple[Span, ...] = ()
    is_weekday: bool = False

    @property
    def said(self) -> str:
        """The bound in words: "< 5 May 2031", "on a Monday", "on the 12th", "on 5 May"."""
        if not self.is_weekday:
            return f"{self.sign} {self.text}"
        is_of_month = _ORDINALS.fullmatch(self.text) is not None
        the = "the " if is_of_month else "" if self.text[:1].isdigit() else "a "
        return f"on {the}{self.text}"

    @property
    def spans(self) -> tuple[Span, ...]:
        """All bounds of which one is to be kept to."""
        return (self.span, *self.further)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two columns of figures or of dates, of which the first is to be <, ≤ or > the second."""

    left: int
    sign: str
    right: int


@dataclass(frozen=True, slots=True)
class NotYet:
    """A column of dates that is empty or holds a later day; `text` is the day as it was asked."""

    column: int
    day: Span
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
    conditions: values, bounds on figures and on dates, columns that must be empty or must not be
    (`filled`), pairs of columns that are compared, and what is not done yet."""

    entity: int
    measure: tuple[int, ...]
    equals: tuple[Equal, ...]
    bounds: tuple[BoundedColumn, ...]
    dates: tuple[Dated, ...] = ()
    blanks: tuple[int, ...] = ()
    group: Grouping | None = None
    joint: str = ""
    pairs: tuple[Pair, ...] = ()
    not_yet: tuple[NotYet, ...] = ()
    is_some: bool = False
    """One row that keeps to them is enough for what the rows are put together by."""
    filled: tuple[int, ...] = ()

    @property
    def is_narrowed(self) -> bool:
        """Whether there is a condition."""
        empty = self.blanks or self.filled
        return bool(self.equals or self.bounds or self.dates or empty or self.pairs or self.not_yet)

    @property
    def conditioned(self) -> frozenset[int]:
        """The columns that a value, a bound or a day narrows."""
        columns = [equal.column for equal in self.equals]
        columns += [bound.column for bound in self.bounds]
        return frozenset([*columns, *(date.column for date in self.dates)])

    @property
    def compared(self) -> tuple[int, ...]:
        """The columns whose days or figures say in which state a row is."""
        columns = [at for pair in self.pairs for at in (pair.left, pair.right)]
        if self.not_yet:
            columns += [date.column for date in self.dates]
            columns += [each.column for each in self.not_yet]
        return tuple(dict.fromkeys(columns))
