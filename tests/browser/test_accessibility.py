"""Every page by axe-core's rules, in light and dark, and the cursor where a question begins.

axe-core comes from npm when the tests run; it is no part of the product. Without npm or a network
these tests are left out.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

OpenPage = Callable[..., Page]
AXE = "axe-core@4.14.1"
GRAVE = {"serious", "critical"}
PAGES = {
    "/library": "Add documents",
    "/compare": "Ask once and see",
    "/graph": "Click a node",
    "/evaluate": "Which pipeline is better",
    "/passage": "The address of this page",
    "/tune": "Tune",
    "/status": "Versions",
}
SETTLED = 2_000


@pytest.fixture(scope="package")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("axe")
    command = [npm, "install", "--no-save", "--no-audit", "--prefix", str(folder), AXE]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        pytest.skip(f"axe-core could not be fetched: {error}")
    return (folder / Path("node_modules/axe-core/axe.min.js")).read_text("utf-8")


def grave(page: Page, axe: str) -> list[str]:
    """What is seriously wrong on a page: the rule, how often, and where first."""
    page.wait_for_timeout(SETTLED)
    # what is drawn anew is dimmed meanwhile
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("axe.run({resultTypes: ['violations']})")
    return [
        f"{each['id']} ({len(each['nodes'])}): {each['nodes'][0]['html'][:200]}"
        for each in found["violations"]
        if each["impact"] in GRAVE
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_has_a_serious_barrier(
    sample: str, answered: str, axe: str, open_page: OpenPage, *, dark: bool
) -> None:
    first = open_page(sample, dark=dark)
    expect(first.get_by_text("Try one of these")).to_be_visible()
    barriers = {"/": grave(first, axe)}
    page = open_page(answered, dark=dark)
    expect(page.locator(".viewer img").first).to_be_visible()
    barriers["an answer"] = grave(page, axe)
    for tab in ("Evidence", "Scores", "Graph", "Trace"):
        page.get_by_role("tab", name=tab).click()
        barriers[tab] = grave(page, axe)
    for path, ready in PAGES.items():
        page = open_page(path, dark=dark)
        expect(page.get_by_text(ready).first).to_be_visible()
        barriers[path] = grave(page, axe)
    assert {name: found for name, found in barriers.items() if found} == {}


def test_who_opens_a_collection_or_an_answer_can_type_at_once(
    sample: str, answered: str, open_page: OpenPage
) -> None:
    for path in (sample, answered):
        page = open_page(path)
        expect(page.get_by_test_id("stChatInputTextArea").last).to_be_focused()
