"""A row is asked for with the measure that the title of its table is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.figure_under_title import (
    figure_under_title,
    measure_of_title,
)
from backend.types.calculations import Calculation
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

YEARS = ("2031", "2030")
Rows = Sequence[tuple[str, Sequence[str]]]


def table(title: str, rows: Rows, unit: str = "EUR", group: tuple[str, ...] = ()) -> StoredTable:
    kind = CellKind.PER_CENT if unit == "%" else CellKind.CURRENCY
    scale = Decimal(1) if unit == "%" else Decimal(1000)
    columns = tuple(Column(year, (year,), kind, unit, scale, year) for year in YEARS)
    lines = tuple(
        StoredRow(
            label,
            group,
            tuple(Cell(text, kind, Decimal(text), 0, 1, 0, None) for text in texts),
            False,
            None,
        )
        for label, texts in rows
    )
    return StoredTable(title, "d", (0,), None, (), title, "", columns, lines, "")


REGIONS: Rows = (("Norland", ("40", "38")), ("Sudmark", ("25", "27")))
SALES = table("Net sales by geographic area for 2031 and 2030:", REGIONS)
ASSETS = table("Property and equipment, net, by region", (("Norland", ("6", "5")),))
SHARES = table("Net sales by region in per cent", (("Norland", ("62", "58")),), "%")
COSTS = table("Net sales by region", (("Norland", ("11", "12")),), group=("Cost of freight",))


BY_PRODUCT = "Revenue by product category"
AT_HOME: Rows = (("Lamps", ("40", "38")), ("Ropes", ("25", "27")))
ABROAD: Rows = (("Lamps", ("14", "13")), ("Sails", ("5", "7")))


def below(*groups: tuple[tuple[str, ...], Rows]) -> StoredTable:
    """One table without a title, whose rows stand below headings within it."""
    parts = [table("", rows, group=group) for group, rows in groups]
    return replace(parts[0], rows=tuple(row for part in parts for row in part.rows))


PARTED = below(((BY_PRODUCT, "Domestic"), AT_HOME), ((BY_PRODUCT, "International"), ABROAD))


def told(question: str, *tables: StoredTable) -> str:
    made = calculate(question, tables)
    return made.figure if isinstance(made, Calculation) else ""


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What were net sales in Norland in 2031?", "40 thousand EUR"),
        ("What were the sales in Norland in 2030?", "38 thousand EUR"),
        ("How much revenue did it make in Sudmark in 2031?", "25 thousand EUR"),
        ("What was property and equipment in Norland in 2031?", "6 thousand EUR"),
    ],
)
def test_the_measure_of_the_title_and_the_row_tell_the_figure(question: str, figure: str) -> None:
    assert told(question, SALES, ASSETS) == figure


def test_several_years_and_the_measure_are_told() -> None:
    question = "What were net sales in Norland in 2030 and 2031?"
    assert told(question, SALES, ASSETS) == "2030: 38 thousand EUR; 2031: 40 thousand EUR"
    made = figure_under_title("What were net sales in Norland in 2031?", [SALES])
    assert made is not None
    assert made.sentence == "Net sales: Norland, 2031: 40 thousand EUR"


@pytest.mark.parametrize(
    "question",
    [
        "What was the profit in Norland in 2031?",
        "What were deferred sales in Norland in 2031?",
        "What were net sales in Ostland in 2031?",
        "What were net sales in Norland and Sudmark in 2031?",
        "What were net sales of ferries in Norland in 2031?",
        "What were net sales in Norland in 2029?",
        "What were net sales in the first quarter in Norland in 2031?",
        "How much did it spend in Norland in 2031?",
    ],
)
def test_another_measure_row_or_time_is_not_told(question: str) -> None:
    assert told(question, SALES, ASSETS) == ""


def test_shares_rows_under_another_heading_and_tables_that_differ_are_not_told() -> None:
    question = "What were net sales in Norland in 2031?"
    assert figure_under_title(question, [SHARES]) is None
    assert figure_under_title(question, [COSTS]) is None
    other = table("Net sales by segment", (("Norland", ("41", "39")),))
    assert figure_under_title(question, [SALES, other]) is None
    assert figure_under_title(question, [SALES, SHARES, ASSETS]) is not None


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What was domestic revenue of lamps in 2031?", "40 thousand EUR"),
        ("What was international revenue of lamps in 2030?", "13 thousand EUR"),
        ("What were domestic sales of ropes in 2030?", "27 thousand EUR"),
    ],
)
def test_a_title_within_the_table_tells_the_measure_of_the_headings_below_it(
    question: str, figure: str
) -> None:
    assert told(question, PARTED) == figure


def test_such_a_figure_is_told_with_the_measure_of_that_title() -> None:
    made = figure_under_title("What was domestic revenue of lamps in 2031?", [PARTED])
    assert made is not None
    assert made.sentence == "Revenue: Lamps, 2031: 40 thousand EUR"
    plain = figure_under_title(
        "What was revenue of lamps in 2031?", [below(((BY_PRODUCT,), AT_HOME))]
    )
    assert plain is not None
    assert plain.figure == "40 thousand EUR"


@pytest.mark.parametrize(
    "question",
    [
        "What was revenue of lamps in 2031?",  # of two headings
        "What was international revenue of ropes in 2031?",  # which stand below the other one
        "What was domestic revenue of sails in 2031?",
        "What was domestic profit of lamps in 2031?",
        "What was northern revenue of lamps in 2031?",
        "What was domestic revenue in 2031?",
        "What was domestic revenue of lamps in 2029?",
    ],
)
def test_a_row_below_another_heading_or_of_another_measure_is_not_told(question: str) -> None:
    assert told(question, PARTED) == ""


def test_headings_of_two_measures_or_of_growth_tell_none() -> None:
    question = "What was domestic revenue of lamps in 2031?"
    two = below(((BY_PRODUCT, "Domestic"), AT_HOME), (("Wages by region", "Domestic"), ABROAD[1:]))
    growth = below((("Growth in revenue by product", "Domestic"), AT_HOME))
    assert figure_under_title(question, [two]) is None
    assert figure_under_title(question, [growth]) is None


@pytest.mark.parametrize(
    ("title", "measure"),
    [
        ("Revenue by region", "Revenue"),
        ("Table 4: Visitors by country", "Visitors"),
        ("Net sales attributed to countries", "Net sales"),
        ("REGIONAL SALES RESULTS", "SALES"),
        ("Operating profit by division", "Operating profit"),
        ("Revenue by major offering", "Revenue"),
        ("Revenue mix by product", ""),
        ("Growth in revenue by region", ""),
        ("Geographical information", ""),
        ("Statements by the board", ""),
        ("Revenue", ""),
    ],
)
def test_a_title_is_of_a_measure_by_parts(title: str, measure: str) -> None:
    assert measure_of_title(title) == measure
