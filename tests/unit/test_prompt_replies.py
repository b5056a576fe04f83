"""Connections of the web server send small replies at once."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from app.prompt_replies import reply_at_once, without_delay

ROOT = Path(__file__).resolve().parents[2]


async def _program(scope: Any, receive: Any, send: Any) -> None:
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


async def _option_of_a_visitor() -> int:
    """Whether Nagle's algorithm is off on a connection to a server that was given its socket."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        server = uvicorn.Server(uvicorn.Config(_program, lifespan="off", log_level="error"))
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup([listening])
        reader, writer = await asyncio.open_connection(*listening.getsockname())
        writer.write(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
        await reader.readexactly(12)
        (connection,) = server.server_state.connections
        accepted = connection.transport.get_extra_info("socket")
        found = int(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()
        await server.shutdown([listening])
        return found


def test_a_connection_of_a_socket_that_was_given_does_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(uvicorn.Server, "startup", uvicorn.Server.startup)
    reply_at_once()
    assert asyncio.run(_option_of_a_visitor()) != 0


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets here")
def test_a_socket_that_is_none_of_tcp_is_left_alone() -> None:
    with socket.socket(socket.AF_UNIX) as local, socket.socket(type=socket.SOCK_DGRAM) as datagrams:
        without_delay([local, datagrams])


def test_the_app_serves_so() -> None:
    said = subprocess.run(
        [
            sys.executable,
            "-c",
            "import uvicorn, app.serving; print(uvicorn.Server.startup.__module__)",
        ],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.strip() == "app.prompt_replies"
