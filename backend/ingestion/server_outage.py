"""Waiting for a server that is away for a while, so that a file need not be read again."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from backend.errors import UnavailableError
from backend.ports import Progress

PATIENCE_SECONDS = 600.0
"""How long a file waits for a server; a restart takes a minute, an upgrade several."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
STAGE = "waiting"
_LOOK_SECONDS = 0.5

logger = logging.getLogger(__name__)


def patiently(
    step: Callable[[], None], progress: Progress, *, seconds: float | None = None
) -> None:
    """Do a step that may be repeated; while a server is away, try again with growing pauses.

    Args:
        seconds: how long to try; PATIENCE_SECONDS unless given.

    Raises:
        UnavailableError: the last one, when the time is over.
        CancelledError: if progress asked for it.
    """
    deadline = time.monotonic() + (PATIENCE_SECONDS if seconds is None else seconds)
    pause = FIRST_PAUSE
    while True:
        try:
            step()
            return
        except UnavailableError as error:
            if time.monotonic() >= deadline:
                raise
            logger.warning("%s Trying again in %.0f s.", error.what, pause)
        again = time.monotonic() + pause
        while time.monotonic() < again:
            progress(STAGE, 0, 0)
            time.sleep(min(_LOOK_SECONDS, pause))
        pause = min(2 * pause, LONGEST_PAUSE)
