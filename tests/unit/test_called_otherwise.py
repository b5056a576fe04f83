"""Line items are found by another word of the field, also at the end of a month."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.called_otherwise import called_otherwise
from backend.types.calculations import Calculation
from tests.unit.markdown_tables import tables_in

BALANCES = tables_in(
    """# Tern Ferries

## Consolidated balance sheets (in thousands of EUR)

| | March 31, 2031 | December 31, 2030 |
| --- | ---: | ---: |
| Trade payables | 12 | 10 |
| Total assets | 700 | 650 |
"""
)
INCOME = tables_in(
    """# Tern Ferries

## Consolidated statements of income (in thousands of EUR)

| | Three months ended March 31, 2031 | Three months ended March 31, 2030 |
| --- | ---: | ---: |
| Net sales | 910 | 850 |
| Net income | 50 | 45 |
"""
)
FIGURES = tables_in(
    """# Tern Ferries

## Dividends

| | 2031 | 2030 |
| --- | ---: | ---: |
| Dividends declared per common share | 0.30 | 0.25 |
| Members | 40 | 38 |
"""
)


@pytest.mark.parametrize(
    "when",
    [
        "at the end of March 2031",
        "at end of March 2031",
        "at March 31, 2031",
        "on March 31, 2031",
    ],
)
def test_a_balance_of_the_end_of_a_month_is_found_by_another_word(when: str) -> None:
    question = f"What were accounts payable {when}?"
    assert called_otherwise(question, BALANCES) == f"What were trade payables {when}?"
    made = calculate(question, BALANCES)
    assert isinstance(made, Calculation), made
    assert made.figure == "12 thousand EUR"


@pytest.mark.parametrize(
    "when",
    [
        "in the three months ended March 2031",
        "in the three months ended March 31, 2031",
        "in the three months ended on 31 March 2031",
    ],
)
def test_a_figure_of_months_that_end_then_is_found_by_another_word(when: str) -> None:
    question = f"What was revenue {when}?"
    assert called_otherwise(question, INCOME) == f"What was net sales {when}?"
    made = calculate(question, INCOME)
    assert isinstance(made, Calculation), made
    assert made.figure == "910 thousand EUR"


@pytest.mark.parametrize(
    "question",
    [
        "What were accounts payable in March 2031?",  # over the month
        "What were accounts payable in the March books?",
        "What was revenue in March 2031?",
        "What was revenue at the end of March 2031?",  # on a day
        "What were average accounts payable at the end of March 2031?",
        "What was ferry revenue in the three months ended March 2031?",
    ],
)
def test_of_another_time_or_thing_it_is_not_asked_by_that_word(question: str) -> None:
    assert called_otherwise(question, (*BALANCES, *INCOME)) == ""


def test_six_or_nine_months_are_no_other_figure() -> None:
    for months in ("six", "nine"):
        when = f"in the {months} months ended March 2031"
        assert called_otherwise(f"What was revenue {when}?", INCOME) == (
            f"What was net sales {when}?"
        )
        assert not isinstance(calculate(f"What was revenue {when}?", INCOME), Calculation)


def test_dividends_per_share_stand_below_dividends() -> None:
    asked = called_otherwise("What was the dividend per share in 2031?", FIGURES)
    assert asked == "What was the dividends declared per common share in 2031?"
    quarterly = tables_in(
        "# Tern\n\n## Dividends\n\n| | 2031 | 2030 |\n| --- | ---: | ---: |\n"
        "| Regular quarterly cash dividend per share | 0.10 | 0.09 |\n| Members | 40 | 38 |\n"
    )
    assert called_otherwise("What was the dividend per share in 2031?", quarterly) == ""
    for over in ("Selected figures", "Dividends of preferred shares"):
        others = tables_in(
            f"# Tern\n\n## {over}\n\n| | 2031 | 2030 |\n| --- | ---: | ---: |\n"
            "| Dividends declared per share | 2.00 | 2.00 |\n| Members | 40 | 38 |\n"
        )
        assert called_otherwise("What was the dividend per share in 2031?", others) == ""
    club = tables_in(
        "# Club\n\n## Figures\n\n| | 2031 | 2030 |\n| --- | ---: | ---: |\n"
        "| Net sales | 30 | 25 |\n| Members | 40 | 38 |\n"
    )
    assert called_otherwise("What was revenue in 2031?", club) == ""
