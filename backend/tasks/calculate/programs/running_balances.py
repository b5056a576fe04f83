"""Columns that carry on from row to row: a balance after each payment, a stock after each delivery,
a sum so far. Each figure holds those before it, so that they are not added up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from backend.tasks.calculate.programs.column_words import FIGURES, heading
from backend.types.tables import StoredTable

_SO_FAR = re.compile(
    r"(?i)\b(?:cumulative|cumulated|accumulated|running (?:total|sum|balance)|so far|to date"
    r"|(?:brought|carried) forward)\b"
)
_LEFT = re.compile(
    r"(?i)\b(?:balance|remaining|remainder|left|outstanding|owed|owing|stock|level|reading|meter"
    r"|total|sum)\b"
)
FEWEST = 3
FEWEST_UNNAMED = 4
"""Rows where nothing calls the figures a balance: of three, a match may be by chance."""
_NOUGHT = Decimal(0)


def carries_on(table: StoredTable, column: int, rows: Sequence[int]) -> bool:
    """Whether a column says so, or each of its figures is the one of the row before it, or behind
    it, and what another column says, or what one says less another."""
    head = heading(column, table)
    if _SO_FAR.search(head):
        return True
    values = [_value(table, at, column) for at in rows]
    if len(values) < FEWEST or any(value is None for value in values):
        return False
    held = [value for value in values if value is not None]
    named = _LEFT.search(head) is not None
    if not named and len(held) < FEWEST_UNNAMED:
        return False
    others = [
        [_value(table, at, other) for at in rows]
        for other, each in enumerate(table.columns)
        if other != column and each.kind in FIGURES
    ]
    for steps in _flows(others):
        for one, step in ((held, steps), (held[::-1], steps[::-1])):
            moved = [later - earlier for earlier, later in pairwise(one)]
            # a constant step may be by chance where nothing calls the figures a balance
            if (named or len(set(step)) > 1) and any(step) and _follows(moved, step):
                return True
    return False


def _follows(moved: Sequence[Decimal], steps: Sequence[Decimal]) -> bool:
    """Whether every move is the step of the row that it leads to, or all are its contrary."""
    own = list(steps[1:])
    before = list(steps[:-1])  # the latest row stands first
    contrary = [-each for each in moved]
    return any(
        any(each) and list(moves) == each for moves in (moved, contrary) for each in (own, before)
    )


def _flows(others: Sequence[Sequence[Decimal | None]]) -> Iterator[list[Decimal]]:
    """What one column says of each row, or one less another; an empty cell is nought."""
    plain = [[each or _NOUGHT for each in column] for column in others]
    yield from plain
    for at, one in enumerate(plain):
        for two in plain[at + 1 :]:
            yield [a - b for a, b in zip(one, two, strict=True)]


def _value(table: StoredTable, at: int, column: int) -> Decimal | None:
    cell = table.rows[at].cells[column]
    return cell.value if cell is not None else None
