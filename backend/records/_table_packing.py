"""Tables as record stores keep them: one compressed JSON list each, and the same in each store.

Lists without names are half as long as objects and read in half the time; figures are strings, so
that every digit comes back as it was printed.
"""

from __future__ import annotations

import json
import zlib
from decimal import Decimal
from typing import Any

from backend.types import Box, Cell, CellKind, Column, StoredRow, StoredTable

FORMAT = 1
"""Stands first in the list. A table of another format is as good as none: it is read anew."""


def pack_table(table: StoredTable) -> bytes:
    """A table as bytes, without the ids, which the stores keep beside it."""
    columns = [
        [column.path, column.kind, column.unit, str(column.scale), column.period, column.name]
        for column in table.columns
    ]
    rows = [
        [row.label, row.group, row.total, _cell(row.label_cell), [*map(_cell, row.cells)]]
        for row in table.rows
    ]
    plain = [
        FORMAT,
        table.pages,
        _box(table.box),
        table.section,
        table.title,
        table.lead_in,
        table.label_name,
        columns,
        rows,
    ]
    text = json.dumps(plain, ensure_ascii=True, separators=(",", ":"))
    return zlib.compress(text.encode("ascii"), 6)


def unpack_table(identity: str, document_id: str, body: bytes) -> StoredTable:
    """The table that `pack_table` packed.

    Raises:
        ValueError: if the bytes are damaged, or of a format that this version does not know.
    """
    try:
        plain: list[Any] = json.loads(zlib.decompress(body))
    except (zlib.error, UnicodeDecodeError) as error:
        raise ValueError("a stored table cannot be unpacked") from error
    if not plain or plain[0] != FORMAT:
        raise ValueError("a stored table has another format")
    _, pages, box, section, title, lead_in, label_name, columns, rows = plain
    return StoredTable(
        id=identity,
        document_id=document_id,
        pages=tuple(pages),
        box=Box(*box) if box else None,
        section=tuple(section),
        title=title,
        lead_in=lead_in,
        columns=tuple(
            Column(name, tuple(path), CellKind(kind), unit, Decimal(scale), period)
            for path, kind, unit, scale, period, name in columns
        ),
        rows=tuple(
            StoredRow(label, tuple(group), tuple(map(_cell_of, cells)), total, _cell_of(own))
            for label, group, total, own, cells in rows
        ),
        label_name=label_name,
    )


def _cell(cell: Cell | None) -> list[Any] | None:
    if cell is None:
        return None
    value = None if cell.value is None else str(cell.value)
    plain = [cell.text, cell.kind, value, cell.start, cell.end, cell.page, _box(cell.box)]
    if cell.reach > 1:
        return [*plain, cell.note, cell.reach]
    return [*plain, cell.note] if cell.note else plain


def _cell_of(plain: list[Any] | None) -> Cell | None:
    if plain is None:
        return None
    text, kind, value, start, end, page, box, *more = plain
    return Cell(
        text,
        CellKind(kind),
        None if value is None else Decimal(value),
        start,
        end,
        page,
        Box(*box) if box else None,
        *more,
    )


def _box(box: Box | None) -> tuple[float, float, float, float] | None:
    return None if box is None else (box.left, box.top, box.right, box.bottom)
