"""What the words of a question mean in a list each row of which is one deed: which column holds the
minutes, which rows "repaired" says are in a state, and whether the list is of a verb at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    headers_of,
    heading,
    is_named_deed,
    key_of,
    plain_heading,
    stemmed,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.comparison_words import listing, pieces, timing
from backend.tasks.calculate.programs.plain_verbs import is_level, that_add_up
from backend.tasks.calculate.programs.who_did import names_who_does
from backend.types.tables import CellKind, StoredTable

_MOMENTS = stemmed(["start", "end", "begin", "finish", "arrival", "departure", "best", "record"])
"""Headers of a time that is none of how long something took."""
_SPENT = frozenset(["spent", "worked", "needed", "taken", "used", "total", "of", "the", "in"])
"""What a header says of a time that is the whole of it: "Time spent", "Hours worked"."""
_MOST_STATES = 6
"""A column of words with more different texts says no state of its rows."""


@dataclass(frozen=True, slots=True)
class DeedState:
    """What a verb says of rows, in words behind a question. `others` are other ways to take it."""

    where: str
    others: tuple[str, ...] = ()


def column_measured(what: str, table: StoredTable) -> int | None:
    """The only column of figures that adds up and is called so, by header, unit or as time."""
    said = stemmed(WORD.findall(what))
    headers = headers_of(table, "")
    found = [at for at in headers.figures if headers.of(at) == said]
    if len(found) == 1:
        return None if is_level(table, found[0]) else found[0]
    return column_of_time(what, table)


def column_of_time(what: str, table: StoredTable) -> int | None:
    """The only column of how long something took, where a text asks for time. A unit that is asked
    for must be the column's own, unless its header prints the unit behind the figures."""
    words = [word.casefold() for word in WORD.findall(what)]
    if len(words) != 1 or words[0] not in timing().words | timing().units.keys():
        return None
    found = [
        at
        for at in headers_of(table, "").figures
        if not _stems(at, table) & _MOMENTS
        and (_unit_of_time(at, table) or _stems(at, table) & stemmed(timing().headers))
        and (not table.columns[at].unit or table.columns[at].unit in timing().units)
    ]
    if len(found) != 1:
        return None
    (column,) = found
    asked, own = timing().units.get(words[0], ""), _unit_of_time(column, table)
    if asked and "d" in (asked, own) and asked != own:
        return None  # who worked on four days did not work four days
    is_printed = bool(table.columns[column].unit)  # the answer says "345 min", whatever was asked
    return column if not asked or is_printed or own == asked else None


def is_time_of(column: int, question: str, table: StoredTable, about: str) -> bool:
    """Whether the header over a time says nothing but that, or what question or list say as well:
    "Time under way" is no time that somebody worked, "Repair time" is that of a list of repairs."""
    own = frozenset(timing().words | timing().headers | timing().units.keys()) | _SPENT
    heads = [
        word for word in WORD.findall(plain_heading(column, table)) if word.casefold() not in own
    ]
    told = " ".join((question, about, table.title, *table.section[-1:], table.label_name))
    return all(
        stemmed([head]) <= stemmed(WORD.findall(told)) or is_named_deed(head, told)
        for head in heads
    )


def is_of_time(word: str, table: StoredTable) -> bool:
    """Whether a word is of the header over how long something took: "out" of "Days out"."""
    column = column_of_time("time", table)
    return column is not None and stemmed([word]) <= _stems(column, table)


def _unit_of_time(column: int, table: StoredTable) -> str:
    """The unit of a column of time: its own, or the one that its header is called by."""
    units = timing().units
    named = [word.casefold() for word in WORD.findall(heading(column, table))]
    found = {units[each] for each in (table.columns[column].unit, *named) if each in units}
    return found.pop() if len(found) == 1 else ""


def _stems(column: int, table: StoredTable) -> frozenset[str]:
    return stemmed(WORD.findall(heading(column, table)))


def state_of(
    verb: str, table: StoredTable, *, is_denied: bool = False, apart_from: int | None = None
) -> DeedState | None:
    """The rows that a verb says are in a state: those whose only column of states holds it
    ("Repaired"). Denied it may be one state of its own, or every other one."""
    rows = entries_of(table)[0]
    key = key_of(verb)
    held: list[tuple[int, str, list[str]]] = []
    for at, column in enumerate(table.columns):
        if column.kind is not CellKind.TEXT or at == apart_from:
            continue
        texts = list(dict.fromkeys(filter(None, (value_of(table.rows[row], at) for row in rows))))
        own = [text for text in texts if key_of(text) == key and _is_done(text, verb)]
        if len(own) == 1 and 1 < len(texts) <= _MOST_STATES:
            held.append((at, own[0], texts))
    if len(held) != 1:
        return None
    at, text, texts = held[0]
    head = heading(at, table)
    if not is_denied:
        return DeedState(f" where {head} is {text}")
    contrary = [each for each in texts if key_of(each) == ("not", *key)]
    every = f" where {head} is other than {text}"
    return DeedState(f" where {head} is {contrary[0]}", (every,)) if contrary else DeedState(every)


def _is_done(text: str, verb: str) -> bool:
    """Whether a text says that what a verb says was done, and is no name of a kind."""
    return text.casefold().endswith("ed") or text.casefold() == verb.casefold()


def is_accounted_for(
    verb: str, table: StoredTable, about: str, state: DeedState | None, *, is_timed: bool = True
) -> bool:
    """Whether a verb says no more than what the list has a row for; one that only says that time
    went by, where time is asked for: who "booked the most rooms" is not told of complaints."""
    known = (is_timed and verb in timing().verbs) or verb in listing()
    known = known or names_who_does(verb, table)
    return state is not None or known or is_list_of(verb, table, about)


def is_list_of(verb: str, table: StoredTable, about: str) -> bool:
    """Whether a list is of what a verb says: by its titles or its headers."""
    heads = (heading(at, table) for at in (LABEL, *range(len(table.columns))))
    told = " ".join((about, table.title, *table.section[-1:], *heads))
    return is_named_deed(verb, told)


def has_own_column(verb: str, table: StoredTable) -> bool:
    """Whether a column of figures is headed by the verb alone: "Baked" says how many."""
    headers = headers_of(table, "")
    return any(headers.of(at) == stemmed([verb]) for at in headers.figures)


def repeats(column: int, table: StoredTable) -> bool:
    """Whether something has several rows, as it has in a list of deeds."""
    keys = [key_of(value_of(table.rows[at], column)) for at in entries_of(table)[0]]
    return len(set(keys)) < len(keys)


def columns_that_add_up(table: StoredTable) -> list[int]:
    """The columns of figures that may be added up."""
    return that_add_up(table, headers_of(table, "").figures)


def columns_of_pieces(table: StoredTable) -> list[int]:
    """The columns that say how many things a row stands for."""
    return [at for at in columns_that_add_up(table) if _is_of_pieces(at, table)]


def words_of_rows(table: StoredTable, about: str) -> frozenset[str]:
    """Stems of what the rows are called: "orders" of a list with a column "Order"."""
    headers = headers_of(table, about)
    return headers.own | words_for_rows(headers)


def _is_of_pieces(column: int, table: StoredTable) -> bool:
    words = stemmed(pieces().words)
    return bool(_stems(column, table) & words) and not is_money(table.columns[column])


def is_of_sales(column: int, table: StoredTable) -> bool:
    """Whether a column says how much was sold: pieces or money."""
    return _is_of_pieces(column, table) or is_money(table.columns[column])
