"""Small typed tables, invented, for tests of calculations."""

from __future__ import annotations

from decimal import Decimal

from backend.types.tables import HEADER_JOINT, Cell, CellKind, Column, StoredRow, StoredTable

Row = tuple[tuple[str, ...], str, tuple[str, ...]]
"""Heading, label and figures."""


def cell(text: str) -> Cell | None:
    """A figure as it is printed; a dash is none."""
    if not text:
        return None
    bare = text.replace(",", "").replace("(", "-").strip(")%$ ")
    kind = CellKind.PER_CENT if text.endswith("%") else CellKind.NUMBER
    return Cell(text, kind, Decimal(bare), 10, 10 + len(text), 2, None)


def ledger(
    headers: tuple[tuple[str, str], ...],
    rows: tuple[Row, ...],
    *,
    name: str = "t",
    title: str = "",
    lead_in: str = "",
    label_name: str = "",
) -> StoredTable:
    """A table in thousands of USD with columns of (header, period)."""
    return StoredTable(
        id=name,
        document_id="d",
        pages=(2,),
        box=None,
        section=(),
        title=title,
        lead_in=lead_in,
        columns=tuple(
            Column(
                header,
                tuple(header.split(HEADER_JOINT)),
                CellKind.NUMBER,
                "USD",
                Decimal(1000),
                period,
            )
            for header, period in headers
        ),
        rows=tuple(
            StoredRow(label, group, tuple(cell(text) for text in texts), False, None)
            for group, label, texts in rows
        ),
        label_name=label_name,
    )
