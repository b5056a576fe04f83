"""Tables of a collection described in the background, found by it, and shown as they stand."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend import registry
from backend.command_line.parser import main
from backend.errors import SettingsError
from backend.evaluation.gold import Resolver
from backend.settings import load_settings
from backend.types import Chunk, Collection, Contender, DescribedBy, JobState, Query, Reference
from backend.workbench import Workbench, open_workbench
from tests.scripted_server.script import answer, refusal
from tests.scripted_server.server import ScriptedServer

pytest_plugins = ("tests.scripted_server.fixtures",)
PAGE = """<html><head><title>Yard report</title></head><body>
<p>The harbour was busy through the summer, and the crane was mended in May.</p>
<p>Boats that left the slipway, by class:</p>
<table><tr><th>Class</th><th>2022</th><th>2023</th></tr>
<tr><td>Terns</td><td>12</td><td>14</td></tr>
<tr><td>Petrels</td><td>7</td><td>9</td></tr>
<tr><td>Total</td><td>19</td><td>23</td></tr></table>
<p>The keeper of the yard thanks all who came.</p></body></html>"""
SAID = (
    "How many vessels the shipbuilder launched, by type of ship, in each of two years; 23 in 2023."
)
REPLY = json.dumps({"description": SAID})
ASKED = "launches of vessels by the shipbuilder"


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


def add(workbench: Workbench, name: str = "yard.html", text: str = PAGE) -> None:
    workbench.library.add_file(workbench.library.collection_named("Yard").id, name, text.encode())
    workbench.queue.work_until_idle(threading.Event())


@pytest.fixture
def yard(workbench: Workbench) -> Collection:
    collection = workbench.library.create_collection("Yard")
    add(workbench)
    return collection


def describe(workbench: Workbench, collection: Collection, by: DescribedBy) -> None:
    workbench.describing.describe_tables(collection.id, by)
    workbench.queue.work_until_idle(threading.Event())


def chunks(workbench: Workbench, collection: Collection) -> list[Chunk]:
    return [
        chunk
        for document in workbench.library.documents(collection.id)
        for chunk in workbench.library.document_chunks(document.id)
    ]


def cards(workbench: Workbench, collection: Collection) -> list[Chunk]:
    return [chunk for chunk in chunks(workbench, collection) if chunk.kind == "table_card"]


def table_id(workbench: Workbench, collection: Collection) -> str:
    (table,) = workbench.parts.records.tables(collection.id)
    return table.id


def test_nothing_is_described_unless_somebody_asks(workbench: Workbench, yard: Collection) -> None:
    assert cards(workbench, yard) == []
    assert workbench.describing.describing_state(yard.id).described_by is DescribedBy.NOBODY
    assert workbench.describing.table_description(table_id(workbench, yard)) is None


def test_the_price_is_told_first_and_the_card_comes_in_the_background(
    workbench: Workbench, yard: Collection, scripted_server: ScriptedServer
) -> None:
    before = chunks(workbench, yard)
    graph = workbench.communities.communities_of(before[0].document_id)
    estimate = workbench.describing.describing_estimate(yard.id)
    assert estimate is not None
    assert (estimate.model, estimate.tables, estimate.cached) == ("tiny", 1, 0)
    assert estimate.cost > 0
    assert scripted_server.chats == []

    scripted_server.script(answer(REPLY, usage=(300, 40)))
    describe(workbench, yard, DescribedBy.LANGUAGE_MODEL)
    view = workbench.queue.work_on(yard.id, "describe")
    assert view is not None
    assert view.job.state is JobState.DONE
    (card,) = cards(workbench, yard)
    assert card.table_id == table_id(workbench, yard)
    assert card.row == -1
    assert SAID in card.text
    assert "Rows: Terns; Petrels; Total" in card.text
    said = workbench.describing.table_description(card.table_id)
    assert said is not None
    assert (said.text, said.described_by) == (SAID, "tiny")
    state = workbench.describing.describing_state(yard.id)
    assert (state.tables, state.described, state.written) == (1, 1, 1)
    assert (state.requests, state.input_tokens, state.output_tokens) == (1, 300, 40)
    assert state.cost == pytest.approx(300 / 1e6)
    assert workbench.maintenance.check() == ()
    after = chunks(workbench, yard)
    assert after[: len(before)] == before, "the other passages stay as they are"
    assert workbench.communities.communities_of(before[0].document_id) == graph
    later = workbench.describing.describing_estimate(yard.id)
    assert later is not None
    assert (later.tables, later.cached) == (0, 1)


def test_what_it_would_cost_stands_beside_what_else_a_collection_costs(
    workbench: Workbench, yard: Collection
) -> None:
    found = workbench.would_costs.would_cost(Query(ASKED, yard.id), [Contender("naive")]).indexing
    (tables,) = [each for each in found if each.what == "Descriptions of tables"]
    estimate = workbench.describing.describing_estimate(yard.id)
    assert estimate is not None
    assert tables.requests == 1
    # the boundary is drawn anew each time
    assert tables.input_tokens == pytest.approx(estimate.input_tokens, abs=20)
    assert tables.cost == pytest.approx(estimate.cost, rel=0.05)


def test_a_table_is_found_by_what_was_said_and_shown_as_it_stands(
    workbench: Workbench, yard: Collection, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(answer(REPLY))
    describe(workbench, yard, DescribedBy.LANGUAGE_MODEL)
    hits = workbench.questions.search(Query(ASKED, yard.id), "naive").hits
    assert "Terns" in hits[0].chunk.text
    assert "shipbuilder" not in hits[0].chunk.text
    document = workbench.library.documents(yard.id)[0]
    assert hits[0].chunk in workbench.library.document_chunks(document.id)


@pytest.mark.parametrize("pipeline", registry.names("backend.pipelines"))
def test_no_pipeline_shows_a_card(workbench: Workbench, yard: Collection, pipeline: str) -> None:
    workbench.parts.records.set_preference("language_model", "none")
    describe(workbench, yard, DescribedBy.TEMPLATE)
    assert len(cards(workbench, yard)) == 1
    for text in ("Class Terns Petrels Total table gives", "How many Petrels left in 2023?"):
        hits = workbench.questions.search(Query(text, yard.id, top_k=20), pipeline).hits
        assert all(hit.chunk.kind != "table_card" for hit in hits)
        assert len({hit.chunk.id for hit in hits}) == len(hits)


def test_a_template_costs_nothing_and_the_descriptions_go_again(
    workbench: Workbench, yard: Collection, scripted_server: ScriptedServer
) -> None:
    before = chunks(workbench, yard)
    describe(workbench, yard, DescribedBy.TEMPLATE)
    (card,) = cards(workbench, yard)
    assert "gives Terns, Petrels and Total." in card.text
    state = workbench.describing.describing_state(yard.id)
    assert (state.described, state.written, state.requests) == (1, 0, 0)
    describe(workbench, yard, DescribedBy.NOBODY)
    assert chunks(workbench, yard) == before
    assert workbench.describing.table_description(card.table_id) is None
    assert workbench.maintenance.check() == ()
    assert scripted_server.chats == []


def test_tables_that_come_later_are_described_too_and_no_other_again(
    workbench: Workbench, yard: Collection, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(answer(REPLY))
    describe(workbench, yard, DescribedBy.LANGUAGE_MODEL)
    add(workbench, "later.html", PAGE.replace("Petrels", "Gannets"))
    assert len(scripted_server.chats) == 2
    assert "Gannets" in scripted_server.chats[1].text
    assert len(cards(workbench, yard)) == 2
    describe(workbench, yard, DescribedBy.NOBODY)
    describe(workbench, yard, DescribedBy.LANGUAGE_MODEL)
    assert len(cards(workbench, yard)) == 2
    assert len(scripted_server.chats) == 2, "what was said is kept"


def test_a_server_that_fails_leaves_what_there_is_and_goes_on_where_it_was(
    workbench: Workbench, yard: Collection, scripted_server: ScriptedServer
) -> None:
    add(workbench, "later.html", PAGE.replace("Petrels", "Gannets"))
    scripted_server.script(answer(REPLY), refusal(401, "no such key", "invalid_api_key"))
    describe(workbench, yard, DescribedBy.LANGUAGE_MODEL)
    view = workbench.queue.work_on(yard.id, "describe")
    assert view is not None
    assert view.job.state is JobState.FAILED
    assert "1 of 2 documents are described" in view.job.reason
    assert "goes on where it was" in view.job.remedy
    assert len(cards(workbench, yard)) == 1
    scripted_server.script(answer(REPLY))
    workbench.queue.retry_job(view.job.id)
    workbench.queue.work_until_idle(threading.Event())
    assert len(cards(workbench, yard)) == 2
    assert len(scripted_server.chats) == 1, "of what was said nothing is asked again"
    assert workbench.describing.describing_state(yard.id).requests == 2


def test_with_its_document_goes_what_was_said(
    workbench: Workbench, yard: Collection, scripted_server: ScriptedServer
) -> None:
    scripted_server.script(answer(REPLY))
    describe(workbench, yard, DescribedBy.LANGUAGE_MODEL)
    gone = table_id(workbench, yard)
    workbench.library.delete_documents([workbench.library.documents(yard.id)[0].id])
    assert workbench.describing.table_description(gone) is None
    estimate = workbench.describing.describing_estimate(yard.id)
    assert estimate is not None
    assert (estimate.tables, estimate.cached) == (0, 0)
    add(workbench)
    assert len(scripted_server.chats) == 2, "nothing that was said is left"
    assert len(cards(workbench, yard)) == 1


def test_without_a_language_model_only_the_template_can(
    workbench: Workbench, yard: Collection
) -> None:
    workbench.parts.records.set_preference("language_model", "none")
    assert workbench.describing.describing_estimate(yard.id) is None
    with pytest.raises(SettingsError, match="No language model is on"):
        workbench.describing.describe_tables(yard.id, DescribedBy.LANGUAGE_MODEL)
    assert workbench.describing.describing_state(yard.id).described_by is DescribedBy.NOBODY


def test_a_card_is_no_evidence_that_a_question_set_could_ask_for(
    workbench: Workbench, yard: Collection
) -> None:
    describe(workbench, yard, DescribedBy.TEMPLATE)
    (card,) = cards(workbench, yard)
    resolver = Resolver(workbench.parts.records, workbench.library.documents(yard.id))
    _, ids = resolver.of(Reference("yard", contains="Petrels"))
    assert ids
    assert card.id not in ids


def test_describing_from_the_command_line(
    workbench: Workbench,
    yard: Collection,
    scripted_server: ScriptedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    workbench.close()
    monkeypatch.setenv("QUIRE_LANGUAGE_MODEL", "openai_compatible")
    monkeypatch.setenv("QUIRE_LANGUAGE_MODEL_URL", scripted_server.openai_url)
    monkeypatch.setenv("QUIRE_LANGUAGE_MODEL_NAME", "tiny")
    monkeypatch.setattr("builtins.input", lambda asked: "n")
    library = ["--library", str(tmp_path / "library")]
    assert main([*library, "describe", "--collection", "Yard"]) == 1
    assert "tiny will describe 1 tables, one request each" in capsys.readouterr().out
    assert scripted_server.chats == []
    scripted_server.script(answer(REPLY))
    assert main([*library, "describe", "--collection", "Yard", "--yes"]) == 0
    told = capsys.readouterr().out
    assert "1 of 1 tables are described, 1 of them by a language model" in told
    assert main([*library, "describe", "--collection", "Yard", "--by", "none"]) == 0
    assert "0 of 1 tables are described" in capsys.readouterr().out


def test_settings_of_other_kinds_stay_as_they_are(workbench: Workbench, yard: Collection) -> None:
    describe(workbench, yard, DescribedBy.TEMPLATE)
    now = workbench.parts.records.collection(yard.id).settings
    assert now == replace(yard.settings, describer="local")
