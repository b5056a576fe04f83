"""Figures of lists that are not what was asked for, and are not told."""

from __future__ import annotations

import pytest

from backend.tables.other_rows import is_of_another_number
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.wanted_work import misses_bound
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of


def answer(text: str, question: str, about: str = "list") -> str:
    """What is told; "open" where it is left open, empty where nothing is told."""
    made = calculate_columns(question, [list_of(text, "list.csv")], about)
    if isinstance(made, Refusal):
        return "open" if made.is_open else ""
    return made.answer if isinstance(made, Calculation) else ""


# --- "no" of a question and of a header -----------------------------------------------------------

ORDERS = "Order no.,Client,State\n7,Brook,Open\n8,Brook,Sent\n9,Vale,Sent\n10,Moss,Open\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which client has no open order?", ""),
        ("How many clients have no open orders?", ""),
        ("Which clients have open orders?", "Brook, Moss"),
        ("What is the order no. of Vale?", "9"),
        ("What is the state of order no 9?", "Sent"),
    ],
)
def test_a_no_that_denies_is_no_header(question: str, told: str) -> None:
    assert answer(ORDERS, question, "orders") == told


CAMP = "Camper,Cabin,Badges,Late days\nAnn,Oak,4,0\nBob,,2,3\nCyd,Oak,,0\nDee,Elm,0,1\n"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which campers have no late days?", "Ann, Cyd"),
        ("How many campers have no late days?", "2"),
        ("Which campers have no badges?", "open"),  # Dee has 0, of Cyd nothing is said
        ("Which campers have no cabin?", "Bob"),
    ],
)
def test_who_has_none_of_what_is_counted_has_nought(question: str, told: str) -> None:
    assert answer(CAMP, question, "camp") == told


# --- how many things, and amounts -----------------------------------------------------------------

TOUR = (
    "Day,Guide,Ride,Fare (EUR)\n2031-05-01,Ann,Ferry to Holm,14\n2031-05-02,Bob,Bus,3\n"
    "2031-05-04,Ann,Ferry back,14\n"
)
CLINIC = "Day,Vet,Animal,Doses\n2031-05-01,Ann,Cat,14\n2031-05-02,Bob,Dog,3\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (TOUR, "How many ferries did we take?", ""),
        (TOUR, "How many buses did Bob take?", ""),
        (TOUR, "How much did we spend on ferries?", "28"),
        (CLINIC, "How many cats did Ann vaccinate?", ""),
    ],
)
def test_how_many_things_is_no_amount(text: str, question: str, told: str) -> None:
    assert answer(text, question) == told


# --- balances -------------------------------------------------------------------------------------

ACCOUNT = (
    "Day,In,Out,Balance\n2031-01-02,100,,100\n2031-01-05,,30,70\n2031-01-09,20,,90\n"
    "2031-01-11,,15,75\n"
)
LATEST_FIRST = (
    "Day,Balance,Paid out\n2031-01-11,70,15\n2031-01-09,85,10\n2031-01-05,95,5\n2031-01-02,100,0\n"
)
CLIENTS = "Client,Balance,Limit\nAnn,100,500\nBob,300,400\nCyd,50,900\n"
CATCH = "Month,Landed (kg),Cumulative landed (kg)\nMay,4,4\nJune,6,10\nJuly,1,11\n"
PRICES = "Item,Packs,Price\nA,1,5\nB,1,6\nC,1,7\nD,1,8\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (ACCOUNT, "What is the total balance?", "open"),
        (ACCOUNT, "What is the highest balance?", "100"),
        (LATEST_FIRST, "What is the total balance?", "open"),
        (CLIENTS, "What is the total balance?", "450"),
        (CATCH, "What is the total cumulative landed?", "open"),
        (CATCH, "What is the total landed?", "11"),
        (PRICES, "What is the total price?", "26"),  # one more each is no flow of packs
    ],
)
def test_what_carries_on_is_not_added_up(text: str, question: str, told: str) -> None:
    assert answer(text, question) == told


# --- a header "Value" -----------------------------------------------------------------------------

STORE = "Item,Shelf,Pieces,Unit price (EUR),Value (EUR)\nSoap,A,3,2,6\nWax,B,5,4,20\nOil,B,1,7,7\n"
SAMPLES = "Sample,Acid,Salt\nP,3,4\nQ,5,9\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (STORE, "What is the total value?", "33"),
        (STORE, "Which item has the highest value?", "Wax"),
        (STORE, "What is the value of the items on shelf A?", "6 EUR"),
        (STORE, "What is the value of the items on shelf B?", "open"),
        (STORE, "What is the value of soap?", "6 EUR"),
        (SAMPLES, "What is the highest value of salt?", "9"),
    ],
)
def test_a_header_is_called_value(text: str, question: str, told: str) -> None:
    assert answer(text, question, "store") == told


# --- what "I" paid --------------------------------------------------------------------------------

ROOMS = "Room,Tenant,Rent per month (EUR)\n1,Kern,312\n2,Vogt,403\n3,Bruns,252\n"
SPENT = "Day,Who,What,Amount (EUR)\n2031-05-01,Ann,Tea,4\n2031-05-02,Bob,Rope,9\n"
BOUGHT = "Day,Supplier,Amount (EUR)\n2031-05-01,Ann,4\n2031-05-02,Bob,9\n"
WORKED = "Day,Name,Hours\n2031-05-01,Ann,4\n2031-05-02,Bob,9\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (ROOMS, "How much rent do I pay?", "open"),
        (ROOMS, "How much rent do we pay?", "open"),
        (ROOMS, "What is the total rent per month?", "967"),
        (SPENT, "How much did I spend?", "open"),
        (SPENT, "How much did we spend?", "13"),
        (BOUGHT, "How much did I spend?", "13"),
        (WORKED, "How many hours did I work?", "open"),
        (WORKED, "How many hours did we work?", "13"),
    ],
)
def test_what_one_did_is_not_what_all_did(text: str, question: str, told: str) -> None:
    assert answer(text, question, "expenses") == told


def test_the_day_of_a_list_is_no_month_of_its_rents() -> None:
    rooms = ROOMS.replace("Tenant", "Wing")
    assert answer(rooms, "How much rent did we pay?", "Rooms, state of 1 April 2031") == "open"
    assert answer(rooms, "How much rent did we pay?", "Rents of April 2031") == "967"


# --- shifts ---------------------------------------------------------------------------------------

ROSTER = (
    "Day,Shift,Nurse,Ward\nMon 2 June,Early,Ann,A\nMon 2 June,Late,Bob,A\nTue 3 June,Early,Ann,B\n"
    "Tue 3 June,Late,Cyd,A\nWed 4 June,Early,Ann,A\n"
)
VISITS = "Visit,Day,Patient\n1,2031-05-01,Ann\n2,2031-05-02,Bob\n3,2031-05-03,Ann\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (ROSTER, "How many shifts are there?", "open"),
        (ROSTER, "How many shifts does Ann have?", "open"),
        (ROSTER, "How many shifts does Cyd have?", "1"),
        (ROSTER, "How many late shifts are there?", "2"),
        (ROSTER, "How many different shifts are there?", "2"),
        (ROSTER, "How many wards are there?", "2"),
        (VISITS, "How many visits did Ann have?", "2"),
    ],
)
def test_early_and_late_are_kinds_of_shifts(text: str, question: str, told: str) -> None:
    assert answer(text, question, "roster") == told


# --- a place is no age ----------------------------------------------------------------------------

RACE = "Place,Runner,Club,Age\n1,Ann,Hill,20\n2,Bob,Lake,30\n3,Cyd,Hill,40\n"
INVOICES = "Invoice,Client,Amount (EUR)\n7,Holm,50\n8,Vale,70\n9,Holm,30\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (RACE, "What is the average place of Hill?", ""),
        (RACE, "What is the average age of Hill?", "30"),
        (INVOICES, "What is the average invoice of Holm?", "40"),
    ],
)
def test_a_header_of_ranks_stands_for_no_other_figure(text: str, question: str, told: str) -> None:
    assert answer(text, question) == told


# --- what has to be paid --------------------------------------------------------------------------

FEES = (
    "Member,Town,Fee (EUR),Paid on\nAnn,Holt,60,2031-01-05\nBob,Holt,25,\nCyd,Sund,60,2031-02-01\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much do members from Holt pay in total?", "open"),  # 60 so far, 85 in all
        ("How much did members from Holt pay in total?", "60"),
        ("What is the total fee of members from Holt?", "85"),
    ],
)
def test_what_is_paid_is_not_what_was_paid(question: str, told: str) -> None:
    assert answer(FEES, question, "members") == told


# --- what was done to one thing twice -------------------------------------------------------------

LENT = (
    "Book,Reader,Lent\nOrbit,Kim,2031-03-01\nHill,Lou,2031-03-03\nOrbit,Max,2031-03-30\n"
    "Reed,Kim,2031-04-02\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many books were lent in March 2031?", "open"),  # Orbit twice
        ("How many different books were lent in March 2031?", "2"),
        ("How many rows were lent in March 2031?", "3"),
        ("How many books were lent in April 2031?", "1"),
        ("How many books are there?", "3"),
        ("How many readers are there?", "3"),
    ],
)
def test_what_was_lent_twice_may_count_twice(question: str, told: str) -> None:
    assert answer(LENT, question, "loans") == told


# --- rows that are called alike ------------------------------------------------------------------

FIELDS = (
    "Field,Crop,2031 (t),2032 (t),2033 (t)\nNorth 1,Wheat,52,48,61\nNorth 2,Barley,33,37,30\n"
    "South 1,Wheat,44,,49\nSouth 2,Rapeseed,18,21,19\nHill,Barley,25,22,27\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "How much did the harvest of South 1 grow from 2032 to 2033?",  # no figure of 2032
        "How much did the harvest of South 3 grow from 2032 to 2033?",
    ],
)
def test_a_row_of_another_number_is_another_row(question: str) -> None:
    table = list_of(FIELDS, "harvest.csv")
    assert not isinstance(calculate(question, [table], beside=[table]), Calculation)


@pytest.mark.parametrize(
    ("label", "question", "is_other"),
    [
        ("South 2", "How much did South 1 grow?", True),
        ("South 2", "How much did South 2 grow?", False),
        ("South 2", "How much did South 1 and South 2 grow?", False),
        ("South 2", "How much did the south grow?", False),
        ("Plan B", "What does plan A cost?", True),
        ("Level 3", "What was level 3 in 2031?", False),
        ("Sales 4", "What were sales in 2031?", False),
        ("Sales 4", "What were the sales 2031?", False),
    ],
)
def test_numbers_tell_rows_apart(label: str, question: str, is_other: bool) -> None:
    assert is_of_another_number(label, question) is is_other


RETURNS = (
    "Book,Reader,Returned\nOrbit,Kim,2031-03-01\nHill,Lou,2031-03-03\nOrbit,Max,\n"
    "Reed,Kim,2031-04-02\n"
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When was Orbit returned?", "open"),  # one of two
        ("When was Hill returned?", "2031-03-03"),
    ],
)
def test_a_row_of_the_same_name_without_an_entry_leaves_it_open(question: str, told: str) -> None:
    assert answer(RETURNS, question, "loans") == told


def test_how_many_fees_is_no_amount() -> None:
    assert answer(FEES, "How many fees were paid in January 2031?", "members") == ""


WATER = "Station,Quarter,Level (cm)\nUpper,Q1 2031,182\nUpper,Q2 2031,164\nLower,Q1 2031,240\n"
STOCK = "Part,Stock level\nBolt,182\nNut,164\n"
SOLD = "Order,Day,Client,Amount (EUR)\n1,2031-03-02,Mare,72\n2,2031-03-05,Lund,28\n"


@pytest.mark.parametrize(
    ("text", "question", "told"),
    [
        (WATER, "What is the total level?", ""),
        (WATER, "What is the highest level?", "240 cm"),
        (STOCK, "What is the total stock level?", "346"),
        (SOLD, "How much do I earn?", "open"),
        (SOLD, "How much did we earn in March?", "100"),
    ],
)
def test_levels_and_what_is_earned_again_are_no_sums(text: str, question: str, told: str) -> None:
    assert answer(text, question, "orders") == told


@pytest.mark.parametrize(
    ("question", "row", "misses"),
    [
        ("Who joined before 2030?", "Falk — Since: 2031", True),
        ("Who joined before 2030?", "Rist — Since: 2025", False),
        ("Who joined before 2030?", "Rist — Hours: 20", False),
        ("Which boats were built after 2030?", "Tern — Built: 2030", True),
        ("Which boats are there since 2030?", "Tern — Built: 2030", False),
        ("What happened in 2030?", "Tern — Built: 2031", False),
    ],
)
def test_a_row_keeps_to_the_year_that_is_asked(question: str, row: str, misses: bool) -> None:
    assert misses_bound(question, row) is misses
