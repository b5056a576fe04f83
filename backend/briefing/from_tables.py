"""Questions for a figure: a row of a table in one of its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from backend.briefing.candidates import Candidate, is_plural, lowered
from backend.briefing.quoting import passage_at, quotation
from backend.graph.named_graph import small_words
from backend.ports import Records
from backend.types import Cell, CellKind, Chunk, Column, StoredTable

MOST_WORDS = 7
ROWS_EACH = 3
"""Rows of one table that are asked for; they are taken from its top, where what matters stands."""
_NUMERIC = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])
_LABEL = re.compile(r"[^\W\d_][\w\s,&'’/°-]*")
_FOOTNOTE = re.compile(r"\s*\([\d*]{1,2}\)|(?<=[^\W\d_])[*†]+")
_QUALIFIER = re.compile(r"(?i), (?:net|gross|total)$")
_DAY = re.compile(r"((?:19|20)\d\d)-(\d\d)-(\d\d)")


def figure_questions(
    records: Records, tables: Sequence[StoredTable], passages: tuple[Chunk, ...], subject: str
) -> Iterator[Candidate]:
    """Questions for the latest figure of the first rows of each table.

    Args:
        tables: of one document.
        passages: of that document, in order.
        subject: whose figures they are, as a person says it; empty if that goes without saying.
    """
    small = small_words(passages)
    for table in tables:
        asked = 0
        for row in table.rows:
            label = " ".join(_FOOTNOTE.sub("", row.label).split()).rstrip(":*")
            label = _QUALIFIER.sub("", label)
            latest = _latest(table.columns, row.cells)
            if asked == ROWS_EACH or latest is None or not is_label(label, small):
                continue
            when, cell = latest
            chunk = passage_at(passages, cell.start, cell.end)
            if chunk is None:
                continue
            verb = "were" if is_plural(label) else "was"
            of = f" of {subject}" if subject else ""
            question = f"What {verb} {_the(label)}{lowered(label)}{of} {when}?"
            source = quotation(records, chunk, cell.start, cell.end, f"{label}: {cell.text}")
            yield Candidate(question, "number", source, _figure(cell))
            asked += 1


def _latest(columns: Sequence[Column], cells: Sequence[Cell | None]) -> tuple[str, Cell] | None:
    """When the latest figure of a row is of, and its cell; None where no figure has a time."""
    found = [
        (column.period[:10], -place, spoken_period(column), cell)
        for place, (column, cell) in enumerate(zip(columns, cells, strict=False))
        if cell is not None
        and cell.kind in _NUMERIC
        and cell.value is not None
        and spoken_period(column)
    ]
    if not found:
        return None
    _, _, when, cell = max(found, key=lambda each: each[:2])
    return when, cell


def is_label(label: str, small: frozenset[str]) -> bool:
    """Whether a row's label says what its figures are: "Net sales", and not a name, which says
    whose they are ("Gull Reach").

    Args:
        small: words that the document writes in small letters.
    """
    words = label.split()
    if not 0 < len(words) <= MOST_WORDS or len(label) <= 3 or not _LABEL.fullmatch(label):
        return False
    if "," in label and " and " not in label:
        return False  # what stands behind the comma says when or in what
    return any(word.islower() for word in words) or words[0].lower() in small


def _the(label: str) -> str:
    """A single thing that is counted needs its article: "the planted area", but "revenue"."""
    return "the " if " " in label and not is_plural(label) and " of " in label else ""


def _figure(cell: Cell) -> str:
    """The number as it is printed, without signs and units."""
    found = re.search(r"\d[\d.,]*", cell.text)
    return found[0].rstrip(".,") if found else ""


def spoken_period(column: Column) -> str:
    """When a column's figures are of, as a person asks: "in 2023", "on January 28, 2023", "in the
    13 weeks ended January 28, 2023"; empty where its header names no time."""
    period = column.period
    if re.fullmatch(r"(?:19|20)\d\d", period):
        return f"in {period}"
    if quarter := re.fullmatch(r"((?:19|20)\d\d)-Q([1-4])", period):
        return f"in Q{quarter[2]} {quarter[1]}"
    found = _DAY.match(period)
    if found is None:
        return ""
    try:
        day = date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return ""
    words = f"{day:%B} {day.day}, {day.year}"
    if "/" not in period:
        return f"on {words}"
    length = next((each for each in column.path if re.search(r"(?i)\bended\b", each)), "")
    lasted = re.match(r"(?i)(.*?\bended)\b", length)
    return f"in the {lasted[1].lower()} {words}" if lasted else f"in the period to {words}"
