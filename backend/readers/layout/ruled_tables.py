"""Tables that are drawn: rules along and up the page that part it into rows and columns.

Rows of words have no figures whose edges would tell columns, and a cell of several lines mixes with
its neighbours where a page is read line by line. Where every cell is drawn, the rules say what
belongs together, also where a name stands over two columns or a label beside several rows. A
drawing, a frame around a listing, and a grid whose cells within the rows were made one across, are
left to what reads pages without rules; rows at the end of a grid may have such cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from backend.readers.layout.cell_words import ALIKE, are_bold, cell_text, plain, printed_row
from backend.readers.layout.cells import is_period
from backend.readers.layout.drawn_cells import merged_cells
from backend.readers.layout.rows import fragments, line_of, rows
from backend.readers.layout.rule_runs import NEAR, Rule, RuleRun, runs_of
from backend.readers.layout.shapes import PrintedTable, Word
from backend.readers.layout.spanned_cells import (
    MergedRange,
    SpannedCell,
    grid_of,
    is_figure,
    reach_of,
)
from backend.readers.layout.tables import arrange
from backend.readers.layout.written_headers import header_rows
from backend.readers.layout.written_tables import JOINT, paths_over
from backend.tables.cell_values import cell_value, is_year
from backend.tables.column_scales import measure_of
from backend.tables.column_typing import is_measure
from backend.types import CellKind

FEWEST_ROWS, FEWEST_COLUMNS = 3, 2
MOST_ROWS, MOST_COLUMNS = 200, 24
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
SAME_FONT, OTHER_FONT = 1.02, 1.03
"""How far heights of boxes are apart within one font, at most, and of two, at least."""
_FIGURE = frozenset("0123456789-–−$€£(.")
OUTSIDE = 2.0
"""Points by which a word may reach over the rules of its cell."""


@dataclass(frozen=True, slots=True)
class CellGrid:
    """Edges of columns, from left to right, and of rows, from the top down, with the cells that
    reach over several of them."""

    across: tuple[float, ...]
    down: tuple[float, ...]
    merged: tuple[MergedRange, ...] = ()

    def has_drawn(self, rule: Rule) -> bool:
        """Whether a rule is one of the grid's."""
        return (
            self.across[0] - NEAR <= rule.left
            and rule.right <= self.across[-1] + NEAR
            and self.down[0] - NEAR <= rule.top
            and rule.bottom <= self.down[-1] + NEAR
        )

    def holds(self, word: Word) -> bool:
        """Whether a word's middle lies within."""
        return (
            self.across[0] < (word.left + word.right) / 2 < self.across[-1]
            and self.down[0] < (word.top + word.bottom) / 2 < self.down[-1]
        )


def grids_of(rules: Iterable[Rule]) -> list[CellGrid]:
    """The grids whose every cell is drawn, from top to bottom, and from left to right."""
    lines, posts = runs_of(rules)
    if len(lines) * len(posts) > MOST_MEETINGS:
        return []
    found = [_grid(*each) for each in _connected(lines, posts)]
    return sorted((each for each in found if each is not None), key=_place_on_page)


def _place_on_page(grid: CellGrid) -> tuple[float, float]:
    return round(grid.down[0] / NEAR), grid.across[0]


def _connected(
    lines: Sequence[RuleRun], posts: Sequence[RuleRun]
) -> list[tuple[list[RuleRun], list[RuleRun]]]:
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
    parts: dict[int, tuple[list[RuleRun], list[RuleRun]]] = {}
    for number in range(len(group)):
        part = parts.setdefault(root(number), ([], []))
        if number < len(lines):
            part[0].append(lines[number])
        else:
            part[1].append(posts[number - len(lines)])
    return list(parts.values())


def _touch(line: RuleRun, post: RuleRun) -> bool:
    return (
        line.begin - NEAR <= post.at <= line.end + NEAR
        and post.begin - NEAR <= line.at <= post.end + NEAR
    )


def _grid(lines: Sequence[RuleRun], posts: Sequence[RuleRun]) -> CellGrid | None:
    """The grid that lines and posts make; None where it is no table."""
    down, across = _edges(lines), _edges(posts)
    if not (
        FEWEST_ROWS < len(down) <= MOST_ROWS + 1
        and FEWEST_COLUMNS < len(across) <= MOST_COLUMNS + 1
    ):
        return None
    merged = merged_cells(lines, posts, down, across)
    if merged is None:
        return None
    # a title may stand over the columns in a row of its own
    title = MergedRange(0, 0, 0, len(across) - 2)
    if title in merged:
        if len(down) <= FEWEST_ROWS + 1:
            return None
        below = [
            merged_range._replace(top=merged_range.top - 1, bottom=merged_range.bottom - 1)
            for merged_range in merged
        ]
        return CellGrid(
            tuple(across), tuple(down[1:]), tuple(each for each in below if each.top >= 0)
        )
    return CellGrid(tuple(across), tuple(down), merged)


def _edges(runs: Sequence[RuleRun]) -> list[float]:
    """Where runs stand: parts of one line, with gaps between them, count once."""
    found: list[float] = []
    for at in sorted(run.at for run in runs):
        if not found or at - found[-1] > NEAR:
            found.append(at)
    return found


def parts_rows(grid: CellGrid, words: Sequence[Word]) -> bool:
    """Whether the rules of a grid part its rows: no cell holds figures under each other."""
    cells = _cells(grid, words)
    return cells is not None and not any(map(_holds_figures, cells.values()))


def ruled_tables(grid: CellGrid, words: Sequence[Word]) -> list[PrintedTable]:
    """The tables of a grid, from the top down; none where it is no table of words, or is one that
    its figures tell alike.

    Args:
        words: those that the grid holds, in the order in which the file draws them.
    """
    cells = _cells(grid, words)
    deep, wide = len(grid.down) - 1, len(grid.across) - 1
    if cells is None or {row for row, _ in cells} != set(range(deep)):
        return []
    if any(map(_holds_figures, cells.values())):
        return []
    own = {place: cell_text(held) for place, held in cells.items()}
    heads = _merged_heads(grid, own, _bold_rows(cells, deep))
    if heads is None:
        return []
    texts = _texts(grid, own, heads)
    filled = [len(text) for row in texts for text in row if text]
    if len(filled) < LEAST_FILLED * deep * wide:
        return []
    if max(filled) > LONGEST_CELL or not SHORTEST_CELL <= median(filled) <= USUAL_CELL:
        return []
    printed = [
        printed_row([cells.get((number, at), []) for at in range(wide)], texts[number])
        for number in range(deep)
    ]
    bold = [line.bold for line in printed]
    if not heads:
        sizes = [line.size for line in printed]
        heads = min([_heads(texts, bold, sizes), *_group_rows(grid)])
        inside = any(
            merged_range.top < heads <= merged_range.bottom for merged_range in grid.merged
        )
        heads = 0 if inside else heads
    parts = _parts(texts, bold, heads)
    # of names that reach over columns or rows the grid alone says which these are
    open_names = not any(each.top < heads for each in grid.merged)
    is_one = len(parts) == 1 and not any(map(reach_of, texts))
    if open_names and is_one and _told_by_figures(words, texts, heads):
        return []
    return [
        PrintedTable(
            printed[begin : begin + names],
            paths_over(texts[begin : begin + names], wide),
            [(printed[at], tuple(texts[at])) for at in range(begin + names, end)],
            drawn=True,
        )
        for begin, end, names in parts
    ]


def _cells(grid: CellGrid, words: Sequence[Word]) -> dict[tuple[int, int], list[Word]] | None:
    """The words of each cell, by its first row and column; None where one crosses a rule."""
    over = {
        (row, column): merged_range
        for merged_range in grid.merged
        for row in range(merged_range.top, merged_range.bottom + 1)
        for column in range(merged_range.left, merged_range.right + 1)
    }
    cells: dict[tuple[int, int], list[Word]] = {}
    for word in words:
        row = _place((word.top + word.bottom) / 2, grid.down)
        column = _place((word.left + word.right) / 2, grid.across)
        cell = over.get((row, column), MergedRange(row, column, row, column))
        if word.left < grid.across[cell.left] - OUTSIDE:
            return None
        if word.right > grid.across[cell.right + 1] + OUTSIDE:
            return None
        cells.setdefault((cell.top, cell.left), []).append(word)
    return cells


def _bold_rows(cells: Mapping[tuple[int, int], Sequence[Word]], deep: int) -> list[bool]:
    """Of each row whether what begins in it is in bold letters."""
    words: list[list[Word]] = [[] for _ in range(deep)]
    for (row, _), held in cells.items():
        words[row].extend(held)
    return [are_bold(held) for held in words]


def _merged_heads(
    grid: CellGrid, own: Mapping[tuple[int, int], str], bold: Sequence[bool]
) -> int | None:
    """How many rows at the top are names of columns since one of them stands over several; None
    where it is open whether the second row is one of them, or where cells below were made one
    across the columns: what they say is open of which it is. A label may reach over columns, from
    the first on, and figures stand behind it."""
    top = [each for each in grid.merged if each.top == 0]
    heads: int | None = 0
    if any(each.right > each.left for each in top):
        deepest = max(each.bottom + 1 for each in top)
        heads = deepest if deepest > 1 else _heads_without_depth(grid, own, bold)
    if heads is None or heads > MOST_HEADS or heads >= len(grid.down) - 1:
        return None
    closing = _closing(grid)
    for merged_range in grid.merged:
        if merged_range.top < heads <= merged_range.bottom:
            return None
        if heads <= merged_range.top < closing and _leaves_open(merged_range):
            return None
        if merged_range.top < heads and is_figure(
            own.get((merged_range.top, merged_range.left), "")
        ):
            return None
    return heads


def _group_rows(grid: CellGrid) -> list[int]:
    """The rows below the first that one text takes up from edge to edge: it heads those below."""
    last = len(grid.across) - 2
    return [each.top for each in grid.merged if each.top and (each.left, each.right) == (0, last)]


def _leaves_open(merged_range: MergedRange) -> bool:
    """Whether it is open of which column or row a merged cell says something."""
    across = merged_range.right > merged_range.left
    return across and (merged_range.left > 0 or merged_range.bottom > merged_range.top)


def _closing(grid: CellGrid) -> int:
    """The first of the rows at the end that have a figure of several columns each."""
    merged = {each.top for each in grid.merged if _leaves_open(each)}
    closing = len(grid.down) - 1
    while closing - 1 in merged:
        closing -= 1
    return closing


def _heads_without_depth(
    grid: CellGrid, own: Mapping[tuple[int, int], str], bold: Sequence[bool]
) -> int | None:
    """One or two rows of names, where one of the first stands over several columns and none of them
    reaches into the second; None where that is open.

    A second row of names is as bold as the first, over rows that are not, or is blank in the first
    column, whose name stands above; a row with a figure behind its label is none.
    """
    wide = len(grid.across) - 1
    second = [own.get((1, column), "") for column in range(wide)]
    if all(bold[:2]) and not any(bold[2:]):
        return 2
    if not second[0]:
        # “, March, April” below “Barge, Load”; where others have no label either, it may be a row
        labelled = all(own.get((row, 0), "") for row in range(2, len(grid.down) - 1))
        return 2 if labelled and own.get((0, 0), "") and not any(map(is_figure, second)) else None
    if any(map(is_figure, second[1:])) or (bold[0] and not any(bold[1:])):
        return 1
    return None


def _texts(grid: CellGrid, own: Mapping[tuple[int, int], str], heads: int) -> list[list[str]]:
    """The texts of all places: names stand over each of their columns, words of a cell beside
    several rows in each of these."""
    deep, wide = len(grid.down) - 1, len(grid.across) - 1
    spans = {(merged_range.top, merged_range.left): merged_range for merged_range in grid.merged}
    inner = {
        (row, column)
        for merged_range in grid.merged
        for row in range(merged_range.top, merged_range.bottom + 1)
        for column in range(merged_range.left, merged_range.right + 1)
    } - set(spans)
    rows: list[list[SpannedCell]] = []
    for row in range(deep):
        cells: list[SpannedCell] = []
        for column in range(wide):
            if (row, column) in inner:
                continue
            each = spans.get((row, column), MergedRange(row, column, row, column))
            size = (each.right - each.left + 1, each.bottom - each.top + 1)
            cells.append(SpannedCell(own.get((row, column), ""), *size))
        rows.append(cells)
    grids = grid_of(rows[:heads], header=True), grid_of(rows[heads:], header=False)
    filled = [row + [""] * (wide - len(row)) for part in grids for row in part]
    for number in range(max(heads, _closing(grid)), deep):
        # a figure of several columns stands in none of them
        filled[number] = [JOINT.join(filter(None, filled[number])), *[""] * (wide - 1)]
    return filled


def _parts(
    texts: Sequence[Sequence[str]], bold: Sequence[bool], heads: int
) -> list[tuple[int, int, int]]:
    """Where the tables of one grid begin and end, and how many rows of each name its columns: below
    a table another may follow that is as wide, with names of its own."""
    starts = [0]
    if heads:
        starts += [
            number
            for number in range(heads + 1, len(texts) - 1)
            if _names_anew(texts, bold, heads, number)
        ]
    ends = [*starts[1:], len(texts)]
    return [
        (begin, end, heads if not begin else 1) for begin, end in zip(starts, ends, strict=True)
    ]


def _names_anew(
    texts: Sequence[Sequence[str]], bold: Sequence[bool], heads: int, number: int
) -> bool:
    """Whether a row among those below the names of columns is one of other names: it repeats that
    of the labels or half of them in their places, or is in bold letters as they are and says units
    or periods where the rows above have figures; each cell is filled. A row of words alone may as
    well be one whose figures are missing, or head a group.
    """
    row, above = texts[number], texts[heads:number]
    if any(map(_is_figure_or_nil, row)) or len(set(row)) < len(row):
        return False
    under_figures = [
        name
        for name, column in zip(row, zip(*above, strict=True), strict=True)
        if sum(map(is_figure, column)) > len(column) / 2
    ]
    if not under_figures:
        return False
    same = [cell == name for cell, name in zip(row, texts[heads - 1], strict=True)]
    is_bold = bold[number] and all(bold[:heads]) and not any(bold[heads:number])
    return (
        same[0]
        or sum(same) >= max(2, len(row) / 2)
        or (is_bold and all(map(_says_a_measure, under_figures)))
    )


def _is_figure_or_nil(text: str) -> bool:
    return not text or is_figure(text) or cell_value(text).kind is CellKind.NIL


def _says_a_measure(text: str) -> bool:
    """Whether a name says a unit or scale, or a year or period."""
    measure = measure_of(text)
    return bool(
        measure.unit or measure.scale or is_measure(text) or is_year(text) or is_period(text)
    )


def _heads(texts: Sequence[Sequence[str]], bold: Sequence[bool], sizes: Sequence[float]) -> int:
    """How many rows at the top name the columns: those in bold letters over others that are not, a
    first one in another font, or one of a few words each. Where that is open it is a row like the
    others: what a table goes on with on the next page would else be lost as names."""
    heads = next((number for number, each in enumerate(bold) if not each), len(bold))
    if 0 < heads < len(bold):
        return min(heads, MOST_HEADS)
    if not heads and _is_in_another_font(texts, sizes):
        return 1
    if heads or not header_rows(texts):
        return 0
    first, *rest = texts
    figures = sum(any(cell[:1] in _FIGURE for cell in row[1:] if cell) for row in rest)
    of_figures = figures >= FIGURED * len(rest)
    if not of_figures and not any(map(_is_no_name, zip(*rest, strict=True))):
        return 0  # “Ada Finch, cook” over “Tom Reed, mate” is a row
    most = NAME_OVER_FIGURES if of_figures else NAME
    # among figures, a row without any may be the names of a table right below this one
    entries = [row for row in rest if not of_figures or any(map(is_figure, row[1:]))]
    return int(
        all(
            (not cell and not number)
            or (
                0 < len(cell.split()) <= most
                and not cell[:1].islower()
                and cell not in {row[number] for row in entries}
            )
            for number, cell in enumerate(first)
        )
    )


def _is_in_another_font(texts: Sequence[Sequence[str]], sizes: Sequence[float]) -> bool:
    """Whether the first row is set otherwise than all others, which are set alike: fonts differ in
    the height of their boxes, bold or not. Names are short, and neither figures nor cells of the
    rows below."""
    first, rest = sizes[0], sizes[1:]
    below = {cell for row in texts[1:] for cell in row}
    if len(rest) < FEWEST_ROWS - 1 or any(
        cell[:1] in _FIGURE or len(cell.split()) > NAME_OVER_FIGURES or cell in below
        for cell in texts[0]
        if cell
    ):
        return False
    if max(rest) > SAME_FONT * min(rest):
        return False
    return first > OTHER_FONT * max(rest) or first * OTHER_FONT < min(rest)


def _is_no_name(column: Sequence[str]) -> bool:
    """Whether the cells of a column are written as no names are: in small letters or many words."""
    filled = [cell for cell in column if cell]
    return bool(filled) and all(cell[:1].islower() or len(cell.split()) > NAME for cell in filled)


def _told_by_figures(
    words: Sequence[Word], rows_drawn: Sequence[Sequence[str]], heads: int
) -> bool:
    """Whether one table that is told by its figures alone has nearly all the same cells, and names
    for all columns if the grid has: its header is read better, since it knows periods, units and
    what stands over what."""
    printed_lines = arrange(rows(fragments(words)), 0)
    tables = [
        printed_line for printed_line in printed_lines if isinstance(printed_line, PrintedTable)
    ]
    if len(tables) != 1 or not all(tables[0].header[1:]):
        return False
    if not tables[0].header and heads:
        return False
    known = {plain(cells) for _, cells in tables[0].rows}
    # rows that the one takes for names of columns the other may take for rows
    below = len(rows_drawn) - len(tables[0].header_lines)
    alike = sum(plain(row) in known for row in rows_drawn)
    return alike >= ALIKE * max(len(tables[0].rows), below)


def _place(at: float, edges: Sequence[float]) -> int:
    """The number of the space between two edges in which something stands."""
    inner = edges[1:-1]
    return sum(edge < at for edge in inner)


def _holds_figures(words: Sequence[Word]) -> bool:
    """Whether figures stand under each other in a cell: its rows are not drawn."""
    lines = [line_of(row).text.split() for row in rows(fragments(words))]
    return sum(all(map(is_figure, line)) for line in lines) > 1
