"""What several months, quarters or days come to together, and what is no answer to that."""

from __future__ import annotations

import pytest

from backend.pipelines._figure_questions import needs_care
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.several_asked import asks_several, says_only_some
from backend.tasks.calculate.programs.several_dates import SEVERAL, each_of
from backend.types.calculations import Calculation, Refusal
from tests.unit.csv_lists import list_of

KILN = list_of(
    "Month,Peat (kg),Coke (kg),Charges (EUR)\n"
    "Jan 2031,310,22,155.50\nFeb 2031,280,19,140\nMar 2031,355,24,172.25\n"
    "Apr 2031,402,25,191\nMay 2031,433,28,204.50\nJun 2031,398,21,195.75\n"
    "Total,2178,139,1059\n",
    "kiln.csv",
)
VISITS = list_of(
    "Date,School,Guide,Hours,Pupils\n"
    "2031-04-03,Elm,April,3,21\n2031-04-17,Oak,Rolf,2,30\n2031-05-08,Elm,Rolf,4,25\n"
    "2031-06-12,Ash,May,5,18\n2031-06-19,Elm,Rolf,1,24\n",
    "visits.csv",
)
WORDS = list_of(
    "Month,Ale (l),Stout (l)\nJanuary,13,1.5\nFebruary,27,2.2\nMarch,31,3.4\nApril,48,4.9\n"
    "May,52,5.3\n",
    "brewing.csv",
)
HEATING = list_of(
    "Month,Wood (kg),Peat (kg),Cost (EUR)\nJan 2031,71,20,255\nFeb 2031,62,17,231\n"
    "Mar 2031,55,15,226\nApr 2031,41,9,204\nMay 2031,34,6,197\nJun 2031,33,4,195\n",
    "Heating.csv",
)
HOLED = list_of(
    "Month,Ale (l),Stout (l)\nJan 2031,13,1\nFeb 2031,,2\nMar 2031,31,3\nApr 2031,48,6\n",
    "brewing.csv",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much peat was used in April and May 2031?", "835"),
        ("How much peat was used in January and in March 2031?", "665"),
        ("How much coke was used in both January and May?", "50"),
        ("How much peat was used in Jan, Feb and Apr 2031?", "992"),
        ("How much peat was used in Q1 and Q2?", "2,178"),
        ("How much peat was used in the first and second quarter?", "2,178"),
        ("How much peat was used in the second quarter?", "1,233"),
        ("How much peat was used in the first and second quarter of 2031?", "2,178"),
        ("What were the total charges in the second quarter?", "591.25"),
    ],
)
def test_several_periods_are_added_up(question: str, answer: str) -> None:
    made = calculate_columns(question, [KILN], "Kiln")
    assert isinstance(made, Calculation), made
    assert made.answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "How much peat was used in May and July 2031?",  # the list has no July
        "How much peat was used in December and January 2031?",  # of which December
        "How much peat was used in April 2031 and in May 2030?",
        "What is the average peat in April and May 2031?",  # or one for each
        "What was the peat in April and May 2031?",
        "How much peat was used in April and May 2031 each?",
        "How much peat was used in April and Q1 2031?",
    ],
)
def test_what_is_open_of_several_periods_is_not_told(question: str) -> None:
    assert not isinstance(calculate_columns(question, [KILN], "Kiln"), Calculation)


def test_several_days_and_months_of_a_list_of_days() -> None:
    def told(question: str) -> str | None:
        made = calculate_columns(question, [VISITS], "Visits")
        return made.answer if isinstance(made, Calculation) else None

    assert told("How many hours were visited on 3 April and 12 June 2031?") == "8"
    # there were visits in June, and none of Oak
    assert told("What are the total hours of Oak in April and June?") is None
    assert told("What are the total hours of Oak on 17 April and 19 June?") == "2"
    # a school that came in both months, or in one of them
    assert told("Which schools came on 3 April and 19 June?") is None
    assert told("How many schools came on 3 April and 19 June?") is None
    # a guide is called April
    assert told("What are the total hours for April and May?") is None


def test_months_that_stand_as_words() -> None:
    def told(question: str) -> str | None:
        made = calculate_columns(question, [WORDS], "Brewing")
        return made.answer if isinstance(made, Calculation) else None

    assert told("How much ale was used in January and March?") == "44"
    assert told("How much ale was used in January and in March?") == "44"
    assert told("How much stout was used in January, February and April?") == "8.6"
    assert told("How much ale was used in January and July?") is None
    assert told("How much ale was used in Q1 and Q2?") is None  # of June there is nothing


def test_a_month_without_a_figure_is_told_of() -> None:
    outcome = calculate_columns("How much ale was used in January and February?", [HOLED], "")
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "The list has no figure of February."
    whole = calculate_columns("How much ale was used in January and March?", [HOLED], "")
    assert isinstance(whole, Calculation)
    assert whole.answer == "44"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("in April and May 2031", ("April 2031", "May 2031")),
        ("in Q1 and Q3 of 2031", ("Q1 2031", "Q3 2031")),
        ("on 4 May and 11 May 2031", ("4 May 2031", "11 May 2031")),
        ("on 4 June and 11 May 2031", ()),
        ("in May 2031 and June", ()),
        ("in April, May 2031", ()),
        ("in April and May", ("April", "May")),
    ],
)
def test_the_year_behind_the_last_is_that_of_all(text: str, named: tuple[str, ...]) -> None:
    found = SEVERAL.search(text)
    assert found is not None
    assert each_of(found["all"]) == named


@pytest.mark.parametrize(
    ("question", "row", "is_some"),
    [
        ("How much peat was used in April and May 2031?", "Kiln: May 2031 — Peat: 433", True),
        ("How much peat was used in April and May 2031?", "Apr 2031 and May 2031: 835", False),
        ("How many hours are worked on Monday and Tuesday?", "Monday — Hours: 4", True),
        ("How many hours are worked on Monday and Tuesday?", "Mon/Tue — Hours: 8", False),
        ("What was the profit in the first and second quarter?", "Profit — Q2: 40", True),
        ("What was the profit in Q1 and Q2?", "Profit — Q1: 4; Q2: 40", False),
        ("What is the first and second prize?", "First prize: a boat", False),
        ("How much did Rolf and Ines give?", "Rolf — Given: 12", True),
        ("How much did Fell and Sons owe?", "Fell and Sons — Owed: 12", False),
        ("How much more was used in May than in April and March?", "May: 4", False),
        ("When is it open on Monday and Tuesday?", "Mon–Fri: 9–17", False),
    ],
)
def test_a_row_of_one_of_several_is_no_answer(question: str, row: str, is_some: bool) -> None:
    assert says_only_some(question, row) is is_some


def test_such_questions_are_looked_at_with_care() -> None:
    assert asks_several("How much peat was used in April and May 2031?")
    assert needs_care("How far did Rolf and Ines walk?")
    assert not asks_several("What changed between April and May?")


def test_a_mean_per_month_of_one_row_a_month_is_that_of_all_rows() -> None:
    def told(question: str) -> str | None:
        made = calculate_columns(question, [KILN], "Kiln")
        return made.answer if isinstance(made, Calculation) else None

    assert told("What is the average peat use per month?") == "363"
    assert told("What is the average coke per month in Q2 2031?") == "24.67"
    # three rows a quarter: one mean for each may be meant
    assert told("What is the average peat per quarter?") is None
    # a month between has no row
    gap = list_of("Month,Ale (l),Stout (l)\nJan 2031,13,1\nFeb 2031,27,2\nApr 2031,48,6\n")
    assert not isinstance(
        calculate_columns("What is the average ale per month?", [gap], ""), Calculation
    )
    # days that are one a month by chance
    gifts = list_of("Date,Giver,Gift (EUR)\n2031-01-04,A,13\n2031-02-04,B,27\n2031-03-08,A,48\n")
    assert not isinstance(
        calculate_columns("What is the average gift per month?", [gifts], ""), Calculation
    )


def test_what_a_whole_list_is_of_cost_in_several_months() -> None:
    def told(question: str) -> str | None:
        made = calculate_columns(question, [HEATING], "Works")
        return made.answer if isinstance(made, Calculation) else None

    assert told("What was the total cost of heating in the second quarter?") == "596"
    assert told("How much did the heating cost in April and May?") == "401"
    assert told("What was the total cost of rent in the second quarter?") is None
    assert told("What was the total cost of wood in the second quarter?") is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # a year that begins in April may have another second quarter
        ("Month,Ale (l),Stout (l)\nApr 2031,13,1\nMay 2031,27,2\nJul 2031,48,6\n", "ale.csv"),
        ("Month,Ale (l),Term\nJan 2031,13,first quarter\nApr 2031,27,second quarter\n", "ale.csv"),
        ("Month,Ale (l),Stout (l)\nJan 2031,13,1\nApr 2031,27,2\n", "Fiscal year.csv"),
    ],
)
def test_a_second_quarter_that_may_be_another_one_is_open(text: str, name: str) -> None:
    question = "How much ale was used in the second quarter?"
    assert not isinstance(calculate_columns(question, [list_of(text, name)], ""), Calculation)
