"""Blocks of one printed table that stand above each other under headers of their own.

A statement may print "Fourth quarter" with its years and rows, and beneath it "Full year" with its
years and the same rows again. Each such block is a table: its figures belong to the header right
above them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tables.column_periods import period_of, says_part, says_whole_year
from backend.tables.column_scales import measure_of
from backend.tables.period_labels import is_period_label
from backend.tables.table_parts import Grid, Path, Place

_WORD = re.compile(r"\w+")
Row = tuple[Place | None, ...]


def unstacked(grid: Grid) -> list[Grid]:
    """The blocks of a grid from top to bottom, each under its own header: the grid itself where no
    header comes again, and without the rows that only repeat the header.

    A header comes again in a row whose cells all repeat their column's header, or name a period
    where it names one; rows of a period alone right above it belong to it. Where the header has one
    period over all its columns, a row of another such period alone takes its place.
    """
    blocks = [replace(grid, rows=())]
    pending: list[Row] = []
    periods = _of_periods(grid)
    for row in grid.rows:
        block = blocks[-1]
        if _repeats_header(row, block):
            continue
        if _heads(row, block, periods) or _names_period(row):
            pending.append(row)
            continue
        other = _with_period(block, pending)
        if other is not None:
            blocks += [other] if other.paths != block.paths else []
            kept = [row]
        elif not any(_is_whole(each) for each in pending):
            kept = [*pending, row]  # periods alone: they open groups of rows
        else:
            below = _under(block, pending)
            if below.paths != block.paths or below.label_path != block.label_path:
                blocks.append(below)
            kept = [row]
        pending = []
        blocks[-1] = replace(blocks[-1], rows=(*blocks[-1].rows, *kept))
    blocks[-1] = replace(blocks[-1], rows=(*blocks[-1].rows, *pending))
    blocks = [each for each in blocks if each.rows]
    return _with_spans(grid, blocks) if len(blocks) > 1 else blocks


def _cells(row: Row) -> list[tuple[int, str]]:
    """The columns in which a row has something, with its text."""
    return [(at, place.text) for at, place in enumerate(row[1:]) if place is not None]


def _label(row: Row) -> str:
    return row[0].text if row[0] is not None else ""


def _names_period(row: Row) -> bool:
    """Whether a row is a label alone that names a period."""
    return not _cells(row) and is_period_label(_label(row))


def _is_whole(row: Row) -> bool:
    """Whether a header's row heads columns rather than spanning them all: it has two cells, or one
    for the only column."""
    return len(_cells(row)) >= min(2, len(row) - 1)


def _heads(row: Row, grid: Grid, periods: frozenset[int]) -> bool:
    """Whether a row with cells is a header of the grid once more."""
    label = _label(row)
    if label and label != " ".join(grid.label_path) and not _says_no_thing(label):
        return False
    cells = _cells(row)
    repeated = [bool(grid.paths[at]) and _same(text, grid.paths[at][-1]) for at, text in cells]
    dated = [
        at not in periods and is_period_label(text) and any(map(_is_dated, grid.paths[at]))
        for at, text in cells
    ]
    return bool(cells) and all(one or other for one, other in zip(repeated, dated, strict=True))


def _says_no_thing(label: str) -> bool:
    """Whether a label is of a header: a period, or what figures are in."""
    measured = label.startswith("(") and label.endswith(")")
    bare = label.partition("(")[0].strip()
    return is_period_label(label) or (
        (measured or is_period_label(bare)) and measure_of(label).scale is not None
    )


def _repeats_header(row: Row, grid: Grid) -> bool:
    """Whether a row is a label alone that is made of the headers of several columns, as a header
    comes out that stands left of its columns."""
    texts = _label(row).split("  ")
    if _cells(row) or len(texts) < 2:
        return False
    parts = [part for path in grid.paths for part in path]
    known = frozenset(
        word for part in (*grid.label_path, *parts) for word in _WORD.findall(part.casefold())
    )
    named = sum(any(_same(text, part) for part in parts) for text in texts)
    return named > 1 and all(known.issuperset(_WORD.findall(text.casefold())) for text in texts)


def _with_period(block: Grid, pending: Sequence[Row]) -> Grid | None:
    """An empty block whose header has another period over all its columns; None where the header
    has no such period, or the rows that wait are more than periods alone."""
    if not pending or not all(_names_period(row) for row in pending):
        return None
    period = _label(pending[-1]).rstrip(" :")
    over = {part for path in block.paths for part in path if _is_alike(part, period)}
    if len(over) != 1 or not all(over.intersection(path) for path in block.paths):
        return None
    paths = tuple(tuple(period if part in over else part for part in path) for path in block.paths)
    return replace(block, paths=paths, rows=())


def _is_alike(part: str, period: str) -> bool:
    """Whether two texts name periods of one sort: both with a year or a day, or both without."""
    return (
        is_period_label(part)
        and _is_dated(part)
        and _is_dated(period)
        and bool(period_of((part,))) == bool(period_of((period,)))
    )


def _is_dated(text: str) -> bool:
    """Whether a header names a period; "Quarter" over a column of quarters names none."""
    return bool(period_of((text,))) or says_part(text) or says_whole_year(text)


def _of_periods(grid: Grid) -> frozenset[int]:
    """The columns that are made of periods, such as the days on which loans end."""
    found = []
    for at in range(len(grid.paths)):
        texts = [row[at + 1].text for row in grid.rows if row[at + 1] is not None]  # type: ignore[union-attr]
        if 2 * sum(map(is_period_label, texts)) > len(texts):
            found.append(at)
    return frozenset(found)


def _same(one: str, other: str) -> bool:
    return "".join(one.split()).casefold() == "".join(other.split()).casefold()


def _under(block: Grid, header: Sequence[Row]) -> Grid:
    """An empty block under a new header.

    What a header's rows leave open stays as it was above, but for the periods that they replace.
    """
    whole = [row for row in header if _is_whole(row)]
    lowest = whole[-1]
    above = [row for row in header if row is not lowest]
    spanning = [_spread(row, len(block.paths)) for row in above]
    own = dict(_cells(lowest))
    paths: list[Path] = []
    for at, path in enumerate(block.paths):
        upper = tuple(dict.fromkeys(row[at] for row in spanning if row[at]))
        kept = tuple(part for part in path[:-1] if not upper or not is_period_label(part))
        last = own.get(at, path[-1] if path else "")
        paths.append(tuple(part for part in (*upper, *kept, last) if part))
    label = _label(lowest)
    if label:
        label_path: Path = (label,)
    elif spanning:
        label_path = tuple(part for part in block.label_path if not says_part(part))
    else:
        label_path = block.label_path
    return replace(block, label_path=label_path, paths=tuple(paths), rows=())


def _spread(row: Row, width: int) -> list[str]:
    """What a spanning row says over each column: a text holds to the next one, a label over all."""
    texts, latest = [], _label(row)
    cells = dict(_cells(row))
    for at in range(width):
        latest = cells.get(at, latest)
        texts.append(latest)
    return texts


def _with_spans(grid: Grid, blocks: Sequence[Grid]) -> list[Grid]:
    """The blocks with the stretch of the text that each covers: all of the grid's together."""
    starts = [grid.start, *(_first(block) for block in blocks[1:])]
    ends = [*(_last(block) for block in blocks[:-1]), grid.end]
    return [
        replace(block, start=start, end=end)
        for block, start, end in zip(blocks, starts, ends, strict=True)
    ]


def _first(block: Grid) -> int:
    return min(place.start for row in block.rows for place in row if place is not None)


def _last(block: Grid) -> int:
    return max(place.end for row in block.rows for place in row if place is not None)
