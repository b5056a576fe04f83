"""The margin of a part of a business, over tables that tell profit and revenue part by part."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.ratio_of_part import ratio_of_part
from backend.types import Chunk, StoredTable
from backend.types.calculations import Calculation, Operation, Refusal
from tests.unit.markdown_tables import tables_in

Rows = Sequence[tuple[str, str, str]]
YEARS = "2031 | 2030"
QUARTERS = "Q1 2031 | Q1 2030"
SALES: Rows = (
    ("Passenger lines", "4,000", "3,600"),
    ("Harbour services", "800", "750"),
    ("Boat repair", "500", "480"),
)
PROFIT: Rows = (
    ("Passenger lines", "600", "450"),
    ("Harbour services", "200", "150"),
    ("Towing", "90", "80"),
)


def by_segment(
    measure: str, rows: Rows, columns: str = YEARS, unit: str = "thousands of EUR"
) -> str:
    lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    head = f"| Segment | {columns} |\n| --- | ---: | ---: |"
    return f"{measure} by segment (in {unit})\n\n{head}\n{lines}\n"


def report(*parts: str) -> tuple[StoredTable, ...]:
    return tables_in("\n".join(("# Tern Ferries annual report 2031\n", *parts)))


REPORT = report(by_segment("Revenue", SALES), by_segment("Operating profit", PROFIT))
ASKED = "What was the operating margin of Harbour services in 2031?"


@pytest.mark.parametrize(
    ("question", "formula"),
    [
        (ASKED, "200 ÷ 800 = 25 %"),
        ("What was Harbour services' operating margin in 2030?", "150 ÷ 750 = 20 %"),
        ("What was Passenger lines’ operating margin in 2030?", "450 ÷ 3,600 = 12.5 %"),
        ("What was the operating margin of Passenger lines in 2031?", "600 ÷ 4,000 = 15 %"),
        ("What is the operating margin for passenger lines in 2030?", "450 ÷ 3,600 = 12.5 %"),
        ("What was the operating margin at the Harbour services in 2031?", "200 ÷ 800 = 25 %"),
    ],
)
def test_a_margin_is_worked_out_of_the_two_rows_of_the_part(question: str, formula: str) -> None:
    made = calculate(question, REPORT)
    assert isinstance(made, Calculation), made
    assert made.formula == formula


def test_it_says_what_it_is_of_and_keeps_both_cells() -> None:
    made = calculate(ASKED, REPORT)
    assert isinstance(made, Calculation)
    assert made.operation is Operation.SHARE
    assert made.sentence == "Operating margin – Harbour services, 2031: 200 ÷ 800 = 25 %"
    assert (made.figure, made.value) == ("25 %", Decimal(25))
    assert [cell.table_id for cell in made.operands] == [REPORT[1].id, REPORT[0].id]
    cited = [
        Chunk(str(at), "d", "s", at, cell.text, cell.start, cell.end, (0,), "table_row")
        for at, cell in enumerate(made.operands)
    ]
    assert check_calculation(made, cited).supported is True


@pytest.mark.parametrize(
    "question",
    [
        "What was the operating margin of Boat repair in 2031?",  # its profit is not told
        "What was the operating margin of Towing in 2031?",  # nor the revenue of this one
        "What was the operating margin of Harbour services in 2029?",
        "What was the operating margin of Harbour services in the first quarter of 2031?",
        "What was the operating margin of Harbour services?",
        "What was the operating margin of Harbour services in 2030 and 2031?",
        "What was the average operating margin of Harbour services in 2031?",
        "What was the gross margin of Harbour services in 2031?",  # no gross profit
        "What was the current ratio of Harbour services in 2031?",
        "What was the operating margin of Harbour in 2031?",
        "What was the operating margin of Harbour services and Boat repair in 2031?",
        "What was the operating margin of Gull Buses in 2031?",
        "What was the operating margin in 2031?",  # of the whole
    ],
)
def test_another_part_period_or_ratio_is_not_told(question: str) -> None:
    assert not isinstance(calculate(question, REPORT), Calculation)


@pytest.mark.parametrize(
    "tables",
    [
        report(by_segment("Revenue", SALES), by_segment("Operating profit", PROFIT, "2030 | 2029")),
        report(
            by_segment(
                "Revenue", SALES, "Year ended December 31, 2031 | Year ended December 31, 2030"
            ),
            by_segment(
                "Operating profit", PROFIT, "Year ended March 31, 2031 | Year ended March 31, 2030"
            ),
        ),
        report(by_segment("Revenue", SALES, QUARTERS), by_segment("Operating profit", PROFIT)),
        report(
            by_segment("Revenue", SALES),
            by_segment("Operating profit", PROFIT, unit="thousands of USD"),
        ),
        report(
            by_segment("Revenue", SALES),
            by_segment("Operating profit", [("Harbour services, net", "200", "150")]),
        ),
        report(
            by_segment("Revenue", [("Harbour services", "0", "750"), *SALES[2:]]),
            by_segment("Operating profit", PROFIT),
        ),
        report(by_segment("Operating profit", PROFIT)),
    ],
    ids=["years", "ends of years", "quarters", "currencies", "names", "nothing sold", "one table"],
)
def test_figures_of_unlike_periods_units_or_names_are_not_divided(
    tables: tuple[StoredTable, ...],
) -> None:
    assert not isinstance(calculate(ASKED, tables), Calculation)


def test_figures_of_unlike_scales_are_divided_in_one() -> None:
    tables = report(
        by_segment("Revenue", [("Harbour services", "0.8", "0.75")], unit="millions of EUR"),
        by_segment("Operating profit", PROFIT),
    )
    made = calculate(ASKED, tables)
    assert isinstance(made, Calculation)
    assert made.formula == "0.8 million EUR = 800 thousand EUR; 200 ÷ 800 = 25 %"


def test_a_loss_has_a_margin_below_zero() -> None:
    loss = by_segment("Operating income", [("Harbour services", "(200)", "150"), *PROFIT[2:]])
    made = calculate(ASKED, report(by_segment("Net sales", SALES), loss))
    assert isinstance(made, Calculation)
    assert made.formula == "(−200) ÷ 800 = −25 %"


def test_a_margin_of_a_quarter_is_of_two_figures_of_the_quarter() -> None:
    tables = report(
        by_segment("Revenue", SALES, QUARTERS), by_segment("Operating profit", PROFIT, QUARTERS)
    )
    asked = "What was the operating margin of Harbour services in the first quarter of 2031?"
    made = calculate(asked, tables)
    assert isinstance(made, Calculation)
    assert made.sentence == "Operating margin – Harbour services, Q1 2031: 200 ÷ 800 = 25 %"


def test_net_and_gross_margins_are_of_their_own_profits() -> None:
    net = report(by_segment("Revenue", SALES), by_segment("Net income", PROFIT))
    made = calculate("What was the net margin of Harbour services in 2031?", net)
    assert isinstance(made, Calculation)
    assert made.sentence == "Net margin – Harbour services, 2031: 200 ÷ 800 = 25 %"
    assert not isinstance(calculate(ASKED, net), Calculation)


def test_both_rows_may_stand_below_headings_of_one_table() -> None:
    tables = report(
        "Segment results (in thousands of EUR)\n\n| | 2031 | 2030 |\n| --- | ---: | ---: |\n"
        "| Net sales | | |\n| Harbour services | 800 | 750 |\n| Boat repair | 500 | 480 |\n"
        "| Operating income | | |\n| Harbour services | 200 | 150 |\n| Boat repair | 50 | 24 |\n"
    )
    for question, formula in (
        (ASKED, "200 ÷ 800 = 25 %"),
        ("What was the operating margin of Boat repair in 2030?", "24 ÷ 480 = 5 %"),
    ):
        made = calculate(question, tables)
        assert isinstance(made, Calculation), made
        assert made.formula == formula


def test_nothing_is_asked_for_where_no_ratio_of_a_part_is_wanted() -> None:
    def ask(question: str) -> Calculation | Refusal | None:
        raise AssertionError(f"{question} was asked")

    for question in (
        "What was the operating margin of Gull Buses in 2031?",  # no row is called so
        "What was the revenue of Harbour services in 2031?",
        "What was the current ratio of Harbour services in 2031?",  # which is no share
        "What was the operating margin of Harbour services in 2030 and 2031?",
        "How high was the operating margin of Harbour services in 2031?",
    ):
        assert ratio_of_part(question, REPORT, ask) is None


def test_a_margin_that_is_printed_goes_before_one_that_is_worked_out() -> None:
    tables = tables_in(
        "# Report\n\nRevenue (in thousands of EUR)\n\n| Segment | 2031 | 2030 |\n"
        "| --- | ---: | ---: |\n| Harbour services | 800 | 700 |\n| Towing | 300 | 290 |\n\n"
        "Operating profit (in thousands of EUR)\n\n| Segment | 2031 | 2030 |\n"
        "| --- | ---: | ---: |\n| Harbour services | 200 | 150 |\n| Towing | 30 | 20 |\n\n"
        "Ratios\n\n| Ratio | 2031 | 2030 |\n| --- | ---: | ---: |\n"
        "| Operating margin, Harbour services | 24.9 % | 21.4 % |\n"
    )
    made = calculate("What was the operating margin of Harbour services in 2031?", tables)
    assert not isinstance(made, Calculation) or made.figure == "24.9 %"
