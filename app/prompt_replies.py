"""Small replies leave at once instead of waiting for the browser's receipt of the one before.

The listening socket is made before the server starts and does not name its protocol; asyncio then
leaves Nagle's algorithm on (RFC 896), and each small file and each small message of a page waits
for an acknowledgement that the other side holds back for 40 ms (RFC 1122, 4.2.3.2). Connections
inherit the option from the socket that they were accepted from.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable

import uvicorn


def reply_at_once() -> None:
    """Have every web server that starts in this process from now on reply without delay.

    Streamlit makes its server itself and takes no sockets from others, so the start is wrapped.
    """
    begin = uvicorn.Server.startup

    async def startup(self: uvicorn.Server, sockets: list[socket.socket] | None = None) -> None:
        without_delay(sockets or ())
        await begin(self, sockets)

    uvicorn.Server.startup = startup  # type: ignore[method-assign]


def without_delay(sockets: Iterable[socket.socket]) -> None:
    """Turn Nagle's algorithm off for the connections that these sockets accept; sockets that are
    none of TCP are left alone."""
    for each in sockets:
        if each.family in {socket.AF_INET, socket.AF_INET6} and each.type == socket.SOCK_STREAM:
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
