"""What stays of a document that was deleted, and what becomes of files that no record knows."""

from __future__ import annotations

import argparse
import contextlib
import io
import sqlite3
import threading
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.command_line.adding import files_of
from backend.passage_view.kept_factors import KeptFactors
from backend.passage_view.views import Views
from backend.pipelines._community.theme_tree import themes_of
from backend.pipelines._names.kept import graph_of
from backend.settings import Settings, load_settings
from backend.types import Query
from backend.workbench import Workbench, open_workbench

SECRET = "Quillfeather Expedition"
TEXT = f"The ledger.\n\nThe {SECRET} left Tarn Harbour on 3 May 1911 with four sledges."
OTHER = "The mill.\n\nThe mill at Teme Ford ground barley until 1954."


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load_settings({}, library=tmp_path / "library")


@pytest.fixture
def workbench(settings: Settings) -> Iterator[Workbench]:
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


def _add(workbench: Workbench, collection_id: str, name: str, text: str) -> str:
    job = workbench.library.add_file(collection_id, name, text.encode())
    assert job is not None
    workbench.queue.work_until_idle(threading.Event())
    return next(view.job for view in workbench.queue.jobs() if view.job.id == job.id).document_id


def _originals(library: Path) -> list[Path]:
    return [each for each in (library / "files").glob("??/*") if each.is_file()]


def test_the_stored_file_of_a_deleted_document_is_gone_though_its_job_is_still_listed(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Ledgers")
    document = _add(workbench, collection.id, "ledger.txt", TEXT)
    _add(workbench, collection.id, "mill.txt", OTHER)
    assert len(_originals(settings.library)) == 2
    workbench.library.delete_documents([document])
    assert [original.read_text() for original in _originals(settings.library)] == [OTHER]


def test_a_file_that_two_documents_share_stays_until_the_second_is_deleted(
    workbench: Workbench, settings: Settings
) -> None:
    first = workbench.library.create_collection("One")
    second = workbench.library.create_collection("Two")
    documents = [_add(workbench, each.id, "ledger.txt", TEXT) for each in (first, second)]
    workbench.library.delete_documents([documents[0]])
    assert len(_originals(settings.library)) == 1
    assert workbench.library.source_file(documents[1])[1] == TEXT.encode()
    workbench.library.delete_documents([documents[1]])
    assert _originals(settings.library) == []


def test_the_original_of_a_version_that_was_replaced_is_gone(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Ledgers")
    _add(workbench, collection.id, "ledger.txt", TEXT)
    _add(workbench, collection.id, "ledger.txt", OTHER)
    assert [original.read_text() for original in _originals(settings.library)] == [OTHER]
    assert workbench.maintenance.check() == ()


def test_records_overwrite_what_is_deleted(workbench: Workbench, settings: Settings) -> None:
    collection = workbench.library.create_collection("Ledgers")
    document = _add(workbench, collection.id, "ledger.txt", TEXT)
    _add(workbench, collection.id, "mill.txt", OTHER)
    workbench.library.delete_documents([document])
    workbench.close()
    holding = [
        each.relative_to(settings.library).as_posix()
        for each in settings.library.rglob("*")
        if each.is_file() and SECRET.encode() in each.read_bytes()
    ]
    assert holding == []


WORDS = (b"quillfea", b"expedit", b"sledg")
"""How words and names of the text begin, stemmed or not."""


@pytest.mark.parametrize("leaving", ["deleted", "deleted in a new start", "replaced", "collection"])
def test_no_stem_or_name_of_a_document_that_left_is_anywhere_in_the_folder(
    settings: Settings, leaving: str
) -> None:
    workbench = open_workbench(settings, start_workers=False)
    collection = workbench.library.create_collection("Notes")
    document = _add(workbench, collection.id, "ledger.txt", TEXT)
    _add(workbench, collection.id, "mill.txt", OTHER)
    workbench.questions.search(Query("Who ground barley?", collection.id), "fused_hybrid")
    themes_of(workbench.parts.records, settings, collection.id)
    graph_of(workbench.parts, collection.id)
    keep_vectors(workbench, collection.id)
    assert any(name.startswith("records.") for name in _holding(settings.library))
    if leaving == "deleted in a new start":
        workbench.close()
        workbench = open_workbench(settings, start_workers=False)
    if leaving == "collection":
        workbench.library.delete_collection(collection.id)
    elif leaving == "replaced":
        _add(workbench, collection.id, "ledger.txt", "The fen.\n\nThe fen was drained in 1651.")
    else:
        workbench.library.delete_documents([document])
    if leaving != "collection":  # nothing of it comes back with the next question
        workbench.questions.search(Query("Who ground barley?", collection.id), "fused_hybrid")
    workbench.close()
    assert _derived(settings.library) == []
    assert _holding(settings.library) == []


def keep_vectors(workbench: Workbench, collection_id: str) -> None:
    """Factors of names are kept, as a question does that wants them."""
    records = workbench.parts.records
    view = Views(records).of(collection_id, wait=True)
    KeptFactors(records).of(collection_id, view)


def _holding(library: Path) -> list[str]:
    """The files that hold such a word as it stands."""
    return [
        each.relative_to(library).as_posix()
        for each in library.rglob("*")
        if each.is_file() and any(word in each.read_bytes().lower() for word in WORDS)
    ]


def _derived(library: Path) -> list[str]:
    """The names of what is derived and holds such a word, also where it is compressed."""
    found = []
    with contextlib.closing(sqlite3.connect(library / "records.sqlite3")) as connection:
        rows = connection.execute("SELECT name, payload FROM derived").fetchall()
    for name, payload in rows:
        content = [payload]
        if payload[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(payload)) as file:
                content = [file.read(each) for each in file.namelist()]
        for each in list(content):
            start = each.find(b"\x78\x01")  # arrays of compressed text
            if start >= 0:
                with contextlib.suppress(zlib.error):
                    content.append(zlib.decompress(each[start:]))
        if any(word in each.lower() for each in content for word in WORDS):
            found.append(name)
    return found


@pytest.fixture
def stored_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views of the smallest collection are stored."""
    monkeypatch.setattr("backend.joined_views.STORED_FROM", 1)


@pytest.mark.usefixtures("stored_views")
def test_no_word_of_a_deleted_document_is_in_a_stored_view(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Ledgers")
    document = _add(workbench, collection.id, "ledger.txt", TEXT)
    _add(workbench, collection.id, "mill.txt", OTHER)
    words = [each.lower().encode() for each in SECRET.split()]

    def holding() -> list[str]:
        return [
            each.relative_to(settings.library).as_posix()
            for each in settings.library.rglob("*")
            if each.is_file()
            and not each.name.startswith("records.")
            and any(word in each.read_bytes().lower() for word in words)
        ]

    assert any(name.startswith(f"views/{collection.id}.names.") for name in holding())
    workbench.library.delete_documents([document])
    assert not any(name.startswith("views") for name in holding())
    query = Query("Who left Tarn Harbour?", collection.id)
    workbench.questions.search(query, "fused_hybrid")  # makes the view anew
    workbench.close()
    files = sorted(each.name for each in (settings.library / "views").iterdir())
    assert [file for file in files if not file.endswith(".segment")] == [
        f"{collection.id}.{word}.view" for word in ("names", "pages", "windows")
    ]
    assert [file.split(".")[1] for file in files if file.endswith(".segment")] == [
        "names",
        "pages",
        "windows",
    ]
    assert holding() == []


@pytest.mark.usefixtures("stored_views")
@pytest.mark.parametrize(("word", "place"), [("names", -1), ("pages", -1), ("windows", 20)])
def test_a_damaged_view_is_named_by_check_and_removed_by_repair(
    workbench: Workbench, settings: Settings, word: str, place: int
) -> None:
    collection = workbench.library.create_collection("Ledgers")
    _add(workbench, collection.id, "ledger.txt", TEXT)
    path = settings.library / "views" / f"{collection.id}.{word}.view"
    assert workbench.maintenance.check() == ()
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert [problem.what for problem in workbench.maintenance.check()] == [
        f"A stored view is damaged ({path.name})"
    ]
    assert f"({path.name})" in " ".join(problem.what for problem in workbench.maintenance.repair())
    assert not path.exists()
    assert workbench.maintenance.check() == ()


def test_files_of_a_library_that_lost_its_records_are_noticed_and_set_aside(
    workbench: Workbench, settings: Settings
) -> None:
    collection = workbench.library.create_collection("Ledgers")
    _add(workbench, collection.id, "ledger.txt", TEXT)
    workbench.close()
    for each in settings.library.glob("records.*"):
        each.unlink()
    emptied = open_workbench(settings, start_workers=False)
    try:
        found = [problem.what for problem in emptied.maintenance.check()]
        assert any("No record knows the stored file" in what for what in found)
        mended = emptied.maintenance.repair_index()
        assert any("was set aside" in problem.what for problem in mended)
        aside = settings.library / "files" / "set-aside"
        kept = [each for each in aside.iterdir() if each.name != "list.tsv"]
        assert [each.read_text() for each in kept] == [TEXT]
        (line,) = (aside / "list.tsv").read_text().splitlines()
        assert line.split("\t")[1:] == [kept[0].name, str(len(TEXT.encode()))]
        assert not any("No record knows" in problem.what for problem in emptied.maintenance.check())
    finally:
        emptied.close()


def test_files_of_one_name_in_different_folders_are_different_documents(tmp_path: Path) -> None:
    for year in ("2021", "2022"):
        (tmp_path / "reports" / year).mkdir(parents=True)
        (tmp_path / "reports" / year / "report.txt").write_text(year)
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "reports" / "picture.png").write_bytes(b"")
    parsed = argparse.Namespace(files=[tmp_path / "reports", tmp_path / "notes.txt"])
    assert [name for _, name in files_of(parsed.files)] == [
        "2021/report.txt",
        "2022/report.txt",
        "notes.txt",
    ]
