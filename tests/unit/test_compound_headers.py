"""What is counted is not told by a column that only has its word before another noun."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.composed_figure import unread_candidates
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.read_programs import ProgramModel
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.compound_headers import counts_something_else
from backend.types import Calculation
from tests.unit.csv_lists import list_of
from tests.unit.test_local_reader import WordEmbedder

RUNS = list_of(
    "Serial,Bench,Result,Test time (s)\nK1,North,fail,40\nK2,North,pass,55\nK3,South,fail,35\n"
    "K4,South,pass,60\nK5,North,fail,45\n",
    "runs.csv",
)


@pytest.mark.parametrize(
    ("question", "header", "unit", "is_other"),
    [
        ("How many tests failed?", "Test time (s)", "seconds", True),
        ("Did more tests fail in May?", "Test time (s)", "seconds", True),
        ("Which bench had the most tests?", "Test time", "", True),
        ("How many seconds did the tests take?", "Test time (s)", "seconds", False),
        ("How much test time was there?", "Test time (s)", "seconds", False),
        ("How many guests came?", "Guest nights", "", True),
        ("How many guest nights were there?", "Guest nights", "", False),
        ("How many bottles went?", "Bottles sold", "", False),
        ("How many bottles went?", "Bottle count", "", False),
        ("How many bottles went?", "Bottles", "", False),
        ("Which boat carries the most passengers?", "Passenger capacity", "", False),
        ("How many visitors came?", "Visitor numbers", "", False),
    ],
)
def test_a_word_before_another_noun_is_not_what_is_counted(
    question: str, header: str, unit: str, is_other: bool
) -> None:
    assert counts_something_else(question, header, frozenset(filter(None, [unit]))) is is_other


@pytest.mark.parametrize(
    "question", ["How many tests failed altogether?", "How many tests failed?"]
)
def test_no_form_of_question_adds_up_what_is_not_counted(question: str) -> None:
    outcome = calculate_columns(question, [RUNS], "runs")
    assert not isinstance(outcome, Calculation) or outcome.answer != "120"


def test_no_program_does_either() -> None:
    model = ProgramModel(WordEmbedder().embed, lambda _, texts: [0.0] * len(texts), shipped())
    found = unread_candidates("How many tests failed altogether?", RUNS, "runs", model)
    assert "3" in {each.outcome.answer for each in found}
    assert "120" not in {each.outcome.answer for each in found}
