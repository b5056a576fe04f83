"""The embedded index keeps the contract; and what is its own: files, damage, compaction, HNSW."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from backend.errors import StorageError
from backend.indexes import embedded
from backend.indexes._embedded import neighbours, snapshot, writer
from backend.indexes._terms import MAX_TERMS, question_terms
from backend.indexes.embedded import EmbeddedIndex
from backend.ports import Index, Records
from backend.records import sqlite
from backend.settings import Settings
from backend.types import Collection, CollectionSettings, Filters, Scored
from tests.contracts.index_contract import ANY, IndexContract, Reopen, ids
from tests.contracts.joint_search_contract import JointSearchContract
from tests.factories import make_bundle, unit_vector
from tests.searches import search_text, search_vector


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(library=tmp_path / "library")


@pytest.fixture
def records(settings: Settings) -> Iterator[Records]:
    store = sqlite.build(settings)
    yield store
    store.close()


@pytest.fixture
def reopen(settings: Settings, records: Records) -> Iterator[Reopen]:
    opened: list[Index] = []

    def open_again() -> Index:
        opened.append(embedded.build(settings, records))
        return opened[-1]

    yield open_again
    for each in opened:
        each.close()


@pytest.fixture
def index(reopen: Reopen) -> Index:
    return reopen()


class TestEmbeddedIndex(IndexContract):
    """All of the contract."""


class TestEmbeddedJointSearch(JointSearchContract):
    """Searches asked together."""


class TestEmbeddedIndexWithoutCompaction(IndexContract):
    """The contract holds as well while removed entries are still in the files."""

    @pytest.fixture
    def reopen(self, settings: Settings, records: Records) -> Iterator[Reopen]:
        opened: list[Index] = []

        def open_again() -> Index:
            folder = settings.library / "index"
            opened.append(EmbeddedIndex(records, folder, exact_limit=1_000, small_part=0))
            return opened[-1]

        yield open_again
        for each in opened:
            each.close()


class TestEmbeddedIndexOfKeptEntries(TestEmbeddedIndexWithoutCompaction):
    """The contract holds as well where each change keeps the entries for the next start, and what
    is newer or gone is read from the catalogue."""

    @pytest.fixture(autouse=True)
    def kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(writer, "KEPT_FROM", 2)
        monkeypatch.setattr(writer, "KEPT_TAIL", 0.0)


@pytest.fixture
def collection(records: Records) -> Collection:
    return records.create_collection("Harbour", CollectionSettings())


def files(settings: Settings, pattern: str) -> list[Path]:
    """Files of that name; those of passages before those of groups of passages."""
    return sorted(settings.library.rglob(pattern))


# --- damage --------------------------------------------------------------------------------------


def cut_text_files(settings: Settings) -> None:
    for path in files(settings, "*.term"):
        path.write_bytes(b"x")


def remove_text_files(settings: Settings) -> None:
    for path in files(settings, "text"):
        shutil.rmtree(path)


def cut_vectors(settings: Settings) -> None:
    for path in files(settings, "vectors.f32"):
        path.write_bytes(b"")


def remove_vectors(settings: Settings) -> None:
    for path in files(settings, "vectors.f32"):
        path.unlink()


def spoil_catalogue(settings: Settings) -> None:
    for path in files(settings, "catalogue.sqlite3*"):
        path.unlink()
    (settings.library / "index" / "catalogue.sqlite3").write_bytes(b"no database" * 1_000)


def remove_everything(settings: Settings) -> None:
    shutil.rmtree(settings.library / "index")


DAMAGES = (
    cut_text_files,
    remove_text_files,
    cut_vectors,
    remove_vectors,
    spoil_catalogue,
    remove_everything,
)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("then", ["search", "add", "check"])
def test_a_damaged_index_is_noticed_and_rebuilt(
    records: Records,
    settings: Settings,
    reopen: Reopen,
    collection: Collection,
    damage: Callable[[Settings], None],
    then: str,
) -> None:
    bundle = make_bundle(collection.id)
    records.publish([bundle])
    first = reopen()
    first.catch_up()
    first.close()
    damage(settings)
    index = reopen()
    if then == "add":
        records.publish([make_bundle(collection.id, "Other", ("Cats sleep.",))])
    if then == "check":
        index.check()
        index.repair()
    else:
        index.catch_up()
    assert len(search_text(index, collection.id, "harbour ships", 5, ANY)) == 2
    assert len(search_vector(index, collection.id, unit_vector("q"), 2, ANY)) == 2
    assert index.check() == ()


def test_an_index_removed_while_it_is_open_comes_back(
    records: Records, settings: Settings, reopen: Reopen, collection: Collection
) -> None:
    index = reopen()
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    for path in (settings.library / "index").iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.suffix != ".lock":
            path.unlink()
    assert len(search_text(index, collection.id, "harbour ships", 5, ANY)) == 2
    assert index.catch_up() == records.sequence()
    assert index.check() == ()


def test_wrong_contents_are_found_by_check_and_mended_by_repair(
    records: Records, settings: Settings, reopen: Reopen, collection: Collection
) -> None:
    index = reopen()
    records.publish([make_bundle(collection.id), make_bundle(collection.id, "Other")])
    index.catch_up()
    index.close()
    vectors, _of_communities = files(settings, "vectors.f32")
    content = bytearray(vectors.read_bytes())
    content[:4] = b"\0\0\0\0"
    vectors.write_bytes(content)
    with sqlite3.connect(settings.library / "index" / "catalogue.sqlite3") as connection:
        connection.execute("DELETE FROM entries WHERE row = 3")
    index = reopen()
    assert [problem.what for problem in index.check()] == [
        "1 passages of “Harbour” are missing from the index.",
        "1 passages of “Harbour” are different in the index.",
        "1 passages of “Harbour” are left over in the index.",
    ]
    assert len(index.repair()) == 3
    assert index.check() == ()


def flip(path: Path) -> None:
    """Another bit in the middle, as a bad disk leaves it."""
    content = bytearray(path.read_bytes())
    content[len(content) // 4] ^= 0x10
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("harm", [flip, cut, Path.unlink])
@pytest.mark.parametrize("kind", ["idx", "pos", "term", "store", "fast", "fieldnorm"])
def test_every_file_of_the_words_is_looked_at(
    records: Records,
    settings: Settings,
    reopen: Reopen,
    collection: Collection,
    harm: Callable[[Path], None],
    kind: str,
) -> None:
    index = reopen()
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    assert index.check() == ()
    index.close()
    harmed, *_ = files(settings, f"*.{kind}")
    harm(harmed)
    index = reopen()
    told = " ".join(problem.what for problem in index.check())
    assert harmed.name in told or "cannot be read" in told
    index.repair()
    assert index.check() == ()
    assert len(search_text(index, collection.id, "harbour ships", 5, ANY)) == 2


def test_records_restored_from_an_older_backup_are_followed(
    tmp_path: Path, settings: Settings, records: Records, reopen: Reopen, collection: Collection
) -> None:
    index = reopen()
    records.publish([make_bundle(collection.id)])
    records.publish([make_bundle(collection.id, "Second")])
    index.catch_up()
    other = sqlite.build(Settings(library=tmp_path / "backup"))
    same = other.create_collection("Harbour", CollectionSettings())
    other.publish([make_bundle(same.id, "Backup", ("From the backup.",))])
    restored = embedded.build(settings, other)
    restored.catch_up()
    assert len(restored.ids(same.id)) == 1
    assert restored.check() == ()
    restored.close()
    other.close()


# --- questions -----------------------------------------------------------------------------------


def test_a_question_of_thousands_of_words_is_cut() -> None:
    terms = question_terms(" ".join(f"word{number}" for number in range(5_000)))
    assert list(terms) == [f"word{number}" for number in range(MAX_TERMS)]


def test_a_repeated_word_counts_as_often_as_it_is_said() -> None:
    assert question_terms("ships and ship, Harbour") == {"ship": 2, "harbour": 1}


def test_a_vector_of_another_model_is_refused(
    records: Records, index: Index, collection: Collection
) -> None:
    records.publish([make_bundle(collection.id)])
    index.catch_up()
    with pytest.raises(StorageError, match="different embedding models"):
        search_vector(index, collection.id, unit_vector("q", 5), 3, ANY)


# --- compaction ----------------------------------------------------------------------------------


def test_a_large_part_is_compacted_when_a_tenth_has_gone(
    records: Records, settings: Settings, collection: Collection
) -> None:
    index = EmbeddedIndex(records, settings.library / "index", exact_limit=1_000, small_part=0)
    fresh = EmbeddedIndex(records, settings.library / "fresh", exact_limit=1_000)
    bundles = [make_bundle(collection.id, "A", (f"ship {n}",), key=str(n)) for n in range(40)]
    records.publish(bundles)
    index.catch_up()
    records.delete_documents([bundle.document.id for bundle in bundles[:4]])
    index.catch_up()
    assert len(files(settings, "generation-1")) == 2
    records.delete_documents([bundles[4].document.id])
    index.catch_up()
    fresh.catch_up()
    assert [each.name for each in (settings.library / "index").rglob("generation-*")] == [
        "generation-2",
        "generation-2",
    ]
    assert search_text(index, collection.id, "ship 7", 99, ANY) == search_text(
        fresh, collection.id, "ship 7", 99, ANY
    )
    assert index.check() == ()


# --- many vectors --------------------------------------------------------------------------------


def test_above_the_limit_a_graph_is_searched_and_kept_up(
    records: Records, settings: Settings, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[int] = []
    original = neighbours.graph_nearest

    def counting(*arguments: object) -> object:
        searched.append(1)
        return original(*arguments)  # type: ignore[arg-type] # passed on as they came

    monkeypatch.setattr("backend.indexes._embedded.snapshot.graph_nearest", counting)
    graph = EmbeddedIndex(records, settings.library / "graph", exact_limit=100)
    exact = EmbeddedIndex(records, settings.library / "exact", exact_limit=10_000)
    bundles = [make_bundle(collection.id, "A", (f"ship {n}",), key=str(n)) for n in range(400)]

    def agree() -> None:
        graph.catch_up()
        exact.catch_up()
        shared = 0
        for seed in range(10):
            query = unit_vector(f"question {seed}")
            found = search_vector(graph, collection.id, query, 10, ANY)
            wanted = search_vector(exact, collection.id, query, 10, ANY)
            shared += len(set(ids(found)) & set(ids(wanted)))
            assert set(found) <= set(search_vector(exact, collection.id, query, 400, ANY))
        # of a hundred: threads build the graph in any order, so one question may miss two or three
        assert shared >= 93

    records.publish(bundles[:300])
    agree()
    assert {path.name for path in files(settings, "*.usearch")} == {"neighbours-300.usearch"}
    records.publish(bundles[300:310])
    agree()
    assert {path.name for path in files(settings, "*.usearch")} == {"neighbours-300.usearch"}
    records.publish(bundles[310:])
    agree()
    assert "neighbours-400.usearch" in [path.name for path in files(settings, "*.usearch")]
    doomed = random.Random(7).sample(bundles, 60)
    records.delete_documents([bundle.document.id for bundle in doomed])
    agree()
    assert searched
    chosen = frozenset(bundle.chunks[0].id for bundle in bundles[:50])
    filters = Filters(chunk_ids=chosen)
    query = unit_vector("filtered")
    assert search_vector(graph, collection.id, query, 10, filters) == search_vector(
        exact, collection.id, query, 10, filters
    )
    for path in files(settings, "*.usearch"):
        path.write_bytes(b"x")
    reopened = EmbeddedIndex(records, settings.library / "graph", exact_limit=100)
    assert len(search_vector(reopened, collection.id, query, 10, ANY)) == 10
    assert np.isfinite(
        [each.score for each in search_vector(exact, collection.id, query, 9, ANY)]
    ).all()


# --- entries that are kept -----------------------------------------------------------------------


def test_entries_that_are_kept_are_used_and_damaged_ones_are_passed_over(
    settings: Settings, records: Records, collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "KEPT_FROM", 20)
    read: list[int] = []
    told = snapshot.living_values

    def listened(
        connection: sqlite3.Connection, part: int, first: int = 0
    ) -> Iterator[tuple[int, str, str, str, int]]:
        read.append(first)
        return told(connection, part, first)

    monkeypatch.setattr(snapshot, "living_values", listened)

    def herons() -> tuple[list[Scored], list[int]]:
        index = EmbeddedIndex(records, settings.library / "index", exact_limit=1_000, small_part=0)
        index.catch_up()
        read.clear()
        found = search_text(index, collection.id, "heron", 99, ANY)
        assert index.ids(collection.id) == frozenset(ids(found))
        index.close()
        return found, list(read)

    bundles = [make_bundle(collection.id, "A", (f"heron {n}",), key=str(n)) for n in range(31)]
    records.publish(bundles[:30])
    assert herons()[1] == [30]
    kept, _ = files(settings, "entries.arrays")
    records.publish(bundles[30:])
    records.delete_documents([bundles[1].document.id])

    found, rows = herons()
    assert set(ids(found)) == {bundle.chunks[0].id for bundle in (bundles[0], *bundles[2:])}
    assert rows == [30], "the rows that are kept are not read again"

    sound = kept.read_bytes()
    for damaged in (sound[:-8] + b"\1" * 8, sound[:-1], b"", b"x" * 900):
        kept.write_bytes(damaged)
        assert herons() == (found, [0])
    kept.write_bytes(sound)
    assert herons() == (found, [30])
