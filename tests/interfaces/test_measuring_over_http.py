"""Question sets and runs over HTTP: made, asked, measured, forgotten."""

from __future__ import annotations

import csv
import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from backend.interfaces.http_api.interface import HttpInterface
from backend.workbench import Workbench
from tests.interfaces.conftest import COLLECTION, NOTES, opened
from tests.interfaces.test_http_api import BASE, Program
from tests.scripted_server.script import answer
from tests.scripted_server.server import ScriptedServer

pytest_plugins = ("tests.scripted_server.fixtures",)

SETS, RUNS = f"{BASE}/question-sets", f"{BASE}/runs"
OPENED = {
    "question": "Who opened the Harrow lighthouse?",
    "answers": ["Ada Lorne"],
    "evidence": [{"document": "notes.txt", "quote": "Ada Lorne opened"}],
}
PAINTED = {
    "question": "Who painted the keeper's house?",
    "answers": ["Tom Wragge"],
    "evidence": [{"document": "notes.txt", "quote": "painted in 1954"}],
}
BY_NAIVE = {"set": "keepers", "contenders": [{"pipeline": "naive"}], "passages": 3}


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Workbench]:
    """A library of one test with a letter in it."""
    workbench = opened(tmp_path / "library")
    collection = workbench.library.create_collection(COLLECTION)
    workbench.library.add_file(collection.id, "notes.txt", NOTES.encode())
    workbench.queue.work_until_idle(threading.Event())
    yield workbench
    workbench.close()


@pytest.fixture
def program(own: Workbench) -> Program:
    program = Program(HttpInterface(lambda: own))
    program("POST", SETS, 201, json={"name": "keepers"})
    return program


def test_a_set_is_made_changed_and_forgotten(program: Program) -> None:
    program("POST", SETS, 422, json={"name": "Keepers"})
    program("POST", SETS, 422, json={"name": " "})
    assert program("PUT", f"{SETS}/keepers/questions", json=OPENED)["questions"] == 1
    assert program("PUT", f"{SETS}/keepers/questions", json=PAINTED)["questions"] == 2
    first, second = program("GET", f"{SETS}/KEEPERS/questions")
    assert first["question"] == OPENED["question"]
    assert first["answers"] == OPENED["answers"]
    assert first["evidence"] == [{"document": "notes.txt", "page": 0, "quote": "Ada Lorne opened"}]
    struck = {**PAINTED, "qid": second["qid"], "struck": True}
    card = program("PUT", f"{SETS}/keepers/questions", json=struck)
    assert (card["questions"], card["struck"]) == (1, 1)
    assert program("GET", SETS) == [card] == [program("GET", f"{SETS}/{card['id']}")]
    assert program("DELETE", f"{SETS}/keepers") == {"id": card["id"]}
    assert "There is no question set" in program("GET", f"{SETS}/keepers", 404)["detail"]
    assert program("GET", SETS) == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"question": ""},
        {"question": "x", "page": 1},
        {"question": "x", "struck": "yes"},
        {"question": "x", "evidence": [{"document": "notes.txt", "page": -1}]},
        {"question": "x", "evidence": [{"page": 1}]},
    ],
)
def test_what_is_no_question_is_refused(program: Program, body: Any) -> None:
    assert program("PUT", f"{SETS}/keepers/questions", 422, json=body)["detail"]
    assert program("GET", f"{SETS}/keepers/questions") == []


def test_a_set_goes_out_as_a_file_and_comes_back_the_same(program: Program) -> None:
    for each in (OPENED, PAINTED):
        program("PUT", f"{SETS}/keepers/questions", json=each)
    asked = program("GET", f"{SETS}/keepers/questions")
    for form, kind in (("jsonl", "application/jsonl"), ("csv", "text/csv")):
        file = program("GET", f"{SETS}/keepers/file?form={form}")
        assert file.headers["content-type"].startswith(kind)
        place = f"{SETS}/copy {form}/file?form={form}"
        assert program("PUT", place, content=file.content)["questions"] == 2
        assert program("GET", f"{SETS}/copy {form}/questions") == asked
    rows = list(csv.DictReader(io.StringIO(file.text)))
    assert [row["question"] for row in rows] == [OPENED["question"], PAINTED["question"]]


def test_a_file_that_is_no_set_is_refused_and_changes_nothing(program: Program) -> None:
    program("PUT", f"{SETS}/keepers/questions", json=OPENED)
    place = f"{SETS}/keepers/file"
    assert "line 1" in program("PUT", place, 422, content=b"{").get("detail", "").lower()
    program("PUT", place, 422, content=b"")
    program("PUT", place, 422, content=b"\xff\xfe\xfd")
    program("PUT", f"{place}?form=xlsx", 422, content=b"x")
    program("GET", f"{place}?form=xlsx", 422)
    program("PUT", place, 413, content=b" " * (2 << 20))
    assert len(program("GET", f"{SETS}/keepers/questions")) == 1


def test_a_run_is_asked_in_the_background_and_reports(own: Workbench, program: Program) -> None:
    for each in (OPENED, PAINTED):
        program("PUT", f"{SETS}/keepers/questions", json=each)
    both = [{"pipeline": "naive"}, {"pipeline": "naive", "options": {"fusion": "reciprocal_rank"}}]
    begun = program("POST", RUNS, 202, json={**BY_NAIVE, "contenders": both})
    assert (begun["state"], begun["total"], begun["done"]) == ("queued", 4, 0)
    place = f"{RUNS}/{begun['id']}"
    assert program("GET", place)["contenders"][0]["missing"] == 2
    own.queue.work_until_idle(threading.Event())
    report = program("GET", place)
    assert (report["run"]["state"], report["run"]["done"]) == ("done", 4)
    assert report["set_name"] == "keepers"
    found = {each["contender"]: each["measures"] for each in report["contenders"]}
    assert len(found) == 2
    for measures in found.values():
        leading = next(measure for measure in measures if measure["measure"] == report["leading"])
        # both questions have their words in a letter of two sentences' length
        assert (leading["mean"], leading["count"], leading["share"]) == (1.0, 2, True)
    assert {each["count"] for each in report["differences"]} == {2}
    for form, kind in (
        ("markdown", "text/markdown"),
        ("csv", "text/csv"),
        ("html", "text/html"),
    ):
        file = program("GET", f"{place}?form={form}")
        assert file.headers["content-type"].startswith(kind)
        assert "naive" in file.text.lower()
    program("GET", f"{place}?form=pdf", 422)
    # the same again asks nothing
    assert program("POST", RUNS, 202, json={**BY_NAIVE, "contenders": both})["done"] == 4
    assert program("POST", f"{place}/failed", 202)["failed"] == 0
    assert [each["id"] for each in program("GET", RUNS)] == [begun["id"]]
    assert program("DELETE", place) == {"id": begun["id"]}
    assert program("GET", RUNS) == []
    program("GET", place, 404)


def test_a_list_of_runs_costs_one_look_at_the_jobs(
    own: Workbench, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    program("PUT", f"{SETS}/keepers/questions", json=OPENED)
    begun = [
        program("POST", RUNS, 202, json={**BY_NAIVE, "passages": passages})["id"]
        for passages in (1, 2, 3)
    ]
    records, looks = own.parts.records, []
    monkeypatch.setattr(
        records,
        "find_jobs",
        lambda *a, at=records.find_jobs, **b: (looks.append(b), at(*a, **b))[1],
    )
    listed = {each["id"]: each["state"] for each in program("GET", RUNS)}
    assert listed == dict.fromkeys(begun, "queued")
    assert [each.get("kind") for each in looks].count("evaluate") == 1


def test_a_language_model_judges_a_run(
    own: Workbench, program: Program, scripted_server: ScriptedServer
) -> None:
    program("PUT", f"{SETS}/keepers/questions", json=OPENED)
    begun = program("POST", RUNS, 202, json=BY_NAIVE)
    place = f"{RUNS}/{begun['id']}"
    none = program("POST", f"{place}/judging-price", json={})
    assert (none["judge"], none["requests"]) == ("", 0)
    assert "No language model is on" in program("POST", f"{place}/judging", 422, json={})["detail"]
    own.parts.records.set_preference("language_model", "openai_compatible")
    own.parts.records.set_preference("language_model_url", scripted_server.openai_url)
    begun = program(
        "POST",
        RUNS,
        202,
        json={**BY_NAIVE, "contenders": [{"pipeline": "naive", "options": {"answerer": "local"}}]},
    )
    place = f"{RUNS}/{begun['id']}"
    own.queue.work_until_idle(threading.Event())
    price = program("POST", f"{place}/judging-price", json={"votes": 3})
    assert price["requests"] == 3 + price["probes"]
    assert price["input_tokens"] > 0
    program("POST", f"{place}/judging-price", 422, json={"votes": 2})
    program("POST", f"{place}/judging", 422, json={"more": 1})
    scripted_server.script(answer("It is right, I should say."))
    program("POST", f"{place}/judging", 202, json={})
    own.queue.work_until_idle(threading.Event())
    found = program("GET", place)["judging"]
    assert (found["judged"], found["waiting"]) == (0, 0)
    assert found["errors"]
    assert all("not the JSON object" in why for _, why in found["errors"])
    assert "Not judged" in program("GET", f"{place}?form=markdown").text


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"set": "others"}, 404),
        ({"contenders": []}, 422),
        ({"contenders": [{"pipeline": "oracle"}]}, 422),
        ({"contenders": [{"pipeline": "naive", "options": {"fusion": "magic"}}]}, 422),
        ({"contenders": [{"pipeline": "naive"}] * 41}, 422),
        ({"passages": 0}, 422),
        ({"passages": 1_000_000}, 422),
        ({"passages": "3"}, 422),
        ({"answers": 1}, 422),
        ({"more": 1}, 422),
    ],
)
def test_a_run_that_cannot_be_started_says_why(
    program: Program, changed: dict[str, Any], status: int
) -> None:
    program("PUT", f"{SETS}/keepers/questions", json=OPENED)
    assert program("POST", RUNS, status, json={**BY_NAIVE, **changed})["detail"]
    assert program("GET", RUNS) == []


def test_a_set_without_questions_starts_nothing(program: Program) -> None:
    assert "nothing to ask" in program("POST", RUNS, 422, json=BY_NAIVE)["detail"]


def test_formulas_stay_text_in_a_set_s_table(program: Program) -> None:
    program("PUT", f"{SETS}/keepers/questions", json={"question": "=2+5"})
    text = program("GET", f"{SETS}/keepers/file?form=csv").text
    assert "'=2+5" in text
    told = json.loads(program("GET", f"{SETS}/keepers/file").text)
    assert told["question"] == "=2+5"
