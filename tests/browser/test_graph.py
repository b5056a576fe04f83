"""The graph in a real browser: drawn without a network, and answering to a click."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Locator, Page, Route, expect

from tests.browser.conftest import add_files, ask, make_collection

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
POINT = """(kind) => {
  const id = nodes.getIds().find((each) => nodes.get(each).title.textContent.startsWith(kind));
  const place = network.canvasToDOM(network.getPosition(id));
  return [place.x, place.y];
}"""


def _cut_off(page: Page) -> list[str]:
    """Blocks everything that is not on this machine; returns what was tried."""
    tried: list[str] = []

    def blocked(route: Route) -> None:
        tried.append(route.request.url)
        route.abort()

    page.route(re.compile(r"^(?!(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:)"), blocked)
    return tried


def _drawn(page: Page) -> None:
    expect(page.frame_locator("iframe").locator("body[data-drawn]")).to_be_attached()


def _click_node(page: Page, kind: str, shown: Locator) -> None:
    """Clicks a node of a kind until it has been noticed: a page that is still settling may draw
    the picture a second time."""
    canvas = page.frame_locator("iframe").locator("canvas")
    for _ in range(6):
        left, top = canvas.evaluate(f"(canvas, kind) => ({POINT})(kind)", kind)
        canvas.click(position={"x": left, "y": top})
        try:
            shown.wait_for(timeout=10_000)
            return
        except Error:
            continue
    expect(shown).to_be_visible()


def test_the_graph_is_drawn_offline_and_a_click_tells_who_is_named_where(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(f"/library{sample.removeprefix('/')}")
    tried = _cut_off(page)
    page.get_by_role("link", name="Graph").click()
    _drawn(page)
    _click_node(page, "Name", page.get_by_role("button", name="Centre here"))
    expect(page.locator(".st-key-graph-node .quire-said mark, .quire-term").first).to_be_visible()
    expect(page.get_by_role("button", name="Ask about this")).to_be_visible()
    assert tried == []


def test_what_is_stated_of_a_name_opens_its_page_with_the_sentence_marked(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(f"/graph{sample.removeprefix('/')}")
    _drawn(page)
    _click_node(page, "Name", page.get_by_role("button", name="Centre here"))
    name = page.locator(".st-key-graph-node h2").inner_text()
    expect(page.get_by_text("What sentences state")).to_be_visible()
    stated = page.locator(".st-key-graph-node .quire-said b").first
    expect(stated).to_be_visible()
    assert name.split()[-1] in page.locator(".st-key-graph-node .quire-said").first.inner_text()
    page.locator("[class*='st-key-pill-graph-fact-sentence-0'] button").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("Where this stands")).to_be_visible()
    expect(dialog.locator("img, mark, .quire-term").first).to_be_visible()


@pytest.mark.both_engines
def test_beside_an_answer_a_chosen_passage_leads_to_its_page_and_the_ways_are_replayed(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page(sample)
    page.get_by_test_id("stButtonGroup").get_by_text("Community graph").first.click()
    expect(page.get_by_text("From groups of related passages", exact=False)).to_be_visible()
    ask(page, "What did the storm cost?")
    page.get_by_role("tab", name="Graph").click()
    _drawn(page)
    page.get_by_label("Choose from a list").first.click()
    page.get_by_role("option", name=re.compile(r"^\[1\]")).click()
    page.get_by_role("button", name="Show its page").click()
    expect(page.get_by_role("tab", name="Page")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Trace").click()
    page.get_by_test_id("stButtonGroup").get_by_text("Path replay", exact=True).click()
    expect(
        page.get_by_text(re.compile(r"passages? in \d+ groups?; the fine search"))
    ).to_be_visible()
    expect(page.locator("canvas").first).to_be_visible()


def test_the_page_follows_by_itself_and_stands_still_while_nothing_changes(
    sample: str, open_page: OpenPage
) -> None:
    page = open_page("/library")
    make_collection(page, "Growing")
    _upload(page, "mill.txt", "The mill ground barley until 1954.")
    expect(page.get_by_text(re.compile(r"^1\sdocument"))).to_be_visible()
    page.get_by_role("link", name="Graph").click()
    _drawn(page)
    canvas = page.frame_locator("iframe").locator("canvas")
    expect(page.get_by_text(re.compile("^1 node"))).to_be_visible()
    canvas.evaluate("() => { window.kept = true; }")
    other = open_page("/library")
    other.get_by_role("combobox").first.click()
    other.get_by_role("option", name="Growing").click()
    expect(other.get_by_text(re.compile(r"^1\sdocument"))).to_be_visible()
    assert canvas.evaluate("() => window.kept")
    _upload(other, "bridge.txt", "Ada Lorne opened the bridge in 1931.")
    expect(page.get_by_text(re.compile("^2 nodes"))).to_be_visible()
    _drawn(page)
    expect(canvas).to_be_visible()
    assert not canvas.evaluate("() => window.kept")


def _upload(page: Page, name: str, text: str) -> None:
    add_files(page, [{"name": name, "mimeType": "text/plain", "buffer": text.encode()}])


def test_the_graph_page_fits_a_phone(sample: str, open_page: OpenPage) -> None:
    page = open_page("/graph", width=390, height=844)
    _drawn(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


LABELS_CUT = """() => {
  const ruler = document.createElement("canvas").getContext("2d");
  ruler.font = `${shown.pixels}px sans-serif`;
  const room = document.getElementById("graph").clientWidth;
  const labelled = nodes.get().filter((each) => each.label);
  const cut = labelled.filter((each) => {
    const { x } = network.canvasToDOM(network.getPosition(each.id));
    const lines = each.label.split("\\n").map((line) => ruler.measureText(line).width);
    return x - Math.max(...lines) / 2 < 0 || x + Math.max(...lines) / 2 > room;
  });
  return [labelled.length > 0, cut.map((each) => each.label)];
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_no_label_is_cut_at_the_edge_of_the_picture(
    sample: str, open_page: OpenPage, width: int
) -> None:
    page = open_page(f"/graph{sample.removeprefix('/')}", width=width, height=844)
    _drawn(page)
    canvas = page.frame_locator("iframe").locator("canvas")
    assert canvas.evaluate(f"() => ({LABELS_CUT})()") == [True, []]
