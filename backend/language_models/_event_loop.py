"""One event loop on one daemon thread, on which all language models talk to their servers.

Requests run as tasks there so that each can be ended at any moment, while it connects, waits for
the first byte or sleeps before a retry; a blocking socket read could not be. The loop lives as long
as the process, so connections are kept between requests.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any, TypeVar

_T = TypeVar("_T")
_lock = Lock()
_loops: list[asyncio.AbstractEventLoop] = []


def submit(work: Coroutine[Any, Any, _T]) -> Future[_T]:
    """Start a coroutine in the background; cancelling the future cancels the work."""
    with _lock:
        if not _loops:
            loop = asyncio.new_event_loop()
            Thread(target=loop.run_forever, name="language-models", daemon=True).start()
            _loops.append(loop)
    return asyncio.run_coroutine_threadsafe(work, _loops[0])
