"""Who has not paid for what a list is of, by a column of days or of yes and no."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.numbered_labels import column_beside_codes
from backend.types.calculations import Calculation, Operation, Refusal
from tests.unit.csv_lists import list_of

MOORINGS = (
    "No,Name,Quay,Type,Fee,Paid on,Remarks\n"
    '3,"Falk, Ines",North,Full,40,2031-01-09,\n'
    '7,"Lund, Odo",South,Full,40,,moved away?\n'
    '8,"Reuss, Ada",North,Half,20,2031-02-11,\n'
    '12,"Brahe, Ivo",South,Half,20,,\n'
    '13,"Storm, Ylva",North,Full,40,2031-03-02,late\n'
)
HIRES = (
    "Day,Customer,Helper,Charge,Paid\n"
    "2031-05-01,Ada Reuss,Odo,12.00,Yes\n"
    "2031-05-02,Weir House,Ines,30.00,No\n"
    "2031-05-09,Ada Reuss,Odo,9.00,No\n"
    "2031-05-11,Ivo Brahe,Odo,8.00,Cancelled\n"
    "2031-05-12,Ylva Storm,Ines,15.00,Yes\n"
)


def answer(question: str, text: str = MOORINGS, name: str = "Moorings.csv") -> str:
    made = calculate_columns(question, [list_of(text, name)], name.partition(".")[0])
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who hasn't paid their mooring yet?", "Lund, Odo; Brahe, Ivo"),
        ("Who has not paid for their mooring?", "Lund, Odo; Brahe, Ivo"),
        ("Who hasn’t paid for moorings?", "Lund, Odo; Brahe, Ivo"),
        ("Who has not yet paid their mooring fee?", "Lund, Odo; Brahe, Ivo"),
        ("Who has yet to pay the fee?", "Lund, Odo; Brahe, Ivo"),
        ("Who hasn't paid their subscription this year?", "Lund, Odo; Brahe, Ivo"),
        ("Whose mooring is still unpaid?", "Lund, Odo; Brahe, Ivo"),
        ("Who still owes us for the mooring?", "Lund, Odo; Brahe, Ivo"),
        ("Who hasn't paid their deposit?", ""),
        ("Who hasn't paid for the crane?", ""),
        ("Who hasn't paid for mooring 8?", ""),  # one of them alone
        ("Who still owes us for mooring 7?", ""),
        ("Who hasn't paid in full?", ""),
        ("Who hasn't paid for 2032?", ""),
        ("Which skippers haven't paid their fee?", ""),
        ("Who has paid their mooring?", ""),
    ],
)
def test_who_has_not_paid_is_told_by_their_names(question: str, told: str) -> None:
    assert answer(question) == told


def test_the_working_says_which_rows_and_which_year() -> None:
    question = "Who hasn't paid their mooring this year?"
    made = calculate_columns(question, [list_of(MOORINGS, "Moorings.csv")], "Moorings")
    assert isinstance(made, Calculation)
    assert made.operation is Operation.LIST
    assert made.formula == "Name of 2 of 5 rows where Paid on is empty: 2 (this year: 2031)"
    later = MOORINGS.replace("2031-03-02", "2030-12-30")
    assert answer(question, later) == ""
    assert answer("Who hasn't paid their mooring?", later) == "Lund, Odo; Brahe, Ivo"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who still owes us for hires?", "Weir House, Ada Reuss"),
        ("Who owes money for their hire?", "Weir House, Ada Reuss"),
        ("Who still owes us for repairs?", ""),
    ],
)
def test_yes_and_no_say_it_as_well(question: str, told: str) -> None:
    assert answer(question, HIRES, "Hires.csv") == told


def test_a_state_says_it_as_well() -> None:
    states = HIRES.replace("Paid\n", "Status\n").replace("Yes", "paid").replace("No\n", "open\n")
    assert answer("Who still owes us for hires?", states, "Hires.csv") == "Weir House, Ada Reuss"
    sent = states.replace("Cancelled", "sent")
    assert answer("Who still owes us for hires?", sent, "Hires.csv") == ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("moved away?", "resigned"),
        ("moved away?", "resigned in May"),
        ("moved away?", "gave the berth back, has left"),
        ("South,Half,20,", "South,Half,0,"),
        ("2031-02-11", "by standing order"),
        ("Name,Quay", "Name,Guest"),
        ("Paid on,Remarks", "Paid on,Date paid"),
        ("Fee,", "Price,"),
    ],
)
def test_nothing_is_told_where_it_is_open_who_has_to_pay(old: str, new: str) -> None:
    text = MOORINGS.replace(old, new).replace("Fee,", "Fee (EUR),")
    assert answer("Who hasn't paid their membership?", text, "Members.csv") == ""


def test_a_remark_that_speaks_of_a_payment_leaves_it_open_or_is_told() -> None:
    question = "Who hasn't paid their mooring?"
    paid = MOORINGS.replace("moved away?", "paid in cash")
    made = calculate_columns(question, [list_of(paid, "Moorings.csv")], "Moorings")
    assert isinstance(made, Refusal)
    assert made.is_open
    assert made.reason.endswith("“paid in cash”.")
    part = MOORINGS.replace("moved away?", "part paid")
    told = calculate_columns(question, [list_of(part, "Moorings.csv")], "Moorings")
    assert isinstance(told, Calculation)
    assert told.answer == "Lund, Odo; Brahe, Ivo"
    assert told.formula.endswith("(some paid in part: “part paid”)")
    # one of part, and one of all
    both = part.replace("South,Half,20,,", "South,Half,20,,paid by transfer")
    assert answer(question, both) == ""


def test_what_members_bought_or_pay_for_is_no_membership() -> None:
    told = "Lund, Odo; Brahe, Ivo"
    assert answer("Who hasn't paid their membership?", MOORINGS, "Members 2031.csv") == told
    assert answer("Who hasn't paid their membership?", MOORINGS, "Members regatta.csv") == told
    plain = MOORINGS.replace("Fee,", "Amount,")
    assert answer("Who hasn't paid their membership?", plain, "Member list.csv") == told
    assert answer("Who hasn't paid their membership?", plain, "Members regatta.csv") == ""


def test_bills_of_others_are_not_owed_to_us() -> None:
    bills = MOORINGS.replace("Quay", "Supplier")
    assert answer("Who still owes us for the mooring?", bills) == ""


def test_who_has_paid_once_and_once_not_may_be_meant_or_not() -> None:
    twice = f'{MOORINGS}14,"Brahe, Ivo",North,Half,20,2031-01-02,\n'
    assert answer("Who hasn't paid their mooring?", twice) == ""
    assert answer("Who still owes us for the mooring?", twice) == "Lund, Odo; Brahe, Ivo"


def test_no_row_with_full_in_it_is_paid_in_full() -> None:
    question = "Who hasn't paid in full?"
    made = calculate_columns(question, [list_of(MOORINGS, "Moorings.csv")], "Moorings")
    assert isinstance(made, Refusal)
    assert made.is_open


# --- rows that are called by a number -------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which moorings have not been paid?", "Lund, Odo; Brahe, Ivo"),
        ("Which moorings are at the North quay?", "Falk, Ines; Reuss, Ada; Storm, Ylva"),
        ("How many moorings have not been paid?", "2"),
    ],
)
def test_rows_under_a_number_are_listed_by_their_names(question: str, told: str) -> None:
    assert answer(question) == told


def test_codes_stay_where_they_are_meant_or_names_do_not_tell_rows_apart() -> None:
    question = "Which moorings have not been paid?"
    assert answer(question, MOORINGS.replace("No,", "Mooring ID,")) == "Lund, Odo; Brahe, Ivo"
    table = list_of(MOORINGS.replace("No,", "Mooring ID,"), "Moorings.csv")
    rows = range(len(table.rows))
    assert column_beside_codes(table, rows, "moorings at the South quay") == 0
    assert column_beside_codes(table, rows, "mooring IDs at the South quay") is None
    berths = MOORINGS.replace("No,", "Berth,")
    assert answer("Which berths have not been paid?", berths) == "7, 12"
    assert answer(question, MOORINGS.replace("Ada", "Ines").replace("Reuss", "Falk")) == "7, 12"
    assert answer(question, MOORINGS.replace("Name,", "Boat builder,")) == "7, 12"
