"""Lists of budgets are asked: sums go before single rows, of two such lists none is told, and what
somebody did adds up."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.pipelines import _composed_lists
from backend.pipelines._calculating import _adds_up_rows
from backend.pipelines._composed_lists import ListReading, readings_of_lists, told_of
from backend.pipelines._table_documents import TableDocuments
from backend.pipelines._telling_figures import Worked
from backend.settings import load_settings
from backend.tasks.calculate.composed.composed_figure import Composed, composed_figures
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.read_programs import ProgramModel, Scores
from backend.tasks.calculate.programs.column_lookup import MANY_ROWS_FIT
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Answer, Calculation, Query, Refusal, Verdict
from backend.workbench import Workbench, open_workbench
from tests.unit.csv_lists import list_of
from tests.unit.test_local_reader import WordEmbedder

COSTS = """Month,Project,Cost type,Budget (EUR),Actual (EUR)
April,Garden,Plants,100,120
April,Garden,Tools,50,20
April,Kitchen,Paint,200,260
May,Garden,Plants,100,130
May,Kitchen,Paint,80,70
May,Cellar,Stone,300,300
June,Loft,Beams,400,150
"""
USED = """Day,Pump,Litres,Degrees
2031-04-02,North,12,5
2031-04-09,South,9,6
2031-04-20,North,14,7
2031-05-02,South,5,9
"""
SPENDING = {
    "work hours.csv": "Job,Trade,Hours\nJ1,Roof,2\nJ2,Roof,5\nJ3,Drain,1\nJ4,Drain,3\n",
    "bills.csv": "Bill,Trade,Cost\nB1,Roof,50\nB2,Roof,20\nB3,Drain,90\nB4,Drain,10\n",
    "plans.csv": "Trade,Quarter,Plan,Actual\nRoof,Q1,30,20\nRoof,Q2,40,60\nDrain,Q1,10,5\n"
    "Drain,Q2,10,15\n",
}


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("budgets")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    further = COSTS.replace("120", "125")
    for collection, files in {
        "One": {"costs.csv": COSTS},
        "Two": {"costs.csv": COSTS, "further costs.csv": further},
        "Used": {"oil-used.csv": USED},
        "Spending": SPENDING,
    }.items():
        made = opened.library.create_collection(collection)
        for name, content in files.items():
            assert opened.library.add_file(made.id, name, content.encode()) is not None
    opened.queue.work_until_idle(threading.Event())
    yield opened
    opened.close()


def asked(workbench: Workbench, question: str, collection: str = "One") -> Answer:
    query = Query(question, workbench.library.collection_named(collection).id)
    asking = workbench.questions.ask(query, "naive", kept=False)
    asking.wait()
    assert asking.answer is not None, asking.error
    return asking.answer


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Is Garden over budget?", "Yes, over by 20 EUR"),
        ("Which project is over budget?", "Kitchen (50 EUR over), Garden (20 EUR over)"),
        ("What is left of the Loft budget?", "250 EUR"),
    ],
)
def test_sums_are_told_as_likely_and_all_that_is_said_is_supported(
    workbench: Workbench, question: str, short: str
) -> None:
    answer = asked(workbench, question)
    assert (answer.verdict, answer.short) == (Verdict.LIKELY, short)
    assert all(sentence.supported for sentence in answer.sentences)


def test_of_two_lists_of_which_a_rule_tells_something_neither_is_told(
    workbench: Workbench,
) -> None:
    answer = asked(workbench, "Is Garden over budget?", "Two")
    assert answer.calculation is None
    offered = {choice.answer: choice.document_ids for choice in answer.choices}
    assert {"Yes, over by 20 EUR", "Yes, over by 25 EUR"} <= set(offered)
    assert offered["Yes, over by 20 EUR"] != offered["Yes, over by 25 EUR"]


def test_with_something_left_out_nothing_is_told(workbench: Workbench) -> None:
    assert asked(workbench, "Are we over budget without the Garden?").calculation is None


JOBS = list_of(
    "Job,Quarter,Budget,Actual\nFence,Q1,100,120\nFence,Q2,100,90\nPond,Q1,40,30\nPond,Q2,40,60\n",
    "jobs.csv",
)


def unread(question: str, texts: Sequence[str]) -> Scores:
    """Nothing speaks for any of the texts."""
    return np.zeros(len(texts), np.float32)


def composed(question: str) -> tuple[Composed, ...]:
    model = ProgramModel(WordEmbedder().embed, unread, shipped())
    return composed_figures(question, JOBS, "jobs", model)


def steps_with_pairs(question: str) -> set[ListStep]:
    programs = (each.candidate.program for each in composed(question))
    return {program.step for program in programs if program.pairs}


def test_where_the_rule_tells_something_it_goes_before_all_other_readings() -> None:
    first, *others = composed("Which jobs were over budget in Q2?")
    assert first.candidate.program.step is ListStep.BEYOND_EACH
    assert first.calculation.answer == "Pond (20 over)"
    assert all(each.probability < first.probability for each in others)
    assert not any(each.candidate.program.pairs for each in others)


def test_only_another_list_of_which_a_rule_tells_something_is_a_rival(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "Which jobs were over budget in Q2?"
    monkeypatch.setattr(_composed_lists, "cited", lambda made, *_: Worked(made, ()))
    by_rule, other = composed(question)[:2]
    other = replace(other, probability=0.6)

    def told(*readings: tuple[str, Composed]) -> str | None:
        lists = [ListReading(table, table, table, each, True) for table, each in readings]
        found = told_of(question, lists, (), workbench.parts.records)
        return None if found is None else found.calculation.answer

    assert told(("jobs", by_rule)) == "Pond (20 over)"
    assert told(("jobs", by_rule), ("jobs", by_rule)) == "Pond (20 over)"  # of the same list
    assert told(("jobs", by_rule), ("plans", other)) == "Pond (20 over)"
    assert told(("jobs", by_rule), ("plans", by_rule)) is None
    assert told(("jobs", by_rule), ("plans", other), ("costs", by_rule)) is None


def test_where_the_rule_refuses_rows_are_not_told_in_place_of_their_sums() -> None:
    # in sum both jobs are over their budgets, though each of them has one row below it
    assert steps_with_pairs("Which jobs were under budget?") == set()


def test_where_the_rule_does_not_apply_rows_are_told() -> None:
    assert ListStep.COUNT in steps_with_pairs("How many rows were under budget?")


@pytest.mark.parametrize(
    ("question", "adds_up"),
    [
        ("How many litres did we use in April?", True),
        ("How many litres did North use in April?", True),
        ("How much oil have they burnt in April?", True),
        ("How many litres has North used?", True),
        ("How many guests did Mora have?", False),  # in one of the rows, perhaps
        ("How many litres have we got in April?", False),
        ("How many litres has it been in April?", False),
        ("How many litres have we left?", False),
        ("How many litres has North in April?", False),
        ("How many litres have they for North?", False),
        ("How many litres are in the tank in April?", False),
        ("How many litres were there in April?", False),
        ("In April, how many litres did we use?", False),
        ("What did we use in April?", False),
    ],
)
def test_what_somebody_did_adds_up(question: str, adds_up: bool) -> None:
    made = calculate_columns("What are the total litres?", [list_of(USED, "oil.csv")], "oil")
    assert isinstance(made, Calculation)
    total = Worked(made, ())
    assert _adds_up_rows(question, Refusal(MANY_ROWS_FIT), total) is adds_up
    # of what is only likely, or refused for another reason, nothing is added up
    assert not _adds_up_rows(question, Refusal(MANY_ROWS_FIT), Worked(made, (), is_likely=True))
    assert not _adds_up_rows(question, Refusal("No column fits."), total)
    assert not _adds_up_rows(question, None, total)


def test_rows_of_what_was_used_are_told_together(workbench: Workbench) -> None:
    answer = asked(workbench, "How many litres did we use in April?", "Used")
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "35 l")
    assert not answer.choices


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("How much did we spend on roofs?", {"bills"}),  # money by its header
        ("How many hours did we spend on roofs?", {"plans", "work hours"}),
        # what was planned is money by no header, and by a rule for such lists all the same
        ("By how much did we overspend on Roof?", {"bills", "plans"}),
        ("Which trade overspent?", {"bills", "plans"}),
    ],
)
def test_where_spending_is_asked_for_lists_without_money_are_read_by_a_rule_alone(
    workbench: Workbench, question: str, read: set[str]
) -> None:
    collection = workbench.library.collection_named("Spending").id
    documents = TableDocuments(workbench.parts, collection)
    hits = asked(workbench, question, "Spending").hits
    embedder = workbench.parts.embedders.of(collection)
    found = readings_of_lists(question, documents, hits, embedder, is_of_all=True)
    assert {each.title for each in found} == read
    assert all(each.is_by_rule for each in found if each.title == "plans" and "bills" in read)


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("How much did we spend on roofs?", "70"),
        ("By how much did we overspend on Roof?", "10"),  # 80 against 70
        ("Which trade overspent?", "Roof (10 over)"),
    ],
)
def test_what_was_spent_is_told_by_the_list_that_has_it(
    workbench: Workbench, question: str, short: str
) -> None:
    assert asked(workbench, question, "Spending").short == short


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("Which project overspent?", "Kitchen (50 EUR over), Garden (20 EUR over)"),
        ("Tell me which projects are over budget", "Kitchen (50 EUR over), Garden (20 EUR over)"),
    ],
)
def test_groups_are_asked_for_in_several_ways(
    workbench: Workbench, question: str, short: str
) -> None:
    assert asked(workbench, question).short == short


def test_whose_project_it_is_no_sum_tells(workbench: Workbench) -> None:
    assert asked(workbench, "Whose project is over budget?").calculation is None


JOBS_BY_TERM = """Job,Quarter,Budget,Actual
Fence,{0} 1,100,120
Fence,{0} 2,100,90
Pond,{0} 1,40,30
Pond,{0} 2,40,60
"""


@pytest.mark.parametrize("named", ["Q", "Qtr", "Quarter"])
@pytest.mark.parametrize("said", ["Q2", "the second quarter", "quarter 2", "the 2nd quarter"])
def test_quarters_are_said_as_people_say_them(named: str, said: str) -> None:
    text = JOBS_BY_TERM.format(named).replace("Q 1", "Q1").replace("Q 2", "Q2")
    model = ProgramModel(WordEmbedder().embed, unread, shipped())
    question = f"Which jobs were over budget in {said}?"
    first = composed_figures(question, list_of(text, "jobs.csv"), "jobs", model)[0]
    assert first.calculation.answer == "Pond (20 over)"
