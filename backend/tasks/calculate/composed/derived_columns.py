"""Columns that a list does not have and that its columns give row by row: the days between two
dates, the hours between two times of day, and two figures joined by −, +, × or ÷.

A question is asked of the list with them as of any other; what is told then cites the two cells
that each figure is made of.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.dates import are_of_one_calendar, beside
from backend.tasks.calculate.composed.question_cues import QuestionCues
from backend.tasks.calculate.composed.wanted_headers import wanted_stems
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import joined
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_conditions import scale_at, unit_at
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    IN_BRACKETS,
    LABEL,
    Headers,
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
_READINGS = (
    *(("start", "end"), ("begin", "end"), ("start", "finish"), ("opening", "closing")),
    *(("before", "after"), ("old", "new"), ("first", "last"), ("from", "to"), ("out", "in")),
)
_ONE, _HUNDRED = Decimal(1), Decimal(100)
_OF_CLOCKS = {"minutes": Decimal(1), "hours": Decimal(60)}
"""Units between times of day, in minutes."""
_EVEN_MINUTES = 15
"""Of so many minutes hours come out, to two places and for the eye."""
MOST_CLOCKS = 0.7
_LEFT_OUT = re.compile(r"\([^()]*left out[^()]*\)$")
FINEST_QUOTIENT = Decimal("0.1")
"""Smaller quotients are not told apart with two places."""


Pairs = dict[int, tuple[Decimal, Decimal]]


@dataclass(frozen=True, slots=True)
class DerivedColumn:
    """Two columns and what joins them: − + × or ÷. `unit` is "days", "hours" or "minutes" where the
    first is a later day or time, else empty."""

    left: int
    right: int
    joint: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class DerivedTable:
    """A list with its derived columns behind its own; `of_list` is the list without them, `pairs`
    what the figures of each derived one are made of, by row."""

    table: StoredTable
    of_list: StoredTable
    derived: tuple[DerivedColumn, ...]
    pairs: tuple[Pairs, ...]

    @property
    def own(self) -> int:
        """How many columns are the list's own."""
        return len(self.of_list.columns)

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
        derived = self.derived[column - self.own]
        if not all(right for _, right in self.pairs[column - self.own].values()):
            return Refusal("A divisor is nought.")
        parts, wholes = total.operands[::2], total.operands[1::2]
        part, whole = (sum((each.value for each in own), Decimal(0)) for own in (parts, wholes))
        left, right = self.table.columns[derived.left], self.table.columns[derived.right]
        in_per_cent = is_share and left.unit == right.unit
        value = rounded(part / whole * (_HUNDRED if in_per_cent else _ONE))
        unit = "%" if in_per_cent else "" if left.unit == right.unit else left.unit
        times = " × 100" if in_per_cent else ""
        working = f"{written(part)} ÷ {written(whole)}{times} = {written(value)}"
        left_out = _LEFT_OUT.search(total.formula)
        behind = f" {left_out[0]}" if left_out is not None else ""
        formula = f"{working}{measured(unit, _ONE)}{behind}"
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

    def adds_quotients(self, made: Calculation) -> bool:
        """Whether quotients of several rows are added up, which is no figure of anything."""
        held = Counter(operand.label for operand in made.operands[::2])
        if made.joint != "÷":
            return False
        if made.operation is Operation.SUM_PER_GROUP:
            return max(held.values()) > 1
        return made.operation is Operation.SUM and held.total() > 1

    def in_own_cells(self, made: Calculation, measure: int | None) -> Calculation:
        """A result over the figures of a column, with the cells that these are made of."""
        operands = tuple(own for operand in made.operands for own in self._cells(operand))
        derived = self.of(measure)
        told = replace(made, operands=operands, joint=derived.joint if derived else made.joint)
        if derived is None or not derived.unit:
            return told
        first, last = (heading(at, self.table) for at in (derived.right, derived.left))
        return _in_words(told, derived.unit, first, last)

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


def with_derived_columns(mentions: Meanings, cues: QuestionCues) -> DerivedTable:
    """The list with the columns that a question may mean, by what it asks for."""
    table = mentions.table
    found: list[tuple[DerivedColumn, Pairs, dict[int, Decimal]]] = []
    for derived in itertools.chain(
        _days_between(mentions.headers, cues),
        _clocks_between(mentions, cues),
        _joined(mentions, cues),
    ):
        pairs = _pairs_of(mentions, derived)
        values = {
            at: value for at, pair in pairs.items() if (value := _value(pair, derived)) is not None
        }
        if _makes_sense(values, derived):
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
        table,
        tuple(derived for derived, _, _ in found),
        tuple(pairs for _, pairs, _ in found),
    )


def _in_words(told: Calculation, several: str, first: str, last: str) -> Calculation:
    """A span of time as it is told: "1 day" is one, and of one row its two times are said."""
    one = several.removesuffix("s")

    def plain(text: str) -> str:
        named = text.replace(f"from {first} to {last} ({several})", f"from {first} to {last}")
        return re.sub(rf"(?<![\d.,])1 {several}\b", f"1 {one}", named)

    formula = plain(told.formula)
    if len(told.operands) == 2 and formula.count(" = ") == 1:
        later, earlier = (operand.text for operand in told.operands)
        formula = formula.replace(" = ", f": {later} − {earlier} = ")
    return replace(
        told,
        answer=plain(told.answer),
        unit=one if told.value == 1 and told.unit == several and not told.listed else told.unit,
        formula=formula,
        sentence=plain(told.sentence).replace(plain(told.formula), formula),
        over=plain(told.over),
    )


def _value(pair: tuple[Decimal, Decimal], derived: DerivedColumn) -> Decimal | None:
    """What a pair comes to, a quotient to two places; None where it is divided by nought, or a time
    of day lies before the other."""
    made = joined(pair, derived.joint)
    if isinstance(made, Refusal) or (derived.unit in _OF_CLOCKS and made < 0):
        return None
    is_rounded = derived.joint == "÷" or derived.unit in _OF_CLOCKS
    return rounded(made) if is_rounded else made


def _makes_sense(values: dict[int, Decimal], derived: DerivedColumn) -> bool:
    """Whether there are figures: of days not most of them below nought, of quotients none that two
    places do not tell from others."""
    if derived.joint == "÷" and any(abs(value) < FINEST_QUOTIENT for value in values.values()):
        return False
    below = sum(value < 0 for value in values.values())
    return bool(values) and (derived.unit != "days" or 2 * below <= len(values))


def _column(table: StoredTable, derived: DerivedColumn) -> Column:
    if derived.unit:
        first, last = heading(derived.right, table), heading(derived.left, table)
        name = f"from {first} to {last} ({derived.unit})"
        return Column(name, (name,), CellKind.NUMBER, derived.unit, _ONE, "")
    left, right = table.columns[derived.left], table.columns[derived.right]
    # a unit in brackets would be taken for that of the result
    bare = [IN_BRACKETS.sub("", column.name).strip() for column in (left, right)]
    name = f" {derived.joint} ".join(bare)
    unit = left.unit
    if derived.joint == "×":
        unit = left.unit if is_money(left) else right.unit if is_money(right) else ""
    elif derived.joint == "÷" and right.unit:
        unit = "" if left.unit == right.unit else f"{left.unit} per {right.unit}".strip()
    return Column(name, (name,), CellKind.NUMBER, unit, _ONE, "")


def _cell(row: StoredRow, derived: DerivedColumn, value: Decimal | None) -> Cell | None:
    if value is None:
        return None
    own = row.label_cell if derived.left == LABEL else row.cells[derived.left]
    assert own is not None
    return replace(own, text=written(value), kind=CellKind.NUMBER, value=value, note="", reach=1)


def _pairs_of(mentions: Meanings, derived: DerivedColumn) -> Pairs:
    """What stands in both columns, of the rows that have both: figures, the numbers of days in the
    calendar, or hours or minutes since midnight."""
    if derived.unit == "days":
        return _days_of(mentions, derived)
    left, right = (
        _figures_of(mentions, column, derived.unit) for column in (derived.left, derived.right)
    )
    return {at: (left[at], right[at]) for at in left if at in right}


def _days_of(mentions: Meanings, derived: DerivedColumn) -> Pairs:
    """The numbers of two days in the calendar; none where one column names years and the other does
    not."""
    of_left, of_right = (mentions.days_in(at) for at in (derived.left, derived.right))
    if not are_of_one_calendar(of_left.values(), of_right.values()):
        return {}
    found = {}
    for at in mentions.entries:
        row = mentions.table.rows[at]
        left = of_left.get(value_of(row, derived.left))
        right = of_right.get(value_of(row, derived.right))
        if left is None or right is None or left.first < left.last or right.first < right.last:
            continue
        days = (beside(left, right).first, right.first)
        found[at] = (Decimal(days[0].toordinal()), Decimal(days[1].toordinal()))
    return found


def _figures_of(mentions: Meanings, column: int, unit: str) -> dict[int, Decimal]:
    rows, entries = mentions.table.rows, mentions.entries
    if unit in _OF_CLOCKS:
        return {
            at: minutes / _OF_CLOCKS[unit]
            for at in entries
            if (minutes := _minutes(value_of(rows[at], column))) is not None
        }
    cells = {at: rows[at].cells[column] for at in entries}
    return {
        at: cell.value for at, cell in cells.items() if cell is not None and cell.value is not None
    }


def _days_between(headers: Headers, cues: QuestionCues) -> Iterator[DerivedColumn]:
    names = {"how long", "late", "early", "quick", "more", "beyond", "wait"}
    if "time" not in cues.kinds and not cues.names & names:
        return
    for first, second in itertools.permutations(headers.dates, 2):
        is_first, is_second = (bool(headers.of(at) & wanted_stems()) for at in (first, second))
        # late is what comes behind the day that was wanted
        is_turned = "late" in cues.names and is_second and not is_first
        if not is_turned and not ("early" in cues.names and is_first and not is_second):
            yield DerivedColumn(second, first, "−", "days")


def _clocks_between(mentions: Meanings, cues: QuestionCues) -> Iterator[DerivedColumn]:
    """The hours between two times of day, or the minutes where hours would not come out."""
    if "time" not in cues.kinds and not cues.names & {"how long", "more"}:
        return
    clocks = [
        at
        for at, column in enumerate(mentions.table.columns)
        if column.kind not in FIGURES and _are_clocks(mentions, at)
    ]
    for first, second in itertools.combinations(clocks, 2):
        minutes = DerivedColumn(second, first, "−", "minutes")
        apart = [last - start for last, start in _pairs_of(mentions, minutes).values()]
        comes_out = all(each % _EVEN_MINUTES == 0 for each in apart)
        yield replace(minutes, unit="hours") if comes_out else minutes


def _are_clocks(mentions: Meanings, column: int) -> bool:
    rows = mentions.table.rows
    texts = [text for at in mentions.entries if (text := value_of(rows[at], column))]
    read = sum(_minutes(text) is not None for text in texts)
    return bool(texts) and read > MOST_CLOCKS * len(texts)


def _minutes(text: str) -> Decimal | None:
    """The minutes since midnight."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        return None
    return Decimal(found["hour"]) * _OF_CLOCKS["hours"] + Decimal(found["minute"])


def _joined(mentions: Meanings, cues: QuestionCues) -> Iterator[DerivedColumn]:
    """Two figures joined, as the question asks for them."""
    columns, names, headers = mentions.table.columns, cues.names, mentions.headers
    figures = [at for at in mentions.figure_columns if _is_plain(mentions, at)]
    wanted = {at for at in figures if headers.of(at) & wanted_stems()}
    for one, other in itertools.permutations(figures, 2):
        if _are_readings(headers.of(one), headers.of(other)):
            yield DerivedColumn(other, one, "−")
    for one, other in itertools.permutations(figures, 2):
        alike = columns[one].unit == columns[other].unit
        # what is left is what was wanted less what came of it, what is beyond it the other way
        is_turned = (one in wanted) is not (other in wanted) and (
            ("left" in names and other in wanted) or ("beyond" in names and one in wanted)
        )
        if alike and not is_turned and names & {"more", "left", "beyond", "below", "gap"}:
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


def _are_readings(first: frozenset[str], last: frozenset[str]) -> bool:
    """Whether two columns are what a meter showed before and after: "Miles start", "Miles end"."""
    return any(
        first - last == stemmed([start]) and last - first == stemmed([end])
        for start, end in _READINGS
    )


def _is_plain(mentions: Meanings, column: int) -> bool:
    """Whether the figures of a column are as they are printed, of one unit, none of several rows;
    a share in per cent is no part of a sum."""
    table = mentions.table
    cells = [(at, table.rows[at].cells[column]) for at in mentions.entries]
    held = [(at, cell) for at, cell in cells if cell is not None and cell.value is not None]
    units = {unit_at(table, at, column) for at, _ in held}
    is_whole = all(cell.reach == 1 and scale_at(table, at, column) == 1 for at, cell in held)
    return is_whole and len(units) <= 1 and "%" not in units
