"""The grids that a reader found, made ready: signs put to their figures, parts of a table joined.

A table that runs over two pages comes as two grids; the second repeats the header, or has none. A
grid without a header that stands under another one's columns shares its header, unless a caption
or title stands between them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.tables.between_tables import TableAbove, parts_tables
from backend.tables.printed_captions import CONTINUED, is_of_other
from backend.types.layout import Box, Reading, Table, TableRow

Path = tuple[str, ...]

MAX_BETWEEN = 160
"""Most characters that may stand between the parts of one table: a repeated title."""
MIN_COMMON = 0.5
"""Columns that cover each other by this share of the narrower one stand under each other."""
_WORD = re.compile(r"\w+")
_SIGNS_BEFORE = re.compile(r"(?:US|C|A|HK)?[$€£¥]|\(|[$€£¥]\(")
_SIGNS_BEHIND = re.compile(r"%|\)|\)\s?%|%\s?\)")


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a grid: its text, its span in the document's text, page and box, and over how
    many rows its figure reaches."""

    text: str
    start: int
    end: int
    page: int
    box: Box | None
    reach: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A table's texts: per row the places of its label and of each column, None where empty.

    `paths` has one header per column, `label_path` that over the labels.
    """

    start: int
    end: int
    title: str
    label_path: Path
    paths: tuple[Path, ...]
    rows: tuple[tuple[Place | None, ...], ...]


def grids(reading: Reading) -> list[Grid]:
    """The tables of a document in the order of its text, parts on following pages as one."""
    found: list[Grid] = []
    for table in sorted(reading.tables, key=lambda each: (each.start, each.end)):
        grid = _without_empty_columns(_with_signs(_grid(reading, table)))
        if not grid.rows or not grid.paths:
            continue
        before = found[-1] if found else None
        if before is not None and not any(grid.paths) and not grid.label_path:
            grid = _with_header_of(reading, before, grid)
        if before is not None and _goes_on(reading, before, grid):
            found[-1] = replace(before, end=grid.end, rows=before.rows + grid.rows)
            continue
        if before is not None and not grid.title and _is_sister(before, grid):
            grid = replace(grid, title=before.title)
        found.append(grid)
    return found


def page_at(reading: Reading, offset: int) -> int:
    """The page on which an offset of the text stands."""
    return max(0, bisect_right(reading.page_starts, offset) - 1)


def _grid(reading: Reading, table: Table) -> Grid:
    width = max((len(row.cells) for row in table.rows), default=0)
    headers: list[Path] = list(table.paths) or [((text,) if text else ()) for text in table.header]
    if len(headers) < width and headers:  # nothing is printed over the labels
        headers = [()] * (width - len(headers)) + headers
    headers = (headers + [()] * width)[:width]
    return Grid(
        table.start,
        table.end,
        table.title,
        tuple(filter(None, headers[0])) if headers else (),
        tuple(tuple(filter(None, path)) for path in headers[1:]),
        tuple(_places(reading, row, width) for row in table.rows),
    )


def _places(reading: Reading, row: TableRow, width: int) -> tuple[Place | None, ...]:
    page = page_at(reading, row.start)
    position = row.start
    places: list[Place | None] = []
    for number in range(width):
        text = row.cells[number].strip() if number < len(row.cells) else ""
        if not text:
            places.append(None)
            continue
        start = reading.text.find(text, position, row.end)
        end = start + len(text)
        if start < 0:  # joined, or without its marks: it stands somewhere in the row
            start, end = row.start, row.end
        else:
            position = end
        box = row.boxes[number] if number < len(row.boxes) else None
        reach = row.reach[number] if number < len(row.reach) else 1
        places.append(Place(text, start, end, page, box, reach))
    return tuple(places)


# --- columns that are none -----------------------------------------------------------------------


def _with_signs(grid: Grid) -> Grid:
    """Columns of nothing but "$" or "%" put to the figures beside them."""
    rows = [list(row) for row in grid.rows]
    width = len(grid.paths)
    dropped: set[int] = set()
    for column in range(1, width + 1):
        texts = {row[column].text for row in rows if row[column] is not None}  # type: ignore[union-attr]
        if not texts:
            continue
        if column < width and all(_SIGNS_BEFORE.fullmatch(text) for text in texts):
            towards = column + 1
        elif column > 1 and all(_SIGNS_BEHIND.fullmatch(text) for text in texts):
            towards = column - 1
            while towards in dropped and towards > 1:
                towards -= 1
        else:
            continue
        dropped.add(column)
        for row in rows:
            row[towards] = _put_together(row[column], row[towards], before=towards > column)
    return _keeping(grid, rows, [each for each in range(1, width + 1) if each not in dropped])


def _put_together(sign: Place | None, figure: Place | None, *, before: bool) -> Place | None:
    if sign is None or figure is None:
        return figure
    text = sign.text + figure.text if before else figure.text + sign.text
    return Place(
        text,
        min(sign.start, figure.start),
        max(sign.end, figure.end),
        figure.page,
        union([sign.box, figure.box]),
        figure.reach,
    )


def _without_empty_columns(grid: Grid) -> Grid:
    kept = [
        column
        for column in range(1, len(grid.paths) + 1)
        if any(row[column] is not None for row in grid.rows)
    ]
    return _keeping(grid, grid.rows, kept)


def _keeping(grid: Grid, rows: Sequence[Sequence[Place | None]], columns: Sequence[int]) -> Grid:
    if len(columns) == len(grid.paths):
        return replace(grid, rows=tuple(tuple(row) for row in rows))
    return replace(
        grid,
        paths=tuple(grid.paths[column - 1] for column in columns),
        rows=tuple((row[0], *(row[column] for column in columns)) for row in rows),
    )


def union(boxes: Sequence[Box | None]) -> Box | None:
    """The smallest box around all; None if there is none."""
    there = [box for box in boxes if box is not None]
    if not there:
        return None
    return Box(
        min(box.left for box in there),
        min(box.top for box in there),
        max(box.right for box in there),
        max(box.bottom for box in there),
    )


# --- parts of one table --------------------------------------------------------------------------


def _with_header_of(reading: Reading, upper: Grid, lower: Grid) -> Grid:
    """The lower grid with the header of the one above it, if each of its columns stands under one
    of that one's columns, and either on the same page or on the next, and nothing parts them."""
    above, below = _extents(upper), _extents(lower)
    if not any(upper.paths) or _page(lower, 0) - _page(upper, -1) not in (0, 1):
        return lower
    if None in below or None in above:
        return lower
    paths: list[Path] = []
    for extent in below:
        under = [
            place
            for place, other in enumerate(above)
            if extent is not None and other is not None and _covers(extent, other)
        ]
        if len(under) != 1:
            return lower
        paths.append(upper.paths[under[0]])
    if len(set(paths)) < len(paths) and len(set(upper.paths)) == len(upper.paths):
        return lower
    names = " ".join(text for path in (upper.label_path, *upper.paths) for text in path)
    table_above = TableAbove(upper.start, upper.end, upper.title, names)
    if parts_tables(reading, table_above, lower.start):
        return lower
    return replace(lower, paths=tuple(paths), label_path=upper.label_path)


def _goes_on(reading: Reading, upper: Grid, lower: Grid) -> bool:
    """Whether the lower grid is the upper one's next part, on the next page."""
    if _page(lower, 0) - _page(upper, -1) != 1 or lower.paths != upper.paths:
        return False
    if _says_other(upper.label_path, lower.label_path):
        return False
    between = reading.text[upper.end : lower.start].strip()
    if any(is_of_other(text, upper.title) for text in between.splitlines()):
        return False
    said = between.casefold() in upper.title.casefold() if between else True
    if not said and not (len(between) <= MAX_BETWEEN and CONTINUED.search(between)):
        return False
    above, below = _extents(upper), _extents(lower)
    if None in above or None in below:
        return any(upper.paths)
    return all(
        one is not None and other is not None and _covers(one, other)
        for one, other in zip(above, below, strict=True)
    )


def _is_sister(upper: Grid, lower: Grid) -> bool:
    """Whether a table without a title is the next of one kind: its columns are those of the one
    above, and only what stands over the labels is another."""
    near = _page(lower, 0) - _page(upper, -1) in (0, 1)
    return near and upper.paths == lower.paths and _says_other(upper.label_path, lower.label_path)


def _says_other(upper: Path, lower: Path) -> bool:
    """Whether what stands over the labels tells two tables of the same columns apart: "Q4 (in
    millions)" and "Full year (in millions)". A part may leave it out, or say that it goes on."""
    one, other = (
        _WORD.findall(CONTINUED.sub("", " ".join(path)).casefold()) for path in (upper, lower)
    )
    return bool(one and other) and one != other


def _page(grid: Grid, row: int) -> int:
    return next((place.page for place in grid.rows[row] if place is not None), 0)


def _extents(grid: Grid) -> list[tuple[float, float] | None]:
    """Left and right end of each column; None where it has no boxes."""
    found: list[tuple[float, float] | None] = []
    for column in range(1, len(grid.paths) + 1):
        boxes = [row[column].box for row in grid.rows if row[column] is not None]  # type: ignore[union-attr]
        box = union(boxes)
        found.append((box.left, box.right) if box else None)
    return found


def _covers(one: tuple[float, float], other: tuple[float, float]) -> bool:
    common = min(one[1], other[1]) - max(one[0], other[0])
    narrower = min(one[1] - one[0], other[1] - other[0])
    return common >= MIN_COMMON * max(narrower, 1e-6)
