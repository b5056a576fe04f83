"""Dates are read out of texts: as they are written, and never a day that no calendar has."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.calendar_words import MONTH_FORMS, MONTH_TITLES
from backend.dates import (
    ANY_DATE,
    DAY,
    Span,
    dates_in,
    day_of,
    full_year,
    is_day,
    is_of_open_order,
    month_comes_first,
    ordered,
    span_of,
)

DAYS = st.dates(date(1000, 1, 1), date(2099, 12, 31))


def ordinal(day: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th") if day not in (11, 12, 13) else "th"
    return f"{day}{ending}"


def written(day: date) -> list[str]:
    """A day in every form that leaves nothing open."""
    name = MONTH_TITLES[day.month - 1]
    short = name[:3]
    number, year = day.day, f"{day.year:04d}"
    return [
        *(
            f"{number} {name} {year}",
            f"{number}. {name} {year}",
            f"{ordinal(number)} {name} {year}",
        ),
        *(f"{ordinal(number)} of {name} {year}", f"{number} {name}, {year}"),
        *(
            f"{name} {number}, {year}",
            f"{name} {ordinal(number)}, {year}",
            f"{name} {number} {year}",
        ),
        *(f"{number} {short} {year}", f"{number}-{short}-{year}", f"{short}. {number}, {year}"),
        *(f"{number:02d}-{name}-{year}".lower(), f"{name} {number}, {year}".upper()),
        *(f"{year}-{day.month:02d}-{number:02d}", f"{year}/{day.month}/{number}"),
        *(f"{year}.{day.month:02d}.{number:02d}", f"{number}.{day.month}.{year}"),
    ]


@given(DAYS)
def test_a_written_day_is_read_back(day: date) -> None:
    for text in written(day):
        assert day_of(text) == day
        assert span_of(f" {text} ") == Span(day, day)
        assert re.fullmatch(DAY, text, re.IGNORECASE) is not None
        assert re.fullmatch(ANY_DATE, text, re.IGNORECASE) is not None
        (found,) = dates_in(f"The gate was opened on {text} (by Ada).")
        assert found[:3] == (day.year, day.month, day.day)
        assert found.end - found.start == len(text)


@pytest.mark.parametrize(
    "text",
    [
        *("5. März 2031", "5 mars 2031", "5 de marzo de 2031", "5 marzo 2031", "5 maart 2031"),
        *("5 de março de 2031", "5. MÄRZ 2031"),
    ],
)
def test_days_of_other_languages_are_read(text: str) -> None:
    assert day_of(text) == date(2031, 3, 5)
    assert [date_mention[:3] for date_mention in dates_in(f"({text})")] == [(2031, 3, 5)]


@given(DAYS)
def test_both_orders_are_read_when_they_are_known(day: date) -> None:
    year = f"{day.year:04d}"
    first, last = f"{day.month}/{day.day}/{year}", f"{day.day}/{day.month}/{year}"
    assert day_of(first, month_first=True) == day_of(last, month_first=False) == day
    is_open = day.day <= 12 and day.day != day.month
    assert day_of(first) == day_of(last) == (None if is_open else day)
    told = None if day.day <= 12 else True
    assert month_comes_first(first) is told
    assert month_comes_first(last) is (None if told is None else False)
    assert is_of_open_order(first)
    assert [date_mention[:3] for date_mention in dates_in(first)] == (
        [(day.year, 0, 0)] if is_open else [(day.year, day.month, day.day)]
    )


@given(st.text(st.characters(exclude_categories=["Nd", "Nl", "No"])))
def test_a_text_without_figures_has_no_date(text: str) -> None:
    assert dates_in(text) == []
    assert span_of(text) is None
    assert day_of(text) is None


PIECES = st.sampled_from(
    [
        *map(str.title, sorted(MONTH_FORMS)),
        *("0", "1", "29", "30", "31", "32", "00", "02", "13", "1999", "2024", "2100", "9999"),
        *("-", "/", ".", ",", " ", "_", "th", "of", "Q1", "Q4", "T10:00", "may", "$", "\n"),
    ]
)


@given(st.lists(PIECES, max_size=9).map("".join), st.sampled_from([None, True, False]))
def test_no_day_is_one_that_no_calendar_has(text: str, month_first: bool | None) -> None:
    last = 0
    for year, month, day, start, end in dates_in(text):
        assert last <= start < end <= len(text)
        last = end
        assert is_day(year, month or 1, day or 1)
        assert month or not day
    span = span_of(text, month_first)
    whole = day_of(text, month_first)
    assert span is None or span.first <= span.last
    assert whole is None or span == Span(whole, whole)


@given(st.integers(-5, 3000), st.integers(-3, 15), st.integers(-3, 35))
def test_a_day_is_what_the_calendar_holds(year: int, month: int, day: int) -> None:
    try:
        date(year, month, day)
    except ValueError:
        assert not is_day(year, month, day)
    else:
        assert is_day(year, month, day)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("1 July 2031", "2031-07-01", "2031-07-01"),
        ("Sept. 2031", "2031-09-01", "2031-09-30"),
        ("2031-02", "2031-02-01", "2031-02-28"),
        ("2/2032", "2032-02-01", "2032-02-29"),
        ("Q3 of 2031", "2031-07-01", "2031-09-30"),
        ("1066", "1066-01-01", "1066-12-31"),
        ("2031-07-01T08:30:00Z", "2031-07-01", "2031-07-01"),
        ("9999-12-31", "9999-12-31", "9999-12-31"),
    ],
)
def test_what_is_left_out_is_all_of_it(text: str, first: str, last: str) -> None:
    assert span_of(text) == Span(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    "text",
    [
        *("30 February 2031", "2031-13-01", "0000-01-01", "31.04.2031", "2031-00", "0.0.2031"),
        *("00.03.2031", "March 0, 2031", "2031-03-00", "1/0/2031"),
        *("Market 3, 2031", "3 Decrease 2031", "2031.1.2", "May 3", "3 May 31", "12,2031"),
        *("1 July 2031 and later", "on 1 July 2031", "", "2150"),
    ],
)
def test_these_are_no_dates(text: str) -> None:
    assert span_of(text) is None
    assert day_of(text) is None


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("It opened in May 2031 and closed in 2032.", [(2031, 5, 0), (2032, 0, 0)]),
        ("They may 2031 and march 2031.", [(2031, 0, 0), (2031, 0, 0)]),
        ("On 31 February 2031 nothing happened.", [(2031, 2, 0)]),
        ("born 3/4/2031", [(2031, 0, 0)]),
        ("a fee of 2,031 or 2031.50", []),
        ("release 1.12.03.2031 of v1.2.2031", []),
        ("Minutes_2031_03_05 and Minutes_12.03.2031_final", [(2031, 3, 5), (2031, 3, 12)]),
        ("from 3 May 2031 to 5th June, 2031", [(2031, 5, 3), (2031, 6, 5)]),
        ("2031/12-31", [(2031, 0, 0)]),
        ("section 12.03.2031.5", []),
        ("part 1/12/25/2031", [(2031, 0, 0)]),
        ("in 2032, in May 2033 and on 3 June 2031", [(2032, 0, 0), (2033, 5, 0), (2031, 6, 3)]),
    ],
)
def test_dates_of_a_running_text(text: str, dates: list[tuple[int, int, int]]) -> None:
    assert [date_mention[:3] for date_mention in dates_in(text)] == dates


def test_where_nothing_says_which_is_the_month_it_is_open() -> None:
    assert ordered(3, 4) is None
    assert ordered(3, 4, month_first=True) == (3, 4)
    assert ordered(3, 4, month_first=False) == (4, 3)
    assert ordered(13, 4) == (4, 13)
    assert ordered(4, 13) == (4, 13)
    assert ordered(5, 5) == (5, 5)


def test_a_year_of_two_digits_is_of_this_century() -> None:
    assert full_year("31") == 2031
    assert full_year("1931") == 1931


@pytest.mark.parametrize("part", ["4711-1-2", "4711/3/1", "2023.1.2"])
def test_the_number_of_a_part_or_a_version_is_no_day(part: str) -> None:
    assert span_of(part) is None
    assert not any(date_mention.day for date_mention in dates_in(f"What changed in {part} of it?"))


def test_a_figure_with_a_point_does_not_begin_a_day() -> None:
    (mention,) = dates_in("What is in version 3.12 March 2024?")
    assert (mention.year, mention.month, mention.day) == (2024, 3, 0)
