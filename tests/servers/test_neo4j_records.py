"""The Neo4j record store keeps the contract on a real server."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from neo4j import GraphDatabase

from backend.ports import OnServer, Records
from backend.records import neo4j, sqlite
from backend.settings import Secret, Settings
from backend.types import CollectionSettings, Edge, JobState
from tests.contracts.conversation_records_contract import ConversationRecordsContract
from tests.contracts.derived_records_contract import DerivedRecordsContract
from tests.contracts.evaluation_records_contract import EvaluationRecordsContract
from tests.contracts.graph_records_contract import GraphRecordsContract
from tests.contracts.library_records_contract import LibraryRecordsContract
from tests.contracts.maintenance_records_contract import MaintenanceRecordsContract
from tests.contracts.queue_records_contract import QueueRecordsContract
from tests.contracts.records_contract import SeveralAtOnceContract
from tests.contracts.records_ground import Reopen
from tests.contracts.sharing_records_contract import SharingRecordsContract
from tests.factories import EMBEDDING, make_bundle

pytestmark = pytest.mark.servers


@pytest.fixture
def reopen(neo4j_settings: Settings) -> Iterator[Reopen]:
    opened: list[Records] = []

    def open_again() -> Records:
        opened.append(neo4j.build(neo4j_settings))
        return opened[-1]

    yield open_again
    for records in opened:
        records.close()


@pytest.fixture
def store(reopen: Reopen) -> Records:
    return reopen()


class TestLibraryRecords(LibraryRecordsContract):
    """Collections, documents, passages and vectors."""


class TestGraphRecords(GraphRecordsContract):
    """Entities, groups of passages and links."""


class TestDerivedRecords(DerivedRecordsContract):
    """What is derived from documents."""


class TestQueueRecords(QueueRecordsContract):
    """Jobs."""


class TestConversationRecords(ConversationRecordsContract):
    """Conversations, marks and preferences."""


class TestEvaluationRecords(EvaluationRecordsContract):
    """Entries of evaluations."""


class TestSharingRecords(SharingRecordsContract):
    """Roles, people and the audit list."""


class TestMaintenanceRecords(MaintenanceRecordsContract):
    """Moving, checking and mending."""


class TestSeveralAtOnce(SeveralAtOnceContract):
    """Threads and openings beside each other."""


# --- the same as SQLite --------------------------------------------------------------------------


def test_the_same_documents_give_the_same_records_as_in_sqlite(
    store: Records, tmp_path: Path
) -> None:
    reference = sqlite.build(Settings(library=tmp_path / "reference"))
    bundles = {}
    for records in (reference, store):
        collection = records.create_collection("Harbour", CollectionSettings()).id
        first = make_bundle(collection, "First", entities=("harbour", "pilot", "Ships"))
        second = make_bundle(
            collection,
            "Zweite Æ",
            ("Ships in the harbour.", "港口 \U0001d11e ends."),
            entities=("Ships",),
        )
        third = make_bundle(collection, "Third", ("The pilot.",), entities=("pilot",))
        links = (
            Edge(second.chunks[0].id, first.chunks[1].id, "SIMILAR_TO", 0.1 + 0.2),
            Edge(second.document.id, first.document.id, "CITES", 1.0),
            Edge(second.entities[0].id, second.entities[0].id, "RELATES_TO", 1 / 3),
        )
        second = replace(second, edges=(*second.edges, *links))
        records.publish([first])
        records.publish([second, third])
        records.publish([first])
        newer = make_bundle(collection, "Third", ("The pilot sleeps.",), entities=("pilot",))
        records.publish([newer], replaces=[third.document.id])
        records.delete_documents([first.document.id])
        records.store_links(
            collection,
            "COMM_SIMILAR_TO",
            expected=records.link_state(collection, "COMM_SIMILAR_TO"),
            sequence=records.sequence(),
            recipe="cosine",
            sources=None,
            edges=[Edge(second.communities[0].id, newer.communities[0].id, "COMM_SIMILAR_TO", 0.9)],
        )
        bundles[records] = collection
    collection = bundles[store]
    assert collection == bundles[reference]
    for ask in (
        lambda records: records.documents(collection),
        lambda records: records.counts(collection),
        lambda records: records.entities(collection),
        lambda records: list(records.mentions(collection)),
        lambda records: records.triples(collection),
        lambda records: list(records.edges(collection)),
        lambda records: records.communities_of_collection(collection),
        lambda records: records.link_state(collection, "COMM_SIMILAR_TO"),
        lambda records: records.changes(0),
        lambda records: records.check(),
    ):
        assert ask(store) == ask(reference)
    for document in store.documents(collection):
        for ask in (
            lambda records, each: records.text(each),
            lambda records, each: records.lines(each, 0, 1_000),
            lambda records, each: records.sections(each),
            lambda records, each: records.chunks_of(each),
            lambda records, each: records.communities(each),
        ):
            assert ask(store, document.id) == ask(reference, document.id)
        ours = store.vectors_of(document.id, EMBEDDING)
        theirs = reference.vectors_of(document.id, EMBEDDING)
        assert ours[0] == theirs[0]
        assert np.array_equal(ours[1], theirs[1])
    reference.close()


# --- what is its own -----------------------------------------------------------------------------


def test_libraries_on_one_server_do_not_meet(store: Records, neo4j_settings: Settings) -> None:
    other = neo4j.build(replace(neo4j_settings, neo4j_library=f"{neo4j_settings.neo4j_library}-2"))
    for records in (store, other):
        collection = records.create_collection("Harbour", CollectionSettings())
        records.publish([make_bundle(collection.id, entities=("harbour",))])
    other.delete_collection(collection.id)
    assert other.collections() == ()
    assert store.counts(collection.id).documents == 1
    assert len(store.entities(collection.id)) == 1
    assert store.check() == ()
    other.close()


def test_the_status_says_which_server_and_what_it_holds(
    store: Records, neo4j_settings: Settings
) -> None:
    collection = store.create_collection("Harbour", CollectionSettings())
    store.publish([make_bundle(collection.id, entities=("harbour", "pilot"))])
    assert isinstance(store, OnServer)
    status = store.status()
    assert (status.name, status.state) == ("Records", "ok")
    assert status.summary == "1 document in 1 collection"
    assert status.detail["engine"].startswith("Neo4j 5.")
    assert status.detail["server"] == neo4j_settings.neo4j_url
    assert status.detail["passages"] == "2"
    assert status.detail["names"] == "2"
    assert status.detail["groups of passages"] == "1"
    assert neo4j_settings.neo4j_password.reveal() not in str(status)


def test_what_is_damaged_by_hand_is_found_and_mended(
    store: Records, neo4j_settings: Settings
) -> None:
    collection = store.create_collection("A", CollectionSettings())
    bundle = make_bundle(collection.id, entities=("harbour",))
    store.publish([bundle, make_bundle(collection.id, "Other")])
    with GraphDatabase.driver(
        neo4j_settings.neo4j_url,
        auth=(neo4j_settings.neo4j_user, neo4j_settings.neo4j_password.reveal()),
    ) as driver:
        for damage in (
            "MATCH (d:Document {library: $library, title: 'Other'}) DETACH DELETE d",
            "MATCH (d:Document {library: $library}) SET d.chunks = 17",
            "MATCH (e:Entity {library: $library})<-[n:NAMES]-() DELETE n",
        ):
            driver.execute_query(damage, library=neo4j_settings.neo4j_library)
    assert len(store.check()) > 3
    assert all(problem.repairable for problem in store.check())
    assert store.repair()
    assert store.check() == ()
    assert store.document(bundle.document.id).chunks == 2
    assert store.counts(collection.id).chunks == 2


def test_what_older_versions_derived_goes_with_a_document_unless_it_holds_no_words(
    store: Records, neo4j_settings: Settings
) -> None:
    collection = store.create_collection("A", CollectionSettings())
    bundle = make_bundle(collection.id)
    sequence = store.publish([bundle])
    names = ("briefing/2", "extract/0a", "extract/documents", "tuning/weights")
    for name in names:
        store.save_derived(collection.id, name, b"a", sequence)
    with GraphDatabase.driver(
        neo4j_settings.neo4j_url,
        auth=(neo4j_settings.neo4j_user, neo4j_settings.neo4j_password.reveal()),
    ) as driver:
        driver.execute_query(
            "MATCH (v:Derived {library: $library}) REMOVE v.documents",
            library=neo4j_settings.neo4j_library,
        )
    store.delete_documents([bundle.document.id])
    left = {each: store.load_derived(collection.id, each) for each in names}
    assert left == {
        "briefing/2": (b"", sequence),
        "extract/0a": (b"", sequence),
        "extract/documents": (b"a", sequence),
        "tuning/weights": (b"a", sequence),
    }


def publish_some(settings: Settings, password: str, collection_id: str, worker: str) -> None:
    store = neo4j.build(replace(settings, neo4j_password=Secret(password)))
    for number in range(5):
        store.publish([make_bundle(collection_id, f"{worker} {number}", entities=("harbour",))])
        job = store.claim_job(worker, 60)
        if job is not None:
            store.finish_job(job.id, worker, JobState.DONE, document_id=worker)
    store.close()


def test_processes_write_at_the_same_time(store: Records, neo4j_settings: Settings) -> None:
    collection = store.create_collection("A", CollectionSettings())
    for number in range(8):
        store.enqueue(
            kind="add",
            collection_id=collection.id,
            name=f"{number}",
            sha256="",
            size=1,
            media_type="text/plain",
        )
    spawn = multiprocessing.get_context("spawn")
    password = neo4j_settings.neo4j_password.reveal()
    open_settings = replace(neo4j_settings, neo4j_password=Secret())
    children = [
        spawn.Process(target=publish_some, args=(open_settings, password, collection.id, worker))
        for worker in ("one", "two")
    ]
    for child in children:
        child.start()
    for number in range(5):
        store.publish([make_bundle(collection.id, f"parent {number}", entities=("harbour",))])
    for child in children:
        child.join(120)
        assert child.exitcode == 0
    assert store.counts(collection.id).documents == 15
    assert [change.sequence for change in store.changes(0)] == list(range(1, 16))
    assert {job.state for job in store.jobs()} == {JobState.DONE}
    assert store.check() == ()
