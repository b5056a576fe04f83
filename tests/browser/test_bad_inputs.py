"""Pages, collections and visits as nobody plans them: each is shown whole and in its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from reportlab.lib.units import cm
from reportlab.pdfgen.canvas import Canvas

from tests.browser.conftest import PATIENCE, QUESTION, add_files, ask, make_collection

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]


def as_text(name: str, title: str, text: str) -> dict[str, object]:
    content = f"# {title.strip()}\n\n{text}\n"
    return {"name": name, "mimeType": "text/markdown", "buffer": content.encode()}


def one_page(name: str, width: float, height: float, size: float, text: str) -> dict[str, object]:
    """A PDF of one page, in points, that holds one line."""
    content = BytesIO()
    canvas = Canvas(content, pagesize=(width, height), invariant=1)
    canvas.setTitle(name.removesuffix(".pdf"))
    canvas.setFont("Helvetica", size)
    canvas.drawString(0.1 * width, 0.5 * height, text)
    canvas.save()
    return {"name": name, "mimeType": "application/pdf", "buffer": content.getvalue()}


def sideways(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def open_collection(page: Page, name: str, *files: dict[str, object]) -> None:
    """A new collection of files, on the page Ask once all are read."""
    make_collection(page, name)
    add_files(page, list(files))
    count = f"{len(files)} document{'s' if len(files) > 1 else ''}"
    expect(page.get_by_text(re.compile(rf"^{count} ·"))).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    expect(page.get_by_text("Answers come only from")).to_be_visible()


def test_a_page_of_three_metres_and_one_of_a_line_are_drawn_with_their_mark(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    wide = "The largest chart of Merrow Bay shows forty wrecks."
    low = "The smallest label of the store says Handle With Care."
    open_collection(
        page,
        "Odd pages",
        one_page("chart.pdf", 300 * cm, 300 * cm, 120, wide),
        one_page("label.pdf", 500, 24, 11, low),
    )
    for question, words in (
        ("What does the largest chart of Merrow Bay show?", wide),
        ("What does the smallest label of the store say?", low),
    ):
        ask(page, question)
        expect(page.locator(".st-key-now").get_by_text(words).first).to_be_visible()
        mark = page.locator(".viewer .mark, .viewer .edge").first
        expect(mark).to_be_attached()
        paper = page.locator(".viewer .paper").bounding_box()
        place = page.locator(".viewer .edge").first.bounding_box()
        assert paper is not None
        assert place is not None
        assert paper["y"] - 2 <= place["y"] <= paper["y"] + paper["height"]


def test_a_collection_of_one_document_has_a_whole_first_screen(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    open_collection(
        page, "One", as_text("one.md", "Lights", "The keeper of Merrow Point is Ines Calder.")
    )
    expect(page.get_by_role("heading", name="Documents")).to_be_visible(timeout=4 * PATIENCE)
    expect(page.get_by_test_id("stException")).to_have_count(0)
    page.get_by_role("link", name="Graph").click()
    expect(page.get_by_text("Start here").or_(page.get_by_test_id("stAlert")).first).to_be_visible()


def test_a_phone_that_is_turned_shows_the_answer(answered: str, open_page: OpenPage) -> None:
    page = open_page(answered, width=390, height=844)
    line = page.locator(".st-key-now").get_by_role("heading").first
    expect(line).to_be_visible()
    page.set_viewport_size({"width": 844, "height": 390})
    expect(line).to_be_in_viewport()
    assert sideways(page) <= 0
    field = page.locator(".st-key-asking").bounding_box()
    assert field is None or field["height"] < 195 or field["y"] > 195


def test_a_question_is_asked_and_its_page_opened_by_the_keyboard_alone(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(sample)
    field = page.get_by_test_id("stChatInputTextArea").last
    expect(field).to_be_focused()
    page.keyboard.type(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-now").get_by_role("button", name="Copy")).to_be_visible()
    cited = page.locator(".st-key-now .card, .st-key-now .chips button").first
    expect(cited).to_be_visible()
    cited.focus()
    page.keyboard.press("Enter")
    expect(cited).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".viewer .sheet")).to_be_visible()
