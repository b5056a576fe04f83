"""What of a language model's reply about a table holds.

A figure that stands neither in the table nor in the text before it was worked out, or made up: such
a reply is not taken. A reply over the limit of words ends with its last whole sentence within it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from backend.prompts.replies import reply_of, schema_of
from backend.sentences import sentence_spans
from backend.tables.table_wording import period_in_words
from backend.tasks.describe_table.written.table_requests import MOST_WORDS
from backend.types import StoredTable


@dataclass(frozen=True, slots=True)
class _Described:
    description: str


SCHEMA = schema_of(_Described)
_FIGURE = re.compile(r"\d+(?:[.,'’\u00a0\u202f]\d+)*")
_MARKS = re.compile(r"[^\d]")


def read_reply(reply: str, table: StoredTable) -> str | None:
    """The description; None where the reply is not one, or tells a figure that is not there."""
    found = reply_of(_Described, reply)
    if found is None:
        return None
    text = within(" ".join(found.description.split()))
    there = {figure for each in _texts(table) for figure in _figures(each)}
    return text if text and all(figure in there for figure in _figures(text)) else None


def within(text: str, most: int = MOST_WORDS) -> str:
    """A text of at most so many words; its last whole sentences are left out, and of one sentence
    that is too long by itself nothing is kept."""
    if len(text.split()) <= most:
        return text
    ends = [end for _, end in sentence_spans(text) if len(text[:end].split()) <= most]
    return text[: ends[-1]].rstrip() if ends else ""


def _figures(text: str) -> Iterator[str]:
    """Its figures by their digits, so that 1,234 and 1 234 are one; decimal places count."""
    for figure in _FIGURE.findall(text):
        yield _MARKS.sub("", figure).lstrip("0") or "0"


def _texts(table: StoredTable) -> Iterator[str]:
    yield from (table.title, table.lead_in, table.label_name, *table.section)
    for column in table.columns:
        yield from (*column.path, column.name, column.period, period_in_words(column.period))
    yield str(len(table.rows))
    yield str(len(table.columns))
    for row in table.rows:
        yield from (*row.group, row.label)
        yield from (cell.text for cell in row.cells if cell)
