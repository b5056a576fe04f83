"""Reads PDF files in a child process under limits: PDFium, then pdfplumber, then pypdf.

pdfplumber comes second because it knows where words stand; pypdf mends more but gives text alone.
The next engine is tried when one crashes, calls the file broken, gets no further for a while or has
used up its share of the time: a file that makes one engine run in circles is nothing to another.
Where PDFium finds pages without a readable text layer, the file is read once more with text
recognition, by a child of its own: most files never load it.
What a person can mend (password, size, scanned pages) is said at once.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from backend.errors import ReadingError
from backend.guarded_process import ChildDiedError, ChildTimeoutError, GuardedProcess
from backend.ports import Progress
from backend.readers.detection import HEAD_BYTES
from backend.readers.layout.codec import decode
from backend.settings import Settings
from backend.types import Reading

ENGINES = ("pdfium", "pdfplumber", "pypdf")
FIRST_SHARE = 0.6
"""Share of the time left that an engine may take while another comes after it."""
STALL_SECONDS = 30.0
"""How long an engine may work on one page, or on opening the file."""
RECOGNISED, RECOGNISING = "pdfium", "pdfium_recognising"
"""The engine that notices pages to be read from their picture, and the one that does it."""
RECOGNITION_STALL_SECONDS = 120.0
"""How long text recognition may work on one page."""
TRY_NEXT = frozenset(["broken", "memory", "timeout"])
STAGE = "reading"
UNLOCK = "backend.readers.engines.unlock"


@dataclass(frozen=True, slots=True)
class Recognition:
    """Text recognition: its languages (`eng+deu`), the folder of their data (empty for that of the
    installed packages), and the longest time for one file."""

    languages: str
    folder: str = ""
    seconds: float = 3_600.0


@dataclass(frozen=True, slots=True)
class PdfReader:
    """A Reader for PDF.

    `seconds` is the longest time for all engines together, `stall_seconds` the longest without
    another page.
    """

    seconds: float
    megabytes: int
    max_file_megabytes: int
    max_pages: int
    engines: tuple[str, ...] = ENGINES
    media_types: tuple[str, ...] = ("application/pdf",)
    stall_seconds: float = STALL_SECONDS
    recognition: Recognition | None = None

    def read(self, path: Path, name: str, password: str | None, progress: Progress) -> Reading:
        """See `backend.ports.Reader`."""
        check_size(path, self.max_file_megabytes)
        check_mark(path)
        work = _Work(path, name, password or "", progress)
        failures: list[_Failure] = []
        for engine, deadline in self._shares():
            reached = [0, 0]
            try:
                return self._read_by(engine, work, deadline, reached)
            except ReadingError as error:
                if error.code not in TRY_NEXT:
                    raise
                failures.append(_Failure(reached[0], len(failures), error))
        raise max(failures).error if failures else _refusal("broken", 0)

    def _read_by(self, engine: str, work: _Work, deadline: float, reached: list[int]) -> Reading:
        """What an engine reads, with text recognition where the file needs it and it works."""
        if engine != RECOGNISED or self.recognition is None:
            return self._ask(engine, work, deadline, reached)
        try:
            return self._ask(engine, work, deadline, reached, {"recognise": True})
        except _ScannedError:
            reached[:] = 0, 0
        try:
            return self._recognised(work, self.recognition, reached)
        except ReadingError as error:
            if error.code not in (*TRY_NEXT, "unsupported"):
                raise
            reached[:] = 0, 0
            later = time.monotonic() + self.seconds
            reading = self._ask(engine, work, later, reached)
            return replace(reading, warnings=(str(error), *reading.warnings))

    def _recognised(self, work: _Work, recognition: Recognition, reached: list[int]) -> Reading:
        asked = {
            "languages": recognition.languages,
            "language_data": recognition.folder,
            "seconds": recognition.seconds,
        }
        # Its own clock leaves pages unread before this one ends it.
        return self._ask(RECOGNISING, work, time.monotonic() + recognition.seconds, reached, asked)

    def _shares(self) -> Iterator[tuple[str, float]]:
        """The engines, each with the reading of `time.monotonic` at which its time is over."""
        end = time.monotonic() + self.seconds
        for position, engine in enumerate(self.engines, start=1):
            now = time.monotonic()
            share = FIRST_SHARE if position < len(self.engines) else 1.0
            yield engine, now + share * max(0.0, end - now)

    def _ask(
        self,
        engine: str,
        work: _Work,
        deadline: float,
        reached: list[int],
        more: Mapping[str, object] | None = None,
    ) -> Reading:
        """What one engine reads; `reached` follows its pages done and pages in all.

        Raises:
            ReadingError: with the code that says why it cannot.
            _ScannedError: if pages must be read from their picture, and `more` asked for that.
        """
        module = f"backend.readers.engines.{engine}"
        seconds = max(1.0, deadline - time.monotonic())
        recognises = engine == RECOGNISING
        stall = RECOGNITION_STALL_SECONDS if recognises else self.stall_seconds
        with GuardedProcess(module, megabytes=self.megabytes, seconds=seconds) as child:
            try:
                child.send(
                    {
                        "path": str(work.path.resolve()),
                        "name": work.name,
                        "password": work.password,
                        "max_pages": self.max_pages,
                        **(more or {}),
                    }
                )
                while True:
                    header, payload = child.receive(
                        self._patience(deadline, reached, stall),
                        lambda: work.progress(STAGE, *reached),
                    )
                    if "progress" in header:
                        reached[:] = header["progress"]
                        work.progress(STAGE, *reached)
                    elif header.get("refused") == "scanned":
                        raise _ScannedError
                    elif "refused" in header:
                        raise _refused(header, self, bool(work.password))
                    else:
                        return decode(payload)
            except ChildTimeoutError:
                code = "stalled" if time.monotonic() < deadline else "timeout"
                limits = replace(self, stall_seconds=stall)
                raise _refusal(code, reached[0], limits) from None
            except (ChildDiedError, ValueError, KeyError, TypeError):
                raise _refusal("broken", 0) from None

    def _patience(self, deadline: float, reached: list[int], stall: float) -> float:
        """Until when to wait for an engine's next message; it may be silent for `stall` seconds."""
        if reached[1] and reached[0] >= reached[1]:
            return deadline  # putting all pages together has no steps to report
        return min(deadline, time.monotonic() + stall)


class _Work(NamedTuple):
    """A file to be read."""

    path: Path
    name: str
    password: str
    progress: Progress


class _ScannedError(Exception):
    """The file has pages whose text must be read from their picture."""


class _Failure(NamedTuple):
    """Why an engine gave up. The one that read most pages knows best, then the last."""

    pages: int
    position: int
    error: ReadingError


def check_size(path: Path, max_megabytes: int) -> None:
    """Refuse an empty or an overlong file.

    Raises:
        ReadingError: `empty`, `too_large` or `broken`.
    """
    try:
        size = path.stat().st_size
    except OSError:
        raise _refusal("broken", 0) from None
    if size == 0:
        raise ReadingError("empty", "The file is empty: it has 0 bytes.", "Upload it again.")
    if size > max_megabytes * 1024 * 1024:
        raise ReadingError(
            "too_large",
            f"The file has {size / 1024 / 1024:,.0f} MB; at most {max_megabytes:,} MB are read.",
            "Split it, or raise the setting max_file_megabytes.",
        )


def check_mark(path: Path) -> None:
    """Refuse a file without the mark that every PDF bears near its beginning.

    Raises:
        ReadingError: `broken`.
    """
    try:
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
    except OSError:
        raise _refusal("broken", 0) from None
    if b"%PDF" not in head:
        raise _refusal("broken", 0)


def _refused(header: Mapping[str, Any], reader: PdfReader, password: bool) -> ReadingError:
    """The error for what an engine has answered."""
    if header["refused"] == "no_language":
        return ReadingError(
            "unsupported",
            f"Text recognition has no data for the language “{header['detail']}”.",
            "Install its package tessdata-fast-…, or change the setting ocr_languages.",
        )
    return _refusal(header["refused"], header["count"], reader, password)


def _refusal(
    code: str, count: int, reader: PdfReader | None = None, password: bool = False
) -> ReadingError:
    limit = reader or PdfReader(0, 0, 0, 0)
    what, remedy = {
        "encrypted": (
            "The password does not open this PDF."
            if password
            else "This PDF is protected by a password.",
            "Enter the password that opens it and try again.",
        ),
        "no_text": (
            f"None of the {count} pages of this PDF holds text: it is scanned or made of pictures."
            if count != 1
            else "The only page of this PDF holds no text: it is scanned or made of pictures.",
            "Text recognition (OCR) found none either: scan it anew, sharper, or name its language "
            "in the setting ocr_languages."
            if limit.recognition is not None
            else "Switch text recognition (OCR) on by the setting ocr_languages, or run it through "
            "such a program.",
        ),
        "too_many_pages": (
            f"This PDF has {count:,} pages; at most {limit.max_pages:,} are read.",
            "Split it, or raise the setting max_pages.",
        ),
        "timeout": (
            f"Reading this PDF took longer than {limit.seconds:,.0f} seconds and was stopped"
            + (f" after page {count:,}." if count else "."),
            "Split it, or raise the setting reader_seconds.",
        ),
        "stalled": (
            f"Reading this PDF got no further for {limit.stall_seconds:,.0f} seconds "
            + (f"after page {count:,}" if count else "before its first page")
            + " and was stopped: what comes there is damaged or runs in circles.",
            "Open it in a PDF program, print it to a new PDF and upload that"
            + (f", or leave out page {count + 1:,}." if count else "."),
        ),
        "memory": (
            f"Reading this PDF needs more than {limit.megabytes:,} MB of memory and was stopped.",
            "Split it, save it anew from a PDF program, or raise the setting reader_megabytes.",
        ),
    }.get(
        code,
        (
            "This file is damaged or not a PDF: no page of it could be read.",
            "Open it in a PDF program, save it anew and upload the result.",
        ),
    )
    return ReadingError("timeout" if code == "stalled" else code, what, remedy)


def decrypted(
    path: Path, password: str, *, megabytes: int = 2_048, seconds: float = 120.0
) -> bytes:
    """The file as a PDF that opens without a password.

    Raises:
        ReadingError: `encrypted` if the password is wrong, `broken`, `timeout`.
    """
    with GuardedProcess(UNLOCK, megabytes=megabytes, seconds=seconds) as child:
        try:
            child.send({"path": str(path.resolve()), "password": password})
            header, payload = child.receive(time.monotonic() + seconds)
        except ChildTimeoutError:
            raise _refusal("timeout", 0, PdfReader(seconds, megabytes, 0, 0)) from None
        except ChildDiedError:
            raise _refusal("broken", 0) from None
    if "refused" in header:
        raise _refusal(header["refused"], 0, password=bool(password))
    return payload


def build(settings: Settings) -> PdfReader:
    """The reader with the limits of the settings."""
    return PdfReader(
        seconds=settings.reader_seconds,
        megabytes=settings.reader_megabytes,
        max_file_megabytes=settings.max_file_megabytes,
        max_pages=settings.max_pages,
        recognition=Recognition(settings.ocr_languages, settings.ocr_data, settings.ocr_seconds)
        if settings.ocr_languages
        else None,
    )
