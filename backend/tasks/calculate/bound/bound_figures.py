"""Figures of the cells that a question binds with every one of its words, however it is put.

This goes last, where no form of sentence was found: the words alone say which rows and columns are
meant, and what is to be made of them. A rule for each form of sentence answers one wording and
refuses the next; here the order of the words only says which of two figures is taken from which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from backend.tasks.calculate.bound.bands import is_of_one_unit, with_band_named
from backend.tasks.calculate.bound.binding import Binding, around_tables, bound
from backend.tasks.calculate.bound.cues import Wanted
from backend.tasks.calculate.bound.headers_named import (
    PLANNED,
    actual_beside_plan,
    names_a_line,
)
from backend.tasks.calculate.bound.matrices import matrix_cell
from backend.tasks.calculate.bound.over_rows import over_rows
from backend.tasks.calculate.bound.places import (
    LINE,
    MONTH,
    QUARTER,
    TIMES,
    FigureField,
    FigurePlace,
    fields_of,
    time_order,
)
from backend.tasks.calculate.bound.places_said import column_said, parts_said, time_said
from backend.tasks.calculate.bound.row_names import names_of_rows
from backend.tasks.calculate.bound.row_runs import run_of_rows
from backend.tasks.calculate.bound.things_of_lists import things_of_lists
from backend.tasks.calculate.bound.timetables import timetable_hour
from backend.tasks.calculate.bound.which_of_two import asks_which_of_two, which_of_two
from backend.tasks.calculate.bound.worked_cells import (
    CURRENCY,
    PAIR,
    are_of_one_line,
    are_times,
    share_of_row,
    share_of_total,
    told_of_cells,
    worked,
)
from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_words import WORD, key_of, stemmed
from backend.tasks.calculate.programs.plain_marks import as_printed, in_plain_marks
from backend.tasks.calculate.programs.shares_for_prices import tells_share_for_price
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.tasks.calculate.programs.values_asked import is_no_value
from backend.types.calculations import Calculation, Operand, Operation, Refusal, enumeration
from backend.types.choices import Interpretation
from backend.types.tables import HEADER_JOINT, StoredTable

SEVERAL = "Tables of the document answer this in different ways."
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
_SOLD_BEST = re.compile(r"(?i)\b(?P<sold>sold|sells?) (?P<how>best|worst)\b")
_MOST = {"best": "most", "worst": "least"}
"""Of places or times the best is the lowest; of what is sold it is the most."""
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
    if (marked := in_plain_marks(tables)) is not None:
        return as_printed(bound_figure(question, marked, about), tables)
    text = _SOLD_BEST.sub(
        lambda found: f"{found['sold']} {_MOST[found['how'].casefold()]}",
        " ".join(question.split()).strip(" ?.!"),
    )
    # among accounts a word fits many tables, of which the statement is meant
    if any(map(is_statement, tables)):
        return None
    hours = [
        timetable_hour(text, stored_table, about)
        for stored_table in tables
        if _may_answer(stored_table)
    ]
    if told_hours := [hour for hour in hours if hour is not None]:
        return told_hours[0] if len({hour.answer for hour in told_hours}) == 1 else None
    if _DECIDING.search(text):
        return None
    outcomes = [
        outcome
        for field in fields_of([table for table in tables if _may_answer(table)])
        if (outcome := _of_field(text, field, tables, about)) is not None
    ]
    figures = [each for each in outcomes if isinstance(each, Calculation)]
    if len({figure.figure for figure in figures}) > 1:
        return Refusal(SEVERAL, tuple(figure.sentence for figure in figures), is_open=True)
    if figures:
        return figures[0]
    return things_of_lists(text, tables) or next(iter(outcomes), None)


def _may_answer(table: StoredTable) -> bool:
    return is_sound(table) and ":" not in table.label_name


def _of_field(
    text: str, among: FigureField, beside: Sequence[StoredTable], about: str
) -> Calculation | Refusal | None:
    banded = with_band_named(text, among.tables[0]) if len(among.tables) == 1 else text
    made = _by_words(banded, among, beside, about)
    if isinstance(made, Calculation) and (
        is_no_value(text, made, among.tables) or tells_share_for_price(text, made)
    ):
        return None
    if banded == text or not isinstance(made, Calculation):
        return made if banded == text else None
    said = " ".join((among.tables[0].title, *(operand.header for operand in made.operands)))
    return None if is_of_one_unit(text, said) else made


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
    if named.cues.wanted is Wanted.SHARE:
        share = share_of_row(named, among, places, beside) or share_of_total(named, places, beside)
        if share is not None:
            return share
    if not named.rows or named.cues.wanted in (Wanted.SHARE, Wanted.RANK):
        tables = {place.table.id: place.table for place in places}
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
    return told_of_cells(Operation.LOOKUP, [cell], [place], beside)


def _of_cells(
    text: str,
    named: Binding,
    among: FigureField,
    places: tuple[FigurePlace, ...],
    beside: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    """What the cells of the rows that a question names come to."""
    if named.equals or named.dates:
        return None
    if are_times(named.rows):
        run = run_of_rows(text, named.rows, among.tables)
        if not run or named.cues.wanted not in (Wanted.CELL, Wanted.SUM):
            return None
        cues = replace(named.cues, wanted=Wanted.SUM)
        named = replace(named, cues=cues, rows=run, is_run=True)
    asks_which = bool(named.cues.is_listing and text.casefold().startswith("which"))
    if asks_which and not asks_which_of_two(text, named):
        return None
    if _HOW_MANY.search(text) and any(
        is_money(place.table.columns[place.column]) for place in places
    ):
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
    return worked(named, places, cells, beside)


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
        if name not in named.values and len({place.value(name) for place in places}) > 1
    ]
    if apart not in ([MONTH], [QUARTER]) or len(named.rows) != 1:
        return None
    held = sorted(
        time_order(figure_place.value(apart[0]))
        for figure_place in places
        if figure_place.value(apart[0])
    )
    follow = held == list(range(held[0], held[0] + len(places)))
    are_money = all(
        len(place.table.columns[place.column].unit) == CURRENCY or PLANNED & _stems_of(among)
        for place in places
    )
    return places if follow and are_money and are_of_one_line(places) else None


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


def _open_sheet(named: Binding, among: FigureField) -> Refusal | None:
    """That it is open which of several sheets is meant, where a question names a row and a column
    of all of them: none of them answers, whatever its further words are."""
    tells = [name for name in among.dimensions() if not name.startswith(LINE)]
    if len(among.tables) == 1 or not names_a_line(named.values) or set(tells) & set(named.values):
        return None
    held = [time_said(name, value) for name in tells for value in among.values(name)]
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
        places = tuple(place for place in places if place.value(name) in values)
    is_used = all(
        set(values) <= {place.value(name) for place in places}
        for name, values in named.values.items()
    )
    return places if is_used else None


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
        if name not in named.values and len({place.value(name) for place in places}) > 1
    ]
    cues = named.cues
    if cues.is_every:
        held = {figure_place.value(cues.time) for figure_place in places}
        right = open_in == [cues.time] and (not cues.many or cues.many == len(held))
        return places if right and "" not in held else None
    if not open_in:
        return places
    if cues.wanted in (Wanted.SUM, Wanted.MEAN) and len({place.table.id for place in places}) > 1:
        apart = {tuple(sorted(place.values)) for place in places}
        by_sheet = len({place.table.id for place in places}) == len(apart) == len(among.tables)
        return places if by_sheet else None
    if all(name in TIMES for name in open_in) and cues.wanted is Wanted.CELL:
        said = [column_said(place) for place in places]
        return Refusal(f"It is open which is meant: {enumeration(said, 'or')}.", is_open=True)
    return None


def _not_there(named: Binding, among: FigureField) -> Refusal | None:
    """That the columns and sheets are of other times than the question; None where a header or a
    row says it in a way that is not read ("December 31, 2 0 3 1")."""
    texts = [text for table in among.tables for text in _texts_of(table)]
    if any(lack in text.replace(" ", "") for lack in named.lacks for text in texts):
        return None
    times = [name for name in among.dimensions() if name in TIMES]
    held = [time_said(name, value) for name in times for value in among.values(name)]
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
            names = names_of_rows(place.table)
            rows = [at for at, name in enumerate(names) if key_of(name) == key_of(label)]
            if len(rows) > 1:
                return Refusal(f"Several rows are called {label}.", is_open=True)
            cell = place.table.rows[rows[0]].cells[place.column] if rows else None
            if cell is None or cell.value is None:
                return Refusal(f"{label} has no entry under {column_said(place)}.", is_open=True)
            (operand,) = operands(place.table, rows[:1], place.column, names[rows[0]])
            held.append(replace(operand, header=HEADER_JOINT.join(parts_said(place))))
        found.append(tuple(held))
    return found
