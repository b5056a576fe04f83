"""Reads XLSX workbooks in a child process under limits: values alone, nothing is computed or run.

What formulas gave when the workbook was last saved is read; macros, links to other files and
hidden sheets are left out, and said so. A sheet of very many rows becomes a large table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import XLSX
from backend.readers.engines.engine_child import (
    EngineLimits,
    EngineRefusedError,
    ask_engine,
    check_size,
)
from backend.readers.engines.engine_rows import EngineRows
from backend.readers.layout.large_rows import LargeRead, large_reading, read_large, typed_rows
from backend.readers.layout.titles import title_of_name
from backend.readers.layout.written_tables import MAX_CELLS, MAX_UNPACKED_MEGABYTES
from backend.settings import Settings
from backend.types import LargeTable, Reading, TypedCell

ENGINE = "backend.readers.engines.openpyxl"
ROWS = "backend.readers.engines.openpyxl_rows"
_REFUSALS = {
    "empty": (
        "No visible sheet of this workbook holds anything.",
        "Fill or unhide a sheet and upload it again.",
    ),
    "too_large": (
        f"This workbook unpacks to more than {MAX_UNPACKED_MEGABYTES} MB, the most that is read.",
        "Save the sheet that matters as CSV, which may be larger, or split the workbook.",
    ),
    "too_many_cells": (
        f"This workbook has more than {MAX_CELLS:,} filled cells, and no sheet of them is one "
        "table.",
        "Save the sheet that matters as CSV, or split the workbook.",
    ),
    "too_many_merged": (
        "A sheet of this workbook has more than 100,000 merged cells, the most that are read.",
        "Undo the merging in a spreadsheet program and upload the result.",
    ),
    "memory": (
        "Reading this workbook needs too much memory and was stopped.",
        "Split it, or save the sheet that matters on its own.",
    ),
    "encrypted": (
        "This workbook is protected by a password.",
        "Save it without a password and upload the result.",
    ),
    "timeout": (
        "Reading this workbook took too long and was stopped.",
        "Split it, or raise the setting reader_seconds.",
    ),
    "broken": (
        "This file is damaged or no XLSX workbook.",
        "Open it in a spreadsheet program, save it anew as XLSX and upload the result.",
    ),
}


@dataclass(frozen=True, slots=True)
class SpreadsheetReader:
    """A Reader for XLSX."""

    seconds: float
    megabytes: int
    max_file_megabytes: int
    large_table_rows: int
    media_types: tuple[str, ...] = (XLSX,)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        try:
            check_size(path, self.max_file_megabytes)
            limits = EngineLimits(self.seconds, self.megabytes, max_rows=self.large_table_rows)
            return ask_engine(ENGINE, path, name, limits, progress)
        except EngineRefusedError as error:
            if error.code != "too_many_cells":
                raise _refusal(error.code) from None
        rows, read = self._large(path, name, progress)
        if read is None:
            raise _refusal("too_many_cells")
        title = title_of_name(PurePosixPath(name.replace("\\", "/")).name)
        return large_reading(read, title, {"Format": "XLSX", "Sheet": rows.sheet}, rows.said)

    def large_table(
        self, path: Path, name: str, progress: Progress
    ) -> tuple[LargeTable, Iterator[tuple[bool, tuple[TypedCell, ...]]]] | None:
        """See `backend.ports.LargeTableReader`."""
        rows, read = self._large(path, name, progress)
        if read is None:
            return None
        table = read.table

        def report(done: int) -> None:
            progress("storing rows", done, table.rows)

        return table, typed_rows(_told(rows, progress), table, report)

    def _large(
        self, path: Path, name: str, progress: Progress
    ) -> tuple[EngineRows, LargeRead | None]:
        """What all rows of the largest sheet say; None where it holds no table.

        Raises:
            ReadingError: if the workbook cannot be read.
        """
        rows = EngineRows(ROWS, path, name, EngineLimits(self.seconds, self.megabytes))

        def report(done: int) -> None:
            progress("reading", done, max(done, rows.count))

        read = read_large(_told(rows, progress), report)
        if read is None or not rows.shared:
            return rows, read
        columns = tuple(
            replace(column, shared=rows.shared.get(at, 0))
            for at, column in enumerate(read.table.columns)
        )
        return rows, replace(read, table=replace(read.table, columns=columns))


def _told(rows: EngineRows, progress: Progress) -> Iterator[list[str]]:
    """The rows, with what an engine refuses told as a person needs it.

    Raises:
        ReadingError: if the workbook cannot be read.
    """
    try:
        yield from rows.rows(lambda: progress("reading", 0, rows.count))
    except EngineRefusedError as error:
        raise _refusal(error.code) from None


def _refusal(code: str) -> ReadingError:
    known = code if code in _REFUSALS else "broken"
    # a person is told of size in either case
    large = known in ("too_many_cells", "too_many_merged")
    return ReadingError("too_large" if large else known, *_REFUSALS[known])


def build(settings: Settings) -> SpreadsheetReader:
    """The reader with the limits of the settings."""
    return SpreadsheetReader(
        settings.reader_seconds,
        settings.reader_megabytes,
        settings.max_file_megabytes,
        settings.large_table_rows,
    )
