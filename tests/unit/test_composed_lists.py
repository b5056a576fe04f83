"""Questions over lists in everyday words: told with their cells, as sure as they are."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from backend.pipelines import _composed_lists
from backend.pipelines._table_documents import TableDocuments
from backend.settings import load_settings
from backend.tasks.calculate.composed.program_network import ProgramNetwork, shipped
from backend.types import Answer, Query, Verdict
from backend.workbench import Workbench, open_workbench

HIRES = """Out,Canoe,Hirer,Days,Fee (EUR),Back
2031-05-02,Otter,Ann Drew,3,45,yes
2031-05-09,Heron,Lew Finn,1,15,yes
2031-05-20,Otter,Lew Finn,7,98,no
2031-06-03,Teal,Ida Stone,2,30,yes
2031-06-11,Heron,Ann Drew,4,60,no
"""


BENCH = """Serial,Bench,Tested on,Result,Test time (s)
K1,North,2031-03-02,fail,40
K2,North,2031-03-03,pass,55
K3,South,2031-03-09,fail,45
K4,South,2031-04-02,pass,60
K5,North,2031-04-07,fail,50
"""


def two_sheets() -> bytes:
    """A workbook of two sheets with the same columns and other fees."""
    book = openpyxl.Workbook()
    for name, fee in (("North", "45"), ("South", "75")):
        sheet = book.create_sheet(name)
        for row in csv.reader(io.StringIO(HIRES.replace("45", fee))):
            sheet.append([int(cell) if cell.isdigit() else cell for cell in row])
    del book["Sheet"]
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("lists")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    for collection, names in (("One", ["canoe-hires.csv"]), ("Two", ["hires.csv", "canoes.csv"])):
        made = opened.library.create_collection(collection)
        for at, name in enumerate(names):
            content = HIRES.replace("45", "48") if at else HIRES
            assert opened.library.add_file(made.id, name, content.encode()) is not None
    made = opened.library.create_collection("Bench")
    assert opened.library.add_file(made.id, "bench-log.csv", BENCH.encode()) is not None
    made = opened.library.create_collection("Sheets")
    assert opened.library.add_file(made.id, "hires.xlsx", two_sheets()) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str, collection: str = "One") -> Answer:
    query = Query(question, workbench.library.collection_named(collection).id)
    asking = workbench.questions.ask(query, "naive", kept=False)
    asking.wait()
    assert asking.answer is not None, asking.error
    return asking.answer


def as_sure_as(monkeypatch: pytest.MonkeyPatch, likely: float, sure: float) -> None:
    """The network that ships, with other probabilities from which it tells."""
    network: ProgramNetwork = replace(shipped(), likely=likely, sure=sure)
    monkeypatch.setattr(_composed_lists, "shipped", lambda: network)


QUESTION = "What came in as fees in May?"


def test_what_is_probable_is_told_with_its_cells_and_the_trace_says_how_probable(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 0.0, 0.01)
    answer = asked(workbench, QUESTION)

    assert answer.verdict is Verdict.CALCULATED
    assert answer.short == "158 EUR"
    assert answer.calculation is not None
    assert [operand.text for operand in answer.calculation.operands] == ["45", "15", "98"]
    assert any("the most probable reading of the question" in step.summary for step in answer.steps)


def test_what_is_less_probable_is_only_likely(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 0.0, 1.0)
    assert asked(workbench, QUESTION).verdict is Verdict.LIKELY


def test_what_is_hardly_probable_is_not_told(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 1.0, 1.0)
    assert asked(workbench, QUESTION).calculation is None


def test_two_lists_that_may_be_meant_tell_nothing(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 0.0, 0.0)
    monkeypatch.setattr(_composed_lists, "RIVAL", 0.0)
    assert asked(workbench, QUESTION, "Two").calculation is None


def test_another_model_than_the_network_knows_tells_nothing(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(shipped(), identity="another model", likely=0.0, sure=0.0)
    monkeypatch.setattr(_composed_lists, "shipped", lambda: other)
    assert asked(workbench, QUESTION).calculation is None


def test_what_is_not_sure_is_offered_with_what_it_comes_to_and_told_where_it_is_meant(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 1.0, 1.0)
    answer = asked(workbench, QUESTION)

    assert answer.calculation is None
    total = next(each for each in answer.choices if each.answer == "158 EUR")
    assert total.label == "total Fee (EUR) where Out in May"
    assert total.question == f"{QUESTION} (meant: canoe hires: {total.label})"

    meant = asked(workbench, total.question)
    assert meant.verdict is Verdict.CALCULATED
    assert meant.short == "158 EUR"
    assert meant.choices == ()


def test_a_reading_that_the_list_has_no_longer_is_the_question_alone(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 0.0, 0.01)
    answer = asked(workbench, f"{QUESTION} (meant: canoe hires: total Paddles)")
    assert answer.short == "158 EUR"


def test_beside_a_likely_answer_stand_the_other_readings(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 0.0, 1.0)
    monkeypatch.setattr(_composed_lists, "LEAST_OFFERED", 0.0)
    answer = asked(workbench, QUESTION)
    assert answer.short == "158 EUR"
    assert answer.choices
    assert all(each.answer != "158 EUR" for each in answer.choices)
    assert len(answer.choices) <= _composed_lists.MOST_OFFERED


def test_beside_a_calculated_answer_stands_none(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 0.0, 0.01)
    assert asked(workbench, QUESTION).choices == ()


def test_what_is_hardly_probable_is_not_offered(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 1.0, 1.0)
    monkeypatch.setattr(_composed_lists, "LEAST_OFFERED", 1.0)
    assert asked(workbench, QUESTION).choices == ()


def test_readings_of_two_sheets_say_which_they_are_of(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 1.0, 1.0)
    answer = asked(workbench, QUESTION, "Sheets")
    told = {each.label: each for each in answer.choices}
    north = told["total Fee (EUR) where Out in May (hires, North)"]
    south = told["total Fee (EUR) where Out in May (hires, South)"]
    assert (north.answer, south.answer) == ("158 EUR", "188 EUR")
    assert asked(workbench, north.question, "Sheets").short == "158 EUR"
    assert asked(workbench, south.question, "Sheets").short == "188 EUR"


def test_a_list_without_a_word_of_the_question_is_asked_how_two_columns_stand(
    workbench: Workbench,
) -> None:
    collection = workbench.library.collection_named("One")
    documents = TableDocuments(workbench.parts, collection.id)
    late = _composed_lists._others("How many bookings ended too late?", documents, frozenset())
    assert [title for title, _ in late] == ["canoe hires"]
    assert _composed_lists._others("How many pelicans landed?", documents, frozenset()) == []


def test_no_way_of_asking_adds_up_what_is_not_counted(workbench: Workbench) -> None:
    """The forms of question, programs and names of documents all lead to a sum."""
    for question in (
        "How many tests failed altogether in the bench log?",
        "How many tests failed?",
        "How many tests were there in total?",
    ):
        answer = asked(workbench, question, "Bench")
        assert answer.calculation is None or "135" not in answer.short


def test_readings_name_the_documents_that_they_are_of(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_sure_as(monkeypatch, 1.0, 1.0)
    answer = asked(workbench, QUESTION)
    assert {each.document_ids for each in answer.choices} == {(answer.hits[0].chunk.document_id,)}
