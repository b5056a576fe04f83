"""A row of a page as a label and the cells that follow it."""

from __future__ import annotations

import re
from typing import NamedTuple

from backend.readers.layout.shapes import Row, Word

_NUMBER = re.compile(
    r"[(\[]?[-–—−+]?(?:[$€£¥]|[A-Z]{1,3}\$)?[(\[]?[-–—−+]?"
    r"(?:\d[\d,.'\u00a0\u202f]*|\.\d+)"
    r"[)\]]?(?:%|x|X|bps?|pts?|pp)?[)\]]?\*{0,2}"
)
_NOTHING = frozenset(
    ["-", "–", "—", "−", "--", "—%", "–%", "-%", "n/a", "N/A", "n/m", "N/M", "NM", "nm", "NA"]
)
_OPENING = frozenset(["$", "€", "£", "¥", "(", "$(", "US$", "C$", "A$", "-$", "($"])
_CLOSING = frozenset([")", "%", ")%", "%)", "x", "bps", "pts", "pp"])
_LEADER = re.compile(r"(?:[.·…_]\s*){3,}$")
_YEAR = re.compile(r"(?:FY|CY)?['’]?(?:19|20)\d\d[AEF]?")
_DATE = re.compile(r"\d{1,2}/\d{1,2}/(?:\d\d){1,2}|Q[1-4]['’]?(?:\d\d){0,2}|[1-4]Q(?:\d\d){0,2}")
_MONTH = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.?\b"
    r"|\b(?:months|weeks|quarter|year|years|fiscal|ended|ending|as of)\b"
    r"|\bin (?:millions|thousands|billions)\b"
)


class Cell(NamedTuple):
    """A cell of a table's row. `edge` is where its digits end, the mark after them left out."""

    text: str
    left: float
    right: float
    edge: float
    numeric: bool


class Cells(NamedTuple):
    """A row's label and the cells right of it."""

    label: str
    label_right: float
    cells: tuple[Cell, ...]

    @property
    def numeric(self) -> int:
        """How many of the cells are numbers."""
        return sum(1 for cell in self.cells if cell.numeric)


def is_number(text: str) -> bool:
    """Whether a word is a figure or the dash that stands for none."""
    return text in _NOTHING or _NUMBER.fullmatch(text) is not None


def is_period(text: str) -> bool:
    """Whether a cell names a year, quarter or date, as the headers of tables do."""
    return _YEAR.fullmatch(text) is not None or _DATE.fullmatch(text) is not None


def speaks_of_periods(text: str) -> bool:
    """Whether a text has the words of a header: months, years ended, units."""
    return _MONTH.search(text) is not None


def cells_of(row: Row) -> Cells:
    """Part a row into its label and cells: wide gaps part them, and so does every number."""
    cells: list[Cell] = []
    runs: list[list[Word]] = []
    for position, fragment in enumerate(row.fragments):
        words = [word for word in fragment.words if _LEADER.fullmatch(word.text) is None]
        if position == 0 and any(_has_letter(word.text) for word in words[:2]):
            split = _label_end(words)
            cells.append(_join(words[:split], numeric=False))
            words = words[split:]
        if words:
            runs.append(words)
    cells.extend(_cells_of_runs(runs))
    label: list[str] = []
    label_right = row.left
    while cells and not cells[0].numeric and _has_letter(cells[0].text):
        label.append(_LEADER.sub("", cells[0].text).rstrip())
        label_right = cells[0].right
        cells = cells[1:]
    # two spaces keep the cells of a label apart, as they keep the figures apart
    return Cells("  ".join(label), label_right, tuple(cells))


def _label_end(words: list[Word]) -> int:
    """Where figures begin that stand close behind the label: after a currency sign or a leader."""
    for position in range(1, len(words)):
        previous, word = words[position - 1], words[position]
        opened = word.text in _OPENING and position + 1 < len(words)
        if opened and is_number(words[position + 1].text):
            return position
        if is_number(word.text) and _LEADER.search(previous.text):
            return position
    return len(words)


def _cells_of_runs(runs: list[list[Word]]) -> list[Cell]:
    """Each number a cell, with the sign before and the mark after it; other words by run."""
    cells: list[Cell] = []
    opening: list[Word] = []
    text: list[Word] = []

    def flush() -> None:
        if text:
            cells.append(_join(text, numeric=False))
            text.clear()

    for run in runs:
        for word in run:
            if word.text in _OPENING:
                flush()
                opening.append(word)
            elif is_number(word.text):
                flush()
                cells.append(_join([*opening, word], numeric=True, glue=""))
                opening.clear()
            elif word.text in _CLOSING and cells and cells[-1].numeric and not text:
                last = cells[-1]
                cells[-1] = last._replace(text=last.text + word.text, right=word.right)
            else:
                text.extend([*opening, word])
                opening.clear()
        flush()
    text.extend(opening)
    flush()
    return cells


def _join(words: list[Word], *, numeric: bool, glue: str = " ") -> Cell:
    text = glue.join(word.text for word in words)
    left, right = min(word.left for word in words), max(word.right for word in words)
    trailing = len(text) - len(text.rstrip(")%]*x"))
    edge = right - 0.33 * words[-1].size * trailing if numeric else right
    return Cell(text, left, right, edge, numeric)


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text) and text not in _NOTHING
