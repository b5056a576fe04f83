"""Columns that are a part of the one before them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.calculate.programs.part_column import part_column
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

BOATS = (
    "Kind,Boats,of which leaking,of whom none\nRowing boats,40,9,1\nPunts,25,3,2\nTotal,65,12,3\n"
)


def boats(text: str = BOATS, title: str = "Boats on the lake") -> StoredTable:
    table = replace(list_of(text, "boats.csv"), title=title)
    rows = tuple(replace(row, total=row.label == "Total") for row in table.rows)
    return replace(table, rows=rows)


def told(question: str, *tables: StoredTable) -> str:
    made = part_column(question, tables)
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What share of the boats is leaking?", "18.46 %"),
        ("What percentage of all boats on the lake are leaking?", "18.46 %"),
        ("How many of the boats are leaking?", "12"),
        ("How many of the punts boats are leaking?", "3"),
        ("What share of the boats is not leaking?", ""),
        ("What share of the boats is rotten?", ""),
        ("What share of the boats on the sea is leaking?", ""),
        ("What share of the oars is leaking?", ""),
        ("How many of the boats are leaking in March?", ""),
        ("How many boats are there?", ""),
        ("What share of the boats was leaking in 2031?", ""),
        ("How many of the boats other than punts are leaking?", ""),
        ("How many of the boats and punts are leaking?", ""),
        ("What share of the boats other than punts is leaking?", ""),
    ],
)
def test_a_part_is_told_of_the_column_before_it(question: str, figure: str) -> None:
    assert told(question, boats()) == figure


def test_without_a_total_no_row_stands_for_all() -> None:
    text = BOATS.replace("Total,65,12,3\n", "")
    assert told("What share of the boats is leaking?", boats(text)) == ""
    assert told("How many of the punts boats are leaking?", boats(text)) == "3"


def test_a_part_above_its_whole_is_none() -> None:
    text = BOATS.replace("65,12", "11,12")
    assert told("What share of the boats is leaking?", boats(text)) == ""


def test_a_column_called_by_the_state_alone_is_no_part() -> None:
    text = BOATS.replace("of which leaking", "leaking")
    assert told("What share of the boats is leaking?", boats(text)) == ""


def test_tables_that_differ_leave_it_open() -> None:
    other = replace(boats(BOATS.replace("65,12", "65,14")), id="other")
    assert told("What share of the boats is leaking?", boats(), other) == ""
    assert told("What share of the boats is leaking?", boats(), replace(boats(), id="b")) != ""


def test_a_dash_is_no_figure() -> None:
    for dash in ("–", "n/a"):
        text = BOATS.replace("Punts,25,3", f"Punts,25,{dash}")
        assert told("What share of the punts boats is leaking?", boats(text)) == ""
        assert told("How many of the punts boats are leaking?", boats(text)) == ""


def test_a_header_that_says_more_is_of_fewer_things() -> None:
    text = "Kind,Boats on hire,of which leaking\nPunts,25,3\nSkiffs,40,9\nTotal,65,12\n"
    assert told("How many of the boats are leaking?", boats(text)) == ""


def test_amounts_are_no_number_of_things() -> None:
    text = "Branch,Loans (EUR),of which overdue\nNorth,90,9\nSouth,20,2\nTotal,110,11\n"
    assert told("How many of the loans are overdue?", boats(text)) == ""
