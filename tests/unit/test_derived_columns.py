"""Columns that a list does not have and that two of its columns give row by row."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.composed.derived_columns import DerivedTable, with_derived_columns
from backend.tasks.calculate.composed.list_programs import Program, programs_of
from backend.tasks.calculate.composed.list_steps import ListStep
from backend.tasks.calculate.composed.mentions import ValueMention
from backend.tasks.calculate.composed.program_runs import run
from backend.tasks.calculate.composed.question_cues import cues_of
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of, passage_of

KITES = list_of(
    "Kite,Out,Back,From,Until,Price each (EUR),Qty,Discount (EUR)\n"
    "Swift,2031-03-01,2031-03-05,09:00,10:30,40,3,5\n"
    "Wren,2031-03-02,2031-03-12,14:15,15:00,25,8,0\n"
    "Rook,2031-03-20,,11:00,12:00,60,1,12\n",
    "kites.csv",
)


def wider(question: str, table: StoredTable = KITES) -> DerivedTable:
    mentions = Meanings(question, table, "kites")
    return with_derived_columns(mentions, cues_of(question, mentions.words))


def column_of(made: DerivedTable, name: str) -> int:
    return [column.name for column in made.table.columns].index(name)


def figures(made: DerivedTable, name: str) -> list[Decimal | None]:
    at = column_of(made, name)
    cells = [row.cells[at] for row in made.table.rows]
    return [None if cell is None else cell.value for cell in cells]


@pytest.mark.parametrize(
    ("question", "name", "expected"),
    [
        ("How many days was the Wren away?", "from Out to Back (days)", [4, 10, None]),
        ("How long was each flight?", "from From to Until (hours)", ["1.5", "0.75", 1]),
        ("What is the whole stock worth?", "Price each × Qty", [120, 200, 60]),
        ("What is left?", "Price each − Discount", [35, 25, 48]),
    ],
)
def test_two_columns_make_a_third(
    question: str, name: str, expected: list[int | str | None]
) -> None:
    values = [None if each is None else Decimal(each) for each in expected]
    assert figures(wider(question), name) == values


@pytest.mark.parametrize(
    ("text", "question", "name"),
    [
        (
            "Job,From,To\nRoof,March 2031,May 2031\nWall,May 2031,June 2031\n",
            "How long?",
            "from From to To (days)",
        ),
        (
            "Tea,Price (EUR),Pack\nAssam,6,500 g\nGreen,9,1 kg\n",
            "Cheapest per pack?",
            "Price ÷ Pack",
        ),
        (
            "Ad,Cost (EUR),Copies\nMay,18,5000\nJune,5,4000\n",
            "Cheapest ad per copy?",
            "Cost ÷ Copies",
        ),
    ],
)
def test_what_would_be_inexact_is_no_column(text: str, question: str, name: str) -> None:
    columns = wider(question, list_of(text, "list.csv")).table.columns
    assert name not in [column.name for column in columns]


def test_late_is_behind_what_was_wanted_and_left_is_what_was_wanted_less_the_rest() -> None:
    loans = list_of(
        "Tool,Due,Back\nSaw,2031-03-01,2031-03-04\nAxe,2031-03-02,2031-03-02\n", "l.csv"
    )
    late = [column.name for column in wider("How many days late was the saw?", loans).table.columns]
    assert late[2:] == ["from Due to Back (days)"]
    costs = list_of("Job,Budget (EUR),Spent (EUR)\nRoof,40,25\nWall,12,13\n", "costs.csv")
    left = [column.name for column in wider("How much is left?", costs).table.columns]
    assert left[2:] == ["Budget − Spent"]


def test_twenty_minutes_are_no_round_part_of_an_hour() -> None:
    halls = list_of("Class,Starts,Ends\nYoga,09:00,09:20\nChoir,11:00,12:00\n", "halls.csv")
    assert figures(wider("How long were they?", halls), "from Starts to Ends (minutes)") == [
        20,
        60,
    ]


def test_days_that_mostly_run_backwards_are_no_column() -> None:
    names = [column.name for column in wider("How many days was the Wren away?").table.columns]
    assert "from Back to Out (days)" not in names


def test_a_question_that_asks_for_none_leaves_the_list_as_it_is() -> None:
    made = wider("Who flew the Wren?")
    assert made.derived == ()
    assert made.table == replace(KITES, rows=made.table.rows)


def worked(question: str, name: str, step: ListStep, answer: int | None = None) -> Calculation:
    made = wider(question)
    at = column_of(made, name)
    outcome = run(Program(step, at, answer), made.table)
    assert isinstance(outcome, Calculation)
    return made.in_own_cells(outcome, at)


def measure_of(program: Program) -> int | None:
    return program.answer if program.step is ListStep.LOOK_UP else program.figures


def test_a_sum_of_days_cites_both_days_of_each_row_and_comes_out_of_them() -> None:
    total = worked("How many days were they away?", "from Out to Back (days)", ListStep.SUM)
    assert (total.answer, total.unit, total.joint) == ("14", "days", "−")
    assert [operand.text for operand in total.operands] == [
        "2031-03-05",
        "2031-03-01",
        "2031-03-12",
        "2031-03-02",
    ]
    assert check_calculation(total, [passage_of(KITES)]).supported
    wrong = replace(total, value=Decimal(15), answer="15")
    assert not check_calculation(wrong, [passage_of(KITES)]).supported


def test_the_most_of_a_product_cites_its_two_figures() -> None:
    best = worked("Which kite is worth most?", "Price each × Qty", ListStep.TOP, -1)
    assert best.answer == "Wren"
    assert {operand.text for operand in best.operands} >= {"25", "8"}
    assert check_calculation(best, [passage_of(KITES)]).supported


def test_a_quotient_is_told_with_two_places_and_holds_against_the_exact_one() -> None:
    thirds = list_of("Boat,Cost (EUR),Trips\nAlke,100,3\nTern,50,7\n", "boats.csv")
    made = wider("Which boat costs most per trip?", thirds)
    at = column_of(made, "Cost ÷ Trips")
    outcome = run(Program(ListStep.TOP, at, -1), made.table)
    assert isinstance(outcome, Calculation)
    told = made.in_own_cells(outcome, at)
    assert (told.answer, told.value) == ("Alke", Decimal("33.33"))
    assert check_calculation(told, [passage_of(thirds)]).supported


def test_a_rate_divides_the_sums_of_its_columns() -> None:
    made = wider("What did a kite cost on average per piece?")
    at = column_of(made, "Price each ÷ Qty")
    outcome = run(Program(ListStep.RATE, at, None), made.table)
    assert isinstance(outcome, Calculation)
    rate = made.as_rate(made.in_own_cells(outcome, at), at, is_share=False)
    assert isinstance(rate, Calculation)
    assert rate.formula == "125 ÷ 12 = 10.42 EUR"
    assert check_calculation(rate, [passage_of(KITES)]).supported
    wrong = replace(rate, value=Decimal("16.95"), answer="16.95")  # the mean of the quotients
    assert not check_calculation(wrong, [passage_of(KITES)]).supported


def test_a_share_of_two_columns_is_told_in_per_cent() -> None:
    parts = list_of("Day,Card (EUR),Takings (EUR)\nMo,30,40\nTu,20,60\n", "till.csv")
    made = wider("What share was paid by card?", parts)
    at = column_of(made, "Card ÷ Takings")
    outcome = run(Program(ListStep.RATE, at, None), made.table)
    assert isinstance(outcome, Calculation)
    share = made.as_rate(made.in_own_cells(outcome, at), at, is_share=True)
    assert isinstance(share, Calculation)
    assert (share.value, share.unit) == (Decimal(50), "%")
    assert check_calculation(share, [passage_of(parts)]).supported


@pytest.mark.parametrize(
    "question",
    [
        "How many days was the longest loan of each kite?",
        "How much more did the Swift take than the Wren, in all?",
        "Which kite is worth most?",
        "What share of the stock's worth is the Wren?",
        "How long was the average flight, and the shortest?",
        "What is the discount per piece, and what is left of the price?",
        "Did the Swift fly longer than the Wren?",
        "Which kites flew more than twice?",
    ],
)
def test_whatever_is_worked_out_holds_against_its_cells(question: str) -> None:
    made = wider(question)
    mentions = Meanings(question, made.table, "kites", made.of_list, made.quotients)
    outcomes = [
        (program, made.in_own_cells(outcome, measure_of(program)))
        for program in programs_of(question, mentions, cues_of(question, mentions.words))
        if program.step is not ListStep.RATE
        and isinstance(outcome := run(program, made.table), Calculation)
    ]
    assert outcomes
    for program, outcome in outcomes:
        if made.adds_quotients(outcome):
            continue
        assert check_calculation(outcome, [passage_of(KITES)]).supported, (program, outcome)


def test_quotients_of_several_rows_are_not_added_up() -> None:
    made = wider("What does each piece cost?")
    at = column_of(made, "Price each ÷ Qty")
    of_all, of_one = (
        run(Program(ListStep.SUM, at, None, values), made.table)
        for values in ((), (ValueMention(0, 1, -1, ("Wren",), 1.0),))
    )
    assert isinstance(of_all, Calculation)
    assert isinstance(of_one, Calculation)
    assert made.adds_quotients(made.in_own_cells(of_all, at))
    assert not made.adds_quotients(made.in_own_cells(of_one, at))


def test_rows_that_are_counted_keep_no_joint() -> None:
    made = wider("How many days was the Wren away?")
    counted = run(Program(ListStep.COUNT, None, None), made.table)
    assert isinstance(counted, Calculation)
    assert made.in_own_cells(counted, None) == counted
