"""Two people in two browsers over one library, signed in at a real OpenID provider; and a small
team with passwords."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import openai
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from playwright.sync_api import Browser, Page, expect

from backend.services.passwords import PasswordFile
from backend.settings import load_settings
from backend.workbench import open_workbench
from tests.browser.conftest import PATIENCE, free_port, started_app
from tests.interfaces.conftest import in_own_loop
from tests.sharing.provider import CLIENT_ID, CLIENT_SECRET, Provider, started_provider

pytestmark = pytest.mark.browser

NOTES = b"Ada Lorne opened the Harrow lighthouse in 1931. The lamp burns 40 litres of oil a night."
QUESTION = "Who opened the Harrow lighthouse?"
ADA = "ada@example.org"


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    with started_provider() as started:
        yield started


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ada's collection, which Tom may read, and one of hers that he may not."""
    folder = tmp_path_factory.mktemp("shared")
    workbench = open_workbench(load_settings({}, library=folder / "library"), start_workers=False)
    lights = workbench.library.create_collection("Lights", owner=ADA)
    workbench.library.add_file(lights.id, "notes.txt", NOTES)
    letters = workbench.library.create_collection("Letters", owner=ADA)
    workbench.library.add_file(letters.id, "letter.txt", b"Dear Tom, the lamp is out.")
    workbench.queue.work_until_idle(threading.Event())
    workbench.close()
    return folder


@pytest.fixture(scope="module")
def shared(library: Path, provider: Provider) -> Iterator[str]:
    port = free_port()
    settings = {
        "QUIRE_SIGN_IN": "oidc",
        "QUIRE_OIDC_METADATA_URL": f"{provider.address}/.well-known/openid-configuration",
        "QUIRE_OIDC_CLIENT_ID": CLIENT_ID,
        "QUIRE_OIDC_CLIENT_SECRET": CLIENT_SECRET,
        "QUIRE_PUBLIC_ADDRESS": f"http://127.0.0.1:{port}",
        "QUIRE_ADMINISTRATORS": "head@example.org",
    }
    with started_app(library, settings, port=port) as address:
        yield address


@contextmanager
def visit(chromium: Browser, address: str) -> Iterator[Page]:
    """A browser of its own."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    yield page
    context.close()


def sign_in(page: Page, who: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name=who).click()


def test_two_people_with_different_roles(
    chromium: Browser, shared: str, provider: Provider
) -> None:
    with visit(chromium, shared) as hers, visit(chromium, f"{shared}/library") as his:
        expect(his.get_by_role("button", name="Sign in")).to_be_visible()
        expect(his.get_by_text("Lights")).to_have_count(0)
        sign_in(hers, "ada")
        expect(hers.get_by_role("button", name="Ada Lorne")).to_be_visible()
        sign_in(his, "tom")
        expect(his.get_by_role("button", name="Tom Wragge")).to_be_visible()
        expect(his.get_by_text("Load the sample library")).to_be_visible()
        assert provider.refused == []
        # Ada shares, Tom sees
        hers.goto(f"{shared}/library")
        hers.get_by_role("combobox").first.click()
        hers.get_by_role("option", name="Lights").click()
        hers.get_by_role("button", name="Share").click()
        hers.get_by_label("Name or e-mail address").fill("Tom@example.org")
        hers.get_by_role("button", name="Give").click()
        expect(hers.get_by_role("dialog").get_by_text(re.compile("tom@.?example"))).to_be_visible()
        his.goto(f"{shared}/library")
        expect(his.get_by_text("1 document", exact=False).first).to_be_visible()
        expect(his.get_by_text("Letters")).to_have_count(0)
        expect(his.locator(".drop input[type=file]")).to_have_count(0)
        expect(his.get_by_role("button", name="Share")).to_have_count(0)
        # Tom asks; his conversation is not Ada's
        his.goto(shared)
        field = his.get_by_test_id("stChatInputTextArea")
        field.fill(QUESTION)
        field.press("Enter")
        expect(his.get_by_role("button", name="Copy")).to_be_visible()
        his.wait_for_url(re.compile("conversation="))
        link = his.url
        hers.goto(link)
        expect(hers.get_by_text("is not there").first).to_be_visible()
        his.get_by_role("button", name="Private").click()
        his.get_by_text("Everyone who may read").click()
        expect(his.get_by_role("button", name="Shared")).to_be_visible()
        hers.goto(link)
        expect(hers.get_by_role("heading", name=QUESTION)).to_be_visible()
        # Tom signs out; what his browser held is worth nothing any more
        cookies = his.context.cookies()
        his.get_by_role("button", name="Tom Wragge").click()
        his.get_by_role("button", name="Sign out").click()
        expect(his.get_by_role("button", name="Sign in")).to_be_visible()
        assert provider.signed_out == 1
        his.context.add_cookies(cookies)
        his.goto(shared)
        expect(his.get_by_role("button", name="Sign in")).to_be_visible()


def test_an_address_that_the_provider_does_not_vouch_for_is_nobodys(
    chromium: Browser, shared: str
) -> None:
    with visit(chromium, shared) as page:
        sign_in(page, "eve")
        expect(page.get_by_text("does not vouch for this e-mail address")).to_be_visible()
        expect(page.get_by_text("Lights")).to_have_count(0)


def test_a_program_with_the_token_of_a_person(chromium: Browser, shared: str) -> None:
    with visit(chromium, shared) as page, httpx.Client(base_url=shared, timeout=60) as http:
        assert http.get("/api/v1/collections").status_code == 401
        sign_in(page, "ada")
        expect(page.get_by_role("button", name="Ada Lorne")).to_be_visible()
        page.goto(f"{shared}/account")
        page.get_by_label("Name", exact=True).fill("my assistant")
        page.get_by_role("button", name="Make").click()
        text = page.get_by_test_id("stCode").inner_text().strip()
        bearer = {"Authorization": f"Bearer {text}"}
        found = http.get("/api/v1/collections", headers=bearer).json()
        assert {each["name"] for each in found} == {"Lights", "Letters"}
        assert (
            http.post("/api/v1/collections", json={"name": "x"}, headers=bearer).status_code == 403
        )
        with openai.OpenAI(base_url=f"{shared}/v1", api_key=text, max_retries=0) as client:
            chat: Any = client.chat.completions.create(
                model="naive/Lights", messages=[{"role": "user", "content": QUESTION}]
            )
        assert chat.choices[0].message.annotations[0].quire["document"] == "notes.txt"

        async def asked() -> Any:
            async with httpx2.AsyncClient(headers=bearer, timeout=60) as sender:
                transport: Any = streamable_http_client(f"{shared}/mcp", http_client=sender)
                async with Client(transport) as assistant:
                    return await assistant.call_tool(
                        "ask", {"question": QUESTION, "collection": "Lights"}
                    )

        told = in_own_loop(asked).structured_content
        assert "Ada Lorne" in told["citations"][0]["words"]
        page.get_by_role("button", name="Withdraw").first.click()
        expect(page.get_by_text("Read and ask · withdrawn")).to_be_visible()
        assert http.get("/api/v1/collections", headers=bearer).status_code == 401


def test_a_small_team_with_passwords(chromium: Browser, tmp_path: Path) -> None:
    passwords = PasswordFile(tmp_path / "library")
    passwords.put("ada", "correct horse battery", name="Ada Lorne")
    with (
        started_app(tmp_path, {"QUIRE_SIGN_IN": "password", "QUIRE_ADMINISTRATORS": "ada"}) as url,
        visit(chromium, url) as page,
    ):
        page.get_by_role("link", name="Sign in").click()
        page.get_by_label("Name").fill("Ada")
        page.get_by_label("Password").fill("wrong")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("alert")).to_contain_text("do not belong together")
        page.get_by_label("Password").fill("correct horse battery")
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("button", name="Ada Lorne")).to_be_visible()
        page.goto(f"{url}/audit")
        expect(page.get_by_role("button", name="Download as CSV")).to_be_visible()
        cookies = page.context.cookies()
        page.get_by_role("button", name="Ada Lorne").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        page.context.add_cookies(cookies)
        page.goto(url)
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()
