"""Verbs that only bind the rows of a list to what a column counts: "How many passengers did the
Tern carry?"; and the column of figures that such a question means."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_units import unit_of_column
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    FUNCTION,
    LIGHT_VERBS,
    PEOPLE,
    WORD,
    Headers,
    headers_of,
    heading,
    is_list,
    says_of_one,
    stemmed,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.comparison_words import (
    counted_people,
    deeds,
    levels,
    never_added,
    pieces,
    set_apart,
    unit_sizes,
    units_in_words,
    verbs,
)
from backend.types.tables import CellKind, StoredTable

_TURNING = ("dis", "mis", "non", "over", "un")
"""Beginnings of verbs that say the contrary, or too much, of another one."""
_SHORTEST = 3
_DISTANCE = stemmed(["distance", "mileage"])
_SIZED = stemmed(["weight", "mass", "length", "volume", "area", "size"])
_LEVEL = stemmed(["level", "gauge", "depth"])
"""How high water stands, where it is in a unit of length; a level of stock is a number."""
_WHOLE = stemmed(["total", "gross", "net", "all", "sum"])


def only_binds(verb: str, table: StoredTable, rows: Sequence[int]) -> bool:
    """Whether a verb says no more of the rows of a list than that a figure is theirs.

    It is none that means some or other things than those that a column counts ("lose", "cancel"),
    none of a deed that the list would have to be of ("sell"), and no word of a header or a cell:
    then it may mean these.

    Args:
        verb: as the question has it.
        table: the list.
        rows: its entries.
    """
    word = verb.casefold()
    stem = frozenset(terms(word))
    if not is_list(table) or len(word) < _SHORTEST or word in FUNCTION - LIGHT_VERBS:
        return False
    if stem & stemmed(set_apart()) or word.startswith(_TURNING) or word in verbs():
        return False
    if stem & stemmed(each for family in deeds() for each in family):
        return False
    heads = " ".join(heading(at, table) for at in range(len(table.columns)))
    # a "Carrier" is who does it, and no other thing
    said = [each for each in WORD.findall(heads) if not each.casefold().endswith(("er", "or"))]
    if stem & stemmed(said):
        return False
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    held = {value_of(table.rows[row], at) for row in rows for at in texts}
    return not any(stem & stemmed(WORD.findall(text)) for text in held)


def is_level(table: StoredTable, column: int) -> bool:
    """Whether the figures of a column are of a kind that is never added up: prices, marks, years,
    shares, what is so of each piece."""
    words = stemmed(WORD.findall(heading(column, table)))
    of_years = holds_years(table, column)
    is_share = table.columns[column].unit == "%"
    return of_years or is_share or bool(words & stemmed(levels())) or is_of_one(table, column)


def is_of_one(table: StoredTable, column: int) -> bool:
    """Whether the sum of a column says nothing, whoever asks for it: of temperatures and the like,
    and of what is so of each piece, unless that is of a time ("Fee per month")."""
    head = heading(column, table)
    said = stemmed(WORD.findall(head))
    size = unit_sizes().get(unit_of_column(table.columns[column]))
    is_height = bool(said & _LEVEL) and size is not None and size.kind == "length"
    return bool(said & stemmed(never_added())) or is_height or says_of_one(head)


def is_of_pieces_or_one(table: StoredTable, column: int) -> bool:
    """Whether it is open of a column of weights or the like if each figure is that of one piece, or
    of all pieces of its row: beside it stands how many there are, and no row is of a day."""
    headers = headers_of(table, "")
    words = stemmed(pieces().words)
    counts = [
        at
        for at in headers.figures
        if headers.of(at) & words and at != column and not is_of_one(table, at)
    ]
    measures = headers.of(column) & _SIZED and not headers.of(column) & _WHOLE
    return bool(counts and measures) and not headers.dates


def that_add_up(table: StoredTable, columns: Sequence[int]) -> list[int]:
    """The columns of figures that may be added up."""
    return [at for at in columns if table.columns[at].kind in FIGURES and not is_level(table, at)]


def _are_of_another_way(columns: Sequence[int], headers: Headers, table: StoredTable) -> bool:
    """Whether lengths are those of no way, where another column has the distance: who ran so many
    metres did not climb them."""
    far = [at for at in headers.figures if headers.of(at) & _DISTANCE]
    size = unit_sizes().get(unit_of_column(table.columns[columns[0]]))
    return size is not None and size.kind == "length" and bool(far) and not set(columns) & set(far)


def counted_in(words: frozenset[str], headers: Headers, table: StoredTable) -> list[int]:
    """The columns of figures that stems mean without a word of their headers: by the name of their
    unit ("kilograms" of a column in kg), or as people ("people" of a column "Passengers")."""
    names = {word: unit for word, unit in units_in_words().items() if stemmed([word]) <= words}
    of_unit = [
        at
        for at in headers.figures
        if unit_of_column(table.columns[at]) in names.values()
        and words <= stemmed(names) | headers.of(at)
    ]
    if of_unit:
        return [] if _are_of_another_way(of_unit, headers, table) else of_unit
    if not words or not words <= stemmed(PEOPLE):
        return []
    return [at for at in headers.figures if headers.of(at) & stemmed(counted_people())]
