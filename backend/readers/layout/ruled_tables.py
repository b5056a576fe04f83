"""Tables that are drawn: rules along and up the page that part it into rows and columns.

Rows of words have no figures whose edges would tell columns, and a cell of several lines mixes with
its neighbours where a page is read line by line. Where every cell is drawn, the rules say what
belongs together. A drawing, a frame around a listing and a grid with merged cells are left to what
reads pages without rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice, pairwise
from statistics import median, median_low
from typing import NamedTuple

from backend.readers.layout.line_ends import joined
from backend.readers.layout.rows import fragments, line_of, rows
from backend.readers.layout.shapes import PrintedLine, PrintedTable, Word
from backend.readers.layout.tables import arrange
from backend.readers.layout.written_tables import JOINT, header_rows, paths_over

NEAR = 3.0
"""Points by which rules that meet or go on may miss each other: double ones are one."""
FEWEST_ROWS, FEWEST_COLUMNS = 3, 2
MOST_ROWS, MOST_COLUMNS = 200, 24
MOST_RULES = 20_000
"""Rules of a page that are looked at."""
MOST_MEETINGS = 100_000
"""Lines times posts of a page, at most; a page of more is a drawing."""
LEAST_FILLED = 0.6
"""Share of the cells that hold words, at least: a form to be filled in and a drawing have fewer."""
LONGEST_CELL = 500
"""Characters of the longest cell, at most; a page that is laid out in boxes holds paragraphs."""
USUAL_CELL = 160
"""Characters of half of the filled cells, at most."""
SHORTEST_CELL = 2
"""Characters of half of the filled cells, at least: a chart of letters is no table."""
NAME, NAME_OVER_FIGURES = 3, 6
"""Words of a column's name, at most, where it is not in bold letters."""
FIGURED = 0.5
"""Share of the rows with a figure from which a table is one of figures."""
MOST_HEADS = 3
"""Rows of a header, at most."""
_FIGURE = frozenset("0123456789-–−$€£(.")
OUTSIDE = 2.0
"""Points by which a word may reach over the rules of its cell."""
ALIKE = 0.8
"""Share of the rows that stand in tables by their figures alone, from which those are kept."""


class Rule(NamedTuple):
    """A straight line on the page as its text is read, in points from its top left corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class CellGrid:
    """Edges of columns, from left to right, and of rows, from the top down."""

    across: tuple[float, ...]
    down: tuple[float, ...]

    def holds(self, word: Word) -> bool:
        """Whether a word's middle lies within."""
        return (
            self.across[0] < (word.left + word.right) / 2 < self.across[-1]
            and self.down[0] < (word.top + word.bottom) / 2 < self.down[-1]
        )


class _Run(NamedTuple):
    """A rule along one direction: where it stands, and from where to where it runs."""

    at: float
    begin: float
    end: float


def grids_of(rules: Iterable[Rule]) -> list[CellGrid]:
    """The grids whose every cell is drawn, from top to bottom, and from left to right."""
    level, upright = [], []
    for each in islice(rules, MOST_RULES):
        if each.right - each.left >= each.bottom - each.top:
            level.append(_Run((each.top + each.bottom) / 2, each.left, each.right))
        else:
            upright.append(_Run((each.left + each.right) / 2, each.top, each.bottom))
    lines, posts = _put_together(level), _put_together(upright)
    if len(lines) <= FEWEST_ROWS or len(posts) <= FEWEST_COLUMNS:
        return []
    if len(lines) * len(posts) > MOST_MEETINGS:
        return []
    found = [_grid(*each) for each in _connected(lines, posts)]
    return sorted((each for each in found if each is not None), key=_place_on_page)


def _place_on_page(grid: CellGrid) -> tuple[float, float]:
    return round(grid.down[0] / NEAR), grid.across[0]


def _put_together(runs: Iterable[_Run]) -> list[_Run]:
    """Runs at one place, which meet or nearly do, as one."""
    found: list[_Run] = []
    for run in sorted(runs):
        number = len(found) - 1
        while number >= 0 and run.at - found[number].at <= NEAR and not _meet(found[number], run):
            number -= 1
        if number < 0 or run.at - found[number].at > NEAR:
            found.append(run)
        else:
            other = found[number]
            found[number] = _Run(other.at, min(run.begin, other.begin), max(run.end, other.end))
    return found


def _meet(one: _Run, other: _Run) -> bool:
    return other.begin <= one.end + NEAR and other.end >= one.begin - NEAR


def _connected(lines: Sequence[_Run], posts: Sequence[_Run]) -> list[tuple[list[_Run], list[_Run]]]:
    """Lines and posts that touch, directly or over others."""
    group = list(range(len(lines) + len(posts)))

    def root(number: int) -> int:
        while group[number] != number:
            group[number] = group[group[number]]
            number = group[number]
        return number

    for one, line in enumerate(lines):
        for other, post in enumerate(posts, start=len(lines)):
            if _touch(line, post):
                group[root(one)] = root(other)
    parts: dict[int, tuple[list[_Run], list[_Run]]] = {}
    for number in range(len(group)):
        part = parts.setdefault(root(number), ([], []))
        if number < len(lines):
            part[0].append(lines[number])
        else:
            part[1].append(posts[number - len(lines)])
    return list(parts.values())


def _touch(line: _Run, post: _Run) -> bool:
    return (
        line.begin - NEAR <= post.at <= line.end + NEAR
        and post.begin - NEAR <= line.at <= post.end + NEAR
    )


def _grid(lines: Sequence[_Run], posts: Sequence[_Run]) -> CellGrid | None:
    """The grid that lines and posts make; None where one of them does not run through."""
    down, across = sorted(each.at for each in lines), sorted(each.at for each in posts)
    if not (
        FEWEST_ROWS < len(down) <= MOST_ROWS + 1 and FEWEST_COLUMNS < len(across) <= MOST_COLUMNS
    ):
        return None
    if any(right - left <= NEAR for edges in (down, across) for left, right in pairwise(edges)):
        return None
    if not all(_runs_through(each, across) for each in lines):
        return None
    if all(_runs_through(each, down) for each in posts):
        return CellGrid(tuple(across), tuple(down))
    # a title may stand over the columns in a row of its own
    outer = [each for each in posts if each.at in (across[0], across[-1])]
    titled = len(down) > FEWEST_ROWS + 1 and all(_runs_through(each, down) for each in outer)
    if titled and all(_runs_through(each, down[1:]) for each in posts):
        return CellGrid(tuple(across), tuple(down[1:]))
    return None


def _runs_through(run: _Run, edges: Sequence[float]) -> bool:
    return run.begin <= edges[0] + NEAR and run.end >= edges[-1] - NEAR


def ruled_table(grid: CellGrid, words: Sequence[Word]) -> PrintedTable | None:
    """The table of a grid; None where it is no table of words, or is one that its figures tell.

    Args:
        words: those that the grid holds, in the order in which the file draws them.
    """
    cells: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        row = _place((word.top + word.bottom) / 2, grid.down)
        column = _place((word.left + word.right) / 2, grid.across)
        if word.left < grid.across[column] - OUTSIDE:
            return None
        if word.right > grid.across[column + 1] + OUTSIDE:
            return None
        cells.setdefault((row, column), []).append(word)
    deep, wide = len(grid.down) - 1, len(grid.across) - 1
    texts = [[_text(cells.get((row, at), ())) for at in range(wide)] for row in range(deep)]
    filled = [len(text) for row in texts for text in row if text]
    if len(filled) < LEAST_FILLED * deep * wide or not all(map(any, texts)):
        return None
    if max(filled) > LONGEST_CELL or not SHORTEST_CELL <= median(filled) <= USUAL_CELL:
        return None
    if _told_by_figures(words, deep):
        return None
    printed = [
        _row(grid, number, [cells.get((number, at), []) for at in range(wide)], texts[number])
        for number in range(deep)
    ]
    heads = _heads(texts, [line.bold for line in printed])
    return PrintedTable(
        printed[:heads],
        paths_over(texts[:heads], wide),
        [(line, tuple(row)) for line, row in zip(printed[heads:], texts[heads:], strict=True)],
        drawn=True,
    )


def _heads(texts: Sequence[Sequence[str]], bold: Sequence[bool]) -> int:
    """How many rows at the top name the columns: those in bold letters over others that are not, or
    a first one of a few words each. Where that is open it is a row like the others: what a table
    goes on with on the next page would else be lost as names."""
    heads = next((number for number, each in enumerate(bold) if not each), len(bold))
    if 0 < heads < len(bold):
        return min(heads, MOST_HEADS)
    if heads or not header_rows(texts):
        return 0
    first, *rest = texts
    figures = sum(any(cell[:1] in _FIGURE for cell in row[1:] if cell) for row in rest)
    of_figures = figures >= FIGURED * len(rest)
    if not of_figures and not any(map(_is_no_name, zip(*rest, strict=True))):
        return 0  # “Ada Finch, cook” over “Tom Reed, mate” is a row
    most = NAME_OVER_FIGURES if of_figures else NAME
    return int(
        all(
            (not cell and not number)
            or (
                0 < len(cell.split()) <= most
                and not cell[:1].islower()
                and cell not in {row[number] for row in rest}
            )
            for number, cell in enumerate(first)
        )
    )


def _is_no_name(column: Sequence[str]) -> bool:
    """Whether the cells of a column are written as no names are: in small letters or many words."""
    filled = [cell for cell in column if cell]
    return bool(filled) and all(cell[:1].islower() or len(cell.split()) > NAME for cell in filled)


def _told_by_figures(words: Sequence[Word], deep: int) -> bool:
    """Whether nearly all rows stand in tables already where only figures are looked at."""
    found = arrange(rows(fragments(words)), 0)
    tables = [each for each in found if isinstance(each, PrintedTable)]
    return sum(len(each.rows) + len(each.header_lines) for each in tables) >= ALIKE * deep


def _place(at: float, edges: Sequence[float]) -> int:
    """The number of the space between two edges in which something stands."""
    inner = edges[1:-1]
    return sum(edge < at for edge in inner)


def _text(words: Sequence[Word]) -> str:
    """A cell's words as they are read, a word that was broken at a line's end put together."""
    lines = [line_of(row).text for row in rows(fragments(words))]
    return reduce(joined, lines) if lines else ""


def _row(
    grid: CellGrid, number: int, cells: Sequence[Sequence[Word]], texts: Sequence[str]
) -> PrintedLine:
    words = [word for cell in cells for word in cell]
    letters = sum(len(word.text) for word in words)
    left, right = min(word.left for word in words), max(word.right for word in words)
    return PrintedLine(
        JOINT.join(text for text in texts if text),
        left,
        min(word.top for word in words),
        right,
        max(word.bottom for word in words),
        median_low(word.size for word in words),
        sum(len(word.text) for word in words if word.bold) > 0.8 * letters,
        cells=tuple(_box(each) for each in cells),
    )


def _box(words: Sequence[Word]) -> tuple[float, float, float, float] | None:
    if not words:
        return None
    return (
        min(word.left for word in words),
        min(word.top for word in words),
        max(word.right for word in words),
        max(word.bottom for word in words),
    )
