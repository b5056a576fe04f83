"""Every page by axe-core's rules, in light and dark, and the cursor where a question begins.

axe-core comes from npm when the tests run; it is no part of the product. Without npm or a network
these tests are left out.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.services.passwords import PasswordFile
from backend.settings import load_settings
from backend.types import Contender, Principal, Reference, SetQuestion
from backend.workbench import open_workbench
from tests.browser.conftest import PATIENCE, started_app

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
    "/tune": "Passages by the names",
    "/status": "Versions",
}
OF_PEOPLE = {
    "/account": "assistant",
    "/audit": "Download as CSV",
    "/evaluate": "With 95 % intervals",
    "/library": "Add documents",
}
SETTLED = 2_000
FADED = 400
"""Milliseconds in which what was drawn anew comes to its full colour."""
PASSWORD = "correct horse battery"
NOTES = b"Ada Lorne opened the Harrow lighthouse in 1931. The lamp burns 40 litres of oil a night."


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
    # what is drawn anew is dimmed meanwhile, and fades in
    expect(page.locator("[data-stale=true]")).to_have_count(0)
    page.wait_for_timeout(FADED)
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


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """An app where people sign in with passwords, over a collection of Ada's that was measured."""
    folder = tmp_path_factory.mktemp("team")
    settings = {"QUIRE_SIGN_IN": "password", "QUIRE_ADMINISTRATORS": "ada"}
    workbench = open_workbench(load_settings({}, library=folder / "library"), start_workers=False)
    PasswordFile(folder / "library").put("ada", PASSWORD, name="Ada Lorne")
    lights = workbench.library.create_collection("Lights", owner="ada")
    workbench.library.add_file(lights.id, "notes.txt", NOTES)
    workbench.queue.work_until_idle(threading.Event())
    questions = workbench.question_sets.new_set(lights.id, "Keepers")
    for qid, text, answer in (("a", "Who opened the lighthouse?", "Ada"), ("b", "When?", "1931")):
        asked = SetQuestion(qid, text, (answer,), (Reference("notes.txt"),))
        workbench.question_sets.put_question(lights.id, questions.id, asked)
    wanted = [Contender("naive", {}), Contender("fused_hybrid", {})]
    workbench.evaluation.start_run(workbench.evaluation.plan_run(lights.id, questions.id, wanted))
    workbench.queue.work_until_idle(threading.Event())
    workbench.for_(Principal("ada", "Ada Lorne")).sharing.add_token("assistant", "read", 5)
    workbench.close()
    with started_app(folder, settings) as address:
        yield address


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_page_of_people_who_sign_in_has_a_serious_barrier(
    chromium: Browser, team: str, axe: str, *, dark: bool
) -> None:
    context = chromium.new_context(
        viewport={"width": 1440, "height": 900}, color_scheme="dark" if dark else "light"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    barriers = {}
    page.goto(team)
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    barriers["before signing in"] = grave(page, axe)
    page.goto(f"{team}/sign-in")
    barriers["sign in"] = grave(page, axe)
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill("a wrong one, long")
    page.get_by_role("button", name="Sign in").click()
    barriers["a wrong password"] = grave(page, axe)
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Ada Lorne")).to_be_visible()
    for path, ready in OF_PEOPLE.items():
        page.goto(f"{team}{path}")
        expect(page.get_by_text(ready).first).to_be_visible()
        barriers[path] = grave(page, axe)
    context.close()
    assert {name: found for name, found in barriers.items() if found} == {}


def test_who_opens_a_collection_or_an_answer_can_type_at_once(
    sample: str, answered: str, open_page: OpenPage
) -> None:
    for path in (sample, answered):
        page = open_page(path)
        expect(page.get_by_test_id("stChatInputTextArea").last).to_be_focused()
