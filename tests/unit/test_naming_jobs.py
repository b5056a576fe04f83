"""A collection named by a language model in the background, and by the rules again."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.command_line.parser import main
from backend.errors import SettingsError
from backend.settings import load_settings
from backend.types import Collection, JobState, Query
from backend.workbench import Workbench, open_workbench
from tests.scripted_server.script import answer, refusal
from tests.scripted_server.server import ScriptedServer

TEXT = "the petrel was built by brown and sons in aldmoor, and the station owns it."
REPLY = {
    "passages": [
        {
            "number": 1,
            "entities": [{"name": "brown and sons", "aliases": []}],
            "relations": [],
        }
    ]
}


@pytest.fixture
def workbench(tmp_path: Path, scripted_server: ScriptedServer) -> Iterator[Workbench]:
    environment = {
        "QUIRE_LANGUAGE_MODEL": "openai_compatible",
        "QUIRE_LANGUAGE_MODEL_URL": scripted_server.openai_url,
        "QUIRE_LANGUAGE_MODEL_NAME": "tiny",
        "QUIRE_PRICE_INPUT": "1",
    }
    settings = load_settings(environment, library=tmp_path / "library")
    opened = open_workbench(settings, start_workers=False)
    yield opened
    opened.close()


def add(workbench: Workbench, name: str = "boats.txt", text: str = TEXT) -> None:
    workbench.library.add_file(workbench.library.collection_named("Boats").id, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())


@pytest.fixture
def boats(workbench: Workbench) -> Collection:
    collection = workbench.library.create_collection("Boats")
    add(workbench)
    return collection


def named(workbench: Workbench, collection: Collection) -> set[str]:
    return {entity.name for entity in workbench.parts.records.entities(collection.id)}


def test_the_price_is_told_and_the_names_come_in_the_background(
    workbench: Workbench, boats: Collection, scripted_server: ScriptedServer
) -> None:
    estimate = workbench.naming.naming_estimate(boats.id)
    assert estimate is not None
    assert (estimate.model, estimate.passages, estimate.requests) == ("tiny", 1, 1)
    assert estimate.cost > 0
    assert scripted_server.chats == []
    assert "brown and sons" not in named(workbench, boats)

    scripted_server.script(answer(json.dumps(REPLY)))
    assert workbench.naming.name_with_language_model(boats.id) is not None
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(boats.id, "name")
    assert view is not None
    assert view.job.state is JobState.DONE
    assert "brown and sons" in named(workbench, boats)
    assert workbench.maintenance.check() == ()
    hits = workbench.questions.search(Query("Who built the petrel?", boats.id), "naive").hits
    assert hits[0].chunk.text == TEXT


def test_the_price_is_worked_out_again_only_after_something_changed(
    workbench: Workbench, boats: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = workbench.parts.records
    read: list[str] = []
    chunks_of = records.chunks_of

    def counted(document_id: str) -> object:
        read.append(document_id)
        return chunks_of(document_id)

    monkeypatch.setattr(records, "chunks_of", counted)
    first = workbench.naming.naming_estimate(boats.id)
    assert first is not None
    assert first.passages == 1
    assert len(read) == 1
    assert workbench.naming.naming_estimate(boats.id) == first
    assert len(read) == 1
    monkeypatch.undo()
    add(workbench, "later.txt", "a tern was built later, in another yard.")
    second = workbench.naming.naming_estimate(boats.id)
    assert second is not None
    assert second.passages == 2


def test_files_that_come_later_are_named_too_and_the_others_not_again(
    workbench: Workbench, boats: Collection, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(answer(json.dumps(REPLY)))
    workbench.naming.name_with_language_model(boats.id)
    workbench.queue.work_until_idle(threading.Event())
    add(workbench, "more.txt", TEXT.replace("petrel", "gannet"))
    assert len(scripted_server.chats) == 2
    assert "gannet" in scripted_server.chats[1].text
    assert "petrel" not in scripted_server.chats[1].text


def test_back_to_the_rules(
    workbench: Workbench, boats: Collection, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(answer(json.dumps(REPLY)))
    workbench.naming.name_with_language_model(boats.id)
    workbench.queue.work_until_idle(threading.Event())
    workbench.naming.name_by_rules(boats.id)
    workbench.queue.work_until_idle(threading.Event())
    assert "brown and sons" not in named(workbench, boats)
    # What the model said is kept: naming again asks nothing.
    workbench.naming.name_with_language_model(boats.id)
    workbench.queue.work_until_idle(threading.Event())
    assert "brown and sons" in named(workbench, boats)
    assert len(scripted_server.chats) == 1


def test_documents_are_named_though_nobody_knows_any_more_which_were(
    workbench: Workbench, boats: Collection, scripted_server: ScriptedServer
) -> None:
    records = workbench.parts.records
    records.save_derived(boats.id, "extract/documents", b"", records.sequence())
    scripted_server.script(answer(json.dumps(REPLY)))
    workbench.naming.name_with_language_model(boats.id)
    workbench.queue.work_until_idle(threading.Event())
    assert "brown and sons" in named(workbench, boats)


def test_a_server_that_fails_leaves_the_rules_and_says_what_to_do(
    workbench: Workbench, boats: Collection, scripted_server: ScriptedServer
) -> None:
    before = named(workbench, boats)
    scripted_server.script(refusal(401, "bad key"), answer(json.dumps(REPLY)))
    workbench.naming.name_with_language_model(boats.id)
    workbench.queue.work_until_idle(threading.Event())
    view = workbench.queue.work_on(boats.id, "name")
    assert view is not None
    assert view.job.state is JobState.FAILED
    assert "0 of 1 documents are named" in view.job.reason
    assert "it goes on where it was" in view.job.remedy
    assert named(workbench, boats) == before
    workbench.queue.retry_job(view.job.id)
    workbench.queue.work_until_idle(threading.Event())
    assert "brown and sons" in named(workbench, boats)


def test_without_a_language_model_it_is_refused(tmp_path: Path) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path / "own"), start_workers=False)
    try:
        collection = workbench.library.create_collection("Boats")
        assert workbench.naming.naming_estimate(collection.id) is None
        with pytest.raises(SettingsError, match="No language model is on"):
            workbench.naming.name_with_language_model(collection.id)
    finally:
        workbench.close()


def test_the_command_line_asks_before_it_spends(
    workbench: Workbench,
    boats: Collection,
    scripted_server: ScriptedServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in (
        ("LANGUAGE_MODEL", "openai_compatible"),
        ("LANGUAGE_MODEL_URL", scripted_server.openai_url),
        ("LANGUAGE_MODEL_NAME", "tiny"),
    ):
        monkeypatch.setenv(f"QUIRE_{name}", value)
    library = str(workbench.parts.settings.library)
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or "n")
    assert main(["--library", library, "name", "--collection", boats.name]) == 1
    assert asked == ["Go on? [y/N] "]
    assert "tiny will read 1 passages in 1 requests" in capsys.readouterr().out
    assert scripted_server.chats == []
    scripted_server.script(answer(json.dumps(REPLY)))
    assert main(["--library", library, "name", "--collection", boats.name, "--yes"]) == 0
    assert len(scripted_server.chats) == 1
