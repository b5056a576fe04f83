"""A list with columns of several years is asked for one of them like any list."""

from __future__ import annotations

import pytest

from backend.ingestion.sections import sections_of
from backend.readers.layout.written_tables import TextBuilder, add_region
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.year_of_list import year_of_list
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of
from tests.unit.small_ledgers import Row, ledger


def mills(*rows: list[str]) -> StoredTable:
    builder = TextBuilder()
    builder.page()
    builder.block("heading", "Mills", 1)
    head = [
        ["Mill", "Town", "Sacks", "", "Spend (EUR)", ""],
        ["", "", "2030", "2031", "2030", "2031"],
    ]
    add_region(builder, [*head, *rows])
    reading = builder.reading("mills", {})
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    return table


MILLS = mills(
    ["Falk", "Elm", "40", "44", "900", "1000"],
    ["Lund", "Ely", "25", "20", "700", "640"],
    ["Noll", "Elm", "31", "35", "820", "910"],
    ["Total", "", "96", "99", "2420", "2550"],
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much did we spend on mills in Elm in 2031?", "1,910"),  # 1000 + 910
        ("How much did we spend with Lund in 2030?", "700"),
        ("Which mill did we spend the most with in 2030?", "Falk"),
        ("How many sacks did Noll get in 2031?", "35"),
        ("How many sacks did we get in 2031?", "99"),
    ],
)
def test_the_columns_of_the_year_answer(question: str, answer: str) -> None:
    made = calculate_columns(question, [MILLS], "Mills")
    assert isinstance(made, Calculation)
    assert made.answer == answer
    for operand in made.operands:  # each cell is that of the list as it stands
        cell = MILLS.rows[operand.row].cells[operand.column] if operand.column >= 0 else None
        assert cell is None or cell.text == operand.text


@pytest.mark.parametrize(
    "question",
    [
        "How much did we spend on mills in Elm?",
        "How much did we spend on mills in Elm in 2032?",
        "How much did we spend on mills in Elm since 2031?",
        "How much did we spend on mills in Elm in 2030 and in 2031?",
        "How much did we spend on mills in Elm in the first quarter of 2031?",
    ],
)
def test_another_time_cuts_no_columns(question: str) -> None:
    assert year_of_list(question, MILLS) is None


def test_days_in_the_rows_may_be_meant() -> None:
    dated = "Mill,Built on,Sacks 2030,Sacks 2031\nFalk,2031-03-01,40,44\nLund,2030-05-09,25,20\n"
    assert year_of_list("How many sacks in 2031?", list_of(dated)) is None
    plain = "Mill,2030,2031\nFalk,40,44\nLund,25,20\n"
    assert year_of_list("How many sacks in 2031?", list_of(plain)) is None


def costs(*head: str, title: str = "Costs") -> StoredTable:
    """A statement, the rows of which say what its figures are."""
    columns = tuple((each, each[-4:]) for each in head)
    rows: tuple[Row, ...] = (
        (("Running costs",), "Grain bought", ("60", "70")),
        (("Running costs",), "Haulage", ("25", "20")),
        (("Running costs",), "Upkeep", ("15", "10")),
        (("Running costs",), "Total running costs", ("100", "100")),
    )
    return ledger(columns, rows, title=title)


@pytest.mark.parametrize(
    "table",
    [
        costs("Year ended 31 December › 2030", "Year ended 31 December › 2031"),
        costs("Twelve months ended May 31, › 2030", "Twelve months ended May 31, › 2031"),
        costs("FY › 2030", "FY › 2031"),
        costs("Reported › 2030", "Reported › 2031", title="Consolidated statements of income"),
    ],
)
def test_a_statement_of_several_years_is_no_list(table: StoredTable) -> None:
    asked = "What was the largest running cost in 2031?"
    assert year_of_list(asked, table) is None
    made = calculate_columns(asked, [table], "Mill accounts")
    assert not isinstance(made, Calculation)  # never the total of them
