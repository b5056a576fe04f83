"""Tables with rules along the page and none up it: one over the names of their columns, one below
these, and one where the table ends; the first may be missing.

Between such rules stands nothing but the table. So its columns are parted by what is blank in all
of its rows, its names need not be told from what stands above it, and a column may hold texts,
wherever it stands. What the rules and blanks leave open is read as pages without rules are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.readers.layout.cell_words import (
    ALIKE,
    are_bold,
    cell_text,
    is_of_cells,
    plain,
    table_of,
)
from backend.readers.layout.lined_bands import (
    PARTIAL,
    begins_at,
    end_of_bands,
    is_at,
    is_figured,
    may_name,
    names_above,
    rows_below,
    without_caption,
)
from backend.readers.layout.lined_header import header_of, with_label_numbers
from backend.readers.layout.lined_rows import entries_of
from backend.readers.layout.rows import fragments, rows
from backend.readers.layout.rule_runs import NEAR, Rule, RuleRun, runs_of
from backend.readers.layout.ruled_tables import CellGrid
from backend.readers.layout.shapes import FragmentRow, PrintedLine, PrintedTable, Word
from backend.readers.layout.spanned_cells import is_figure
from backend.readers.layout.white_columns import columns_of, ink_of

MOST_COLUMNS = 24
MOST_RULES = 400
"""Rules of one length and place that are looked at: more of them are the lines of a drawing."""
LEVEL = 2.0
"""Points by which the middles of what stands in one row may differ."""
MOST_NAME_WORDS = 3
"""Words of a name over texts, where it is not bold."""
NAMES_ANEW = 3
"""Texts of a row that names columns anew, at least: two may be lines of cells."""


@dataclass(frozen=True, slots=True)
class LinedTable:
    """A table and where it stands: as one cell of a grid, from edge to edge."""

    place: CellGrid
    table: PrintedTable


@dataclass(frozen=True, slots=True)
class _Space:
    """What names may be, the words between rules of one length and where these stand, the rules of
    the page, and the edges within which a table stands."""

    above: Sequence[Word]
    words: Sequence[Word]
    at: Sequence[float]
    lines: Sequence[RuleRun]
    edges: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Made:
    """A table, the number of the rule that ends it, and where its names begin and its rows end."""

    table: PrintedTable
    last: int
    top: float
    bottom: float


def lined_tables(rules: Iterable[Rule], words: Sequence[Word]) -> list[LinedTable]:
    """The tables of a page that rules along it bound, from top to bottom.

    Args:
        words: those that no other table holds, in the order in which the file draws them.
    """
    lines, _ = runs_of(rules)
    found: list[LinedTable] = []
    left = list(words)
    for alike in sorted(_of_one_length(lines), key=lambda group: group[0].begin - group[0].end):
        for each in _between(alike, lines, left):
            found.append(each)
            left = [word for word in left if not each.place.holds(word)]
    return sorted(found, key=lambda each: (each.place.down[0], each.place.across[0]))


def is_told_alike(lined: LinedTable, items: Iterable[PrintedLine | PrintedTable]) -> bool:
    """Whether a table that is told by its figures alone has the same names and nearly all the same
    rows: it may go on below the last rule."""
    own = [plain(cells) for _, cells in lined.table.rows]
    named = _letters(lined.table)
    for item in items:
        if not isinstance(item, PrintedTable) or not item.header or not all(item.header[1:]):
            continue
        known = {plain(cells) for _, cells in item.rows}
        if _letters(item) == named and sum(row in known for row in own) >= ALIKE * len(own):
            return True
    return False


def _letters(table: PrintedTable) -> list[str]:
    """The letters of the names of a table's columns, in whatever order they were read."""
    return sorted("".join("".join(path) for path in table.header).replace(" ", ""))


def _of_one_length(lines: Sequence[RuleRun]) -> list[list[RuleRun]]:
    """Runs that begin and end under each other, each group from top to bottom."""
    groups: list[list[RuleRun]] = []
    for line in sorted(lines):
        for group in groups:
            first = group[0]
            if abs(first.begin - line.begin) <= NEAR and abs(first.end - line.end) <= NEAR:
                group.append(line)
                break
        else:
            groups.append([line])
    return [group for group in groups if 2 <= len(group) <= MOST_RULES]


def _between(
    alike: Sequence[RuleRun], lines: Sequence[RuleRun], words: Sequence[Word]
) -> Iterator[LinedTable]:
    """The tables between rules of one length."""
    begin, end = alike[0].begin - NEAR, alike[0].end + NEAR
    inside = [word for word in words if begin < (word.left + word.right) / 2 < end]
    at = [line.at for line in alike]
    bands = [[word for word in inside if is_at(word, *pair)] for pair in pairwise(at)]
    printed = [rows(fragments(band)) for band in bands]
    number, floor = 0, float("-inf")
    while number < len(bands):
        upper = names_above(inside, at[number], floor, lines, end - begin)
        over = [] if begins_at(upper, begin) else upper
        made = None
        # with a rule above the names, or with none
        for first, above in (
            (number + 1, without_caption([*over, *bands[number]])),
            (number, upper),
        ):
            if made is None and may_name(above):
                made = _longest(_Space(above, inside, at, lines, (begin, end)), printed, first)
        if made is None or _is_part(made.table, words, (begin, end)):
            number += 1
            continue
        top = min(made.top, at[number]) - 1.0
        yield LinedTable(CellGrid((begin, end), (top, made.bottom + 1.0)), made.table)
        number, floor = made.last, made.bottom


def _is_part(table: PrintedTable, words: Sequence[Word], edges: tuple[float, float]) -> bool:
    """Whether the rules reach over a part of the rows alone, as those under sums do: beside half
    of the lines stands something at their very height."""
    begin, end = edges
    beside = [
        (word.top + word.bottom) / 2
        for word in words
        if not begin < (word.left + word.right) / 2 < end
    ]
    lines = [*table.header_lines, *(line for line, _ in table.rows)]
    middles = [(line.top + line.bottom) / 2 for line in lines]
    level = sum(any(abs(each - at) < LEVEL for each in beside) for at in middles)
    return 2 * level >= len(middles)


def _longest(space: _Space, bands: Sequence[Sequence[FragmentRow]], first: int) -> _Made | None:
    """The table that goes on over as many bands as have its columns.

    Args:
        bands: the rows between each rule and the next.
        first: the first that has rows of the table.
    """
    begin, end = space.edges
    most = end_of_bands(space.above, bands, first, space.edges)
    ends = {most, (first + most + 1) // 2, first + 1}
    for last in sorted((each for each in ends if first < each <= most), reverse=True):
        held = list(bands[first:last])
        table = _table(space, held)
        if table is None:
            continue
        if closing := rows_below(space.words, space.at[last], end - begin):
            longer = _table(space, [*held, closing])
            if longer is not None and len(longer.header) == len(table.header):
                table, held = longer, [*held, closing]
        top = min(word.top for word in space.above)
        return _Made(table, last, top, max(row.bottom for row in held[-1]))
    return None


def _names_anew(band: Sequence[FragmentRow]) -> bool:
    """Whether among rows with figures stands one of several texts without, as the names of a next
    table do."""
    figured = [is_figured(row) for row in band]
    return 2 * sum(figured) > len(figured) and any(
        not figures and len(ink_of(row)) >= NAMES_ANEW
        for row, figures in zip(band, figured, strict=True)
    )


def _table(space: _Space, bands: Sequence[Sequence[FragmentRow]]) -> PrintedTable | None:
    """The table of some names and of the rows below them; None where they do not make one."""
    names = rows(fragments(space.above))
    body = list(bands)
    if len(names) > 1 and _heads_rows(names[-2], names[-1]):
        body.insert(0, [names.pop()])
    zones = with_label_numbers(columns_of([row for band in body for row in band]), names)
    if not 2 <= len(zones) <= MOST_COLUMNS:
        return None
    paths = header_of(names, zones, _within(space))
    if paths is None or sum(map(bool, paths)) < 2:
        return None
    entries = entries_of(body, zones)
    texts = [[cell_text(cell) for cell in entry] for entry in entries]
    if not is_of_cells(texts) or any(map(_names_anew, body)):
        return None
    own = 2 * len(bands) < len(entries)
    if not _are_names(paths, texts, are_bold(space.above) and not _are_all_bold(entries), own=own):
        return None
    return table_of(names, paths, entries, texts, drawn=True)


def _heads_rows(upper: FragmentRow, row: FragmentRow) -> bool:
    """Whether the last row of what may be names heads the rows below: a text where labels are,
    wholly under a row of several."""
    where_labels_are = row.right < upper.left or abs(row.left - upper.left) < NEAR
    return (
        len(row.fragments) == 1
        and len(upper.fragments) > 1
        and row.top >= upper.bottom - 1.0
        and where_labels_are
    )


def _within(space: _Space) -> list[RuleRun]:
    """The rules within the names, which reach over some of the columns."""
    begin, end = space.edges
    top = min(word.top for word in space.above)
    bottom = max(word.bottom for word in space.above)
    return [
        line
        for line in space.lines
        if begin - NEAR <= line.begin
        and line.end <= end + NEAR
        and top < line.at < bottom
        and line.end - line.begin < PARTIAL * (end - begin)
    ]


def _are_all_bold(entries: Sequence[Sequence[Sequence[Word]]]) -> bool:
    return are_bold([word for entry in entries for cell in entry for word in cell])


def _are_names(
    paths: Sequence[Sequence[str]], texts: Sequence[Sequence[str]], bold: bool, *, own: bool
) -> bool:
    """Whether what stands over the rows names their columns, and is no row like them: figures stand
    below names; or they are `bold` over others; or a rule of their `own` parts them from the rows,
    which have none, and they are short over longer texts."""
    columns = list(zip(*texts, strict=True))
    if bold or any(
        path and 2 * sum(map(is_figure, column)) > sum(map(bool, column))
        for path, column in zip(paths[1:], columns[1:], strict=True)
    ):
        return True
    named = [" ".join(path) for path in paths if path]
    if not own or any(len(name.split()) > MOST_NAME_WORDS for name in named):
        return False
    return not any(name[:1].islower() for name in named)
