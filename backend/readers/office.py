"""Reads DOCX, PPTX and ODT in a child process under limits: text alone, nothing is run or fetched.

These files are archives of XML, of which a few elements hold the text; it is read with the standard
library. Macros, pictures and what lies in other files are left out, and said so.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from backend.errors import ReadingError
from backend.ports import Progress
from backend.readers.detection import DOCX, ODT, PPTX
from backend.readers.engines.engine_child import (
    EngineLimits,
    EngineRefusedError,
    ask_engine,
    check_size,
)
from backend.readers.engines.office_parts import MAX_PART_MEGABYTES, MAX_TEXT
from backend.readers.layout.written_tables import MAX_CELLS, MAX_UNPACKED_MEGABYTES
from backend.settings import Settings
from backend.types import Reading

_ENGINES = {
    DOCX: "backend.readers.engines.docx",
    PPTX: "backend.readers.engines.pptx",
    ODT: "backend.readers.engines.odt",
}
_REFUSALS = {
    "empty": (
        "This document holds no words.",
        "If it shows pictures of text, print it to PDF and upload that.",
    ),
    "too_large": (
        f"This document unpacks to more than {MAX_UNPACKED_MEGABYTES} MB (one part of it to more "
        f"than {MAX_PART_MEGABYTES} MB), or has more than {MAX_CELLS:,} cells or {MAX_TEXT:,} "
        "characters, the most that is read.",
        "Split it into several files.",
    ),
    "too_many_pages": (
        "This presentation has more slides than pages are read.",
        "Split it, or raise the setting max_pages.",
    ),
    "memory": (
        "Reading this document needs too much memory and was stopped.",
        "Split it into several files.",
    ),
    "encrypted": (
        "This document is protected by a password, or is of an older format (.doc, .ppt).",
        "Save it as DOCX, PPTX or ODT without a password and upload the result.",
    ),
    "timeout": (
        "Reading this document took too long and was stopped.",
        "Split it, or raise the setting reader_seconds.",
    ),
    "broken": (
        "This file is damaged, or is not what its name says.",
        "Open it in the program that made it, save it anew and upload the result.",
    ),
}


@dataclass(frozen=True, slots=True)
class OfficeReader:
    """A Reader for DOCX, PPTX and ODT."""

    limits: EngineLimits
    max_file_megabytes: int
    media_types: tuple[str, ...] = (DOCX, PPTX, ODT)

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        check_size(path, self.max_file_megabytes)
        kind = next((kind for kind, endings in _KINDS if name.lower().endswith(endings)), DOCX)
        try:
            return ask_engine(_ENGINES[kind], path, name, self.limits, progress)
        except EngineRefusedError as error:
            code = error.code if error.code in _REFUSALS else "broken"
            raise ReadingError(code, *_REFUSALS[code]) from None


_KINDS = ((PPTX, (".pptx", ".pptm")), (ODT, (".odt",)))


def build(settings: Settings) -> OfficeReader:
    """The reader with the limits of the settings."""
    limits = EngineLimits(settings.reader_seconds, settings.reader_megabytes, settings.max_pages)
    return OfficeReader(limits, settings.max_file_megabytes)
