"""A page's words as lines and tables in reading order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.readers.layout.bold_names import named_tables
from backend.readers.layout.columns import TablePlace, regions
from backend.readers.layout.lined_tables import is_told_alike, lined_tables
from backend.readers.layout.rows import fragments, rows
from backend.readers.layout.rule_runs import Rule
from backend.readers.layout.ruled_tables import CellGrid, grids_of, parts_rows, ruled_tables
from backend.readers.layout.shapes import FragmentRow, PageLayout, PrintedLine, PrintedTable, Word
from backend.readers.layout.tables import arrange, arrange_with_names

Items = list[PrintedLine | PrintedTable]


def lay_out(
    words: Sequence[Word], width: float, height: float, rules: Sequence[Rule] = ()
) -> PageLayout:
    """Put a page's words, given in the order in which the file draws them, in reading order.

    Args:
        rules: the lines that the page draws along and up, which may part it into the cells of a
            table.
    """
    drawn: list[tuple[CellGrid, list[PrintedTable]]] = []
    rest = list(words)
    taken: list[CellGrid] = []
    for grid in grids_of(rules):
        inside = [word for word in rest if grid.holds(word)]
        tables = ruled_tables(grid, inside)
        if tables:
            drawn.append((grid, tables))
            rest = [word for word in rest if not grid.holds(word)]
        if tables or parts_rows(grid, inside):
            taken.append(grid)
    columns = _columns_of(rest, drawn)
    items = _arranged(columns)
    # what a grid draws is a table by all of its rules or by none of them
    alone = [rule for rule in rules if not any(grid.has_drawn(rule) for grid in taken)]
    lined = [each for each in lined_tables(alone, rest) if not is_told_alike(each, items)]
    if lined:
        drawn.extend((each.place, [each.table]) for each in lined)
        rest = [word for word in rest if not any(each.place.holds(word) for each in lined)]
        columns = _columns_of(rest, drawn)
        items = _arranged(columns)
    # a column of short names beside longer texts would be taken for a column of the page
    named = [each.table for each in named_tables(rows(fragments(rest)))]
    if named:
        places = [CellGrid(*_around(table)) for table in named]
        drawn.extend((place, [table]) for place, table in zip(places, named, strict=True))
        rest = [word for word in rest if not any(place.holds(word) for place in places)]
        columns = _columns_of(rest, drawn)
    if named or any(any(named_tables(column)) for column in columns):
        items = _arranged(columns, arrange_with_names)
    for grid, tables in drawn:
        at = _place(items, grid)
        items[at:at] = tables
    return PageLayout(width, height, items)


def _columns_of(
    words: Sequence[Word], drawn: Sequence[tuple[CellGrid, list[PrintedTable]]]
) -> list[list[FragmentRow]]:
    """The rows of each column of text beside the tables that were found already."""
    places = [TablePlace(grid.down[0], grid.across[0], grid.across[-1]) for grid, _ in drawn]
    return [rows(pieces) for pieces in regions(fragments(words), places)]


def _arranged(
    columns: Sequence[Sequence[FragmentRow]],
    column_as: Callable[[Sequence[FragmentRow], int], Items] = arrange,
) -> Items:
    """What stands on the page without the help of rules.

    Args:
        column_as: how the rows of a column of text become lines and tables.
    """
    items: Items = []
    for number, column in enumerate(columns):
        items.extend(column_as(column, number))
    return items


def _place(items: Items, grid: CellGrid) -> int:
    """Where a drawn table is read: behind the last item that stands over it or left of it, else
    before the first one below it. On a page of several columns only those count that it stands over
    or under."""
    left, right = grid.across[0], grid.across[-1]
    single = all(isinstance(each, PrintedTable) or not each.column for each in items)
    columns = _columns(items)
    below = len(items)
    for number in range(len(items) - 1, -1, -1):
        item = items[number]
        begin, top, end, bottom = _box(item)
        if isinstance(item, PrintedLine):
            begin, end = columns[item.column]
        if not single and (begin >= right or end <= left):
            continue
        beside = grid.down[0] < (top + bottom) / 2 < grid.down[-1] and end <= left
        if bottom + top < 2 * grid.down[0] or beside:
            return number + 1
        if bottom + top > 2 * grid.down[-1]:
            below = number
    return below


def _around(table: PrintedTable) -> tuple[tuple[float, float], tuple[float, float]]:
    """The edges of a table with its names, along the page and down it."""
    lines = [*table.header_lines, *(line for line, _ in table.rows)]
    across = min(line.left for line in lines) - 1.0, max(line.right for line in lines) + 1.0
    return across, (min(line.top for line in lines) - 1.0, max(line.bottom for line in lines) + 1.0)


def _columns(items: Items) -> dict[int, tuple[float, float]]:
    """Where the lines of each column of text begin and end."""
    found: dict[int, tuple[float, float]] = {}
    for item in items:
        if isinstance(item, PrintedLine):
            left, right = found.get(item.column, (item.left, item.right))
            found[item.column] = min(left, item.left), max(right, item.right)
    return found


def _box(item: PrintedLine | PrintedTable) -> tuple[float, float, float, float]:
    lines = [item] if isinstance(item, PrintedLine) else [line for line, _ in item.rows]
    return (
        min(line.left for line in lines),
        min(line.top for line in lines),
        max(line.right for line in lines),
        max(line.bottom for line in lines),
    )
