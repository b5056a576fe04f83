"""Entries below an empty row of a list, and first entries of a list by days."""

from __future__ import annotations

import pytest

from backend.readers.delimited import read_delimited
from backend.readers.layout import written_tables
from backend.readers.layout.rows_after_gaps import ListAbove, goes_on, list_above
from backend.readers.layout.written_headers import header_rows

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


@pytest.mark.parametrize("between", ["April,,,\n", "April,,,\n,,,\n"])
def test_entries_below_a_period_go_on(between: str):
    (table,) = tables_of(f"{between}Alke,1 April,9,Wick\n")
    assert [row.cells[0] for row in table.rows if row.cells[1]] == ["Alke", "Tern", "Alke"]


SPENT = "Item,Category,Cost\nPaint,Hall,40\nBrushes,Hall,12\nTiles,Bath,90\n,,\n"


@pytest.mark.parametrize(
    "below",
    [
        "Budget,,200\nSpent,,142\nLeft,,58\n",
        "Hall,,52\nBath,,90\n",
        "Cancelled\nLamp,Hall,30\n",
        "Ideas for next year - not bought yet\nLamp,Hall,30\n",
        "Item,Room,2031\nLamp,Hall,30\n",
    ],
)
def test_what_is_no_entry_is_not_added_up_with_them(below: str):
    tables = read_delimited(f"{SPENT}{below}", "spent.csv").tables
    assert [row.cells[0] for row in tables[0].rows] == ["Paint", "Brushes", "Tiles"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Coach,Sessions,Fee\nDrew,3,40\nOrr,2,30\n", "Coach,1,2\nDrew,12,9\nOrr,7,8\n"),
        ("Item,Price,Stock\nVest,30,4\nCap,9,11\n", "Size,38,40\nVest,10,20\n"),
        ("Day,Cost\n3 May,40\n4 May,12\n", "Conversion factor,1.18\n"),
        ("Item,Shop,Amount\nRent,A,60\nTotal,,60\n", "Wages,B,40\nTotal,,40\n"),
    ],
)
def test_another_table_below_is_another_one(first: str, second: str):
    width = first.index("\n")
    gap = "," * first[:width].count(",")
    tables = read_delimited(f"{first}{gap}\n{second}", "two.csv").tables
    assert len(tables[0].rows) == len(first.splitlines()) - 1


def test_names_of_columns_above_a_gap_are_those_of_the_rows_below():
    text = (
        "Kitchen jobs,,\nDay,What,Cost\n,,\n3 March,Paint,40\n5 March,Tiles,12\n,,\n1 May,Lamp,9\n"
    )
    (table,) = read_delimited(text, "jobs.csv").tables
    assert table.header == ("Day", "What", "Cost")
    assert len(table.rows) == 3


def test_many_gaps_are_read_in_the_time_of_few(monkeypatch: pytest.MonkeyPatch):
    calls = []
    counted = written_tables.header_rows
    monkeypatch.setattr(
        written_tables, "header_rows", lambda rows: calls.append(rows) or counted(rows)
    )
    entries = "".join(f"Alke,{day} April,9,Wick\n,,,\n" for day in range(1, 29))
    (table,) = tables_of(entries)
    assert len(table.rows) == 30
    assert len(calls) <= 2


def test_wider_rows_are_no_entries():
    text = FERRIES.format(gap="", below="Alke,1 April,9,Wick,late\nTern,2 April,3,Orr,\n")
    assert len(read_delimited(text, "ferries.csv").tables) == 2


def known(header: list[list[str]], body: list[list[str]]) -> ListAbove:
    found = list_above(header, body)
    assert found is not None
    return found


HEADER = [["Sunday", "Door", "Reading"]]
ROTA = [["first", "Dai", "Nest"], ["second", "Huw", "Rhys"], ["third", "Nest", "Dai"]]


def test_a_table_of_words_goes_on_with_what_it_says_above():
    above = known(HEADER, ROTA)
    assert goes_on(above, [["fourth", "Huw", "Dai"]])
    assert not goes_on(above, [["Hymn", "Page", "Tune"], ["Calon", "3", "Lan"]])
    assert not goes_on(above, [["", "Huw", ""]])
    assert list_above([], ROTA) is None


def test_years_over_figures_are_names_of_columns():
    above = known([["", "2023", "2024"]], [["Wages", "120", "131"], ["Rent", "60", "60"]])
    assert goes_on(above, [["Fuel", "9", "12"]])
    assert not goes_on(above, [["Costs", "2023", "2024"]])


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
