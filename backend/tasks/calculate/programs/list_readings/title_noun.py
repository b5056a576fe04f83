"""Rows that are called by the title of their list: "How many brown hedgehogs are there?" of a list
"Hedgehogs" with a column of breeds and a row for each animal.

The header over the labels does not name such rows, since a label is that of many of them.
"""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_choice import column_of_tiers
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    Headers,
    bare_question,
    headers_of,
    is_list,
    key_of,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import (
    deeds,
    money,
    pieces,
    quantities,
    units_in_words,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind, StoredTable

FEWEST_EACH = 3
"""Rows of one label, on average, from which it names a kind of them."""
_LAST = re.compile(r"(?i)([^\W\d_]{3,}s)(?: (?:list|table|data|file|register|19\d\d|20\d\d))*$")
_COUNTED = re.compile(r"(?i)\b(?:were|are|was|is) (?:counted|recorded|listed|entered)\b")
_SHARE = re.compile(r"(?i)^(?:what|which) (?:share|part|percentage|proportion|per ?cent) of ")
_OF_ROWS = frozenset([Operation.COUNT, Operation.COUNT_PER_GROUP, Operation.SHARE])


def title_noun(asked: AskedList) -> list[Outcome]:
    """How many rows there are, or what share of them; nothing where the title need not name one
    row each: it is of deeds, money or amounts, a column counts things, or has the word."""
    if asked.is_part or not is_list(asked.table):
        return []
    match = _LAST.search(asked.table.title or asked.about) or _LAST.search(asked.about)
    noun = match[1].casefold() if match else ""
    text = bare_question(asked.question)
    plain, many = re.subn(rf"(?i)\b{re.escape(noun)}\b", "rows", text) if noun else (text, 0)
    headers = headers_of(asked.table, "")
    if many != 1 or not _names_rows(noun, asked.table, headers):
        return []
    counted = _COUNTED.search(plain)
    if counted and not stemmed([counted[0].split()[-1]]) & frozenset().union(*headers.columns):
        plain = _COUNTED.sub("are there", plain)
    made = asked.ask(plain)
    told = isinstance(made, Calculation) and made.operation in _OF_ROWS
    # the plain reading would tell a part of what they weigh
    is_open = isinstance(made, Refusal) and made.is_open and _SHARE.match(text) is not None
    return [made] if made is not None and (told or is_open) else []


def _names_rows(noun: str, table: StoredTable, headers: Headers) -> bool:
    stem = stemmed([noun])
    heads = frozenset().union(headers.own, *headers.columns)
    other = stemmed([*money()[0], *quantities(), *units_in_words(), *pieces().words])
    if stem & (heads | other) or any(stem & stemmed(deed) for deed in deeds()):
        return False
    if isinstance(column_of_tiers(pieces(), headers.figures, headers), int):
        return False
    rows = entries_of(table)[0]
    labels = [key_of(table.rows[at].label) for at in rows]
    if not all(labels) or len(rows) < FEWEST_EACH * len(set(labels)):
        return False
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    said = {value_of(table.rows[at], column) for at in rows for column in (*texts, -1)}
    return not any(stem & stemmed(each.split()) for each in said)
