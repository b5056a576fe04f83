"""Names of a list none of whose rows is of something."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.groups_without import names_without
from backend.tasks.calculate.composed.list_programs import ListStep
from backend.tasks.calculate.composed.paraphrases import meaning_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of, passage_of

DELIVERIES = list_of(
    "Van,Bakery,Bread,Loaves,Driver,Status\n"
    "1,Elm Mill,Rye,20,Ida Moor,paid\n"
    "2,Elm Mill,Spelt,12,Jon Wick,open\n"
    "3,Corner,Spelt,8,Ida,paid\n"
    "4,Harbour,Oat,5,Cy Beck,open\n"
    "5,Harbour,Spelt,9,Cy Beck,paid\n",
    "deliveries.csv",
)


def told(question: str) -> str | None:
    found = names_without(question, Meanings(question, DELIVERIES, "deliveries"))
    return found[1].answer if found is not None and isinstance(found[1], Calculation) else None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which bakeries never had any rye?", "Corner, Harbour"),
        ("Which bakeries didn't get any rye at all this year?", "Corner, Harbour"),
        ("Which bakery has no oat bread?", "Elm Mill, Corner"),
        ("Which breads did Elm Mill never take?", "Oat"),
        ("Who has not been to the Harbour?", "Ida Moor, Jon Wick"),  # "Ida" is Ida Moor
        ("Which drivers haven't been to Elm Mill?", "Cy Beck"),
    ],
)
def test_those_are_told_that_have_rows_and_none_of_it(question: str, answer: str) -> None:
    assert told(question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Which bakeries had rye?",
        "Which bakeries have not paid?",  # one that has not has a row that is open
        "Which bakeries are not paid yet?",
        "Which bakeries had no rye or oat?",
        "Which bakeries had nothing but spelt?",
        "Which bakeries never had rye for breakfast?",  # of breakfast the list says nothing
        "How many bakeries never had rye?",
        "Which bakeries had no spelt?",  # each had
        "Which breads did Ida not bring back?",  # some that she had may be out
        "Which mills never had rye?",  # whether those are the bakeries is open
    ],
)
def test_nothing_is_told_of_another_question(question: str) -> None:
    assert told(question) is None


def test_what_an_empty_cell_holds_is_not_known() -> None:
    table = list_of("Van,Bakery,Bread\n1,Elm,Rye\n2,Corner,\n3,Mill,Oat\n", "deliveries.csv")
    question = "Which bakeries never had rye?"
    found = names_without(question, Meanings(question, table, "deliveries"))
    assert found is not None
    assert isinstance(found[1], Refusal)


def test_each_name_is_a_cell_and_the_working_counts() -> None:
    question = "Which bakeries never had any rye?"
    found = names_without(question, Meanings(question, DELIVERIES, "deliveries"))
    assert found is not None
    program, made = found
    assert isinstance(made, Calculation)
    assert program.step is ListStep.NEVER
    assert meaning_of(program, DELIVERIES, "deliveries") == (
        "which Bakery has no row where Bread is Rye"
    )
    assert [(cell.row, cell.text) for cell in made.operands] == [(2, "Corner"), (3, "Harbour")]
    assert made.formula == "Bakery of 5 rows without those where Bread is Rye: 3 − 1 = 2"
    assert check_calculation(made, [passage_of(DELIVERIES)]).supported
