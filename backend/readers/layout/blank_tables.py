"""Tables that a text draws with blanks alone: names, and below them figures in columns.

Memos and mails hold them. Each is written anew as a pipe table, as those that are drawn with
characters are, so that its figures are cells and not words of one long line. What only looks alike
(a log, a list of options, two columns of prose) has no names over figures, and stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from backend.readers.layout.cells import is_number, is_period
from backend.readers.layout.character_tables import pipe_lines

FEWEST_ROWS = 2
MOST_ABOVE = 3
"""Lines of a run of which one names the columns of those below it."""
LONGEST_CELL = 60
MOST_COLUMNS = 20
FULL = 0.5
"""Share of the rows that have a text in each column, at least."""
NEAR = 1
"""Characters by which texts under each other may begin or end apart."""
_APART = re.compile(r"\S(?: {2,}|\t)\S")
_CELL = re.compile(r"\S+(?: \S+)*")
_RULED = "-=─━_"
_SIGNED = re.compile(r"[-+~≈]?[£$€]?\s?[\d(][\d.,' ()]*\s?(?:[%£$€]|[a-zA-Z]{1,4})?")
_NO_NAME = re.compile(r"[][{}#;<>|=\"‘’“”]|^[^\w\s'$£€%(]|^\W+$|:$|\d[.,]\d")
"""What stands in lines of programs, among signs and in rows, and not over columns."""


@dataclass(frozen=True, slots=True)
class _Text:
    """A text of a line, from one place to before another."""

    start: int
    end: int
    text: str


def with_blank_tables(text: str) -> str:
    """A text whose tables of blanks are pipe tables; everything else is as it was."""
    if not _APART.search(text):
        return text
    lines = text.split("\n")
    runs = [(parted, list(run)) for parted, run in groupby(lines, _is_parted)]
    found: list[str] = []
    for (parted, held), (_, behind) in pairwise([*runs, (False, [""])]):
        found += _with_table(held) if parted and not _goes_on(held[-1], behind[0]) else held
    return "\n".join(found)


def _goes_on(last: str, behind: str) -> bool:
    """Whether a line goes on with a cell of the last row: it begins below one that is not the
    first. The rows behind it would lose their names."""
    texts = _texts_of(behind)
    return bool(texts) and any(texts[0].start == each.start for each in _texts_of(last)[1:])


def _is_parted(line: str) -> bool:
    """Whether blanks part a line, or it is a rule."""
    return len(_texts_of(line)) > 1 or _is_rule(line)


def _is_rule(line: str) -> bool:
    """Whether a line is drawn with dashes or the like, and has nothing else."""
    drawn = line.strip()
    return len(drawn) > 1 and not drawn.strip(_RULED + " \t") and drawn[:2] == drawn[0] * 2


def _with_table(lines: Sequence[str]) -> list[str]:
    """Lines that follow each other, each parted by blanks, those of a table anew: the names are the
    first or one of the next few, and the table goes on to the last."""
    for begin, line in enumerate(lines[:MOST_ABOVE]):
        if _is_rule(line):
            continue
        ruled = begin + 1 < len(lines) and _is_rule(lines[begin + 1])
        rows = [_texts_of(row) for row in lines[begin + 1 :] if not _is_rule(row)]
        names = _texts_of(line)
        cells = _cells_of(names, rows)
        if cells is None or not (ruled or len(cells[0]) > 2 or _ends_above(names, rows)):
            continue  # “Name   Ada Finch”, “Berth  12”
        if _are_named(cells[0], cells[1:], ruled=ruled):
            return [*lines[:begin], *pipe_lines(cells[0], cells[1:])]
    return list(lines)


def _ends_above(names: Sequence[_Text], rows: Sequence[Sequence[_Text]]) -> bool:
    """Whether the last name ends where the figures below it do, as it does over a column, and not
    where a value begins that stands beside its own name."""
    ends = {row[-1].end for row in rows} | {names[-1].end}
    return len(ends) == 1 and len({row[-1].start for row in rows} | {names[-1].start}) > 1


def _texts_of(line: str) -> list[_Text]:
    """The texts of a line that two blanks or a tab part."""
    return [
        _Text(match.start(), match.end(), match.group())
        for match in _CELL.finditer(line.expandtabs())
    ]


def _cells_of(names: Sequence[_Text], rows: Sequence[Sequence[_Text]]) -> list[list[str]] | None:
    """Names and rows by columns, empty where nothing stands; None where they form none."""
    if len(rows) < FEWEST_ROWS:
        return None
    count = max(map(len, rows))
    full = [row for row in rows if len(row) == count]
    if (
        not 2 <= count <= MOST_COLUMNS
        or not count - 1 <= len(names) <= count
        or len(full) < FULL * len(rows)
    ):
        return None
    columns = list(zip(*full, strict=True))
    edges = [(min(text.start for text in each), max(text.end for text in each)) for each in columns]
    if not all(map(_stand_under_each_other, columns)) or any(
        right[0] - left[1] < 1 for left, right in pairwise(edges)
    ):
        return None
    placed = [_placed(row, edges) for row in (names, *rows)]
    if None in placed or any(row and not row[0] for row in placed[1:]):
        return None
    return [row for row in placed if row is not None]


def _stand_under_each_other(column: Sequence[_Text]) -> bool:
    """Whether texts begin or end at one place, and none is as long as a sentence."""
    starts, ends = {text.start for text in column}, {text.end for text in column}
    aligned = min(max(each) - min(each) for each in (starts, ends)) <= NEAR
    return aligned and all(len(text.text) <= LONGEST_CELL for text in column)


def _placed(row: Sequence[_Text], edges: Sequence[tuple[int, int]]) -> list[str] | None:
    """The texts of a row, each in the only column over or under which it stands."""
    cells = [""] * len(edges)
    for text in row:
        at = [
            number
            for number, (left, right) in enumerate(edges)
            if text.start < right and left < text.end
        ]
        if len(at) != 1 or cells[at[0]]:
            return None
        cells[at[0]] = text.text
    return cells


def _are_named(names: Sequence[str], rows: Sequence[Sequence[str]], *, ruled: bool) -> bool:
    """Whether the first line names the columns of the others: each column of figures has a name
    that is none but a period, and there is one, or a rule stands below the names."""
    if not all(names[1:]) or any(name and _NO_NAME.search(name) for name in names):
        return False
    if not ruled and len({*names[1:]}) < len(names[1:]):
        return False  # “Monday  closed  closed” is a row
    if names[0] and _is_figure(names[0]) and not is_period(names[0]):
        return False
    of_figures = [
        name
        for name, column in zip(names[1:], list(zip(*rows, strict=True))[1:], strict=True)
        if 2 * sum(map(_is_figure, column)) > sum(map(bool, column))
    ]
    named = all(is_period(name) or not _is_figure(name) for name in of_figures)
    return named and (ruled or bool(of_figures))


def _is_figure(text: str) -> bool:
    return is_number(text) or _SIGNED.fullmatch(text) is not None
