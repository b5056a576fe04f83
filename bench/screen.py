"""How long a person waits on the screen, in a real browser over 10,000 passages.

`python -m bench.screen [--beside COMMIT] [--passages 10000] [--rounds 8]`. The app of this tree and
that of an earlier commit are started over copies of one library and looked at in turns, round by
round, so that a busy minute meets both. Times run from the click to the frame in which what was
asked for is drawn. Needs Chromium, the filings of
`financebench_small` and the corpora of `hotpotqa300` and `scifact`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from bench._screen_library import filings_library
from bench.report import table, write_results
from tests.browser.conftest import CHROMIUM, FLAGS, ROOT, started_app

QUESTION = "What were net sales of Ulta Beauty in the fourth quarter?"
PATIENCE = 60_000
BETWEEN = 1_200
"""Milliseconds of rest between two clicks, as a person takes at least."""

# Clicks in the page itself and looks at every frame, so that no time of the test program counts.
_TIMED = """
async ([click, done]) => {
  const run = (body) => new Function(`return (${body})`)();
  const ready = run(done), before = ready(), begun = performance.now();
  run(click)();
  for (;;) {
    await new Promise(requestAnimationFrame);
    const now = ready();
    if (now && now !== before) return performance.now() - begun;
    if (performance.now() - begun > 30000) return NaN;
  }
}
"""
# Components draw inside of shadow roots.
_DEEP = """
(selector) => { const seen = []; const look = (root) => {
  seen.push(...root.querySelectorAll(selector));
  root.querySelectorAll("*").forEach((each) => each.shadowRoot && look(each.shadowRoot)); };
  look(document); return seen; }
"""
_TAB = """() => [...document.querySelectorAll('[role=tab]')]
  .find((each) => each.textContent.trim() === "NAME").click()"""
_OPEN = {
    "Evidence": "() => Boolean(document.querySelector('[class*=st-key-card-] .quire-title'))",
    "Scores": "() => Boolean(document.querySelector('.quire-heat'))",
    "Trace": "() => Boolean(document.querySelector('.quire-trace'))",
    "Page": f"() => Boolean(({_DEEP})('.viewer .sheet img').find((each) => each.complete "
    "&& each.naturalWidth && each.offsetParent))",
}
_PAGES = {
    "library": ("Library", "() => Boolean(document.querySelector('[data-testid=stDataFrame]'))"),
    "compare": ("Compare", "() => Boolean(document.querySelector('.st-key-compare-row'))"),
    "status": ("Status", "() => document.body.innerText.includes('Versions')"),
    "ask": ("Ask", _OPEN["Page"]),
}
_LINK = """() => [...document.querySelectorAll('a[href]')]
  .find((each) => each.textContent.trim().endsWith("NAME") && each.offsetParent).click()"""
_SHOWN_PAGE = f"""() => {{ const img = ({_DEEP})(".viewer .sheet img")[0];
  const now = ({_DEEP})(".viewer .thumb[aria-current=true]")[0];
  return img && now && img.complete && img.naturalWidth
    ? now.dataset.number + img.src.length + img.src.slice(-40) : ""; }}"""
# The one that is open already would change nothing.
_THUMB = f"""() => ({_DEEP})(".viewer .thumb").filter((each) =>
  each.getAttribute("aria-current") !== "true")[PLACE].click()"""
_CARD = f"""() => ({_DEEP})(".card").filter((each) =>
  each.getAttribute("aria-pressed") !== "true")[PLACE].click()"""
_NODE = "() => document.querySelector('.st-key-graph-node')?.innerText ?? ''"


@dataclass
class Side:
    """One version of the app under measurement; `seconds` by what was waited for."""

    name: str
    address: str
    page: Page
    answered: str = ""
    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))


def main() -> None:
    """Measure both versions in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", default="", help="an earlier commit")
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=8)
    given = parser.parse_args()
    before = round(os.getloadavg()[0], 1)
    library, collection_id = filings_library(given.passages)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = stack.enter_context(_browser())
        roots = {"now": ROOT}
        if given.beside:
            roots[given.beside] = stack.enter_context(_checked_out(given.beside, folder))
        sides = []
        for number, (name, root) in enumerate(roots.items()):
            own = folder / str(number)
            shutil.copytree(library, own / "library")
            _made_readable(own / "library", root)
            begun = time.perf_counter()
            address = stack.enter_context(started_app(own, {}, root=root))
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.set_default_timeout(PATIENCE)
            page.goto(f"{address}/?collection={collection_id}")
            page.get_by_test_id("stChatInputTextArea").first.wait_for()
            side = Side(name, address, page)
            side.seconds["first page after a start"].append(time.perf_counter() - begun)
            _answer(side)
            sides.append(side)
        for _ in range(given.rounds):
            for side in sides:
                _round(side, browser, collection_id)
        figures = {
            "passages": given.passages,
            "rounds": given.rounds,
            "load": {"before": before, "after": round(os.getloadavg()[0], 1)},
            "seconds": {side.name: _percentiles(side) for side in sides},
        }
    _show(figures)
    print(f"written to {write_results('screen', figures)}")


@contextmanager
def _browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def _checked_out(commit: str, folder: Path) -> Iterator[Path]:
    """An earlier commit's files, in a folder of their own."""
    place = folder / "earlier"
    place.mkdir()
    packed = subprocess.run(
        ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "-x", "-C", str(place)], input=packed, check=True)
    yield place


def _made_readable(library: Path, root: Path) -> None:
    """Let an earlier version open a copy of the library: migrations since then have only added
    tables, columns and indexes, which it passes over, but it refuses a number that it does not
    know."""
    count = "from backend.records._sqlite.schema import MIGRATIONS; print(len(MIGRATIONS))"
    told = subprocess.run(
        [sys.executable, "-c", count], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    with closing(sqlite3.connect(library / "records.sqlite3")) as connection:
        (present,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute(f"PRAGMA user_version = {min(present, int(told))}")
        connection.commit()


def _answer(side: Side) -> None:
    """Ask once; its conversation is what is looked at."""
    field_ = side.page.get_by_test_id("stChatInputTextArea").last
    field_.fill(QUESTION)
    field_.press("Enter")
    side.page.locator(".st-key-now").get_by_role("button", name="Copy").wait_for()
    side.page.locator(".viewer img").first.wait_for()
    side.page.wait_for_url("**/*conversation=*")
    side.answered = side.page.url


def _round(side: Side, browser: Browser, collection_id: str) -> None:
    """Each kind of wait once or a few times."""
    page = side.page

    def timed(what: str, click: str, done: str) -> None:
        page.wait_for_timeout(BETWEEN)
        side.seconds[what].append(page.evaluate(_TIMED, [click, done]) / 1_000)

    visitor = browser.new_page(viewport={"width": 1440, "height": 900})
    visitor.set_default_timeout(PATIENCE)
    begun = time.perf_counter()
    visitor.goto(f"{side.address}/?collection={collection_id}")
    visitor.get_by_test_id("stChatInputTextArea").first.wait_for()
    side.seconds["a new visit"].append(time.perf_counter() - begun)
    visitor.close()

    page.goto(side.answered)
    page.locator(".viewer img").first.wait_for()
    thumbs = page.locator(".viewer .thumb").count()
    for place in range(thumbs - 1):
        timed("a citation's page", _THUMB.replace("PLACE", str(place)), _SHOWN_PAGE)
    cards = page.locator(".st-key-now .card").count()
    for place in range(cards - 1):
        timed("a quote's page", _CARD.replace("PLACE", str(place)), _SHOWN_PAGE)
    for name in ("Evidence", "Scores", "Trace", "Page"):
        timed("a tab", _TAB.replace("NAME", name), _OPEN[name])
    for name, done in _PAGES.values():
        timed("a switch of page", _LINK.replace("NAME", name), done)
    _graph(side, timed)


def _graph(side: Side, timed: Any) -> None:
    """The map until it is drawn, then nodes until their cards are."""
    page = side.page
    page.wait_for_timeout(BETWEEN)
    begun = time.perf_counter()
    page.evaluate(_LINK.replace("NAME", "Graph"))
    drawing = page.frame_locator("iframe")
    drawing.locator("body[data-drawn]").wait_for(state="attached")
    side.seconds["the map of the graph"].append(time.perf_counter() - begun)
    frame = next(each for each in page.frames if each != page.main_frame)
    for place in (0, 1, 2):
        page.wait_for_timeout(BETWEEN)
        before = page.evaluate(_NODE)
        begun = time.perf_counter()
        frame.evaluate(
            "(place) => parent.postMessage({ clicked: nodes.getIds()[place] }, '*')", place
        )
        page.wait_for_function(
            f"(before) => (now => now && now !== before)(({_NODE})())", arg=before
        )
        side.seconds["a node"].append(time.perf_counter() - begun)


def _percentiles(side: Side) -> dict[str, list[float]]:
    """Median and 95th percentile of each kind of wait."""
    return {
        what: [round(float(each), 3) for each in np.percentile(seconds, [50, 95])]
        for what, seconds in side.seconds.items()
    }


def _show(figures: dict[str, Any]) -> None:
    sides = figures["seconds"]
    rows = []
    for what in next(iter(sides.values())):
        row = [what]
        for figure in sides.values():
            row += [f"{each:.2f}" for each in figure.get(what, [float("nan")] * 2)]
        rows.append(row)
    heads = [f"{name} {part}" for name in sides for part in ("p50 s", "p95 s")]
    print(table(f"{figures['passages']:,} passages, seconds", ("wait", *heads), rows))


if __name__ == "__main__":
    sys.exit(main())
