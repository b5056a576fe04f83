"""The SQLite record store keeps the contract; and what is its own: schema, locks, damage."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from backend.errors import StorageError
from backend.ingestion.queueing import UNFINISHED
from backend.ports import Records
from backend.records import sqlite
from backend.records._sqlite.database import Database
from backend.records._sqlite.schema import DERIVED_DOCUMENTS, MIGRATIONS, migrate
from backend.settings import Settings
from backend.types import Collection, CollectionSettings, JobState
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
from tests.factories import make_bundle, with_tables


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def reopen(library: Path) -> Iterator[Reopen]:
    opened: list[Records] = []

    def open_again() -> Records:
        opened.append(sqlite.build(Settings(library=library)))
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


def file_of(library: Path) -> Path:
    return library / sqlite.FILE_NAME


# --- schema --------------------------------------------------------------------------------------


@pytest.mark.parametrize("older", range(1, len(MIGRATIONS)))
def test_an_older_library_is_upgraded_and_keeps_what_it_holds(
    library: Path, reopen: Reopen, older: int
) -> None:
    library.mkdir()
    connection = sqlite3.connect(file_of(library), isolation_level=None)
    migrate(connection, older)
    connection.execute(
        "INSERT INTO collections (id, name, folded, created, settings) "
        """VALUES ('c1', 'Old', 'old', 5.0, '{"chunker": "fixed", "not_known_any_more": 1}')"""
    )
    connection.close()
    store = reopen()
    assert store.collection("c1") == Collection(
        "c1", "Old", 5.0, CollectionSettings(chunker="fixed")
    )
    bundle = make_bundle("c1", entities=("harbour",))
    store.publish([bundle])
    store.save_answer("a", "v", "c1", "Title", "{}")
    assert store.check() == ()
    assert store.version().endswith(f"schema {len(MIGRATIONS)}")


def test_what_older_versions_derived_goes_with_a_document_unless_it_holds_no_words(
    library: Path, reopen: Reopen
) -> None:
    library.mkdir()
    connection = sqlite3.connect(file_of(library), isolation_level=None)
    migrate(connection, MIGRATIONS.index(DERIVED_DOCUMENTS))
    connection.execute(
        "INSERT INTO collections (id, name, folded, created, settings) "
        "VALUES ('c1', 'Old', 'old', 5.0, '{}')"
    )
    made_again = ("passage names 7/0", "pages 3/0", "windows 2 m/0", "name factors 1", "themes/4")
    kept = ("briefing/2", "extract/0a", "extract/documents", "tuning/weights")
    connection.executemany(
        "INSERT INTO derived (collection, name, sequence, payload) VALUES (1, ?, 0, x'61')",
        [(each,) for each in (*made_again, *kept)],
    )
    connection.close()
    store = reopen()
    assert [store.load_derived("c1", each) for each in made_again] == [None] * 5
    assert [store.load_derived("c1", each) for each in kept] == [(b"a", 0)] * 4
    bundle = make_bundle("c1")
    store.publish([bundle])
    store.delete_documents([bundle.document.id])
    left = {each: store.load_derived("c1", each) for each in kept}
    assert left == {
        "briefing/2": (b"", 0),
        "extract/0a": (b"", 0),
        "extract/documents": (b"a", 0),
        "tuning/weights": (b"a", 0),
    }


def test_a_library_of_a_newer_version_is_not_touched(library: Path, reopen: Reopen) -> None:
    reopen().close()
    with sqlite3.connect(file_of(library)) as connection:
        connection.execute("PRAGMA user_version = 999")
    with pytest.raises(StorageError, match="newer version"):
        reopen()


@pytest.mark.parametrize(
    "act",
    [
        lambda store, to: store.find_jobs(to, sha256s=("new",), states=UNFINISHED),
        lambda store, to: store.find_jobs(to, kind="add", sha256s=("new", "newer")),
        lambda store, to: store.find_jobs(states=UNFINISHED, limit=1),
        lambda store, to: store.find_jobs(to, states=UNFINISHED, limit=1),
        lambda store, to: store.find_jobs(to, kind="name", states=UNFINISHED, limit=1),
        lambda store, to: store.find_jobs(to, kind="add", states=UNFINISHED, limit=1),
        lambda store, to: store.uses_file("new"),
        lambda store, to: store.enqueue(
            kind="add", collection_id=to, name="n", sha256="new", size=1, media_type=""
        ),
    ],
    ids=(
        "same file",
        "turns",
        "any work",
        "of collection",
        "other kind",
        "files",
        "use",
        "queueing",
    ),
)
def test_what_adding_a_file_asks_costs_the_same_after_many_files(
    store: Records, library: Path, act: Callable[[Records, str], object]
) -> None:
    """Counted in steps of SQLite's machine, each of which looks at one row at most."""
    collection = store.create_collection("A", CollectionSettings())
    database = Database(file_of(library))
    counted = sqlite.SqliteRecords(database)

    def steps() -> int:
        taken = 0

        def step() -> int:
            nonlocal taken
            taken += 1
            return 0

        with database._connection() as connection:  # the pool hands it out again
            connection.set_progress_handler(step, 1)
        act(counted, collection.id)
        with database._connection() as connection:
            connection.set_progress_handler(None, 1)
        return taken

    def finished(numbers: range) -> None:
        with database.write() as connection:
            connection.executemany(
                "INSERT INTO jobs (id, kind, collection, name, sha256, size, media_type, state, "
                "created, key, replaces) VALUES (?, 'add', ?, ?, ?, 1, '', 'done', 0, '', '[]')",
                [(f"j{number}", collection.id, f"n{number}", f"h{number}") for number in numbers],
            )

    finished(range(5))
    few = steps()
    finished(range(5, 2_000))
    assert steps() <= few + 100
    database.close()


# --- faults --------------------------------------------------------------------------------------


def test_a_file_that_is_no_database_is_said_to_be_damaged(library: Path, reopen: Reopen) -> None:
    library.mkdir()
    file_of(library).write_bytes(b"not a database" * 1_000)
    with pytest.raises(StorageError, match="damaged"):
        reopen()


def test_a_damaged_page_is_found_and_reading_it_says_so(library: Path, reopen: Reopen) -> None:
    store = reopen()
    collection = store.create_collection("A", CollectionSettings())
    store.publish([make_bundle(collection.id, f"T{number}") for number in range(200)])
    store.close()
    content = bytearray(file_of(library).read_bytes())
    pages = len(content) // 4096
    for page in range(pages // 2, pages, 2):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    file_of(library).write_bytes(content)
    damaged = reopen()
    assert any("damaged" in problem.what for problem in damaged.check())

    def read_everything() -> None:
        for document in damaged.documents(collection.id):
            damaged.chunks_of(document.id)
            damaged.text(document.id)

    with pytest.raises(StorageError, match="damaged"):
        read_everything()


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="folder"):
        sqlite.build(Settings(library=tmp_path / "file" / "library"))


def test_a_full_disk_stores_nothing_and_loses_nothing(store: Records, library: Path) -> None:
    collection = store.create_collection("A", CollectionSettings())
    kept = make_bundle(collection.id, "Kept")
    store.publish([kept])
    database = Database(file_of(library))
    with database.read() as connection:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    with database._connection() as connection:  # the pool hands the same connection out again
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    full = sqlite.SqliteRecords(database)
    with pytest.raises(StorageError, match="disk is full"):
        full.publish([make_bundle(collection.id, "Large", [os.urandom(60_000).hex()])])
    database.close()
    assert store.documents(collection.id) == (kept.document,)
    assert store.check() == ()


def test_a_writer_that_waits_too_long_says_that_the_library_is_busy(
    store: Records, library: Path
) -> None:
    impatient = sqlite.SqliteRecords(Database(file_of(library), busy_seconds=0.05))
    other = Database(file_of(library))
    with other.exclusive():
        with pytest.raises(StorageError, match="busy"):
            impatient.set_preference("a", "b")
        assert impatient.preference("a") is None
    other.close()
    impatient.set_preference("a", "b")
    assert store.preference("a") == "b"
    impatient.close()


def test_repair_mends_references_and_counts(store: Records, library: Path) -> None:
    collection = store.create_collection("A", CollectionSettings())
    bundle = make_bundle(collection.id, entities=("harbour",))
    store.publish([bundle, make_bundle(collection.id, "Other")])
    with sqlite3.connect(file_of(library)) as connection:
        connection.execute("DELETE FROM documents WHERE title = 'Other'")
        connection.execute("UPDATE documents SET chunks = 17")
        connection.execute("UPDATE edges SET target = 'nowhere'")
    assert len(store.check()) > 3
    assert all(problem.repairable for problem in store.check())
    assert store.repair()
    assert store.check() == ()
    assert store.document(bundle.document.id).chunks == 2
    assert store.counts(collection.id).chunks == 2


def test_a_damaged_entry_of_an_evaluation_is_found_and_left_out(
    store: Records, library: Path
) -> None:
    collection = store.create_collection("A", CollectionSettings())
    store.save_entries(collection.id, "outcome", {"a": "{}", "b": "[]"})
    with sqlite3.connect(file_of(library)) as connection:
        connection.execute("UPDATE evaluations SET payload = '[1' WHERE name = 'b'")
    assert store.entries(collection.id, "outcome") == {"a": "{}"}
    (problem,) = store.check()
    assert problem.repairable
    assert "entry (outcome)" in problem.what
    assert store.repair() == (problem,)
    assert store.check() == ()


def test_a_table_that_is_damaged_or_gone_is_found(store: Records, library: Path) -> None:
    collection = store.create_collection("A", CollectionSettings())
    bundle = with_tables(make_bundle(collection.id))
    store.publish([bundle])
    first, second = bundle.tables
    with sqlite3.connect(file_of(library)) as connection:
        connection.execute("UPDATE tables SET body = x'00' WHERE id = ?", (first.id,))
        connection.execute("DELETE FROM tables WHERE id = ?", (second.id,))
    assert sorted(problem.what for problem in store.check()) == [
        "1 passages name a table that does not exist.",
        "1 stored tables of “Harbour report” cannot be read: add the document again.",
    ]
    with pytest.raises(StorageError, match="cannot be read"):
        store.table(first.id)
    assert [problem.what for problem in store.repair()] == [
        "1 passages name a table that does not exist."
    ]
    assert {chunk.table_id for chunk in store.chunks_of(bundle.document.id)} == {""}


def test_a_missing_vector_or_text_is_found_and_not_hidden(store: Records, library: Path) -> None:
    collection = store.create_collection("A", CollectionSettings())
    store.publish([make_bundle(collection.id)])
    with sqlite3.connect(file_of(library)) as connection:
        connection.execute("DELETE FROM vectors WHERE chunk = (SELECT min(chunk) FROM vectors)")
        connection.execute("UPDATE texts SET body = x'00'")
    assert sorted(problem.what.split(":")[0] for problem in store.check()) == [
        "1 passages have no vector of their collection's embedding model",
        "The stored text of “Harbour report” cannot be read",
    ]
    assert store.repair() == ()


# --- processes -----------------------------------------------------------------------------------


def publish_some(library: str, collection_id: str, worker: str) -> None:
    store = sqlite.build(Settings(library=Path(library)))
    for number in range(10):
        store.publish([make_bundle(collection_id, f"{worker} {number}")])
        job = store.claim_job(worker, 60)
        if job is not None:
            store.finish_job(job.id, worker, JobState.DONE, document_id=worker)
    store.close()


def test_processes_write_at_the_same_time(store: Records, library: Path) -> None:
    collection = store.create_collection("A", CollectionSettings())
    for number in range(15):
        store.enqueue(
            kind="add",
            collection_id=collection.id,
            name=f"{number}",
            sha256="",
            size=1,
            media_type="text/plain",
        )
    spawn = multiprocessing.get_context("spawn")
    children = [
        spawn.Process(target=publish_some, args=(str(library), collection.id, worker))
        for worker in ("one", "two")
    ]
    for child in children:
        child.start()
    for number in range(10):
        store.publish([make_bundle(collection.id, f"parent {number}")])
    for child in children:
        child.join(60)
        assert child.exitcode == 0
    assert store.counts(collection.id).documents == 30
    assert [change.sequence for change in store.changes(0)] == list(range(1, 31))
    assert {job.state for job in store.jobs()} == {JobState.DONE}
    assert store.check() == ()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_can_use_the_store(store: Records) -> None:
    store.set_preference("from", "parent")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            store.set_preference("from", "child")
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert store.preference("from") == "child"
    store.set_preference("from", "parent again")
    assert store.check() == ()
