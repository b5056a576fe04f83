"""What can go wrong with a real Elasticsearch, what a person reads, and that nothing is lost."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import elasticsearch
import pytest

from backend.errors import StorageError, UnavailableError
from backend.indexes import elasticsearch as adapter
from backend.indexes._elasticsearch import writer
from backend.ingestion import server_outage
from backend.ports import Index, Records
from backend.settings import Secret, Settings
from backend.types import Collection, CollectionSettings, JobState, Query
from backend.workbench import Workbench, open_workbench
from tests.contracts.index_contract import ANY
from tests.factories import make_bundle, unit_vector
from tests.searches import search_text, search_vector
from tests.servers.launcher.process import free_port

if TYPE_CHECKING:
    from tests.servers.launcher.elasticsearch import ElasticsearchServer

pytestmark = pytest.mark.servers

HARBOUR = "In year {n} the harbour of Teme Ford counted {n} ships and {m} barrels of salt.\n\n"
QUESTION = "How many barrels of salt did Teme Ford count in year 5?"


@pytest.fixture
def collection(records: Records) -> Collection:
    return records.create_collection("Harbour", CollectionSettings())


def service(workbench: Workbench, name: str) -> tuple[str, str, str]:
    found = next(
        service_status
        for service_status in workbench.maintenance.services()
        if service_status.name == name
    )
    return found.state, found.summary, found.remedy


@pytest.fixture
def workbench(settings: Settings) -> Iterator[Workbench]:
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


def test_a_server_that_is_not_there_at_the_start_is_named_and_the_rest_works(
    settings: Settings,
) -> None:
    away = replace(settings, elasticsearch_url=f"https://127.0.0.1:{free_port()}")
    workbench = open_workbench(away, start_workers=False)
    collection = workbench.library.create_collection("Harbours")
    state, summary, remedy = service(workbench, "Search index")
    assert state == "failed"
    assert "cannot be reached" in summary
    assert "Start the server" in remedy
    assert workbench.status().disk["Search index"] == 0
    # what was stored meanwhile is found once the server is there
    workbench.parts.records.publish([make_bundle(collection.id)])
    asking = workbench.questions.ask(Query("harbour?", collection.id), "naive")
    assert asking.wait(60)
    assert isinstance(asking.error, UnavailableError)
    assert "cannot be reached" in asking.error.what
    workbench.close()
    again = open_workbench(settings, start_workers=False)
    assert service(again, "Search index")[0] == "ok"
    assert len(again.parts.index.ids(collection.id)) == 2
    again.close()


def test_a_wrong_password_is_named_and_never_shown(
    settings: Settings, records: Records, collection: Collection, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    records.publish([make_bundle(collection.id)])
    for wrong in (
        replace(settings, elasticsearch_password=Secret("wrong-and-secret")),
        replace(settings, elasticsearch_api_key=Secret("d3Jvbmc6YW5kLXNlY3JldA==")),
    ):
        index = adapter.build(wrong, records)
        with pytest.raises(StorageError, match="refuses the user name") as caught:
            index.catch_up()
        assert not isinstance(caught.value, UnavailableError)  # waiting would not help
        assert "QUIRE_ELASTICSEARCH_PASSWORD" in caught.value.remedy
        index.close()
    assert "wrong-and-secret" not in caplog.text
    assert "d3Jvbmc6" not in caplog.text


def test_a_certificate_that_is_not_trusted_is_named(
    settings: Settings, records: Records, collection: Collection
) -> None:
    records.publish([make_bundle(collection.id)])
    index = adapter.build(replace(settings, elasticsearch_ca=""), records)
    with pytest.raises(StorageError, match="certificate") as caught:
        index.catch_up()
    assert "QUIRE_ELASTICSEARCH_CA" in caught.value.remedy
    index.close()


def test_a_full_disk_stops_writing_but_not_questions(
    records: Records,
    index: Index,
    collection: Collection,
    settings: Settings,
    direct: elasticsearch.Elasticsearch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "REFUSALS", 1)
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    names = f"{settings.elasticsearch_prefix}-*"
    # what Elasticsearch does itself when the disk passes the flood stage
    direct.indices.put_settings(index=names, settings={"index.blocks.read_only_allow_delete": True})
    records.publish([make_bundle(collection.id, "More", ("Salt and barrels.",))])
    with pytest.raises(UnavailableError, match="disk is nearly full") as caught:
        index.catch_up()
    assert "Free space" in caught.value.remedy
    assert search_text(index, collection.id, "pilot", 5, ANY) != []
    assert index.sequence() < records.sequence()
    direct.indices.put_settings(index=names, settings={"index.blocks.read_only_allow_delete": None})
    assert index.catch_up() == records.sequence()
    assert search_text(index, collection.id, "barrels", 5, ANY) != []
    assert index.check() == ()


def test_when_the_waiting_for_a_full_disk_ends_the_file_says_so_and_can_be_tried_again(
    workbench: Workbench,
    settings: Settings,
    direct: elasticsearch.Elasticsearch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "REFUSALS", 1)
    monkeypatch.setattr(server_outage, "PATIENCE_SECONDS", 1.0)
    collection = workbench.library.create_collection("Harbours")
    first, second = (HARBOUR.format(n=n, m=n * 7).encode() for n in (5, 6))
    assert workbench.library.add_file(collection.id, "first.txt", first) is not None
    workbench.queue.work_until_idle(threading.Event())
    names = f"{settings.elasticsearch_prefix}-*"
    direct.indices.put_settings(index=names, settings={"index.blocks.read_only_allow_delete": True})
    job = workbench.library.add_file(collection.id, "second.txt", second)
    assert job is not None
    workbench.queue.work_until_idle(threading.Event())
    (failed,) = [view.job for view in workbench.queue.jobs() if view.job.state is JobState.FAILED]
    assert failed.id == job.id
    assert "disk is nearly full" in failed.reason
    assert "Free space" in failed.remedy
    # who asks before there is room again is answered from what the index holds
    asking = workbench.questions.ask(Query(QUESTION, collection.id), "naive")
    assert asking.wait(120)
    assert asking.error is None

    direct.indices.put_settings(index=names, settings={"index.blocks.read_only_allow_delete": None})
    workbench.queue.retry_job(job.id)
    workbench.queue.work_until_idle(threading.Event())
    assert [view.job.state for view in workbench.queue.jobs() if view.job.id == job.id] == [
        JobState.DONE
    ]
    assert [document.name for document in workbench.library.documents(collection.id)] == [
        "first.txt",
        "second.txt",
    ]
    assert workbench.maintenance.check() == ()


def test_a_password_that_is_changed_meanwhile_is_named(
    records: Records,
    collection: Collection,
    settings: Settings,
    reopen: Callable[[], Index],
    direct: elasticsearch.Elasticsearch,
) -> None:
    """With an account that may do no more than the documentation says is needed."""
    name = settings.elasticsearch_prefix
    direct.security.put_role(
        name=name,
        cluster=["monitor"],
        indices=[{"names": [f"{name}-*"], "privileges": ["all"]}],
    )
    direct.security.put_user(username=name, password="the-first-one", roles=[name])
    account = replace(
        settings,
        elasticsearch_user=name,
        elasticsearch_password=Secret("the-first-one"),
    )
    records.publish([make_bundle(collection.id)])
    index = adapter.build(account, records)
    assert index.catch_up() == records.sequence()
    assert search_text(index, collection.id, "pilot", 5, ANY) != []
    assert index.check() == index.repair() == ()
    direct.security.change_password(username=name, password="the-second-one")
    with pytest.raises(UnavailableError, match="accepted before") as caught:
        search_text(index, collection.id, "pilot", 5, ANY)
    assert "QUIRE_ELASTICSEARCH_PASSWORD" in caught.value.remedy
    index.close()
    again = adapter.build(
        replace(account, elasticsearch_password=Secret("the-second-one")), records
    )
    assert search_text(again, collection.id, "pilot", 5, ANY) != []
    again.close()
    reopen()  # whose end removes what was made
    direct.security.delete_user(username=name)
    direct.security.delete_role(name=name)


def test_what_someone_else_made_under_our_names_is_left_alone_and_named(
    records: Records,
    index: Index,
    collection: Collection,
    settings: Settings,
    direct: elasticsearch.Elasticsearch,
) -> None:
    name = f"{settings.elasticsearch_prefix}-chunk-{collection.id}"
    direct.indices.create(index=name, mappings={"properties": {"text": {"type": "keyword"}}})
    records.publish([make_bundle(collection.id)])
    for use in (index.catch_up, index.repair):
        with pytest.raises(StorageError, match="did not make") as caught:
            use()
        assert name in caught.value.what
        assert "QUIRE_ELASTICSEARCH_PREFIX" in caught.value.remedy
    direct.indices.delete(index=name)
    assert index.catch_up() == records.sequence()
    assert index.check() == ()


def test_a_state_that_someone_else_made_is_named(
    records: Records,
    index: Index,
    collection: Collection,
    settings: Settings,
    direct: elasticsearch.Elasticsearch,
) -> None:
    direct.indices.create(index=f"{settings.elasticsearch_prefix}-state")
    records.publish([make_bundle(collection.id)])
    with pytest.raises(StorageError, match="did not make"):
        index.catch_up()


def test_a_server_that_hangs_is_not_waited_for_longer_than_agreed(
    records: Records,
    index: Index,
    collection: Collection,
    settings: Settings,
    elasticsearch_server: ElasticsearchServer,
) -> None:
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    hasty = adapter.build(replace(settings, elasticsearch_timeout=1.0), records)
    assert search_text(hasty, collection.id, "harbour", 5, ANY) != []
    elasticsearch_server.process.pause()
    try:
        with pytest.raises(UnavailableError, match="did not answer in time"):
            search_text(hasty, collection.id, "harbour", 5, ANY)
        with pytest.raises(UnavailableError):
            search_vector(hasty, collection.id, unit_vector("q"), 5, ANY)
    finally:
        elasticsearch_server.process.go_on()
    assert search_text(index, collection.id, "harbour", 5, ANY) != []
    hasty.close()


def test_killed_in_the_middle_of_ingestion_and_questions_and_started_again(
    workbench: Workbench, elasticsearch_server: ElasticsearchServer
) -> None:
    collection = workbench.library.create_collection("Harbours")
    expected: dict[str, str] = {}
    for file in range(8):
        text = "".join(HARBOUR.format(n=n, m=n * 7) for n in range(file, 200, 8))
        job = workbench.library.add_file(collection.id, f"harbour-{file}.txt", text.encode())
        assert job is not None
        expected[job.id] = job.name
    stop = threading.Event()
    working = threading.Thread(target=workbench.queue.work_until_idle, args=(stop,))
    working.start()

    def states() -> list[JobState]:
        return [view.job.state for view in workbench.queue.jobs()]

    try:
        while JobState.DONE not in states():
            time.sleep(0.02)
        elasticsearch_server.process.kill()
        while not any(view.job.stage == "waiting" for view in workbench.queue.jobs()):
            assert JobState.FAILED not in states()
            time.sleep(0.05)
        assert service(workbench, "Search index")[0] == "failed"
        asking = workbench.questions.ask(Query(QUESTION, collection.id), "naive")
        assert asking.wait(120)
        assert isinstance(asking.error, UnavailableError)
    finally:
        elasticsearch_server.process.start()
        working.join(300)
        stop.set()
    assert states() == [JobState.DONE] * 8
    assert {view.job.attempts for view in workbench.queue.jobs()} == {1}
    documents = workbench.library.documents(collection.id)
    assert sorted(document.name for document in documents) == sorted(expected.values())
    assert workbench.maintenance.check() == ()
    chunks = {
        chunk.id
        for document in documents
        for chunk in workbench.library.document_chunks(document.id)
    }
    assert workbench.parts.index.ids(collection.id) == chunks
    asking = workbench.questions.ask(Query(QUESTION, collection.id), "naive")
    assert asking.wait(120)
    assert asking.error is None
    assert asking.answer is not None
    assert asking.answer.hits
    assert service(workbench, "Search index")[0] == "ok"
