"""The numbers of rows: positions of a bill, ranks, numbers of articles.

Such a number is a figure by its form. As one it would be the table's first column, what stands
behind it no label, and the lines of a letter's head above it names of columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.readers.layout.cells import RowCell, RowCells, is_period, opened_by_number

FEWEST = 3
"""Fewer rows in a row may count something: "1 chair", "2 tables"."""
STEPS = (1, 10, 100)
_NUMBER = re.compile(r"\d{1,9}\.?")
_CODE = re.compile(r"\d{4,9}")
"""A shorter number may say how many there are of something."""


def with_row_numbers(rows: Sequence[RowCells]) -> list[RowCells]:
    """The rows of a column of text, where their numbers are put to their labels: whole numbers in
    front of a text that rise by one step, or that are numbers of articles, each another one and all
    of one length."""
    found = list(rows)
    places = [at for at, row in enumerate(rows) if _may_have_number(row)]
    for run in _runs(places, [_text_of(rows[at]) for at in places]):
        for at in run:
            found[at] = opened_by_number(rows[at])
    return found


def _runs(places: Sequence[int], texts: Sequence[str]) -> list[Sequence[int]]:
    """The places of rows that are numbered one after the other; all, where they have codes."""
    are_codes = all(_CODE.fullmatch(text) for text in texts) and len(set(map(len, texts))) == 1
    if len(texts) >= FEWEST and are_codes and len(set(texts)) == len(texts):
        return [places]
    numbers = [int(text) for text in texts]
    runs: list[Sequence[int]] = []
    start = 0
    for end in range(1, len(numbers) + 1):
        step = numbers[start + 1] - numbers[start] if end - start > 1 else 0
        if end < len(numbers) and (end - start == 1 or numbers[end] - numbers[end - 1] == step):
            continue
        first_steps = step == 1 or (step in STEPS and numbers[start] == step)
        if end - start >= FEWEST and first_steps:
            runs.append(places[start:end])
        start = end if end - start >= FEWEST else max(start + 1, end - 1)
    return runs


def _may_have_number(row: RowCells) -> bool:
    """Whether a row begins with a whole number, a text behind it, and figures behind that."""
    if row.pieces or len(row.cells) < FEWEST or is_period(row.cells[0].text):
        return False
    first, second, *others = row.cells
    return (
        _NUMBER.fullmatch(first.text) is not None
        and _is_text(second)
        and any(other.numeric for other in others)
    )


def _is_text(cell: RowCell) -> bool:
    return not cell.numeric and any(each.isalpha() for each in cell.text)


def _text_of(row: RowCells) -> str:
    return row.cells[0].text.rstrip(".")
