"""What those paid who are charged a fee, and where it is open who pays whom."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.list_readings.fees_paid import TO_CUSTOMERS
from backend.tasks.calculate.programs.money_flows import OTHER_WAY
from backend.types.calculations import Calculation
from tests.unit.csv_lists import list_of

LETS = list_of(
    "Date,Society,Barn,Hours,Fee\n"
    "2031-03-02,Bell ringers,Long barn,3,70\n2031-03-16,Quilt circle,Loft,2,35\n"
    "2031-04-06,Bell ringers,Long barn,4,95\n2031-04-20,Harvest ball,Both,7,310\n"
    "2031-05-04,Bell ringers,Loft,2,38\n",
    "lettings.csv",
)


def told(text: str, question: str, about: str) -> str | None:
    made = calculate_columns(question, [list_of(text)], about)
    return made.answer if isinstance(made, Calculation) else None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much was charged to the bell ringers in April?", "95"),
        ("How much were the bell ringers charged?", "203"),
        ("What did the harvest ball pay?", "310"),
        ("How much did we take from the bell ringers?", "203"),
        ("How much was paid by the quilt circle?", "35"),
        ("What did the bell ringers and the quilt circle pay together?", "238"),
        ("How much did we charge the bell ringers for the loft?", "38"),
    ],
)
def test_a_fee_is_what_customers_paid(question: str, answer: str) -> None:
    made = calculate_columns(question, [LETS], "Lettings")
    assert isinstance(made, Calculation), made
    assert made.answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "How much was paid to the bell ringers?",
        "How much did we pay the bell ringers?",
        "What did the loft pay?",
        "What did the bell ringers charge?",
        "What did the bell ringers earn?",
        "How much did the bell ringers pay per hour?",
        "What did the bell ringers pay in July?",
        "How much did everyone but the bell ringers pay?",
    ],
)
def test_other_money_is_no_fee(question: str) -> None:
    assert not isinstance(calculate_columns(question, [LETS], "Lettings"), Calculation)


TALKS = "Date,Speaker,Talk,Fee\n2031-03-02,Ada Finch,Newts,70\n2031-03-16,Bo Rask,Owls,35\n"
SHOWS = "Date,Group,Hall,Fee\n2031-03-02,Tin Five,Old,70\n2031-03-16,Fell Six,New,35\n"
SOME_PAID = "Date,Hirer,Fee,Paid\n2031-03-02,Elm,70,yes\n2031-03-16,Oak,35,no\n"
DEPOSITS = "Date,Hirer,Fee,Deposit\n2031-03-02,Elm,70,9\n2031-03-16,Oak,35,9\n"
LESSONS = (
    "Date,Pupil,Teacher,Fee (EUR)\n2031-03-02,Ida,Ann,30\n2031-03-16,Bo,Ann,32\n"
    "2031-04-02,Ida,Rolf,36\n"
)


@pytest.mark.parametrize(
    ("text", "question", "about", "answer"),
    [
        (TALKS, "What did Ada Finch pay?", "Talks", None),
        (TALKS, "How much was charged to Ada Finch?", "Talks", None),
        (SHOWS, "What did Tin Five pay?", "Concerts", None),  # it may be paid to play
        (SHOWS, "What did Tin Five pay?", "Hall bookings", "70"),
        (SOME_PAID, "What did Oak pay?", "Hires", None),
        (DEPOSITS, "What did Elm pay?", "Hires", None),
        (LESSONS, "What did Ida pay?", "Lessons", "66"),
        (LESSONS, "What did Ann pay?", "Lessons", None),
    ],
)
def test_who_pays_is_said_by_the_list(
    text: str, question: str, about: str, answer: str | None
) -> None:
    assert told(text, question, about) == answer


def test_nothing_is_taken_from_those_who_are_paid() -> None:
    question = "How much did we take from Ada Finch?"
    assert calculate_columns(question, [list_of(TALKS)], "Talks") is OTHER_WAY


COURTS = (
    "Day,Hirer,Court,Charge (USD)\n2031-02-03,Elm Rangers,Clay,28.00\n"
    "2031-02-17,Old Oaks,Grass,45.00\n2031-03-05,Elm Rangers,Grass,44.50\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "How much did we pay Old Oaks?",
        "How much did we pay to the Elm Rangers in March?",
        "How much was paid to Old Oaks?",
        "How much were the Elm Rangers paid?",
        "How much did we spend on Old Oaks?",
        "How much did Old Oaks charge us?",
        "What did Old Oaks earn?",
        "How much did Old Oaks receive from us?",
    ],
)
def test_customers_are_paid_nothing(question: str) -> None:
    assert calculate_columns(question, [list_of(COURTS)], "Courts") is TO_CUSTOMERS


def test_what_was_paid_for_a_thing_is_no_pay_to_somebody() -> None:
    assert told(COURTS, "How much was charged to Old Oaks?", "Courts") == "45.00"
    assert told(COURTS, "How much did the Elm Rangers pay?", "Courts") == "72.50"
    lookup = calculate_columns("What did Old Oaks take?", [list_of(COURTS)], "Courts")
    assert lookup is not TO_CUSTOMERS  # it may be a course
    assert told(COURTS, "How much was paid for the grass court?", "Courts") != "28.00"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much was charged in February?", "73.00"),
        ("How much was charged in February and March?", "117.50"),
        ("How much did we take in March?", "44.50"),
        ("How much was received for the grass court?", "89.50"),
        ("How much did we charge in June?", None),
        ("How much was taken out in March?", None),
        ("How much was charged to the card in March?", None),
    ],
)
def test_what_all_customers_were_charged(question: str, answer: str | None) -> None:
    assert told(COURTS, question, "Courts") == answer


def test_fees_of_speakers_and_those_beside_a_deposit_are_not_taken() -> None:
    assert told(TALKS, "How much was taken in March?", "Talks") is None
    assert told(DEPOSITS, "How much was taken in March?", "Hires") is None
    assert told(SOME_PAID, "How much was received in March?", "Hires") is None


def test_a_list_of_costs_beside_one_of_income_leaves_no_question_for_income_open() -> None:
    income = replace(list_of("Source,2032,2031\nTalks,9,7\nBooks,5,4\nTours,3,2\n"), title="Income")
    costs = replace(
        list_of("Kind,2032,2031\nHall,2,2\nPrinting,1,3\nTravel,4,1\n"), title="Expenses"
    )
    boats = replace(list_of("Boat,2032,2031\nTern,2,2\nFinch,1,3\nLark,4,1\n"), title="Boats")
    asked = "By how much did income from books grow?"
    assert calculate_columns(asked, [costs], "Accounts") is OTHER_WAY
    assert calculate_columns(asked, [costs, boats], "Accounts") is OTHER_WAY
    assert calculate_columns(asked, [costs, income], "Accounts") is not OTHER_WAY
    of_costs = "How much did we take in from printing?"
    assert calculate_columns(of_costs, [costs, income], "Accounts") is OTHER_WAY
