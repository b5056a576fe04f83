"""A page of another program on this machine, and a foreign name that leads here, get nothing."""

from __future__ import annotations

import http.client
import http.server
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

ROUTES = (
    "/",
    "/library",
    "/_stcore/health",
    "/_stcore/host-config",
    "/_stcore/stream",
    "/_stcore/upload_file/a/b",
    "/upload/0123456789abcdef0123456789abcdef",
    "/_stcore/agent/openapi.json",
    "/media/none.pdf",
    "/component/none/index.html",
    "/static/none.js",
    "/nowhere",
    "/api/v1/health",
    "/v1/models",
    "/mcp",
    "/sign-in",
    "/auth/login",
    "/auth/logout",
    "/oauth2callback",
)
_OPENED = """
async (address) => {
  const socket = new WebSocket(address.replace("http", "ws") + "/_stcore/stream");
  const opened = await new Promise((done) => {
    socket.onopen = () => done(true);
    socket.onerror = () => done(false);
  });
  const read = await fetch(address + "/_stcore/health").then((each) => each.ok, () => false);
  const image = new Image();
  const drawn = await new Promise((done) => {
    image.onload = () => done(true);
    image.onerror = () => done(false);
    image.src = address + "/favicon.png";
  });
  return [opened, read, drawn];
}
"""


@pytest.fixture
def other_port() -> Iterator[str]:
    """Another web server on this machine."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    server.RequestHandlerClass.do_GET = _empty_page  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    thread.join()
    server.server_close()


def _empty_page(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    handler.wfile.write(b"<!doctype html><title>Another program</title>")


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(
    ("name", "value"),
    [("Host", "foreign.example"), ("Origin", "http://localhost:1"), ("Origin", "null")],
)
def test_no_route_answers_a_foreign_name(address: str, route: str, name: str, value: str) -> None:
    at = urlsplit(address)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=20)
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
        connection.request(method, route, headers={name: value})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 403, method
        assert answer.getheader("X-Frame-Options") == "DENY"
    connection.close()


def test_a_page_of_another_local_port_can_neither_connect_nor_read_nor_draw(
    address: str, other_port: str, chromium: Browser
) -> None:
    page = chromium.new_page()
    page.goto(other_port)
    assert page.evaluate(_OPENED, address) == [False, False, False]
    page.goto(address)
    assert page.evaluate(_OPENED, address) == [True, True, True]
    page.close()


def test_a_script_that_a_document_might_bring_does_not_run(address: str, chromium: Browser) -> None:
    page = chromium.new_page()
    page.goto(address)
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.brought = true";
          document.body.appendChild(script);
          const image = document.createElement("div");
          image.innerHTML = "<img src=x onerror='window.brought = true'>";
          document.body.appendChild(image);
        }"""
    )
    page.wait_for_timeout(500)
    assert page.evaluate("() => window.brought === undefined")
    page.close()
