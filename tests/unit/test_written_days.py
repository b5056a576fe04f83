"""Days as people write them in lists are read as whole columns."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.dates import (
    NO_YEAR,
    Span,
    are_of_one_calendar,
    beside,
    names_year,
    part_of,
    without_no_year,
)
from backend.tables.cell_values import cell_value
from backend.tasks.calculate.programs.column_dates import day_spans, days_of_rows
from backend.types.tables import CellKind
from backend.written_days import in_full, is_written_day


def days(*texts: str) -> list[date]:
    spans = day_spans(texts)
    return [spans[text].first for text in texts]


@pytest.mark.parametrize(
    ("texts", "meant"),
    [
        (("Sat 13 Jan 2024", "Friday, 26 January 2024"), ["2024-01-13", "2024-01-26"]),
        (("13 March 2024 (Wed)", "14 March 2024 (Thu)"), ["2024-03-13", "2024-03-14"]),
        (("06-Jan-25", "1 Jul 24"), ["2025-01-06", "2024-07-01"]),
        (("12MAR2025", "3apr25"), ["2025-03-12", "2025-04-03"]),
        (("01.04.25", "12.08.61"), ["2025-04-01", "1961-08-12"]),
        (("25/12/23", "03/01/24"), ["2023-12-25", "2024-01-03"]),
        (("13-01-2024", "02-03-2024"), ["2024-01-13", "2024-03-02"]),
        (("Jan-25", "Feb '25"), ["2025-01-01", "2025-02-01"]),
        # 4 November was a Monday, 11 April a Thursday
        (("Mon 04/11/2024", "Tue 05/11/2024"), ["2024-11-04", "2024-11-05"]),
    ],
)
def test_days_in_full(texts: tuple[str, ...], meant: list[str]) -> None:
    assert [day.isoformat() for day in days(*texts)] == meant


def test_days_without_a_year_are_of_one_and_go_on_over_its_end() -> None:
    autumn = days("30 Nov", "2 Dec", "Thu 2 Jan", "3rd Feb")  # in order, over New Year once
    assert [(day.month, day.day) for day in autumn] == [(11, 30), (12, 2), (1, 2), (2, 3)]
    assert [day.year - NO_YEAR for day in autumn] == [0, 0, 1, 1]
    backwards = days("3 Feb", "2 Jan", "30 Dec", "4 Dec")
    assert [day.year - NO_YEAR for day in backwards] == [0, 0, -1, -1]
    leap = days("30 Nov", "2 Dec", "2 Jan", "29 Feb")
    assert (leap[3] - leap[1]).days == 89


@pytest.mark.parametrize(
    "texts",
    [
        ("8 Jan", "14 Mar", "20 Oct", "2 Nov"),
        ("12 Mar", "5 Dec", "1 Jun", "30 Jan", "9 Nov"),  # birthdays, in no order
        ("20 Feb", "1 Oct", "3 Nov"),
    ],
)
def test_days_without_a_year_are_of_one_where_no_order_goes_over_new_year(
    texts: tuple[str, ...],
) -> None:
    assert {day.year for day in days(*texts)} == {NO_YEAR}


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@pytest.mark.parametrize(
    "texts",
    [
        [f"1 {month}" for month in (*MONTHS, *MONTHS[:2])],  # "1 Jan" is of two years
        ["20 Dec", "28 Dec", "3 Jan"],  # over New Year, or in no order
        ["20 Dec", "3 Jan", "28 Dec", "5 Jan"],
    ],
)
def test_days_whose_order_is_open_are_not_read(texts: list[str]) -> None:
    assert day_spans(texts) == {}


@pytest.mark.parametrize(
    "texts",
    [
        ("13.05.18", "02.06.19", "21.01.21", "24.03.22", "25.07.23", "30.09.24"),
        ("13/05/22", "14/06/23", "15/06/24"),
        ("Sat 13.01.24", "Sun 12.01.25", "Mon 12.01.26"),
    ],
)
def test_days_of_many_years_are_no_codes(texts: tuple[str, ...]) -> None:
    assert [day.year % 100 for day in days(*texts)] == [int(text[-2:]) for text in texts]


def test_a_day_is_the_one_beside_another_where_no_year_is_named() -> None:
    def day(year: int, month: int, number: int) -> Span:
        return Span(date(year, month, number), date(year, month, number))

    december, january = day(NO_YEAR, 12, 28), day(NO_YEAR, 1, 3)
    assert beside(january, december) == day(NO_YEAR + 1, 1, 3)
    assert beside(december, january) == december  # sown in January, harvested in December
    assert beside(day(NO_YEAR, 3, 5), day(NO_YEAR, 3, 10)) == day(NO_YEAR, 3, 5)  # early
    assert beside(day(NO_YEAR, 9, 3), day(NO_YEAR, 3, 28)) == day(NO_YEAR, 9, 3)
    assert beside(day(2024, 1, 3), december) == day(2024, 1, 3)


@pytest.mark.parametrize(
    "texts",
    [
        ("Jan 24", "Feb 24"),  # of 2024, or the 24th
        ("1.1.", "1.2."),  # of a contract
        ("3/4/24", "5/6/24"),  # day or month first
        ("12 kg", "13 kg"),
        ("Mon", "Tue"),
        ("2 Apr", "soon"),
        ("24-01-13", "24-02-14", "24-03-15"),  # the year first
        ("4.1.10", "4.1.11", "4.1.12", "4.2.10"),  # clauses
        ("4.1.10", "4.1.11", "4.2.10", "4.2.11"),
        ("12MAR58", "12MAR61"),
        ("14-02-10", "20-03-12", "25-01-11"),  # parts
        ("Mon 6.10", "Mon 7.05"),  # times
        ("01.05.58", "02.06.61", "03.07.59"),  # of one century, but of which
    ],
)
def test_what_may_be_something_else_is_not_read(texts: tuple[str, ...]) -> None:
    assert day_spans(texts) == {}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("18 Sep", CellKind.DATE),
        ("Mon 6 May", CellKind.DATE),
        ("Sat 13 Jan 2024", CellKind.DATE),
        ("06-Jan-25", CellKind.DATE),
        ("08/2025", CellKind.DATE),
        ("12 kg", CellKind.NUMBER),
        ("Sun room", CellKind.TEXT),
        ("10.03.", CellKind.TEXT),
        ("Sat", CellKind.TEXT),
    ],
)
def test_a_cell_is_a_day_where_it_cannot_be_something_else(text: str, kind: CellKind) -> None:
    assert cell_value(text).kind is kind


def test_no_year_is_shown_where_none_was_written() -> None:
    (day,) = day_spans(["2 Apr"]).values()
    assert not names_year(day)
    assert part_of(day, "month") == "April"
    assert part_of(day, "year") == ""
    assert without_no_year(f"2 April {NO_YEAR}") == "2 April"
    assert without_no_year("2 April 2024") == "2 April 2024"


def test_days_with_and_without_years_are_not_put_in_one_order() -> None:
    written, bare = day_spans(["2 April 2024"]).values(), day_spans(["2 Apr"]).values()
    assert not are_of_one_calendar(written, bare)
    assert are_of_one_calendar(written, written)


@given(st.dates(date(2001, 1, 1), date(2059, 12, 31)), st.sampled_from(["%d.%m.%y", "%d-%b-%y"]))
def test_a_short_year_is_of_this_century(day: date, form: str) -> None:
    assert day_spans([day.strftime(form)]) == {day.strftime(form): Span(day, day)}


@given(
    st.dates(date(2001, 3, 1), date(2003, 2, 1)),
    st.lists(st.integers(0, 40), min_size=3, max_size=7),
)
def test_rows_in_order_stay_in_order_without_their_years(first: date, steps: list[int]) -> None:
    texts = [f"{first + timedelta(sum(steps[:at])):%a %d %b}" for at in range(len(steps) + 1)]
    held = in_full(texts)
    read = [date.fromisoformat(held[text]) for text in texts]
    apart = [(later - sooner).days for sooner, later in pairwise(read)]
    # a year that stands for none may have a leap day
    assert all(days in (step, step + 1) for days, step in zip(apart, steps, strict=True))


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        # rows of one year, in order or not
        (("2024-08-01", "8 Aug", "13/8/24"), ("2024-08-01", "2024-08-08", "2024-08-13")),
        (("3 Mar 2024", "9 Jan", "Mon 12 Feb 2024"), ("2024-03-03", "2024-01-09", "2024-02-12")),
        # on over New Year, upwards and downwards
        (("20 Dec 2024", "3 Jan", "12 Feb"), ("2024-12-20", "2025-01-03", "2025-02-12")),
        (("9 Feb 2025", "30 Dec", "1 Dec"), ("2025-02-09", "2024-12-30", "2024-12-01")),
        # several years, in no order: the only one that lies among the others
        (
            ("2024-10-01", "14 Sept", "2024-09-10", "2025-01-15"),
            ("2024-10-01", "2024-09-14", "2024-09-10", "2025-01-15"),
        ),
        # at the end of rows in order, though it lies among those of the year before
        (
            ("3 Mar 2023", "9 Oct 2023", "8 Jan 2024", "20 Sep"),
            ("2023-03-03", "2023-10-09", "2024-01-08", "2024-09-20"),
        ),
        # two days show no order
        (("20 Nov 2024", "8 Jan"), ("2024-11-20", "2024-01-08")),
        # several years, in order
        (("3 Mar 2023", "9 Jan", "12 Feb 2024"), ("2023-03-03", "2024-01-09", "2024-02-12")),
    ],
)
def test_a_day_without_its_year_has_that_of_the_days_beside_it(
    texts: tuple[str, ...], read: tuple[str, ...]
) -> None:
    days = [date.fromisoformat(text) for text in read]
    assert list(day_spans(texts).values()) == [Span(day, day) for day in days]


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        # among the others in one way only
        (("2025-03-03", "10/3/25", "2025-04-11"), ("2025-03-03", "2025-03-10", "2025-04-11")),
        (("12/05/2024", "12 May", "9 June"), ("2024-05-12", "2024-05-12", "2024-06-09")),
        # in order in one way only
        (
            ("2024-01-15", "1/2/24", "2024-03-02", "2024-12-18"),
            ("2024-01-15", "2024-02-01", "2024-03-02", "2024-12-18"),
        ),
    ],
)
def test_other_days_of_the_column_say_whether_the_day_comes_first(
    texts: tuple[str, ...], read: tuple[str, ...]
) -> None:
    held = day_spans(texts)
    assert [held[text].first.isoformat() for text in texts] == list(read)


@given(
    st.lists(
        st.sampled_from(
            [
                "9999-12-31",
                "0001-01-01",
                "2 Jan",
                "29 Feb",
                "5/6/2024",
                "2024-03-05",
                "8 Aug",
                "tbc",
            ]
        ),
        max_size=6,
    )
)
def test_odd_days_are_read_or_not(texts: list[str]) -> None:
    assert set(days_of_rows(texts)) <= set(texts)


def test_other_days_that_lie_around_both_readings_leave_them_open() -> None:
    assert day_spans(["2024-01-15", "3/4/24", "2024-12-18"]) == {}
    assert day_spans(["2024-01-15", "3/4/24", "2024-12-18"], month_first=False)


def test_a_few_words_in_place_of_days_are_none() -> None:
    held = days_of_rows(["8 Mar 2024", "cancelled", "20/3/24", ""])
    assert list(held) == ["8 Mar 2024", "20/3/24"]
    assert days_of_rows(["8 Mar 2024", "cancelled", "not yet"]) == {}


@pytest.mark.parametrize(
    "texts",
    [
        ("3 Jan 2023", "9 Jan", "12 Feb 2024", "1 May 2023"),  # several years, in no order
        ("8 Jan 2024", "9 Jan", "3 Mar 2024", "8 Jan 2025", "9 Jan"),  # one text, two years
        ("3 Mar 2023", "29 Feb", "4 Mar 2023"),  # no such day
        ("10 Jan 2022", "5 Mar", "6 Apr", "2 Feb 2024"),  # of either year
        ("5 March 2024", "20 March 2024", "3/6/2024", "4/6/2024"),  # order against nearness
    ],
)
def test_a_year_that_is_open_leaves_the_days_unread(texts: tuple[str, ...]) -> None:
    assert day_spans(texts) == {}


@given(st.text(max_size=30))
def test_any_text_is_read_or_not(text: str) -> None:
    assert isinstance(is_written_day(text.strip()), bool)
    assert set(in_full([text])) <= {text}
