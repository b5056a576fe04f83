"""The interface as an ASGI application: every request admitted, carried out, counted, answered."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from backend.errors import ForbiddenError, WorkbenchError
from backend.interfaces.http_api import (
    chat_completions,
    chat_errors,
    judging_runs,
    library,
    measuring,
    questions,
    resumable,
)
from backend.interfaces.http_api.admission import Admission, Caller, RateLimit
from backend.interfaces.http_api.assistants import Assistants
from backend.interfaces.http_api.bodies import json_body
from backend.interfaces.http_api.description import describe
from backend.interfaces.http_api.measures import MEDIA_TYPE, Measures
from backend.interfaces.http_api.operations import BASE, ApiOperation, Call, Gate
from backend.interfaces.http_api.problem_details import PROBLEMS, RefusedError, refusal_of
from backend.remembered import Remembered
from backend.serialisation import to_plain
from backend.services.access_tokens import TokenStore
from backend.types import Principal
from backend.workbench import Workbench

GONE = 499
"""What is counted for a client that went away; nobody receives it."""
NOBODY = "nobody known"
"""Who asks, in the log, before they are admitted."""
MOST_CALLERS = 64
"""Tokens whose part of the library is kept at hand."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Health:
    """That the program answers."""

    status: str


class HttpInterface:
    """The interface over one library.

    Args:
        opened: gives the library, which it may open at the first call; called in a thread.
    """

    def __init__(self, opened: Callable[[], Workbench], limit: RateLimit | None = None) -> None:
        self._opened = opened
        self._limit = limit or RateLimit()
        self._gate = Gate()
        self._measures = Measures()
        self._assistants = Assistants()
        self._guarded: Remembered[tuple[str, Principal], Workbench] = Remembered(MOST_CALLERS)

    @cached_property
    def _workbench(self) -> Workbench:
        return self._opened()

    @cached_property
    def _admission(self) -> Admission:
        whole = self._workbench
        tokens = TokenStore(whole.parts.settings.library)
        return Admission(tokens, self._limit, open_here=whole.signing_in.sign_in_kind() == "none")

    def _for(self, caller: Caller) -> Workbench:
        """The library as the caller may use it."""
        whole, token = self._workbench, caller.token
        if token is None or (whole.signing_in.sign_in_kind() == "none" and not token.person):
            return whole
        principal = whole.signing_in.principal_of_token(token)
        # the same object for the same caller, so that what is built over it is built once
        return self._guarded.of(
            (token.sha256, principal),
            lambda: whole.for_(
                principal, still=lambda: whole.sharing.token_of(caller.text) is not None
            ),
        )

    @cached_property
    def operations(self) -> tuple[ApiOperation, ...]:
        """All operations that are described; assistants learn theirs by their own protocol."""
        return (
            *library.OPERATIONS,
            *resumable.OPERATIONS,
            *questions.OPERATIONS,
            *measuring.OPERATIONS,
            *judging_runs.OPERATIONS,
            *chat_completions.OPERATIONS,
            ApiOperation(
                *("GET", "/health", "health", "That the program answers", None),
                result=Health,
                run=lambda _: Health("ok"),
            ),
            ApiOperation(
                *("GET", "/metrics", "metrics", "Counts, as Prometheus reads them", "read"),
                others=("text/plain",),
                problems=(403,),
                respond=self._metrics,
            ),
            ApiOperation(
                *("GET", "/openapi.json", "describe", "This document", None),
                result=dict[str, Any],
                run=lambda _: self.description,
            ),
        )

    @cached_property
    def description(self) -> dict[str, Any]:
        """The OpenAPI document."""
        return describe(self.operations)

    def application(self) -> Starlette:
        """The ASGI application; paths begin with `/api/v1`, those of chats with `/v1`;
        assistants have `/mcp`."""
        return Starlette(
            routes=[
                Route(
                    operation.base + operation.path,
                    self._endpoint(operation),
                    methods=[operation.method],
                )
                for operation in (*self.operations, self._assistants.operation)
            ],
            exception_handlers={HTTPException: _not_routed},
        )

    def _endpoint(self, operation: ApiOperation) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            began = time.monotonic()
            status = GONE
            request.state.caller = NOBODY
            try:
                response = await self._answer(operation, request)
                status = response.status_code
            finally:
                seconds = time.monotonic() - began
                self._measures.count(operation.name, status, seconds)
                caller = request.state.caller
                logger.info("%s for %s: %d in %.3f s", operation.name, caller, status, seconds)
            return response

        return answer

    async def _answer(self, operation: ApiOperation, request: Request) -> Response:
        form = operation.errors
        try:
            return await self._carry_out(operation, request)
        except RefusedError as refusal:
            return form.response(refusal)
        except WorkbenchError as error:
            return form.response(refusal_of(error))
        except ClientDisconnect:
            return form.response(RefusedError(400, "The body ended before its end."))
        except Exception:  # the edge of a request: the log has the cause, the client a sentence
            logger.exception("%s failed unexpectedly", operation.name)
            return form.response(
                RefusedError(
                    500, "Something went wrong that should not have.", "The log says more."
                )
            )

    async def _carry_out(self, operation: ApiOperation, request: Request) -> Response:
        if operation.scope is not None:
            client = request.client.host if request.client else ""
            headers = {name.lower(): value for name, value in request.headers.items()}
            scope = operation.scope
            caller = await self._gate.work(lambda: self._admission.admit(headers, client, scope))
            request.state.caller = caller.name
        else:
            caller = Caller(NOBODY)
        body = None if operation.body is None else await json_body(request, operation.body)
        workbench = await self._gate.work(lambda: self._for(caller))
        call = Call(workbench, request, body, self._gate)
        if operation.respond is not None:
            return await operation.respond(call)
        run = operation.run
        if run is None:
            raise RuntimeError(f"{operation.name} has nothing to carry out")
        return JSONResponse(to_plain(await call.work(lambda: run(call))), operation.status)

    async def _metrics(self, call: Call) -> Response:
        def text() -> str:
            who = call.workbench.sharing.principal
            if who is not None and not who.administrator:
                raise ForbiddenError(
                    "The measures of the whole program are for administrators.", "Ask one of them."
                )
            counts = [
                call.workbench.library.counts(collection.id)
                for collection in call.workbench.library.collections()
            ]
            sizes = {
                "collections": len(counts),
                "documents": sum(count.documents for count in counts),
                "passages": sum(count.chunks for count in counts),
            }
            return self._measures.text(sizes)

        return Response(await call.work(text), media_type=MEDIA_TYPE)


async def _not_routed(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    told = {
        404: "There is nothing at this address.",
        405: "This address does not take this method.",
    }.get(status, "This request cannot be answered.")
    form = chat_errors.ERRORS if _is_chat(request) else PROBLEMS
    return form.response(RefusedError(status, told, f"See {BASE}/openapi.json.", headers))


def _is_chat(request: Request) -> bool:
    return request.url.path.startswith(f"{chat_completions.BASE}/")
