"""Tables labelled by hand, and how much of a label a table that was read holds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

LABELS = Path(__file__).parents[1] / "tests" / "table_labels.txt"
HELD_OUT = "held-out"
_FOLDED = str.maketrans({"−": "-", "–": "-", "—": "-", "’": "'"})


class Row(NamedTuple):
    """A row's label and its cells, empty ones as empty texts."""

    label: str
    cells: list[str]
    total: bool


class Grid(NamedTuple):
    """A table: the header of each column as one text, and rows."""

    headers: list[str]
    rows: list[Row]


class Label(NamedTuple):
    """A table labelled by hand, with the document and page (from 0) on which it stands, and whether
    it is of the half that is only measured."""

    document: str
    page: int
    held_out: bool
    grid: Grid


class Marks(NamedTuple):
    """Whether each labelled cell, column and total was found; how many rows are wrongly totals."""

    cells: list[bool]
    headers: list[bool]
    totals: list[bool]
    wrong_totals: int

    @property
    def right(self) -> int:
        """What two ways are compared by."""
        return sum(self.cells) + sum(self.headers)


def read_labels(text: str) -> list[Label]:
    """The labels: "# document page", with "held-out" behind them for the half that is only
    measured; the headers with that of the labels first, then rows; parts of a header are parted by
    ">", and a total begins with "*"."""
    labels: list[Label] = []
    for block in ("\n" + text).split("\n# ")[1:]:
        place, header, *lines = block.strip("\n").split("\n")
        document, page, *half = place.split()
        headers = [cell.strip().replace(" >", "") for cell in header.split("|")][1:]
        rows = []
        for line in lines:
            label, *cells = (cell.strip() for cell in line.split("|"))
            rows.append(Row(label.removeprefix("* "), cells, label.startswith("* ")))
        labels.append(Label(document, int(page), half == [HELD_OUT], Grid(headers, rows)))
    return labels


def marks_of_best(label: Grid, found: Sequence[Grid]) -> Marks:
    """The marks of the table that fits best; without any nothing was found."""
    nothing = marks(label, Grid([], []))
    return max((nothing, *(marks(label, grid) for grid in found)), key=lambda each: each.right)


def marks(label: Grid, found: Grid) -> Marks:
    """What of a label stands in a table that was read."""
    found = _with_labels(found)
    kept = [
        column
        for column in range(len(label.headers))
        if any(row.cells[column] for row in label.rows)
    ]
    rows: dict[str, list[Row]] = {}
    for row in found.rows:
        rows.setdefault(_plain(row.label), []).append(row)
    cells: list[bool] = []
    totals: list[bool] = []
    wrong = 0
    for wanted in label.rows:
        same = rows.get(_plain(wanted.label), [])
        best = max(
            (
                [_same(wanted, each, column) for column in kept if wanted.cells[column]]
                for each in same
            ),
            key=sum,
            default=[False for column in kept if wanted.cells[column]],
        )
        cells += best
        marked = any(each.total for each in same)
        if wanted.total:
            totals.append(marked)
        else:
            wrong += marked
    headers = [
        column < len(found.headers) and _plain(found.headers[column]) == _plain(text)
        for column, text in enumerate(label.headers)
    ]
    return Marks(cells, headers, totals, wrong)


def _with_labels(found: Grid) -> Grid:
    """A table whose rows have no labels, told apart by their first column as people tell them."""
    if any(row.label for row in found.rows) or len(found.headers) < 2:
        return found
    rows = [Row(row.cells[0], row.cells[1:], row.total) for row in found.rows]
    return Grid(found.headers[1:], rows)


def _same(wanted: Row, found: Row, column: int) -> bool:
    return column < len(found.cells) and _plain(found.cells[column]) == _plain(wanted.cells[column])


def _plain(text: str) -> str:
    return "".join(text.casefold().translate(_FOLDED).split()).replace("--", "-")
