"""Tables of words without rules: a row of names in bold, and under each name a column of texts.

Manuals list ports, sockets and file names so: nothing on such a page is a figure, and no rule is
drawn, so neither right edges nor lines tell the columns. The bold names do, where every text below
begins in the column of one of them and none reaches into the next.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.readers.layout.cell_words import (
    MARKS,
    are_bold,
    cell_text,
    is_of_cells,
    table_of,
)
from backend.readers.layout.lined_header import header_of
from backend.readers.layout.lined_rows import NEARER, Cells, cells_of, together
from backend.readers.layout.shapes import Fragment, FragmentRow, PrintedTable, Word
from backend.readers.layout.spanned_cells import is_figure
from backend.readers.layout.white_columns import Zone, columns_of

MOST_NAMES = 8
MOST_NAME_ROWS = 3
LONGEST_NAME = 40
FEWEST_ROWS = {2: 3}
"""Rows of a table of two columns; one of more has two at least."""
MAX_GAP = 1.6
"""Rows further apart than so many font boxes are not of one table."""
NAMES_APART = 0.6
"""Lines of names are closer than so many font boxes."""
FULL_WITHIN = 4
"""One of so many first rows has a text in each column."""
INDENT = 1.5
"""A text begins in its column at most so many font boxes behind where the column does."""
NEAR = 3.0
"""Points that texts under each other may begin apart."""
WORDS_OF_A_LINE = 3
"""Words of a line of running text, at least."""
SURELY_RUNNING = 4
"""Lines of one column that go on with the one above and tell a page in columns, whatever stands
beside them."""
RAGGED = 0.08
"""Share of a column's width by which lines that are full may end before the longest."""
_NAME_AND_VALUE = re.compile(r"[^\W\d_][\w.]*(?: [\w.]+){0,2}: \S")
_OF_A_BLOCK = frozenset({"to", "from", "by", "for"})
"""What the names over two addresses begin or end with: “Bill to”, “For the tenant”."""


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table, made of the rows from `first` to before `last`."""

    first: int
    last: int
    table: PrintedTable


def named_tables(rows: Sequence[FragmentRow]) -> Iterator[NamedTable]:
    """The tables below bold names among the rows of a column of text, from top to bottom. Those
    with columns of figures are left to what finds them by these."""
    at = 0
    while at < len(rows):
        names = _names_from(rows, at)
        last = _end_of_body(rows, names) if names is not None else at
        table = None if names is None else _table(rows[names[0] : names[1]], rows[names[1] : last])
        if names is None or table is None:
            at += 1
            continue
        yield NamedTable(names[0], last, table)
        at = last


def _names_from(rows: Sequence[FragmentRow], at: int) -> tuple[int, int] | None:
    """Span of the rows of names that begin at a row; None where none do. The last one has a name
    over each column."""
    if not _is_bold(rows[at]) or (
        at and _is_bold(rows[at - 1]) and _are_one(rows[at - 1], rows[at])
    ):
        return None
    end = at + 1
    while end < len(rows) and _is_bold(rows[end]) and _are_one(rows[end - 1], rows[end]):
        end += 1
    most = max(len(row.fragments) for row in rows[at:end])
    if end - at > MOST_NAME_ROWS or not 2 <= most <= MOST_NAMES:
        return None
    return (at, end) if len(rows[end - 1].fragments) == most else None


def _is_bold(row: FragmentRow) -> bool:
    return all(
        are_bold(piece.words) and len(_text(piece)) <= LONGEST_NAME for piece in row.fragments
    )


def _text(piece: Fragment) -> str:
    return " ".join(word.text for word in piece.words)


def _are_one(upper: FragmentRow, lower: FragmentRow) -> bool:
    """Whether two bold rows are lines of the same names."""
    return lower.top - upper.bottom <= NAMES_APART * max(upper.size, lower.size)


def _close(upper: FragmentRow, lower: FragmentRow) -> bool:
    return lower.top - upper.bottom <= MAX_GAP * max(upper.size, lower.size)


def _end_of_body(rows: Sequence[FragmentRow], names: tuple[int, int]) -> int:
    """Where the rows below names end whose texts stand in the columns of these."""
    body = names[1]
    if body >= len(rows):
        return body
    found = (_starts(rows[body - 1], row) for row in rows[body : body + FULL_WITHIN])
    starts = next((each for each in found if each is not None), None)
    end = body
    if starts is None:
        return end
    while (
        end < len(rows)
        and _close(rows[end - 1], rows[end])
        and not _is_bold(rows[end])
        and _stands_in(rows[end], starts)
    ):
        end += 1
    # a text of its own below the last row is no row
    while end > body + 1 and len(rows[end - 1].fragments) == 1 and not _goes_on(rows, end, starts):
        end -= 1
    return end


def _starts(names: FragmentRow, row: FragmentRow) -> list[float] | None:
    """Where the columns begin, by their names and by a row that has a text in each, which begins
    where the name does or stands in the middle below it; None for another row."""
    if len(names.fragments) != len(row.fragments):
        return None
    pairs = list(zip(names.fragments, row.fragments, strict=True))
    if any(
        text.right < name.left or name.right < text.left or _begins_elsewhere(name, text)
        for name, text in pairs
    ):
        return None
    return [min(name.left, text.left) for name, text in pairs]


def _begins_elsewhere(name: Fragment, text: Fragment) -> bool:
    """Whether a text begins neither where its name does, nor has its middle below or within it."""
    centred = name.left - NEAR <= (text.left + text.right) / 2 <= name.right + NEAR
    within = text.left - NEAR <= (name.left + name.right) / 2 <= text.right + NEAR
    return abs(name.left - text.left) > INDENT * text.size and not (centred or within)


def _stands_in(row: FragmentRow, starts: Sequence[float]) -> bool:
    """Whether each text of a row begins in a column and ends before the next one."""
    ends = [*starts[1:], math.inf]
    for piece in row.fragments:
        at = sum(start - NEAR <= piece.left for start in starts) - 1
        if at < 0 or piece.right >= ends[at] - 1.0:
            return False
    return True


def _goes_on(rows: Sequence[FragmentRow], end: int, starts: Sequence[float]) -> bool:
    """Whether the last row is the second line of a cell: close below it, in its very column and not
    the first, or with a small letter."""
    row, above = rows[end - 1], rows[end - 2]
    piece = row.fragments[0]
    begins = any(abs(piece.left - other.left) <= NEAR for other in above.fragments)
    behind = piece.left >= starts[1] - NEAR
    return begins and (behind or _text(piece)[:1].islower())


def _table(names: Sequence[FragmentRow], body: Sequence[FragmentRow]) -> PrintedTable | None:
    """The table of some names and rows; None where they do not make one."""
    count = len(names[-1].fragments)
    zones = columns_of(body)
    if len(zones) != count:
        return None
    if _are_of_blocks(names[-1]) or _is_running_text(body, zones):
        return None
    paths = header_of(names, zones, [])
    if paths is None or not all(paths) or any(_is_code(path[-1]) for path in paths):
        return None
    entries = _entries(body, zones)
    texts = [[cell_text(cell) for cell in entry] for entry in entries]
    if len(texts) < FEWEST_ROWS.get(count, 2):
        return None
    columns = list(zip(*texts, strict=True))
    if (
        not is_of_cells(texts)
        or any(map(_are_addresses, texts))
        or any(map(_are_whole_lines, columns))
        or any(_are_figures(column) for column in columns[1:])
    ):
        return None
    return table_of(names, paths, entries, texts)


def _are_of_blocks(names: FragmentRow) -> bool:
    """Whether two names stand over blocks, such as those of who sends and who gets something."""
    said = [_text(piece).rstrip(":").casefold().split() for piece in names.fragments]
    return len(said) == 2 and all(_OF_A_BLOCK.intersection(each[:1] + each[-1:]) for each in said)


def _is_running_text(body: Sequence[FragmentRow], zones: Sequence[Zone]) -> bool:
    """Whether the lines are those of a page in columns, each column below a heading of its own:
    in two of them, or in a long one, most lines go on with the sentence of the line above. Lines
    without a label are those of cells."""
    lines = [cells_of(row, zones) for row in body]
    running = [_goes_on_in_lines(lines, at) for at in range(len(zones))]
    return sum(map(bool, running)) > 1 or max(running) >= SURELY_RUNNING


def _goes_on_in_lines(lines: Sequence[Cells], at: int) -> int:
    """How many lines of a column go on with the one above, if most do: that one is full, so that
    the first word of the next had no room in it, and not few begin with a small letter or have a
    sentence end within. 0 where they do not."""
    held = [line[at] for line in lines if line[at]]
    if not held:
        return 0
    right = max(cell[-1].right for cell in held)
    right -= RAGGED * (right - min(cell[0].left for cell in held))
    pairs = [(one[at], two[at]) for one, two in pairwise(lines) if two[0] and one[at] and two[at]]
    told = sum(lower[0].text[:1].islower() or _ends_within(lower) for _, lower in pairs)
    full = sum(
        len(upper) >= WORDS_OF_A_LINE and upper[-1].right + lower[0].right - lower[0].left > right
        for upper, lower in pairs
    )
    return full if 3 * told > len(pairs) < 2 * full else 0


def _ends_within(line: Sequence[Word]) -> bool:
    """Whether a sentence ends in a line and another one begins."""
    return any(
        upper.text.endswith((".", "!", "?")) and len(upper.text) > 2 and lower.text[:1].isupper()
        for upper, lower in pairwise(line)
    )


def _are_whole_lines(column: Sequence[str]) -> bool:
    """Whether most cells are items of a list, or names with their values behind colons."""
    marked = sum(text[:1] in MARKS and text[1:2] == " " for text in column)
    named = sum(_NAME_AND_VALUE.match(text) is not None for text in column)
    return 2 * max(marked, named) > sum(map(bool, column))


def _entries(body: Sequence[FragmentRow], zones: Sequence[Zone]) -> list[Cells]:
    """The rows, each with the lines that go on with it; none at all where it is open which do.

    Where rows stand further apart than the lines of one, that tells. Else a line goes on that has
    no label and one text, or a label in small letters among others that begin with capitals. A line
    without a label that stands nearer to the next one is of the row below, whose label is set in
    its middle.
    """
    lines = [cells_of(row, zones) for row in body]
    gaps = [math.inf, *(lower.top - upper.bottom for upper, lower in pairwise(body)), math.inf]
    apart = min(gaps) + NEARER
    told = all(
        gap > apart for gap, line in zip(gaps, lines, strict=False) if line[0] and any(line[1:])
    )
    labels = [line[0][0].text for line in lines if line[0]]
    capitals = 2 * sum(label[:1].isupper() for label in labels) > len(labels)
    entries: list[Cells] = []
    above: list[Cells] = []
    for number, line in enumerate(lines):
        label, *others = line
        before, after = gaps[number], gaps[number + 1]
        is_small = bool(label) and capitals and label[0].text[:1].islower()
        if not told and ((not label and sum(map(bool, others)) > 1) or _is_alone(line, is_small)):
            return []
        if label and entries and not above and (is_small or (told and before <= apart)):
            entries[-1] = together([entries[-1], line])
        elif label or (told and not above and min(before, after) > apart):
            entries.append(together([*above, line]))
            above = []
        elif above or after < before - NEARER or not entries:
            above.append(line)
        else:
            entries[-1] = together([entries[-1], line])
    return [*entries[:-1], together([*entries[-1:], *above])] if above else entries


def _is_alone(line: Cells, is_small: bool) -> bool:
    """Whether a line is a label alone, which may head the rows below or go on with the last."""
    label, *others = line
    return bool(label) and not any(others) and not is_small


def _is_code(name: str) -> bool:
    """Whether what stands over a column is a number or a code, and no name."""
    return 2 * sum(map(str.isdigit, name)) > sum(map(str.isalnum, name))


def _are_addresses(row: Sequence[str]) -> bool:
    """Whether several cells of a row are addresses: people beside each other, each in a block."""
    return sum("@" in text for text in row) > 1


def _are_figures(column: Sequence[str]) -> bool:
    return 2 * sum(map(is_figure, column)) > sum(map(bool, column))
