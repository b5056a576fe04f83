"""What was sold, ordered or delivered adds up over the rows of a list of that, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_dates import day_spans
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_words import is_of_deed
from backend.tasks.calculate.programs.wanted_work import wants_work
from backend.types import Chunk
from backend.types.calculations import Calculation
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable
from tests.unit.test_column_operations import cell, table

SOLD = (
    ("2024-05", "Ilmenau", "8", "400"),
    ("2024-05", "Tarnow", "2", "90"),
    ("2024-06", "Ilmenau", "5", "250"),
    ("2024-06", "Tarnow", "10", "460"),
)


def sales() -> StoredTable:
    kinds = (CellKind.TEXT, CellKind.NUMBER, CellKind.CURRENCY)
    names, units = ("Shop", "Units", "Revenue (EUR)"), ("", "", "EUR")
    rows = tuple(
        StoredRow(
            row[0],
            (),
            tuple(cell(text, kind) for text, kind in zip(row[1:], kinds, strict=True)),
            False,
            Cell(row[0], CellKind.DATE, None, 0, 7, 0, None),
        )
        for row in SOLD
    )
    columns = tuple(
        Column(name, (name,), kind, unit, Decimal(1), "")
        for name, kind, unit in zip(names, kinds, units, strict=True)
    )
    return StoredTable("t", "d", (0,), None, (), "", "", columns, rows, "Month")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many units were sold?", "25"),
        ("How many lamps were sold?", "25"),  # the title says what a unit is
        ("How many units were sold in Tarnow?", "12"),
        ("How many lamps did Ilmenau sell in May 2024?", "8"),
        ("How many units were sold in June 2024?", "15"),
        ("How much revenue was earned in Ilmenau?", "650 EUR"),
        ("How much revenue did Tarnow bring in?", "550 EUR"),
        ("What share of the units was sold in Tarnow?", "48 %"),  # 12 of 25
        ("What percentage of the revenue came from Ilmenau?", "54.17 %"),  # 650 of 1,200
        ("Total units per month", "May 2024: 10; June 2024: 15"),
    ],
)
def test_sums_worked_out_by_hand(question: str, figure: str) -> None:
    made = calculate_columns(question, [sales()], "Lamp sales")
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    assert check_calculation(made, [held]).supported is True


@pytest.mark.parametrize(
    "question",
    [
        "How many units were returned?",  # a list of sales says nothing of that
        "How many chairs were sold?",
        "How many units were sold in Bremen?",
        "What share of the units was sold in Tarnow in May 2024?",  # of which rows?
        "What share of the units was returned in Tarnow?",
    ],
)
def test_other_deeds_things_and_places_are_refused(question: str) -> None:
    assert not isinstance(calculate_columns(question, [sales()], "Lamp sales"), Calculation)


def test_rows_that_are_what_was_done_are_counted_and_not_added_up() -> None:
    made = calculate_columns("How many orders are in category tools?", [table()], "Orders")
    assert isinstance(made, Calculation)
    assert made.figure == "2"


def test_a_wrong_part_is_not_supported() -> None:
    made = calculate_columns("What share of the units was sold in Tarnow?", [sales()], "Lamp sales")
    assert isinstance(made, Calculation)
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    for formula in ("13 ÷ 25 = 52 %", "12 ÷ 24 = 50 %", "12 ÷ 25 = 47 %"):
        assert not check_calculation(replace(made, formula=formula), [held]).supported


def test_what_was_done_may_stand_in_a_sentence_as_well() -> None:
    assert not wants_work("How many members were elected?")


def test_words_of_one_deed_are_known_by_stem_or_family() -> None:
    assert is_of_deed("ordered", "orders of 2024")
    assert is_of_deed("sold", "Lamp sales")
    assert not is_of_deed("sold", "Soldiers of 1914")
    assert not is_of_deed("sent", "Sentences")
    assert not is_of_deed("returned", "Lamp sales")
    assert not is_of_deed("sold", "orders of 2024")


def test_months_in_figures_are_dates_and_seasons_are_not() -> None:
    assert len(day_spans(["2024-05", "2024-11"])) == 2
    assert len(day_spans(["05/2024", "11/2024"])) == 2
    assert not day_spans(["2010-11", "2011-12"]), "these may be years that end in the next one"
    assert not day_spans(["2024-13"])


def meters() -> StoredTable:
    """Readings of two flats and of what they share, month by month."""
    rows = (("2026-01", "210", "185", "96"), ("2026-02", "198", "170", "90"))
    rows += (("2026-03", "187", "166", "82"), ("2026-04", "160", "171", "70"))
    names = ("Flat 1 (kWh)", "Flat 2 (kWh)", "Common (kWh)")
    columns = tuple(Column(name, (name,), CellKind.NUMBER, "kwh", Decimal(1), "") for name in names)
    held = tuple(
        StoredRow(
            month,
            (),
            tuple(cell(text, CellKind.NUMBER) for text in texts),
            False,
            Cell(month, CellKind.DATE, None, 0, 7, 0, None),
        )
        for month, *texts in rows
    )
    title = "Electricity readings"
    return StoredTable("t", "d", (0,), None, (), title, "", columns, held, "Month")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much electricity did Flat 2 use from January to March 2026?", "521 kWh"),
        ("How many kWh did Flat 1 use in February 2026?", "198 kWh"),
        ("How much did the Flat 2 use in total?", "692 kWh"),
        ("In which month did Flat 2 use the least electricity?", "2026-03"),
        ("Which month did Flat 2 use the most?", "2026-01"),
    ],
)
def test_a_column_that_does_something(question: str, figure: str) -> None:
    made = calculate_columns(question, [meters()])
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    assert check_calculation(made, [held]).supported is True


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which shop sold the most units?", "Ilmenau"),  # 13 against 12, though 10 is the most once
        ("Which shop sold the fewest units?", "Tarnow"),
        ("Which shop made the most revenue?", "Ilmenau"),  # 650 against 550
    ],
)
def test_the_most_of_a_column_is_its_sum(question: str, answer: str) -> None:
    made = calculate_columns(question, [sales()])
    assert isinstance(made, Calculation), made
    assert made.answer == answer


def test_a_short_sum_is_written_out() -> None:
    made = calculate_columns("How much did Flat 2 use from January to March 2026?", [meters()])
    assert isinstance(made, Calculation)
    assert ": 185 + 170 + 166 = 521 kWh" in made.formula


@pytest.mark.parametrize(
    "question",
    [
        "How much water did Flat 2 use in March 2026?",  # no word of the table says water
        "How much electricity did Flat 3 use in March 2026?",
        "How much electricity did Flat 2 sell to Flat 1 in March 2026?",
    ],
)
def test_what_the_table_does_not_speak_of_is_not_computed(question: str) -> None:
    assert not isinstance(calculate_columns(question, [meters()]), Calculation)
