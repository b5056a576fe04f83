"""Which words of a question no column of a table has, where the table has all the others."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_values import Named
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    FUNCTION,
    WORD,
    Headers,
    columns_of_words,
    content,
    heading,
    is_list,
    kind_words,
    stemmed,
    terms,
    value_of,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.plain_verbs import that_add_up
from backend.types import Refusal, enumeration
from backend.types.tables import StoredTable

MOST_MISSING = 2
"""A question with more words that the table lacks is about something else."""
MOST_COLUMNS = 12
"""Columns that are named; further ones are counted."""
_RANKING = frozenset(
    [
        *("most", "least", "fewest", "best", "worst", "often", "longest", "shortest", "highest"),
        *("lowest", "largest", "smallest", "biggest", "first", "last", "top", "bottom", "total"),
        *(
            "sum",
            "average",
            "mean",
            "many",
            "much",
            "per",
            "each",
            "every",
            "altogether",
            "overall",
        ),
        *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "spend", "spent"),
    ]
)
"""Words of what is to be done with figures, which no column has to say."""
_MONEY = "money"
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
    if not is_list(table):
        return None
    columns = headers.all()
    held = frozenset().union(*(headers.of(column) for column in columns))
    known = held | headers.around | headers.own | kind_words(table, columns) | _WORKING
    left = [word for text in named.left for word in WORD.findall(text)]
    left = [word for word in left if word.casefold() not in FUNCTION and content(word)]
    lacking = tuple(dict.fromkeys(word for word in left if not known.issuperset(terms(word))))
    # a word of the title alone does not ask for a cell: the question may be about the text
    asks = named.equals or any(held.issuperset(terms(word)) for word in left)
    names = _names(table)
    if not 0 < len(lacking) <= MOST_MISSING or not asks or not names:
        return None
    content_words = [
        each for each in lacking if each.casefold() not in _RANKING and not each.isdigit()
    ]
    if any(is_money(column) for column in table.columns):
        content_words = [word for word in content_words if word != _MONEY]
    return Refusal(_reason(content_words, table, names, about), lacks=lacking)


def _reason(lacking: Sequence[str], table: StoredTable, names: Sequence[str], about: str) -> str:
    """What the list has no column for, which columns it has, and what can be done with them."""
    of = f"The list {about}" if about else "The list"
    # a verb such as "paid" asks for money, whatever words it has
    quoted = [word if word == _MONEY else f"“{word}”" for word in lacking]
    said = enumeration(quoted, "or")
    has = f"{of} has no column for {said}; it has" if said else f"{of} has the columns"
    return f"{has} {_columns(names)}.{_worked_with(table)}"


def _worked_with(table: StoredTable) -> str:
    """What can be added up or ranked, and by what rows can be counted; empty where nothing can."""
    figures = [at for at, column in enumerate(table.columns) if column.kind in FIGURES]
    adding = that_add_up(table, figures)
    levels = [at for at in figures if at not in adding and not holds_years(table, at)]
    rows = [at for at in range(len(table.rows)) if not table.rows[at].total]
    groups = [
        at
        for at in columns_of_words(table)
        if len({value_of(table.rows[row], at) for row in rows}) < len(rows)
    ]
    told = [
        f"{enumeration([heading(at, table) for at in held], joint)} {end}"
        for held, joint, end in (
            (adding, "and", "can be added up or ranked"),
            (levels, "and", "can be ranked"),
        )
        if 0 < len(held) <= MOST_COLUMNS
    ]
    if 0 < len(groups) <= MOST_COLUMNS:
        by = enumeration([heading(at, table) for at in groups], "or")
        told.append(f"rows can be counted by {by}")
    said = ", and ".join(told)
    return f" {said[:1].upper()}{said[1:]}." if said else ""


def _names(table: StoredTable) -> list[str]:
    names = [table.label_name, *(heading(at, table) for at in range(len(table.columns)))]
    return [name for name in names if name]


def _columns(names: Sequence[str]) -> str:
    further = len(names) - MOST_COLUMNS
    shown = names[:MOST_COLUMNS]
    return enumeration([*shown, f"{further} more"] if further > 0 else shown)
