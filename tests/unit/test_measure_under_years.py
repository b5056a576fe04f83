"""What a table says of its scale beneath its years is said of every figure, and an amount in a
sentence before a table says nothing of it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from backend.readers.html import read_html
from backend.readers.layout.written_headers import header_rows
from backend.settings import load_settings
from backend.tables.column_typing import is_measure
from backend.tables.stored_tables import stored_tables
from backend.types import JobState, Query, Verdict
from backend.workbench import open_workbench

CELLS = [
    ["", "Year ended", ""],
    ["", "2022", "2021"],
    ["", "(in millions, except percentages)", ""],
    ["Stores:", "", ""],
    ["Oats", "70", "40"],
]


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        (CELLS, 3),
        ([*CELLS[:2], *CELLS[3:]], 2),
        ([*CELLS[:2], ["", "after the flood", ""], *CELLS[3:]], 2),  # no measure
        ([*CELLS[:2], ["(in millions)", "", ""], *CELLS[3:]], 2),  # a heading's place
        ([*CELLS[:2], ["", "(in millions)", "restated"], *CELLS[3:]], 3),
        ([*CELLS[:2], ["", "US$ in thousands", ""], *CELLS[3:]], 3),
        ([*CELLS[:2], ["", "in thousands of them", ""], *CELLS[3:]], 2),
        # a row under nothing but a measure heads columns, whatever figures its words have
        ([["", "Y22", "Y21"], ["$ MILLION", "53 weeks", "52 weeks"], *CELLS[4:]], 2),
        ([["", "Y22", "Y21"], ["$ MILLION", "530", "520"], *CELLS[4:]], 1),
        ([["", "2022 €m", "2021 €m"], *CELLS[4:]], 1),
        ([["Oats", "2022 €m", "2021 €m"], *CELLS[4:]], 0),
        ([["", "2022 €", "2021 €"], *CELLS[4:]], 0),
        ([["", "Y22", "Y21"], ["Million trees", "53 weeks", "52 weeks"], *CELLS[4:]], 1),
    ],
)
def test_header_rows(rows: list[list[str]], count: int) -> None:
    assert header_rows(rows) == count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(in thousands)", True),
        ("in thousands", True),
        ("U.S. $ in thousands", True),
        ("US$ in thousands", True),
        ("$ million", True),
        ("EUR million", True),
        ("€m", True),
        ("US$'000", True),
        ("m", False),
        ("000", False),
        ("Amounts in millions of euros", True),
        ("million", False),
        ("$", False),
        ("Sales in thousands", False),
        ("in thousands of tons", False),
        ("2021", False),
        ("(restated)", False),
    ],
)
def test_what_says_nothing_but_unit_and_scale(text: str, expected: bool) -> None:
    assert is_measure(text) is expected


@pytest.mark.parametrize(
    ("measures", "names", "scales"),
    [
        (("£m", "US$m"), ["2022 › £m", "2022 › US$m"], [1_000_000, 1_000_000]),
        (("£m", "£m"), ["2022", "2022"], [1_000_000, 1_000_000]),
        (("(£m)", "(US$m)"), ["2022", "2022"], [1_000_000, 1_000_000]),
    ],
)
def test_measures_without_brackets_tell_columns_of_one_year_apart(
    measures: tuple[str, str], names: list[str], scales: list[int]
) -> None:
    html = (
        "<table><tr><td></td><td>2022</td><td>2022</td></tr>"
        f"<tr><td></td><td>{measures[0]}</td><td>{measures[1]}</td></tr>"
        "<tr><td>Oats</td><td>70</td><td>90</td></tr>"
        "<tr><td>Rye</td><td>50</td><td>64</td></tr></table>"
    )
    (table,) = stored_tables(read_html(html, "farm.html"), (), "farm")
    assert [column.name for column in table.columns] == names
    assert [int(column.scale) for column in table.columns] == scales


def test_a_measure_beside_another_is_of_its_own_column() -> None:
    html = (
        "<table><tr><td></td><td>$ million</td><td>Tonnes</td></tr>"
        "<tr><td>Oats</td><td>70</td><td>40</td></tr>"
        "<tr><td>Rye</td><td>50</td><td>30</td></tr></table>"
    )
    (table,) = stored_tables(read_html(html, "farm.html"), (), "farm")
    assert [int(column.scale) for column in table.columns] == [1_000_000, 1]


@pytest.mark.parametrize(
    ("first", "scale"),
    [
        ("(In thousands)</td><td>", 1_000),
        ("US$ million</td><td>", 1_000_000),
        ("In hand</td><td>", 1),
        ("(In thousands)</td><td>9", 1),
    ],
)
def test_a_first_row_that_says_nothing_else_says_the_scale(first: str, scale: int) -> None:
    html = (
        "<table><tr><td></td><td>2022</td><td>2021</td></tr>"
        f"<tr><td>{first}</td><td></td></tr>"
        "<tr><td>Oats</td><td>700</td><td>400</td></tr>"
        "<tr><td>Rye</td><td>500</td><td>300</td></tr></table>"
    )
    (table,) = stored_tables(read_html(html, "farm.html"), (), "farm")
    assert [int(column.scale) for column in table.columns] == [scale, scale]


def test_years_with_their_scale_head_columns() -> None:
    html = (
        "<table><tr><td></td><td>2022 €m</td><td>2021 €m</td></tr>"
        "<tr><td>Oats</td><td>70</td><td>40</td></tr>"
        "<tr><td>Rye</td><td>50</td><td>30</td></tr></table>"
    )
    (table,) = stored_tables(read_html(html, "farm.html"), (), "farm")
    assert [(column.period, int(column.scale), column.unit) for column in table.columns] == [
        ("2022", 1_000_000, "EUR"),
        ("2021", 1_000_000, "EUR"),
    ]


def test_a_quarter_of_which_prose_tells_is_not_that_of_the_table() -> None:
    prose = (
        "In the quarter ended March 31, with little rain, the farm sold the lower barn with its "
        "yard, its well and the two carts that stood in it, and let the meadow behind it to the "
        "neighbours for the time of their lives, as was agreed."
    )
    cells = "<tr><td>Oats</td><td>70</td><td>40</td></tr><tr><td>Rye</td><td>50</td><td>3</td></tr>"
    table = f"<table><tr><td></td><td>2022</td><td>2021</td></tr>{cells}</table>"
    (found,) = stored_tables(read_html(f"<p>{prose}</p>{table}", "farm.html"), (), "farm")
    assert [column.period for column in found.columns] == ["2022", "2021"]
    short = "<p>Three months ended March 31,</p>"
    (found,) = stored_tables(read_html(short + table, "farm.html"), (), "farm")
    assert [column.period for column in found.columns] == ["2022-Q1", "2021-Q1"]


def page(before: str) -> bytes:
    rows = "".join(
        f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for row in (CELLS if "scale" not in before else [*CELLS[:2], *CELLS[4:]])
    )
    return f"<html><body><p>{before}</p><table>{rows}</table></body></html>".encode()


@pytest.mark.parametrize(
    ("before", "short"),
    [
        ("Accounts of the farm.", "110 million"),
        # open, and so not told: before, the amount of the sentence was taken for the scale
        ("No scale is said; a barn was bought for 3 million euro ($3.4 million) in May.", ""),
    ],
)
def test_the_scale_that_is_told(tmp_path: Path, before: str, short: str) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path), start_workers=False)
    try:
        made = workbench.library.create_collection("Farm")
        assert workbench.library.add_file(made.id, "farm.html", page(before)) is not None
        workbench.queue.work_until_idle(threading.Event())
        assert {view.job.state for view in workbench.queue.jobs()} == {JobState.DONE}
        asking = workbench.questions.ask(
            Query("What was the sum of oats in 2021 and 2022?", made.id), "naive"
        )
        assert asking.wait(60)
        answer = asking.answer
        assert answer is not None
        assert (answer.verdict is Verdict.CALCULATED) is bool(short)
        assert answer.short.removesuffix(" USD") == short
    finally:
        workbench.close()
