"""Totals that are printed without a label are named after what they add up, where they do.

A line under a column often stands there alone: "3,592,216" beneath the revenues of five kinds. It
is given a name only if every figure of it is the sum of the rows right above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from backend.tables.headings_over import heading_over
from backend.types.tables import StoredRow, StoredTable

TOTAL = "Total"
_FEWEST = 2
_LONGEST_SHORT = 6
"""Up to so many capitals are taken for an abbreviation."""
_BRACKETS = re.compile(r"\([^()]*\)")
_JOINT = re.compile(r"\s[–—-]\s")


def with_named_totals(table: StoredTable) -> StoredTable:
    """The table with "Total revenues" as the label of an unlabelled row beneath "Revenues" that
    adds up the rows above it; the same table where there is none."""
    if all(row.label for row in table.rows):
        return table
    rows = list(table.rows)
    for at, row in enumerate(rows):
        if not row.label and _adds_up(rows, at):
            head = (
                row.group[-1] if row.group else table.label_name.strip(" :") or heading_over(table)
            )
            named = f"{TOTAL} {_lowered(head)}".strip()
            rows[at] = replace(row, label=named, total=True)
    return replace(table, rows=tuple(rows))


def _lowered(head: str) -> str:
    """A heading as it goes on behind "Total": of "DATA – NET REVENUES (In thousands)" the last part
    without brackets, "net revenues"; "EBIT" stays."""
    bare = _JOINT.split(_BRACKETS.sub("", head).strip(" :"))[-1].strip(" :")
    if bare.isupper() and len(bare) > _LONGEST_SHORT:
        return bare.lower()
    return bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare


def _adds_up(rows: Sequence[StoredRow], at: int) -> bool:
    """Whether every figure of a row is the sum of the same rows right above it, in one group."""
    wanted = {
        number: cell.value
        for number, cell in enumerate(rows[at].cells)
        if cell is not None and cell.value is not None
    }
    if not wanted:
        return False
    sums = dict.fromkeys(wanted, Decimal(0))
    first = at
    for above in range(at - 1, -1, -1):
        if rows[above].group != rows[at].group or not rows[above].label:
            return False
        first = above
        for number in sums:
            cell = rows[above].cells[number]
            sums[number] += cell.value if cell is not None and cell.value is not None else 0
        if at - first >= _FEWEST and sums == wanted:
            return True
    return False
