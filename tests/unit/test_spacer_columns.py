"""An empty column within a table of a sheet: figures without labels go with those left of them."""

from __future__ import annotations

import pytest

from backend.readers.layout.written_tables import regions

PERCHES = [
    ["Pond", "Owner", "", "Perch", ""],
    ["", "", "", "2031", "2032"],
    ["Upper", "Falk", "", "12", "14"],
    ["Lower", "Rask", "", "9", "n/a"],
    ["Mill", "Lund", "", "31", "28"],
    ["Total", "", "", "52", "42"],
]


def test_figures_behind_an_empty_column_are_of_the_labels_before_it() -> None:
    (whole,) = regions(PERCHES)
    assert whole[2] == ["Upper", "Falk", "12", "14"]
    assert whole[-1] == ["Total", "", "52", "42"]


def test_several_empty_columns_part_one_table() -> None:
    rows = [["Pond", "", "Perch", "", "Pike"], ["Upper", "", "12", "", "3"]]
    rows += [["Lower", "", "9", "", "0"]]
    (whole,) = regions(rows)
    assert whole == [["Pond", "Perch", "Pike"], ["Upper", "12", "3"], ["Lower", "9", "0"]]


@pytest.mark.parametrize(
    "rows",
    [
        # a table with labels of its own
        [
            ["Pond", "Perch", "", "Boat", "Oars"],
            ["Upper", "12", "", "Otter", "2"],
            ["Lower", "9", "", "Heron", "4"],
        ],
        # one whose labels are years
        [
            ["Pond", "Perch", "", "Year", "Rain"],
            ["Upper", "12", "", "2031", "640"],
            ["Lower", "9", "", "2032", "702"],
        ],
        # one whose rows are numbered
        [
            ["Pond", "Perch", "", "Week", "Rain"],
            ["Upper", "12", "", "1", "64"],
            ["Lower", "9", "", "2", "70"],
            ["Mill", "31", "", "3", "55"],
        ],
        # one that is looked up by numbers: of accounts, up to which weight, from which hour
        [
            ["Pond", "Perch", "", "Ledger", "Debt"],
            ["Upper", "12", "", "5100", "64"],
            ["Lower", "9", "", "5000", "70"],
            ["Mill", "31", "", "5300", "55"],
        ],
        [
            ["Pond", "Perch", "", "Weight up to (kg)", "Toll"],
            ["Upper", "12", "", "0.5", "4"],
            ["Lower", "9", "", "2", "7"],
            ["Mill", "31", "", "10", "9"],
        ],
        [
            ["Pond", "Perch", "", "Hour", "Toll"],
            ["Upper", "12", "", "18", "4"],
            ["Lower", "9", "", "8", "7"],
        ],
        [
            ["Pond", "Perch", "", "Weight limit", "Toll"],
            ["Upper", "12", "", "5", "4"],
            ["Lower", "9", "", "20", "7"],
            ["Total", "21", "", "50", "9"],
        ],
        # figures without names
        [
            ["Pond", "Perch", "", "", ""],
            ["Upper", "12", "", "4", "64"],
            ["Lower", "9", "", "8", "70"],
        ],
        # figures beside other rows than those with labels
        [
            ["Pond", "Perch", "", "Tolls", "Fines"],
            ["Upper", "12", "", "", ""],
            ["Lower", "9", "", "", ""],
            ["Mill", "8", "", "4", "70"],
            ["", "", "", "9", "61"],
        ],
        # no labels on the left
        [
            ["Perch", "Pike", "", "Tolls", "Fines"],
            ["1.2", "3", "", "4", "64"],
            ["0.9", "0", "", "8", "70"],
        ],
    ],
)
def test_a_table_of_its_own_stays_apart(rows: list[list[str]]) -> None:
    assert len(regions(rows)) == 2


@pytest.mark.parametrize(
    "rows",
    [
        # years name both columns
        [["Pond", "", "2031", "2032"], ["Upper", "", "9", "8"], ["Lower", "", "12", "14"]],
        # the total of the labels adds up the first of the columns
        [
            ["Pond", "Owner", "", "Perch", "Pike"],
            ["Upper", "Falk", "", "9", "4"],
            ["Lower", "Rask", "", "12", "3"],
            ["Total", "", "", "21", "7"],
        ],
        # figures that come again, or are of several lengths, are no numbers of rows
        [
            ["Pond", "Owner", "", "Perch", "Pike"],
            ["Upper", "Falk", "", "90", "4"],
            ["Lower", "Rask", "", "120", "3"],
            ["Mill", "Lund", "", "8", "7"],
        ],
    ],
)
def test_figures_that_rise_are_no_labels_below_years_or_over_their_total(
    rows: list[list[str]],
) -> None:
    (whole,) = regions(rows)
    assert whole[1][-2:] == rows[1][-2:]


def test_two_empty_columns_keep_tables_apart() -> None:
    assert len(regions([[*row[:3], "", *row[3:]] for row in PERCHES])) == 2
