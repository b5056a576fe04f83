"""Figures of a table whose rows and columns are called alike."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.types import Calculation, Refusal, StoredTable
from tests.unit.csv_lists import list_of

PIERS = list_of(
    "Distance in km,Elm,Larch Point,Oak\nElm,0,4.5,11\nLarch Point,4.5,0,6\nOak,11,6,0\n",
    "piers.csv",
)
HALF = list_of(
    "Miles between piers (mi),Elm,Larch Point,Oak,Yew\nElm,-,,,\nLarch Point,4.5,-,,\nOak,11,6,-,\n"
    "Yew,12,7,2,-\n",
    "half.csv",
)
CROSSINGS = list_of(
    "From / to (min),Elm,Larch Point,Oak\nElm,,40,75\nLarch Point,50,,30\nOak,75,30,\n",
    "crossings.csv",
)
SCORES = list_of("Team,Elm,Larch,Oak\nElm,,3,1\nLarch,2,,0\nOak,1,4,\n", "scores.csv")


def told(question: str, table: StoredTable) -> str:
    made = bound_figure(question, [table], "")
    if isinstance(made, Calculation):
        return f"{made.answer} {made.unit}".strip()
    return "open" if isinstance(made, Refusal) else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What is the distance between Elm and Oak?", "11 km"),
        ("How far is it from Larch Point to Oak?", "6 km"),
        ("How far apart are Elm and Larch Point?", "4.5 km"),
        ("How many km is it from Oak to Elm?", "11 km"),
        ("How long does it take from Elm to Oak?", ""),
        ("How many piers are there between Elm and Oak?", ""),
        ("How much does it cost from Elm to Oak?", ""),
        ("How far is it from Elm to Birch?", ""),
        ("How much farther is Oak than Elm?", ""),
        ("Is it far from Elm to Oak?", ""),
        ("What is the distance between Elm, Larch Point and Oak?", ""),
        ("What was the distance between Elm and Oak before the dam?", ""),
    ],
)
def test_every_word_stands_for_the_pair_or_the_measure(question: str, figure: str) -> None:
    assert told(question, PIERS) == figure


def test_a_fare_is_a_price_or_a_fee() -> None:
    fares = list_of("Fare (EUR),Elm,Larch,Oak\nElm,,4,9\nLarch,4,,5\nOak,9,5,\n", "fares.csv")
    assert told("What is the price from Elm to Oak?", fares).startswith("9")
    assert told("How much does it cost from Elm to Oak?", fares).startswith("9")
    assert told("What is the discount from Elm to Oak?", fares) == ""
    assert told("What is the price from Elm to Oak?", PIERS) == ""


def test_half_a_matrix_holds_each_pair_once() -> None:
    assert told("How far is it from Elm to Oak?", HALF) == "11 mi"
    assert told("How far is it from Oak to Elm?", HALF) == "11 mi"


def test_two_figures_for_a_pair_are_told_apart_only_where_the_table_says_how() -> None:
    assert told("How long does it take from Elm to Larch Point?", CROSSINGS) == "40 min"
    assert told("How long does it take from Larch Point to Elm?", CROSSINGS) == "50 min"
    assert told("How long does it take to Larch Point from Elm?", CROSSINGS) == "40 min"
    assert told("How far is it from Elm to Larch Point?", CROSSINGS) == ""
    assert told("What was the figure of Elm and Larch?", SCORES) == "open"
