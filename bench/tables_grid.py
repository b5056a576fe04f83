"""Grids of tables in filings: cells, headers and totals against labels made by hand.

`python -m bench.tables_grid`. The labels (`tests/table_labels.txt`) are of pages drawn at random
among those with rows of figures, read off the pages as they are shown, some rows of each table. In
one run: this reader, and pdfplumber's tables with its usual settings and with columns found from
texts, whichever is better for each table. Signs of currency and per cent that stand in columns of
their own are put to their figures for both, and parts of a header are compared as one text.

- Cells: share of the labelled cells, empty ones left out, that stand in the labelled row and, of
  the columns that are not empty, in the same one.
- Headers: share of the columns whose header, read downwards, is as labelled.
- Totals: labelled totals that are marked, and rows marked that are labelled as none.
- Headers lost: tables of all filings without any header, with a column without one, and with two
  columns of one header. The pages were read while the method was made: a sanity check, no test.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pdfplumber

from backend.evaluation.intervals import mean_interval
from backend.ingestion.sections import sections_of
from backend.readers.pdf import build
from backend.settings import load_settings
from backend.tables.stored_tables import stored_tables
from backend.types import StoredTable
from bench.report import table, write_results

SET = "financebench_small"
LABELS = Path(__file__).parents[1] / "tests" / "table_labels.txt"
TEXTS = {"vertical_strategy": "text", "horizontal_strategy": "text"}


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
    """A table labelled by hand, with the document and page (from 0) on which it stands."""

    document: str
    page: int
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


def main() -> None:
    """Read, compare, print and write."""
    labels = read_labels(LABELS.read_text("utf-8"))
    folder = load_settings().benchmarks / SET / "pdfs"
    ours, theirs, lost = _compare(labels, folder)
    figures: dict[str, Any] = {
        "labels": {
            "tables": len(labels),
            "documents": len({each.document for each in labels}),
            "rows": sum(len(each.grid.rows) for each in labels),
        },
        "this reader": _figures(ours),
        "pdfplumber": _figures(theirs),
        "headers lost": lost,
    }
    rows = [
        [name, *(_percent(figures[name][part]) for part in ("cells", "headers"))]
        for name in ("this reader", "pdfplumber")
    ]
    print(table("Grids of tables", ["", "cells", "headers"], rows))
    print(lost)
    write_results("tables_grid", figures)


def _percent(figure: dict[str, float]) -> str:
    return f"{100 * figure['mean']:.1f} ({100 * figure['low']:.1f} to {100 * figure['high']:.1f})"


def _figures(marks: Sequence[Marks]) -> dict[str, object]:
    totals = [each for mark in marks for each in mark.totals]
    return {
        "cells": _share([each for mark in marks for each in mark.cells]),
        "headers": _share([each for mark in marks for each in mark.headers]),
        "totals found": sum(totals),
        "totals labelled": len(totals),
        "wrong totals": sum(mark.wrong_totals for mark in marks),
    }


def _share(found: Sequence[bool]) -> dict[str, float]:
    interval = mean_interval([float(each) for each in found])
    return {
        "mean": interval.mean,
        "low": interval.low,
        "high": interval.high,
        "of": float(len(found)),
    }


def _compare(
    labels: Sequence[Label], folder: Path
) -> tuple[list[Marks], list[Marks], dict[str, int]]:
    reader = build(load_settings())
    ours: list[Marks] = []
    theirs: list[Marks] = []
    lost = {"tables": 0, "without header": 0, "a column without": 0, "columns of one header": 0}
    for path in sorted(folder.glob("*.pdf")):
        reading = reader.read(path, path.name, None, lambda *_: None)
        found = stored_tables(reading, sections_of(reading, ""), "")
        _count_lost(found, lost)
        wanted = [each for each in labels if each.document == path.stem]
        if not wanted:
            continue
        with pdfplumber.open(path) as document:
            for label in wanted:
                ours.append(
                    _best(label.grid, [_ours(each) for each in found if label.page in each.pages])
                )
                page = document.pages[label.page]
                raw = [*page.extract_tables(), *page.extract_tables(TEXTS)]
                theirs.append(_best(label.grid, [_theirs(each) for each in raw]))
    return ours, theirs, lost


def _count_lost(found: Sequence[StoredTable], lost: dict[str, int]) -> None:
    for each in found:
        names = [column.name for column in each.columns]
        lost["tables"] += 1
        lost["without header"] += not any(names)
        lost["a column without"] += any(names) and not all(names)
        lost["columns of one header"] += any(names) and len(set(names)) < len(names)


def read_labels(text: str) -> list[Label]:
    """The labels: "# document page", the headers with that of the labels first, then rows; parts
    of a header are parted by ">", and a total begins with "*"."""
    labels: list[Label] = []
    for block in text.split("# ")[1:]:
        place, header, *lines = block.strip("\n").split("\n")
        document, page = place.split()
        headers = [cell.strip().replace(" >", "") for cell in header.split("|")][1:]
        rows = []
        for line in lines:
            label, *cells = (cell.strip() for cell in line.split("|"))
            rows.append(Row(label.removeprefix("* "), cells, label.startswith("* ")))
        labels.append(Label(document, int(page), Grid(headers, rows)))
    return labels


def _ours(found: StoredTable) -> Grid:
    headers = [" ".join(part for part in each.path if part != "%") for each in found.columns]
    rows = [
        Row(each.label, [cell.text if cell else "" for cell in each.cells], each.total)
        for each in found.rows
    ]
    return Grid(headers, rows)


def _theirs(found: Sequence[Sequence[str | None]]) -> Grid:
    """pdfplumber's rows: those above the first with figures are the header, in which None and
    empty places belong to the text left of them."""
    rows = [_joined([" ".join((cell or "").split()) for cell in row]) for row in found]
    width = max(map(len, rows), default=0)
    rows = [row + [""] * (width - len(row)) for row in rows]
    first = next(
        (n for n, row in enumerate(rows) if row[0] and any(re.search(r"\d", c) for c in row[1:])), 0
    )
    headers: list[str] = []
    for column in range(1, width):
        parts: list[str] = []
        for row in rows[:first]:
            text = next((row[place] for place in range(column, 0, -1) if row[place]), "")
            if text and text not in parts:
                parts.append(text)
        headers.append(" ".join(parts))
    body = [Row(row[0], row[1:], row[0].lower().startswith("total")) for row in rows[first:]]
    kept = [k for k in range(width - 1) if any(row.cells[k] for row in body)]
    return Grid(
        [headers[k] for k in kept],
        [Row(row.label, [row.cells[k] for k in kept], row.total) for row in body],
    )


def _joined(cells: list[str]) -> list[str]:
    """A row with its signs put to their figures, and their places left out."""
    found: list[str] = []
    for cell in cells:
        opened = bool(found) and found[-1] == "$" and bool(cell)
        if opened or (found and cell in ("%", ")", ")%")):
            found[-1] += cell
        else:
            found.append(cell)
    return found


def _best(label: Grid, found: Sequence[Grid]) -> Marks:
    """The marks of the table that fits best; without any nothing was found."""
    nothing = _marks(label, Grid([], []))
    return max((nothing, *(_marks(label, each) for each in found)), key=lambda each: each.right)


def _marks(label: Grid, found: Grid) -> Marks:
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


def _same(wanted: Row, found: Row, column: int) -> bool:
    return column < len(found.cells) and _plain(found.cells[column]) == _plain(wanted.cells[column])


def _plain(text: str) -> str:
    return "".join(text.casefold().split()).replace("––", "—")


if __name__ == "__main__":
    main()
