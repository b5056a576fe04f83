"""The interface for other programs, in the process of the screens and over the same library.

It is loaded by its first request, so that the first page need not wait for it.
"""

from __future__ import annotations

import importlib
import threading
from typing import cast

import anyio.to_thread
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

INTERFACE = "backend.interfaces.http_api.interface"
PATHS = ("/api/v1/{rest:path}", "/v1/{rest:path}", "/mcp")


class Programs:
    """An ASGI application that becomes the interface when it is first asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        application = await anyio.to_thread.run_sync(self._application)
        await application(scope, receive, send)

    def _application(self) -> ASGIApp:
        with self._lock:
            if self._made is None:
                session = importlib.import_module("app.session")
                interface = importlib.import_module(INTERFACE).HttpInterface(session.library)
                self._made = cast(ASGIApp, interface.application())
            return self._made


def routes() -> list[Route]:
    """The routes of the interface; it tells its own addresses apart."""
    programs = Programs()
    return [Route(path, programs) for path in PATHS]
