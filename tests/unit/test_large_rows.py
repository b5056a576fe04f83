"""What all rows of a large table say, read row by row."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.readers.layout.large_rows import (
    FIRST_ROWS,
    LargeRead,
    about_column,
    about_table,
    large_reading,
    read_large,
    typed_rows,
)
from backend.tables.cell_values import cell_value
from backend.types import ROWS_IN_COLUMNS, CellKind, LargeColumn


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def read(text: str) -> LargeRead:
    found = read_large(rows_of(text))
    assert found is not None
    return found


def column(cells: list[str], name: str = "Value") -> LargeColumn:
    """The second column of a table of these cells."""
    text = "".join(f'r{at},"{cell}"\n' for at, cell in enumerate(cells))
    return read(f"Row,{name}\n{text}").table.columns[1]


def typed_cells(text: str) -> list[tuple[object, ...]]:
    rows = rows_of(text)
    found = read(text)
    return [
        tuple(value if value is not None else shown for shown, value in cells)
        for _, cells in typed_rows(rows, found.table)
    ]


def test_a_table_is_told_by_its_rows() -> None:
    found = read("Region,Day,Sales (EUR)\nNorth,2024-03-01,10.5\nSouth,2023-12-31,2\nNorth,,-1\n")
    region, day, sales = found.table.columns
    assert (found.table.rows, found.table.header_rows, found.table.sums) == (3, 1, 0)
    assert (region.kind, region.different, region.frequent) == (
        CellKind.TEXT,
        2,
        (("North", 2), ("South", 1)),
    )
    assert (day.kind, day.filled, day.least, day.largest) == (
        CellKind.DATE,
        2,
        "2023-12-31",
        "2024-03-01",
    )
    assert (sales.kind, sales.unit, sales.places) == (CellKind.NUMBER, "EUR", 1)
    assert (sales.least, sales.largest, sales.filled) == ("-1", "10.5", 3)


def test_cells_are_typed_as_their_column() -> None:
    text = 'Row,Day,Share,Sales\na,3/14/2024,5%,"(1,200)"\nb,4/1/2024,—,300\n'
    assert typed_cells(text) == [
        ("a", "2024-03-14", Decimal(5), Decimal(-1200)),
        ("b", "2024-04-01", None, Decimal(300)),
    ]


def test_days_with_their_month_as_a_word_are_days() -> None:
    text = "Row,Day,Sales\na,14 March 2024,1\nb,1 Sept. 2023,2\n"
    assert [cell[1] for cell in typed_cells(text)] == ["2024-03-14", "2023-09-01"]
    day = read(text).table.columns[1]
    assert (day.least, day.largest) == ("2023-09-01", "2024-03-14")


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        (["1", "2", "n/a"], CellKind.NUMBER),
        (["$1", "$2"], CellKind.CURRENCY),
        (["1 kg", "2 kg"], CellKind.NUMBER),
        (["1 kg", "2 lb"], CellKind.TEXT),
        (["$1", "2"], CellKind.TEXT),
        (["5%", "6"], CellKind.TEXT),
        (["1", "2", "many"], CellKind.TEXT),
        (["3/14/2024", "4/1/2024"], CellKind.DATE),
        (["3/4/2024", "4/1/2024"], CellKind.TEXT),
        (["3/14/2024", "14/3/2024"], CellKind.TEXT),
        (["2024-02-30", "2024-02-01"], CellKind.TEXT),
        (["2024-02-01", "soon"], CellKind.TEXT),
        (["March 2024", "April 2024"], CellKind.TEXT),
        (["5 March 2024", "April 1st, 2024", "2-May-2024", "2024/06/03"], CellKind.DATE),
        (["5 March 2024", "31 April 2024"], CellKind.TEXT),
        (["1.234,50", "2.000,25"], CellKind.NUMBER),
        (["1,234.50", "2.000,25"], CellKind.TEXT),
        (["", "", ""], CellKind.TEXT),
    ],
)
def test_a_column_is_what_all_of_its_cells_are(cells: list[str], kind: CellKind) -> None:
    assert column(cells).kind is kind


def test_one_cell_in_a_hundred_may_be_no_figure() -> None:
    assert column([*map(str, range(100)), "unknown"]).kind is CellKind.NUMBER
    assert column([*map(str, range(98)), "unknown"]).kind is CellKind.TEXT


def test_figures_in_thousands_and_with_decimal_commas() -> None:
    assert column(["1.234,5", "2,25"]).largest == "1234.5"
    assert column(["1", "2"], "Sales (in thousands)").scale == 1000
    assert column(["1", "2"], "Share (%)").kind is CellKind.PER_CENT


def test_rows_that_sum_up_others_are_marked() -> None:
    text = "Region,Sales\nNorth,1\nSouth,2\nTotal,3\n"
    found = read(text)
    assert (found.table.rows, found.table.sums, found.table.columns[1].largest) == (3, 1, "2")
    assert [is_sum for is_sum, _ in typed_rows(rows_of(text), found.table)] == [
        False,
        False,
        True,
    ]
    assert read("Region,Sales\nNorth,1\nSouth,2\n,3\n").table.last_is_open
    assert not read("Region,Sales\nNorth,1\nSouth,2\nEast,3\n").table.last_is_open


def test_ragged_rows_are_counted_and_named() -> None:
    found = read("Region,Sales\nNorth,1\nSouth\nEast,3,4\nWest,5\n")
    assert (found.uneven, found.uneven_count) == ((3, 4), 2)
    said = large_reading(found, "Regions", {}).warnings
    assert "2 rows have not 2 cells like the header (line 3, 4)" in said[0]
    assert typed_cells("Region,Sales\nNorth,1\nSouth\nEast,3,4\n")[1:] == [
        ("South", None),
        ("East", Decimal(3)),
    ]


def test_lines_above_the_header_and_empty_rows_are_no_rows() -> None:
    text = "Sales of the year\n\nRegion,Sales\nNorth,1\n\n,\nSouth,2\n"
    found = read(text)
    assert (found.said, found.table.rows) == (("Sales of the year",), 2)
    assert [cells[0] for cells in typed_cells(text)] == ["North", "South"]


def test_a_document_holds_the_card_and_the_first_rows() -> None:
    body = "".join(f"{at},Region {at % 3},{at}\n" for at in range(1000))
    reading = large_reading(read(f"No,Region,Sales\n{body}"), "Sales", {"Format": "CSV"})
    assert reading.text.startswith(
        "Sales is a table of 1,000 rows and 3 columns: No, Region and Sales. "
        "Each row has its own No."
    )
    assert (
        "Region holds 3 different texts: Region 0 (334 rows), Region 1 (333 rows) and "
        "Region 2 (333 rows)." in reading.text
    )
    assert "Sales holds figures from 0 to 999." in reading.text
    assert len(reading.tables[0].rows) == FIRST_ROWS
    assert reading.metadata[ROWS_IN_COLUMNS] == "1000"


def test_a_card_says_what_is_empty_from_when_the_rows_are_and_what_sums_up() -> None:
    rows = "2024-01-05,North,2.50 EUR,\n2024-03-30,South,4.00 EUR,\n2024-02-01,,,\n"
    found = read(f"Day,Region,Price,Note\n{rows}Total,,6.50 EUR,\n")
    card = about_table(found.table, "Prices")
    assert card.startswith(
        "Prices is a table of 4 rows and 4 columns: Day, Region, Price and Note."
    )
    assert "1 row sums up others" in card
    assert card.endswith("By Day it reaches from 5 January 2024 to 30 March 2024.")
    told = [about_column(each, 3) for each in found.table.columns]
    assert told == [
        "Day holds days from 5 January 2024 to 30 March 2024.",
        "Region holds 2 different texts: North (1 row) and South (1 row). It is empty in 1 row.",
        "Price holds figures from 2.50 to 4.00 EUR. It is empty in 1 row.",
        "Note is empty in all rows.",
    ]


def test_nothing_that_could_be_a_table_is_none() -> None:
    assert read_large([]) is None
    assert read_large([["only"], ["one"], ["column"]]) is None


def test_more_different_texts_than_are_counted_are_said_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("backend.readers.layout.large_rows.MOST_DIFFERENT", 3)
    found = column(["a", "b", "a", "c", "d", "a"])
    assert (found.different, found.frequent, found.filled) == (None, (), 6)
    assert "more than 3 different texts" in about_column(found)
    counted = column(["1", "2", "1", "3", "4", "1", ""])
    assert (counted.filled, counted.least, counted.largest) == (6, "1", "4")


@given(st.lists(st.decimals(-(10**9), 10**9, places=2), min_size=2, max_size=40))
def test_figures_are_those_of_single_cells(figures: list[Decimal]) -> None:
    cells = [f"{figure:f}" for figure in figures]
    found = column(cells)
    assert found.kind is CellKind.NUMBER
    assert Decimal(found.least) == min(figures)
    assert Decimal(found.largest) == max(figures)
    text = "Row,Value\n" + "".join(f"r,{cell}\n" for cell in cells)
    assert [cells[1] for cells in typed_cells(text)] == [cell_value(cell).value for cell in cells]
