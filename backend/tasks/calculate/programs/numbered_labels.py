"""Lists whose rows begin with their number or a code: the name of position 6 of a bill is
"Varnish", and no "6", and that of member 31 stands under "Name"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    headers_of,
    stemmed,
    value_of,
)
from backend.types.tables import CellKind, StoredTable

FEWEST = 2
_NUMBERS = stemmed(["no", "nr", "number", "id", "code", "ref", "reference", "key", "identifier"])
_ASKED = _NUMBERS | stemmed(["ids", "nos"])
_NAME = stemmed(["name"])
_OF_WHOM = _NAME | stemmed(["full", "member", "customer", "client", "person", "item", "the"])
_CODE = re.compile(r"[A-Za-z]{0,4}[-/ ]?\d+")


def column_of_names(table: StoredTable, entries: Sequence[int]) -> int | None:
    """The column that says what the rows are, where their labels only number them; None where the
    labels are names, or no column of texts has one for each row."""
    labels = [table.rows[at].label.rstrip(".") for at in entries]
    if len(labels) < FEWEST or not all(label.isdigit() for label in labels):
        return None
    numbers = [int(label) for label in labels]
    steps = {after - before for before, after in pairwise(numbers)}
    if len(steps) > 1 or not steps <= {1, 10, 100}:
        return None
    for at, column in enumerate(table.columns):
        if column.kind is CellKind.TEXT:
            named = [value_of(table.rows[entry], at) for entry in entries]
            return at if all(named) and len(set(named)) == len(named) else None
    return None


def column_beside_codes(table: StoredTable, entries: Sequence[int], asked: str) -> int | None:
    """The only column that is headed "Name" where the labels are numbers or codes under a header
    that says so; None where the number is asked for, or two rows have one name or none.

    Args:
        asked: the words of the question for what is listed.
    """
    headers = headers_of(table, "")
    if not headers.own & _NUMBERS or stemmed(WORD.findall(asked)) & _ASKED:
        return None
    if not all(_CODE.fullmatch(value_of(table.rows[at], LABEL).strip()) for at in entries):
        return None
    named = [
        at
        for at, column in enumerate(table.columns)
        if column.kind is CellKind.TEXT and _NAME <= headers.of(at) <= _OF_WHOM
    ]
    if len(named) != 1:
        return None
    texts = [value_of(table.rows[at], named[0]) for at in entries]
    return named[0] if all(texts) and len(set(texts)) == len(texts) else None
