"""Rows that an engine in a child process reads of a file, one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from backend.guarded_process import ChildDiedError, ChildTimeoutError, GuardedProcess
from backend.readers.engines.engine_child import EngineLimits, EngineRefusedError
from backend.serialisation import from_json


@dataclass(slots=True)
class EngineRows:
    """The rows of a file's table; `sheet` and how many rows it says to have are known once the
    first row was taken. All that a person is to be told (`said`), and how many figures of each
    column stand in cells merged over several rows (`shared`), are known once the last one was."""

    module: str
    path: Path
    name: str
    limits: EngineLimits
    sheet: str = ""
    count: int = 0
    said: tuple[str, ...] = field(default=())
    shared: dict[int, int] = field(default_factory=dict)

    def rows(self, on_wait: Callable[[], None] = lambda: None) -> Iterator[list[str]]:
        """All rows. A second pass reads the file once more.

        Raises:
            RefusedError: with the engine's code, `timeout`, or `broken` for a child that ended.
        """
        deadline = time.monotonic() + self.limits.seconds
        with GuardedProcess(
            self.module, megabytes=self.limits.megabytes, seconds=self.limits.seconds
        ) as child:
            try:
                path = str(self.path.resolve())
                child.send({"path": path, "name": self.name, "password": "", "max_pages": 0})
                while True:
                    header, payload = child.receive(deadline, on_wait)
                    if "refused" in header:
                        raise EngineRefusedError(header["refused"])
                    if "done" in header:
                        self.said += tuple(map(str, header.get("said", ())))
                        counts = header.get("shared", {})
                        self.shared = {int(at): int(many) for at, many in counts.items()}
                        return
                    if "sheet" in header:
                        self.sheet, self.count = str(header["sheet"]), int(header["rows"])
                        self.said = tuple(map(str, header["said"]))
                        continue
                    yield from from_json(list[list[str]], payload)
                    child.send({"more": True})
            except ChildTimeoutError:
                raise EngineRefusedError("timeout") from None
            except (ChildDiedError, ValueError, KeyError, TypeError):
                raise EngineRefusedError("broken") from None
