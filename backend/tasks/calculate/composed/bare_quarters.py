"""Columns of quarters without a year ("Q1", "Qtr 2"): they are names of parts of the year that the
list is of, and no days."""

from __future__ import annotations

import re
from dataclasses import replace

from backend.tasks.calculate.programs.column_words import value_of
from backend.types.tables import CellKind, StoredTable

_QUARTER = re.compile(r"(?i)(?:q(?:uarter|tr)?\.? ?[1-4]|[1-4](?:st|nd|rd|th) quarter)")


_ORDINALS = ("first", "second", "third", "fourth")
_SAID = re.compile(
    r"(?i)\b(?:the )?(?:(?:quarter|qtr\.?|q) ?(?P<number>[1-4])"
    r"|(?P<nth>[1-4])(?:st|nd|rd|th) quarter"
    rf"|(?P<word>{'|'.join(_ORDINALS)}) quarter)\b"
)
_BOUNDED = re.compile(
    r"(?i)\b(?:since|after|before|until|till|up to|from|by|to|through|past)(?: the)?(?: end of)? "
    r"(?:q[1-4]|quarter [1-4]|[1-4](?:st|nd|rd|th) quarter|(?:first|second|third|fourth) quarter)"
)
"""Names have no order: "since Q2" is of the quarters behind it as well."""


def with_bare_quarters(table: StoredTable, question: str) -> StoredTable:
    """A list whose columns of quarters without a year are columns of words; itself where it has
    none, or the question bounds one."""
    if _BOUNDED.search(question):
        return table
    bare = {
        at
        for at, column in enumerate(table.columns)
        if column.kind is CellKind.DATE and _are_bare(table, at)
    }
    if not bare:
        return table
    columns = tuple(
        replace(column, kind=CellKind.TEXT) if at in bare else column
        for at, column in enumerate(table.columns)
    )
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, kind=CellKind.TEXT) if at in bare and cell is not None else cell
                for at, cell in enumerate(row.cells)
            ),
        )
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)


def with_quarters_named(question: str, table: StoredTable) -> str:
    """A question that names quarters as a list with bare ones does: "in the second quarter" is in
    Q2."""
    named = {
        re.sub(r"\D", "", text)[:1]: text
        for at in range(len(table.columns))
        if _are_bare(table, at)
        for text in {value_of(row, at) for row in table.rows} - {""}
    }

    def as_named(found: re.Match[str]) -> str:
        number = found["number"] or found["nth"] or str(_ORDINALS.index(found["word"].lower()) + 1)
        return named.get(number, found[0])

    is_bounded = _BOUNDED.search(question) is not None
    return _SAID.sub(as_named, question) if named and not is_bounded else question


def _are_bare(table: StoredTable, column: int) -> bool:
    texts = {value_of(row, column) for row in table.rows} - {""}
    return bool(texts) and all(map(_QUARTER.fullmatch, texts))
