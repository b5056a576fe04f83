"""What running work is told, and tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Progress = Callable[[str, int, int], None]
"""Called as progress(stage, done, total); raises CancelledError when the work shall stop."""


class StopSignal(Protocol):
    """Tells running work that a person pressed stop. `threading.Event` satisfies it."""

    def is_set(self) -> bool: ...
