"""A table that a quarter heads is of that quarter, though its columns name years alone."""

from __future__ import annotations

import pytest

from backend.tables.column_typing import typed_columns
from backend.tables.table_parts import Grid, Place


def place(text: str) -> Place:
    return Place(text, 0, len(text), 0, None)


def periods(title: str, *context: str) -> list[str]:
    """The periods of columns “2031” and “2030” below a title."""
    rows = (
        (place("Ferries"), place("$12"), place("$11")),
        (place("Mills"), place("8"), place("7")),
    )
    grid = Grid(0, 100, title, (), (("2031",), ("2030",)), rows)
    return [each.period for each in typed_columns(grid, [*context, title])[0]]


@pytest.mark.parametrize("title", ["Q4 % Change", "4Q", "Fourth quarter results", "Q4 (unaudited)"])
def test_years_below_a_quarter_are_that_quarter(title: str) -> None:
    assert periods(title) == ["2031-Q4", "2030-Q4"]


@pytest.mark.parametrize(
    "title",
    ["Full Year % Change", "Results by region", "Q4 saw the ferries grow again", "Q4 2031 outlook"],
)
def test_years_below_anything_else_are_years(title: str) -> None:
    assert periods(title) == ["2031", "2030"]


def test_a_whole_year_is_one_though_a_quarter_stands_before_it() -> None:
    assert periods("Full Year % Change", "Third quarter ended") == ["2031", "2030"]
