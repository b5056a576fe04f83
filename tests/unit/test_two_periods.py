"""How one measure of a business moved from one year to another."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from backend.evidence.calculation_check import check_calculation
from backend.glossaries import Better, better_when
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.two_periods import periods_asked
from backend.types import Chunk
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable
from tests.unit.small_ledgers import Row, ledger

YEARS = (("2024", "2024"), ("2023", "2023"))
INCOME: tuple[Row, ...] = (
    ((), "Net sales", ("1,250", "1,000")),
    ((), "Cost of sales", ("1,000", "760")),
    ((), "Gross profit", ("250", "240")),
    ((), "Operating income", ("100", "60")),
    ((), "Net income", ("60", "60")),
)
BALANCE: tuple[Row, ...] = (
    ((), "Cash and cash equivalents", ("120", "140")),
    ((), "Trade receivables, less allowance for losses: 2024, 4; 2023, 6", ("80", "60")),
    ((), "Inventories", ("150", "80")),
    ((), "Total current assets", ("360", "290")),
    ((), "Property, plant and equipment, net", ("500", "450")),
    ((), "Total current liabilities", ("200", "200")),
)


def income(rows: tuple[Row, ...] = INCOME) -> StoredTable:
    return ledger(YEARS, rows, name="i", title="Consolidated statements of income")


def balance() -> StoredTable:
    return ledger(YEARS, BALANCE, name="b", title="Consolidated balance sheets")


TABLES = [income(), balance()]


def is_supported(made: Calculation) -> bool:
    texts = " ".join(operand.text for operand in made.operands)
    return check_calculation(made, [Chunk("c", "d", "s", 0, texts, 0, 99, (0,), "row")]).supported


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (
            "Does the company have an improving gross margin profile as of FY2024?",
            "No: 20 % in 2024, 24 % in 2023 (−4 percentage points)",
        ),
        (
            "Has the operating margin improved or declined between 2023 and 2024?",
            "Improved: 8 % in 2024, 6 % in 2023 (+2 percentage points)",
        ),
        (
            "Has gross margin improved or deteriorated from 2023 to 2024?",
            "Worsened: 20 % in 2024, 24 % in 2023 (−4 percentage points)",
        ),
        (
            "Has gross margin worsened in 2024?",
            "Yes: 20 % in 2024, 24 % in 2023 (−4 percentage points)",
        ),
        (
            "How does the gross margin in 2024 compare to 2023?",
            "Down: 20 % in 2024, 24 % in 2023 (−4 percentage points)",
        ),
        (
            "How much has the gross margin fallen between 2023 and 2024?",
            "Down: 20 % in 2024, 24 % in 2023 (−4 percentage points)",
        ),
        (
            "Did it grow its PP&E in 2024?",
            "Yes: 500 thousand in 2024, 450 thousand in 2023 (+50 thousand)",
        ),
        (
            "Was there a drop in cash & cash equivalents between 2023 and 2024?",
            "Yes: 120 thousand in 2024, 140 thousand in 2023 (−20 thousand)",
        ),
        (
            "Did revenue decrease in 2024?",
            "No: 1,250 thousand in 2024, 1,000 thousand in 2023 (+250 thousand)",
        ),
        (
            "Did inventories increase or decrease in 2024?",
            "Up: 150 thousand in 2024, 80 thousand in 2023 (+70 thousand)",
        ),
        (
            "Was net sales higher in 2024 than in 2023?",
            "Yes: 1,250 thousand in 2024, 1,000 thousand in 2023 (+250 thousand)",
        ),
    ],
)
def test_the_two_years_are_set_beside_each_other(question: str, line: str) -> None:
    made = calculate(question, TABLES)
    assert isinstance(made, Calculation), made
    assert made.figure == line
    assert is_supported(made)
    head, _, rest = line.partition(":")
    turned = {
        "Yes": "No",
        "No": "Yes",
        "Up": "Down",
        "Down": "Up",
        "Improved": "Worsened",
        "Worsened": "Improved",
    }
    sign = {"+": "−", "−": "+"}
    at = rest.rindex("(") + 1
    for wrong in (
        f"{turned[head]}:{rest}",
        f"{head}:{rest[:at]}{sign[rest[at]]}{rest[at + 1 :]}",
        f"{head}:{rest[: at + 1]}9{rest[at + 1 :]}",
        f"{head}:{rest.replace('2024', '2022')}",
    ):
        assert not is_supported(replace(made, answer=wrong)), wrong


@pytest.mark.parametrize(
    "question",
    [
        # another figure than the whole's, or of which it is not known
        "Does the pump division have an improving gross margin as of 2024?",
        "Did net sales in Norway increase in 2024?",
        "Has the adjusted gross margin improved in 2024?",
        "Did customer trust improve in 2024?",
        # asked of the earlier year, of parts of one, of more years, or with a bound
        "Was net sales higher in 2023 than in 2024?",
        "Did net sales rise in the second quarter of 2024?",
        "Did net sales rise in 2022, 2023 and 2024?",
        "Has gross margin improved every year since 2023?",
        "Did net sales rise by more than 10 % in 2024?",
        "Did net sales rise in 2024 because of pumps?",
        "Did net sales rise?",
        # the year before is not there
        "Did net sales rise in 2023?",
        # nothing moved
        "Did net income rise in 2024?",
        # whether more is better is not said
        "Has working capital improved in 2024?",
    ],
)
def test_what_is_open_is_not_told(question: str) -> None:
    made = calculate(question, TABLES)
    assert not (isinstance(made, Calculation) and made.answer[:3] in ("Yes", "No:", "Up:", "Dow"))
    assert not (isinstance(made, Calculation) and made.answer.startswith(("Improved", "Worsened")))


def test_a_margin_of_a_loss_is_not_told_as_better_or_worse() -> None:
    rows = tuple(
        (head, label, ("(100)", "(60)") if label == "Operating income" else texts)
        for head, label, texts in INCOME
    )
    made = calculate("Has the operating margin improved in 2024?", [income(rows), balance()])
    assert not isinstance(made, Calculation)


def test_several_ways_of_a_ratio_have_to_go_the_same_way() -> None:
    # (120 + 80) ÷ 200 = 1 in both years by cash and receivables; (360 − 150) ÷ 200 = 1.05 as before
    made = calculate("Has the quick ratio improved in 2024?", TABLES)
    assert not isinstance(made, Calculation)
    more = tuple(
        (head, label, ("160", "140") if label.startswith("Cash") else texts)
        for head, label, texts in BALANCE
    )
    more = tuple(
        (head, label, ("400", "290") if label == "Total current assets" else texts)
        for head, label, texts in more
    )
    sheet = ledger(YEARS, more, name="b", title="Consolidated balance sheets")
    told = calculate("Has the quick ratio improved in 2024?", [income(), sheet])
    # by cash (160 + 80) ÷ 200 = 1.2 after 1, less inventories (400 − 150) ÷ 200 = 1.25 after 1.05
    assert isinstance(told, Calculation), told
    assert told.figure == "Yes: 1.2 in 2024, 1 in 2023 (+0.2)"
    assert "from cash, short-term investments and receivables" in told.sentence


def test_what_is_asked_is_read() -> None:
    asked = periods_asked("Does Tern's pump division have a declining gross margin in fiscal 2024?")
    assert asked is not None
    assert asked.question == "What was the gross margin of Tern's pump division in fiscal 2024?"
    assert asked.before == "What was the gross margin of Tern's pump division in fiscal 2023?"
    assert asked.is_low
    assert not asked.by_worth
    assert periods_asked("Why did sales fall in 2024?") is None
    # what is denied, backwards in time, or a movement that moved itself
    assert periods_asked("Have net sales not fallen in 2024?") is None
    assert periods_asked("Did net sales rise from 2024 to 2023?") is None
    assert periods_asked("Has the fall in net sales grown in 2024?") is None
    assert periods_asked("Did sales fall between March and May 2024?") is None


def test_the_glossary_says_when_a_measure_is_the_better_one() -> None:
    assert better_when("gross margin") is Better.HIGHER
    assert better_when("days sales outstanding") is Better.LOWER
    assert better_when("Revenue") is Better.HIGHER
    assert better_when("effective tax rate") is None
    assert better_when("inventories") is None


def test_days_that_grow_are_worse() -> None:
    # 80 × 365 ÷ 1,250 = 23.36 days after 60 × 365 ÷ 1,000 = 21.9
    made = calculate("Has days sales outstanding improved or worsened in 2024?", TABLES)
    assert isinstance(made, Calculation), made
    assert made.figure == "Worsened: 23.36 days in 2024, 21.9 days in 2023 (+1.46 days)"
    assert is_supported(made)


def test_a_change_is_told_in_per_cent_where_that_stands_behind() -> None:
    made = calculate(
        "What is the year-over-year change in revenue from FY2023 to FY2024 (in units of percent)?",
        TABLES,
    )
    assert isinstance(made, Calculation), made
    assert (made.value, made.unit) == (Decimal(25), "%")
