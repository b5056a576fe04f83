"""Lists with a column for each month, asked about like lists with a row for each month."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Chunk
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind, StoredTable
from tests.unit.test_column_spending import Columns, listed

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun")
RAIN: Columns = (
    ("Valley", CellKind.TEXT, ""),
    *((month, CellKind.NUMBER, "") for month in MONTHS),
    ("Total", CellKind.NUMBER, ""),
)
ROWS = (
    ("Brook", "North", "10", "20", "30", "40", "50", "60", "210"),
    ("Mere", "North", "5", "15", "25", "0", "45", "7", "97"),
    ("Fell", "South", "100", "1", "2", "3", "4", "90", "200"),
)


def rain(title: str = "Rainfall 2024") -> StoredTable:
    return replace(listed(ROWS, RAIN, "Station"), title=title)


def asked(question: str, table: StoredTable | None = None) -> Calculation | Refusal | None:
    return calculate_columns(question, (table or rain(),), "weather")


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What was the rainfall of Mere in May?", "45"),
        ("What was Mere's rainfall in May?", "45"),
        ("What was the rainfall of Mere in May 2024?", "45"),
        ("What was the total rainfall of Brook in the first quarter?", "60"),
        ("What was the total rainfall of Brook from February to April?", "90"),
        ("What was the total rainfall of Brook in February and March?", "50"),
        ("How much did Fell get in the second quarter?", "97"),  # 3 + 4 + 90
        ("How much did Fell and Mere get in June together?", "97"),
        ("What was the average rainfall in January?", "38.33"),  # 115 / 3
        ("What was the average monthly rainfall of Fell?", "33.33"),  # 200 / 6
        ("Which station had the highest rainfall in June?", "Fell"),
        ("Which station has the highest total rainfall?", "Brook"),
        ("Which two stations had the lowest rainfall in January?", "Mere, Brook"),
        ("In which month was the rainfall of Fell lowest?", "February 2024"),
        ("Which month has the highest total rainfall?", "June 2024"),  # 157
        ("In which months was the rainfall of Brook above 40?", "May 2024, June 2024"),
        ("How many stations had a rainfall over 40 in May?", "2"),
        ("What is the total rainfall in the north in May?", "95"),
    ],
)
def test_months_as_columns_are_asked_like_rows(question: str, figure: str) -> None:
    made = asked(question)
    assert isinstance(made, Calculation), made
    assert made.figure == figure
    # every cell is one of the table as it stands
    table = rain()
    for operand in made.operands:
        cell = table.rows[operand.row].cells[operand.column] if operand.column >= 0 else None
        assert cell is None or cell.text == operand.text
    texts = " ".join(each.text for each in made.operands)
    held = Chunk("c", "d", "s", 0, texts, 0, max(len(texts), 9), (0,), "row")
    assert check_calculation(made, [held]).supported is True


@pytest.mark.parametrize(
    "question",
    [
        "What was the rainfall of Mere in August?",
        "What was the rainfall of Mere in May 2023?",
        "What was the rainfall of Tarn in May?",
        "What was the snowfall of Mere in May?",
        "What was the total rainfall of Brook in the third quarter?",
        "In which months was the rainfall of Brook above 400?",
    ],
)
def test_what_the_months_do_not_hold_is_not_told(question: str) -> None:
    assert isinstance(asked(question), Refusal)


METERS: Columns = tuple((f"{month} (kWh)", CellKind.NUMBER, "kWh") for month in MONTHS)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much did the barn use in May?", "50 kWh"),
        ("How much did the barn and the mill use in May together?", "95 kWh"),
        ("What was the consumption of the mill in May?", "45 kWh"),
        ("In which month did the barn use the most?", "June"),
        ("What is the average monthly consumption of the barn?", "35 kWh"),  # 210 / 6
        ("Which building has the highest total energy?", "Barn"),
        ("Did the barn use more than the mill in May?", "Yes: 50 kWh against 45 kWh"),
        ("How much did the barn produce in May?", None),
    ],
)
def test_what_was_used_by_a_name_that_is_no_header(question: str, figure: str | None) -> None:
    rows = (("Barn", *ROWS[0][2:-1]), ("Mill", *ROWS[1][2:-1]))
    meters = listed(rows, METERS, "Building")
    made = calculate_columns(question, (meters,), "building energy")
    assert (made.figure if isinstance(made, Calculation) else None) == figure
    # of what was produced nothing was used
    other = calculate_columns(question, (meters,), "energy production")
    used = " use " in question
    assert not (used and isinstance(other, Calculation))


def test_months_without_a_year_are_told_without_one() -> None:
    table = rain("Rainfall")
    made = asked("In which month was the rainfall of Fell lowest?", table)
    assert isinstance(made, Calculation)
    assert made.answer == "February"
    assert "1801" not in f"{made.formula}{made.sentence}{made.over}{made.listed}"
    assert isinstance(asked("What was the rainfall of Mere in May 2024?", table), Refusal)


def test_months_that_fit_are_shown_by_the_cells_of_their_figures() -> None:
    made = asked("In which months was the rainfall of Brook above 40?")
    assert isinstance(made, Calculation)
    assert made.operation is Operation.PERIODS
    assert [(operand.row, operand.column, operand.value) for operand in made.operands] == [
        (0, 5, Decimal(50)),
        (0, 6, Decimal(60)),
    ]


def test_totals_are_no_stations_and_a_total_that_differs_leaves_it_open() -> None:
    sums = ("Total", "", "115", "36", "57", "43", "99", "157", "507")
    table = replace(listed((*ROWS, sums), RAIN, "Station"), title="Rainfall 2024")
    made = asked("What was the average rainfall in January?", table)
    assert isinstance(made, Calculation)
    assert made.figure == "38.33"

    wrong = tuple((*row[:-1], "999") if row[0] == "Brook" else row for row in ROWS)
    table = replace(listed(wrong, RAIN, "Station"), title="Rainfall 2024")
    assert isinstance(asked("What is the total rainfall of Brook?"), Calculation)
    made = asked("What is the total rainfall of Brook?", table)
    assert not isinstance(made, Calculation) or made.figure == "210"


@pytest.mark.parametrize("units", [("mm", "mm", "cm"), ("mm", "", "mm")])
def test_months_of_several_units_are_not_put_together(units: tuple[str, ...]) -> None:
    columns = (*((m, CellKind.NUMBER, u) for m, u in zip(MONTHS, units, strict=False)),)
    table = replace(listed((("Brook", "1", "2", "3"),) * 2, columns, "Station"), title="Rainfall")
    assert not isinstance(asked("What was the total rainfall in January?", table), Calculation)


@pytest.mark.parametrize(
    ("title", "question", "figure"),
    [
        ("Spending 2024", "How much did Brook cost in May?", "50"),
        ("Spending 2024", "How much did Brook spend in May?", "50"),
        ("Rainfall 2024", "How much did Brook cost in May?", None),
        ("Members 2024", "How much did Brook spend in May?", None),
        ("Members 2024", "What was the total number of members in February?", "36"),  # 20 + 15 + 1
        ("Members 2024", "How many members did Brook have from March to May?", None),
        ("Debt 2024", "What was the total debt of Brook from March to May?", None),
        ("Staff 2024", "Which station had the most staff?", None),
        ("Members 2024", "Which month had the most members?", "June 2024"),  # 60 + 7 + 90
        ("Staff costs 2024", "What were the total staff costs of Brook from March to May?", "120"),
        ("Visitors 2024", "How many visitors did Brook have from March to May?", "120"),
    ],
)
def test_figures_are_what_their_title_says(title: str, question: str, figure: str | None) -> None:
    made = asked(question, rain(title))
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made
