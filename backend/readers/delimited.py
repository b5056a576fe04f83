"""Reads delimited text: CSV and TSV, whatever separates their cells, as one or several tables."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path, PurePosixPath

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import HEAD_BYTES, looks_like_text
from backend.readers.detection.encodings import (
    about_bad_letters,
    about_guess,
    bytes_of,
    check_size,
    decoded,
    encoding_of_file,
)
from backend.readers.layout.large_rows import (
    LargeRead,
    large_reading,
    read_large,
    typed_rows,
)
from backend.readers.layout.titles import title_of_name
from backend.readers.layout.written_tables import MAX_CELLS, TextBuilder, add_region, regions
from backend.settings import Settings
from backend.types import LargeTable, Reading, TypedCell

SEPARATORS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200
_TABS = "text/tab-separated-values"
_PIECE = 1 << 20
_BAD = "\ufffd"


@dataclass(frozen=True, slots=True)
class DelimitedReader:
    """An EncodedReader for CSV and TSV."""

    max_file_megabytes: int
    large_table_rows: int
    media_types: tuple[str, ...] = ("text/csv", _TABS)
    encoding: str = ""

    def in_encoding(self, encoding: str) -> DelimitedReader:
        """See `backend.ports.EncodedReader`."""
        return replace(self, encoding=encoding)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        progress("reading", 0, 1)
        if (large := self._large(path, name, progress)) is not None:
            return large_reading(large.read, large.title, large.metadata, large.warnings)
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

    def large_table(
        self, path: Path, name: str, progress: Progress
    ) -> tuple[LargeTable, Iterator[tuple[bool, tuple[TypedCell, ...]]]] | None:
        """See `backend.ports.LargeTableReader`."""
        large = self._large(path, name, progress, of_any_size=True)
        if large is None:
            return None
        table = large.read.table

        def report(rows: int) -> None:
            progress("storing rows", rows, table.rows)

        return table, typed_rows(large.file.rows(), table, report)

    def _large(
        self, path: Path, name: str, progress: Progress, *, of_any_size: bool = False
    ) -> _Large | None:
        """What all rows of a file say, where they are more than are read one by one."""
        try:
            size = path.stat().st_size
            check_size(size, self.max_file_megabytes)
            lines, cells = _counted(path)
        except OSError:
            return None  # whoever reads the whole of it says so
        if not of_any_size and lines <= self.large_table_rows and cells <= MAX_CELLS:
            return None
        with path.open("rb") as file:
            if not self.encoding and not looks_like_text(file.read(HEAD_BYTES)):
                return None
        encoding, skipped = encoding_of_file(path, self.encoding)
        tabs = name.lower().endswith((".tsv", ".tab"))
        file_read = _TextFile(path, encoding, skipped)
        file_read.separator = separator_of(file_read.sample(), tabs=tabs)
        read = read_large(file_read.rows(), lambda rows: progress("reading", rows, lines))
        if read is None:
            return None
        rows = read.table.rows
        is_small = rows <= self.large_table_rows and rows * len(read.table.columns) <= MAX_CELLS
        if is_small and not of_any_size:
            return None
        said = () if skipped or self.encoding else about_guess(encoding)
        return _Large(
            read,
            file_read,
            title_of_name(PurePosixPath(name.replace("\\", "/")).name),
            {
                "Format": "Delimited text",
                "Encoding": encoding,
                **({"Encoding chosen": encoding} if self.encoding else {}),
            },
            (*said, *about_bad_letters(file_read.bad, encoding)),
        )


@dataclass(slots=True)
class _TextFile:
    """A file of delimited text that is read row by row; `bad` counts letters that could not be
    read in the last pass."""

    path: Path
    encoding: str
    skipped: int
    separator: str = ","
    bad: int = 0

    def sample(self) -> str:
        """The first lines."""
        with self._opened() as text:
            return "".join(line[:_PIECE] for line in islice(text, _SAMPLE_ROWS))

    def rows(self) -> Iterator[list[str]]:
        """All rows, one after the other.

        Raises:
            ReadingError: `broken` if quotes do not close.
        """
        self.bad = 0
        with self._opened() as text:
            try:
                for row in csv.reader(text, delimiter=self.separator, strict=False):
                    self.bad += "".join(row).count(_BAD)
                    yield row
            except csv.Error as error:
                raise _broken(error) from None

    def _opened(self) -> io.TextIOWrapper:
        raw = self.path.open("rb")
        raw.seek(self.skipped)
        return io.TextIOWrapper(raw, self.encoding, errors="replace", newline="")


@dataclass(frozen=True, slots=True)
class _Large:
    """A large table as it was read, its file, and what a document keeps of it."""

    read: LargeRead
    file: _TextFile
    title: str
    metadata: dict[str, str]
    warnings: tuple[str, ...] = field(default=())


def _counted(path: Path) -> tuple[int, int]:
    """Lines and separators of a file, no fewer than it has rows and cells."""
    lines = cells = 0
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            ends = max(piece.count(b"\n"), piece.count(b"\r"))
            lines += ends
            cells += ends + max(piece.count(separator.encode()) for separator in SEPARATORS)
    return lines + 1, cells + 1


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
        raise _broken(error) from None


def _broken(error: csv.Error) -> ReadingError:
    return ReadingError(
        "broken",
        f"The table cannot be read: {error}.",
        "Check that quotation marks are closed, and save it anew as CSV.",
    )


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
    return DelimitedReader(settings.max_file_megabytes, settings.large_table_rows)
