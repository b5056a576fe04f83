"""Asks an engine in a child process to read a file, and hears how far it is."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from backend.errors import ReadingError
from backend.guarded_process import ChildDiedError, ChildTimeoutError, GuardedProcess
from backend.ports import Progress
from backend.readers.layout.codec import decode
from backend.types import Reading

STAGE = "reading"


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Most seconds, megabytes of memory, pages and rows that reading one file may take; of rows 0
    sets no bound."""

    seconds: float
    megabytes: int
    max_pages: int = 0
    max_rows: int = 0


class EngineRefusedError(Exception):
    """The engine does not read the file; `code` is that of the ReadingError to be."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def ask_engine(
    module: str, path: Path, name: str, limits: EngineLimits, progress: Progress
) -> Reading:
    """What the engine of a module reads.

    Raises:
        RefusedError: with the engine's code, `timeout`, or `broken` for a child that ended.
        CancelledError: if progress asked for it.
    """
    deadline = time.monotonic() + limits.seconds
    reached = [0, 0]
    with GuardedProcess(module, megabytes=limits.megabytes, seconds=limits.seconds) as child:
        try:
            request = {"path": str(path.resolve()), "name": name, "password": ""}
            bounds = {"max_pages": limits.max_pages, "max_rows": limits.max_rows}
            child.send({**request, **bounds})
            while True:
                header, payload = child.receive(deadline, lambda: progress(STAGE, *reached))
                if "progress" in header:
                    reached[:] = header["progress"]
                    progress(STAGE, *reached)
                elif "refused" in header:
                    raise EngineRefusedError(header["refused"])
                else:
                    return decode(payload)
        except ChildTimeoutError:
            raise EngineRefusedError("timeout") from None
        except (ChildDiedError, ValueError, KeyError, TypeError):
            raise EngineRefusedError("broken") from None


def check_size(path: Path, max_megabytes: int) -> None:
    """Refuse an empty or an overlong file.

    Raises:
        RefusedError: `broken` if it cannot be opened.
        ReadingError: `empty` or `too_large`.
    """
    try:
        size = path.stat().st_size
    except OSError:
        raise EngineRefusedError("broken") from None
    if size == 0:
        raise ReadingError("empty", "The file is empty: it has 0 bytes.", "Upload it again.")
    if size > max_megabytes * 1024 * 1024:
        raise ReadingError(
            "too_large",
            f"The file has {size / 1024 / 1024:,.0f} MB; at most {max_megabytes:,} MB are read.",
            "Split it, or raise the setting max_file_megabytes.",
        )
