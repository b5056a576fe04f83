"""Files that are in the library are read once more: in another encoding, or by a newer reader."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.command_line.parser import main
from backend.errors import NotFoundError, ReadingError
from backend.ingestion.document import READ_BY, READING
from backend.ingestion.media import kind_and_charset, media_type_in
from backend.settings import load_settings
from backend.types import Document, JobState, Query
from backend.workbench import Workbench, open_workbench

RUSSIAN = "Рыбак вышел из гавани на рассвете и вернулся вечером."
TEXT = RUSSIAN.encode("cp1251")


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    opened = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    yield opened
    opened.close()


def added(workbench: Workbench, name: str = "log.txt", content: bytes = TEXT) -> Document:
    """A file read into the collection Logs."""
    try:
        collection = workbench.library.collection_named("Logs")
    except NotFoundError:
        collection = workbench.library.create_collection("Logs")
    workbench.library.add_file(collection.id, name, content)
    workbench.queue.work_until_idle(threading.Event())
    return next(
        document for document in workbench.library.documents(collection.id) if document.name == name
    )


def text_of(workbench: Workbench, document: Document) -> str:
    return workbench.library.document_text(document.id)


def test_media_types_carry_an_encoding() -> None:
    assert media_type_in("text/plain", "cp1251") == "text/plain; charset=cp1251"
    assert media_type_in("text/plain; charset=cp1251", "") == "text/plain"
    assert kind_and_charset("text/plain; charset=cp1251") == ("text/plain", "cp1251")
    assert kind_and_charset("application/pdf") == ("application/pdf", "")


def test_a_document_is_read_again_in_the_encoding_that_a_person_chose(
    workbench: Workbench,
) -> None:
    document = added(workbench)
    workbench.rereading.read_again([document.id], "koi8-r")
    workbench.queue.work_until_idle(threading.Event())
    wrong = workbench.library.document(document.id)
    assert text_of(workbench, wrong) == TEXT.decode("koi8-r")
    workbench.rereading.read_again([document.id], "cp1251")
    workbench.queue.work_until_idle(threading.Event())
    (right,) = workbench.library.documents(document.collection_id)
    assert right.id == document.id
    assert text_of(workbench, right) == RUSSIAN
    assert right.media_type == "text/plain"
    assert right.metadata["Encoding"] == "cp1251"
    assert right.version == document.version
    assert workbench.maintenance.check() == ()


def test_the_sample_shows_the_letters_of_an_encoding(workbench: Workbench) -> None:
    document = added(workbench, content=b"Log\n" * 500 + TEXT)
    assert RUSSIAN in workbench.rereading.encoding_sample(document.id, "cp1251")
    assert TEXT.decode("koi8-r") in workbench.rereading.encoding_sample(document.id, "koi8-r")
    with pytest.raises(ReadingError, match="no encoding"):
        workbench.rereading.encoding_sample(document.id, "klingon")


def test_an_unknown_encoding_queues_nothing(workbench: Workbench) -> None:
    document = added(workbench)
    before = len(workbench.queue.jobs())
    with pytest.raises(ReadingError, match="no encoding"):
        workbench.rereading.read_again([document.id], "klingon")
    assert len(workbench.queue.jobs()) == before


def test_records_of_a_corpus_have_no_file_to_read(workbench: Workbench, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(json.dumps({"doc_id": "a", "title": "Salt", "text": "Salt was boiled."}))
    collection = workbench.library.create_collection("Corpus")
    workbench.library.import_corpus(collection.id, corpus, lambda *_: None)
    (record,) = workbench.library.documents(collection.id)
    with pytest.raises(NotFoundError, match="imported corpus"):
        workbench.rereading.read_again([record.id])
    assert workbench.rereading.read_by_earlier(collection.id) == ()


def make_older(workbench: Workbench, document: Document) -> None:
    """As an earlier version would have left the document."""
    bundle = workbench.parts.records.bundle(document.id)
    older = replace(document, metadata={"Format": "Text"})
    workbench.parts.records.publish([replace(bundle, document=older)], ())


def test_what_an_earlier_version_has_read_is_offered_and_read_once_more(
    workbench: Workbench,
) -> None:
    document = added(workbench)
    collection_id = document.collection_id
    workbench.queue.dismiss_job(workbench.queue.jobs()[0].job.id)
    assert workbench.rereading.read_by_earlier(collection_id) == ()
    assert workbench.rereading.read_earlier_again(collection_id) == ()
    make_older(workbench, document)
    assert [each.id for each in workbench.rereading.read_by_earlier(collection_id)] == [document.id]
    assert workbench.rereading.read_earlier_again(collection_id, "another") == ()
    (job,) = workbench.rereading.read_earlier_again(collection_id)
    assert workbench.rereading.read_by_earlier(collection_id) == (), "it is on its way"
    assert workbench.rereading.read_earlier_again(collection_id) == (), "it waits already"
    asked = workbench.questions.search(Query("рыбак", collection_id), "naive")
    assert asked.hits, "the earlier reading answers meanwhile"
    assert workbench.queue.jobs()[0].job.state is JobState.QUEUED
    workbench.queue.cancel_job(job.id)
    workbench.queue.work_until_idle(threading.Event())
    assert [each.id for each in workbench.rereading.read_by_earlier(collection_id)] == [document.id]
    workbench.rereading.read_earlier_again(collection_id, document.id)
    workbench.queue.work_until_idle(threading.Event())
    assert workbench.library.document(document.id).metadata[READ_BY] == READING
    assert workbench.rereading.read_by_earlier(collection_id) == ()


def test_an_earlier_reading_keeps_the_encoding_that_was_chosen(workbench: Workbench) -> None:
    document = added(workbench)
    workbench.rereading.read_again([document.id], "cp1251")
    workbench.queue.work_until_idle(threading.Event())
    (right,) = workbench.library.documents(document.collection_id)
    bundle = workbench.parts.records.bundle(right.id)
    older = replace(right, metadata={**right.metadata, READ_BY: "1"})
    workbench.parts.records.publish([replace(bundle, document=older)], ())
    workbench.rereading.read_earlier_again(document.collection_id)
    workbench.queue.work_until_idle(threading.Event())
    assert text_of(workbench, workbench.library.document(right.id)) == RUSSIAN


def test_commands_read_again_and_tell_the_encoding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "log.txt"
    source.write_bytes(TEXT)
    library = ["--library", str(tmp_path / "library")]
    assert main([*library, "add", str(source), "--collection", "Logs"]) == 0
    assert "fits its letters best" in capsys.readouterr().err
    again = [*library, "reread", "--collection", "Logs"]
    assert main([*again, "log.txt", "--encoding", "cp1251"]) == 0
    assert capsys.readouterr().out.startswith("log.txt\t")
    assert main([*again]) == 1
    assert "Name the documents" in capsys.readouterr().err
    assert main([*again, "--all", "--encoding", "klingon"]) == 1
    assert "no encoding of text" in capsys.readouterr().err
    assert main([*again, "--earlier"]) == 0
    assert capsys.readouterr().out == "", "none was read by an earlier version"
    assert main([*again, "--earlier", "--all"]) == 1
    assert "Nothing was read" in capsys.readouterr().err
