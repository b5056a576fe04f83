"""The scale of a table that a head or a sentence some way before it announces."""

from __future__ import annotations

import pytest

from backend.readers.html import read_html
from backend.readers.layout.written_tables import TextBuilder
from backend.tables.column_scales import scale_of_cell
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.calculation import calculate
from backend.types import Calculation, StoredTable

ROWS = (
    ("", "2021", "2020"),
    ("Rope", "$4,310", "$3,905"),
    ("Canvas", "1,220", "980"),
)
NOTES = ("Canvas is woven at the mill.", "Rope is laid in the long shed.", "Both are sold ashore.")


def page(*parts: str | tuple[tuple[str, ...], ...]) -> tuple[StoredTable, ...]:
    """The tables of a page of paragraphs, headings ("# …") and tables."""
    written = []
    for part in parts:
        if isinstance(part, str):
            tag, text = ("h2", part[2:]) if part.startswith("# ") else ("p", part)
            written.append(f"<{tag}>{text}</{tag}>")
        else:
            rows = ("".join(f"<td>{cell}</td>" for cell in row) for row in part)
            written.append(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>")
    reading = read_html("<html><body>" + "".join(written) + "</body></html>", "mill.html")
    return stored_tables(reading, (), "mill")


def scales(table: StoredTable) -> list[int]:
    return [int(column.scale) for column in table.columns]


@pytest.mark.parametrize(
    ("announced", "scale"),
    [
        ("Sales of the mill are as follows (in thousands):", 1_000),
        ("Notes to the accounts (in millions, except for share and per share data)", 1_000_000),
        ("(All amounts expressed in thousands of U.S. Dollars, except share data)", 1_000),
        ("(Tabular amounts in millions, unless otherwise disclosed)", 1_000_000),
        ("Sales of the mill are as follows ($ in '000):", 1_000),
        # said of a sum in the sentence, or of nothing
        ("Sales rose by a sum (of several million).", 1),
        ("Sales rose (by $3.4 million in all):", 1),
        ("Sales of the mill are as follows:", 1),
        ("A share is told in full (except per share data, in thousands)", 1),
    ],
)
def test_what_is_announced_three_paragraphs_before_the_table_is_its_scale(
    announced: str, scale: int
) -> None:
    (table,) = page(announced, *NOTES, ROWS)
    assert scales(table) == [scale, scale]


def test_a_long_sentence_that_announces_no_table_states_no_scale() -> None:
    prose = "The mill tells what it sold to each of its customers " * 6 + "(in thousands)."
    assert scales(page(prose, *NOTES, ROWS)[0]) == [1, 1]
    assert scales(page(prose[240:], *NOTES, ROWS)[0]) == [1000, 1000]


def test_what_announces_one_table_is_not_said_of_the_next() -> None:
    first, second = page("Sales (in thousands):", *NOTES, ROWS, *NOTES, ROWS)
    assert scales(first) == [1000, 1000]
    assert scales(second) == [1, 1]


def test_a_table_under_another_heading_is_not_the_announced_one() -> None:
    (table,) = page("Sales are as follows (in thousands):", "# Staff", *NOTES, ROWS)
    assert scales(table) == [1, 1]
    (table,) = page("Notes to the accounts (in thousands)", "# Sales", *NOTES, ROWS)
    assert scales(table) == [1000, 1000]


def test_the_nearest_statement_is_the_tables() -> None:
    (table,) = page("(in millions)", "Sales are as follows (in thousands):", *NOTES, ROWS)
    assert scales(table) == [1000, 1000]


def test_prices_counts_and_figures_with_cents_are_not_in_the_announced_scale() -> None:
    rows = (
        ("", "Sales", "Number of looms", "Margin %", "Fee"),
        ("2021", "$4,310", "12", "31", "$6.25"),
        ("2020", "3,905", "11", "30", "6.10"),
    )
    (table,) = page("Notes to the accounts (in thousands, except fees)", *NOTES, rows)
    assert scales(table) == [1000, 1, 1, 1]


def test_a_column_keeps_the_scale_of_its_own_header() -> None:
    rows = (("", "Sales (in millions)", "Costs"), ("2021", "12", "8,100"), ("2020", "11", "7,900"))
    (table,) = page("Notes to the accounts (in thousands)", *NOTES, rows)
    assert scales(table) == [1_000_000, 1000]


def test_the_currency_is_said_with_the_scale() -> None:
    rows = (("", "2021", "2020"), ("Rope", "4,310", "3,905"), ("Canvas", "1,220", "980"))
    (table,) = page("(Expressed in thousands of euros)", *NOTES, rows)
    assert [column.unit for column in table.columns] == ["EUR", "EUR"]


def test_one_thousand_of_a_currency_announces_a_scale() -> None:
    rows = (("", "2021", "2020"), ("Rope", "4,310", "3,905"), ("Canvas", "1,220", "980"))
    (table,) = page("Sales of the mill are as follows (in CHF 1'000):", *NOTES, rows)
    assert [(column.unit, int(column.scale)) for column in table.columns] == [("CHF", 1000)] * 2


def test_the_answer_says_the_announced_scale() -> None:
    tables = page("Sales of the mill are as follows (in thousands):", *NOTES, ROWS)
    made = calculate("What was the change in rope from 2020 to 2021?", tables)
    assert isinstance(made, Calculation)
    assert (made.answer, int(made.scale), made.unit) == ("405", 1000, "USD")


def test_the_price_of_a_share_is_not_told_in_the_scale_of_the_table() -> None:
    rows = (("", "2021", "2020"), ("Profit", "4,310", "3,905"), ("Exercise price", "12", "11"))
    (table,) = page("Figures of the mill (in thousands):", *NOTES, rows)
    assert [int(scale_of_cell(table, row, 0)) for row in table.rows] == [1000, 1]


def test_what_is_counted_per_million_is_in_no_scale() -> None:
    rows = (("", "2021", "2020"), ("Sold", "4,310", "3,905"), ("Kept", "1,220", "980"))
    (table,) = page("Smoke per $ million of revenue was down by a tenth.", rows)
    assert scales(table) == [1, 1]
    (table,) = page("Shown in $ million of revenue.", rows)
    assert scales(table) == [1_000_000, 1_000_000]


@pytest.mark.parametrize(("pages", "scale"), [(0, 1000), (1, 1000), (2, 1)])
def test_a_head_is_of_its_page_and_the_next(pages: int, scale: int) -> None:
    head = "Notes to the accounts (in thousands)"
    builder = TextBuilder()
    builder.page()
    builder.block("paragraph", head)
    for _ in range(pages):
        builder.block("paragraph", NOTES[0])
        builder.page()
    builder.block("paragraph", NOTES[1])
    builder.block("paragraph", NOTES[2])
    builder.table(ROWS[:1], ROWS[1:])
    (table,) = stored_tables(builder.reading("Mill", {}), (), "mill")
    assert scales(table) == [scale, scale]
