"""Reads XLSX workbooks in a child process under limits: values alone, nothing is computed or run.

What formulas gave when the workbook was last saved is read; macros, links to other files and
hidden sheets are left out, and said so.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import XLSX
from backend.readers.engines.engine_child import EngineLimits, RefusedError, ask_engine, check_size
from backend.readers.layout.written_tables import MAX_CELLS, MAX_UNPACKED_MEGABYTES
from backend.settings import Settings
from backend.types import Reading

ENGINE = "backend.readers.engines.openpyxl"
_REFUSALS = {
    "empty": (
        "No visible sheet of this workbook holds anything.",
        "Fill or unhide a sheet and upload it again.",
    ),
    "too_large": (
        f"This workbook has more than {MAX_CELLS:,} filled cells, or unpacks to more than "
        f"{MAX_UNPACKED_MEGABYTES} MB, the most that is read.",
        "Save the sheet that matters as CSV, which may be larger, or split the workbook.",
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
    media_types: tuple[str, ...] = (XLSX,)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        try:
            check_size(path, self.max_file_megabytes)
            limits = EngineLimits(self.seconds, self.megabytes)
            return ask_engine(ENGINE, path, name, limits, progress)
        except RefusedError as error:
            raise _refusal(error.code) from None


def _refusal(code: str) -> ReadingError:
    known = code if code in _REFUSALS else "broken"
    return ReadingError(known, *_REFUSALS[known])


def build(settings: Settings) -> SpreadsheetReader:
    """The reader with the limits of the settings."""
    return SpreadsheetReader(
        settings.reader_seconds, settings.reader_megabytes, settings.max_file_megabytes
    )
