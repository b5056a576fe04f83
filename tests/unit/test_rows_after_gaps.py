"""Entries below an empty row of a list, and first entries of a list by days."""

from __future__ import annotations

import pytest

from backend.readers.delimited import read_delimited
from backend.readers.layout.rows_after_gaps import goes_on, parted
from backend.readers.layout.written_tables import header_rows

FERRIES = """Ferry,Day,Cars,Crew
Alke,3 March,12,Wick
Tern,4/3/25,7,Oram
{gap}
{below}"""


def tables_of(below: str, gap: str = ",,,"):
    return read_delimited(FERRIES.format(gap=gap, below=below), "ferries.csv").tables


@pytest.mark.parametrize("gap", ["", ",,,", ",,,\n,,,"])
def test_entries_below_an_empty_row_have_the_columns_of_those_above_it(gap):
    (table,) = tables_of("Alke,1 April,9,Wick\nAuk,2 April,-,\n", gap)
    assert table.header == ("Ferry", "Day", "Cars", "Crew")
    assert [row.cells for row in table.rows][2:] == [
        ("Alke", "1 April", "9", "Wick"),
        ("Auk", "2 April", "-", ""),
    ]


def test_a_total_below_an_empty_row_is_a_row_of_its_table():
    (table,) = tables_of("Total,,28,\n")
    assert table.rows[-1].cells == ("Total", "", "28", "")


def test_a_total_of_entries_with_days_for_names_is_a_row_of_their_table():
    text = "Day,What,Cars\n3 March,Alke,12\n4 March,Tern,7\n5 March,Alke,9\n,,\nTOTAL,,28\n"
    (table,) = read_delimited(text, "crossings.csv").tables
    assert table.rows[-1].cells == ("TOTAL", "", "28")


def test_a_table_with_names_of_its_own_is_another_one():
    first, second = tables_of("Pier,Opened,Boats,Warden\nNorth,1903,4,Hale\nSouth,1911,6,Orr\n")
    assert first.header[0] == "Ferry"
    assert second.header == ("Pier", "Opened", "Boats", "Warden")
    assert len(second.rows) == 2


def test_a_header_that_comes_again_begins_a_table():
    assert len(tables_of("Ferry,Day,Cars,Crew\nAuk,1 April,9,Orr\nTern,2 April,3,Orr\n")) == 2


def test_a_name_of_a_group_goes_with_its_entries_and_a_remark_is_text():
    (table,) = tables_of("April,,,\nAlke,1 April,9,Wick\n")
    assert [row.cells[0] for row in table.rows] == ["Alke", "Tern", "April", "Alke"]
    reading = read_delimited(
        FERRIES.format(gap="", below="the winter timetable ends here,,,\nAlke,1 April,9,Wick\n"),
        "ferries.csv",
    )
    assert [row.cells[0] for row in reading.tables[0].rows] == ["Alke", "Tern", "Alke"]
    assert "the winter timetable ends here" in reading.text


def test_wider_rows_are_no_entries():
    text = FERRIES.format(gap="", below="Alke,1 April,9,Wick,late\nTern,2 April,3,Orr,\n")
    assert len(read_delimited(text, "ferries.csv").tables) == 2


HEADER = [["Sunday", "Door", "Reading"]]
ROTA = [["first", "Dai", "Nest"], ["second", "Huw", "Rhys"], ["third", "Nest", "Dai"]]


def test_a_table_of_words_goes_on_with_what_it_says_above():
    assert goes_on(HEADER, ROTA, [["fourth", "Huw", "Dai"]])
    assert not goes_on(HEADER, ROTA, [["Hymn", "Page", "Tune"], ["Calon", "3", "Lan"]])
    assert not goes_on([], ROTA, [["fourth", "Huw", "Dai"]])
    assert not goes_on(HEADER, ROTA, [["", "Huw", ""]])


def test_years_over_figures_are_names_of_columns():
    body = [["Wages", "120", "131"], ["Rent", "60", "60"]]
    assert goes_on([["", "2023", "2024"]], body, [["Fuel", "9", "12"]])
    assert not goes_on([["", "2023", "2024"]], body, [["Costs", "2023", "2024"]])


def test_lines_above_the_first_entry():
    assert parted([["a note of several words", ""], ["x", "y"]]) == 1
    assert parted([["June", ""], ["x", "y"]]) == 0
    assert parted([["", "June"], ["x", "y"]]) == 1


def test_a_first_entry_of_words_with_a_day_is_no_second_line_of_the_header():
    names = ["Week", "Date", "Oven", "Counter"]
    rows = [
        names,
        ["Mon", "2025-03-03", "closed", ""],
        ["Tues", "4/3/25", "Marta", "Bea"],
        ["Wed", "5 March", "-", "Bea"],
    ]
    assert header_rows(rows) == 1
    spring = [
        names,
        ["from", "1 May", "on", "off"],
        ["North", "12", "8", "9"],
        ["South", "1", "2", "3"],
    ]
    assert header_rows(spring) == 2
