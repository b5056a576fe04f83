"""Asks retrievers so that none can break a question: one that fails or is late is left out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from contextvars import copy_context
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from backend.errors import WorkbenchError

logger = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds that all retrievers together have for one step of a question."""
T = TypeVar("T")


class Lane(Generic[T]):
    """Asks for several answers and goes on; `collected` waits for them.

    They are made one after the other in a thread of their own, which is left behind when time is
    up; a new one then goes on with those that have not had their turn.
    """

    def __init__(self, asked: Mapping[str, Callable[[], T]], patience: float = PATIENCE) -> None:
        self._asked = asked
        self._patience = patience
        self._waiting = list(asked)
        self._results = self._started()

    def _started(self) -> SimpleQueue[tuple[str, T | None, str]]:
        results: SimpleQueue[tuple[str, T | None, str]] = SimpleQueue()
        calls = {name: self._asked[name] for name in self._waiting}
        if calls:
            threading.Thread(
                target=copy_context().run,  # spans of the thread belong to the question's
                args=(_ask, calls, results),
                name="retrievers",
                daemon=True,
            ).start()
        self._ends = time.monotonic() + self._patience
        return results

    def collected(self) -> tuple[dict[str, T], dict[str, str]]:
        """What each gives, in the order asked, and by name why the others gave nothing."""
        found: dict[str, T] = {}
        failed: dict[str, str] = {}
        while self._waiting:
            try:
                name, result, reason = self._results.get(
                    timeout=max(0.0, self._ends - time.monotonic())
                )
            except Empty:
                late = self._waiting.pop(0)
                logger.warning("The retriever %s gave no answer in %.0f s.", late, self._patience)
                failed[late] = f"It gave no answer within {self._patience:g} seconds."
                self._results = self._started()
                continue
            self._waiting.remove(name)
            if reason:
                failed[name] = reason
            elif result is not None:
                found[name] = result
        return found, failed


def _ask(
    calls: Mapping[str, Callable[[], T]], results: SimpleQueue[tuple[str, T | None, str]]
) -> None:
    for name, call in calls.items():
        try:
            results.put((name, call(), ""))
        except WorkbenchError as error:
            logger.warning("The retriever %s failed: %s", name, error)
            results.put((name, None, error.what))
        except Exception:  # the edge of a worker: one retriever must never end a question
            logger.exception("The retriever %s failed unexpectedly.", name)
            results.put((name, None, "Something unexpected went wrong; the log has the details."))
