"""A first row whose only figures could be years, or are hours, is no line of a list's header."""

from __future__ import annotations

import pytest

from tests.unit.csv_lists import list_of


@pytest.mark.parametrize(
    "text",
    [
        "Name,Wage\nAda,2000\nBo,2400\n",
        "Name,Since,Rank,Wage (EUR)\nAda,2029-01-05,Mate,2000\nBo,2029-07-01,Mate,2400\n",
        "Day,What,Sum\n05/03/2031,Oil,2000\n06/03/2031,Gas,40\n",
        "Boat,Built,Price\nTern,1998,2000\nHeron,2011,1850\nPlover,2004,2500\n",
        "Town,People\nElm,2010\nYew,1999\nOak,14000\n",
        "Pier,First,Second\nElm,06:10,08:10\nLarch,06:18,-\nOak,06:27,08:30\n",
        "Card,Reader,Out,Due,Fine\nK7,Ada,2029-09-02,2029-09-30,\n"
        "K7,Ada,2029-09-03,2029-10-01,2.80\nK9,Bo,2029-09-03,2029-10-01,\n",
    ],
)
def test_the_first_row_is_an_entry(text: str) -> None:
    header, *rows = text.splitlines()
    table = list_of(text, "a.csv")
    assert [table.label_name, *(column.name for column in table.columns)] == header.split(",")
    assert [row.label for row in table.rows] == [row.split(",")[0] for row in rows]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Item,Sales,Sales\nRegion,2030,2031\nNorth,40,50\nSouth,4,5\n", "Sales › 2031"),
        ("Place,Spring,Summer\n,2030,2031\nNorth,40,50\nSouth,4,5\n", "Summer › 2031"),
        ("Place,Kind,Guests\nOrt,Art,2031 (EUR)\nElm,Inn,40\nOak,Bar,4\n", "Guests › 2031 (EUR)"),
    ],
)
def test_years_over_several_columns_stay_in_the_header(text: str, last: str) -> None:
    assert list_of(text, "a.csv").columns[-1].name == last
