"""The largest of the rows that add up to a whole."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.evidence.calculation_check import check_calculation
from backend.tasks.calculate.programs.asked_part import part_asked
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.largest_part import parts_of
from backend.types import Chunk
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable
from tests.unit.small_ledgers import Row, ledger

YEARS = (("2024", "2024"), ("2023", "2023"))
SHEET: tuple[Row, ...] = (
    (("Assets",), "Cash", ("50", "60")),
    (("Assets",), "Moorings", ("450", "440")),
    (("Assets",), "Total assets", ("500", "500")),
    (("Liabilities",), "Payables", ("80", "90")),
    (("Liabilities",), "Berth deposits", ("120", "70")),
    (("Liabilities",), "Total current liabilities", ("200", "160")),
    (("Liabilities",), "Bank loans", ("140", "150")),
    (("Liabilities",), "Total liabilities", ("340", "310")),
)
REGIONS: tuple[Row, ...] = (
    ((), "North", ("300", "250")),
    ((), "Isles", ("340", "200")),
    ((), "Corporate and eliminations", ("(40)", "(30)")),
    ((), "Total", ("600", "420")),
)
FLOWS: tuple[Row, ...] = (
    (("Operating",), "Net income", ("60", "60")),
    (("Operating",), "Net cash provided by operating activities", ("70", "60")),
    (("Investing",), "Net cash used in investing activities", ("(90)", "(20)")),
    (("Financing",), "Net cash provided by financing activities", ("30", "80")),
)


def sheet(rows: tuple[Row, ...] = SHEET, title: str = "Balance sheets") -> StoredTable:
    return ledger(YEARS, rows, name="b", title=title)


def regions(title: str = "Revenue by region") -> StoredTable:
    return ledger(YEARS, REGIONS, name="r", title=title)


def flows() -> StoredTable:
    return ledger(YEARS, FLOWS, name="f", title="Statements of cash flows")


TABLES = [sheet(), regions(), flows()]


def is_supported(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


@pytest.mark.parametrize(
    ("question", "answer", "parts"),
    [
        ("What was the largest liability in 2024?", "Bank loans", 3),
        ("What was the smallest liability on the balance sheet in 2024?", "Payables", 3),
        ("What was the largest current liability in 2024?", "Berth deposits", 2),
        ("Which asset was the largest in 2023?", "Moorings", 2),
        ("Which region had the highest revenue in 2024?", "Isles", 2),
        ("Which region contributed the most revenue in 2023?", "North", 2),
        (
            "Among operations, investing and financing activities, which brought in the most (or "
            "lost the least) cash in 2024?",
            "Net cash provided by operating activities",
            3,
        ),
        (
            "Which of operating, investing and financing activities brought in the most cash flow "
            "in 2023?",
            "Net cash provided by financing activities",
            3,
        ),
    ],
)
def test_the_largest_part_is_told(question: str, answer: str, parts: int) -> None:
    made = calculate(question, TABLES)
    assert isinstance(made, Calculation), made
    assert made.answer == answer
    assert len(made.operands) == parts
    assert is_supported(made)
    assert not is_supported(replace(made, value=made.value + 1))


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        # the rows do not add up: one may be missing
        (
            "What was the largest liability in 2024?",
            [sheet((*SHEET[:-1], (("Liabilities",), "Total liabilities", ("350", "310"))))],
        ),
        # no statement
        ("What was the largest liability in 2024?", [sheet(title="Assets of the pension plan")]),
        # of a part of the company
        (
            "What was the largest liability in 2024?",
            [sheet(title="Parent company only – balance sheets")],
        ),
        # parted otherwise
        ("Which region had the highest revenue in 2024?", [regions("Revenue by product line")]),
        ("Which product had the highest revenue in 2024?", [regions()]),
        # another measure, another year
        ("Which region had the highest profit in 2024?", [regions()]),
        ("Which region had the highest revenue in 2022?", [regions()]),
        ("Which region had the highest revenue?", [regions()]),
        # one of few regions, and a total
        ("Which northern region had the highest revenue in 2024?", [regions()]),
        ("What was the largest total liability in 2024?", [sheet()]),
        # what was lost is not what came in
        (
            "Which of operating, investing and financing activities used the most cash in 2024?",
            [flows()],
        ),
    ],
)
def test_what_is_not_certain_is_not_told(question: str, tables: list[StoredTable]) -> None:
    assert not isinstance(calculate(question, tables), Calculation)


def test_what_is_left_over_and_what_ties_is_refused() -> None:
    rest = tuple(
        (head, "Other loans" if label == "Bank loans" else label, texts)
        for head, label, texts in SHEET
    )
    made = calculate("What was the largest liability in 2024?", [sheet(rest)])
    assert isinstance(made, Refusal)
    assert "left over" in made.reason
    tied = (
        *SHEET[:4],
        (("Liabilities",), "Berth deposits", ("140", "70")),
        (("Liabilities",), "Total current liabilities", ("220", "160")),
        SHEET[6],
        (("Liabilities",), "Total liabilities", ("360", "310")),
    )
    assert isinstance(calculate("What was the largest liability in 2024?", [sheet(tied)]), Refusal)


def test_two_totals_of_one_name_must_both_be_told_apart() -> None:
    once = (*REGIONS[:2], ((), "Total", ("650", "460")))
    again: tuple[Row, ...] = (
        ((), "Of which by sea", ("400", "200")),
        ((), "Of which by land", ("250", "260")),
        ((), "Total", ("650", "460")),
    )
    table = ledger(YEARS, (*once, *again), name="r", title="Revenue by region")
    question = "Which region had the highest revenue in 2024?"
    assert not isinstance(calculate(question, [table]), Calculation)


def test_product_lines_are_products() -> None:
    table = regions("Revenue by product line")
    made = calculate("Which product line had the highest revenue in 2024?", [table])
    assert isinstance(made, Calculation)
    assert made.answer == "Isles"


def test_tables_that_name_different_parts_leave_it_open() -> None:
    other = ledger(
        YEARS,
        (
            ((), "North", ("500", "250")),
            ((), "Isles", ("100", "170")),
            ((), "Total", ("600", "420")),
        ),
        name="o",
        title="Revenue by geographic region of the customer",
    )
    made = calculate("Which region had the highest revenue in 2024?", [regions(), other])
    assert isinstance(made, Refusal)
    assert made.is_open


def test_subtotals_give_way_to_their_own_parts() -> None:
    values = [Decimal(each) for each in (80, 120, 200, 140, 340)]
    assert parts_of(values) == [[], [], [0, 1], [], [0, 1, 3]]
    assert parts_of([Decimal(1), None, Decimal(2), Decimal(3)])[3] == [0, 2]
    assert parts_of([Decimal(1), Decimal(5)])[1] == []


@given(st.lists(st.sampled_from([3**n * 1000 for n in range(14)]), min_size=2, unique=True))
def test_all_rows_are_parts_of_their_sum(values: list[int]) -> None:
    # no power of three is the sum of others, so that no row looks like a subtotal
    column = [Decimal(value) for value in (*values, sum(values))]
    assert parts_of(column)[-1] == list(range(len(values)))


def test_what_is_asked_is_read() -> None:
    asked = part_asked("Which region had the highest sales contribution during FY2024?")
    assert asked is not None
    assert (asked.part, asked.measure, asked.is_low) == ("region", frozenset({"sale"}), False)
    assert part_asked("Which segment of the region had the highest sales in 2024?") is None
    assert part_asked("Which boat had the highest sales in 2024?") is None


@pytest.mark.parametrize(
    ("title", "is_told"),
    [
        ("Revenue by region", True),
        ("The following presents revenue earned by region", True),
        ("Revenue deductions by region", False),
        ("Information about revenue growth of regions", False),
    ],
)
def test_a_heading_of_another_thing_names_no_measure(title: str, is_told: bool) -> None:
    made = calculate("Which region had the highest revenue in 2024?", [regions(title)])
    assert isinstance(made, Calculation) is is_told


def test_a_group_of_businesses_is_no_product() -> None:
    rows: tuple[Row, ...] = (
        ((), "North Sails Group", ("300", "250")),
        ((), "Anchors", ("340", "200")),
        ((), "Total", ("640", "450")),
    )
    table = ledger(YEARS, rows, name="p", title="Revenue by product")
    question = "Which product had the highest revenue in 2024?"
    assert not isinstance(calculate(question, [table]), Calculation)
    plain = ledger(YEARS, (((), "Sails", ("300", "250")), *rows[1:]), name="p", title=table.title)
    made = calculate(question, [plain])
    assert isinstance(made, Calculation)
    assert made.answer == "Anchors"


def test_the_largest_loss_is_the_lowest_of_results() -> None:
    rows: tuple[Row, ...] = (
        ((), "Ferries", ("(300)", "250")),
        ((), "Yards", ("(80)", "200")),
        ((), "Rents", ("90", "20")),
        ((), "Total", ("(290)", "470")),
    )
    table = ledger(YEARS, rows, name="s", title="Operating loss by segment")
    made = calculate("Which segment had the largest loss in 2024?", [table])
    assert isinstance(made, Calculation)
    assert made.answer == "Ferries"
    least = calculate("Which segment had the smallest loss in 2024?", [table])
    assert isinstance(least, Calculation)
    assert least.answer == "Yards"
    lost = tuple(
        (group, label, tuple(cell.strip("()") for cell in cells))
        for group, label, cells in rows[:2]
    )
    whole = ledger(YEARS, (*lost, ((), "Total", ("380", "450"))), name="l", title=table.title)
    most = calculate("Which segment had the largest loss in 2024?", [whole])
    assert isinstance(most, Calculation)
    assert most.answer == "Ferries"


LOSSES: tuple[Row, ...] = (
    ((), "Ferries", ("(300)", "(50)")),
    ((), "Yards", ("180", "(20)")),
    ((), "Rents", ("90", "20")),
    ((), "Corporate", ("(10)", "(10)")),
    ((), "Total", ("(40)", "(60)")),
)


def results(title: str = "Operating income (loss) by segment", name: str = "s") -> StoredTable:
    return ledger(YEARS, LOSSES, name=name, title=title)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which part lost money in 2024?", "Ferries"),
        (
            "Which part of the company lost money in 2024 and how much?",
            "Ferries: (300) thousand USD",
        ),
        ("Which of its segments made an operating loss in 2024?", "Ferries"),
        ("Which of the segments was loss-making in 2024?", "Ferries"),
    ],
)
def test_the_only_part_below_nought_lost_money(question: str, answer: str) -> None:
    made = calculate(question, [results()])
    assert isinstance(made, Calculation)
    assert made.answer == answer
    assert [each.label for each in made.operands] == ["Ferries", "Rents", "Yards"]
    assert is_supported(made)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Which part lost money in 2023?", "Operating income (loss) by segment"),  # two did
        ("Which part lost money?", "Operating income (loss) by segment"),
        ("Which part of Yards lost money in 2024?", "Operating income (loss) by segment"),
        ("Which region lost money in 2024?", "Operating income (loss) by segment"),
        ("Which part lost money in 2024?", "Change in operating income by segment"),
        ("Which part lost money in 2024?", "Other operating income by segment"),
        ("Which part lost money in 2024?", "Income tax by segment"),
        ("Which part lost money in 2024?", "Working capital by segment"),
    ],
)
def test_a_loss_that_is_not_certain_is_not_told(question: str, title: str) -> None:
    assert not isinstance(calculate(question, [results(title)]), Calculation)


def test_the_lines_of_an_account_are_no_parts_of_a_business() -> None:
    lines = tuple(
        (
            group,
            {"Ferries": "Interest expense", "Yards": "Operating income"}.get(label, label),
            cells,
        )
        for group, label, cells in LOSSES
    )
    table = ledger(YEARS, lines, name="l", title="Net income and segment results")
    assert not isinstance(calculate("Which part lost money in 2024?", [table]), Calculation)


COUNTRIES: tuple[Row, ...] = (
    ((), "United States", ("900", "800")),
    ((), "Norway", ("300", "250")),
    ((), "Peru", ("340", "200")),
    ((), "Rest of world", ("360", "150")),
    ((), "Total", ("1,900", "1,400")),
)


def countries(title: str = "Net sales by principal country") -> StoredTable:
    return ledger(YEARS, COUNTRIES, name="c", title=title)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Outside the US, in which country did they sell the most in 2024?", "Peru"),
        ("In which country did they sell the most in 2024, apart from the United States?", "Peru"),
        ("Which country outside the US had the highest net sales in 2023?", "Norway"),
        ("In which country did the company sell the most in 2024?", "United States"),
        (
            "Which country had the highest net sales in 2024 and how much was it?",
            "United States: 900",
        ),
    ],
)
def test_the_largest_of_all_but_one(question: str, answer: str) -> None:
    made = calculate(question, [countries()])
    assert isinstance(made, Calculation), made
    assert made.answer.removesuffix(" thousand USD") == answer
    assert is_supported(made)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        # the rest is larger, and nothing says that no country of it is
        (
            "Outside the US, in which country did they sell the most in 2024?",
            "Net sales by country",
        ),
        ("Outside Chile, in which country did they sell the most in 2024?", countries().title),
        (
            "Outside the US, in which country did they sell the most in 2024?",
            "Cost of sales by country",
        ),
        ("Outside the US, in which country did they sell the most?", countries().title),
        ("Outside the US, in which country did Hull sell the most in 2024?", countries().title),
    ],
)
def test_a_country_that_is_not_certain_is_not_told(question: str, title: str) -> None:
    assert not isinstance(calculate(question, [countries(title)]), Calculation)


def test_a_region_need_not_be_a_country_and_countries_need_no_heading() -> None:
    question = "In which country did they sell the most in 2024?"
    made = calculate(question, [countries("Net sales by region")])
    assert isinstance(made, Calculation)
    assert made.answer == "United States"
    wide = tuple(
        (group, label.replace("Peru", "Europe"), cells) for group, label, cells in COUNTRIES
    )
    table = ledger(YEARS, wide, name="w", title="Net sales by region")
    assert not isinstance(calculate(question, [table]), Calculation)


def test_a_table_by_country_is_none_by_segment_though_its_section_is() -> None:
    table = replace(countries("Net sales by country"), section=("Segment information",))
    assert not isinstance(
        calculate("Which segment had the highest net sales in 2024?", [table]), Calculation
    )
