"""Assistants over HTTP: the Model Context Protocol's streamable transport, one exchange a request.

No session is kept: the tools need none, so that a program may be started anew, and each request
shows its token.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from backend.errors import QuestionError
from backend.interfaces import model_context
from backend.interfaces.http_api.bodies import MOST_JSON_BYTES
from backend.interfaces.http_api.operations import ApiOperation, Call
from backend.interfaces.http_api.problem_details import RefusedError
from backend.remembered import Remembered
from backend.workbench import RunningQuestion, Workbench

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

PATH = "/mcp"
MOST_SERVERS = 64
"""One for each caller, whose tools reach what this caller may see."""


class Assistants:
    """The one address of assistants. The SDK is loaded by its first request."""

    def __init__(self) -> None:
        self._servers: Remembered[Workbench, MCPServer[Any]] = Remembered(MOST_SERVERS)
        self.operation = ApiOperation(
            *("POST", PATH, "assistant", "The Model Context Protocol for assistants", "read"),
            base="",
            respond=self.respond,
        )

    async def respond(self, call: Call) -> Response:
        """The exchange of one request.

        Raises:
            RefusedError: 503 if the line of questions is full.
        """
        call.gate.check_line()
        return AssistantExchange(await call.work(lambda: self._built(call)))

    def _built(self, call: Call) -> MCPServer[Any]:
        workbench, gate = call.workbench, call.gate

        async def begin(ask: Callable[[], RunningQuestion]) -> RunningQuestion:
            try:
                return await gate.begin(ask)
            except RefusedError as error:  # the exchange has begun: the tool says it
                raise QuestionError(error.details.detail, error.details.remedy) from None

        return self._servers.of(workbench, lambda: model_context.build(workbench, gate.work, begin))


class AssistantExchange(Response):
    """A request that the SDK answers. A client that goes away ends the tool's work."""

    def __init__(self, server: MCPServer[Any]) -> None:
        super().__init__()
        self._server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer it to its end."""
        from mcp.server.transport_security import (  # noqa: PLC0415 - loaded with the server
            TransportSecuritySettings,
        )

        # Names of hosts and origins are checked before all routes, by the names of this server.
        unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        self._server.streamable_http_app(
            stateless_http=True,
            transport_security=unchecked,
            max_request_body_size=MOST_JSON_BYTES,
        )
        manager = self._server.session_manager
        async with manager.run():
            await manager.handle_request(scope, receive, send)
