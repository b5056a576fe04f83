"""An assistant reaches the tools at the app's address, by the SDK's client, as programs do."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from app.guard import AdmissionGuard, Admitted
from backend.interfaces.http_api.admission import RateLimit
from backend.interfaces.http_api.interface import HttpInterface
from backend.services.access_tokens import TokenStore
from backend.workbench import Workbench
from tests.interfaces.conftest import (
    COLLECTION,
    REPORT,
    Endless,
    asked_and_left,
    in_own_loop,
    opened,
    served,
)

QUESTION = {"question": "Who opened the Harrow lighthouse?", "collection": COLLECTION}
ACCEPTED = {
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
    "MCP-Protocol-Version": "2025-06-18",
}
ASKED = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "ask", "arguments": QUESTION},
}
LISTED = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
Result = TypeVar("Result")


@pytest.fixture(scope="module")
def address(library: Workbench) -> Iterator[str]:
    service = HttpInterface(lambda: library, RateLimit(10_000))
    with served(AdmissionGuard(service.application(), Admitted(("127.0.0.1",)), "")) as address:
        yield f"{address}/mcp"


def with_client(
    address: str, talk: Callable[[Client], Awaitable[Result]], token: str = "", mode: Any = "auto"
) -> Result:
    async def run() -> Result:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx2.AsyncClient(headers=headers, timeout=60) as sender:
            transport: Any = streamable_http_client(address, http_client=sender)
            async with Client(transport, mode=mode) as client:
                return await talk(client)

    return in_own_loop(run)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_assistant_lists_asks_and_opens_a_page(address: str, mode: str) -> None:
    async def talk(client: Client) -> tuple[Any, Any, Any]:
        tools = await client.list_tools()
        answer = await client.call_tool("ask", QUESTION)
        found = await client.call_tool(
            "search", {"question": "visitors", "collection": COLLECTION, "documents": [REPORT]}
        )
        passage = (found.structured_content or {})["passages"][0]["passage_id"]
        return tools, answer, await client.call_tool("open_page", {"passage_id": passage})

    tools, answer, page = with_client(address, talk, mode=mode)
    assert {tool.name for tool in tools.tools} >= {"ask", "search", "open_page", "check_sentence"}
    cited = answer.structured_content["citations"][0]
    assert (cited["document"], cited["page"]) == ("notes.txt", 1)
    assert "Ada Lorne opened the Harrow lighthouse in 1931" in cited["words"]
    assert [content_part.type for content_part in page.content] == ["text", "image"]


def test_errors_say_what_to_do(address: str) -> None:
    async def talk(client: Client) -> Any:
        return await client.call_tool("ask", {**QUESTION, "collection": "Mills"})

    refused = with_client(address, talk)
    assert refused.is_error
    assert "“Lighthouse”" in refused.content[0].text


def test_tokens_decide_as_for_other_programs(tmp_path: Path) -> None:
    async def listed(client: Client) -> list[str]:
        return [tool.name for tool in (await client.list_tools()).tools]

    own = opened(tmp_path / "library")
    store = TokenStore(own.parts.settings.library)
    with served(HttpInterface(lambda: own, RateLimit(6)).application()) as address:
        place = f"{address}/mcp"
        assert "ask" in with_client(place, listed)
        token = store.add("assistant", "read", 1)
        refused = httpx.post(place, json=LISTED, headers=ACCEPTED)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == "Bearer"
        assert "tokens add" in refused.json()["remedy"]
        assert "ask" in with_client(place, listed, token)
        named = {**ACCEPTED, "Authorization": f"Bearer {token}"}
        statuses = [httpx.post(place, json=LISTED, headers=named).status_code for _ in range(6)]
        assert statuses[-1] == 429
        store.withdraw("assistant")
        assert httpx.post(place, json=LISTED, headers=named).status_code == 401
    own.close()


def test_foreign_pages_and_names_are_kept_out(address: str) -> None:
    for name, value in (("Host", "foreign.example"), ("Origin", "http://localhost:1")):
        headers = {**ACCEPTED, name: value}
        assert httpx.post(address, json=LISTED, headers=headers).status_code == 403


def test_requests_that_are_none(address: str) -> None:
    for method in ("GET", "DELETE"):
        refused = httpx.request(method, address, headers=ACCEPTED)
        assert refused.status_code == 405
        assert refused.headers["content-type"] == "application/problem+json"
    assert httpx.post(address, content=b"{", headers=ACCEPTED).status_code == 400
    large = json.dumps({**LISTED, "params": {"cursor": "x" * (2 << 20)}})
    assert httpx.post(address, content=large, headers=ACCEPTED).status_code == 413


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_client_that_goes_away_stops_its_question(
    address: str, library: Workbench, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    endless = Endless(library.library.collection_named(COLLECTION).id)
    monkeypatch.setattr(library.questions, "ask", lambda *_, **__: endless)
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    asked = {**ASKED, "params": {**ASKED["params"], "_meta": meta}}  # type: ignore[dict-item]
    headers = {
        **ACCEPTED,
        "MCP-Protocol-Version": version,
        "Mcp-Method": "tools/call",
        "Mcp-Name": "ask",
    }
    asked_and_left(address, asked, headers, endless)
    assert endless.stopped.wait(30)
