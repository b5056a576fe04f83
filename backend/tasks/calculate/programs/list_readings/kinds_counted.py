"""How many rows are of a kind that a column of kinds names: "How many punts are there?" of a list
of boats with a column "Type"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.between_columns import columns_of_stock
from backend.tasks.calculate.programs.column_choice import column_of_tiers
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    Headers,
    bare_question,
    headers_of,
    heading,
    is_list,
    key_of,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import pieces
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.types.calculations import Calculation, Operation
from backend.types.tables import CellKind, StoredTable

_HOW_MANY = re.compile(
    r"(?i)^how many (?P<what>[^\W\d_]+(?:[ -][^\W\d_]+)?) (?:are|were|is|was) there(?P<rest> .*)?$"
)
_OF_KINDS = stemmed(
    [
        *("kind", "type", "category", "sort", "style", "genre", "course", "species", "breed"),
        *("profession", "occupation", "job", "trade", "role", "position", "rank"),
    ]
)
_OF_PEOPLE = stemmed(["position", "rank", "role"])
"""Kinds of people only: the position of a hive is a field."""
_PERSON = re.compile(
    r"(?i)\b(?:names?|people|persons?|staff|crew|who|(?!number)\w{2,}(?:er|or|ee|ist|man)s?)\b"
)
_SPENT = stemmed(["expense", "purchase", "bill", "invoice", "payment", "entry", "transaction"])
_NAME = stemmed(["name"])
_NUMBERED = stemmed(["id", "no", "nr", "number", "key", "code", "reference", "date", "day"])
"""Headers of labels that name no things: such rows are what was done with things."""


def kinds_counted(asked: AskedList) -> list[Outcome]:
    """The count; nothing where labels come again, a column says how many things a row stands for,
    or not one column of kinds alone has the word."""
    match = _HOW_MANY.match(bare_question(asked.question))
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    if not _are_things(asked.table, headers):
        return []
    kind = _kind(match["what"], asked.table, headers)
    if kind is None:
        return []
    column, text = kind
    where = f"where {heading(column, asked.table)} is {text}"
    made = asked.ask(f"How many rows are there{match['rest'] or ''} {where}")
    told = isinstance(made, Calculation) and made.operation is Operation.COUNT
    return [made] if made is not None and told else []


def _are_things(table: StoredTable, headers: Headers) -> bool:
    """Whether each row is one thing with a name of its own."""
    rows = entries_of(table)[0]
    labels = [key_of(table.rows[at].label) for at in rows]
    if headers.own & _NUMBERED and not headers.own & _SPENT:  # "Member no." beside "Name"
        names = [at for at in headers.all()[:-1] if headers.of(at) == _NAME]
        labels = [key_of(value_of(table.rows[at], names[0])) for at in rows] if names else []
    elif headers.own & _SPENT:
        return False
    if not labels or not all(labels) or len(set(labels)) < len(labels):
        return False
    many = column_of_tiers(pieces(), headers.figures, headers)
    return not isinstance(many, int) and not columns_of_stock(table, headers)


def _kind(what: str, table: StoredTable, headers: Headers) -> tuple[int, str] | None:
    """The only column of kinds that has a word as a text, and that text."""
    said = stemmed(what.split())
    found: list[tuple[int, str]] = []
    for at, column in enumerate(table.columns):
        if column.kind is CellKind.TEXT and headers.of(at) & _OF_KINDS:
            if headers.of(at) & _OF_PEOPLE and not _PERSON.search(table.label_name):
                continue
            texts = {value_of(row, at) for row in table.rows if not row.total}
            found += [(at, text) for text in texts if text and stemmed(text.split()) == said]
    return found[0] if len(found) == 1 else None
