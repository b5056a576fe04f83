"""What a person sees and does, through a real browser over the real app."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PATIENCE, QUESTION, add_files, ask, make_collection

pytestmark = pytest.mark.browser

SAMPLE = Path(__file__).resolve().parent.parent.parent / "backend" / "sample"
OpenPage = Callable[..., Page]


@pytest.mark.both_engines
def test_a_citation_leads_to_its_passage_and_to_the_marked_page(
    answered: str, open_page: OpenPage
) -> None:
    page = open_page(answered)
    card = (
        page.locator(".cards")
        .get_by_role("button", name=re.compile("^Source [0-9]: .*report", re.I))
        .first
    )
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    image = page.get_by_role("img", name=re.compile(r"page \d+ of \d+: the quoted part is marked"))
    expect(image).to_be_visible()
    expect(image).not_to_have_js_property("naturalWidth", 0)
    expect(page.locator(".sheet .mark").first).to_be_in_viewport()
    sheet = page.locator(".sheet")
    wide = sheet.evaluate("each => each.clientWidth")
    page.get_by_role("button", name="Page", exact=True).click()
    assert sheet.evaluate("each => each.clientWidth") < wide
    page.get_by_role("tab", name="Evidence").click()
    # a sentence is marked; a row stands there as a small table with the asked cells marked
    expect(page.locator("[class*='-open'] :is(mark, .rows.marked)").first).to_be_visible()


def test_a_conversation_survives_a_reload_and_follow_ups_join_it(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(sample)
    ask(page, QUESTION)
    page.reload()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    ask(page, "And in 2023?")
    expect(page.get_by_role("button", name=QUESTION)).to_be_visible()


def test_the_open_turn_comes_to_the_top_and_a_mark_stays_in_its_line(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(sample, height=520)
    questions = [QUESTION, "What is this collection about?", "How often is a chain inspected?"]
    ask(page, questions[0])
    for question in questions[1:]:
        field = page.get_by_test_id("stChatInputTextArea")
        field.fill(question)
        field.press("Enter")
        # the turn before may still be drawn: what counts is that this one is complete
        now = page.locator(".st-key-now").filter(has=page.get_by_role("heading", name=question))
        expect(now.get_by_role("button", name="Why this answer?")).to_be_visible()
    thread = page.locator(".st-key-thread")
    thread.evaluate(
        "(each) => new Promise((done) => { const look = () => each.scrollTop > 40 ? done() :"
        " setTimeout(look, 50); look(); })"
    )
    card = now.locator(".cards").get_by_role("button", name=re.compile("Letter|Source|protocol"))
    card.first.click()
    expect(page.locator(".text mark").first).to_have_css("position", "static")
    page.get_by_role("button", name=QUESTION).click()
    expect(page.get_by_role("heading", name=QUESTION)).to_be_in_viewport()


def test_the_page_beside_the_next_answer_is_its_own(sample: str, open_page: OpenPage) -> None:
    """Both answers quote as much of the first passage of one text file."""
    page = open_page("/library")
    make_collection(page, "Weir")
    risks, decisions = (
        ["Ice may close it.", "Otters dig here."],
        ["Tar is bought.", "Nails too, soon."],
    )
    lists = {"Risks": risks, "Decisions": decisions}
    text = "# Weir\n" + "".join(
        f"\n## {head}\n\n" + "".join(f"- {item}\n" for item in items)
        for head, items in lists.items()
    )
    text += "\n## Place\n\nThe weir lies below the old mill of Elm.\n"
    add_files(page, [{"name": "weir.md", "mimeType": "text/markdown", "buffer": text.encode()}])
    expect(page.get_by_text("1 document", exact=False).first).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    ask(page, "What are the risks?")
    expect(page.locator(".text mark")).to_have_text([f"- {risk}" for risk in risks])
    ask(page, "What are the decisions?")
    expect(page.locator(".text mark")).to_have_text([f"- {decision}" for decision in decisions])


def test_a_chip_answers_to_the_keyboard(answered: str, open_page: OpenPage) -> None:
    page = open_page(answered)
    chip = page.locator(".cards").get_by_role("button", name=re.compile("^Source ")).first
    chip.focus()
    page.keyboard.press("Enter")
    expect(chip).to_have_attribute("aria-pressed", "true")


def test_scores_and_trace_are_drawn(answered: str, open_page: OpenPage) -> None:
    page = open_page(answered)
    page.get_by_role("tab", name="Scores").click()
    expect(page.locator("canvas").first).to_be_visible()
    expect(page.get_by_role("rowheader", name="Words")).to_be_visible()
    page.get_by_role("tab", name="Trace").click()
    expect(page.locator(".quire-trace li").first).to_be_visible()


@pytest.mark.both_engines
def test_uploaded_files_become_answerable_and_their_names_stay_text(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    make_collection(page, "Uploads <b>bold</b>")
    hostile = "<img src=x onerror=alert(1)> $5 to $6 :smile:.txt"
    text = "The lighthouse keeper of Merrow Point is called Ines Calder. She came in 1987."
    add_files(
        page,
        [
            {"name": hostile, "mimeType": "text/plain", "buffer": text.encode()},
            {
                "name": "protocol.pdf",
                "mimeType": "application/pdf",
                "buffer": (SAMPLE / "Survey protocol SP-07.pdf").read_bytes(),
            },
        ],
    )
    expect(page.get_by_text("2 documents", exact=False)).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    ask(page, "Who is the lighthouse keeper of Merrow Point?")
    expect(page.locator(".what b")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("img[src='x']")).to_have_count(0)
    expect(page.locator(".katex")).to_have_count(0)
    expect(page.locator(".viewer .text mark").first).to_contain_text("Ines Calder")
    page.get_by_role("link", name="Graph").click()
    drawing = page.frame_locator("iframe")
    expect(drawing.locator("body[data-drawn]")).to_be_attached()
    # a title that ran as a script would open a dialog, which fails every test
    expect(drawing.locator("img")).to_have_count(0)
    titles = drawing.locator("body").evaluate(
        "() => nodes.get().map((each) => each.title.textContent)"
    )
    assert any("<img src=x onerror=alert(1)>" in title for title in titles)


def test_files_that_are_dropped_shortly_after_each_other_are_all_taken(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    make_collection(page, "Dropped")
    for number, pause in enumerate((0, 60, 150, 250, 350, 500, 600, 100)):
        page.wait_for_timeout(pause)
        text = f"The buoy number {number} of the eastern channel was painted in 19{number}0."
        add_files(
            page,
            [{"name": f"buoy {number}.txt", "mimeType": "text/plain", "buffer": text.encode()}],
        )
    expect(page.get_by_text("8 documents", exact=False)).to_be_visible(timeout=4 * PATIENCE)
    expect(page.locator(".drop li")).to_have_count(0)


def test_a_file_whose_reply_is_lost_is_sent_again_and_added_once(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    make_collection(page, "Lost replies")
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        reply = route.fetch()
        if lost:
            route.fulfill(response=reply)
        else:
            lost.append(reply.text())
            route.fulfill(body="the line is dead")

    page.route("**/upload/*", lose_the_first)
    text = "The beacon of Hallow Sound was lit in 1902."
    add_files(page, [{"name": "beacon.txt", "mimeType": "text/plain", "buffer": text.encode()}])
    expect(page.get_by_text("1 document", exact=False).first).to_be_visible()
    expect(page.locator(".drop li")).to_have_count(0)
    assert '"taken"' in lost[0]


def test_what_cannot_be_taken_says_why_until_it_is_dismissed(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    make_collection(page, "Refused")
    add_files(page, [{"name": "song.mp3", "mimeType": "audio/mpeg", "buffer": b"\0" * 9}])
    reason = page.locator(".drop li").get_by_text("This kind of file cannot be read.")
    expect(reason).to_be_visible()
    page.get_by_role("button", name="Dismiss: song.mp3").press("Enter")
    expect(reason).to_be_hidden()


def test_a_cell_of_a_computed_answer_opens_its_table(sample: str, open_page: OpenPage) -> None:
    page = open_page("/library")
    make_collection(page, "Orchards")
    rows = "Year,Apples (kg),Seeds (kg)\n2022,1150,420\n2023,1210,760\n2024,980,1150\n"
    add_files(page, [{"name": "orchard.csv", "mimeType": "text/csv", "buffer": rows.encode()}])
    expect(page.get_by_text("1 document", exact=False).first).to_be_visible(timeout=4 * PATIENCE)
    page.get_by_role("link", name="Ask").click()
    ask(page, "Seeds of 2022, 2023 and 2024 together")
    expect(page.get_by_text("2,330 kg", exact=True).first).to_be_visible()
    expect(page.locator(".formula")).to_have_text("420 + 760 + 1,150 = 2,330 kg")
    chip = page.get_by_role("button", name="Cell 760: Seeds (kg), 2023")
    chip.click()
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(page.locator("td.used")).to_have_text(["420", "760", "1150"])
    expect(page.locator("td.open")).to_have_text("760")


@pytest.mark.parametrize("path", ["/", "/library", "/status"])
def test_every_page_fits_a_phone(sample: str, open_page: OpenPage, path: str) -> None:
    page = open_page(path, width=390, height=844)
    ready = {"/": "Answers come only from", "/library": "Add documents", "/status": "Versions"}
    expect(page.get_by_text(ready[path]).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_question_that_is_too_long_is_explained_and_kept(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(sample)
    field = page.get_by_test_id("stChatInputTextArea")
    field.fill("why " * 1_500)
    field.press("Enter")
    expect(page.get_by_text(re.compile("the most is 4,000"))).to_be_visible()
    # a redraw while files are read may leave a second, outdated field for a moment
    expect(field.last).to_have_value(re.compile("^why why"))


def test_the_dark_theme_is_dark_everywhere(answered: str, open_page: OpenPage) -> None:
    page = open_page(answered, dark=True)
    expect(page.get_by_role("heading", name=QUESTION)).to_be_visible()
    page.get_by_role("tab", name="Evidence").click()
    expect(page.locator(".quire-title span").first).to_be_visible()
    ground = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    assert page.evaluate(ground) == "rgb(21, 24, 29)"
    quiet = "getComputedStyle(document.querySelector('.quire-title span')).color"
    assert page.evaluate(quiet) == "rgb(167, 173, 184)"
    page.get_by_role("button", name="Export").click()
    expect(page.get_by_role("button", name="JSON, for programs")).to_be_visible()


STANDS_APART = """() => {
  const box = (one) => one?.getBoundingClientRect();
  const bar = document.querySelector("[class*=st-key-header-]");
  const told = box(bar?.querySelector("[data-testid=stCaptionContainer]"));
  const choice = box(bar?.querySelector("[role=combobox], input"));
  const links = [...document.querySelectorAll("a")];
  const menu = box(links.find((each) => each.textContent.trim().endsWith("Status")));
  return told && choice && menu && told.width > 80
    && menu.right <= told.left && told.right <= choice.left;
}"""
"""Whether the counts in the bar have room between the menu and the choice of a collection."""


@pytest.mark.parametrize("path", ["/", "/library", "/compare"])
def test_on_a_small_laptop_the_bar_says_how_much_there_is(
    sample: str, open_page: OpenPage, path: str
) -> None:
    page = open_page(f"{path}{sample.removeprefix('/')}", width=1280, height=720)
    counts = page.locator("[class*=st-key-header-] [data-testid=stCaptionContainer]").first
    expect(counts).to_contain_text("documents")
    # the bar is drawn in steps: what counts is how it stands in the end
    page.wait_for_function(STANDS_APART)
