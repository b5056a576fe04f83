"""Real filings come in through the browser while both servers hold the library, and Elasticsearch
is killed and started again in the middle: all of them can be asked about, nothing is doubled.

The smallest filings of the public set are taken: three, or as many as `QUIRE_FILINGS` says.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, expect

from backend.settings import load_settings
from backend.types import JobState
from backend.workbench import Workbench, open_workbench
from tests.browser.conftest import PATIENCE, ROOT, add_files, ask, make_collection, started_app
from tests.servers.both import on_both_servers

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer
    from tests.servers.launcher.neo4j import Neo4jServer

pytestmark = [pytest.mark.browser, pytest.mark.servers, pytest.mark.bench_data]

COUNT = int(os.environ.get("QUIRE_FILINGS", "3"))
PATIENCE_PER_FILING = 600.0
QUESTION = "How much did Ulta Beauty's net sales grow in the fourth quarter of fiscal 2023?"


@pytest.fixture
def filings() -> list[Path]:
    """The smallest filings of the set."""
    folder = load_settings().benchmarks / "financebench_small" / "pdfs"
    found = sorted(folder.glob("*.pdf"), key=lambda path: path.stat().st_size)
    if len(found) < COUNT:
        pytest.skip("the filings of financebench_small are not here")
    return found[:COUNT]


@pytest.fixture
def variables(
    elasticsearch_server: ElasticsearchServer, neo4j_server: Neo4jServer
) -> dict[str, str]:
    """Settings of a new library on both servers."""
    return on_both_servers(elasticsearch_server, neo4j_server, f"filings-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def app(variables: dict[str, str], tmp_path: Path) -> Iterator[str]:
    with started_app(tmp_path, variables) as url:
        yield url


@pytest.fixture
def watching(app: str, variables: dict[str, str], tmp_path: Path) -> Iterator[Workbench]:
    """Another copy on the same library, which looks and does no work."""
    settings = load_settings(variables, library=tmp_path / "watching")
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


def ended(watching: Workbench) -> list[str]:
    """Names of the files that have come in; fails where one could not."""
    jobs = [job for job in watching.parts.records.jobs() if job.name.endswith(".pdf")]
    failed = [(job.name, job.reason) for job in jobs if job.state is JobState.FAILED]
    assert failed == []
    return [job.name for job in jobs if job.state is JobState.DONE]


def wait_for(watching: Workbench, count: int) -> None:
    """Return when so many files have come in."""
    until = time.monotonic() + PATIENCE_PER_FILING * count
    while len(ended(watching)) < count:
        assert time.monotonic() < until, watching.parts.records.jobs()
        time.sleep(0.5)


def test_filings_come_in_although_elasticsearch_is_killed_and_started_again(
    app: str,
    watching: Workbench,
    variables: dict[str, str],
    filings: list[Path],
    elasticsearch_server: ElasticsearchServer,
    chromium: Browser,
    tmp_path: Path,
) -> None:
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{app}/library")
    make_collection(page, "Filings")
    add_files(page, filings)

    wait_for(watching, 1)
    elasticsearch_server.process.kill()
    try:
        assert len(ended(watching)) < len(filings), "it was killed too late"
        refused(page, app)
    finally:
        elasticsearch_server.process.start()

    wait_for(watching, len(filings))
    answered(page)
    page.goto(f"{app}/library")
    expect(page.get_by_text(f"{len(filings)} documents", exact=False).first).to_be_visible()
    page.goto(f"{app}/status")
    for engine in ("Elasticsearch 8.", "Neo4j 5."):
        expect(page.get_by_text(engine, exact=False).first).to_be_visible()
    page.close()
    nothing_lost_or_doubled(watching, filings)
    library = tmp_path / "library"
    commanded("check", library, variables)
    told = commanded("status", library, variables)
    assert "engine: Elasticsearch 8." in told
    assert "engine: Neo4j 5." in told
    assert "changes to catch up with: 0" in told
    assert told.count(f"passages: {len(watched_chunks(watching)):,}") == 2


def commanded(command: str, library: Path, variables: dict[str, str]) -> str:
    """What a command says that ends well."""
    done = subprocess.run(
        [sys.executable, "-m", "backend", "--library", str(library), command],
        cwd=ROOT,
        env={**os.environ, **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(page: Page, app: str) -> None:
    """A question while the server is dead says so, and can be asked again."""
    page.goto(app)
    field = page.get_by_test_id("stChatInputTextArea")
    field.fill(QUESTION)
    field.press("Enter")
    expect(page.get_by_text("cannot be reached", exact=False).first).to_be_visible(
        timeout=2 * PATIENCE
    )
    expect(page.get_by_role("button", name="Ask again")).to_be_visible()


def answered(page: Page) -> None:
    """The same question, asked again once the server is there."""
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_role("button", name="Copy")).to_be_visible(timeout=2 * PATIENCE)
    expect(page.locator(".st-key-evidence .viewer .thumb").first).to_be_visible()
    ask(page, QUESTION)


def nothing_lost_or_doubled(watching: Workbench, filings: list[Path]) -> None:
    """Each filing once, with all its passages once, in records and index alike."""
    collection = watching.library.collection_named("Filings")
    documents = watching.library.documents(collection.id)
    assert sorted(document.name for document in documents) == sorted(path.name for path in filings)
    assert {document.version for document in documents} == {1}
    chunks = [
        chunk.id
        for document in documents
        for chunk in watching.parts.records.chunks_of(document.id)
    ]
    assert len(chunks) == len(set(chunks)) == sum(document.chunks for document in documents)
    assert watching.parts.index.ids(collection.id) == set(chunks)
    jobs = [job.name for job in watching.parts.records.jobs() if job.name.endswith(".pdf")]
    assert sorted(jobs) == sorted(path.name for path in filings)


def watched_chunks(watching: Workbench) -> list[str]:
    """Ids of all passages of the filings."""
    collection = watching.library.collection_named("Filings")
    return [
        chunk.id
        for document in watching.library.documents(collection.id)
        for chunk in watching.parts.records.chunks_of(document.id)
    ]
