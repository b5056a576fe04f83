"""Titles, pages, collections and visits as nobody plans them: each is shown whole and in its place,
as text."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from reportlab.lib.units import cm
from reportlab.pdfgen.canvas import Canvas

from backend.serialisation import to_json
from backend.settings import load_settings
from backend.types import Answer, Citation, Query, Sentence, Verdict
from backend.workbench import open_workbench
from tests.browser.conftest import (
    PATIENCE,
    QUESTION,
    add_files,
    ask,
    free_port,
    make_collection,
    started_app,
    started_screen,
)

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
LONG = "The very long title of a report on the lights of the northern coast " * 5
ARABIC = "تقرير المنارات في الساحل الشمالي"
MARKUP = "<b>Lights</b> $5 to $6 :smile: **bold** <script>alert(1)</script>"
ARABIC_TEXT = "حارسة المنارة في ميناء مرو هي إيناس كالدر. بدأت العمل هناك سنة 1987."


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


def ask_next(page: Page, question: str) -> None:
    """Ask, and wait until this question's own answer is complete."""
    field = page.get_by_test_id("stChatInputTextArea").last
    field.fill(question)
    field.press("Enter")
    now = page.locator(".st-key-now")
    expect(now.get_by_role("heading", name=question)).to_be_visible()
    expect(now.get_by_role("button", name="Copy")).to_be_visible()


def open_collection(page: Page, name: str, *files: dict[str, object]) -> None:
    """A new collection of files, on the page Ask once all are read."""
    make_collection(page, name)
    add_files(page, list(files))
    count = rf"{len(files)}\s" + ("documents" if len(files) > 1 else "document")
    expect(page.get_by_text(re.compile(rf"^{count}\s·"))).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    expect(page.get_by_text("Answers come only from")).to_be_visible()


def test_long_arabic_and_marked_up_titles_are_text_in_their_place(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    open_collection(
        page,
        "Odd titles",
        as_text("long.md", LONG, "The keeper of the lighthouse at Merrow Point is Ines Calder."),
        as_text("arabic.md", ARABIC, ARABIC_TEXT),
        as_text("markup.md", MARKUP, "The harbour master of Teme Ford is Jonas Lind."),
    )
    for question, title in (
        ("Who is the keeper of the lighthouse at Merrow Point?", LONG[:60]),
        ("Who is the harbour master of Teme Ford?", "<b>Lights</b> $5 to $6 :smile:"),
        ("من هي حارسة المنارة في ميناء مرو؟", ARABIC),
    ):
        ask_next(page, question)
        name = page.locator(".st-key-evidence .viewer .what b")
        expect(name).to_contain_text(title)
        assert sideways(page) <= 0
        # text that runs from right to left begins at the right
        expect(name.locator("..")).to_have_css("direction", "rtl" if title == ARABIC else "ltr")
    page.set_viewport_size({"width": 390, "height": 844})
    assert sideways(page) <= 0
    page.get_by_role("button", name="New question").click()
    expect(page.get_by_text("Answers come only from")).to_be_visible()
    assert sideways(page) <= 0


def test_an_answer_with_twelve_citations_has_all_within_reach(
    tmp_path: Path, chromium: Browser
) -> None:
    settings = load_settings({}, library=tmp_path / "library")
    workbench = open_workbench(settings, start_workers=False)
    collection = workbench.library.create_collection("Twelve")
    towns = [
        "Ashby",
        "Birk",
        "Colm",
        "Drew",
        "Esk",
        "Firth",
        "Garth",
        "Holm",
        "Inver",
        "Jura",
        "Kell",
        "Lorne",
    ]
    for town in towns:
        told = f"{town} is a town with mills on the river Teme.".encode()
        workbench.library.add_file(collection.id, f"{town}.txt", told)
    workbench.queue.work_until_idle(threading.Event())
    query = Query("Which towns have mills on the river Teme?", collection.id, top_k=12)
    asking = workbench.questions.ask(query, "naive", kept=False)
    assert asking.wait(60)
    assert asking.answer is not None
    answer = citing_all(asking.answer)
    workbench.parts.records.save_answer(
        answer.id, answer.conversation_id, collection.id, answer.question, to_json(answer)
    )
    workbench.close()
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(PATIENCE)
    with started_app(tmp_path, {}) as address:
        page.goto(f"{address}/?conversation={answer.conversation_id}")
        now = page.locator(".st-key-now")
        for number in (12, 1):
            now.get_by_role("button", name=re.compile(rf"^Source {number}\b")).first.click()
            title = answer.hits[number - 1].chunk.title
            expect(page.locator(".viewer .what b")).to_have_text(title)
            thumb = page.locator(".viewer .thumb").nth(number - 1)
            expect(thumb).to_have_attribute("aria-current", "true")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 720})
            assert sideways(page) <= 0
    page.close()


def citing_all(answer: Answer) -> Answer:
    """An answer that tells each of its passages in a sentence, as a language model writes."""
    sentences: list[Sentence] = []
    text = ""
    for number, hit in enumerate(answer.hits, start=1):
        said = hit.chunk.text.strip()
        sentences.append(Sentence(said, len(text), len(text) + len(said), (number,), True))
        text += f"{said} "
    citations = tuple(
        Citation(
            number, each.chunk.id, each.chunk.document_id, 0, each.chunk.start, each.chunk.end, True
        )
        for number, each in enumerate(answer.hits, start=1)
    )
    assert len(citations) == 12
    return replace(
        answer,
        text=text,
        short="",
        sentences=tuple(sentences),
        citations=citations,
        answered_by="a model",
        verdict=Verdict.DIRECT,
    )


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


def test_two_tabs_on_one_conversation_both_add_to_it_and_a_reload_loses_neither(
    sample: str, open_page: OpenPage
) -> None:
    first = open_page(sample)
    ask_next(first, QUESTION)
    first.wait_for_url(re.compile("conversation="))
    second = open_page(f"/{first.url.split('/', 3)[3]}")
    expect(second.locator(".st-key-now").get_by_role("button", name="Copy")).to_be_visible()
    protocol, seals = "What is the survey protocol for?", "How many grey seals live in the bay?"
    for page, question in ((first, protocol), (second, seals)):
        field = page.get_by_test_id("stChatInputTextArea").last
        field.fill(question)
        field.press("Enter")
        expect(page.locator(".st-key-now").get_by_role("heading", name=question)).to_be_visible()
    first.reload()  # while both may still be answered
    expect(first.get_by_text("is not there")).to_have_count(0)
    thread = first.locator(".st-key-thread")
    expect(thread.get_by_role("button", name=QUESTION)).to_be_visible()
    for question in (protocol, seals):
        said = thread.get_by_role("button", name=question)
        expect(said.or_(thread.get_by_role("heading", name=question)).first).to_be_visible()


def test_a_visit_that_slept_until_the_server_forgot_it_goes_on_where_it_was(
    tmp_path: Path, chromium: Browser
) -> None:
    port = free_port()
    page = chromium.new_page(viewport={"width": 1440, "height": 900})
    page.set_default_timeout(PATIENCE)
    with started_app(tmp_path, {}, port) as address:
        page.goto(address)
        page.get_by_role("button", name="Load the sample library").click()
        expect(page.get_by_text("Answers come only from")).to_be_visible(timeout=4 * PATIENCE)
        ask_next(page, QUESTION)
        page.wait_for_url(re.compile("conversation="))
        page.evaluate("document.documentElement.dataset.slept = 'yes'")
    with started_app(tmp_path, {}, port):
        # the page comes back by itself, to the same conversation
        expect(page.locator("html")).not_to_have_attribute("data-slept", "yes")
        page.get_by_role("tab", name="Trace").click()
        expect(page.locator(".quire-trace").first).to_be_visible()
        now = page.locator(".st-key-now")
        expect(now.get_by_role("heading", name=QUESTION)).to_be_visible()
        ask_next(page, "And in 2023?")
        expect(page.locator(".st-key-thread").get_by_role("button", name=QUESTION)).to_be_visible()
    page.close()


def test_a_screen_reader_finds_landmarks_names_and_what_is_open(
    answered: str, open_page: OpenPage
) -> None:
    page = open_page(answered)
    now = page.locator(".st-key-now")
    expect(now.get_by_role("heading", name=QUESTION)).to_be_visible()
    expect(page.get_by_role("main")).to_be_visible()
    pages = page.get_by_role("navigation", name="App pages")
    for name in ("Ask", "Library", "Compare", "Graph", "Evaluate", "Tune", "Status"):
        expect(pages.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("combobox", name="Collection")).to_be_visible()
    expect(page.get_by_role("tab", name="Page")).to_have_attribute("aria-selected", "true")
    for name in ("Copy", "Compare", "Why this answer?", "Export"):
        expect(now.get_by_role("button", name=name)).to_be_visible()
    source = now.get_by_role("button", name=re.compile("^(Source|Cell) ")).first
    expect(source).to_be_visible()
    sheet = page.locator(".viewer .sheet img")
    expect(sheet).to_have_attribute("alt", re.compile("[Pp]age"))
    unnamed = page.evaluate(
        """() => { const bad = []; const look = (root) => {
          for (const each of root.querySelectorAll("button, input, textarea, a[href], select")) {
            const named = each.textContent.trim() || each.ariaLabel || each.title
              || each.getAttribute("aria-labelledby") || each.labels?.length || each.placeholder;
            if (!named && each.checkVisibility()) bad.push(each.outerHTML.slice(0, 200));
          }
          root.querySelectorAll("*").forEach((each) => each.shadowRoot && look(each.shadowRoot));
        }; look(document); return bad; }"""
    )
    assert unnamed == []


def test_the_menu_of_a_phone_closes_after_a_choice(sample: str, open_page: OpenPage) -> None:
    page = open_page(sample, width=390, height=844)
    expect(page.get_by_text("Answers come only from")).to_be_visible()
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebar").get_by_role("link", name="Library").click()
    expect(page.get_by_text("Add documents").first).to_be_visible()
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).not_to_be_in_viewport()


CUT_SHORT = """
import time

import streamlit as st

from backend.types import Collection, CollectionSettings
from components.header import HeaderView, header

on_mount = "export default (c) => { setTimeout(() => c.setTriggerValue('again', 1), 40); }"
early = st.components.v2.component("early", js=on_mount)
first = st.session_state.setdefault("first", True)
st.session_state["first"] = False
if first:
    early(key="early", on_again_change=lambda: None)
    time.sleep(0.08)
names = (("first", "First"), ("second", "Second"))
held = [Collection(each, name, 0.0, CollectionSettings()) for each, name in names]
event = header(HeaderView(held, "second", None), key="k")
st.text(f"Chosen: {event}")
until = time.monotonic() + 1
while first and time.monotonic() < until:
    st.empty()
st.button("Go on")
"""


def test_a_first_drawing_that_is_cut_short_chooses_no_other_collection(
    tmp_path: Path, chromium: Browser
) -> None:
    screen = tmp_path / "screen.py"
    screen.write_text(CUT_SHORT)
    with started_screen(screen) as address:
        page = chromium.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address)
        page.get_by_role("button", name="Go on").click()
        expect(page.get_by_text("Chosen: None")).to_be_visible()
        expect(page.get_by_role("combobox", name="Collection")).to_have_value("Second")
        page.close()
