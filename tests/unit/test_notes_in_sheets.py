"""Notes that somebody wrote in the cells above and below a table of a sheet."""

from __future__ import annotations

import pytest

from backend.readers.layout.written_headers import header_rows
from backend.readers.layout.written_tables import TextBuilder, add_region, regions
from backend.types import Reading

NAMES = ["Boat", "Builder", "Length", "Launched"]
BOATS = [["Otter", "Falk", "7.5", "2031-05-02"], ["Heron", "Lund", "9.1", "2033-06-11"]]


def read(*rows: list[str]) -> Reading:
    """The reading of a sheet with these rows."""
    builder = TextBuilder()
    builder.page()
    for region in regions(rows):
        add_region(builder, region)
    return builder.reading("Boats", {})


def names_of(*rows: list[str]) -> list[tuple[str, ...]]:
    """The names of the columns of a sheet with these rows above the boats."""
    (table,) = read(*rows, *BOATS).tables
    return list(table.paths)


@pytest.mark.parametrize(
    "notes",
    [
        [["Written by", "Ines", "", ""], ["Checked by", "Bo", "", "in haste"]],
        [["ask Ines", "", "", ""], ["before you", "sell", "", "any"], ["of", "these", "", ""]],
        [["Yard:", "Elm", "", ""], ["", "by the", "mill", ""], ["Keeper:", "Ida", "", ""]],
        [[f"note {each}", "of", "mine", ""] for each in "abcdef"],
    ],
)
def test_notes_above_the_names_of_columns_are_no_names(notes: list[list[str]]) -> None:
    assert names_of(*notes, NAMES) == [(name,) for name in NAMES]
    reading = read(*notes, NAMES, *BOATS)
    for row in notes:
        assert " ".join(filter(None, row)) in reading.text


@pytest.mark.parametrize(
    "above",
    [
        [["Boat", "Made", "", ""]],  # one level of names over another
        [["", "Made", "Size", ""], ["", "by", "in", ""]],
        [["Yard", "Made", "", "2031"], ["Shed", "by", "in", "Day"]],  # a year is of its column
        [["Yard", "Made", "(in thousands)", ""], ["Shed", "by", "in", "Day"]],
    ],
)
def test_levels_of_names_stay_names(above: list[list[str]]) -> None:
    assert len(names_of(*above, NAMES)[1]) > 1


def test_where_the_last_row_does_not_name_every_column_none_is_a_note() -> None:
    rows = [["Yard", "Made", "", ""], ["Shed", "by", "", ""], ["Boat", "", "Length", "Day"]]
    assert header_rows([*rows, *BOATS]) == 3
    assert names_of(*rows)[0] == ("Yard", "Shed", "Boat")


def test_words_below_where_figures_stand_are_no_row() -> None:
    below = [["told", "", "", ""], ["", "by", "", ""], ["", "", "Ines", "herself"]]
    reading = read(NAMES, *BOATS, *below)
    (table,) = reading.tables
    assert [row.cells[0] for row in table.rows] == ["Otter", "Heron"]
    assert "Ines herself" in reading.text


@pytest.mark.parametrize(
    "row",
    [
        ["Mole", "Falk", "not known", ""],  # it has a label
        ["", "Falk", "8.2", "lost"],  # it has a figure
        ["", "Falk", "", "2034-01-01"],  # nothing stands where figures do
        ["", "Falk", "–", "2034-01-01"],  # a dash is no word
    ],
)
def test_a_last_row_with_something_missing_stays(row: list[str]) -> None:
    (table,) = read(NAMES, *BOATS, row).tables
    assert list(table.rows[-1].cells) == row
