"""Asks retrievers so that none can break a question: one that fails or is late is left out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import TypeVar

from backend.errors import WorkbenchError

logger = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds that all retrievers together have for one step of a question."""
T = TypeVar("T")


def answered(
    asked: Mapping[str, Callable[[], T]], patience: float = PATIENCE
) -> tuple[dict[str, T], dict[str, str]]:
    """What each gives, in the order asked, and by name why the others gave nothing.

    They run one after the other in a thread of their own, which is left behind when time is up; a
    new one then goes on with those that have not had their turn.
    """
    found: dict[str, T] = {}
    failed: dict[str, str] = {}
    waiting = list(asked)
    while waiting:
        results: SimpleQueue[tuple[str, T | None, str]] = SimpleQueue()
        calls = {name: asked[name] for name in waiting}
        threading.Thread(target=_ask, args=(calls, results), name="retrievers", daemon=True).start()
        ends = time.monotonic() + patience
        while waiting:
            try:
                name, result, reason = results.get(timeout=max(0.0, ends - time.monotonic()))
            except Empty:
                late = waiting.pop(0)
                logger.warning("The retriever %s gave no answer in %.0f s.", late, patience)
                failed[late] = f"It gave no answer within {patience:g} seconds."
                break
            waiting.remove(name)
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
