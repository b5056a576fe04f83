"""What the cells that a question binds are made into: a look-up, a sum, a difference, a share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tables.column_scales import measure_of
from backend.tasks.calculate.bound.binding import Binding
from backend.tasks.calculate.bound.cues import Wanted
from backend.tasks.calculate.bound.over_rows import OWN, is_of_the_row, ordered
from backend.tasks.calculate.bound.places import (
    LINE,
    TIMES,
    FigureField,
    FigurePlace,
    times_in,
)
from backend.tasks.calculate.bound.places_said import column_said
from backend.tasks.calculate.bound.row_names import names_of_rows
from backend.tasks.calculate.bound.sum_column import name_of, sum_column, total_row
from backend.tasks.calculate.programs.arithmetic import CannotComputeError, value_in
from backend.tasks.calculate.programs.column_answers import ONE, operands
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import PEOPLE, WORD, key_of, stemmed
from backend.tasks.calculate.programs.measures import open_scale, stated_unit
from backend.tasks.calculate.programs.merged_figures import of_shared_figures
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.programs.turned_periods import stands
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import StoredTable

OTHER_WAY = "The figures went the other way than the question says."
PAIR = 2
CURRENCY = 3
"""Letters of the code of a currency."""
_PER = re.compile(r"(?i)\bper (?P<what>[^\W\d_]+)")


def worked(
    named: Binding,
    places: Sequence[FigurePlace],
    cells: Sequence[tuple[Operand, ...]],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    """The operation over the cells, where there are as many as it takes."""
    used = [each for row in cells for each in row]
    if len({each.place for each in used}) < len(used):
        return None
    operation: Operation | None = None
    match named.cues.wanted:
        case Wanted.CELL | Wanted.SUM if len(used) == 1:
            operation = Operation.LOOKUP
        case Wanted.SUM if _adds_up(named, places, used):
            operation = Operation.SUM
        case Wanted.MEAN if len(cells) == 1 and len(used) > 1 and are_of_one_line(places):
            operation = Operation.MEAN
        case Wanted.PER if len(used) == 1 and _says_per(named, places[0]):
            operation = Operation.LOOKUP
        case Wanted.PER if len(cells) == 1 and len(used) == PAIR:
            pair = ordered(named, places)
            used = used if pair is None or pair[0] is places[0] else used[::-1]
            operation = Operation.RATIO if pair is not None else None
        case Wanted.DIFFERENCE | Wanted.CHANGE if len(used) == PAIR:
            return _compared(named, places, used, beside)
    return told_of_cells(operation, used, places, beside) if operation is not None else None


def _says_per(named: Binding, place: FigurePlace) -> bool:
    """Whether a header says itself what one figure is of: "per month" of "Monthly fee"."""
    said = _PER.search(named.text)
    heads = " ".join(value for name, value in place.values if name.startswith(LINE))
    return said is not None and stemmed([said["what"]]) <= stemmed(WORD.findall(heads))


def share_of_total(
    named: Binding, places: Sequence[FigurePlace], beside: Sequence[StoredTable]
) -> Calculation | Refusal | None:
    """What share a row has of the row of the total, where this is the sum of all entries."""
    if len(named.rows) != 1 or len(places) != 1 or OWN.search(named.text):
        return None
    (place,) = places
    entries, _, doubtful = entries_of(place.table)
    names = names_of_rows(place.table)
    held = [at for at, name in enumerate(names) if key_of(name) == key_of(named.rows[0])]
    sums = [at for at, row in enumerate(place.table.rows) if row.total and at not in entries]
    if len(held) != 1 or held[0] not in entries or len(sums) != 1 or doubtful:
        return None
    cells = [place.table.rows[at].cells[place.column] for at in (*entries, *sums)]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    if len(values) != len(cells) or sum(values[:-1]) != values[-1]:
        return None
    used = [
        operand
        for at in (held[0], sums[0])
        for operand in operands(place.table, [at], place.column, names[at])
    ]
    return told_of_cells(Operation.SHARE, used, places, beside)


def share_of_row(
    named: Binding,
    among: FigureField,
    places: Sequence[FigurePlace],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    """What share one column has of the column that adds up all of them, in the row that is named,
    or in that of the total."""
    whole = sum_column(among)
    if whole is None or len(places) != 1 or places[0] is whole or OWN.search(named.text):
        return None
    table = whole.table
    if not is_of_the_row(named, table, named.text) or named.equals or named.dates:
        return None
    names = names_of_rows(table)
    if named.rows:
        rows = [at for at, name in enumerate(names) if key_of(name) == key_of(named.rows[0])]
        at = rows[0] if len(rows) == len(named.rows) == 1 else None
    else:
        at = total_row(table, [places[0].column, whole.column])
    if at is None:
        return None
    pair = [*places, whole]
    used = [
        replace(operand, header=name_of(each))
        for each in pair
        for operand in operands(table, [at], each.column, names[at])
    ]
    return told_of_cells(Operation.SHARE, used, pair, beside)


def _compared(
    named: Binding,
    places: Sequence[FigurePlace],
    used: list[Operand],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    """What one of two figures is above the other."""
    cues = named.cues
    pair = _in_turn(named, places, used)
    if pair is None:
        return None
    first, second = pair
    falls = cues.sense < 0
    if cues.wanted is Wanted.DIFFERENCE and falls:
        first, second = second, first
    apart = _apart(first, second)
    if apart is None:
        return None
    if cues.sense == 0 and cues.wanted is Wanted.DIFFERENCE and apart < 0 and not _is_moved(places):
        first, second, apart = second, first, -apart
    is_wrong = apart > 0 if cues.wanted is Wanted.CHANGE and falls else apart < 0
    if cues.sense and is_wrong:
        return Refusal(OTHER_WAY, is_open=True)
    operation = Operation.CHANGE if cues.wanted is Wanted.CHANGE else Operation.DIFFERENCE
    return told_of_cells(operation, [first, second], places, beside)


def _in_turn(
    named: Binding, places: Sequence[FigurePlace], used: list[Operand]
) -> tuple[Operand, Operand] | None:
    """Two figures, that first which the other is taken from: the first that is named where the
    question says "than" or "exceed", else the later one, or that which is no plan. None where more
    than one thing tells them apart, or nothing says which a change in per cent starts from."""
    is_rate = named.cues.wanted is Wanted.CHANGE
    first, second = used
    if len(named.rows) == PAIR:
        if named.base is None:
            return None if is_rate else (first, second)
        behind = next((each for each in named.base if each in named.rows), None)
        turned = behind == named.rows[0]
        return None if behind is None else (second, first) if turned else (first, second)
    if (pair := ordered(named, places)) is not None:
        return (first, second) if pair[0] is places[0] else (second, first)
    values = [set(place.values) for place in places]
    if is_rate or named.base is not None:
        return None
    apart = [value - (values[0] & values[1]) for value in values]
    if any(len(each) != 1 for each in apart):
        return None
    if named.cues.is_move:  # "from spring to summer"
        order = [value for held in named.values.values() for value in held]
        told_first = min(
            places,
            key=lambda figure_place: order.index(next(iter(apart[places.index(figure_place)]))[1]),
        )
        return (second, first) if told_first is places[0] else (first, second)
    return first, second


def _is_moved(places: Sequence[FigurePlace]) -> bool:
    """Whether figures are of several periods: what they changed by may be below nought."""
    return any(len({place.value(name) for place in places}) > 1 for name in TIMES)


def _apart(first: Operand, second: Operand) -> int | None:
    """The sign of a difference; None where scales do not allow it."""
    if first.unit != second.unit or first.scale != second.scale:
        return None
    scale = min(first.scale, second.scale)
    difference = value_in(first, scale) - value_in(second, scale)
    return (difference > 0) - (difference < 0)


def _adds_up(named: Binding, places: Sequence[FigurePlace], used: Sequence[Operand]) -> bool:
    """Whether figures of several columns or rows make a sum: they are of one measure, of a kind
    that is added up, and of several periods no count of what there is at a time."""
    if not are_of_one_line(places):
        return False
    if any(is_level(place.table, place.column) for place in places):
        return False
    is_moved = _is_moved(places) or are_times(named.rows)
    if not is_moved or all(len(operand.unit) == CURRENCY for operand in used):
        return True
    said = " ".join(
        [operand.label for operand in used]
        + [
            text
            for figure_place in places
            for text in (column_said(figure_place), figure_place.table.title)
        ]
        + [text for place in places for text in place.table.section[-1:]]
    )
    is_measured = any(name.startswith(LINE) for place in places for name, _ in place.values)
    is_asked = named.cues.wanted is Wanted.SUM and not named.is_run
    return not stands(said) and not _is_of_people(said) and (is_measured or is_asked)


def are_times(labels: Sequence[str]) -> bool:
    """Whether several rows are periods: of "from May to July" the row in between is meant, too."""
    return len(labels) > 1 and any(map(times_in, labels))


def _is_of_people(said: str) -> bool:
    return bool(stemmed(WORD.findall(said)) & stemmed([*PEOPLE, "end"]))


def are_of_one_line(places: Sequence[FigurePlace]) -> bool:
    """Whether columns differ by their periods or sheets alone."""
    lines = {
        tuple((name, value) for name, value in place.values if name.startswith(LINE))
        for place in places
    }
    return len(lines) == 1


def told_of_cells(
    operation: Operation,
    used: Sequence[Operand],
    places: Sequence[FigurePlace],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    tables = {place.table.id: place.table for place in places}
    if any(
        open_scale(operation, [operand], tables[operand.table_id], beside)
        for operand in used
        if not _is_plain_beside(tables[operand.table_id], operand.column)
    ):
        return None
    if (shared := of_shared_figures(used, tables.values())) is not None:
        return shared
    if operation is Operation.CHANGE and any(operand.unit == "%" for operand in used):
        return None
    try:
        stated = [
            replace(operand, unit=_unit(operand, tables[operand.table_id])) for operand in used
        ]
        return replace(told(operation, stated, 1.0), exact=True)
    except CannotComputeError as error:
        return Refusal(str(error))


def _is_plain_beside(table: StoredTable, column: int) -> bool:
    """Whether a column states no scale right beside one that does: "Visitors" and "Costs (million
    SEK)"."""
    own = table.columns[column]
    others = [each for each in table.columns if measure_of(each.name).scale not in (None, ONE)]
    is_plain = own.scale == ONE and not own.unit and measure_of(own.name).scale is None
    return is_plain and bool(own.name) and bool(others) and measure_of(table.title).scale is None


def _unit(operand: Operand, table: StoredTable) -> str:
    """The unit that is surely the cell's: beside it, over it, or in brackets in the line above the
    table ("Costs by month (EUR)")."""
    in_brackets = re.search(rf"\([^)]*\b{re.escape(operand.unit)}\)", table.lead_in)
    return operand.unit if operand.unit and in_brackets else stated_unit(operand, table)
