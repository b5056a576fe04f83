"""Figures that are asked for in another unit than a list has them in."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.column_units import unit_of_column, unit_of_header
from backend.tasks.calculate.programs.unit_conversions import (
    converted,
    in_own_unit,
    readings_in_units,
)
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind, Column
from tests.unit.test_column_spending import Columns, listed

SHIFTS: Columns = (
    ("Person", CellKind.TEXT, ""),
    ("Garden", CellKind.TEXT, ""),
    ("Minutes", CellKind.NUMBER, ""),
)
DUG = (
    ("2 May", "Lotte Brun", "Rosery", "90"),
    ("2 May", "Emil Sand", "Rosery", "45"),
    ("3 May", "Lotte Brun", "Orchard", "75"),
    ("9 May", "Emil Sand", "Orchard", "230"),
)
ANVILS: Columns = (
    ("Weight (g)", CellKind.NUMBER, "g"),
    ("Length (cm)", CellKind.NUMBER, "cm"),
    ("Reach (ft)", CellKind.NUMBER, "ft"),
    ("Price (EUR)", CellKind.NUMBER, "EUR"),
)
FORGED = (
    ("Hammer", "850", "32", "1", "20"),
    ("Tongs", "1275", "61.5", "2", "34"),
    ("Anvil", "45000", "55", "3", "310"),
)


def asked(question: str) -> Calculation | Refusal | None:
    gardens = listed(DUG, SHIFTS, "Day")
    tools = replace(listed(FORGED, ANVILS, "Tool"), id="u")
    return calculate_columns(question, (gardens, tools), "Work")


def supports(made: Calculation) -> bool:
    """Whether the check of the answer finds its cells and reckons it again."""
    texts = " ".join(operand.text for operand in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    return check_calculation(made, [held]).supported is True


@pytest.mark.parametrize(
    ("question", "figure", "working"),
    [
        ("How many hours did Lotte Brun work?", "2.75 h", "165 min ÷ 60 = 2.75 h"),
        # 45 + 230 = 275 minutes are 4 hours and 35 minutes
        ("How many hours did Emil Sand work?", "4.58 h", "275 min ÷ 60 = 4.58 h"),
        ("How many hours were spent on the Rosery?", "2.25 h", "135 min ÷ 60 = 2.25 h"),
        ("What is the total time in seconds?", None, ""),  # no column is called so
        ("What does the hammer weigh in kilograms?", "0.85 kg", "850 g ÷ 1,000 = 0.85 kg"),
        ("How many kilos does the hammer weigh?", "0.85 kg", "850 g ÷ 1,000 = 0.85 kg"),
        ("What does the hammer weigh in kg?", "0.85 kg", "850 g ÷ 1,000 = 0.85 kg"),
        ("What is the length of the tongs in metres?", "0.615 m", "61.5 cm ÷ 100 = 0.615 m"),
        ("What is the length of the tongs in millimetres?", "615 mm", "61.5 cm × 10 = 615 mm"),
        ("What is the reach of the tongs in metres?", "0.6096 m", "2 ft × 0.3048 = 0.6096 m"),
        ("What is the average weight in kg?", "15.70833 kg", "15,708.33 g ÷ 1,000 = 15.70833 kg"),
        ("How many more hours did Emil Sand work than Lotte Brun?", "1.83 h", "110 min ÷ 60"),
        ("What is the highest weight in kg?", "45 kg", "45,000 g ÷ 1,000 = 45 kg"),
    ],
)
def test_another_unit_is_worked_out(question: str, figure: str | None, working: str) -> None:
    made = asked(question)
    if figure is None:
        assert not isinstance(made, Calculation), made
        return
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    assert working in made.formula
    assert made.sentence.startswith(figure)
    assert supports(made)
    assert not supports(replace(made, value=made.value + 1))


def test_two_columns_in_one_unit_are_told_apart_by_their_names() -> None:
    columns: Columns = (
        ("Rehearsal minutes", CellKind.NUMBER, ""),
        ("Late (min)", CellKind.NUMBER, "min"),
    )
    table = listed((("Ada", "90", "5"), ("Ben", "60", "30")), columns, "Singer")
    for question, figure in (
        ("How many hours did Ada rehearse?", "1.5 h"),
        ("How many hours was Ben late?", "0.5 h"),
        ("How many hours did Ada wait?", None),
    ):
        made = calculate_columns(question, (table,), "Choir")
        assert (made.figure if isinstance(made, Calculation) else None) == figure, question


def test_each_group_is_told_in_the_unit_that_is_asked_for() -> None:
    made = asked("How many hours did each person work?")
    assert isinstance(made, Calculation)
    assert made.answer == "Emil Sand: 4.58 h; Lotte Brun: 2.75 h"
    assert made.formula.endswith("min ÷ 60 = h")
    assert supports(made)
    wrong = ((made.listed[0][0], "4.68 h"), *made.listed[1:])
    assert not supports(replace(made, listed=wrong))


def test_a_name_answers_whatever_the_unit() -> None:
    made = asked("Who worked the most hours?")
    assert isinstance(made, Calculation)
    assert made.answer == "Emil Sand"
    assert "Emil Sand: 275 min; Lotte Brun: 165 min" in made.formula
    assert made.converted is None


def test_a_bound_may_be_in_another_unit() -> None:
    made = asked("Which tools have a weight over 0.9 kg?")
    assert isinstance(made, Calculation)
    assert made.answer == "Tongs, Anvil"
    assert "Weight (g) > 900 g" in made.formula


BOLTS = (("Bolt", "0.2", "G"), ("Nut", "0.4", "A"), ("Rod", "0.4", "G"))
IN_HALLS: Columns = (("Weight (kg)", CellKind.NUMBER, "kg"), ("Hall", CellKind.TEXT, ""))


def test_both_bounds_of_a_span_are_turned() -> None:
    # 850 g lie between, 1,275 g and 45,000 g do not
    for span in ("between 0.5 and 1 kg", "between 0.5 kg and 1 kg"):
        made = asked(f"Which tools have a weight {span}?")
        assert isinstance(made, Calculation), span
        assert made.answer == "Hammer"
        assert "Weight (g) ≥ 500 g and Weight (g) ≤ 1,000 g" in made.formula
    tools = listed(FORGED, ANVILS, "Tool")
    for span in ("from 0.5 to 1 kg", "of 0.5-1 kg", "over 0.5 or 1 kg"):
        question = f"Which tools have a weight {span}?"
        assert not [*readings_in_units(question, tools)], span
        assert not isinstance(asked(question), Calculation), span
    assert [*readings_in_units("Which tools have a weight over 1 kg?", tools)]


def test_a_mean_that_was_rounded_is_not_multiplied() -> None:
    odd, even = (listed(rows, IN_HALLS, "Piece") for rows in (BOLTS, BOLTS[1:]))
    question = "What is the average weight in grams?"
    assert not isinstance(calculate_columns(question, (odd,), "Pieces"), Calculation)  # 333.33…
    made = calculate_columns(question, (even,), "Pieces")  # (0.4 + 0.4) ÷ 2 × 1,000
    assert isinstance(made, Calculation)
    assert made.figure == "400 g"
    each = calculate_columns("What is the average weight per hall in grams?", (odd,), "Pieces")
    assert not isinstance(each, Calculation)


def test_the_name_of_a_hall_is_no_unit() -> None:
    table = listed(BOLTS, IN_HALLS, "Piece")
    made = calculate_columns("What is the total weight in G?", (table,), "Pieces")
    assert isinstance(made, Calculation)
    assert made.figure == "0.6 kg"  # of the bolt and the rod
    assert "where Hall is G" in made.formula
    assert not [*readings_in_units("What is the total weight in g?", table)]
    made = calculate_columns("What is the total weight in grams?", (table,), "Pieces")
    assert isinstance(made, Calculation)
    assert made.figure == "1,000 g"


def test_more_digits_than_are_reckoned_with_are_not_told() -> None:
    made = asked(f"Which tools have a weight over {'9' * 56} kg?")
    assert not isinstance(made, Calculation)


@pytest.mark.parametrize(
    "question",
    [
        "How many days did Lotte Brun work in total time?",
        "What does the hammer weigh in tonnes?",  # a ton is not the same everywhere
        "What does the hammer weigh in metres?",
        "What is the price of the hammer in dollars?",
        "How many hours did Lotte Brun rest?",
        "How many hours did Nils Ek work?",
        "How long did Lotte Brun work in hours and minutes?",
        "How many hours did Lotte Brun work in seconds?",
    ],
)
def test_what_has_no_exact_ratio_is_not_told(question: str) -> None:
    made = asked(question)
    assert not isinstance(made, Calculation) or made.converted is None
    assert not isinstance(made, Calculation) or made.figure != "2.75 h"


def test_a_column_in_the_unit_that_is_asked_for_goes_before() -> None:
    columns = (*SHIFTS, ("Hours paid", CellKind.NUMBER, ""))
    rows = tuple((*row, hours) for row, hours in zip(DUG, ("2", "1", "2", "4"), strict=True))
    made = calculate_columns(
        "What are the total hours paid of Lotte Brun?", (listed(rows, columns, "Day"),), "Work"
    )
    assert isinstance(made, Calculation)
    assert made.figure == "4 h"
    assert made.converted is None


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("Minutes", "min"),
        ("Rehearsal minutes", "min"),
        ("Kilometres", "km"),
        ("Passenger kilometres", ""),  # another unit
        ("Passenger km", ""),
        ("Flour kg", "kg"),
        ("Cider litres", "l"),
        ("Rye flour kg 2024", "kg"),
        ("Catch lbs", "lb"),
        ("Catch pounds", ""),
        ("Flour price kg", ""),
        ("Toll litre", ""),
        ("Flour kg per sack", ""),
        ("Cubic litres", ""),
        ("Salt mg kg", ""),
        ("Hours of work", "h"),
        ("Distance walked", ""),
        ("Pounds", ""),
        ("Litres (2024)", "l"),
        ("Minutes 2024", "min"),
        ("Time in minutes", "min"),
        ("Wage per hour", ""),
        ("Guests per hour", ""),
        ("Km/hour", ""),
        ("Visits a minute", ""),
        ("Delay in the last 24 hours", ""),
        ("Rush hour", ""),
        ("Starting hour", ""),
        ("Kilowatt hours", ""),
        ("Guests in quiet hours", ""),
        ("Guests after hours", ""),
    ],
)
def test_a_header_may_be_the_name_of_a_unit(header: str, unit: str) -> None:
    assert unit_of_header(header) == unit
    column = Column(header, (header,), CellKind.NUMBER, "", Decimal(1), "")
    assert unit_of_column(column) == unit


def test_metres_that_are_climbed_are_not_run() -> None:
    columns: Columns = (
        ("Runner", CellKind.TEXT, ""),
        ("Distance (km)", CellKind.NUMBER, "km"),
        ("Climb (m)", CellKind.NUMBER, "m"),
        ("Water (l)", CellKind.NUMBER, "l"),
    )
    rows = (("1 May", "Aino", "10", "520", "2000"), ("2 May", "Aino", "6.1", "40", "1500"))
    table = listed(rows, columns, "Day")
    for question, figure in (
        ("How many metres did Aino climb?", "560 m"),
        ("How many metres did Aino run?", None),
        ("How many kilometres did Aino run?", "16.1 km"),
        ("How many miles did Aino run?", "10 mi"),  # 16.1 ÷ 1.609344 = 10.004
        ("How many cubic metres of water did Aino use?", "3.5 m³"),
        ("How many litres of water were used?", "3,500 l"),
    ):
        made = calculate_columns(question, (table,), "Diary of runs")
        assert (made.figure if isinstance(made, Calculation) else None) == figure, question


@given(
    st.integers(0, 10**7), st.sampled_from([("min", "h"), ("g", "kg"), ("ft", "m"), ("l", "ml")])
)
def test_a_figure_comes_back_from_the_unit_it_was_turned_into(
    value: int, units: tuple[str, str]
) -> None:
    own, wanted = units
    made = asked("What is the total Minutes?")
    assert isinstance(made, Calculation)
    before = replace(made, value=Decimal(value), answer=f"{value:,}", unit=own)
    turned = converted(before, own, wanted)
    if turned is None:
        return
    assert turned.converted is not None
    factor = turned.converted.factor
    exact = before.value / factor if turned.converted.is_divided else before.value * factor
    assert abs(turned.value - exact) <= Decimal("0.005")
    assert turned.unit == wanted
    assert in_own_unit(turned) == replace(before, sentence=turned.sentence)
