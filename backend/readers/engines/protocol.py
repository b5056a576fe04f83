"""What a reading engine's child process and its parent say to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from backend.guarded_process import Channel
from backend.readers.layout.codec import encode
from backend.types import Reading


class Refusal(Exception):  # noqa: N818 - an answer of the protocol, not a fault of the program
    """The file cannot be read. `code` is a ReadingError's code, `count` the number it speaks of."""

    def __init__(self, code: str, count: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.count = count


@dataclass(frozen=True, slots=True)
class Request:
    """What the parent asks for."""

    path: Path
    name: str
    password: str
    max_pages: int

    def check_pages(self, count: int) -> None:
        """Refuse a document of too many pages, or of none."""
        if count > self.max_pages:
            raise Refusal("too_many_pages", count)
        if count <= 0:
            raise Refusal("broken")


Report = Callable[[int, int], None]
"""Called with the pages done and the pages in all."""


def converse(read: Callable[[Request, Report], Reading]) -> Callable[[Channel], None]:
    """The child's whole conversation around one engine: a request, progress, a result."""

    def handle(channel: Channel) -> None:
        message = channel.receive()
        if message is None:
            return
        header, _ = message
        request = Request(
            Path(header["path"]), header["name"], header["password"], header["max_pages"]
        )

        def report(done: int, total: int) -> None:
            channel.send({"progress": [done, total]})

        try:
            payload = encode(read(request, report))
        except Refusal as refusal:
            channel.send({"refused": refusal.code, "count": refusal.count})
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
        raise Refusal("no_text", total)
    shown = ", ".join(str(number + 1) for number in silent[:12])
    more = f" and {len(silent) - 12} more" if len(silent) > 12 else ""
    plural = "s" if len(silent) > 1 else ""
    return (
        f"{len(silent)} of {total} pages hold no text (page{plural} {shown}{more}): they are "
        "empty, scanned or drawn. What they show cannot be found or cited.",
    )
