"""Lists with a row for each event: what stands in the row that a superlative picks."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of

OVERHAULS = list_of(
    "Organ,Work,Builder,Begun,Hours,Cost (EUR)\n"
    "St Odo,bellows,Hark & Ley,2021-02-01,80,3100\n"
    "Minster,pipes,Brandt,2021-04-11,210,9400\n"
    "St Odo,tuning,Brandt,2021-06-20,16,700\n"
    "Chapel,keys,Ruiz,2021-09-02,40,2600\n"
    "Minster,wind chest,Hark & Ley,2022-01-15,95,4800\n",
    "overhauls.csv",
)
RECITALS = list_of(
    "Player,Piece,Hall,Score,Minutes\n"
    "Ida,Toccata,Upper,81,12\n"
    "Ida,Fugue,Lower,64,9\n"
    "Jon,Toccata,Upper,77,14\n"
    "Jon,Fugue,Lower,90,8\n",
    "recitals.csv",
)
LINES_OF_ORDERS = list_of(
    "Order,Customer,Article,Price\n"
    "7,Amsel,reed,90\n"
    "8,Birk,stop,60\n"
    "8,Birk,valve,50\n"
    "9,Amsel,felt,20\n",
    "orders.csv",
)


def told(question: str, table: object = OVERHAULS) -> Calculation:
    outcome = calculate_columns(question, [table], "")  # type: ignore[list-item]
    assert isinstance(outcome, Calculation), outcome
    return outcome


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which organ had the most expensive work?", "Minster"),
        ("Which organ had the cheapest work?", "St Odo"),
        ("Which builder did the longest work?", "Brandt"),
        ("When did the longest work begin?", "2021-04-11"),
        ("Which organ had the dearest work by Hark & Ley?", "Minster"),
        ("Which organ had the cheapest work by Hark & Ley?", "St Odo"),
        ("What did the dearest work of St Odo cost?", "3,100 EUR"),
        ("How long did the longest work take?", "210 h"),
        ("What was the builder of the most expensive work?", "Brandt"),
        ("Which work took the shortest?", "tuning"),
        ("Which organ was begun last?", "Minster"),
    ],
)
def test_the_row_is_picked_by_the_column_that_the_word_means(question: str, answer: str) -> None:
    assert told(question).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who got the best score?", "Jon"),
        ("Who did worst in the Upper hall?", "Jon"),
        ("Which player was fastest with the Toccata?", "Ida"),
        ("In which hall did Ida get the best score?", "Upper"),
    ],
)
def test_scores_and_times_rank_the_rows_of_each_player(question: str, answer: str) -> None:
    assert told(question, RECITALS).answer == answer


def test_the_formula_names_figure_and_row_and_all_cells_are_lit() -> None:
    outcome = told("Which organ had the most expensive work?")

    assert outcome.formula == (
        "Organ of the row with the largest Cost (EUR) of 5 rows: 9,400 EUR (pipes, Brandt)"
    )
    assert [operand.text for operand in outcome.operands] == [
        *("9400", "4800", "3100", "2600", "700"),
        "Minster",
    ]


def test_a_tie_is_told_as_one() -> None:
    tied = list_of("Organ,Work,Cost\nA,x,5\nA,y,3\nB,z,5\n", "works.csv")
    assert told("Which organ had the dearest work?", tied).answer == "A and B (a tie)"


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("Which organ had the most expensive casing?", OVERHAULS),
        ("Which organ had the most expensive work in 1950?", OVERHAULS),
        ("Which organ hated the most expensive work?", OVERHAULS),
        ("Which organ had the heaviest work?", OVERHAULS),
        ("Where was the most expensive work?", OVERHAULS),
        # the cheapest single work and the smallest total are of two organs
        ("Which organ had the lowest cost?", OVERHAULS),
        # order 8 comes to 110 in two lines, and no line is an order
        ("Which customer placed the most expensive order?", LINES_OF_ORDERS),
    ],
)
def test_nothing_is_told_where_a_word_or_what_is_ranked_is_open(
    question: str, table: object
) -> None:
    outcome = calculate_columns(question, [table], "")  # type: ignore[list-item]
    assert outcome is None or isinstance(outcome, Refusal)


def test_an_article_of_an_order_is_a_row_of_its_own() -> None:
    assert told("Which customer bought the most expensive article?", LINES_OF_ORDERS).answer == (
        "Amsel"
    )


def test_of_one_value_its_rows_are_counted_and_not_its_kinds() -> None:
    faults = list_of(
        "Fault,Reported by,Street,Days\n1,resident,Elm Row,3\n2,patrol,Oak Row,5\n"
        "3,resident,Oak Row,2\n4,resident,Elm Row,9\n",
        "faults.csv",
    )
    assert told("How many were reported by residents?", faults).answer == "3"


def test_a_value_that_is_not_meant_counts_the_others() -> None:
    orders = list_of(
        "Order,Supplier,Town,Sum\n1,Acme,Ely,3\n2,Birk,Ely,5\n3,Birk,Ware,2\n4,Cole,Ely,9\n",
        "orders.csv",
    )
    outcome = calculate_columns("How many suppliers are not Acme?", [orders], "orders")
    assert not isinstance(outcome, Calculation) or outcome.answer == "2"


def test_a_row_without_the_figure_that_is_asked_for_does_no_harm() -> None:
    trips = list_of("Trip,Guide,Days,Price\nA,Ada,3,40\nB,Bo,9,tbc\nC,Cy,4,50\n", "trips.csv")
    calculate_columns("What was the price of the longest trip?", [trips], "trips")
