"""Server-sent events (HTML standard, section 9.2) of a question at work."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from backend.workbench import RunningQuestion

EVENTS = "text/event-stream"
SIGN_OF_LIFE = ": still here\n\n"
"""A comment, which clients pass over."""


class EventStream(StreamingResponse):
    """A question's events; a client that goes away, at whatever point, stops the question."""

    def __init__(self, events: AsyncIterator[str], asking: RunningQuestion) -> None:
        super().__init__(events, media_type=EVENTS, headers={"Cache-Control": "no-store"})
        self._asking = asking

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events to their end."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._asking.stop()
