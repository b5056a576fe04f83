"""Quoted rows of a table show the asked columns first, with unit and scale said once."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.asked_columns import asked_columns
from backend.tasks.calculate.programs.quoted_rows import MOST_COLUMNS, quoted_rows
from backend.tasks.calculate.programs.row_sentence import row_sentence
from backend.types import Cell, CellKind, Column, StoredRow, StoredTable


def cell(text: str) -> Cell | None:
    if not text:
        return None
    bare = text.replace(",", "").strip("$%")
    figure = bare.replace(".", "").isdigit()
    kind = CellKind.NUMBER if figure else CellKind.TEXT
    return Cell(text, kind, Decimal(bare) if figure else None, 0, len(text), 0, None)


def table(
    columns: tuple[tuple[str, str], ...], rows: tuple[tuple[str, tuple[str, ...]], ...], **more: str
) -> StoredTable:
    unit = more.pop("unit", "USD")
    return StoredTable(
        id="t",
        document_id="d",
        pages=(0,),
        box=None,
        section=(),
        title=more.get("title", "Statement of income (in millions of dollars)"),
        lead_in="",
        columns=tuple(
            Column(name, (name,) if name else (), CellKind.NUMBER, unit, Decimal(10**6), period)
            for name, period in columns
        ),
        rows=tuple(
            StoredRow(label, (), tuple(map(cell, texts)), False, None) for label, texts in rows
        ),
        label_name=more.get("label_name", ""),
    )


YEARS = (("2021", "2021"), ("2022", "2022"))
INCOME = table(YEARS, (("Net sales", ("900", "1,020")), ("Diluted earnings per share", ("1", "2"))))


def test_the_column_of_the_asked_year_comes_first_and_the_measure_stands_once_on_top() -> None:
    shown = quoted_rows("What were net sales in fiscal 2022?", INCOME, [0])
    assert (shown.heads, shown.asked) == (("2022", "2021"), 1)
    assert shown.measure == "million USD"
    assert [(row.label, row.cells) for row in shown.rows] == [("Net sales", ("1,020", "900"))]


def test_a_row_that_the_scale_does_not_reach_is_not_said_to_be_in_millions() -> None:
    assert "million" not in quoted_rows("Earnings per share in 2022?", INCOME, [1]).measure


def test_a_question_without_a_period_leaves_the_columns_as_printed() -> None:
    shown = quoted_rows("What were net sales?", INCOME, [0])
    assert (shown.heads, shown.asked) == (("2021", "2022"), 0)


def test_a_year_that_no_column_has_is_not_taken_for_another() -> None:
    assert asked_columns("What were net sales in 2019?", INCOME, 0) == ()


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What were net sales in the first quarter of 2022?", (0,)),
        ("What were net sales in 2022?", (1,)),
        ("By how much did net sales in 2022 differ from 2021?", (1, 2)),
    ],
)
def test_a_quarter_is_told_from_its_year(question: str, asked: tuple[int, ...]) -> None:
    columns = (("Q1 2022", "2022-Q1"), ("2022", "2022"), ("2021", "2021"))
    made = table(columns, (("Net sales", ("200", "1,020", "900")),))
    assert asked_columns(question, made, 0) == asked


def test_a_column_is_known_by_the_words_of_its_header() -> None:
    made = table(
        (("City", ""), ("Unit price", ""), ("Quantity", "")),
        (("Wool rug", ("Bremen", "210", "3")),),
    )
    assert asked_columns("What is the unit price of the wool rug?", made, 0) == (1,)
    assert asked_columns("Which city was the wool rug sold to?", made, 0) == (0,)
    assert asked_columns("What of the wool rug?", made, 0) == ()


def test_where_periods_stand_beside_the_rows_the_column_is_known_by_its_words() -> None:
    made = table(
        (("Apples", ""), ("Pears", "")),
        (("2021", ("7", "8")), ("2022", ("9", "10"))),
        unit="kg",
    )
    assert asked_columns("How many pears were picked in 2022?", made, 1) == (1,)


def test_columns_of_different_measures_say_theirs_in_the_head() -> None:
    made = table(YEARS, (("Net sales", ("900", "12")),))
    share = replace(made.columns[1], unit="%", kind=CellKind.PER_CENT, name="Growth", period="")
    made = replace(made, columns=(made.columns[0], replace(share, path=("Growth",))))
    shown = quoted_rows("What were net sales?", made, [0])
    assert shown.measure == ""
    assert shown.heads == ("2021 (million USD)", "Growth (%)")


def test_of_many_columns_the_asked_one_is_never_left_out() -> None:
    columns = tuple((str(year), str(year)) for year in range(2010, 2020))
    made = table(columns, (("Net sales", tuple(str(each) for each in range(10))),))
    shown = quoted_rows("What were net sales in 2019?", made, [0])
    assert len(shown.heads) == MOST_COLUMNS
    assert (shown.heads[0], shown.rows[0].cells[0]) == ("2019", "9")
    assert shown.further == 10 - MOST_COLUMNS


def test_an_empty_cell_is_left_out_with_its_column() -> None:
    made = table(YEARS, (("Net sales", ("", "1,020")),))
    shown = quoted_rows("What were net sales in 2022?", made, [0])
    assert (shown.heads, shown.rows[0].cells) == (("2022",), ("1,020",))


def test_a_row_deep_in_a_long_table_is_shown_as_in_a_short_one() -> None:
    long = table(YEARS, tuple((f"Store {at}", (str(at), str(at + 1))) for at in range(500)))
    shown = quoted_rows("What were the sales of store 400 in 2022?", long, [400])
    assert (shown.rows[0].label, shown.rows[0].cells) == ("Store 400", ("401", "400"))


def test_one_asked_cell_is_said_with_label_period_and_measure() -> None:
    said = row_sentence("What were net sales in fiscal 2022?", INCOME, 0)
    assert said == "Net sales, 2022: 1,020 million USD"


@pytest.mark.parametrize(
    "question",
    ["What were net sales?", "How did net sales of 2021 and 2022 differ?", "Net sales in 2019?"],
)
def test_where_not_one_cell_is_meant_no_sentence_is_made(question: str) -> None:
    assert row_sentence(question, INCOME, 0) == ""


def test_no_sentence_is_made_where_the_period_is_open() -> None:
    made = table(
        (("January 28, 2023", "2023-01-28/12M"), ("January 29, 2022", "2022-01-29/12M")),
        (("Net sales", ("900", "1,020")),),
    )
    assert row_sentence("What were net sales in 2022?", made, 0) == ""


def test_no_sentence_is_made_where_the_scale_is_open() -> None:
    made = table(YEARS, (("Net sales", ("900", "1,020")),), title="Statement (in thousands)")
    made = replace(
        made, columns=tuple(replace(column, scale=Decimal(1)) for column in made.columns)
    )
    assert row_sentence("What were net sales in 2022?", made, 0) == ""


def test_a_year_that_ends_in_january_is_not_taken_for_the_one_it_is_printed_under() -> None:
    columns = (
        ("52 weeks ended January 28, 2023", "2023-01-28/12M"),
        ("52 weeks ended January 29, 2022", "2022-01-29/12M"),
    )
    made = table(columns, (("Gross profit", ("40", "33")),))
    assert asked_columns("What was gross profit in fiscal 2022?", made, 0) == ()
    assert asked_columns("Gross profit of the year ended January 29, 2022?", made, 0) == (1,)


def test_the_head_says_the_period_that_stands_over_the_labels() -> None:
    quarters = (("2022", "2022-Q4"), ("2021", "2021-Q4"))
    made = table(quarters, (("Jam", ("6", "7")),), label_name="Q4 (in millions)")
    assert quoted_rows("How did jam do?", made, [0]).heads == ("Q4 2022", "Q4 2021")


def test_the_head_says_the_period_above_the_row_in_place_of_its_group() -> None:
    made = table(YEARS, (("Jam", ("6", "7")),))
    made = replace(made, rows=(replace(made.rows[0], group=("Full year", "Costs")),))
    shown = quoted_rows("How did jam do?", made, [0])
    assert shown.heads == ("Full year 2021", "Full year 2022")
    assert shown.rows[0].group == ("Costs",)


def test_the_only_figure_of_a_row_is_not_said_for_another_year() -> None:
    made = table(YEARS, (("Net sales", ("900", "")),))
    assert asked_columns("What were net sales in 2022?", made, 0) == ()
    assert asked_columns("What were net sales in 2021?", made, 0) == (0,)
    assert row_sentence("What were net sales in 2022?", made, 0) == ""
