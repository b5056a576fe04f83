"""From what a reader found to the tables that are kept."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import chain

from backend.identity import content_id
from backend.leaders import is_contents
from backend.tables.announced_scales import announced_scale, in_scale
from backend.tables.column_typing import typed_columns
from backend.tables.headings_over import under_own_headings
from backend.tables.row_structure import structured_rows
from backend.tables.stacked_blocks import unstacked
from backend.tables.table_parts import Grid, grids, page_at, union
from backend.tables.told_apart import told_apart
from backend.types.layout import Block, Box, Reading
from backend.types.library import Section
from backend.types.tables import StoredTable

LEAD_IN = 400
"""Most characters that are kept of the text before a table."""
NEAR = 2
"""So many blocks before a table may say its unit and scale."""


def stored_tables(
    reading: Reading, sections: Sequence[Section], document_id: str
) -> tuple[StoredTable, ...]:
    """The tables of a document in the order of its text; a grid without figures or texts in its
    columns is none, and neither is a table of contents."""
    tables: list[StoredTable] = []
    starts = [block.start for block in reading.blocks]
    line_starts = [line.start for line in reading.lines]
    for grid in chain.from_iterable(map(unstacked, grids(reading))):
        if is_contents(reading.text[grid.start : grid.end]):
            continue
        position = bisect_left(starts, grid.start)
        before = _near(reading, position, page_at(reading, grid.start))
        texts = [" ".join(reading.text[block.start : block.end].split()) for block in before]
        context = [*(text[-LEAD_IN:] for text in texts), grid.title]
        columns, cells = typed_columns(grid, context)
        announced = announced_scale(reading, grid.start, page_at(reading, grid.start))
        if announced:
            columns = tuple(
                in_scale(column, [row[number] for row in cells], announced)
                for number, column in enumerate(columns)
            )
        rows = structured_rows([row[0] for row in grid.rows], cells)
        if not rows:
            continue
        said = [text for text in texts if text and text != grid.title]
        tables.append(
            StoredTable(
                id=_identity(document_id, grid),
                document_id=document_id,
                pages=tuple(
                    sorted({each.page for row in grid.rows for each in row if each is not None})
                ),
                box=_box(reading, grid, line_starts),
                section=_section(sections, grid.start),
                title=grid.title,
                lead_in=said[0][-LEAD_IN:] if said else "",
                columns=columns,
                rows=rows,
                label_name=" ".join(grid.label_path),
            )
        )
    return told_apart(under_own_headings(tables))


def _near(reading: Reading, position: int, page: int) -> list[Block]:
    """The blocks before a table on its page, the nearest first, back to the last other table."""
    near: list[Block] = []
    for block in reversed(reading.blocks[max(0, position - NEAR) : position]):
        if block.kind == "table" or block.page != page:
            break
        near.append(block)
    return near


def _identity(document_id: str, grid: Grid) -> str:
    texts = [place.text if place else "" for row in grid.rows for place in row]
    headers = [" ".join(path) for path in (grid.label_path, *grid.paths)]
    return content_id("table", document_id, grid.start, len(grid.rows), *headers, *texts)


def _box(reading: Reading, grid: Grid, line_starts: Sequence[int]) -> Box | None:
    """Around header and rows, as far as they stand on the table's first page."""
    page = page_at(reading, grid.start)
    first, last = bisect_left(line_starts, grid.start), bisect_right(line_starts, grid.end)
    boxes = [line.box for line in reading.lines[first:last] if line.page == page]
    box = union(boxes)
    return box and Box(*(round(each, 2) for each in (box.left, box.top, box.right, box.bottom)))


def _section(sections: Sequence[Section], offset: int) -> tuple[str, ...]:
    inside = [section for section in sections if section.start <= offset < section.end]
    return max(inside, key=lambda section: (section.start, -section.end)).path if inside else ()
