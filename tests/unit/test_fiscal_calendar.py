"""A document tells after which year it calls its fiscal years."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar, calendar_of
from backend.types import Calculation, Refusal, StoredTable
from tests.unit.small_ledgers import ledger

JANUARY = FiscalCalendar(1, 1)
"""A year that ends in January 2023 is fiscal 2022."""


def shop() -> StoredTable:
    return ledger(
        (
            ("52 weeks ended January 28, 2023", "2023-01-28/12M"),
            ("52 weeks ended January 29, 2022", "2022-01-29/12M"),
            ("13 weeks ended January 28, 2023", "2023-01-28/13W"),
        ),
        (((), "Candle sales", ("900", "750", "260")), ((), "Candle costs", ("400", "390", "110"))),
        title="Statement of the candle shop",
    )


@pytest.mark.parametrize(
    ("periods", "calendar"),
    [
        (["2031-09-30/9M", "2031-Q3"], FiscalCalendar(12, 0)),
        (["2031-12-31/6M"], FiscalCalendar(6, 0)),
        (["2031-12-27/39W"], FiscalCalendar(3, 0)),
        (["2031-10-31/9M"], None),  # the year ends in January
        (["2031-09-30/9M", "2031-09-30/6M"], None),
        (["2031-Q3"], None),
    ],
)
def test_six_or_nine_months_begin_with_the_year(
    periods: list[str], calendar: FiscalCalendar | None
) -> None:
    columns = tuple((period, period) for period in periods)
    table = ledger(columns, (((), "Candle sales", ("9",) * len(periods)),))
    assert calendar_of([], [table]) == calendar


@pytest.mark.parametrize(
    ("calendar", "period", "named"),
    [
        (JANUARY, "2023-01-28/12M", ("2022", "")),
        (JANUARY, "2023-01-28", ("2022", "")),
        (JANUARY, "2024-02-03/12M", ("2023", "")),  # its last days fall into February
        (JANUARY, "2023-01-28/13W", ("2022", "Q4")),
        (JANUARY, "2022-04-30/13W", ("2022", "Q1")),
        (JANUARY, "2022-07-30/26W", ("2022", "6M")),
        (JANUARY, "2022-10-29/39W", ("2022", "9M")),
        (JANUARY, "2022-07-30", ("2022", "Q2")),
        (JANUARY, "2022-12-31/12M", None),
        (FiscalCalendar(6, 0), "2023-06-30/12M", ("2023", "")),
        (FiscalCalendar(6, 0), "2022-Q4", ("2023", "Q2")),
        (FiscalCalendar(12, 0), "2023-03-25/12W", ("2023", "Q1")),
        (FiscalCalendar(12, 0), "2022", None),
    ],
)
def test_a_period_is_named_by_the_calendar(
    calendar: FiscalCalendar, period: str, named: tuple[str, str] | None
) -> None:
    assert calendar.named(period) == named


def test_the_years_that_a_document_speaks_of_tell_how_it_calls_them() -> None:
    earlier = ["Fiscal 2022 was good.", "In fiscal 2022 and fiscal 2021 …", "fiscal 2022"]
    later = ["Fiscal 2023 was good.", "In fiscal 2023 and fiscal 2022 …", "FY23 and FY2023"]
    assert calendar_of(earlier, [shop()]) == JANUARY
    assert calendar_of(later, [shop()]) == FiscalCalendar(1, 0)
    assert calendar_of(["Fiscal 2022 was good."], [shop()]) is None
    assert calendar_of([], [shop()]) is None


def test_without_a_whole_year_the_quarter_that_is_named_tells() -> None:
    quarter = ledger((("12 weeks ended 3/25/2023", "2023-03-25/12W"),), (((), "Sales", ("9",)),))
    said = ["First-Quarter 2023 results", "the first quarter of 2023", "Q1 2023"]
    assert calendar_of(said, [quarter]) == FiscalCalendar(12, 0)
    assert calendar_of(said[:2], [quarter]) is None
    assert calendar_of(["Q3 fiscal 2023"] * 3, [quarter]) == FiscalCalendar(6, 0)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What were candle sales in fiscal 2022?", "900 thousand"),
        ("What were candle sales in fiscal 2021?", "750 thousand"),
        ("What were candle sales in the fourth quarter of fiscal 2022?", "260 thousand"),
        ("By how many per cent did candle sales grow in fiscal 2022?", "900 ÷ 750 − 1 = 20 %"),
    ],
)
def test_fiscal_years_are_found_by_their_names(question: str, sentence: str) -> None:
    made = calculate(question, [shop()], calendar=JANUARY)
    assert isinstance(made, Calculation), made
    assert made.sentence.endswith(sentence)


def test_without_a_calendar_the_year_stays_open() -> None:
    made = calculate("What were candle sales in fiscal 2022?", [shop()])
    assert isinstance(made, Refusal)
    assert made.is_open


def test_what_stands_over_the_labels_says_that_columns_are_of_years() -> None:
    table = ledger(
        (("January 28, 2023", "2023-01-28"), ("January 29, 2022", "2022-01-29")),
        (((), "Candle sales", ("900", "750")),),
        label_name="Fiscal Years Ended",
    )
    texts = ["In fiscal 2023 we sold more. Fiscal 2023 was warm. Fiscal 2023 was long."]
    assert calendar_of(texts, [table]) == FiscalCalendar(1, 0)
    bare = ledger(
        (("January 28, 2023", "2023-01-28"), ("January 29, 2022", "2022-01-29")),
        (((), "Candle stocks", ("90", "75")),),
        label_name="As of",
    )
    assert calendar_of(texts, [bare]) is None


def test_one_table_of_another_year_does_not_shift_the_calendar() -> None:
    plain = ledger(
        tuple((str(year), str(year)) for year in range(2024, 2014, -1)),
        (((), "Candle sales", ("9",) * 10),),
        label_name="Years ended December 31,",
    )
    plan = ledger((("Year ended June 30, 2024", "2024-06-30/12M"),), (((), "Wax plan", ("9",)),))
    assert calendar_of([], [plain, plan]) == FiscalCalendar(12, 0)
    assert calendar_of([], [plan]) == FiscalCalendar(6, 0)
    two = ledger((("2024", "2024"),), (((), "Wax", ("9",)),), label_name="Year ended December 31,")
    assert calendar_of([], [two, plan]) is None


def half_year(day: str, numbered: str) -> StoredTable:
    periods = (f"{day}/3M", f"{day}/6M", numbered)
    columns = tuple((period, period) for period in periods)
    return ledger(columns, (((), "Candle sales", ("9", "18", "8")),))


def test_half_a_year_tells_the_calendar_though_an_earlier_quarter_is_named_most() -> None:
    said = ["fourth quarter of fiscal year 2022"] * 4 + ["second quarter of fiscal 2023"]
    assert calendar_of(said, [half_year("2022-12-31", "2022-Q4")]) == FiscalCalendar(6, 0)


def test_a_numbered_quarter_over_a_column_is_no_quarter_of_the_calendar_beside_days() -> None:
    said = ["second quarter of fiscal 2024"] * 5
    table = half_year("2023-07-29", "2024-Q2")
    assert calendar_of(said, [table]) == FiscalCalendar(1, 0)
    later = ["second quarter of fiscal 2023"] * 5
    assert calendar_of(later, [table]) == FiscalCalendar(1, 1)
    other = ["third quarter of fiscal 2024"] * 5
    assert calendar_of(other, [table]) is None, "the half year and the quarter contradict"
