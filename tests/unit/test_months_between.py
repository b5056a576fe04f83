"""Months from one to another, and days of one month, are bounds of days."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.days_said import with_months_between
from backend.tasks.calculate.composed.list_programs import programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

YEAR_OF = {2: 2032, 4: 2031, 6: 2031, 11: 2031}
CROSSINGS = list_of(
    "Day,Boat,Cars\n2031-05-01,Alke,14\n2031-05-10,Tern,22\n2031-05-20,Alke,9\n"
    "2031-06-02,Tern,4\n2031-07-02,Moor,5\n2031-09-02,Tern,40\n",
    "crossings.csv",
)


@pytest.mark.parametrize(
    "question",
    [
        "What came in from April to June?",
        "What came in for April to June?",
        "What came in in April until June?",
        "What came in over April through June?",
        "What came in during April till June?",
        "What came in April–June?",
        "What came in April - June?",
        "What came in between April and June?",
    ],
)
def test_they_are_from_one_to_the_other_in_the_years_of_the_list(question: str) -> None:
    plain = with_months_between(question, YEAR_OF)
    assert "from April 2031 to June 2031" in plain
    assert plain.startswith("What came")


def test_the_years_of_both_may_differ() -> None:
    plain = with_months_between("What came in from November to February?", YEAR_OF)
    assert "from November 2031 to February 2032" in plain


@pytest.mark.parametrize(
    "question",
    [
        "What came in in April and June?",  # those two
        "What came in from April and June?",
        "What came in between April to June?",  # half said
        "What came in from April to June 2030?",  # a year that is said
        "What came in from 3 April to 5 June?",
        "What came in from April to June 5?",
        "What came in from March to June?",  # of March the list has several years, or no day
        "What came in from April to July?",
        "What came in in April?",
    ],
)
def test_other_months_stay_as_they_are(question: str) -> None:
    assert with_months_between(question, YEAR_OF).replace("  ", " ") == question


def sums(question: str, table: StoredTable = CROSSINGS) -> set[tuple[str, bool]]:
    """The sums that a question may mean, each with whether figures are bounded."""
    mentions = Meanings(question, table, "crossings")
    programs = programs_of(question, mentions, cues_of(question, mentions.words))
    made = [(run(each, table), bool(each.bounds)) for each in programs if each.step is ListStep.SUM]
    return {(each.answer, bounds) for each, bounds in made if isinstance(each, Calculation)}


@pytest.mark.parametrize(
    ("question", "total"),
    [
        ("How many cars came from May to July?", "54"),  # 14 + 22 + 9 + 4 + 5
        ("How many cars came between June and September?", "49"),
        ("How many cars came May to June?", "49"),
        ("How many cars came between 1 and 15 May?", "36"),  # the 1st and the 10th
        ("How many cars came between the 10th and the 20th of May?", "31"),
        ("How many cars came from 10 to 20 May?", "31"),
    ],
)
def test_the_rows_of_those_days_are_meant(question: str, total: str) -> None:
    assert sums(question) == {(total, False)}


def test_a_month_of_two_years_is_of_neither() -> None:
    table = list_of(
        "Day,Boat,Cars\n2030-05-01,Alke,14\n2031-05-10,Tern,22\n2031-06-02,Tern,4\n",
        "crossings.csv",
    )
    found = sums("How many cars came from May to June?", table)
    assert ("26", False) not in found  # that would be of one of the years
