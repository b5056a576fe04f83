"""The loopback server itself: standard library only, one thread per connection."""

from __future__ import annotations

import json
import select
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from tests.scripted_server.script import Reply, answer

PREFIXES = ("/openai/v1", "/v1")
DEFAULT_ANSWER = "I did not find this in the documents."


@dataclass
class Request:
    """A request that the server saw. `hung_up` is set when the client closed the connection."""

    method: str
    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    hung_up: threading.Event = field(default_factory=threading.Event)
    answered: threading.Event = field(default_factory=threading.Event)

    @property
    def text(self) -> str:
        """All messages of a chat request in one string."""
        return "\n".join(each["content"] for each in self.body.get("messages", ()))


class ScriptedServer:
    """Answers chat requests with the scripted replies in turn; the last one is repeated.

    Use as a context manager. `url` is the root (for Groq's SDK), `openai_url` ends in /v1.
    """

    def __init__(self, port: int = 0) -> None:
        self.models: list[str] | None = ["scripted-model"]
        self._replies: list[Reply] = [answer(DEFAULT_ANSWER)]
        self._requests: list[Request] = []
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = _Server(("127.0.0.1", port), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        """Root of the server."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def openai_url(self) -> str:
        """Base URL for OpenAI's SDK."""
        return f"{self.url}/v1"

    def script(self, *replies: Reply) -> None:
        """Set what the next chat requests are answered with, and forget earlier requests."""
        with self._lock:
            self._replies = list(replies)
            self._requests = []

    @property
    def requests(self) -> list[Request]:
        """All requests since the last `script`, listings of models included."""
        with self._lock:
            return list(self._requests)

    @property
    def chats(self) -> list[Request]:
        """The chat requests since the last `script`."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._closing.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    # --- called by the handler ------------------------------------------------------------------

    def saw(self, request: Request) -> None:
        """Record a request."""
        with self._lock:
            self._requests.append(request)

    def next_reply(self) -> Reply:
        """The reply whose turn it is."""
        with self._lock:
            return self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]

    def is_closing(self) -> bool:
        """Whether endless replies must end."""
        return self._closing.is_set()

    def pause(self, seconds: float) -> None:
        """Wait, unless the server is closed."""
        if seconds:
            self._closing.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: ScriptedServer) -> None:
        super().__init__(address, _Handler)
        self.owner = owner

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up in these tests on purpose; that is recorded, not printed."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        request = self._record({})
        if not self.path.endswith("/models") or self.server.owner.models is None:
            self._send_json(404, {"error": {"message": "not found"}})
            return
        listed = [{"id": model, "object": "model"} for model in self.server.owner.models]
        self._send_json(200, {"object": "list", "data": listed})
        request.answered.set()

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        body = json.loads(self.rfile.read(length) or b"{}")
        request = self._record(body)
        if self.path not in {f"{prefix}/chat/completions" for prefix in PREFIXES}:
            self._send_json(404, {"error": {"message": f"no such path: {self.path}"}})
            return
        reply = self.server.owner.next_reply()
        try:
            self._answer(reply, request)
        except (BrokenPipeError, ConnectionError):
            request.hung_up.set()
            self.close_connection = True

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002  # inherited name
        """Nothing is logged: the tests look at `requests`."""

    def _record(self, body: dict[str, Any]) -> Request:
        headers = {name.lower(): value for name, value in self.headers.items()}
        request = Request(self.command, self.path, headers, body)
        self.server.owner.saw(request)
        return request

    def _answer(self, reply: Reply, request: Request) -> None:
        if reply.status != 200:
            body = {"error": {"message": reply.error, "code": reply.code}}
            self._send_json(reply.status, body, reply.headers)
            request.answered.set()
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for line in self._lines(reply, request.body):
            self._send_chunk(f"data: {line}\n\n")
        if reply.ending in ("endless", "silent"):
            self._hold_open(reply, request)
        elif reply.ending == "cut":
            self.close_connection = True
            return
        self._send_chunk("data: [DONE]\n\n")
        self._send_chunk("")
        request.answered.set()

    def _lines(self, reply: Reply, body: dict[str, Any]) -> Iterator[str]:
        model = str(body.get("model", ""))
        if reply.reasoning:
            yield _event(model, {"reasoning": reply.reasoning, "content": None})
        for piece in reply.pieces:
            self.server.owner.pause(reply.delay)
            yield _event(model, {"content": piece})
        yield from reply.raw
        if reply.ending in ("complete", "no_reason"):
            asked = (body.get("stream_options") or {}).get("include_usage")
            reason = reply.finish_reason if reply.ending == "complete" else None
            last: dict[str, Any] = _chunk(model, {}, reason)
            if reply.usage and reply.usage_place == "x_groq":
                last["x_groq"] = {"id": "req_1", "usage": _usage(reply.usage)}
            yield json.dumps(last)
            if reply.usage and reply.usage_place == "usage" and asked:
                yield json.dumps(_chunk(model, None) | {"usage": _usage(reply.usage)})

    def _hold_open(self, reply: Reply, request: Request) -> None:
        model = str(request.body.get("model", ""))
        while not self.server.owner.is_closing():
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and not self.connection.recv(1):
                raise ConnectionError("the client hung up")
            if reply.ending == "endless":
                self._send_chunk(f"data: {_event(model, {'content': reply.pieces[-1]})}\n\n")

    def _send_chunk(self, text: str) -> None:
        content = text.encode()
        self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        self.wfile.flush()

    def _send_json(
        self, status: int, body: dict[str, Any], headers: dict[str, str] | None = None
    ) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _chunk(model: str, delta: dict[str, Any] | None, reason: str | None = None) -> dict[str, Any]:
    choices: Sequence[dict[str, Any]] = ()
    if delta is not None:
        choices = [{"index": 0, "delta": delta, "finish_reason": reason}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": model,
        "choices": choices,
    }


def _event(model: str, delta: dict[str, Any]) -> str:
    return json.dumps(_chunk(model, delta))


def _usage(tokens: tuple[int, int]) -> dict[str, int]:
    asked, written = tokens
    return {
        "prompt_tokens": asked,
        "completion_tokens": written,
        "total_tokens": asked + written,
    }
