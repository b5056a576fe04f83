"""Words that a table's announcement says of all of its rows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.pipelines._figure_questions import asks_for_the_most
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Box, Calculation
from tests.unit.csv_lists import list_of

VOTES = "Name,Votes for,Votes against\nIda Kern,210,31\nEla Bruns,190,52\nOle Vogt,225,12\n"
ANNOUNCED = (
    "Motion 2. On the motion to elect three candidates as Wardens of the ferry in Norby for 2031, "
    "the votes were cast as follows:"
)


def told(question: str, lead_in: str, *, is_printed: bool = True) -> str:
    table = replace(list_of(VOTES, "minutes.csv"), title="2. Votes", lead_in=lead_in)
    if is_printed:
        table = replace(table, box=Box(0, 0, 100, 100))
    made = calculate_columns(question, [table], "Minutes")
    return made.answer if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which candidate had the most votes against?", "Ela Bruns"),
        ("Who got the most votes against in the warden election?", "Ela Bruns"),
        ("Which candidate had the fewest votes for?", "Ela Bruns"),
        ("Which motion had the most votes against?", ""),  # the rows are none
        ("Which ferry had the most votes against?", ""),
        ("Which candidate in Norby had the most votes against?", ""),  # a name may be of some rows
        ("Which candidate of 2031 had the most votes against?", ""),
        ("Which sailor had the most votes against?", ""),
    ],
)
def test_what_the_announcement_says_of_all_rows_counts(question: str, answer: str) -> None:
    assert told(question, ANNOUNCED) == answer


@pytest.mark.parametrize(
    "lead_in",
    [
        ANNOUNCED.rstrip(":") + ".",  # prose before it, that need not be of it
        ANNOUNCED.replace("three candidates", "all candidates except those abroad"),
        ANNOUNCED.replace("three candidates", "candidates and deputies"),
        "The candidates and the guests came, and these votes were cast:",
        "",
    ],
)
def test_other_sentences_before_a_table_say_nothing_of_its_rows(lead_in: str) -> None:
    assert told("Which candidate had the most votes against?", lead_in) == ""


def test_what_stands_before_a_table_in_a_file_of_lists_may_be_of_anything() -> None:
    asked = "Which candidate had the most votes against?"
    assert told(asked, ANNOUNCED, is_printed=False) == ""


@pytest.mark.parametrize(
    ("question", "ranks"),
    [
        ("Who got the most votes against?", True),
        ("Which flat has the lowest rent?", True),
        ("Which flat is the largest?", True),
        ("How many flats are there?", False),
        ("Who lives in the flat?", False),
    ],
)
def test_a_question_for_the_most_is_asked_of_every_row(question: str, ranks: bool) -> None:
    assert asks_for_the_most(question) is ranks
