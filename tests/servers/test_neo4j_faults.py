"""The Neo4j server is not there, refuses, dies and comes back; workers die: nothing is lost."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import neo4j as driver
import pytest

from backend.errors import SettingsError, StorageError, UnavailableError
from backend.records import neo4j
from backend.records._neo4j import server
from backend.settings import Secret, Settings
from backend.types import JobState, Query
from backend.workbench import Workbench, open_workbench
from tests.factories import make_bundle
from tests.servers.launcher.neo4j import Neo4jServer
from tests.servers.launcher.process import free_port

pytestmark = pytest.mark.servers

ROOT = Path(__file__).resolve().parents[2]
PARAGRAPH = "In year {n} the harbour of Teme Ford counted {n} ships and {m} barrels of salt. " * 4
Start = Callable[[Settings], subprocess.Popen[bytes]]


def variables(settings: Settings) -> dict[str, str]:
    return {
        "QUIRE_RECORDS": settings.records,
        "QUIRE_FILES": str(settings.files),
        "QUIRE_NEO4J_URL": settings.neo4j_url,
        "QUIRE_NEO4J_USER": settings.neo4j_user,
        "QUIRE_NEO4J_PASSWORD": settings.neo4j_password.reveal(),
        "QUIRE_NEO4J_LIBRARY": settings.neo4j_library,
        "QUIRE_NEO4J_RETRY_SECONDS": str(settings.neo4j_retry_seconds),
        "QUIRE_INGESTION_WORKERS": "1",
        "QUIRE_EMBEDDING_THREADS": "1",
    }


@contextmanager
def direct(settings: Settings) -> Iterator[driver.Session]:
    """Does to the server what Quire would not."""
    access = (settings.neo4j_user, settings.neo4j_password.reveal())
    with (
        driver.GraphDatabase.driver(settings.neo4j_url, auth=access) as connected,
        connected.session(database=settings.neo4j_database) as session,
    ):
        yield session


@pytest.fixture
def start_worker() -> Iterator[Start]:
    """Starts worker processes, as other machines would, and ends them after the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(settings: Settings) -> subprocess.Popen[bytes]:
        started.append(
            subprocess.Popen(
                [sys.executable, "-m", "backend", "--library", str(settings.library), "worker"],
                cwd=ROOT,
                env={**os.environ, **variables(settings)},
                stdin=subprocess.DEVNULL,
            )
        )
        return started[-1]

    yield start
    for each in started:
        each.kill()
        each.wait()


@pytest.fixture
def workbench(neo4j_settings: Settings, tmp_path: Path) -> Iterator[Workbench]:
    shared = replace(neo4j_settings, files=tmp_path / "shared files")
    opened = open_workbench(shared, start_workers=False)
    yield opened
    opened.close()


def text(seed: int, paragraphs: int) -> bytes:
    return "\n\n".join(
        PARAGRAPH.format(n=seed + n, m=n * 7 + seed) for n in range(paragraphs)
    ).encode()


def wait_until(workbench: Workbench, wanted: Callable[[], bool]) -> None:
    patience = time.monotonic() + 180.0
    while not wanted():
        assert time.monotonic() < patience, workbench.queue.jobs()
        assert all(view.job.state is not JobState.FAILED for view in workbench.queue.jobs())
        time.sleep(0.1)


def test_a_server_that_is_not_there_is_said_so_after_the_retries(tmp_path: Path) -> None:
    url = f"bolt://127.0.0.1:{free_port()}"
    settings = Settings(library=tmp_path, records="neo4j", neo4j_url=url, neo4j_retry_seconds=0.5)
    with pytest.raises(UnavailableError, match="does not answer") as caught:
        open_workbench(settings, start_workers=False)
    assert url in caught.value.what
    assert "neo4j_url" in caught.value.remedy


def test_a_server_that_takes_connections_and_says_nothing_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "CONNECT_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"bolt://127.0.0.1:{silent.getsockname()[1]}"
        settings = Settings(
            library=tmp_path, records="neo4j", neo4j_url=url, neo4j_retry_seconds=0.5
        )
        with pytest.raises(UnavailableError, match="does not answer"):
            open_workbench(settings, start_workers=False)


def test_an_address_that_is_none_is_said_so(tmp_path: Path) -> None:
    for url in ("", "http://localhost:7474", "localhost:7687"):
        settings = Settings(library=tmp_path, records="neo4j", neo4j_url=url)
        with pytest.raises(SettingsError, match="neo4j_url"):
            open_workbench(settings, start_workers=False)


def test_a_wrong_password_is_said_so_and_not_shown(neo4j_settings: Settings) -> None:
    wrong = replace(neo4j_settings, neo4j_password=Secret("a wrong one"))
    with pytest.raises(StorageError, match="refused the user name or the password") as caught:
        open_workbench(wrong, start_workers=False)
    assert "a wrong one" not in str(caught.value)
    assert not isinstance(caught.value, UnavailableError)


def test_a_database_that_does_not_exist_is_said_so(neo4j_settings: Settings) -> None:
    with pytest.raises(SettingsError, match="no database named “nowhere”"):
        open_workbench(replace(neo4j_settings, neo4j_database="nowhere"), start_workers=False)


def test_a_library_of_a_newer_version_is_left_alone(neo4j_settings: Settings) -> None:
    store = neo4j.build(neo4j_settings)
    store.close()
    with direct(neo4j_settings) as session:
        session.run(
            "MATCH (l:Library {library: $library}) SET l.schema = 99",
            library=neo4j_settings.neo4j_library,
        ).consume()
    with pytest.raises(StorageError, match="newer version of Quire") as caught:
        open_workbench(neo4j_settings, start_workers=False)
    assert "neo4j_library" in caught.value.remedy


def test_an_index_that_someone_else_made_is_named(neo4j_settings: Settings) -> None:
    with direct(neo4j_settings) as session:
        session.run("DROP CONSTRAINT quire_mark IF EXISTS").consume()
        session.run(
            "CREATE INDEX theirs_of_mark FOR (n:Mark) ON (n.library, n.answer, n.chunk)"
        ).consume()
    try:
        with pytest.raises(StorageError, match="Quire did not make") as caught:
            open_workbench(neo4j_settings, start_workers=False)
        assert "Mark" in caught.value.what
        assert "neo4j_database" in caught.value.remedy
    finally:
        with direct(neo4j_settings) as session:
            session.run("DROP INDEX theirs_of_mark IF EXISTS").consume()
    open_workbench(neo4j_settings, start_workers=False).close()


def test_what_someone_else_keeps_in_the_database_is_left_alone(workbench: Workbench) -> None:
    settings = workbench.parts.settings
    with direct(settings) as session:
        session.run("CREATE (:Document {title: 'theirs'})-[:HAS_CHUNK]->(:Chunk {text: 'pilot'})")
    collection = workbench.library.create_collection("Harbours")
    workbench.parts.records.publish([make_bundle(collection.id)])
    assert len(workbench.library.documents(collection.id)) == 1
    assert workbench.parts.records.check() == ()
    workbench.library.delete_collection(collection.id)
    with direct(settings) as session:
        found = session.run(
            "MATCH (d:Document {title: 'theirs'})-[:HAS_CHUNK]->(c) DETACH DELETE d, c "
            "RETURN count(*) AS left"
        ).single()
    assert found is not None
    assert found["left"] == 1


def test_a_server_killed_in_the_middle_costs_nothing(
    workbench: Workbench, neo4j_server: Neo4jServer, start_worker: Start
) -> None:
    collection = workbench.library.create_collection("Harbours")
    small = workbench.library.add_file(
        collection.id, "small.txt", b"The pilot of Teme Ford is called Ann."
    )
    assert small is not None
    workbench.queue.work_until_idle(threading.Event())
    job = workbench.library.add_file(collection.id, "harbours.txt", text(0, 150))
    assert job is not None
    worker = start_worker(workbench.parts.settings)
    wait_until(workbench, lambda: workbench.parts.records.job(job.id).stage == "embedding")
    neo4j_server.process.kill()
    question = Query("Who is the pilot of Teme Ford?", collection.id)
    with pytest.raises(UnavailableError, match="does not answer"):
        workbench.questions.search(question, "naive")
    neo4j_server.process.start()
    assert workbench.questions.search(question, "naive").hits
    wait_until(workbench, lambda: workbench.parts.records.job(job.id).state is JobState.DONE)
    assert worker.poll() is None
    assert workbench.parts.records.job(job.id).attempts == 1
    assert [each.name for each in workbench.library.documents(collection.id)] == [
        "harbours.txt",
        "small.txt",
    ]
    document = next(each for each in workbench.library.documents(collection.id) if each.chunks > 1)
    assert len(workbench.library.document_chunks(document.id)) == document.chunks
    hits = workbench.questions.search(
        Query("ships and barrels in year 133", collection.id), "naive"
    ).hits
    assert any("133" in hit.chunk.text for hit in hits)
    assert workbench.maintenance.check() == ()


def test_a_server_that_hangs_in_the_middle_is_given_up_and_costs_nothing(
    workbench: Workbench, neo4j_server: Neo4jServer, start_worker: Start
) -> None:
    collection = workbench.library.create_collection("Harbours")
    small = workbench.library.add_file(
        collection.id, "small.txt", b"The pilot of Teme Ford is called Ann."
    )
    assert small is not None
    workbench.queue.work_until_idle(threading.Event())
    job = workbench.library.add_file(collection.id, "harbours.txt", text(0, 60))
    assert job is not None
    worker = start_worker(workbench.parts.settings)
    wait_until(workbench, lambda: workbench.parts.records.job(job.id).stage == "embedding")
    question = Query("Who is the pilot of Teme Ford?", collection.id)
    neo4j_server.process.pause()
    try:
        with pytest.raises(UnavailableError, match="does not answer"):
            workbench.questions.search(question, "naive")
    finally:
        neo4j_server.process.go_on()
    assert workbench.questions.search(question, "naive").hits
    wait_until(workbench, lambda: workbench.parts.records.job(job.id).state is JobState.DONE)
    assert worker.poll() is None
    assert {document.name for document in workbench.library.documents(collection.id)} == {
        "harbours.txt",
        "small.txt",
    }
    assert workbench.maintenance.check() == ()


def test_two_workers_share_the_files_and_a_killed_ones_job_is_taken_over(
    workbench: Workbench, start_worker: Start, tmp_path: Path
) -> None:
    settings = workbench.parts.settings
    collection = workbench.library.create_collection("Harbours")
    jobs = [
        workbench.library.add_file(collection.id, f"log {number}.txt", text(number * 1_000, 2))
        for number in range(4)
    ]
    ids = [job.id for job in jobs if job is not None]
    # each has a library folder, and so an index, of its own, as on machines of their own
    first = start_worker(replace(settings, library=tmp_path / "first"))
    start_worker(replace(settings, library=tmp_path / "second"))
    records = workbench.parts.records
    wait_until(
        workbench, lambda: any(job.state is JobState.DONE for job in records.jobs(collection.id))
    )
    first.kill()
    first.wait()
    while any(job.state is not JobState.DONE for job in records.jobs(collection.id)):
        workbench.questions.search(Query("How many ships came?", collection.id), "naive")
        time.sleep(0.5)
    assert [job.id for job in records.jobs(collection.id)] == ids
    assert sum(job.attempts for job in records.jobs(collection.id)) <= len(ids) + 1
    documents = workbench.library.documents(collection.id)
    assert [document.name for document in documents] == [f"log {number}.txt" for number in range(4)]
    assert {document.version for document in documents} == {1}
    added = [change for change in records.changes(0) if change.action == "added"]
    assert len({change.document_id for change in added}) == 4
    workbench.parts.index.catch_up()  # as every question does that is asked
    assert workbench.questions.search(Query("How many ships came?", collection.id), "naive").hits
    assert workbench.maintenance.check() == ()
