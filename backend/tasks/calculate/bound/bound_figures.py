"""Figures of the cells that a question binds with every one of its words, however it is put.

This goes last, where no form of sentence was found: the words alone say which rows and columns are
meant, and what is to be made of them. A rule for each form of sentence answers one wording and
refuses the next; here the order of the words only says which of two figures is taken from which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from backend.calendar_words import MONTH_TITLES
from backend.tables.column_scales import measure_of
from backend.tasks.calculate.bound.bands import with_band_named
from backend.tasks.calculate.bound.binding import Binding, around_tables, bound
from backend.tasks.calculate.bound.cues import Wanted
from backend.tasks.calculate.bound.headers_named import (
    PLANNED,
    actual_beside_plan,
    names_a_line,
)
from backend.tasks.calculate.bound.matrices import matrix_cell
from backend.tasks.calculate.bound.over_rows import OWN, ordered, over_rows
from backend.tasks.calculate.bound.places import (
    LINE,
    MONTH,
    QUARTER,
    SHEET,
    TIMES,
    FigureField,
    FigurePlace,
    fields_of,
    time_order,
    times_in,
)
from backend.tasks.calculate.bound.which_of_two import asks_which_of_two, which_of_two
from backend.tasks.calculate.programs.arithmetic import CannotComputeError, value_in
from backend.tasks.calculate.programs.column_answers import ONE, operands
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import PEOPLE, WORD, key_of, stemmed
from backend.tasks.calculate.programs.measures import open_scale, stated_unit
from backend.tasks.calculate.programs.merged_figures import of_shared_figures
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.tasks.calculate.programs.turned_periods import stands
from backend.types.calculations import Calculation, Operand, Operation, Refusal, enumeration
from backend.types.choices import Interpretation
from backend.types.tables import HEADER_JOINT, StoredTable

OTHER_WAY = "The figures went the other way than the question says."
SEVERAL = "Tables of the document answer this in different ways."
PAIR = 2
CURRENCY = 3
"""Letters of the code of a currency."""
_DECIDING = re.compile(
    r"(?i)^(?:is|are|was|were|do|does|did|has|have|had|can|could|should|would|will|why|when|who"
    r"|where)\b|^what (?:is|was|were|are) (?:the )?(?:higher|lower|larger|smaller|bigger|greater"
    r"|more|less)\b"
)
"""Questions that no figure, or no name of rows, answers."""
_SO_FAR = re.compile(
    r"(?i)\b(?:has|have|had)\b.*\b(?:spent|paid|cost|earned|brought|raised|taken)\b"
)
"""What was spent "in May" needs its time; what has been spent is all of it."""
_IS_ONE = re.compile(r"(?i)\b(?:each|every|per|a) (?:month|quarter|time)\b|\b(?:month|quarter)ly\b")
_OF_ONE = re.compile(r"(?i)\bper\b|\beach\b|/|\bunit price")
_PER = re.compile(r"(?i)\bper (?P<what>[^\W\d_]+)")
_HOW_MANY = re.compile(r"(?i)^how many\b")
"""What is counted so is no money."""


def bound_figure(
    question: str, tables: Sequence[StoredTable], about: str
) -> Calculation | Refusal | None:
    """The figure that every word of a question binds; None where a word is left, the cells are none
    that the operation takes, or the document has financial statements. A refusal says what is open,
    or is not there.

    Args:
        question: as it was asked.
        tables: those of one document.
        about: the title of the document.
    """
    text = " ".join(question.split()).strip(" ?.!")
    # among accounts a word fits many tables, of which the statement is meant
    if _DECIDING.search(text) or any(map(is_statement, tables)):
        return None
    made = [
        outcome
        for each in fields_of([table for table in tables if _may_answer(table)])
        if (outcome := _of_field(text, each, tables, about)) is not None
    ]
    figures = [each for each in made if isinstance(each, Calculation)]
    if len({each.figure for each in figures}) > 1:
        return Refusal(SEVERAL, tuple(each.sentence for each in figures), is_open=True)
    return figures[0] if figures else next(iter(made), None)


def _may_answer(table: StoredTable) -> bool:
    return is_sound(table) and ":" not in table.label_name


def _of_field(
    text: str, among: FigureField, beside: Sequence[StoredTable], about: str
) -> Calculation | Refusal | None:
    banded = with_band_named(text, among.tables[0]) if len(among.tables) == 1 else text
    made = _by_words(banded, among, beside, about)
    if banded == text or not isinstance(made, Calculation):
        return made if banded == text else None
    said = " ".join((among.tables[0].title, *(each.header for each in made.operands)))
    # a price per kg of a band of kg is not what so many cost
    return None if _OF_ONE.search(said) and not _OF_ONE.search(text) else made


def _by_words(
    text: str, among: FigureField, beside: Sequence[StoredTable], about: str
) -> Calculation | Refusal | None:
    named = bound(text, among, beside, about)
    if named is None:
        return _of_matrix(text, among, beside, about)
    if named.left and named.lacks and names_a_line(named.values):
        return _not_there(named, among)
    if named.left:
        return _open_sheet(named, among) or _without_column(named)
    if named.lacks:
        return _not_there(named, among) if named.rows else None
    places = _with_other_side(named, among)
    if places is None:
        return None
    if named.cues.wanted is Wanted.SHARE and (share := _share(named, places, beside)) is not None:
        return share
    if not named.rows or named.cues.wanted in (Wanted.SHARE, Wanted.RANK):
        tables = {each.table.id: each.table for each in places}
        if len(tables) > 1:
            return None
        return over_rows(named, places, tables.popitem()[1], text, about)
    return _of_cells(text, named, among, places, beside)


def _of_matrix(
    text: str, among: FigureField, beside: Sequence[StoredTable], about: str
) -> Calculation | Refusal | None:
    """The figure of two names that a question names of a matrix."""
    found = matrix_cell(text, among, " ".join((about, *around_tables(among))))
    if found is None or isinstance(found, Refusal):
        return found
    cell, place = found
    return _told(Operation.LOOKUP, [cell], [place], beside)


def _of_cells(
    text: str,
    named: Binding,
    among: FigureField,
    places: tuple[FigurePlace, ...],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    """What the cells of the rows that a question names come to."""
    if named.equals or named.dates or _are_times(named.rows):
        return None
    asks_which = bool(named.cues.is_listing and text.casefold().startswith("which"))
    if asks_which and not asks_which_of_two(text, named):
        return None
    if _HOW_MANY.search(text) and any(is_money(each.table.columns[each.column]) for each in places):
        return None
    every = None if asks_which else _all_of_them(named, among, places)
    if every is not None:
        named = replace(named, cues=replace(named.cues, wanted=Wanted.SUM))
    clear = every or _every_time(named, among, places)
    if isinstance(clear, Refusal):
        return replace(clear, readings=_together(named, among, places))
    if clear is None:
        return None
    places = clear
    cells = _cells(named, places)
    if isinstance(cells, Refusal):
        return cells
    if not all(cells):
        return None
    if asks_which:
        return which_of_two(named, [each for row in cells for each in row])
    return _worked(named, places, cells, beside)


def _all_of_them(
    named: Binding, among: FigureField, places: tuple[FigurePlace, ...]
) -> tuple[FigurePlace, ...] | None:
    """The columns of all months or quarters, where without any of them it is asked what has been
    spent or came in, or what a row comes to in total. None where they do not follow each other, or
    another column stands beside them."""
    cues = named.cues
    is_all = cues.wanted is Wanted.SUM or (
        cues.wanted is Wanted.CELL and _SO_FAR.search(named.text) is not None
    )
    if not is_all or cues.is_every or _IS_ONE.search(named.text):
        return None
    apart = [
        name
        for name in among.dimensions()
        if name not in named.values and len({each.value(name) for each in places}) > 1
    ]
    if apart not in ([MONTH], [QUARTER]) or len(named.rows) != 1:
        return None
    held = sorted(time_order(each.value(apart[0])) for each in places if each.value(apart[0]))
    follow = held == list(range(held[0], held[0] + len(places)))
    are_money = all(
        len(each.table.columns[each.column].unit) == CURRENCY or PLANNED & _stems_of(among)
        for each in places
    )
    return places if follow and are_money and _are_of_one_line(places) else None


def _together(
    named: Binding, among: FigureField, places: tuple[FigurePlace, ...]
) -> tuple[Interpretation, ...]:
    """That a question without a period may mean what all months come to."""
    total = replace(named, cues=replace(named.cues, wanted=Wanted.SUM))
    every = _all_of_them(total, among, places)
    cells = _cells(named, every) if every is not None else []
    if isinstance(cells, Refusal) or not cells:
        return ()
    held = frozenset(each.place for row in cells for each in row)
    return (Interpretation("All together", ((("", " in total"),),), held),)


def _stems_of(among: FigureField) -> frozenset[str]:
    heads = (value for name in among.dimensions() for value in among.values(name))
    return stemmed(WORD.findall(" ".join(heads)))


def _says_per(named: Binding, place: FigurePlace) -> bool:
    """Whether a header says itself what one figure is of: "per month" of "Monthly fee"."""
    said = _PER.search(named.text)
    heads = " ".join(value for name, value in place.values if name.startswith(LINE))
    return said is not None and stemmed([said["what"]]) <= stemmed(WORD.findall(heads))


def _open_sheet(named: Binding, among: FigureField) -> Refusal | None:
    """That it is open which of several sheets is meant, where a question names a row and a column
    of all of them: none of them answers, whatever its further words are."""
    tells = [name for name in among.dimensions() if not name.startswith(LINE)]
    if len(among.tables) == 1 or not names_a_line(named.values) or set(tells) & set(named.values):
        return None
    held = [_time(name, value) for name in tells for value in among.values(name)]
    return Refusal(f"It is open which is meant: {enumeration(held, 'or')}.", is_open=True)


def _without_column(named: Binding) -> Refusal | None:
    """That a row has no column for what is counted, the only word that is left of a question."""
    if len(named.left) > 1 or not re.match(
        rf"(?i)how many {re.escape(named.left[0])}\b", named.text
    ):
        return None
    reason = f"The table of {enumeration(named.rows)} has no column for “{named.left[0]}”."
    return Refusal(reason, lacks=named.left)


def _with_other_side(named: Binding, among: FigureField) -> tuple[FigurePlace, ...] | None:
    """The columns that have the values which a question names. Of plan and actual it may name one
    alone ("over budget") where two figures are compared."""
    places = among.places
    compares = named.cues.wanted in (Wanted.DIFFERENCE, Wanted.CHANGE)
    for name, named_there in named.values.items():
        held, values = among.values(name), named_there
        if name == named.cues.previous and len(values) == 1:
            before = str(time_order(values[0]) - 1)
            values = (*values, before) if before in held else ()
        if compares and len(values) == 1 and _is_planned(values[0]):
            other = actual_beside_plan(among)
            if other is not None and other[0] == name:
                values = (*values, other[1])
            elif len(held) == PAIR:
                continue
        places = tuple(each for each in places if each.value(name) in values)
    is_used = all(
        set(values) <= {each.value(name) for each in places}
        for name, values in named.values.items()
    )
    return places if is_used else None


def _are_times(labels: Sequence[str]) -> bool:
    """Whether several rows are periods: of "from May to July" the row in between is meant, too."""
    return len(labels) > 1 and any(map(times_in, labels))


def _is_planned(value: str) -> bool:
    return bool(stemmed(WORD.findall(value)) & PLANNED)


def _every_time(
    named: Binding, among: FigureField, places: tuple[FigurePlace, ...]
) -> tuple[FigurePlace, ...] | Refusal | None:
    """The columns, where all of what is not named is clear: one column is left for what is named,
    or all periods are wanted. None where it is not, a refusal where only the period is open."""
    open_in = [
        name
        for name in among.dimensions()
        if name not in named.values and len({each.value(name) for each in places}) > 1
    ]
    cues = named.cues
    if cues.is_every:
        held = {each.value(cues.time) for each in places}
        right = open_in == [cues.time] and (not cues.many or cues.many == len(held))
        return places if right and "" not in held else None
    if not open_in:
        return places
    if cues.wanted in (Wanted.SUM, Wanted.MEAN) and len({each.table.id for each in places}) > 1:
        apart = {tuple(sorted(each.values)) for each in places}
        by_sheet = len({each.table.id for each in places}) == len(apart) == len(among.tables)
        return places if by_sheet else None
    if all(each in TIMES for each in open_in) and cues.wanted is Wanted.CELL:
        said = [_said(each) for each in places]
        return Refusal(f"It is open which is meant: {enumeration(said, 'or')}.", is_open=True)
    return None


def _not_there(named: Binding, among: FigureField) -> Refusal | None:
    """That the columns and sheets are of other times than the question; None where a header or a
    row says it in a way that is not read ("December 31, 2 0 3 1")."""
    told = [text for table in among.tables for text in _texts_of(table)]
    if any(each in text.replace(" ", "") for each in named.lacks for text in told):
        return None
    times = [name for name in among.dimensions() if name in TIMES]
    held = [_time(name, value) for name in times for value in among.values(name)]
    there = f"; there are {enumeration(held)}" if held else ""
    reason = f"No column or sheet of the table is of {enumeration(named.lacks)}{there}."
    return Refusal(reason, is_open=True, lacks=named.lacks)


def _texts_of(table: StoredTable) -> Iterator[str]:
    for column in table.columns:
        yield f"{column.period} {column.name}"
    for row in table.rows:
        yield " ".join((row.label, *row.group))
        for cell in row.cells:
            if cell is not None:
                yield cell.text


def _cells(named: Binding, places: Sequence[FigurePlace]) -> list[tuple[Operand, ...]] | Refusal:
    """The cells of each row that is named, in the order of the columns."""
    found: list[tuple[Operand, ...]] = []
    for label in named.rows:
        held: list[Operand] = []
        for place in places:
            rows = [
                at for at, row in enumerate(place.table.rows) if key_of(row.label) == key_of(label)
            ]
            if len(rows) > 1:
                return Refusal(f"Several rows are called {label}.", is_open=True)
            cell = place.table.rows[rows[0]].cells[place.column] if rows else None
            if cell is None or cell.value is None:
                return Refusal(f"{label} has no entry under {_said(place)}.", is_open=True)
            (operand,) = operands(place.table, rows[:1], place.column)
            held.append(replace(operand, header=HEADER_JOINT.join(_parts(place))))
        found.append(tuple(held))
    return found


def _worked(
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
        case Wanted.MEAN if len(cells) == 1 and len(used) > 1 and _are_of_one_line(places):
            operation = Operation.MEAN
        case Wanted.PER if len(used) == 1 and _says_per(named, places[0]):
            operation = Operation.LOOKUP
        case Wanted.PER if len(cells) == 1 and len(used) == PAIR:
            pair = ordered(named, places)
            used = used if pair is None or pair[0] is places[0] else used[::-1]
            operation = Operation.RATIO if pair is not None else None
        case Wanted.DIFFERENCE | Wanted.CHANGE if len(used) == PAIR:
            return _compared(named, places, used, beside)
    return _told(operation, used, places, beside) if operation is not None else None


def _share(
    named: Binding, places: Sequence[FigurePlace], beside: Sequence[StoredTable]
) -> Calculation | Refusal | None:
    """What share a row has of the row of the total, where this is the sum of all entries."""
    if len(named.rows) != 1 or len(places) != 1 or OWN.search(named.text):
        return None
    (place,) = places
    entries, _, doubtful = entries_of(place.table)
    held = [
        at for at, row in enumerate(place.table.rows) if key_of(row.label) == key_of(named.rows[0])
    ]
    sums = [at for at, row in enumerate(place.table.rows) if row.total and at not in entries]
    if len(held) != 1 or held[0] not in entries or len(sums) != 1 or doubtful:
        return None
    cells = [place.table.rows[at].cells[place.column] for at in (*entries, *sums)]
    values = [each.value for each in cells if each is not None and each.value is not None]
    if len(values) != len(cells) or sum(values[:-1]) != values[-1]:
        return None
    used = operands(place.table, [held[0], sums[0]], place.column)
    return _told(Operation.SHARE, used, places, beside)


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
    return _told(operation, [first, second], places, beside)


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
    values = [set(each.values) for each in places]
    if is_rate or named.base is not None:
        return None
    apart = [each - (values[0] & values[1]) for each in values]
    if any(len(each) != 1 for each in apart):
        return None
    if named.cues.is_move:  # "from spring to summer"
        order = [value for held in named.values.values() for value in held]
        told_first = min(
            places, key=lambda each: order.index(next(iter(apart[places.index(each)]))[1])
        )
        return (second, first) if told_first is places[0] else (first, second)
    return first, second


def _is_moved(places: Sequence[FigurePlace]) -> bool:
    """Whether figures are of several periods: what they changed by may be below nought."""
    return any(len({each.value(name) for each in places}) > 1 for name in TIMES)


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
    if not _are_of_one_line(places):
        return False
    if any(is_level(each.table, each.column) for each in places):
        return False
    if not _is_moved(places) or all(len(each.unit) == CURRENCY for each in used):
        return True
    said = " ".join(
        [each.label for each in used]
        + [text for each in places for text in (_said(each), each.table.title)]
        + [text for each in places for text in each.table.section[-1:]]
    )
    is_measured = any(name.startswith(LINE) for each in places for name, _ in each.values)
    is_asked = named.cues.wanted is Wanted.SUM and not named.is_run
    return not stands(said) and not _is_of_people(said) and (is_measured or is_asked)


def _is_of_people(said: str) -> bool:
    return bool(stemmed(WORD.findall(said)) & stemmed([*PEOPLE, "end"]))


def _are_of_one_line(places: Sequence[FigurePlace]) -> bool:
    """Whether columns differ by their periods or sheets alone."""
    lines = {
        tuple((name, value) for name, value in each.values if name.startswith(LINE))
        for each in places
    }
    return len(lines) == 1


def _told(
    operation: Operation,
    used: Sequence[Operand],
    places: Sequence[FigurePlace],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    tables = {each.table.id: each.table for each in places}
    if any(
        open_scale(operation, [each], tables[each.table_id], beside)
        for each in used
        if not _is_plain_beside(tables[each.table_id], each.column)
    ):
        return None
    if (shared := of_shared_figures(used, tables.values())) is not None:
        return shared
    if operation is Operation.CHANGE and any(each.unit == "%" for each in used):
        return None
    try:
        stated = [replace(each, unit=_unit(each, tables[each.table_id])) for each in used]
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


def _parts(place: FigurePlace) -> list[str]:
    """What a column is called, with the period of its sheet where its header does not say it."""
    column = place.table.columns[place.column]
    lines = [value for key, value in place.values if key.startswith(LINE)]
    # a period of the column is said beside it
    name = HEADER_JOINT.join(lines) if column.period and lines else column.name
    said = [] if column.period else [_time(key, each) for key, each in place.values if key in TIMES]
    said += [value for key, value in place.values if key == SHEET]
    return [*(each for each in said if each.casefold() not in name.casefold()), name]


def _said(place: FigurePlace) -> str:
    return ", ".join(_parts(place)).replace(HEADER_JOINT, ", ")


def _time(name: str, value: str) -> str:
    if name == MONTH:
        return MONTH_TITLES[int(value) - 1]
    return value if name != QUARTER else value.upper()
