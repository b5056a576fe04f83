"""Footnotes of tables, each below what bears its mark.

“(3) Only with a licence.” says nothing of what needs one: the row “Sailing dinghy (3)” does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.answer.extractive.paragraph_ends import PARAGRAPH_END
from backend.tasks.answer.extractive.units import Unit
from backend.types import Hit

MOST = 3
"""Rows or columns with one mark, at most: a note of more is one of the whole table."""

_MARKED = re.compile(
    r"(?m)(?:^|: |; |— |\S {2,})(?P<label>[^\W\d_](?:(?! {2})[^\n:;—()]){1,50}?)"
    r" ?\((?P<mark>\d{1,2}|[a-z])\)(?= {2,}|\t| — |: |[^\S\n]*$)"
)
"""The name of a row or a column with its mark, in a printed row or in a row's sentence."""
_NOTE = re.compile(r"\((?P<mark>\d{1,2}|[a-z])\)\s+(?=[^\W_])")


def with_footnotes(units: Sequence[Unit], hits: Sequence[Hit]) -> list[Unit]:
    """The units, those of a footnote with the rows and columns as heading that bear its mark in the
    same document. Marks that are items of a list have none."""
    marked = _marked(hits)
    if not marked:
        return list(units)
    found: list[Unit] = []
    heading, last = "", None
    for unit in units:
        chunk = hits[unit.hit - 1].chunk
        note = _NOTE.match(unit.text) if chunk.kind != "table_row" else None
        if note is not None:
            labels = marked.get((chunk.document_id, note["mark"]), ())
            heading = ", ".join(labels) if len(labels) <= MOST else ""
        elif last is None or last.hit != unit.hit or _is_apart(last, unit, hits):
            heading = ""
        found.append(replace(unit, heading=heading, opens=note is not None) if heading else unit)
        last = unit
    return found


def _is_apart(one: Unit, other: Unit, hits: Sequence[Hit]) -> bool:
    """Whether a paragraph ends between two units of one passage."""
    chunk = hits[other.hit - 1].chunk
    between = chunk.text[one.end - chunk.start : other.start - chunk.start]
    return PARAGRAPH_END in between


def _marked(hits: Sequence[Hit]) -> dict[tuple[str, str], tuple[str, ...]]:
    """By document and mark: the names of the rows and columns that bear it, in order."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for hit in hits:
        for match in _MARKED.finditer(hit.chunk.text):
            key = (hit.chunk.document_id, match["mark"])
            found.setdefault(key, {})[match["label"].strip()] = None
    return {key: tuple(labels) for key, labels in found.items()}
