"""Questions for a figure: a row of a table in one of its columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from backend.briefing.candidate_questions import AskedFigure, CandidateQuestion, is_plural, lowered
from backend.briefing.plain_figures import (
    Index,
    is_plain,
    label_of,
    names_only_time,
    numeric_cells,
    printed,
    spoken_as_figure,
    spoken_period,
    value_of,
)
from backend.briefing.quotations import passage_at, quotation
from backend.graph.named_graph import small_words
from backend.ports import Records
from backend.types import ROWS_IN_COLUMNS, Cell, Chunk, Document, StoredRow, StoredTable

MOST_WORDS = 7
ROWS_EACH = 3
"""Rows of one table that are asked for; they are taken from its top, where what matters stands."""
_LABEL = re.compile(r"[^\W\d_][\w\s,&'’/°-]*")


def whole_tables(records: Records, document: Document) -> Sequence[StoredTable]:
    """The tables of a document that hold all of their rows: of a large one only the first are
    there."""
    if ROWS_IN_COLUMNS in document.metadata:
        return ()
    return records.tables(document.collection_id, [document.id])


def figure_questions(
    records: Records, tables: Sequence[StoredTable], passages: tuple[Chunk, ...], subject: str
) -> Iterator[CandidateQuestion]:
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
            place = _latest(table, row)
            if asked == ROWS_EACH or place is None or not is_label(label_of(row), small):
                continue
            made = _asked(records, table, row, place, passages, subject)
            if made is not None:
                yield made
                asked += 1


def plain_figure_questions(
    records: Records,
    tables: Sequence[StoredTable],
    passages: tuple[Chunk, ...],
    subject: str,
    index: Index,
) -> list[CandidateQuestion]:
    """Questions for figures that row and time tell apart from every other one; first those that the
    document's text tells as well, since people ask for what is spoken of.

    Args:
        index: the figures of all documents; the other arguments are those of `figure_questions`.
    """
    small = small_words(passages)
    prose = " ".join(passage.text for passage in passages if passage.kind == "prose")
    found: dict[str, CandidateQuestion] = {}
    for table in tables:
        for row in table.rows:
            place = _latest(table, row)
            if place is None or not names_only_time(table.columns[place]):
                continue
            cell = row.cells[place]
            if cell is None or not is_label(label_of(row), small):
                continue
            made = _asked(records, table, row, place, passages, subject)
            if made is not None and made.figure and is_plain(index, made.figure, cell):
                found.setdefault(made.text, made)
    return sorted(
        found.values(),
        key=lambda each: not (each.figure and spoken_as_figure(each.figure.label, prose)),
    )


def _asked(
    records: Records,
    table: StoredTable,
    row: StoredRow,
    place: int,
    passages: tuple[Chunk, ...],
    subject: str,
) -> CandidateQuestion | None:
    """The question for a row's figure in one column; None where no passage holds it."""
    label, when, cell = label_of(row), spoken_period(table.columns[place]), row.cells[place]
    value = value_of(table, row, place)
    if cell is None or value is None:
        return None
    chunk = passage_at(passages, cell.start, cell.end)
    if chunk is None:
        return None
    verb = "were" if is_plural(label) else "was"
    of = f" of {subject}" if subject and subject.casefold() not in label.casefold() else ""
    return CandidateQuestion(
        f"What {verb} {_the(label)}{lowered(label)}{of} {when}?",
        "number",
        quotation(records, chunk, cell.start, cell.end, f"{label}: {cell.text}"),
        _figure(cell),
        printed(table, row, place),
        AskedFigure(label, when, subject, value, table.columns[place].unit),
    )


def _latest(table: StoredTable, row: StoredRow) -> int | None:
    """The column of a row's latest figure; None where no figure has a time."""
    found = [
        (table.columns[place].period[:10], -place)
        for place, _ in numeric_cells(table, row)
        if spoken_period(table.columns[place])
    ]
    return -max(found)[1] if found else None


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
    match = re.search(r"\d[\d.,]*", cell.text)
    return match[0].rstrip(".,") if match else ""
