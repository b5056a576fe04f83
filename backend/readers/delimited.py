"""Reads delimited text: CSV and TSV, whatever separates their cells, as one or several tables."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import HEAD_BYTES, looks_like_text
from backend.readers.detection.encodings import bytes_of, decoded
from backend.readers.layout.titles import title_of_name
from backend.readers.layout.written_tables import MAX_CELLS, TextBuilder, add_region, regions
from backend.settings import Settings
from backend.types import Reading

SEPARATORS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200
_TABS = "text/tab-separated-values"


@dataclass(frozen=True, slots=True)
class DelimitedReader:
    """An EncodedReader for CSV and TSV."""

    max_file_megabytes: int
    media_types: tuple[str, ...] = ("text/csv", _TABS)
    encoding: str = ""

    def in_encoding(self, encoding: str) -> DelimitedReader:
        """See `backend.ports.EncodedReader`."""
        return replace(self, encoding=encoding)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        progress("reading", 0, 1)
        content = bytes_of(path, self.max_file_megabytes)
        if not self.encoding and not looks_like_text(content[:HEAD_BYTES]):
            raise ReadingError(
                "unsupported",
                "The file's name says that it is a table in text, but its bytes are not.",
                "Save it as CSV, or upload it under its true ending.",
            )
        found = decoded(content, self.encoding)
        reading = read_delimited(found.text, name)
        progress("reading", 1, 1)
        return replace(
            reading,
            metadata={**reading.metadata, **found.metadata},
            warnings=(*reading.warnings, *found.warnings),
        )


def read_delimited(text: str, name: str) -> Reading:
    """Rows of cells as a document of tables; empty rows or columns part one from the next.

    Raises:
        ReadingError: `broken` if quotes do not close, `too_large` over MAX_CELLS cells.
    """
    separator = separator_of(text, tabs=name.lower().endswith((".tsv", ".tab")))
    rows = _rows(text, separator)
    if sum(map(len, rows)) > MAX_CELLS:
        raise ReadingError(
            "too_large",
            f"The table has more than {MAX_CELLS:,} cells, the most that are read.",
            "Split it into several files, or leave out what no question will be about.",
        )
    builder = TextBuilder()
    builder.page()
    builder.caption = title = title_of_name(PurePosixPath(name.replace("\\", "/")).name)
    for region in regions(rows):
        add_region(builder, region)
    return builder.reading(title, {"Format": "Delimited text"}, _ragged(rows))


def separator_of(text: str, *, tabs: bool = False) -> str:
    """What separates the cells: the sign that gives most rows one and the same number of them.

    Args:
        tabs: prefer tabs, because the file's name says so.
    """
    best, choice = 0.0, "\t" if tabs else ","
    sample = "".join(text.splitlines(keepends=True)[:_SAMPLE_ROWS])
    for separator in SEPARATORS:
        try:
            widths = [
                len(row) for row in csv.reader(io.StringIO(sample), delimiter=separator) if row
            ]
        except csv.Error:
            continue
        if not widths:
            continue
        width, count = Counter(widths).most_common(1)[0]
        # many columns speak for a sign, but less than that the rows agree
        score = 0.0 if width < 2 else (count / len(widths)) ** 2 * min(width, 8) ** 0.25
        if score > best * (1.5 if tabs and choice == "\t" else 1.0):
            best, choice = score, separator
    return choice


def _rows(text: str, separator: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False))
    except csv.Error as error:
        raise ReadingError(
            "broken",
            f"The table cannot be read: {error}.",
            "Check that quotation marks are closed, and save it anew as CSV.",
        ) from None


def _ragged(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """A sentence about rows that are shorter or longer than most."""
    widths = Counter(len(row) for row in rows if any(cell.strip() for cell in row))
    if len(widths) < 2:
        return ()
    usual = widths.most_common(1)[0][0]
    others = [
        number
        for number, row in enumerate(rows, start=1)
        if any(cell.strip() for cell in row) and len(row) != usual
    ]
    shown = ", ".join(map(str, others[:8])) + (" …" if len(others) > 8 else "")
    return (
        f"{len(others)} rows have not {usual} cells like the others (line {shown}): missing cells "
        "are empty, those beyond stand in columns of their own.",
    )


def build(settings: Settings) -> DelimitedReader:
    """The reader with the limits of the settings."""
    return DelimitedReader(settings.max_file_megabytes)
