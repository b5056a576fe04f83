"""One damaged page of the records' file: what can be read stays, the rest is read again."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from backend.bootstrap import LoadedEmbedders
from backend.ingestion.moving import digest
from backend.types import Query
from backend.workbench import Workbench
from tests.valleys import SETTINGS, WordEmbedder, add, finish, opened

RECORDS = "records.sqlite3"
NUMBERS = range(6)


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = WordEmbedder()
    monkeypatch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library as it was before the damage."""
    folder = tmp_path_factory.mktemp("whole") / "library"
    with pytest.MonkeyPatch.context() as patch:
        embedder = WordEmbedder()
        patch.setattr(LoadedEmbedders, "named", lambda self, model: embedder)
        workbench = opened(folder)
        collection = workbench.library.create_collection("Valleys", SETTINGS)
        add(workbench, collection.id, NUMBERS)
        asking = workbench.questions.ask(
            Query("Which glacier was measured?", collection.id), "naive"
        )
        assert asking.wait(60)
        workbench.close()
    return folder


def _pages_of(path: Path) -> dict[str, list[int]]:
    """The pages of each table, from 1; a leaf that is not the first where there is one."""
    pages: dict[str, list[int]] = {}
    with closing(sqlite3.connect(path)) as connection:
        try:
            found = connection.execute(
                "SELECT name, pageno FROM dbstat WHERE pagetype = 'leaf' ORDER BY pageno"
            ).fetchall()
        except sqlite3.OperationalError:
            pytest.skip("this SQLite does not tell which page is whose")
    for name, page in found:
        pages.setdefault(name, []).append(page)
    return pages


def spoil(path: Path, page: int, content: bytes = b"\xa5" * 4096) -> None:
    """Overwrite a page, counted from 1."""
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(content)


def _state(workbench: Workbench) -> dict[str, str]:
    """A digest of each document by its name, the moment when it was added aside."""
    (collection,) = workbench.library.collections()
    bundles = [
        workbench.parts.records.bundle(document.id)
        for document in workbench.library.documents(collection.id)
    ]
    return {
        bundle.document.name: digest(replace(bundle, document=replace(bundle.document, added=0.0)))
        for bundle in bundles
    }


def _mended(folder: Path) -> tuple[Workbench, list[str]]:
    workbench = opened(folder)
    found = workbench.maintenance.check()
    assert found
    assert all(problem.repairable for problem in found)
    said = [problem.what for problem in workbench.maintenance.repair()]
    finish(workbench)
    workbench.maintenance.repair()
    return workbench, said


@pytest.mark.parametrize("content", [b"\xa5" * 4096, bytes(4096)], ids=["garbage", "zeros"])
@pytest.mark.parametrize(
    "table",
    ["documents", "chunks", "texts", "vectors", "sections", "entities", "graphs"],
)
def test_every_document_is_back_after_a_page_of_a_table_was_lost(
    whole: Path, tmp_path: Path, table: str, content: bytes
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    before = opened(folder)
    expected = _state(before)
    before.close()
    spoil(folder / RECORDS, _pages_of(folder / RECORDS)[table][-1], content)
    workbench, said = _mended(folder)
    assert workbench.maintenance.check() == ()
    assert _state(workbench) == expected
    assert any("damaged" in each for each in said)
    assert len(list(folder.glob("records-damaged-*.sqlite3"))) == 1
    workbench.close()


def test_a_copy_of_the_folder_without_its_index_is_the_library(whole: Path, tmp_path: Path) -> None:
    before = opened(whole)
    expected = _state(before)
    before.close()
    folder = tmp_path / "library"
    shutil.copytree(whole, folder, ignore=shutil.ignore_patterns("index"))
    restored = opened(folder)
    assert restored.maintenance.check() == ()
    assert _state(restored) == expected
    (collection,) = restored.library.collections()
    query = Query("Which glacier was measured?", collection.id)
    assert restored.questions.search(query, "naive").hits
    assert restored.questions.conversations(collection.id)
    restored.close()


def test_documents_keep_their_names_though_nobody_lists_their_files_any_more(
    whole: Path, tmp_path: Path
) -> None:
    """The row of a document is lost, and the job that brought it was dismissed: its name and hash
    still stand in the indexes of the table."""
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    before = opened(folder)
    (collection,) = before.library.collections()
    first = before.library.documents(collection.id)[0]
    _, content, _ = before.library.source_file(first.id)
    assert before.library.add_file(collection.id, "a copy.md", content, on_duplicate="keep_both")
    finish(before)
    expected = _state(before)
    for view in before.queue.jobs():
        before.queue.dismiss_job(view.job.id)
    before.close()
    spoil(folder / RECORDS, _pages_of(folder / RECORDS)["documents"][-1])
    workbench, _ = _mended(folder)
    assert workbench.maintenance.check() == ()
    assert _state(workbench) == expected
    workbench.close()


def test_a_collection_whose_name_was_lost_keeps_its_documents(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    spoil(folder / RECORDS, _pages_of(folder / RECORDS)["collections"][0])
    workbench, said = _mended(folder)
    assert workbench.maintenance.check() == ()
    assert any("names and settings" in each for each in said)
    (collection,) = workbench.library.collections()
    assert collection.name.startswith("Recovered")
    assert len(workbench.library.documents(collection.id)) == len(NUMBERS)
    assert workbench.questions.conversations(collection.id)
    workbench.close()


def test_an_answer_that_cannot_be_read_is_said_to_be_lost(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    spoil(folder / RECORDS, _pages_of(folder / RECORDS)["answers"][0])
    workbench, said = _mended(folder)
    assert workbench.maintenance.check() == ()
    assert any("answers" in each and "lost" in each for each in said)
    assert len(_state(workbench)) == len(NUMBERS)
    workbench.close()


def test_another_program_that_has_the_library_open_sees_the_mended_one(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    other = opened(folder)
    (collection,) = other.library.collections()
    spoil(folder / RECORDS, _pages_of(folder / RECORDS)["chunks"][-1])
    workbench, _ = _mended(folder)
    added = workbench.library.create_collection("Made after the repair")
    assert added.id in {each.id for each in other.library.collections()}
    assert len(other.library.documents(collection.id)) == len(NUMBERS)
    workbench.close()
    other.close()


@pytest.mark.parametrize("body", ["x'00'", "x''", "zeroblob(3)", "zeroblob(4096)"])
def test_a_vector_of_wrong_length_is_noticed_and_its_document_read_again(
    whole: Path, tmp_path: Path, body: str
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    before = opened(folder)
    expected = _state(before)
    before.close()
    with closing(sqlite3.connect(folder / RECORDS)) as connection, connection:
        connection.execute(
            f"UPDATE vectors SET body = {body} WHERE chunk = (SELECT min(chunk) FROM vectors)"
        )
    workbench = opened(folder)
    assert any("not as long as" in problem.what for problem in workbench.maintenance.check())
    workbench.maintenance.repair()
    finish(workbench)
    assert workbench.maintenance.check() == ()
    assert _state(workbench) == expected
    workbench.close()


def test_other_bytes_in_what_was_worked_out_are_noticed_and_harm_no_question(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "library"
    shutil.copytree(whole, folder)
    with closing(sqlite3.connect(folder / RECORDS)) as connection, connection:
        changed = connection.execute(
            "UPDATE derived SET payload = zeroblob(length(payload)) WHERE length(payload) > 0"
        ).rowcount
    assert changed
    workbench = opened(folder)
    (collection,) = workbench.library.collections()
    assert any(
        "is damaged" in problem.what and problem.repairable
        for problem in workbench.maintenance.check()
    )
    assert workbench.questions.search(
        Query("Which glacier was measured?", collection.id), "naive"
    ).hits
    workbench.maintenance.repair()
    assert workbench.maintenance.check() == ()
    workbench.close()
