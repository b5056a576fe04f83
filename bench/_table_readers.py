"""Tables as other readers find them, put into the form in which they are compared.

What they leave open is taken in their favour: signs of currency and per cent that stand in places
of their own are put to their figures, columns that are empty then are left out, and of all ways to
call the first rows a header each table is given the one that fits its label best.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pdfplumber

from backend.settings import load_settings
from bench._environments import environment
from bench._table_labels import Grid, Row

CAMELOT = ("camelot-py==2.0.0", "cryptography")
"""MIT licence; cryptography opens files that are encrypted without a password."""
TEXTS = {"vertical_strategy": "text", "horizontal_strategy": "text"}
MAX_HEADER_ROWS = 7
_OPENING = ("$", "€", "£", "$(", "(")
_CLOSING = ("%", ")", ")%", "%)")

Raw = Sequence[Sequence[str | None]]


def pdfplumber_tables(path: Path, pages: Sequence[int]) -> dict[int, list[Raw]]:
    """The tables of pages (from 0) with pdfplumber's usual settings, and with rows and columns
    found from texts."""
    found: dict[int, list[Raw]] = {}
    with pdfplumber.open(path) as document:
        for number in pages:
            page = document.pages[number]
            found[number] = [*page.extract_tables(), *page.extract_tables(TEXTS)]
    return found


def camelot_tables(wanted: Mapping[Path, Sequence[int]]) -> dict[tuple[Path, int], list[Raw]]:
    """The tables of pages (from 0) of files, by all of camelot's ways that need no settings."""
    python = environment(load_settings().cache / "bench" / "environments", "camelot", CAMELOT)
    script = Path(__file__).with_name("_camelot_tables.py")
    asked = [[str(path), list(pages)] for path, pages in wanted.items()]
    ran = subprocess.run(
        [str(python), str(script)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return {(Path(path), page): tables for path, page, tables in json.loads(ran.stdout)}


def grids_of(raw: Raw) -> list[Grid]:
    """A table as another reader found it, once for each number of rows that may be its header."""
    rows = [_joined([" ".join((cell or "").split()) for cell in row]) for row in raw]
    width = max(map(len, rows), default=0)
    rows = [row + [""] * (width - len(row)) for row in rows]
    return [_grid(rows, width, first) for first in range(min(MAX_HEADER_ROWS, len(rows)) + 1)]


def _grid(rows: Sequence[Sequence[str]], width: int, first: int) -> Grid:
    """The rows above the first of the body as its header: an empty place in it belongs to the text
    left of it, in the lowest row to none."""
    body = [Row(row[0], list(row[1:]), row[0].lower().startswith("total")) for row in rows[first:]]
    kept = [k for k in range(width - 1) if any(row.cells[k] for row in body)]
    # a header may stand over the empty column of a sign beside the figures it is of
    starts = [kept[number - 1] + 2 if number else 1 for number in range(len(kept))]
    headers = []
    for start, column in zip(starts, kept, strict=True):
        parts: list[str] = []
        for row in rows[:first]:
            own = " ".join(filter(None, row[start : column + 2]))
            text = own or next((row[k] for k in range(start - 1, 0, -1) if row[k]), "")
            if text and text not in parts and (own or row is not rows[first - 1]):
                parts.append(text)
        headers.append(" ".join(parts))
    return Grid(headers, [Row(row.label, [row.cells[k] for k in kept], row.total) for row in body])


def _joined(cells: list[str]) -> list[str]:
    """A row with its signs put to the nearest figures, and their own places empty."""
    found = list(cells)
    for place, cell in enumerate(cells):
        if cell in _OPENING:
            behind = next((k for k in range(place + 1, len(found)) if found[k]), None)
            if behind is not None:
                found[behind], found[place] = cell + found[behind], ""
        elif cell in _CLOSING:
            before = next((k for k in range(place - 1, 0, -1) if found[k]), None)
            if before is not None:
                found[before], found[place] = found[before] + cell, ""
    return found
