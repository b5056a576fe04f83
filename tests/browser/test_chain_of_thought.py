"""A question over two documents, answered in steps that a person can watch and check."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ask

pytestmark = pytest.mark.browser

# The notebook says which boat it was; only the annual report says who her skipper is.
QUESTION = "Who is the skipper of the workboat that carried 480,000 seeds?"
BRIDGE, ANSWER = "Petrel", "Tomas Okafor"


@pytest.mark.both_engines
def test_a_bridge_is_found_then_followed_and_both_documents_are_cited(
    sample: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(sample)
    page.get_by_role("radio", name="Chain of thought").or_(
        page.get_by_test_id("stButtonGroup").get_by_text("Chain of thought")
    ).last.click()
    expect(page.get_by_text("Asks again with what it found.", exact=False)).to_be_visible()
    ask(page, QUESTION)
    for title in ("Station notebook 2024", "Annual report 2024"):
        chip = page.get_by_role("button", name=re.compile(f"^Source [0-9]: .*{title}")).first
        expect(chip).to_be_visible()
    expect(page.locator(".cards")).to_contain_text(BRIDGE)
    expect(page.locator(".cards")).to_contain_text(ANSWER)

    page.get_by_role("tab", name="Trace").click()
    second = page.locator(".quire-trace > li").filter(has_text="Search 2")
    expect(second.locator("p").first).to_contain_text(f"“{BRIDGE}")
    found = page.get_by_role("button", name=re.compile(f"The {BRIDGE} carried 480,000 seeds"))
    expect(found.first).to_be_visible()

    fact = page.get_by_role("button", name=re.compile(f"{ANSWER} Skipper of the {BRIDGE}")).first
    fact.focus()
    page.keyboard.press("Enter")
    image = page.get_by_role("img", name=re.compile(r"Annual report 2024, page 4 of 4: .*marked"))
    expect(image).to_be_visible()
    expect(image).not_to_have_js_property("naturalWidth", 0)
