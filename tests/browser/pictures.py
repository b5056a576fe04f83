"""Takes the pictures of README and docs from the running app over its sample library.

`python -m tests.browser.pictures` writes docs/images/*.png and docs/images/tour.webp, a short
animated one of the same screens. Nothing is drawn by hand: who changes a screen runs it again.
"""

from __future__ import annotations

import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS, PATIENCE, ROOT, started_app

IMAGES = ROOT / "docs" / "images"
SIZE = {"width": 1440, "height": 900}
NUMBER = "How many seeds were sown in 2024?"
REASON = "Why did spending on the seed nursery rise?"
FRAME_MILLISECONDS = 2_600
TOUR_WIDTH = 960
SETTLED = 1_500
"""Milliseconds after which a screen stands still."""


class Camera:
    """Takes a page's picture and keeps it for the tour."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []

    def take(self, name: str, *, tour: bool = True) -> None:
        """Writes docs/images/NAME.png."""
        self.page.wait_for_timeout(SETTLED)
        expect(self.page.locator("[data-stale=true]")).to_have_count(0)
        taken = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        taken.quantize(192, dither=Image.Dither.NONE).save(IMAGES / f"{name}.png", optimize=True)
        if tour:
            height = round(taken.height * TOUR_WIDTH / taken.width)
            self.frames.append(taken.resize((TOUR_WIDTH, height), Image.Resampling.LANCZOS))

    def keep_tour(self) -> None:
        """Writes docs/images/tour.webp, which begins anew when it ends."""
        first, *rest = self.frames
        first.save(
            IMAGES / "tour.webp",
            save_all=True,
            append_images=rest,
            duration=FRAME_MILLISECONDS,
            loop=0,
            quality=72,
            method=6,
        )


def ask(page: Page, question: str) -> None:
    """Asks and waits for the answer and its page."""
    field = page.get_by_test_id("stChatInputTextArea").last
    field.fill(question)
    field.press("Enter")
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()
    expect(page.locator(".viewer img").first).to_be_visible()


def take_all(page: Page, address: str) -> None:
    """Walks over the screens."""
    camera = Camera(page)
    page.goto(address)
    page.get_by_role("button", name="Load the sample library").click()
    expect(page.get_by_text("What they are about")).to_be_visible(timeout=4 * PATIENCE)
    camera.take("briefing")

    ask(page, REASON)
    ask(page, NUMBER)
    camera.take("ask")
    page.get_by_role("tab", name="Scores").click()
    expect(page.locator("canvas").first).to_be_visible()
    camera.take("scores")
    page.get_by_role("tab", name="Graph").click()
    expect(page.frame_locator("iframe").locator("body[data-drawn]")).to_be_attached()
    camera.take("graph_tab", tour=False)
    page.get_by_role("tab", name="Page").click()

    page.locator(".st-key-now").get_by_role("button", name="Compare").click()
    expect(page.get_by_text("Which passages they found")).to_be_visible()
    camera.take("compare")

    page.get_by_role("link", name="Graph").click()
    drawn = page.frame_locator("iframe")
    expect(drawn.locator("body[data-drawn]")).to_be_attached()
    page.wait_for_timeout(SETTLED)
    where = """() => {
      const id = nodes.getIds().find((each) => nodes.get(each).title.textContent
        === "Name: Tomas Okafor");
      const place = network.canvasToDOM(network.getPosition(id));
      return [place.x, place.y];
    }"""
    left, top = drawn.locator("canvas").evaluate(f"() => ({where})()")
    drawn.locator("canvas").click(position={"x": left, "y": top})
    expect(page.get_by_role("button", name="Ask about this")).to_be_attached()
    camera.take("graph")

    page.get_by_role("link", name="Library").click()
    expect(page.get_by_text("Add documents").first).to_be_visible()
    camera.take("library", tour=False)
    camera.keep_tour()


def main() -> None:
    """Starts an app of its own over an empty library and takes the pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        started_app(Path(folder), {}) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="light")  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE)
        take_all(page, address)
        browser.close()


if __name__ == "__main__":
    main()
