"""Questions for a measure that do not say its header."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.measured_questions import (
    may_ask_measures,
    with_measures_named,
)
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import CellKind
from tests.unit.test_column_spending import Columns, listed

TRIPS: Columns = (
    ("Month", CellKind.TEXT, ""),
    ("Passengers", CellKind.NUMBER, ""),
    ("Distance (km)", CellKind.NUMBER, "km"),
    ("Depth (m)", CellKind.NUMBER, "m"),
    ("Time in the lock (min)", CellKind.NUMBER, "min"),
    ("Temperature (°C)", CellKind.NUMBER, "°c"),
)
SAILED = (
    ("Heron", "May", "40", "12", "3", "25", "14"),
    ("Heron", "June", "55", "18", "4", "35", "17"),
    ("Plover", "May", "31", "9", "2", "50", "14"),
    ("Plover", "June", "70", "21", "5", "10", "19"),
)


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How far did the Heron sail?", "30 km"),
        ("How far did the Heron sail in June in total?", "18 km"),
        ("How far did the Heron fall?", None),  # no fall is a distance of a trip
        ("How far did the Heron go?", "30 km"),
        ("How far did the Heron drift?", None),
        ("How far did the Heron reverse?", None),
        ("How far did the Heron fly?", None),
        ("How many people travelled on the Plover?", "101"),
        ("How many people worked on the Plover?", None),  # some of them
        ("How many people complained on the Plover?", None),
        ("How many passengers escaped in May?", None),
        ("How many passengers came aboard in May?", "71"),
        ("How many passengers travelled in total?", "196"),
        ("How many passengers missed the Plover?", None),
        ("How many passengers were lost on the Plover?", None),
        ("How many minutes was the Heron in the lock?", "60 min"),
        ("How many minutes was the Heron in the lock in June?", "35 min"),
        ("How many hours was the Heron in the lock?", "1 h"),
        ("How many minutes was the Heron late?", None),
        ("How many minutes did the Heron rest?", None),  # what it waited for is not said
        ("How many minutes did we work?", None),  # nor does the list speak of work
        ("How many hours were spent on the Heron?", None),
        ("How long did the Heron work?", None),
        ("Which boat carried the most passengers in June?", "Plover"),
        ("Which boat carried the most passengers from May to June?", "Plover"),
        ("How many passengers did the Heron carry from May to June?", "95"),
        ("How many passengers did the Heron carry from May to July?", None),  # no July
        ("What is the total temperature?", None),
        ("What was the highest temperature?", "19 °C"),
    ],
)
def test_a_measure_is_found_by_what_is_asked_of_it(question: str, figure: str | None) -> None:
    made = calculate_columns(question, (listed(SAILED, TRIPS, "Boat"),), "Log of the boats")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How heavy is the oak plank?", "2,600 g"),
        ("How long is the oak plank?", "240 cm"),
        ("How long is the oak plank in metres?", "2.4 m"),
        ("How tall is the oak plank?", None),
        ("What is the total weight?", None),  # of one piece each
        ("What is the total length?", None),  # of one piece or of all of them?
        ("What is the weight per piece of the ash plank?", "1,900 g"),
    ],
)
def test_what_is_so_of_one_piece_is_not_added_up(question: str, figure: str | None) -> None:
    columns: Columns = (
        ("Pieces", CellKind.NUMBER, ""),
        ("Weight per piece (g)", CellKind.NUMBER, "g"),
        ("Length (cm)", CellKind.NUMBER, "cm"),
    )
    rows = (("Oak plank", "9", "2600", "240"), ("Ash plank", "5", "1900", "200"))
    made = calculate_columns(question, (listed(rows, columns, "Article"),), "Timber")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How many pears do we have in stock?", "12"),  # 9 + 3 boxes
        ("How many pears are left?", "12"),
        ("How many quinces do we have?", "8"),
        ("How many fruits do we have?", "3"),  # the rows themselves
        ("What is the stock of pears worth?", "88.5 EUR"),  # 9 × 8 + 3 × 5.5
        ("What is the total weight of the pears?", "36,300 g"),  # 9 × 3,500 + 3 × 1,600
        ("What is the total weight of the pears in kg?", "36.3 kg"),
        ("How much heavier is the Conference than the Nashi?", "1,900 g"),
        ("How much cheaper is the Nashi than the Vranja?", "4.5 EUR"),
        ("How many pears did we sell?", None),
    ],
)
def test_a_stock_list_says_how_many_there_are(question: str, figure: str | None) -> None:
    columns: Columns = (
        ("Kind", CellKind.TEXT, ""),
        ("Boxes in stock", CellKind.NUMBER, ""),
        ("Weight per box (g)", CellKind.NUMBER, "g"),
        ("Price (EUR)", CellKind.NUMBER, "EUR"),
    )
    rows = (
        ("Conference", "Pears", "9", "3500", "8"),
        ("Nashi", "Pears", "3", "1600", "5.5"),
        ("Vranja", "Quinces", "8", "4000", "10"),
    )
    made = calculate_columns(question, (listed(rows, columns, "Fruit"),), "Cellar")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


def test_what_was_sold_is_not_what_is_left() -> None:
    columns: Columns = (("Pieces", CellKind.NUMBER, ""), ("Total (EUR)", CellKind.NUMBER, "EUR"))
    table = listed((("Pears", "9", "18"), ("Plums", "3", "4")), columns, "Fruit")
    for question in ("How many pears are left?", "How many pears do we have in stock?"):
        made = calculate_columns(question, (table,), "Fruit sold in May")
        assert not isinstance(made, Calculation), question


def test_how_much_may_be_pieces_or_money() -> None:
    columns: Columns = (
        ("Customer", CellKind.TEXT, ""),
        ("Product", CellKind.TEXT, ""),
        ("Pieces", CellKind.NUMBER, ""),
        ("Total (EUR)", CellKind.NUMBER, "EUR"),
    )
    rows = (("1", "Inn", "Rolls", "40", "18"), ("2", "Inn", "Buns", "5", "9"))
    table = listed(rows, columns, "Order")
    open_one = calculate_columns("How much did Inn order?", (table,), "Orders")
    assert isinstance(open_one, Refusal)
    assert [reading.label for reading in open_one.readings] == ["Pieces", "Total"]
    sure = calculate_columns("How many rolls did Inn order?", (table,), "Orders")
    assert isinstance(sure, Calculation)
    assert sure.figure == "40"


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("How much did Ida Holt pay in fines?", "3.5 GBP"),
        ("How much did Ida Holt pay in tips?", None),
        ("How much did Ida Holt not pay in fines?", None),
        ("How much does Ida Holt have to pay in fines?", None),
        ("Which house cost the most?", "Old mill"),  # 70 + 80 against 140
        ("How much did the Old mill cost from May to June?", None),  # two costs, each a reading
    ],
)
def test_costs_are_those_of_all_rows(question: str, figure: str | None) -> None:
    columns: Columns = (
        ("Month", CellKind.TEXT, ""),
        ("Keeper", CellKind.TEXT, ""),
        ("Cost (EUR)", CellKind.NUMBER, "EUR"),
        ("Fine (GBP)", CellKind.NUMBER, "GBP"),
    )
    rows = (
        ("Old mill", "May", "Ida Holt", "70", "2"),
        ("Old mill", "June", "Ida Holt", "80", "1.5"),
        ("Barn", "May", "Per Lom", "140", "4"),
    )
    made = calculate_columns(question, (listed(rows, columns, "House"),), "Houses")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


def test_other_questions_stay_as_they_were() -> None:
    table = listed(SAILED, TRIPS, "Boat")
    for question in ("How many boats are there?", "How far is it to Oslo?", "Who sailed far?"):
        assert with_measures_named(question, table) == question
    assert may_ask_measures("How heavy is the oak plank?")
    assert not may_ask_measures("Who is the skipper of the Heron?")


@pytest.mark.parametrize(
    "question",
    [
        "How many people died in Elm?",
        "How many people drowned in Elm?",
        "How many people went to Elm?",
    ],
)
def test_who_lives_in_a_place_did_nothing_there(question: str) -> None:
    columns: Columns = (("Inhabitants", CellKind.NUMBER, ""),)
    table = listed((("Elm", "220"), ("Oak", "90")), columns, "Village")
    assert not isinstance(calculate_columns(question, (table,), "Villages"), Calculation)


def test_of_several_ways_of_going_only_the_whole_is_told() -> None:
    columns: Columns = (("Activity", CellKind.TEXT, ""), ("Distance (km)", CellKind.NUMBER, "km"))
    rows = (("Ada", "Cycling", "12"), ("Ada", "Running", "9"), ("Per", "Running", "4"))
    table = listed(rows, columns, "Person")
    made = calculate_columns("How far did Ada go?", (table,), "Log")
    assert isinstance(made, Calculation)
    assert made.figure == "21 km"
    for question in ("How far did Ada ride?", "How far did Ada run?", "How far did Ada walk?"):
        assert not isinstance(calculate_columns(question, (table,), "Log"), Calculation)


def test_what_a_run_climbed_is_no_other_way_of_going() -> None:
    columns: Columns = (
        ("Distance (km)", CellKind.NUMBER, "km"),
        ("Climb (m)", CellKind.NUMBER, ""),
    )
    table = listed((("Ada", "12", "40"), ("Ada", "9", "300")), columns, "Runner")
    made = calculate_columns("How far did Ada run?", (table,), "Running log")
    assert isinstance(made, Calculation)
    assert made.figure == "21 km"


@pytest.mark.parametrize(
    ("count", "each", "figure"),
    [
        ("Pieces", "Weight per piece (kg)", "18 kg"),  # 9 × 2
        ("In stock", "Weight each (kg)", "18 kg"),
        ("Pallets in stock", "Weight per pallet (kg)", "18 kg"),
        ("Pieces", "Weight per metre (kg)", None),
        ("Pieces", "Weight per box (kg)", None),
        ("Boxes in stock", "Weight per piece (kg)", None),
        ("Boxes in stock", "Weight each (kg)", None),
    ],
)
def test_a_weight_is_multiplied_by_how_many_it_is_of(
    count: str, each: str, figure: str | None
) -> None:
    columns: Columns = ((count, CellKind.NUMBER, ""), (each, CellKind.NUMBER, "kg"))
    table = listed((("Rod", "9", "2"), ("Bar", "3", "4")), columns, "Article")
    made = calculate_columns("What is the total weight of the rods?", (table,), "Store")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


@pytest.mark.parametrize(
    ("price", "figure"),
    [
        ("Price (EUR)", "30 EUR"),  # 9 × 2 + 3 × 4
        ("Price per box (EUR)", "30 EUR"),
        ("Price per bottle (EUR)", None),
        ("Price per 100 (EUR)", None),
    ],
)
def test_a_price_is_multiplied_by_how_many_it_is_of(price: str, figure: str | None) -> None:
    columns: Columns = (("Boxes in stock", CellKind.NUMBER, ""), (price, CellKind.NUMBER, "EUR"))
    table = listed((("Rod", "9", "2"), ("Bar", "3", "4")), columns, "Article")
    made = calculate_columns("What is the stock worth?", (table,), "Store")
    assert (made.figure if isinstance(made, Calculation) else None) == figure, made


def test_a_text_too_long_for_a_question_asks_no_measure() -> None:
    assert may_ask_measures(f"How much did {'Ada ' * 20}pay in fines?")
    assert not may_ask_measures(f"How much did {'Ada ' * 200}pay in fines?")
