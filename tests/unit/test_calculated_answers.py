"""A question with a number in mind is answered by calculation in every pipeline, or by reading."""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from backend.command_line.ask_command import ask as ask_by_command
from backend.serialisation import from_json, to_json
from backend.settings import load_settings
from backend.types import Answer, Calculation, JobState, Query, Verdict
from backend.workbench import Workbench, open_workbench

ORCHARD = b"""Year,Apples (kg),Pears (kg),Seeds (kg),Helpers
2021,1100,300,310,12
2022,1150,290,420,14
2023,1210,310,760,15
2024,980,330,1150,13
"""
MILL = b"""Year,Flour (kg),Seeds (kg)
2022,900,100
2023,950,110
2024,970,120
"""
PIPELINES = ("naive", "chain_of_thought", "community_graph", "fused_hybrid")


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    library: Path = tmp_path_factory.mktemp("calculated")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    for collection, files in (
        ("Orchard", {"orchard.csv": ORCHARD}),
        ("Both", {"orchard.csv": ORCHARD, "mill.csv": MILL}),
    ):
        made = opened.library.create_collection(collection)
        for name, content in files.items():
            assert opened.library.add_file(made.id, name, content) is not None
    opened.queue.work_until_idle(threading.Event())
    assert {view.job.state for view in opened.queue.jobs()} == {JobState.DONE}
    yield opened
    opened.close()


def asked(
    workbench: Workbench, question: str, pipeline: str = "naive", collection: str = "Orchard"
) -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named(collection).id), pipeline
    )
    assert asking.wait(60)
    assert asking.error is None
    assert asking.answer is not None
    return asking.answer


def made_of(answer: Answer) -> Calculation:
    assert answer.calculation is not None, answer.steps
    return answer.calculation


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_every_pipeline_computes_a_sum_and_cites_its_cells(
    workbench: Workbench, pipeline: str
) -> None:
    answer = asked(workbench, "Seeds of 2022, 2023 and 2024 together", pipeline)
    made = made_of(answer)
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "2,330 kg")
    assert made.formula == "420 + 760 + 1,150 = 2,330 kg"
    assert [(operand.row, operand.column, operand.text) for operand in made.operands] == [
        (1, 2, "420"),
        (2, 2, "760"),
        (3, 2, "1150"),
    ]
    assert [sentence.supported for sentence in answer.sentences] == [True]
    text = workbench.parts.records.text(made.operands[0].document_id)
    assert [text[citation.start : citation.end] for citation in answer.citations] == [
        "420",
        "760",
        "1150",
    ]
    assert all(citation.verified for citation in answer.citations)
    assert "calculate" in [step.name for step in answer.steps]


@pytest.mark.parametrize(
    ("question", "short"),
    [
        ("What is the average of apples in 2022 and 2023?", "1,180 kg"),
        ("By how much did pears change from 2022 to 2023, in per cent?", "6.9 %"),
        ("What was the total of pears from 2021 to 2024?", "1,230 kg"),
        ("What is the difference in seeds between 2021 and 2024?", "840 kg"),
        ("In which year were the apples highest?", "2023"),
        ("In which year were the apples lowest?", "2024"),
        ("How many helpers were there in 2023?", "15"),
        ("Seeds of 2022, 2023 and 2024 together, to the nearest thousand", "2,000 kg"),
        ("By how many per cent did pears change from 2022 to 2023, to no decimals?", "7 %"),
        ("What is the average of apples (kg) to one decimal place?", "1,110.0 kg"),
    ],
)
def test_operations_over_years(workbench: Workbench, question: str, short: str) -> None:
    answer = asked(workbench, question)
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short)


def test_without_the_cell_no_figure_is_told_and_the_reader_answers(workbench: Workbench) -> None:
    answer = asked(workbench, "How many apples were there in 2019?")
    assert answer.calculation is None
    assert answer.verdict is not Verdict.CALCULATED
    step = next(step for step in answer.steps if step.name == "calculate")
    assert "The cell does not exist." in step.summary
    assert step.detail == {"nearest": "Apples (kg) 2019"}


def test_two_documents_with_different_figures_are_no_figure(workbench: Workbench) -> None:
    question = "Seeds of 2022, 2023 and 2024 together"
    answer = asked(workbench, question, collection="Both")
    assert answer.calculation is None
    step = next(step for step in answer.steps if step.name == "calculate")
    assert "Two documents give different figures." in step.summary


def test_where_it_is_open_which_figure_is_meant_no_quoted_one_is_called_the_answer(
    workbench: Workbench,
) -> None:
    question = "How many seeds were there in 2023?"
    alone, both = asked(workbench, question), asked(workbench, question, collection="Both")
    assert alone.verdict is Verdict.CALCULATED
    assert both.calculation is None
    assert both.verdict not in {Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY}
    assert both.short == ""


def test_a_question_without_a_number_in_mind_has_no_such_step(workbench: Workbench) -> None:
    answer = asked(workbench, "Who helps in the orchard?")
    assert answer.calculation is None
    assert "calculate" not in [step.name for step in answer.steps]


def test_a_calculation_is_stored_and_exported_with_its_cells(workbench: Workbench) -> None:
    answer = asked(workbench, "Seeds of 2022, 2023 and 2024 together")
    again = from_json(Answer, to_json(answer))
    assert again.calculation == answer.calculation
    assert made_of(again).value == Decimal(2330)
    markdown = workbench.evidence.bundle(answer.id, "markdown")
    assert "Formula: 420 + 760 + 1,150 = 2,330 kg" in markdown
    assert "| 1150 | Seeds (kg) | 2024 | orchard.csv |  |" in markdown


def test_the_command_prints_formula_and_cells(
    workbench: Workbench, capsys: pytest.CaptureFixture[str]
) -> None:
    options = argparse.Namespace(
        question="Seeds of 2022, 2023 and 2024 together",
        collection="Orchard",
        document=[],
        option=[],
        top_k=5,
        pipeline="naive",
        json=False,
    )
    assert ask_by_command(workbench, options) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Calculated: 2,330 kg\n")
    assert "Formula: 420 + 760 + 1,150 = 2,330 kg\n" in printed
    assert "  760\tSeeds (kg), 2023\torchard.csv, row 3, column 3\n" in printed


BUDGET = b"""Cost centre,Budget 2024,Actual 2024,Variance
Marketing,450,472,22
Research,1100,1065,-35
"""


def test_what_must_be_worked_out_is_not_answered_by_a_row_that_stands_near(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    library: Path = tmp_path_factory.mktemp("budget")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Budget")
    assert opened.library.add_file(made.id, "budget.csv", BUDGET) is not None
    opened.queue.work_until_idle(threading.Event())
    # 472 − 450, and 1,065 below 1,100
    for question, short in (
        ("By how much did Marketing exceed its budget in 2024?", "22"),
        ("Which cost centres are above their budget?", "Marketing"),
    ):
        answer = asked(opened, question, collection="Budget")
        assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short)
    for question in (
        "By how much did Marketing exceed its budget in 2024 without travel?",
        "Which cost centres are above their budget for travel?",
        "How does Marketing compare to Research in 2024?",
    ):
        answer = asked(opened, question, collection="Budget")
        assert answer.calculation is None
        assert answer.verdict not in {Verdict.CALCULATED, Verdict.DIRECT, Verdict.LIKELY}
        assert answer.short == ""
    opened.close()


BILLS = b"""Bill,Firm,Amount,Paid
B1,Alder,120,yes
B2,Reed,80,no
B3,Alder,45,no
"""


def test_what_is_unpaid_is_asked_of_a_list_and_other_denials_of_the_text(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    library: Path = tmp_path_factory.mktemp("bills")
    opened = open_workbench(load_settings({}, library=library), start_workers=False)
    made = opened.library.create_collection("Bills")
    assert opened.library.add_file(made.id, "bills.csv", BILLS) is not None
    assert (
        opened.library.add_file(made.id, "rules.txt", b"Smoking is not allowed in the yard.")
        is not None
    )
    opened.queue.work_until_idle(threading.Event())
    answer = asked(opened, "How much is unpaid in total?", collection="Bills")
    assert made_of(answer).figure == "125"
    answer = asked(opened, "What is not allowed in the yard?", collection="Bills")
    assert answer.calculation is None
    assert not any("computed" in step.summary for step in answer.steps)
    opened.close()
