"""Figures of a matrix, whose rows and columns are called alike: how far it is from one place to
another, how long it takes, what one team scored against another."""

from __future__ import annotations

import re
from dataclasses import replace

from backend.tasks.calculate.bound.cues import Wanted, cues_of
from backend.tasks.calculate.bound.places import LINE, FigureField, FigurePlace
from backend.tasks.calculate.bound.words import OpenWords, named_whole, words_of_question
from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_units import unit_named
from backend.tasks.calculate.programs.column_words import WORD, key_of, stemmed
from backend.tasks.calculate.programs.comparison_words import unit_sizes, units_in_words
from backend.types.calculations import Operand, Refusal
from backend.types.tables import StoredTable

FEWEST = 3
"""Names that rows and columns share, at least."""
PAIR = 2
_ASKED_IN = {
    "length": stemmed(["distance", "far", "apart", "away", "way", "distant", "separates"]),
    "time": stemmed(["long", "time", "take", "takes", "last", "lasts", "duration", "journey"]),
}
"""What is asked for by these words is measured in units of this kind."""
_COUNTED = re.compile(r"(?i)\bhow many ([^\W\d_]+)")
_FARES = stemmed(["fare", "price", "fee", "cost", "costs", "rate", "charge", "toll"])
"""Where one of them stands over a matrix, any of them may be asked for."""
_OVER_LABELS = re.compile(r"(?i)\(([^\W\d_]+)\)\s*$|\bin ([^\W\d_]+)\s*$")
_APART = re.compile(r"\bapart\b")
_ROWS_FIRST = re.compile(r"(?i)^\W*from\b.*\bto\b")


def matrix_cell(
    text: str, among: FigureField, around: str
) -> tuple[Operand, FigurePlace] | Refusal | None:
    """The cell of two names of a matrix that a question names, with its column; None where the
    table is none, or a word of the question stands for nothing. Where two cells stand for the pair
    and differ, it is open which is meant, unless the table says what its rows are.

    Args:
        text: the question without the marks at its end.
        among: the columns of one table.
        around: what stands around the table.
    """
    columns = _columns(among)
    table = among.tables[0]
    rows = {key_of(row.label): at for at, row in enumerate(table.rows)}
    if columns is None or len(rows) < len(table.rows) or len(columns.keys() & rows.keys()) < FEWEST:
        return None
    if not (columns.keys() <= rows.keys() or rows.keys() <= columns.keys()):
        return None
    said = OpenWords(text, words_of_question(text))
    labels = [row.label for row in table.rows]
    labels += [_name(column) for column in columns.values()]
    named = named_whole(said.words, {key_of(label): label for label in labels}.values())
    if len(named) != PAIR:
        return None
    said.taken.update(place for places in named.values() for place in places)
    cues = cues_of(_APART.sub(" ", said.left_as_it_is()))
    if cues is None or cues.wanted is not Wanted.CELL:
        return None
    counted = _COUNTED.search(text)
    if counted is not None and not stemmed([counted[1]]) <= _words_of_unit(table, columns):
        return None  # how many huts there are between two is not how far it is
    known = stemmed(WORD.findall(f"{around} {table.label_name}")) | _words_of_unit(table, columns)
    known |= _FARES if known & _FARES else frozenset()
    if any(not said.stems(at) <= known for at in said.free()):
        return None
    if re.search(r"(?i)\bfar\b", text) and not stemmed(["far"]) <= known:
        return None
    return _cell_of(text, list(named), table, rows, columns)


def _columns(among: FigureField) -> dict[tuple[str, ...], FigurePlace] | None:
    """The columns of the only table by their names; None where a header says more than a name."""
    found = {key_of(_name(place)): place for place in among.places}
    is_plain = all(
        len(figure_place.values) == 1 and _name(figure_place) for figure_place in among.places
    )
    return (
        found if len(among.tables) == 1 and is_plain and len(found) == len(among.places) else None
    )


def _name(place: FigurePlace) -> str:
    return next((value for name, value in place.values if name.startswith(LINE)), "")


def _words_of_unit(
    table: StoredTable, columns: dict[tuple[str, ...], FigurePlace]
) -> frozenset[str]:
    """The names of the unit of all figures, and the words that ask for what is measured so."""
    unit = _unit(table, columns)
    names = [unit, *(word for word, sign in units_in_words().items() if sign == unit)]
    size = unit_sizes().get(unit.casefold())
    return stemmed(names) | (_ASKED_IN.get(size.kind, frozenset()) if size else frozenset())


def _unit(table: StoredTable, columns: dict[tuple[str, ...], FigurePlace]) -> str:
    """The unit of all figures, by its sign: as their columns have it, or the name over the labels
    ("Distance in km"); empty where none is said or they differ."""
    units = {table.columns[column.column].unit for column in columns.values()}
    said = units.pop() if len(units) == 1 else ""
    if units or said:
        return unit_named(said) if said else ""
    match = _OVER_LABELS.search(table.label_name)
    sign = unit_named(match[1] or match[2]) if match is not None else ""
    return sign if sign in unit_sizes() else ""


def _cell_of(
    text: str,
    named: list[str],
    table: StoredTable,
    rows: dict[tuple[str, ...], int],
    columns: dict[tuple[str, ...], FigurePlace],
) -> tuple[Operand, FigurePlace] | Refusal | None:
    start, end = (key_of(each) for each in named)
    if re.search(rf"(?i)\bfrom (?:the )?{re.escape(named[1])}", text):
        start, end = end, start
    found: list[tuple[Operand, FigurePlace]] = []
    for row, column in ((start, end), (end, start)):
        place = columns.get(column)
        if place is None or row not in rows:
            continue
        cell = table.rows[rows[row]].cells[place.column]
        if cell is not None and cell.value is not None:
            (operand,) = operands(table, [rows[row]], place.column)
            unit = _unit(table, columns)
            found.append((replace(operand, header=_name(place), unit=unit), place))
    if not found:
        return Refusal(f"The table has no entry for {named[0]} and {named[1]}.", is_open=True)
    if len(found) == PAIR and found[0][0].value != found[1][0].value:
        if _ROWS_FIRST.match(table.label_name):
            return found[0]
        figures = tuple(f"{each.label}, {each.header}: {each.text}" for each, _ in found)
        return Refusal(
            "The table has two figures for this, one for each way.", figures, is_open=True
        )
    return found[0]
