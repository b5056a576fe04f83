"""How much is still to be paid for what a list is of."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.composed_figure import composed_figures
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.read_programs import ProgramModel, Scores
from backend.tasks.calculate.composed.tellable_programs import is_tellable
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.list_readings.still_owed import sum_owed
from backend.types.calculations import Calculation, Operation, Refusal
from tests.unit.csv_lists import list_of, passage_of
from tests.unit.test_local_reader import WordEmbedder

MOORINGS = (
    "Berth,Name,Fee (EUR),Paid on,Remarks\n"
    "A1,Ines Falk,40,2031-01-09,\n"
    "A2,Odo Lund,45,,moved away?\n"
    "A3,Ada Reuss,20,2031-02-11,deposit\n"
    "A4,Ivo Brahe,20,,\n"
    "TOTAL,,125,,\n"
)
HIRES = (
    "Day,Customer,Charge,Status\n"
    "2031-05-01,Ada Reuss,12.00,paid\n"
    "2031-05-02,Weir House,30.00,open\n"
    "2031-05-09,Ada Reuss,9.50,unpaid\n"
    "2031-05-11,Ivo Brahe,8.00,cancelled\n"
)


def outcome(question: str, text: str = MOORINGS, name: str = "Moorings.csv") -> object:
    return calculate_columns(question, [list_of(text, name)], name.partition(".")[0])


@pytest.mark.parametrize(
    "question",
    [
        "How much money is still owed to us for moorings?",
        "How much is outstanding for the moorings?",
        "How much are we still owed for moorings?",
        "How much do people still owe us for their mooring fees?",
        "What is still owed for the moorings in total?",
    ],
)
def test_what_is_not_paid_is_added_up(question: str) -> None:
    table = list_of(MOORINGS, "Moorings.csv")
    made = calculate_columns(question, [table], "Moorings")
    assert isinstance(made, Calculation)
    assert (made.operation, made.value, made.unit) == (Operation.SUM, 65, "EUR")
    assert "where Paid on is empty: 45 + 20 = 65 EUR" in made.formula
    assert check_calculation(made, [passage_of(table)]).supported


def test_a_state_says_what_is_open() -> None:
    owed = sum_owed("How much is owed to us for hires?", list_of(HIRES, "Hires.csv"), "Hires")
    assert owed is not None
    assert (owed.calculation.value, owed.payment_said) == (Decimal("39.50"), "")
    assert owed.where == "Status is open or unpaid"


def test_it_is_open_where_a_row_speaks_of_a_payment() -> None:
    question = "How much is still owed to us for moorings?"
    for said in ("part paid 20", "half payment in May", "waived by the board"):
        text = MOORINGS.replace("moved away?", said)
        made = outcome(question, text)
        assert isinstance(made, Refusal)
        assert made.is_open
        assert f"“{said}”" in made.reason
        owed = sum_owed(question, list_of(text, "Moorings.csv"), "Moorings")
        assert owed is not None
        assert owed.calculation.formula.endswith(f"65 EUR (not taken off: “{said}”)")


def test_what_is_owed_for_one_of_them_is_not_that_for_all() -> None:
    assert not isinstance(outcome("How much is owed for mooring 4?"), Calculation)
    table = list_of(MOORINGS, "Moorings 2031.csv")
    assert sum_owed("How much is owed for moorings 2031?", table, "Moorings 2031") is not None
    assert sum_owed("How much is owed for moorings 2030?", table, "Moorings 2031") is None


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("How much is owed to us for cranes?", "", ""),
        ("How much do we owe for moorings?", "", ""),
        ("How much is owed to us for moorings?", "Berth", "Supplier"),
        ("How much is owed to us for moorings?", ",45,", ",,"),
        ("How much is owed to us for moorings?", ",45,", ",0,"),
        ("How much is owed to us for moorings?", "Remarks", "Deposit (EUR)"),
        ("How much is owed to us for moorings?", "Fee (EUR)", "Fee each (EUR)"),
        ("How much is owed to us for moorings?", "2031-02-11", "by Odo"),
    ],
)
def test_nothing_is_added_up_where_it_is_open_what_is_owed(
    question: str, old: str, new: str
) -> None:
    text = MOORINGS.replace(old, new) if old else MOORINGS
    if "Deposit" in new:
        text = text.replace("moved away?", "10").replace("deposit\n", "5\n")
    assert sum_owed(question, list_of(text, "Moorings.csv"), "Moorings") is None


def unread(question: str, texts: Sequence[str]) -> Scores:
    """Nothing speaks for any of the texts."""
    return np.zeros(len(texts), np.float32)


def test_among_programs_it_is_likely_the_one_that_comes_to_what_is_owed() -> None:
    question = "How much is still owed to us for hires?"
    text = HIRES.replace("30.00,open", "30.00,no").replace("unpaid", "no")
    text = text.replace("Status", "Paid,Notes").replace("12.00,paid", "12.00,yes,")
    text = text.replace("30.00,no", "30.00,no,part paid 5").replace("9.50,no", "9.50,no,")
    text = text.replace("cancelled", "cancelled,")
    model = ProgramModel(WordEmbedder().embed, unread, shipped())
    first = composed_figures(question, list_of(text, "Hires.csv"), "Hires", model)[0]
    assert first.calculation.value == Decimal("39.50")
    assert first.calculation.formula.endswith("(not taken off: “part paid 5”)")
    assert model.network.likely < first.probability < model.network.sure
    assert is_tellable(question, first)
