"""Rows of tables of words within a passage, as its text has them: a line each, with two blanks
between the cells.

To a reader of sentences such rows are one long sentence. Rows of figures are left as they are:
apart from the names of their columns they say nothing.
"""

from __future__ import annotations

import re

from backend.leaders import has_leader

JOINT = "  "
"""Between the cells of a row, as readers write them."""
LEAST_ROWS = 2
"""A single line with two blanks in it may be a sentence."""
MOST_FIGURES = 1 / 3
"""Share of a run's cells that begin with a figure, at most."""
_LINE = re.compile(r"[^\n]+")
_ENDED = re.compile(r"[.!?:;]$")
_FIGURE = re.compile(r"[-–−$€£(]?\d")
_TITLE = re.compile(r"[^.!?:=]+ [-–—] [^.!?:=]+")


def table_lines(text: str) -> list[tuple[int, int]]:
    """The spans of such rows, those of at least two behind each other."""
    found: list[tuple[int, int]] = []
    run: list[re.Match[str]] = []
    for line in [*_LINE.finditer(text), None]:
        if line is not None and _is_row(line[0]) and (not run or line.start() == run[-1].end() + 1):
            run.append(line)
            continue
        found.extend(_of_words(run) if _stands_apart(text, run) else [])
        run = [line] if line is not None and _is_row(line[0]) else []
    return found


def runs_over_rows(text: str) -> bool:
    """Whether a piece of text runs from one such row into the next, whatever its cells hold."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return len(lines) > 1 and sum(JOINT in line for line in lines) > len(lines) / 2


def names_the_list(text: str, start: int, end: int) -> bool:
    """Whether a line that stands alone, the first of a document of rows, is what the list is
    called: two parts that a dash joins, without the end of a sentence."""
    return text.startswith("\n\n", end) and _TITLE.fullmatch(text, start, end) is not None


def _stands_apart(text: str, run: list[re.Match[str]]) -> bool:
    """Whether blank lines, or the ends of the text, stand around some lines: others are lines of a
    paragraph that is set with double blanks."""
    if not run:
        return False
    before, behind = text[: run[0].start()], text[run[-1].end() :]
    opens = not before.strip() or before.endswith("\n\n")
    return opens and (not behind.strip() or behind.startswith("\n\n"))


def _is_row(line: str) -> bool:
    cells = line.split(JOINT)
    ended = any(map(_ENDED.search, cells[:-1]))
    return len(cells) > 1 and all(cells) and not ended and not has_leader(line)


def _of_words(run: list[re.Match[str]]) -> list[tuple[int, int]]:
    cells = [cell for line in run for cell in line[0].split(JOINT)]
    figures = sum(_FIGURE.match(cell) is not None for cell in cells)
    if len(run) < LEAST_ROWS or figures > MOST_FIGURES * len(cells):
        return []
    return [line.span() for line in run]
