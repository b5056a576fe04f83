"""Programs use the running app beside its screens: OpenAI's client and an assistant's."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from mcp import Client
from playwright.sync_api import Browser, expect

from tests.browser.conftest import started_app
from tests.interfaces.conftest import in_own_loop

pytestmark = pytest.mark.browser

NOTES = b"Ada Lorne opened the Harrow lighthouse in 1931. The lamp burns 40 litres of oil a night."
QUESTION = "Who opened the Harrow lighthouse?"


def test_a_chat_an_assistant_and_the_link_of_a_citation(tmp_path: Path, chromium: Browser) -> None:
    with started_app(tmp_path, {}) as address, httpx.Client(base_url=address, timeout=60) as http:
        http.post("/api/v1/collections", json={"name": "Lights"}).raise_for_status()
        place = "/api/v1/collections/Lights"
        http.put(f"{place}/files/notes.txt", content=NOTES).raise_for_status()
        while {each["state"] for each in http.get(f"{place}/jobs").json()} != {"done"}:
            time.sleep(0.3)
        with openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as client:
            chat: Any = client.chat.completions.create(
                model="naive/Lights", messages=[{"role": "user", "content": QUESTION}]
            )
        cited = chat.choices[0].message.annotations[0]
        assert cited.quire["document"] == "notes.txt"

        async def asked() -> Any:
            async with Client(f"{address}/mcp") as assistant:
                return await assistant.call_tool(
                    "ask", {"question": QUESTION, "collection": "Lights"}
                )

        told = in_own_loop(asked).structured_content
        assert "Ada Lorne" in told["citations"][0]["words"]
        page = chromium.new_page()
        page.goto(cited.url_citation.url)
        expect(page.get_by_text(QUESTION).first).to_be_visible()
        page.close()
