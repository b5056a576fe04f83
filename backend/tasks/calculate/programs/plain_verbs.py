"""Verbs that only bind the rows of a list to what a column counts: "How many passengers did the
Tern carry?"; and the column of figures that such a question means."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    FUNCTION,
    LIGHT_VERBS,
    PEOPLE,
    WORD,
    Headers,
    heading,
    is_list,
    stemmed,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.comparison_words import (
    counted_people,
    deeds,
    levels,
    set_apart,
    units_in_words,
    verbs,
)
from backend.types.tables import CellKind, StoredTable

_TURNING = ("dis", "mis", "non", "over", "un")
"""Beginnings of verbs that say the contrary, or too much, of another one."""
_SHORTEST = 3


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
    texts = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    held = {value_of(table.rows[row], at) for row in rows for at in texts}
    return not any(stem & stemmed(WORD.findall(text)) for text in held)


def is_level(table: StoredTable, column: int) -> bool:
    """Whether the figures of a column are of a kind that is never added up: prices, marks, years,
    shares."""
    words = stemmed(WORD.findall(heading(column, table)))
    of_years = holds_years(table, column)
    return of_years or table.columns[column].unit == "%" or bool(words & stemmed(levels()))


def that_add_up(table: StoredTable, columns: Sequence[int]) -> list[int]:
    """The columns of figures that may be added up."""
    return [at for at in columns if table.columns[at].kind in FIGURES and not is_level(table, at)]


def counted_in(words: frozenset[str], headers: Headers, table: StoredTable) -> list[int]:
    """The columns of figures that stems mean without a word of their headers: by the name of their
    unit ("kilograms" of a column in kg), or as people ("people" of a column "Passengers")."""
    names = {word: unit for word, unit in units_in_words().items() if stemmed([word]) <= words}
    of_unit = [
        at
        for at in headers.figures
        if table.columns[at].unit in names.values() and words <= stemmed(names) | headers.of(at)
    ]
    if of_unit:
        return of_unit
    if not words or not words <= stemmed(PEOPLE):
        return []
    return [at for at in headers.figures if headers.of(at) & stemmed(counted_people())]
