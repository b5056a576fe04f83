"""Names of a list none of whose rows is of something."""

from __future__ import annotations

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.groups_without import names_without
from backend.tasks.calculate.composed.list_steps import ListStep
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
        "Who can't have rye?",  # what is allowed
        "Which bakeries should not get rye?",
        "Which bakeries did not get their rye?",
        "Which bakeries don't just take rye?",
        "Which bakeries never had rye this month?",
        "Which bakeries did not get rye back?",
        "Who was not at Elm Mill today?",
        "Which mills never had rye?",  # whether those are the bakeries is open
    ],
)
def test_nothing_is_told_of_another_question(question: str) -> None:
    assert told(question) is None


def without(question: str, text: str) -> str | None:
    table = list_of(text, "rows.csv")
    found = names_without(question, Meanings(question, table, "rows"))
    return found[1].answer if found is not None and isinstance(found[1], Calculation) else None


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        # the harbour may be where somebody came from
        (
            "Which drivers have never been to Hull?",
            "Trip,Driver,From,To\n1,Ann,Hull,York\n2,Bob,York,Hull\n3,Cy,Ely,York\n4,Ann,Ely,Ely\n",
        ),
        # a projector and a screen are a projector
        (
            "Which rooms have no projector?",
            "Room,Equipment\nAsh,projector + screen\nElm,projector\nFir,phone\nOak,screen\n",
        ),
        # two values are states of rows
        (
            "Which pupils did not pass?",
            "Pupil,Subject,Result\nAnn,Art,pass\nAnn,Maths,fail\nBob,Art,pass\nCy,Art,fail\n",
        ),
        # who came is said row by row
        (
            "Which members were not at the May evening?",
            "Evening,Member,Came\nMay,Ann,yes\nMay,Bob,no\nJune,Cy,yes\nApril,Ann,no\n",
        ),
        # clients, or those who see them
        (
            "Who never had a massage?",
            "Visit,Client,Helper,What\n1,Ann,Flo,massage\n2,Bob,Gus,bath\n3,Cy,Flo,walk\n",
        ),
        # of two years one may be meant
        (
            "Which boats had no rye this year?",
            "Day,Boat,Load\n2030-05-01,Alke,rye\n2031-05-01,Moor,oat\n2031-06-01,Elm,salt\n",
        ),
    ],
)
def test_where_it_is_open_what_is_denied_nothing_is_told(question: str, rows: str) -> None:
    assert without(question, rows) is None


def test_who_is_the_column_that_is_headed_so() -> None:
    rows = "Who,What,Asked by\nAnn,bath,Flo\nBob,walk,Gus\nCy,song,Flo\n"
    assert without("Who had no bath?", rows) == "Bob, Cy"


def test_a_list_of_one_year_is_asked_of_this_year() -> None:
    rows = "Day,Boat,Load\n2031-05-01,Alke,rye\n2031-05-02,Moor,oat\n2031-06-01,Elm,salt\n"
    assert without("Which boats had no rye this year?", rows) == "Moor, Elm"


def test_any_is_asked_of_a_list_that_says_who_came() -> None:
    rows = "Dance,Member,Came\nreel,Ann,yes\nreel,Bob,no\njig,Cy,yes\nwaltz,Ann,no\n"
    assert without("Which members never had a jig?", rows) == "Ann, Bob"


def test_what_an_empty_cell_holds_is_not_known() -> None:
    table = list_of(
        "Van,Bakery,Bread\n1,Elm,Rye\n2,Corner,\n3,Mill,Oat\n4,Mill,Spelt\n", "deliveries.csv"
    )
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


def test_a_name_is_told_in_full_by_a_cell_that_has_it_so() -> None:
    rows = "Van,Driver,Bread\n1,Ida,oat\n2,Ida Moor,spelt\n3,Jon Wick,rye\n4,Cy Beck,oat\n"
    table = list_of(rows, "vans.csv")
    question = "Which drivers never had any rye?"
    found = names_without(question, Meanings(question, table, "vans"))
    assert found is not None
    made = found[1]
    assert isinstance(made, Calculation)
    assert [(cell.row, cell.text) for cell in made.operands] == [(1, "Ida Moor"), (3, "Cy Beck")]
    assert check_calculation(made, [passage_of(table)]).supported
