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


def test_two_empty_columns_keep_tables_apart() -> None:
    assert len(regions([[*row[:3], "", *row[3:]] for row in PERCHES])) == 2
