"""The real app in a process of its own, over a temporary library, seen through Chromium.

Tests marked `both_engines` run a second time, unchanged, with the search index on a real
Elasticsearch and the records in a real Neo4j. `QUIRE_BROWSER_ENGINES=servers` runs every test on
these alone.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.servers.both import on_both_servers

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
START_SECONDS = 90
QUESTION = "How much did the Brightwater Foundation give in 2024?"
PATIENCE = 60_000
"""Milliseconds that a page may take on a busy machine before a test fails."""

# Streamlit looks for these under the page's own path first and then finds them at the root.
_PROBES = re.compile(r"/_stcore/(health|host-config)$")

expect.set_options(timeout=PATIENCE)

if CHROMIUM is None:
    collect_ignore_glob = ["test_*.py"]


def pytest_report_header() -> str:
    return "" if CHROMIUM else "browser tests left out: Chromium is not installed"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Say which engines a test of the app runs on."""
    if "engines" not in metafunc.fixturenames:
        return
    on_servers = pytest.param("servers", marks=pytest.mark.servers)
    if os.environ.get("QUIRE_BROWSER_ENGINES", "") == "servers":
        engines = [on_servers]
    elif metafunc.definition.get_closest_marker("both_engines"):
        engines = [pytest.param("embedded"), on_servers]
    else:
        engines = [pytest.param("embedded")]
    metafunc.parametrize("engines", engines, indirect=True, scope="package")


@pytest.fixture(scope="package")
def engines(request: pytest.FixtureRequest) -> dict[str, str]:
    """Settings of the app that name its engines, as environment variables."""
    if request.param == "embedded":
        return {}
    search = request.getfixturevalue("elasticsearch_session")
    graph = request.getfixturevalue("neo4j_session")
    search.process.start()
    graph.process.start()
    return on_both_servers(search, graph, f"browser-{uuid.uuid4().hex[:8]}")


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory, engines: dict[str, str]) -> Iterator[str]:
    """Where the app answers."""
    with started_app(tmp_path_factory.mktemp("library"), engines) as url:
        yield url


@contextmanager
def started_app(
    folder: Path, settings: Mapping[str, str], port: int | None = None, *, root: Path = ROOT
) -> Iterator[str]:
    """The address of an app that keeps its library below a folder; ended afterwards.

    Args:
        port: where it answers; None takes one that is free.
        root: of the tree whose app it is.
    """
    port = port or free_port()
    environment = {
        "QUIRE_LIBRARY": str(folder / "library"),
        "QUIRE_LANGUAGE_MODEL": "none",
        **settings,
    }
    with _serving(["app"], port, folder / "app.log", environment, root) as url:
        yield url


@contextmanager
def started_screen(screen: Path) -> Iterator[str]:
    """The address of a Streamlit screen that draws parts of the app; ended afterwards."""
    command = ["streamlit", "run", str(screen), "--server.headless=true"]
    environment = {"PYTHONPATH": str(ROOT)}
    with _serving(command, free_port(), screen.with_suffix(".log"), environment, ROOT) as url:
        yield url


@contextmanager
def _serving(
    command: Sequence[str], port: int, log: Path, environment: Mapping[str, str], root: Path
) -> Iterator[str]:
    """The address of a module that serves pages, while it runs in a process of its own."""
    with log.open("wb") as written:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", *command),
                f"--server.port={port}",
                "--server.address=127.0.0.1",
            ],
            cwd=root,
            env={**os.environ, **environment},
            stdout=written,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        url = f"http://127.0.0.1:{port}"
        try:
            _wait_until_healthy(url, process)
            yield url
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def free_port() -> int:
    """A port of this machine that nobody uses now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _wait_until_healthy(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if process.poll() is not None:
            pytest.fail(f"the app ended with code {process.returncode}")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    pytest.fail("the app did not start")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this folder; Playwright's event loop runs until it is closed,
    and no test after it could start one of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens pages in a fresh visit; afterwards nothing may have been asked of another machine,
    logged as an error or shown as a dialog of the browser."""
    problems: list[str] = []
    contexts = []

    def watch_console(message: ConsoleMessage) -> None:
        probe = _PROBES.search(str(message.location.get("url", "")))
        if message.type == "error" and not probe:
            problems.append(f"console: {message.text}")

    def watch_request(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:", "about:")):
            problems.append(f"request: {request.url}")

    def make(path: str = "/", *, dark: bool = False, width: int = 1440, height: int = 900) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", watch_console)
        page.on("request", watch_request)
        page.on("pageerror", lambda error: problems.append(f"script: {error}"))
        page.on("dialog", lambda dialog: problems.append(f"dialog: {dialog.message}"))
        page.goto(f"{address}{path}")
        return page

    yield make
    for context in contexts:
        context.close()
    assert problems == []


def ask(page: Page, question: str) -> None:
    """Ask and wait until the answer is complete."""
    field = page.get_by_test_id("stChatInputTextArea")
    field.fill(question)
    field.press("Enter")
    expect(page.get_by_role("heading", name=question)).to_be_visible()
    expect(page.get_by_role("button", name="Copy")).to_be_visible()


def make_collection(page: Page, name: str) -> None:
    """Make an empty collection on the page Library."""
    page.get_by_role("button", name="New collection").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_text("No documents yet.")).to_be_visible()


@pytest.fixture(scope="package")
def answered(chromium: Browser, address: str, sample: str) -> str:
    """The path of a conversation over the sample library whose one question is answered."""
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}{sample}")
    ask(page, QUESTION)
    page.wait_for_url(re.compile("conversation="))
    path = page.url.removeprefix(address)
    page.close()
    return path


@pytest.fixture(scope="package")
def sample(chromium: Browser, address: str) -> str:
    """The path of Ask over the sample library, which the first click of a newcomer loads.

    It names the collection: others that a test makes may come before it.
    """
    page = chromium.new_page()
    page.set_default_timeout(6 * PATIENCE)
    page.goto(address)
    page.get_by_role("button", name="Load the sample library").click()
    page.get_by_text("Try one of these").wait_for()
    page.wait_for_url(re.compile("collection="))
    path = page.url.removeprefix(address)
    page.goto(f"{address}/library")
    page.get_by_text("5 documents").wait_for()
    page.close()
    return path


def add_files(page: Page, files: Any) -> None:
    """Choose files on the page Library: paths, or their names, types and bytes."""
    page.locator(".drop input[type=file]").set_input_files(files)
