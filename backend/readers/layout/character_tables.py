"""Tables that a text draws with characters: +---+, | and the like, or lines of boxes.

Manuals, mails and what databases print hold them. Each is written anew as a pipe table, a line a
row, so that a cell of several lines is one cell and not torn among its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

_BOXES = {
    **dict.fromkeys(range(0x2500, 0x2570), "+"),
    **dict.fromkeys(map(ord, "│┃║┆┇┊┋╎╏"), "|"),
    **dict.fromkeys(map(ord, "─━═┄┅┈┉╌╍"), "-"),
}
"""What lines of boxes are in ASCII: corners and crossings, lines up and along."""
_OUTER_RULE = re.compile(r"\s*[+|](?=[-=+|]*[-=]{2})[-=+|]+[+|]\s*")
_INNER_RULE = re.compile(r"\s*-+(?:\+-+)+\s*")
"""The one line below the names of columns, as databases print it."""
_ROW = re.compile(r"\s*\|.*\|\s*")
FEWEST_LINES = 2
"""Lines with cells, and rules, at least: a single line in a frame is a notice."""
FEWEST_COLUMNS = 2
_DRAWN = re.compile("[|+\u2500-\u256f]")


def with_pipe_tables(text: str) -> str:
    """A text whose drawn tables are pipe tables; everything else is as it was."""
    if not _DRAWN.search(text):
        return text
    lines = text.split("\n")
    found: list[str] = []
    position = 0
    while position < len(lines):
        end, made = _framed(lines, position)
        if not made:
            end, made = _printed(lines, position)
        if made:
            found += made
            position = end
        else:
            found.append(lines[position])
            position += 1
    return "\n".join(found)


def _framed(lines: Sequence[str], begin: int) -> tuple[int, list[str]]:
    """The table with a frame that begins at a line: where it ends, and its lines anew; none where
    there is none."""
    end = begin
    while end < len(lines) and _is_of_frame(lines[end]):
        end += 1
    own = [line.translate(_BOXES) for line in lines[begin:end]]
    rules = [each for each in own if _OUTER_RULE.fullmatch(each)]
    if len(rules) < FEWEST_LINES or len(own) - len(rules) < FEWEST_LINES:
        return begin, []
    edges = _edges(max(rules, key=lambda rule: len(_edges(rule))))
    groups = [
        [*some]
        for is_rule, some in groupby(own, lambda each: _OUTER_RULE.fullmatch(each) is not None)
        if not is_rule
    ]
    if len(edges) <= FEWEST_COLUMNS or len(groups) < 2 or not _fit(groups, edges):
        return begin, []
    head, *rest = groups
    rows = [_joined(each, edges) for each in rest]
    if len(rest) == 1:  # no rule parts the rows: each is a line
        rows = [_cells(each, edges) for each in rest[0]]
    return end, pipe_lines(_joined(head, edges), rows)


def _printed(lines: Sequence[str], begin: int) -> tuple[int, list[str]]:
    """The same of a table without a frame: names, a rule, and a line for each row."""
    if begin + 2 >= len(lines) or not _INNER_RULE.fullmatch(lines[begin + 1]):
        return begin, []
    crossings = _edges(lines[begin + 1])
    end = begin + 2
    while end < len(lines) and _has_bars(lines[end], crossings):
        end += 1
    if end == begin + 2 or not _has_bars(lines[begin], crossings):
        return begin, []
    edges = [-1, *crossings, max(map(len, lines[begin:end]))]
    rows = [_cells(line, edges) for line in lines[begin + 2 : end]]
    return end, pipe_lines(_cells(lines[begin], edges), rows)


def _is_of_frame(line: str) -> bool:
    plain = line.translate(_BOXES)
    return _ROW.fullmatch(plain) is not None or _OUTER_RULE.fullmatch(plain) is not None


def _edges(rule: str) -> list[int]:
    """Where the columns of a rule begin and end."""
    return [place for place, letter in enumerate(rule) if letter in "+|"]


def _has_bars(line: str, places: Sequence[int]) -> bool:
    return all(place < len(line) and line[place] == "|" for place in places)


def _fit(groups: Sequence[Sequence[str]], edges: Sequence[int]) -> bool:
    """Whether every line has a bar at every edge: cells that reach over columns have none."""
    return all(_has_bars(each, edges) for group in groups for each in group)


def _cells(line: str, edges: Sequence[int]) -> list[str]:
    ends = pairwise(edges)
    return [" ".join(line[left + 1 : right].split()) for left, right in ends]


def _joined(lines: Sequence[str], edges: Sequence[int]) -> list[str]:
    """The cells of several lines, each line behind the one above."""
    cells = zip(*(_cells(line, edges) for line in lines), strict=True)
    return [" ".join(filter(None, cell)) for cell in cells]


def pipe_lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a pipe table, its names first; rows without a text are left out."""
    lines = [head, ["---"] * len(head), *(row for row in rows if any(row))]
    escaped = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return [f"| {' | '.join(each)} |" for each in escaped]
