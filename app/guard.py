"""What stands before every route: whose requests are answered, and what a browser may do with them.

A page of another site, or of another program on this machine, can make the visitor's browser ask
Quire as well. Such a request is known by the names in it: `Host` says which name the browser
followed to get here (a foreign one after DNS rebinding), `Origin` whose page asks (Fetch standard,
section 3.2), and `Sec-Fetch-Site` the same for requests that carry no origin (W3C Fetch Metadata).
Programs that are no browser send neither of the last two and are answered.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_FOREIGN = frozenset({"cross-site", "same-site"})
"""Other ports of one host are of the same site, and foreign all the same."""
_IN_A_PAGE = frozenset({"iframe", "frame", "object", "embed", "fencedframe"})
_REFUSED_SOCKET = 1008
"""The code "policy violation" of a websocket (RFC 6455, section 7.4.1)."""
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)

HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


@dataclass(frozen=True, slots=True)
class Admitted:
    """Who is answered: names of this server without ports, `*.` before a name for all below it, `*`
    for every name; and whole origins besides the server's own."""

    hosts: tuple[str, ...]
    origins: tuple[str, ...] = ()

    def objection(self, headers: Headers, method: str = "GET") -> str:
        """Why a request is refused, in a sentence for its sender; empty where it is answered."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._knows(hosts[0]):
            return (
                "Quire does not answer to this host name. Open it by the address that it printed, "
                "or start it with --server.allowedHosts and the name."
            )
        origins = headers.getlist("origin")
        if origins and not all(self._is_own(origin, hosts[0]) for origin in origins):
            return (
                "Quire does not answer pages of other addresses. If this page is meant to ask it, "
                "start it with --server.corsAllowedOrigins and the page's origin."
            )
        if not origins and _is_drawn_in(headers, method):
            return "Quire does not answer pages of other addresses. Open it in a tab of its own."
        return ""

    def _knows(self, host: str) -> bool:
        name = _host_name(host)
        if not name:
            return False
        return any(
            pattern in {"*", name} or (pattern.startswith("*.") and name.endswith(pattern[1:]))
            for pattern in (each.strip().lower().rstrip(".").strip("[]") for each in self.hosts)
        )

    def _is_own(self, origin: str, host: str) -> bool:
        if origin in self.origins:
            return True
        try:
            asked = urlsplit(origin)
        except ValueError:
            return False
        return asked.scheme in {"http", "https"} and asked.netloc.lower() == host.lower()


def _host_name(host: str) -> str:
    """The name in a Host header, without the port; empty where it is no name."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # raises where it is no number of a port
    except ValueError:
        return ""
    if parts.path or parts.query or parts.fragment or parts.username is not None:
        return ""
    return (parts.hostname or "").lower().rstrip(".")


def _is_drawn_in(headers: Headers, method: str) -> bool:
    """Whether a foreign page draws from here: anything but following a link in a window."""
    if headers.get("sec-fetch-site", "") not in _FOREIGN:
        return False
    follows = headers.get("sec-fetch-mode") == "navigate" and method in {"GET", "HEAD"}
    return not follows or headers.get("sec-fetch-dest", "") in _IN_A_PAGE


class AdmissionGuard:
    """ASGI middleware over all routes and websockets: refuses what `Admitted` objects to, and gives
    every response the headers that keep other pages out."""

    def __init__(self, app: ASGIApp, admitted: Admitted, policy: str) -> None:
        self._app = app
        self._admitted = admitted
        self._headers = {**HEADERS, "Content-Security-Policy": policy}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it with 403."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        objection = self._admitted.objection(Headers(scope=scope), scope.get("method", "GET"))
        if objection and scope["type"] == "websocket":
            await receive()
            await send(
                {"type": "websocket.close", "code": _REFUSED_SOCKET, "reason": "not admitted"}
            )
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(self._headers)
            await send(message)

        if objection:
            refusal = PlainTextResponse(objection + "\n", 403)
            await refusal(scope, receive, send_guarded)
            return
        await self._app(scope, receive, send_guarded)


def content_policy(inline_scripts: Iterable[str]) -> str:
    """The Content-Security-Policy of every page (W3C CSP level 3).

    Args:
        inline_scripts: the scripts that stand in pages themselves, to the letter. They are named by
            their SHA-256, so that no other one runs, whatever a document brings to the screen.
    """
    hashes = " ".join(sorted({_source(script) for script in inline_scripts}))
    return "; ".join(
        (
            "default-src 'self'",
            # Streamlit hands components their script as a blob, and reads its tables' arithmetic
            # from WebAssembly.
            f"script-src 'self' blob: 'wasm-unsafe-eval' {hashes}".rstrip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "media-src 'self' data: blob:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "frame-src 'self'",
            "frame-ancestors 'none'",
            "form-action 'self'",
            "base-uri 'self'",
            "object-src 'none'",
        )
    )


def _source(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def scripts_of(page: Path) -> Sequence[str]:
    """The scripts that stand in an HTML file itself."""
    return _INLINE.findall(page.read_text("utf-8"))
