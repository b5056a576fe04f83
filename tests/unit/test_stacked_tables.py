"""Blocks that stand above each other in one printed table are told apart by their periods."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.chunkers.table import row_text
from backend.tables.column_periods import says_part, says_whole_year
from backend.tables.period_labels import is_period_label
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.confidence import FEATURES, Weights
from backend.types import Calculation, Reading, StoredTable
from tests.unit.test_table_typing import reading

EVERY = Weights(0.0, (0.0,) * len(FEATURES), 0.0)
"""Weights that answer however unsure."""
YEARS: list[tuple[str, ...]] = [("(in millions of dollars)",), ("2022",), ("2021",)]


def tables(found: Reading) -> tuple[StoredTable, ...]:
    return stored_tables(found, (), "d")


def periods(table: StoredTable) -> list[str]:
    return [column.period for column in table.columns]


def labels(table: StoredTable) -> list[str]:
    return [row.label for row in table.rows]


def answered(question: str, found: Reading) -> str:
    kept = tables(found)
    made = calculate(question, kept, EVERY, beside=kept)
    return made.sentence if isinstance(made, Calculation) else "refused"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Fourth quarter", True),
        ("Twelve months ended December 31, 2022", True),
        ("Full year:", True),
        ("Q4 2022", True),
        ("2022", True),
        ("Year to date", True),
        ("Quarterly dividend", False),
        ("1,234", False),
        ("42", False),
        ("May Department Stores", False),
        ("", False),
    ],
)
def test_a_label_names_a_period_and_nothing_else(text: str, expected: bool) -> None:
    assert is_period_label(text) is expected


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("Full year", True, False),
        ("Twelve months ended", True, False),
        ("Fiscal year", True, False),
        ("Fourth quarter of the fiscal year", False, True),
        ("Fiscal year to date", False, True),
        ("Six months ended", False, True),
        ("Net sales", False, False),
    ],
)
def test_a_header_says_a_whole_year_or_a_part_of_one(text: str, whole: bool, part: bool) -> None:
    assert says_whole_year(text) is whole
    assert says_part(text) is part


REPEATED = reading(
    [
        ["Jam sales", "30", "25"],
        ["Honey sales", "12", "10"],
        ["Full year", "2022", "2021"],
        ["Jam sales", "110", "100"],
        ["Honey sales", "45", "40"],
    ],
    [("Fourth quarter",), ("2022",), ("2021",)],
)


def test_a_header_that_comes_again_with_another_period_parts_the_table() -> None:
    quarter, year = tables(REPEATED)
    assert (periods(quarter), labels(quarter)) == (
        ["2022-Q4", "2021-Q4"],
        ["Jam sales", "Honey sales"],
    )
    assert (periods(year), labels(year)) == (["2022", "2021"], ["Jam sales", "Honey sales"])
    assert year.label_name == "Full year"
    assert quarter.id != year.id


def test_a_question_for_the_year_is_not_answered_from_the_quarter() -> None:
    assert answered("What were jam sales in 2022?", REPEATED) == "Jam sales, 2022: 110"
    assert answered("What were jam sales in the fourth quarter of 2022?", REPEATED).endswith("30")


def test_a_period_above_a_header_that_comes_again_is_part_of_it() -> None:
    first, second = tables(
        reading(
            [
                ["Jam sales", "30", "25"],
                ["Twelve months ended", "", ""],
                ["", "2022", "2021"],
                ["Jam sales", "110", "100"],
            ],
            [
                (),
                ("Three months ended December 31,", "2022"),
                ("Three months ended December 31,", "2021"),
            ],
        )
    )
    assert periods(first) == ["2022-Q4", "2021-Q4"]
    assert periods(second) == ["2022", "2021"]
    assert second.columns[0].path == ("Twelve months ended", "2022")


def test_a_period_that_spans_the_columns_is_one_row_of_a_new_header() -> None:
    _, second = tables(
        reading(
            [
                ["Jam sales", "30", "25"],
                ["", "Six months ended June 30,", ""],
                ["", "2022", "2021"],
                ["Jam sales", "62", "51"],
            ],
            [(), ("Three months ended June 30,", "2022"), ("Three months ended June 30,", "2021")],
        )
    )
    assert periods(second) == ["2022-06-30/6M", "2021-06-30/6M"]


def test_a_header_that_is_only_repeated_is_left_out() -> None:
    (table,) = tables(
        reading(
            [["Jam", "30", "25"], ["", "2022", "2021"], ["Honey", "12", "10"]],
            YEARS,
        )
    )
    assert labels(table) == ["Jam", "Honey"]


def test_other_years_over_the_same_columns_are_those_of_the_rows_beneath() -> None:
    first, second = tables(
        reading(
            [["Jam", "30", "25"], ["", "2020", "2019"], ["Jam", "21", "20"]],
            YEARS,
        )
    )
    assert (periods(first), periods(second)) == (["2022", "2021"], ["2020", "2019"])
    assert second.label_name == "(in millions of dollars)"


def test_a_column_of_days_is_no_header() -> None:
    (table,) = tables(
        reading(
            [["Loan A", "June 2025", "30"], ["Loan B", "May 2026", "12"], ["Loan C", "2027", "9"]],
            [(), ("Due in 2022 or later",), ("Amount",)],
        )
    )
    assert labels(table) == ["Loan A", "Loan B", "Loan C"]


ALONE = reading(
    [
        ["Fourth quarter", "", ""],
        ["Jam sales", "30", "25"],
        ["Costs", "", ""],
        ["Sugar", "7", "6"],
        ["Full year", "", ""],
        ["Jam sales", "110", "100"],
        ["Costs", "", ""],
        ["Sugar", "29", "26"],
    ],
    YEARS,
)


def test_a_period_alone_heads_the_rows_down_to_the_next_period() -> None:
    (table,) = tables(ALONE)
    assert [row.group for row in table.rows] == [
        ("Fourth quarter",),
        ("Fourth quarter", "Costs"),
        ("Full year",),
        ("Full year", "Costs"),
    ]


@pytest.mark.parametrize(
    ("question", "figure"),
    [
        ("What were jam sales in 2022?", "110"),
        ("What were jam sales in the fourth quarter of 2022?", "30"),
        ("What was sugar in 2021?", "26"),
    ],
)
def test_figures_are_of_the_period_above_their_row(question: str, figure: str) -> None:
    assert f" {figure} " in f"{answered(question, ALONE)} "


def test_a_period_in_the_middle_of_the_page_holds_for_rows_at_the_left() -> None:
    found = reading(
        [
            ["Three months ended March 31, 2023", "", ""],
            ["Jam sales", "30", "25"],
            ["Year ended December 31, 2022", "", ""],
            ["Jam sales", "110", "100"],
        ],
        [(), ("North",), ("South",)],
        indents=[200.0, 0.0, 200.0, 0.0],
    )
    (table,) = tables(found)
    assert [row.group for row in table.rows] == [
        ("Three months ended March 31, 2023",),
        ("Year ended December 31, 2022",),
    ]
    assert answered("What were jam sales of the North in 2023?", found) == "refused"


def test_periods_under_a_part_of_the_business_end_with_it() -> None:
    (table,) = tables(
        reading(
            [
                ["North", "", ""],
                ["2022", "", ""],
                ["Jam", "30", "25"],
                ["2021", "", ""],
                ["Jam", "20", "15"],
                ["South", "", ""],
                ["Jam", "7", "6"],
            ],
            [(), ("Sales",), ("Costs",)],
            indents=[0.0, 10.0, 20.0, 10.0, 20.0, 0.0, 20.0],
        )
    )
    assert [row.group for row in table.rows] == [("North", "2022"), ("North", "2021"), ("South",)]


def test_figures_to_date_are_not_those_of_the_year() -> None:
    found = reading(
        [["Year to date", "", ""], ["Jam sales", "70", "65"], ["Honey sales", "9", "8"]], YEARS
    )
    assert answered("What were jam sales in 2022?", found) == "refused"


def two_pages(over_first: str, over_second: str) -> tuple[StoredTable, ...]:
    """One table of two columns on either page, told apart by what stands over the labels."""
    first = reading(
        [["Jam", "30", "25"], ["Honey", "12", "10"]], [(over_first,), ("2022",), ("2021",)]
    )
    second = reading(
        [["Jam", "110", "100"], ["Honey", "45", "40"]], [(over_second,), ("2022",), ("2021",)]
    )
    shift = len(first.text) + 2
    (below,) = second.tables
    below = replace(
        below,
        start=below.start + shift,
        end=below.end + shift,
        page=1,
        rows=tuple(
            replace(row, start=row.start + shift, end=row.end + shift) for row in below.rows
        ),
    )
    (above,) = first.tables
    both = replace(
        first,
        text=f"{first.text}\n\n{second.text}",
        page_starts=(0, shift),
        page_sizes=first.page_sizes * 2,
        tables=(replace(above, title="Sales of the shop"), below),
        blocks=(),
    )
    return tables(both)


def test_a_table_of_another_period_on_the_next_page_is_one_of_its_own() -> None:
    quarter, year = two_pages("Q4 ($ in millions)", "Full year ($ in millions)")
    assert (periods(quarter)[0], periods(year)[0]) == ("2022-Q4", "2022")
    assert year.title == quarter.title == "Sales of the shop"


@pytest.mark.parametrize("over", ["Q4 ($ in millions)", "Q4 ($ in millions), continued", ""])
def test_a_table_that_goes_on_over_the_page_stays_one(over: str) -> None:
    (table,) = two_pages("Q4 ($ in millions)", over)
    assert labels(table) == ["Jam", "Honey", "Jam", "Honey"]


def test_a_rows_passage_says_the_period_of_each_figure() -> None:
    (alone,) = tables(ALONE)
    assert row_text(alone, alone.rows[0]) == (
        "Jam sales — Fourth quarter 2022: 30; Fourth quarter 2021: 25"
    )
    assert row_text(alone, alone.rows[3]) == "Costs: Sugar — Full year 2022: 29; Full year 2021: 26"
    _, year = tables(REPEATED)
    assert row_text(year, year.rows[0]) == "Jam sales — Full year 2022: 110; Full year 2021: 100"


def test_a_rows_passage_leaves_the_periods_above_where_its_headers_have_their_own() -> None:
    (table,) = tables(
        reading(
            [["2022", "", ""], ["Jam", "30", "110"], ["Honey", "9", "40"]],
            [(), ("Fourth quarter",), ("Full year",)],
        )
    )
    assert row_text(table, table.rows[0]) == "2022: Jam — Fourth quarter: 30; Full year: 110"


def test_years_beside_the_rows_are_not_said_over_columns_of_words() -> None:
    (table,) = tables(
        reading([["2021", "7", "8"], ["2022", "9", "10"]], [("Fiscal year",), ("Jam",), ("Honey",)])
    )
    assert row_text(table, table.rows[0]) == "2021 — Jam: 7; Honey: 8"


def test_another_period_over_all_columns_takes_the_place_of_the_headers() -> None:
    first, second = tables(
        reading(
            [
                ["North", "30", "25"],
                ["South", "12", "10"],
                ["Year ended June 30, 2022", "", ""],
                ["($ in millions)  Jam  Honey", "", ""],
                ["North", "21", "20"],
                ["South", "9", "8"],
            ],
            [
                ("($ in millions)",),
                ("Year ended June 30, 2023", "Jam"),
                ("Year ended June 30, 2023", "Honey"),
            ],
        )
    )
    assert (periods(first)[0], periods(second)[0]) == ("2023-06-30/12M", "2022-06-30/12M")
    assert [column.path[-1] for column in second.columns] == ["Jam", "Honey"]
    assert [(row.label, row.group) for row in second.rows] == [("North", ()), ("South", ())]


def test_a_year_over_one_of_several_years_is_the_group_of_its_rows() -> None:
    (table,) = tables(
        reading([["Jam", "30", "25"], ["2020", "", ""], ["Honey", "12", "10"]], YEARS)
    )
    assert periods(table) == ["2022", "2021"]
    assert [row.group for row in table.rows] == [(), ("2020",)]


def test_a_label_of_two_pieces_that_is_no_header_stays_a_group() -> None:
    (table,) = tables(
        reading(
            [["Jam  Sweet things", "", ""], ["North", "21", "20"], ["South", "9", "8"]],
            [(), ("Jam",), ("Honey",)],
        )
    )
    assert [row.group for row in table.rows] == [("Jam  Sweet things",)] * 2
