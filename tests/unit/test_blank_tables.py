"""A table that a plain text draws with blanks is read as one; what only looks alike is not."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.chunkers.table import stored_tables
from backend.readers.layout.blank_tables import with_blank_tables
from backend.readers.text import read_text

CATCH = """\
Our estimates, in crates.

Boat               2031E     2032E
Petrel             3,900     4,200
Gannet               800     1,400
Storm petrel          75     1,300

We leave Gannet in the table for both years.
"""


def test_names_over_figures_in_columns_are_a_table_with_the_text_around_it_as_it_was() -> None:
    assert with_blank_tables(CATCH) == (
        "Our estimates, in crates.\n\n"
        "| Boat | 2031E | 2032E |\n| --- | --- | --- |\n| Petrel | 3,900 | 4,200 |\n"
        "| Gannet | 800 | 1,400 |\n| Storm petrel | 75 | 1,300 |\n\n"
        "We leave Gannet in the table for both years.\n"
    )


def test_its_figures_are_cells_with_their_values() -> None:
    reading = read_text(CATCH, "memo.txt", markdown=False)
    (table,) = stored_tables(reading, (), "memo")
    assert [row.label for row in table.rows] == ["Petrel", "Gannet", "Storm petrel"]
    cell = table.rows[1].cells[1]
    assert cell is not None
    assert cell.value == Decimal(1400)
    assert reading.text[cell.start : cell.end] == "1,400"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # a rule below the names, and one above the total; a cell that is empty
        (
            "Thing       Who        Price\n"
            "----------  ---------  -----\n"
            "Rope        Ada Finch    £12\n"
            "Sail                     £90\n"
            "Oars        Tom Crane     £8\n"
            "----------  ---------  -----\n"
            "Total                   £110\n",
            [
                "| Thing | Who | Price |",
                "| --- | --- | --- |",
                "| Rope | Ada Finch | £12 |",
                "| Sail |  | £90 |",
                "| Oars | Tom Crane | £8 |",
                "| Total |  | £110 |",
            ],
        ),
        # words alone below a rule, parted by tabs
        (
            "Name\tMeaning\n----\t-------\nHW\tHigh water\nLW\tLow water\n",
            ["| Name | Meaning |", "| --- | --- |", "| HW | High water |", "| LW | Low water |"],
        ),
        # no name over the labels
        (
            "          Crew  Oars\nPetrel       4     8\nGannet       2     2\n",
            [
                "|  | Crew | Oars |",
                "| --- | --- | --- |",
                "| Petrel | 4 | 8 |",
                "| Gannet | 2 | 2 |",
            ],
        ),
    ],
)
def test_rules_gaps_and_a_missing_first_name_are_read(text: str, rows: list[str]) -> None:
    table = with_blank_tables(text).rstrip("\n").split("\n")
    assert [line for line in table if line.startswith("|")] == rows


@pytest.mark.parametrize(
    "text",
    [
        # no names: a list of options, a log, figures from the first line on
        "-q        quiet\n-v        tell more\n-n NUMBER  so many boats\n",
        "2031-05-01  INFO   started\n2031-05-01  WARN   no wind\n2031-05-02  INFO   ended\n",
        "Petrel   4   8\nGannet   2   2\nTern     1   2\n",
        # labels and values, lines of a program
        "Boat:     Petrel\nCrew:     4\nOars:     8\n",
        "#define CREW   CREW_OF(PETREL)\n#define OARS   8\n#define SAILS  2\n",
        # not under each other, one row alone, figures that stand under two names
        "Boat   Crew\nPetrel     4\nGannet            2\nTern  1\n",
        "Boat       Crew\nPetrel        4\n",
        "Boat      Crew  Oars\nPetrel       4     8\nGannet       2     2\nTern    not yet known\n",
        "Boat    Crew  Oars\nPetrel  4        8\nGannet     2  2\nTern      3    1\n",
        # the first line is a row itself
        "1   CREW8   oars\n2   3       sails\n4   5       boats\n",
        # two columns of prose
        "The boats are kept in the    The oars are kept in the loft\n"
        "shed below the hill.         of the house, and 8 are new.\n"
        "Nobody may take one.         Ask Ada Finch for the key.\n",
    ],
)
def test_what_only_looks_alike_stays_as_it_is(text: str) -> None:
    assert with_blank_tables(text) == text


@given(st.text(alphabet="a1 -|\t\n£.", max_size=300))
def test_no_text_loses_a_letter_or_a_figure(text: str) -> None:
    kept = [letter for letter in with_blank_tables(text) if letter in "a1£"]
    assert kept == [letter for letter in text if letter in "a1£"]


def test_a_long_line_of_rules_and_blanks_is_read_at_once() -> None:
    line = "-" * 5_000 + " " * 5_000 + "x"
    assert with_blank_tables(f"{line}\n" * 50) == f"{line}\n" * 50


def test_values_beside_their_names_are_no_column_of_figures() -> None:
    form = "Name        Ada Finch\nAge         34\nBoats       2\nBerth       12\n"
    assert with_blank_tables(form) == form
    prices = "Sails       Price\nJib           £90\nMain         £400\n"
    assert with_blank_tables(prices).splitlines()[2] == "| Jib | £90 |"


def test_a_cell_that_goes_on_in_a_line_of_its_own_leaves_the_lines_as_they_are() -> None:
    wrapped = (
        "Sail       Price  Kept\n"
        "Jib          £90  in the loft\n"
        "Main        £400  in the shed\n"
        "                  beside the slip\n"
        "Storm       £200  in the hut\n"
    )
    assert with_blank_tables(wrapped) == wrapped
    assert with_blank_tables(wrapped.replace("   beside", "\nbeside")).startswith("| Sail |")


def test_a_first_row_that_says_the_same_of_all_names_no_columns() -> None:
    hours = (
        "Monday      closed    closed\nTuesday     9.00      12.00\nWednesday   9.00      14.00\n"
    )
    assert with_blank_tables(hours) == hours
    named = "Day         From      To\n" + hours.split("\n", 1)[1]
    assert with_blank_tables(named).startswith("| Day | From | To |")
