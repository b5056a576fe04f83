"""One operation of the interface: where it stands, who may call it, and how it is carried out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import anyio
import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response

from backend.interfaces.http_api.problem_details import PROBLEMS, ErrorForm, RefusedError
from backend.services.access_tokens import Scope
from backend.workbench import RunningQuestion, Workbench

BASE = "/api/v1"
AT_ONCE = 16
"""Requests that are worked on at the same time; more wait. A question in line takes no place."""
MOST_QUESTIONS = 200
"""Questions that may be in line or at work; more are refused with 503."""


class Gate:
    """How much is at work at the same time."""

    def __init__(self) -> None:
        self._threads: anyio.CapacityLimiter | None = None
        self._questions: list[RunningQuestion] = []
        self._beginning = 0

    @property
    def threads(self) -> anyio.CapacityLimiter:
        """Limits the threads of this interface, which are not those of the screens."""
        if self._threads is None:
            self._threads = anyio.CapacityLimiter(AT_ONCE)
        return self._threads

    async def work(self, function: Callable[[], Any]) -> Any:
        """Run what may take long in one of the threads."""
        return await anyio.to_thread.run_sync(function, limiter=self.threads)

    def check_line(self) -> None:
        """Make sure that one more question may be asked.

        Raises:
            RefusedError: 503 if the line is full.
        """
        self._questions = [question for question in self._questions if not question.done]
        if len(self._questions) + self._beginning >= MOST_QUESTIONS:
            raise RefusedError(
                503, "Too many questions are waiting.", "Try again later.", {"Retry-After": "10"}
            )

    async def begin(self, ask: Callable[[], RunningQuestion]) -> RunningQuestion:
        """Ask a question if there is room in the line, and count it in until it has ended.

        Raises:
            RefusedError: 503 if the line is full.
        """
        self.check_line()
        self._beginning += 1  # a thousand may come before the first of them has begun
        try:
            asking: RunningQuestion = await self.work(ask)
        finally:
            self._beginning -= 1
        self._questions.append(asking)
        return asking


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way through an operation."""

    workbench: Workbench
    request: Request
    body: Any
    gate: Gate

    def path(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def query(self, name: str, default: str = "") -> str:
        """A parameter of the address."""
        return self.request.query_params.get(name, default)

    async def work(self, function: Callable[[], Any]) -> Any:
        """Run what may take long in a thread of this interface."""
        return await self.gate.work(function)

    async def begin(self, ask: Callable[[], RunningQuestion]) -> RunningQuestion:
        """Ask a question if there is room in the line.

        Raises:
            RefusedError: 503 if the line is full.
        """
        return await self.gate.begin(ask)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the address or a header: its meaning, and what it may be (empty for any
    text)."""

    name: str
    about: str
    choices: tuple[str, ...] = ()
    place: Literal["query", "header"] = "query"
    required: bool = False


@dataclass(frozen=True, slots=True)
class ApiOperation:
    """An operation of the interface, at `path` below `base`, that tells `errors` in their form.

    Either `run`, called in a thread, whose value is sent as JSON, or `respond`,
    which makes the whole response. `result` is the value's type, or that of the JSON response.
    `others` are further media types that it may answer with, `raw_body` those that it takes, and
    `response_headers` what an answer without an error says besides.
    """

    method: str
    path: str
    name: str
    about: str
    scope: Scope | None
    result: Any = None
    body: Any = None
    raw_body: tuple[str, ...] = ()
    status: int = 200
    parameters: tuple[Parameter, ...] = ()
    others: tuple[str, ...] = ()
    response_headers: tuple[Parameter, ...] = ()
    problems: tuple[int, ...] = ()
    base: str = BASE
    errors: ErrorForm = PROBLEMS
    run: Callable[[Call], Any] | None = None
    respond: Callable[[Call], Awaitable[Response]] | None = field(default=None)
