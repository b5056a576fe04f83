"""The five minutes of docs/demo.md, walked from start to end on a fresh library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import PATIENCE, add_files, make_collection, started_app
from tests.browser.reports import write

pytestmark = pytest.mark.browser

QUESTIONS = (
    ("How many seeds were sown in 2024?", "1,150,000"),
    ("Why did spending on the seed nursery rise?", "cold tanks"),
    ("How much did the Brightwater Foundation give in 2024?", "310"),
    ("What is this collection about?", "Survey protocol SP-07"),
    ("How many grey seals live in Lantern Bay?", ""),
)
"""Questions of five kinds with what a right answer says; the documents do not answer the last."""
NOT_FOUND = "Not found"
FUEL_QUESTION = "What were the fuel costs of Norvane Ferries in 2024?"
FUEL = ("1,240", "1,310")
"""What the reports say to it, first and after the last one was corrected."""
PLACEHOLDERS = re.compile(
    r"lorem ipsum|\bTODO\b|\bundefined\b|\bNaN\b|\bNone\b(?! of)|placeholder text"
)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[str]:
    with started_app(tmp_path, {}) as url:
        yield url


STILL = '[data-testid="stApp"][data-test-script-state="notRunning"]'
"""The app once a page has been drawn to its end."""


EMPTY = """() => [...document.querySelectorAll('.stMain [data-testid=stVerticalBlock]')]
  .filter((box) => getComputedStyle(box).borderTopWidth !== '0px'
    && box.offsetHeight > 60 && !box.innerText.trim()
    && !box.querySelector('canvas, img, iframe, svg, input, textarea'))
  .map((box) => box.className)"""
"""The framed boxes in which nothing can be seen."""


def whole(page: Page) -> None:
    """Nothing is empty, unfinished or broken where the visitor looks."""
    # a page comes piece by piece: it is judged once its last piece is there
    expect(page.locator(STILL)).to_be_attached(timeout=2 * PATIENCE)
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    expect(page.get_by_text("Something went wrong")).to_have_count(0)
    # the browser draws a moment after the last piece came; a box that stays empty fails
    with suppress(PlaywrightTimeout):
        page.wait_for_function(f"() => ({EMPTY})().length === 0")
    assert page.evaluate(EMPTY) == []
    shown = page.locator(".stMain").inner_text()
    assert not PLACEHOLDERS.search(shown), PLACEHOLDERS.search(shown)


def ask(page: Page, question: str, right: str) -> None:
    """Asks and waits until the open turn is complete and says what is right."""
    field = page.get_by_test_id("stChatInputTextArea").last
    field.fill(question)
    field.press("Enter")
    now = page.locator(".st-key-now")
    # while somebody waits, the page says what it does
    expect(now.get_by_role("heading", name=question)).to_be_visible()
    expect(now.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.locator(".viewer").first).to_be_visible()
    # components draw a moment after the page: their text is waited for, not read once
    expect(now.get_by_text(right).first, question).to_be_visible()


def test_the_five_minutes_of_the_demonstration(
    fresh: str, chromium: Browser, tmp_path: Path
) -> None:
    *reports, corrected = write(tmp_path / "reports")
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(fresh)
    _sample(page)
    _five_questions(page)
    _comparison(page)
    _graph(page)
    _three_files(page, reports)
    _one_replaced(page, corrected)
    _one_deleted(page)
    context.close()


def _sample(page: Page) -> None:
    page.get_by_role("button", name="Load the sample library").click()
    expect(page.get_by_text("Try one of these")).to_be_visible(timeout=4 * PATIENCE)
    whole(page)


def _five_questions(page: Page) -> None:
    for question, right in QUESTIONS:
        ask(page, question, right or NOT_FOUND)
        if right:
            denied = page.locator(".st-key-now").get_by_text(NOT_FOUND, exact=True)
            expect(denied, question).to_have_count(0)
        whole(page)


def _comparison(page: Page) -> None:
    page.locator(".st-key-thread").get_by_role("button", name=QUESTIONS[2][0]).click()
    # until the turn has unfolded, the button belongs to another one and is about to go
    unfolded = page.locator(".st-key-now").get_by_role("heading", name=QUESTIONS[2][0])
    expect(unfolded).to_be_visible()
    expect(page.locator(STILL)).to_be_attached()
    page.locator(".st-key-now").get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Which passages they found")).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(".quire-differs")).to_be_visible()
    expect(page.locator(".quire-who")).to_have_count(2)
    assert any(QUESTIONS[2][1] in text for text in page.locator(".quire-first").all_inner_texts())
    whole(page)


def _graph(page: Page) -> None:
    page.get_by_role("link", name="Graph").click()
    expect(page.frame_locator("iframe").locator("body[data-drawn]")).to_be_attached()
    page.get_by_label("Find", exact=True).fill("Petrel")
    page.get_by_label("Find", exact=True).press("Enter")
    ringed = "nodes.get().filter((each) => each.borderWidth === 5).length"
    drawing = page.frame_locator("iframe").locator("body")
    page.wait_for_timeout(1_000)
    expect(drawing).to_be_attached()
    assert drawing.evaluate(f"() => {ringed}") == 1
    whole(page)


def _three_files(page: Page, reports: list[Path]) -> None:
    page.get_by_role("link", name="Library").click()
    make_collection(page, "Ferries")
    add_files(page, [str(report) for report in reports])
    expect(page.get_by_text("3 documents", exact=False).first).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    expect(page.get_by_text("What they are about")).to_be_visible(timeout=4 * PATIENCE)
    expect(page.locator("[class*='st-key-lead-']").first).to_be_visible()
    whole(page)
    ask(page, FUEL_QUESTION, FUEL[0])
    whole(page)


def _one_replaced(page: Page, corrected: Path) -> None:
    page.get_by_role("link", name="Library").click()
    add_files(page, [str(corrected)])
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("What should happen?")).to_be_visible()
    dialog.get_by_role("button", name="Add it as a new version").click()
    expect(dialog).to_have_count(0)
    reading = page.get_by_text("Being read", exact=True)
    expect(reading).to_be_visible()
    expect(reading).to_have_count(0, timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    page.get_by_role("button", name="New question").click()
    # the turn before asked the same: only on the empty page is an answer the new one
    expect(page.get_by_text("What they are about")).to_be_visible()
    expect(page.locator(".st-key-now")).to_have_count(0)
    ask(page, FUEL_QUESTION, FUEL[1])


def _one_deleted(page: Page) -> None:
    page.get_by_role("link", name="Library").click()
    table = page.get_by_test_id("stDataFrame").locator("canvas").first
    table.click(position={"x": 16, "y": 54}, force=True)
    page.get_by_role("button", name="Delete 1").click()
    page.get_by_role("button", name="Delete 1 document").click()
    expect(page.get_by_text(re.compile("^Deleted: Norvane Ferries"))).to_be_visible()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("2 documents", exact=False).first).to_be_visible()
    whole(page)
