"""A passage that only the fused ranking brings up, why, and what happens without that retriever."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ask

pytestmark = pytest.mark.browser

# The opening of the report on the damage tells of the storm between much else: as a whole it means
# other things than the question, and the few sentences that are nearest to it bring it up.
QUESTION = "What was the weather like when the report's storm reached the bay?"
SECTION = "Four meadows, one night"
PASSAGE = "[class*='st-key-card-']"
RETRIEVER, PLAIN = "Closest part", "closest part"


def choose(page: Page, pipeline: str) -> None:
    page.get_by_test_id("stButtonGroup").get_by_text(pipeline).first.click()


def cards(page: Page) -> Locator:
    return page.locator(".st-key-evidence .quire-title")


def test_the_scores_say_why_and_a_switch_drops_it(
    sample: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(sample)
    choose(page, "Naive")
    expect(page.get_by_text("Words and meaning, fused.", exact=False)).to_be_visible()
    ask(page, QUESTION)
    page.get_by_role("tab", name="Evidence").click()
    expect(cards(page)).to_have_count(5)
    expect(page.locator(PASSAGE).filter(has_text=SECTION)).to_have_count(0)

    page.close()

    page = open_page(sample)
    choose(page, "Fused hybrid")
    expect(page.get_by_text("names and links, weighed together", exact=False)).to_be_visible()
    ask(page, QUESTION)
    page.get_by_role("tab", name="Evidence").click()
    expect(cards(page)).to_have_count(5)
    card = page.locator(PASSAGE).filter(has_text=SECTION)
    expect(card).to_have_count(1)
    number = card.get_by_role("button").first.inner_text().strip()
    card.get_by_role("button", name=number, exact=True).click()

    page.get_by_role("tab", name="Scores").click()
    why = page.locator(".quire-why")
    expect(why.locator(".quire-number")).to_have_text(number)
    expect(why).to_contain_text(PLAIN)
    row = page.locator(".quire-heat tbody tr").filter(has_text=RETRIEVER)
    expect(row).to_be_visible()

    switches = page.locator(".st-key-retriever-switches")
    switches.get_by_text(RETRIEVER, exact=True).click()
    without = f"Ranked again without {RETRIEVER.lower()}"
    expect(page.get_by_text(without, exact=False)).to_be_visible()
    dropped = page.locator(".quire-move-dropped .quire-number")
    expect(dropped.filter(has_text=re.compile(f"^{number}$"))).to_be_visible()

    page.get_by_role("button", name="All on").click()
    expect(page.locator(".quire-moves")).to_have_count(0)
    heads = page.locator(".quire-heat thead th")
    expect(heads.filter(has_text=re.compile(f"^{number}$"))).to_be_visible()
