"""A collection learns its own weights, keeps them only if they are better, and can undo that."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.command_line.parser import main
from backend.command_line.tuning import described
from backend.fusion.staged.own import NAME, own_stages
from backend.pipelines.fused_hybrid import FusedOptions
from backend.serialisation import from_json, to_json
from backend.settings import load_settings
from backend.types import JobState, Query, TuningReport
from backend.workbench import Workbench, open_workbench

BOATS = (
    *("Petrel", "Gannet", "Curlew", "Plover", "Dunlin", "Osprey", "Heron", "Kestrel"),
    *("Merlin", "Puffin", "Fulmar", "Turnstone", "Redshank", "Whimbrel", "Avocet", "Garganey"),
    *("Pintail", "Wigeon", "Eider", "Scoter", "Smew", "Goosander", "Bittern", "Dotterel"),
)
COLOURS = ("red", "green", "white", "black", "blue", "grey")


def corpus() -> Iterator[dict[str, str]]:
    """A sheet on each boat, and a log entry whose title does not name it."""
    for number, boat in enumerate(BOATS):
        yield {
            "doc_id": f"sheet-{boat}",
            "title": boat,
            "text": f"Built in {1950 + number}, painted {COLOURS[number % 6]} at the yard.",
        }
        yield {
            "doc_id": f"query-{boat}",
            "title": f"Query {number}",
            "text": f"Somebody asked again what colour the boat {boat} is. Nobody at the desk "
            f"could say what colour the boat {boat} is.",
        }


def question(boat: str) -> str:
    return f"What colour is the boat {boat}?"


def question_set() -> bytes:
    return "\n".join(
        json.dumps({"question": question(boat), "relevant": [f"query-{boat}"]}) for boat in BOATS
    ).encode()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder: Path = tmp_path_factory.mktemp("tuning")
    workbench = open_workbench(load_settings({}, library=folder / "library"), start_workers=False)
    path = folder / "boats.jsonl"
    path.write_text("\n".join(map(json.dumps, corpus())), "utf-8")
    collection = workbench.library.create_collection("Boats")
    workbench.library.import_corpus(collection.id, path, lambda _stage, _done, _total: None)
    workbench.tuning.add_question_set(collection.id, "boats.jsonl", question_set())
    workbench.tuning.tune(collection.id)
    workbench.queue.work_until_idle(threading.Event())
    yield workbench
    workbench.close()


def boats(workbench: Workbench) -> str:
    return workbench.library.collection_named("Boats").id


def report(workbench: Workbench) -> TuningReport:
    found = workbench.tuning.tuning_state(boats(workbench)).report
    assert found is not None
    return found


def first(workbench: Workbench, boat: str, **options: str) -> str:
    query = Query(question(boat), boats(workbench), 3, options=FusedOptions.read(options))
    return workbench.questions.search(query, "fused_hybrid").hits[0].chunk.title


def test_the_job_ends_and_the_report_compares_before_and_after(opened: Workbench) -> None:
    view = opened.queue.work_on(boats(opened), "tune")
    assert view is not None
    assert view.job.state is JobState.DONE, view.job.reason
    found = report(opened)
    assert found.questions == len(BOATS)
    assert len(found.measures) == 3
    for _, before, after in found.measures:
        assert 0.0 <= before.low <= before.mean <= before.high <= 1.0
        assert 0.0 <= after.low <= after.mean <= after.high <= 1.0
    _, before, after = found.measures[0]
    assert found.difference.mean == pytest.approx(after.mean - before.mean)
    assert from_json(TuningReport, to_json(found)) == found


def test_a_rule_of_the_collection_is_learned_and_kept(opened: Workbench) -> None:
    # What is wanted are the log entries: titles mislead here, words do not.
    found = report(opened)
    assert found.difference.low > 0, described(found)
    assert found.kept
    assert opened.tuning.tuning_state(boats(opened)).own_weights


def test_importance_names_each_retriever_once(opened: Workbench) -> None:
    names = [name for name, _ in report(opened).importance]
    assert len(names) == len(set(names))
    assert {"dense", "lexical", "path"} <= set(names)
    means = [each.mean for _, each in report(opened).importance]
    assert means == sorted(means, reverse=True)


def test_own_weights_rank_and_one_click_undoes_them(opened: Workbench) -> None:
    collection = boats(opened)
    own = [first(opened, boat) for boat in BOATS]
    opened.tuning.undo_tuning(collection)
    assert not opened.tuning.tuning_state(collection).own_weights
    shipped = [first(opened, boat) for boat in BOATS]
    opened.tuning.redo_tuning(collection)
    assert opened.tuning.tuning_state(collection).own_weights
    assert [first(opened, boat) for boat in BOATS] == own
    assert [first(opened, boat, weights="shipped") for boat in BOATS] == shipped
    right = sum(title not in BOATS for title in own), sum(title not in BOATS for title in shipped)
    assert right[0] > right[1]


def test_the_trace_says_whose_weights_they_are(opened: Workbench) -> None:
    def steps(**options: str) -> list[str]:
        query = Query(question("Petrel"), boats(opened), 3, options=FusedOptions.read(options))
        return [step.name for step in opened.questions.search(query, "fused_hybrid").steps]

    assert "weights" in steps()
    assert "weights" not in steps(weights="shipped")


def test_weights_of_an_earlier_version_are_not_used(opened: Workbench) -> None:
    collection, records = boats(opened), opened.parts.records
    kept = records.load_derived(collection, NAME)
    assert kept is not None
    payload = {**json.loads(kept[0]), "shipped": "of another version"}
    records.save_derived(collection, NAME, json.dumps(payload).encode(), kept[1])
    try:
        assert own_stages(records, collection) is None
        state = opened.tuning.tuning_state(collection)
        assert state.outdated
        assert not state.own_weights
        assert opened.questions.search(Query(question("Petrel"), collection), "fused_hybrid").hits
    finally:
        records.save_derived(collection, NAME, *kept)


def test_a_stopped_training_changes_nothing(opened: Workbench) -> None:
    collection = boats(opened)
    before = report(opened)
    job = opened.tuning.tune(collection)
    opened.queue.cancel_job(job.id)
    opened.queue.work_until_idle(threading.Event())
    view = opened.queue.work_on(collection, "tune")
    assert view is not None
    assert view.job.state is JobState.CANCELLED
    assert report(opened) == replace(before)


def test_the_command_line_refuses_with_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    workbench.library.create_collection("Empty")
    workbench.close()
    assert main(["--library", str(tmp_path), "tune", "--collection", "Empty"]) == 1
    assert "There are 0 questions" in capsys.readouterr().err
    missing = str(tmp_path / "missing.jsonl")
    arguments = ["--library", str(tmp_path), "tune", "--collection", "Empty"]
    assert main([*arguments, "--questions", missing]) == 1
    assert "missing.jsonl could not be read" in capsys.readouterr().err
