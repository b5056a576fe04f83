"""Places are found under what accounts call them: “Domestic” for the country at home."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.home_country import with_places_as_told
from backend.types import StoredTable
from backend.types.calculations import Calculation
from tests.unit.markdown_tables import tables_in


def sales(*rows: str, money: str = "USD") -> tuple[StoredTable, ...]:
    """Sales by market: each row with 10 more than the one above, and 5 less in the year before."""
    lines = "".join(
        f"| {row} | {10 * number} | {10 * number - 5} |\n" for number, row in enumerate(rows, 1)
    )
    head = "| Market | 2031 | 2030 |\n| --- | ---: | ---: |\n"
    return tables_in(f"# Report\n\nSales by market (in thousands of {money})\n\n{head}{lines}")


HOME = sales("Domestic", "International", "U.S. treasury bills")
PLACES = sales("Europe", "Asia")


@pytest.mark.parametrize(
    ("home", "money"),
    [
        *((each, "USD") for each in ("US", "U.S.", "USA", "American", "United States")),
        *((each, "GBP") for each in ("UK", "U.K.", "British", "United Kingdom")),
    ],
)
def test_the_country_at_home_is_called_domestic_where_rows_are(home: str, money: str) -> None:
    tables = sales("Domestic", "International", f"{home} bonds", money=money)
    asked = with_places_as_told(f"What were {home} sales in 2031?", tables)
    assert asked == "What were domestic sales in 2031?"


@pytest.mark.parametrize(
    ("question", "rows", "money"),
    [
        ("What were US sales in 2031?", ("Domestic", "US bonds"), "EUR"),  # home is elsewhere
        ("What were US sales in 2031?", ("Domestic", "Canada"), "USD"),  # or may be
        ("What were UK sales in 2031?", ("Domestic", "Canada"), "USD"),
        ("What were UK sales in 2031?", ("Domestic", "United Kingdom", "Canada"), "GBP"),
        ("What were sales of US ferries in 2031?", ("Domestic", "US ferries"), "USD"),
        ("What were sales in Canada in 2031 in US dollars?", ("Domestic", "Canada"), "USD"),
        ("What were sales in Canada in 2031 in US$?", ("Domestic", "Canada"), "USD"),
    ],
)
def test_home_is_where_the_money_of_the_accounts_is_at_home(
    question: str, rows: tuple[str, ...], money: str
) -> None:
    assert with_places_as_told(question, sales(*rows, money=money)) == question


def test_a_row_of_something_else_at_home_does_not_matter() -> None:
    tables = sales("Domestic", "U.S. treasury bills")
    asked = with_places_as_told("What were US sales in 2031?", tables)
    assert asked == "What were domestic sales in 2031?"


def test_a_group_of_rows_may_be_called_domestic() -> None:
    (table,) = tables_in(
        "# Report\n\nSales (in thousands of USD)\n\n| Line | 2031 | 2030 |\n| --- | ---: | ---: |\n"
        "| Domestic | | |\n| Lamps | 40 | 38 |\n| Ropes | 25 | 27 |\n| U.S. bonds | 3 | 2 |\n"
    )
    assert table.rows[0].group == ("Domestic",)
    asked = with_places_as_told("What were US sales of lamps in 2031?", [table])
    assert asked == "What were domestic sales of lamps in 2031?"


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("What were US sales in 2031?", PLACES),  # none is at home
        ("What were US sales in 2031?", sales("Domestic", "US")),  # which is told by its own name
        ("What did the American Ferry Society earn in 2031?", HOME),  # a name
        ("What did British Ferries earn in 2031?", HOME),
        ("What did it tell us in 2031?", HOME),
        ("What were the USB sales in 2031?", HOME),
        ("What were foreign sales in 2031?", HOME),
    ],
)
def test_a_name_and_what_has_a_row_of_its_own_stay(
    question: str, tables: tuple[StoredTable, ...]
) -> None:
    assert with_places_as_told(question, tables) == question


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What were European sales in 2031?", "What were Europe sales in 2031?"),
        ("How much did Asian sales rise in 2031?", "How much did Asia sales rise in 2031?"),
    ],
)
def test_an_adjective_is_called_by_the_row_of_its_place(question: str, asked: str) -> None:
    assert with_places_as_told(question, PLACES) == asked


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("What were European sales in 2031?", sales("European depots", "Europe")),
        ("What were European sales in 2031?", sales("Sales to European clubs", "Europe")),
        ("What were European sales in 2031?", sales("Europe and Asia", "Africa")),
        ("What did European Ferries earn in 2031?", PLACES),
        ("What were sales in Europe in 2031?", PLACES),
    ],
)
def test_it_stays_where_a_row_has_it_or_no_row_is_the_place_alone(
    question: str, tables: tuple[StoredTable, ...]
) -> None:
    assert with_places_as_told(question, tables) == question


@pytest.mark.parametrize(
    ("question", "tables", "figure"),
    [
        ("What were US sales in 2031?", HOME, "10 thousand USD"),
        ("What were sales in the United States in 2030?", HOME, "5 thousand USD"),
        ("What were sales in the US in 2031?", sales("Domestic", "US"), "20 thousand USD"),
        ("What were European sales in 2031?", PLACES, "10 thousand USD"),
        ("What were Asian sales in 2030?", PLACES, "15 thousand USD"),
        (
            "What were British sales in 2031?",
            sales("Domestic", "United Kingdom"),
            "20 thousand USD",
        ),
    ],
)
def test_the_row_of_the_place_tells_the_figure(
    question: str, tables: tuple[StoredTable, ...], figure: str
) -> None:
    made = calculate(question, tables)
    assert isinstance(made, Calculation), made
    assert made.figure == figure


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("What were US sales in 2031?", PLACES),
        ("What were African sales in 2031?", PLACES),
        ("What were US sales in 2029?", HOME),
    ],
)
def test_no_figure_is_told_for_another_place_or_year(
    question: str, tables: tuple[StoredTable, ...]
) -> None:
    assert not isinstance(calculate(question, tables), Calculation)
