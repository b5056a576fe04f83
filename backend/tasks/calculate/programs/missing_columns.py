"""Which words of a question no column of a table has, where the table has all the others."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_values import Named
from backend.tasks.calculate.programs.column_words import (
    FUNCTION,
    WORD,
    Headers,
    content,
    heading,
    kind_words,
    stemmed,
    terms,
)
from backend.types.calculations import Refusal
from backend.types.tables import StoredTable

MOST_MISSING = 2
"""A question with more words that the table lacks is about something else."""
MOST_COLUMNS = 12
"""Columns that are named; further ones are counted."""
_WORKING = stemmed(
    ["times", "multiplied", "minus", "less", "plus", "divided", "month", "quarter", "year", "day"]
)


def missing_column(
    named: Named, table: StoredTable, headers: Headers, about: str
) -> Refusal | None:
    """A refusal that says which words no column has and which columns there are; None where the
    table has all words, neither a value nor a column is named, or no column has a header.

    Args:
        named: values that the question names, and the words that are left.
        table: a list: its columns are no periods.
        headers: those of the table.
        about: the title of its document; may be empty.
    """
    if table.box is not None or any(each.period for each in table.columns):
        return None
    columns = headers.all()
    held = frozenset().union(*(headers.of(each) for each in columns))
    known = held | headers.around | headers.own | kind_words(table, columns) | _WORKING
    left = [word for text in named.left for word in WORD.findall(text)]
    left = [word for word in left if word.casefold() not in FUNCTION and content(word)]
    lacking = tuple(dict.fromkeys(word for word in left if not known.issuperset(terms(word))))
    # a word of the title alone does not ask for a cell: the question may be about the text
    asks = named.equals or any(held.issuperset(terms(word)) for word in left)
    names = _names(table)
    if not 0 < len(lacking) <= MOST_MISSING or not asks or not names:
        return None
    of = f" of {about}" if about else ""
    said = _listed([f"“{word}”" for word in lacking], "or")
    return Refusal(f"No column{of} says {said}; the columns are {_columns(names)}.", lacks=lacking)


def _names(table: StoredTable) -> list[str]:
    names = [table.label_name, *(heading(at, table) for at in range(len(table.columns)))]
    return [name for name in names if name]


def _columns(names: Sequence[str]) -> str:
    further = len(names) - MOST_COLUMNS
    shown = names[:MOST_COLUMNS]
    return _listed([*shown, f"{further} more"] if further > 0 else shown, "and")


def _listed(words: Sequence[str], joint: str) -> str:
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last
