"""What a reading engine's child process and its parent say to each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backend.guarded_process import Channel
from backend.readers.layout.codec import encode
from backend.types import Reading


class FileRefusal(Exception):  # noqa: N818 - an answer of the protocol, not a fault of the program
    """The file cannot be read. `code` is a ReadingError's code, `count` the number that it speaks
    of, `detail` a name.

    Two codes concern the reader alone: `scanned` (pages or pictures must be read) and
    `no_language` (there are no data for a language, which `detail` names).
    """

    def __init__(self, code: str, count: int = 0, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.count = count
        self.detail = detail


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """What the parent asks for.

    With `recognise` an engine refuses a file that has pages, or pictures on them, to be read by
    text recognition (`scanned`); `languages` and `language_data` are Tesseract's, `seconds` the
    engine's time. A sheet of more than `max_rows` rows is refused (`too_many_cells`); 0 sets no
    bound.
    """

    path: Path
    name: str
    password: str
    max_pages: int
    recognise: bool = False
    languages: str = ""
    language_data: str = ""
    seconds: float = 0.0
    max_rows: int = 0

    def check_pages(self, count: int) -> None:
        """Refuse a document of too many pages, or of none."""
        if count > self.max_pages:
            raise FileRefusal("too_many_pages", count)
        if count <= 0:
            raise FileRefusal("broken")


Report = Callable[[int, int], None]
"""Called with the pages done and the pages in all."""


def request_of(header: Mapping[str, Any]) -> EngineRequest:
    """The request that a message holds."""
    return EngineRequest(**{**header, "path": Path(header["path"])})


def converse(read: Callable[[EngineRequest, Report], Reading]) -> Callable[[Channel], None]:
    """The child's whole conversation around one engine: a request, progress, a result."""

    def handle(channel: Channel) -> None:
        message = channel.receive()
        if message is None:
            return
        request = request_of(message[0])

        def report(done: int, total: int) -> None:
            channel.send({"progress": [done, total]})

        try:
            payload = encode(read(request, report))
        except FileRefusal as refusal:
            channel.send(
                {"refused": refusal.code, "count": refusal.count, "detail": refusal.detail}
            )
        except MemoryError:
            channel.send({"refused": "memory", "count": 0})
        except Exception:  # noqa: BLE001 - edge of the child: any other failure means a broken file
            channel.send({"refused": "broken", "count": 0})
        else:
            channel.send({"result": True}, payload)

    return handle


def missing_text_warning(silent: Sequence[int], total: int) -> tuple[str, ...]:
    """A sentence about pages without text, if some but not all are.

    Raises:
        Refusal: `no_text` if no page has text.
    """
    if not silent:
        return ()
    if len(silent) == total:
        raise FileRefusal("no_text", total)
    return (
        f"{len(silent)} of {total} pages hold no text ({listed(silent)}): they are "
        "empty, scanned or drawn. What they show cannot be found or cited.",
    )


def listed(pages: Sequence[int]) -> str:
    """Pages, counted from 0 and in order, as a person says them: `pages 1 to 3, 7`."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    said = [
        f"{run[0] + 1} to {run[-1] + 1}" if len(run) > 2 else ", ".join(str(n + 1) for n in run)
        for run in runs[:12]
    ]
    rest = sum(map(len, runs[12:]))
    more = f" and {rest} more" if rest else ""
    return f"page{'s' if len(pages) > 1 else ''} {', '.join(said)}{more}"
