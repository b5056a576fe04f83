"""Every experiment is chosen in a real browser, and tells and draws how it came to its passages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from backend import registry
from backend.types import PipelineCard
from tests.browser.conftest import QUESTION, ask

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
CARDS = tuple(
    card
    for name in registry.names("backend.pipelines")
    if (card := registry.load("backend.pipelines", name).CARD).experiment
)


@pytest.mark.both_engines
@pytest.mark.parametrize("card", CARDS, ids=lambda each: each.name)
def test_an_experiment_is_chosen_and_shows_its_steps_and_its_graph(
    sample: str, open_page: OpenPage, card: PipelineCard
) -> None:
    page = open_page(sample)
    page.get_by_role("button", name="Experiments").click()
    page.get_by_test_id("stPopoverBody").get_by_text(card.title, exact=True).click()
    expect(page.get_by_role("button", name=card.title)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text(card.hint).last).to_be_visible()
    ask(page, QUESTION)
    page.get_by_role("tab", name="Trace").click()
    expect(page.locator(".quire-trace li").nth(2)).to_be_visible()
    page.get_by_role("tab", name="Graph").click()
    expect(page.frame_locator("iframe").locator("body[data-drawn]")).to_be_attached()
