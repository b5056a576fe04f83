"""Columns that a list does not have and that its columns give row by row: the days between two
dates, the hours between two times of day, and two figures joined by −, +, × or ÷.

A question is asked of the list with them as of any other; what is told then cites the two cells
that each figure is made of.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.tasks.calculate.composed.question_cues import QuestionCues
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import joined
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_dates import day_spans
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    Headers,
    headers_of,
    heading,
    says_of_one,
    stemmed,
    value_of,
)
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

MOST_DERIVED = 8
_CLOCK = re.compile(r"(?P<hour>[01]?\d|2[0-4])[:.h](?P<minute>[0-5]\d)(?::00)?")
_OF_PRICES = "price rate fee each charge tariff"
_OF_COUNTS = "qty quantity number pieces units count seats nights days hours copies crates weeks"
_ONE, _HUNDRED = Decimal(1), Decimal(100)
_MINUTES = Decimal(60)
_OF_ROWS = frozenset(
    [Operation.COUNT, Operation.LIST, Operation.COUNT_PER_GROUP, Operation.FIRST, Operation.LAST]
)
"""Operations over rows, which no figure of the column enters."""


Pairs = dict[int, tuple[Decimal, Decimal]]


@dataclass(frozen=True, slots=True)
class DerivedColumn:
    """Two columns and what joins them: − + × or ÷. `unit` is empty, "days" or "hours", where the
    first is a later day or time."""

    left: int
    right: int
    joint: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class DerivedTable:
    """A list with its derived columns behind its own; `own` is how many those are, `pairs` what the
    figures of each derived one are made of, by row."""

    table: StoredTable
    own: int
    derived: tuple[DerivedColumn, ...]
    pairs: tuple[Pairs, ...]

    def of(self, column: int | None) -> DerivedColumn | None:
        """What a column is derived of; None where it is one of the list's own."""
        if column is None or column < self.own:
            return None
        return self.derived[column - self.own]

    @property
    def quotients(self) -> tuple[int, ...]:
        """The columns that divide."""
        return tuple(
            self.own + at for at, derived in enumerate(self.derived) if derived.joint == "÷"
        )

    def as_rate(self, total: Calculation, column: int, *, is_share: bool) -> Calculation | Refusal:
        """The sum of what is divided by that of what it is divided by, row by row the cells of
        `total`; in per cent where both are of one kind and a share is asked for."""
        derived = self.of(column)
        if derived is None or derived.joint != "÷":
            return Refusal("Only a quotient is a rate.")
        parts, wholes = total.operands[::2], total.operands[1::2]
        part, whole = (sum((each.value for each in own), Decimal(0)) for own in (parts, wholes))
        if not whole:
            return Refusal("A divisor is nought.")
        left, right = self.table.columns[derived.left], self.table.columns[derived.right]
        in_per_cent = is_share and left.unit == right.unit
        value = rounded(part / whole * (_HUNDRED if in_per_cent else _ONE))
        unit = "%" if in_per_cent else "" if left.unit == right.unit else left.unit
        times = " × 100" if in_per_cent else ""
        working = f"{written(part)} ÷ {written(whole)}{times} = {written(value)}"
        formula = f"{working}{measured(unit, _ONE)}"
        return replace(
            total,
            operation=Operation.SHARE if in_per_cent else Operation.RATIO,
            answer=written(value),
            value=value,
            unit=unit,
            formula=formula,
            sentence=f"{written(value)}{measured(unit, _ONE)} ({total.over}: {formula})",
            joint="÷",
        )

    def in_own_cells(self, made: Calculation) -> Calculation:
        """A result with the cells that its figures are made of."""
        joints = {
            each.joint for operand in made.operands if (each := self.of(operand.column)) is not None
        }
        if not joints:
            return made
        operands = tuple(own for operand in made.operands for own in self._cells(operand))
        joint = joints.pop() if made.operation not in _OF_ROWS else ""
        return replace(made, operands=operands, joint=joint)

    def _cells(self, operand: Operand) -> Iterator[Operand]:
        derived = self.of(operand.column)
        if derived is None:
            yield operand
            return
        row = self.table.rows[operand.row]
        values = self.pairs[operand.column - self.own][operand.row]
        for column, value in zip((derived.left, derived.right), values, strict=True):
            cell = row.label_cell if column == LABEL else row.cells[column]
            assert cell is not None
            yield replace(
                operand,
                column=column,
                header=heading(column, self.table),
                text=cell.text,
                value=value,
                unit="" if derived.unit or column == LABEL else self.table.columns[column].unit,
                start=cell.start,
                end=cell.end,
                page=cell.page,
                box=cell.box,
            )


def with_derived_columns(table: StoredTable, about: str, cues: QuestionCues) -> DerivedTable:
    """The list with the columns that a question may mean, by what it asks for."""
    headers = headers_of(table, about)
    entries = entries_of(table)[0]
    found: list[tuple[DerivedColumn, Pairs, dict[int, Decimal]]] = []
    for derived in itertools.chain(
        _days_between(headers, cues),
        _hours_between(table, entries, cues),
        _joined(table, headers, cues),
    ):
        pairs = _pairs_of(table, entries, derived)
        values = {
            at: value for at, pair in pairs.items() if (value := _value(pair, derived)) is not None
        }
        if pairs and _makes_sense(values, derived):
            found.append((derived, pairs, values))
        if len(found) == MOST_DERIVED:
            break
    columns = tuple(_column(table, derived) for derived, _, _ in found)
    rows = tuple(
        replace(
            row, cells=(*row.cells, *(_cell(row, own, values.get(at)) for own, _, values in found))
        )
        for at, row in enumerate(table.rows)
    )
    wider = replace(table, columns=(*table.columns, *columns), rows=rows)
    return DerivedTable(
        wider,
        len(table.columns),
        tuple(derived for derived, _, _ in found),
        tuple(pairs for _, pairs, _ in found),
    )


def _value(pair: tuple[Decimal, Decimal], derived: DerivedColumn) -> Decimal | None:
    """What a pair comes to, to two places; None where it is divided by nought, or a time of day
    lies before the other."""
    made = joined(pair, derived.joint)
    if isinstance(made, Refusal) or (derived.unit == "hours" and made < 0):
        return None
    return rounded(made) if derived.joint == "÷" or derived.unit else made


def _makes_sense(values: dict[int, Decimal], derived: DerivedColumn) -> bool:
    """Whether there are figures; of days not most of them below nought."""
    below = sum(value < 0 for value in values.values())
    return bool(values) and (derived.unit != "days" or 2 * below <= len(values))


def _column(table: StoredTable, derived: DerivedColumn) -> Column:
    if derived.unit:
        first, last = heading(derived.right, table), heading(derived.left, table)
        name = f"from {first} to {last} ({derived.unit})"
        return Column(name, (name,), CellKind.NUMBER, derived.unit, _ONE, "")
    left, right = table.columns[derived.left], table.columns[derived.right]
    name = f"{left.name} {derived.joint} {right.name}"
    unit = left.unit
    if derived.joint == "×":
        unit = left.unit if is_money(left) else right.unit if is_money(right) else ""
    if derived.joint == "÷" and left.unit == right.unit:
        unit = ""
    return Column(name, (name,), CellKind.NUMBER, unit, _ONE, "")


def _cell(row: StoredRow, derived: DerivedColumn, value: Decimal | None) -> Cell | None:
    if value is None:
        return None
    own = row.label_cell if derived.left == LABEL else row.cells[derived.left]
    assert own is not None
    return replace(own, text=written(value), kind=CellKind.NUMBER, value=value, note="", reach=1)


def _pairs_of(table: StoredTable, entries: Sequence[int], derived: DerivedColumn) -> Pairs:
    """What stands in both columns, of the rows that have both: figures, the numbers of days in the
    calendar, or hours since midnight."""
    left, right = (
        _figures_of(table, entries, column, derived.unit)
        for column in (derived.left, derived.right)
    )
    return {at: (left[at], right[at]) for at in left if at in right}


def _figures_of(
    table: StoredTable, entries: Sequence[int], column: int, unit: str
) -> dict[int, Decimal]:
    texts = {at: value_of(table.rows[at], column) for at in entries}
    if unit == "days":
        spans = day_spans(list(texts.values()))
        return {
            at: Decimal(spans[text].first.toordinal())
            for at, text in texts.items()
            if text in spans
        }
    if unit == "hours":
        return {at: hour for at, text in texts.items() if (hour := _hour(text)) is not None}
    cells = {at: table.rows[at].cells[column] for at in entries}
    return {
        at: cell.value for at, cell in cells.items() if cell is not None and cell.value is not None
    }


def _days_between(headers: Headers, cues: QuestionCues) -> Iterator[DerivedColumn]:
    names = {"how long", "late", "early", "quick", "more", "beyond", "wait"}
    if "time" in cues.kinds or cues.names & names:
        for first, second in itertools.permutations(headers.dates, 2):
            yield DerivedColumn(second, first, "−", "days")


def _hours_between(
    table: StoredTable, entries: Sequence[int], cues: QuestionCues
) -> Iterator[DerivedColumn]:
    if "time" not in cues.kinds and not cues.names & {"how long", "more"}:
        return
    clocks = [
        at
        for at, column in enumerate(table.columns)
        if column.kind not in FIGURES and _are_hours(table, entries, at)
    ]
    for first, second in itertools.combinations(clocks, 2):
        yield DerivedColumn(second, first, "−", "hours")


def _are_hours(table: StoredTable, entries: Sequence[int], column: int) -> bool:
    texts = [text for at in entries if (text := value_of(table.rows[at], column))]
    read = sum(_hour(text) is not None for text in texts)
    return bool(texts) and read > 0.7 * len(texts)


def _hour(text: str) -> Decimal | None:
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    return Decimal(found["hour"]) + Decimal(found["minute"]) / _MINUTES


def _joined(table: StoredTable, headers: Headers, cues: QuestionCues) -> Iterator[DerivedColumn]:
    """Two figures joined, those first of which the question says most."""
    columns = table.columns
    figures = [at for at, each in enumerate(columns) if each.kind in FIGURES]
    names = cues.names
    for one, other in itertools.permutations(figures, 2):
        alike = columns[one].unit == columns[other].unit
        if alike and names & {"more", "left", "beyond", "below", "gap"}:
            yield DerivedColumn(one, other, "−")
    for one, other in itertools.combinations(figures, 2):
        both = is_money(columns[one]) and is_money(columns[other])
        alike = columns[one].unit == columns[other].unit
        if alike and (both or "number" in cues.kinds) and names & {"total", "with"}:
            yield DerivedColumn(one, other, "+")
    prices, counts = (stemmed(words.split()) for words in (_OF_PRICES, _OF_COUNTS))
    if "money" in cues.kinds or names & {"total", "worth"}:
        for one, other in itertools.permutations(figures, 2):
            is_price = says_of_one(columns[one].name) or bool(headers.of(one) & prices)
            is_count = bool(headers.of(other) & counts) and not is_money(columns[other])
            if is_price and is_count:
                yield DerivedColumn(one, other, "×")
    if names & {"per", "share", "each"}:
        for one, other in itertools.permutations(figures, 2):
            alike = columns[one].unit == columns[other].unit
            if alike is ("share" in names) or not is_money(columns[other]):
                yield DerivedColumn(one, other, "÷")
