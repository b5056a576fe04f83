"""Who is answered by the web server, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from app.guard import HEADERS, AdmissionGuard, Admitted, content_policy, scripts_of

LOCAL = Admitted(("localhost", "127.0.0.1", "::1"))
OWN = {"host": "localhost:8501"}


async def _inner(scope: Scope, receive: Receive, send: Send) -> None:
    """A program that answers everything."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"the library"})


def asked(
    *headers: tuple[str, str], admitted: Admitted = LOCAL, kind: str = "http", method: str = "GET"
) -> list[Message]:
    """What the guard sends for one request."""
    sent: list[Message] = []
    scope: dict[str, Any] = {
        "type": kind,
        "method": method,
        "path": "/any/route",
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }

    async def receive() -> Message:
        return {"type": "websocket.connect" if kind == "websocket" else "http.request"}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(AdmissionGuard(_inner, admitted, content_policy(()))(scope, receive, send))
    return sent


def status(*headers: tuple[str, str], **more: Any) -> int:
    return int(asked(*headers, **more)[0]["status"])


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8501", "127.0.0.1:9", "[::1]:8501", "LOCALHOST.:8501"]
)
def test_names_of_this_machine_are_answered(host: str) -> None:
    assert status(("host", host)) == 200


@pytest.mark.parametrize(
    "host",
    [
        "foreign.example",
        "foreign.example:8501",
        "localhost.foreign.example",
        "notlocalhost",
        "localhost:port",
        "user@localhost",
        "localhost/path",
        "",
        "127.0.0.1.foreign.example",
    ],
)
def test_a_foreign_host_name_gets_nothing(host: str) -> None:
    sent = asked(("host", host))
    assert sent[0]["status"] == 403
    assert b"the library" not in b"".join(message.get("body", b"") for message in sent)


def test_no_host_and_two_hosts_get_nothing() -> None:
    assert status() == 403
    assert status(("host", "localhost"), ("host", "localhost")) == 403


def test_configured_names_are_answered() -> None:
    named = Admitted(("quire.example", "*.office.example"))
    assert status(("host", "quire.example"), admitted=named) == 200
    assert status(("host", "a.office.example"), admitted=named) == 200
    assert status(("host", "office.example"), admitted=named) == 403
    assert status(("host", "anything"), admitted=Admitted(("*",))) == 200


@pytest.mark.parametrize(
    ("origin", "expected"),
    [
        ("http://localhost:8501", 200),
        ("https://localhost:8501", 200),  # behind a proxy that ends TLS
        ("http://localhost:9999", 403),  # another program on this machine
        ("http://127.0.0.1:8501", 403),
        ("https://foreign.example", 403),
        ("null", 403),
        ("file://localhost:8501", 403),
        ("http://[", 403),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_only_pages_of_this_address_are_answered(origin: str, expected: int, method: str) -> None:
    assert status(*OWN.items(), ("origin", origin), method=method) == expected


def test_an_origin_can_be_configured() -> None:
    admitted = Admitted(LOCAL.hosts, ("https://portal.example",))
    assert status(*OWN.items(), ("origin", "https://portal.example"), admitted=admitted) == 200


@pytest.mark.parametrize(
    ("site", "mode", "destination", "method", "expected"),
    [
        ("same-origin", "cors", "empty", "GET", 200),
        ("none", "navigate", "document", "GET", 200),
        ("cross-site", "navigate", "document", "GET", 200),  # a link in a mail
        ("cross-site", "navigate", "document", "POST", 403),
        ("cross-site", "navigate", "iframe", "GET", 403),
        ("cross-site", "no-cors", "image", "GET", 403),
        ("same-site", "no-cors", "script", "GET", 403),
    ],
)
def test_foreign_pages_may_link_here_and_draw_nothing_from_here(
    site: str, mode: str, destination: str, method: str, expected: int
) -> None:
    fetch = (
        ("sec-fetch-site", site),
        ("sec-fetch-mode", mode),
        ("sec-fetch-dest", destination),
    )
    assert status(*OWN.items(), *fetch, method=method) == expected


def test_a_websocket_of_another_local_port_is_closed_before_it_opens() -> None:
    own = asked(*OWN.items(), ("origin", "http://localhost:8501"), kind="websocket")
    other = asked(*OWN.items(), ("origin", "http://localhost:8502"), kind="websocket")
    rebound = asked(("host", "foreign.example:8501"), kind="websocket")
    assert [message["type"] for message in own] == ["websocket.accept"]
    assert [message["type"] for message in other] == ["websocket.close"]
    assert [message["type"] for message in rebound] == ["websocket.close"]


def test_answers_and_refusals_keep_other_pages_out() -> None:
    for host in ("localhost", "foreign.example"):
        headers = dict(asked(("host", host))[0]["headers"])
        for name, value in HEADERS.items():
            assert headers[name.lower().encode()] == value.encode()
        assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]


def test_only_the_named_scripts_may_stand_in_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<script src="a.js"></script><script>\n  let x = 1\n</script>', "utf-8")
    assert scripts_of(page) == ["\n  let x = 1\n"]
    policy = content_policy(scripts_of(page))
    digest = base64.b64encode(hashlib.sha256(b"\n  let x = 1\n").digest()).decode()
    scripts = next(each for each in policy.split("; ") if each.startswith("script-src"))
    assert f"'sha256-{digest}'" in scripts
    assert "'unsafe-inline'" not in scripts
    assert "'unsafe-eval'" not in scripts
    assert "*" not in policy
