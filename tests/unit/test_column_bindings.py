"""Verbs that no list knows bind its rows to what a column counts; "most" and "average" are told
only where they can be read in one way."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.pipelines._choices import choices_of
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed

RUNS: Columns = (
    ("Date", CellKind.DATE, ""),
    ("Tram", CellKind.TEXT, ""),
    ("Driver", CellKind.TEXT, ""),
    ("Line", CellKind.TEXT, ""),
    ("Passengers", CellKind.NUMBER, ""),
    ("Load (kg)", CellKind.NUMBER, "kg"),
    ("State", CellKind.TEXT, ""),
)
ROWS = (
    ("R1", "2026-03-02", "Wren", "Ida Noll", "Red", "40", "2500", "done"),
    ("R2", "2026-03-09", "Lark", "Oskar Fink", "Red", "25", "1500", "done"),
    ("R3", "2026-04-01", "Wren", "Ida Noll", "Blue", "30", "2100", "done"),
    ("R4", "2026-04-20", "Lark", "Ida Noll", "Blue", "65", "4000", "halted"),
    ("R5", "2026-05-04", "Wren", "Oskar Fink", "Red", "50", "3000", "done"),
)


def runs() -> StoredTable:
    return listed(ROWS, RUNS, "Run")


def loads() -> StoredTable:
    """The same with one measure alone."""
    narrow = tuple((*row[:5], row[5]) for row in ROWS)
    return listed(narrow, RUNS[:5], "Run")


def asked(question: str, table: StoredTable) -> Calculation | Refusal | None:
    return calculate_columns(question, (table,), "Trams of the town")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many passengers did the Wren carry?", "120"),  # 40 + 30 + 50
        ("How many passengers did Wren carry in April?", "30"),
        ("How many passengers did Lark transport on the blue line in total?", "65"),
        ("How many people did Lark carry?", "90"),  # 25 + 65
        ("How many kilograms did Lark move in March?", "1,500 kg"),
        ("How many passengers were carried in March?", "65"),
        ("Who carried the most passengers?", "Ida Noll"),  # 135 against 75
        ("Which tram carried the most kilograms?", "Wren"),  # 7,600 against 5,500
        ("Which tram carried the fewest passengers in March?", "Lark"),
        # some or others of those that a column counts
        ("How many passengers did the Wren lose?", None),
        ("How many passengers did Lark leave behind?", None),
        ("How many passengers did Lark refuse in March?", None),
        ("How many passengers were won in March?", None),
        ("How many passengers did Lark misroute?", None),
        ("How many passengers did Lark sell?", None),  # the list is of no sales
        ("How many dogs did the Wren carry?", None),
        ("How many tonnes did the Wren carry?", None),
        ("How many passengers did the Swift carry?", None),
        ("How many passengers did the Wren carry in June?", None),
        ("How many passengers did the Wren not carry?", None),
        ("How much did the Wren carry?", None),  # people or kilograms
        ("Which driver drove the most?", "Ida Noll"),  # three runs, 135 passengers, 8,600 kg
        # nobody is not the fewest
        ("Which tram had the fewest runs in May?", None),
        ("Which tram has the fewest runs?", "Lark"),
    ],
)
def test_unknown_verbs_bind_rows_to_a_column(question: str, answer: str | None) -> None:
    made = asked(question, runs())
    if answer is None:
        assert isinstance(made, Refusal), made
    else:
        assert isinstance(made, Calculation), made
        assert made.figure == answer


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much did the Wren carry?", "120"),
        ("How much did Ida Noll carry in April?", "95"),
        ("Who carried the most?", "Ida Noll"),  # three runs, 135 passengers
    ],
)
def test_the_only_measure_needs_no_name(question: str, figure: str) -> None:
    made = asked(question, loads())
    assert isinstance(made, Calculation), made
    assert made.figure == figure


def test_what_was_used_needs_the_name_of_its_column() -> None:
    assert isinstance(asked("How many passengers did the Wren use?", loads()), Calculation)
    assert not isinstance(asked("How much did the Wren use?", loads()), Calculation)


def test_two_measures_are_a_choice() -> None:
    question = "How much did the Wren carry?"
    made = asked(question, runs())
    assert isinstance(made, Refusal)
    assert made.is_open

    offered = choices_of(question, made, lambda text: asked(text, runs()))
    figures = {choice.label: asked(choice.question, runs()) for choice in offered}
    assert {
        label: found.figure for label, found in figures.items() if isinstance(found, Calculation)
    } == {"Passengers": "120", "Load": "7,600 kg"}


def test_the_most_is_a_choice_where_rows_and_sums_name_others() -> None:
    table = listed((*ROWS[1:2], *ROWS[3:]), RUNS, "Run")
    # Oskar Fink has two runs with 75 passengers and 4,500 kg, Ida Noll one with 65 and 4,000 kg
    made = asked("Which driver drove the most?", table)
    assert isinstance(made, Calculation)
    assert made.figure == "Oskar Fink"

    heavier = ("R4", "2026-04-20", "Lark", "Ida Noll", "Blue", "65", "9000", "done")
    table = listed((*ROWS[1:2], heavier, ROWS[4]), RUNS, "Run")
    question = "Which driver drove the most?"
    made = asked(question, table)
    assert isinstance(made, Refusal)
    assert made.is_open

    offered = choices_of(question, made, lambda text: asked(text, table))
    told = {choice.label: asked(choice.question, table) for choice in offered}
    assert {
        label: found.figure for label, found in told.items() if isinstance(found, Calculation)
    } == {
        "Most often": "Oskar Fink",
        "Highest total Passengers": "Oskar Fink",
        "Highest total Load (kg)": "Ida Noll",
    }


def test_what_has_no_row_is_no_fewest_and_is_named() -> None:
    made = asked("Which tram had the fewest runs in May?", runs())
    assert isinstance(made, Refusal)
    assert made.is_open
    assert made.nearest == ("Lark",)


def test_prices_and_marks_are_never_added_up() -> None:
    priced = (*RUNS[:4], ("Price", CellKind.NUMBER, ""))
    rows = tuple((*row[:5], row[5]) for row in ROWS)
    made = asked("How much price did the Wren carry?", listed(rows, priced, "Run"))
    assert isinstance(made, Refusal)


def test_an_average_per_month_is_that_of_the_sums_or_of_the_rows() -> None:
    table = runs()
    question = "What is the average load per month?"
    made = asked(question, table)
    assert isinstance(made, Refusal)
    assert made.is_open

    offered = choices_of(question, made, lambda text: asked(text, table))
    told = [asked(choice.question, table) for choice in offered]
    assert [each.operation for each in told if isinstance(each, Calculation)] == [
        Operation.MEAN_OF_GROUPS,
        Operation.MEAN_PER_GROUP,
    ]
    # 4,000 in March, 6,100 in April, 3,000 in May
    assert isinstance(told[0], Calculation)
    assert told[0].value == Decimal("4366.67")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the average number of passengers per month?", "70"),  # (65 + 95 + 50) / 3
        ("What is the monthly average load?", "4,366.67 kg"),
        ("What is the average monthly load?", "4,366.67 kg"),
        ("What is the average number of runs per tram?", "2.5"),
        ("What is the average total load per driver?", "6,550 kg"),
    ],
)
def test_means_of_what_groups_come_to(question: str, figure: str) -> None:
    made = asked(question, runs())
    assert isinstance(made, Calculation), made
    assert made.operation is Operation.MEAN_OF_GROUPS
    assert made.figure == figure

    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 10), (0,), "row")
    assert check_calculation(made, [held]).supported is True
    wrong = replace(made, formula=made.formula.replace("÷ ", "÷ 1"))
    assert check_calculation(wrong, [held]).supported is False


def test_a_mean_of_one_group_is_none() -> None:
    alone = listed(tuple(row for row in ROWS if row[2] == "Wren"), RUNS, "Run")
    assert isinstance(asked("What is the average number of runs per tram?", alone), Refusal)


def test_a_month_without_a_row_leaves_the_mean_per_month_open() -> None:
    made = asked("What is the average number of passengers per month on the blue line?", runs())
    assert isinstance(made, Refusal)
    assert set(made.nearest) == {"March 2026", "May 2026"}
    # the list itself has a gap
    gap = listed(tuple(row for row in ROWS if row[0] not in ("R3", "R4")), RUNS, "Run")
    made = asked("What is the average number of passengers per month?", gap)
    assert isinstance(made, Refusal)
    assert made.nearest == ("April 2026",)


def test_nothing_was_earned_in_a_list_of_expenses() -> None:
    spent: Columns = (
        ("Payee", CellKind.TEXT, ""),
        ("Amount (EUR)", CellKind.NUMBER, "EUR"),
    )
    rows = (("E1", "Mill", "20"), ("E2", "Forge", "30"))
    table = listed(rows, spent, "Entry")
    assert isinstance(asked("How much did we spend at Mill?", table), Calculation)
    made = asked("How much did we earn from Mill?", table)
    assert isinstance(made, Refusal)
    assert made.is_open
    both = listed(
        tuple((*row, "7") for row in rows),
        (*spent, ("Revenue (EUR)", CellKind.NUMBER, "EUR")),
        "Entry",
    )
    made = asked("How much revenue did we earn from Mill?", both)
    assert isinstance(made, Calculation)
    assert made.figure == "7 EUR"
    earned = listed(rows, (("Customer", CellKind.TEXT, ""), spent[1]), "Sale")
    assert isinstance(asked("How much did we earn from Mill?", earned), Calculation)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        # one name, several rows: what they come to
        ("Top 2 trams by passengers", None),  # there are but two
        ("What are the top 1 trams by passengers?", "Wren"),  # 120 against 90
        ("Top 1 drivers by load", "Ida Noll"),
        ("Which tram has the highest total load?", "Wren"),
        ("Top 2 runs by load", "R4, R5"),
        # the largest of one row, or of all of them
        ("Which tram has the highest load?", None),
    ],
)
def test_names_of_several_rows_are_ranked_by_their_sums(question: str, answer: str | None) -> None:
    made = asked(question, runs())
    assert made is not None
    assert (made.figure if isinstance(made, Calculation) else None) == answer


def test_a_sum_is_offered_where_the_largest_row_may_be_meant() -> None:
    question = "Which tram has the highest load?"
    made = asked(question, runs())
    assert isinstance(made, Refusal)
    assert made.is_open
    (choice,) = choices_of(question, made, lambda text: asked(text, runs()))
    assert choice.label == "Highest total Load (kg)"
    found = asked(choice.question, runs())
    assert isinstance(found, Calculation)
    assert found.figure == "Wren"


def test_marks_of_several_rows_are_not_ranked_by_their_sums() -> None:
    marked = (*RUNS[:4], ("Mark", CellKind.NUMBER, ""))
    table = listed(tuple(row[:6] for row in ROWS), marked, "Run")
    for question in ("Top 1 trams by mark", "Which tram has the highest mark?"):
        made = asked(question, table)
        assert isinstance(made, Refusal)
        assert not made.readings
