"""Dates in questions and cells: the first and last day that is meant, or none where it is open."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.dates import Span, part_of, span_of
from backend.tasks.calculate.programs.column_dates import day_spans, keeps_dates, without_dates

DAYS = st.dates(date(1950, 1, 1), date(2049, 12, 31))


def span(first: str, last: str = "") -> Span:
    return Span(date.fromisoformat(first), date.fromisoformat(last or first))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("2024-03-01", span("2024-03-01")),
        ("1 March 2024", span("2024-03-01")),
        ("March 1st, 2024", span("2024-03-01")),
        ("01.03.2024", span("2024-03-01")),
        ("13/03/2024", span("2024-03-13")),
        ("03/13/2024", span("2024-03-13")),
        ("Feb 2024", span("2024-02-01", "2024-02-29")),
        ("Q2 2023", span("2023-04-01", "2023-06-30")),
        ("2023", span("2023-01-01", "2023-12-31")),
        ("03/04/2024", None),
        ("31.02.2024", None),
        ("soon", None),
    ],
)
def test_a_text_means_days(text: str, meant: Span | None) -> None:
    assert span_of(text) == meant


def test_the_other_dates_of_a_column_say_what_comes_first() -> None:
    assert day_spans(["03/04/2024", "13/04/2024"])["03/04/2024"] == span("2024-04-03")
    assert day_spans(["03/04/2024", "04/13/2024"])["03/04/2024"] == span("2024-03-04")
    assert day_spans(["03/04/2024", "5 May 2024"]) == {}
    assert day_spans(["13/04/2024", "04/13/2024"]) == {}
    assert day_spans(["2024-04-03", "never"]) == {}


def test_days_one_behind_the_other_are_all_of_them() -> None:
    texts = ["2024-05-12", "Thurs 23 May", "24-28 June", "30 July to 2 Aug", "2024-12-30"]
    read = day_spans([*texts, "30 Dec - 2 Jan"])
    assert read["24-28 June"] == span("2024-06-24", "2024-06-28")
    assert read["30 July to 2 Aug"] == span("2024-07-30", "2024-08-02")
    assert read["30 Dec - 2 Jan"] == span("2024-12-30", "2025-01-02")
    assert read["Thurs 23 May"] == span("2024-05-23")
    turn = day_spans(["28 Dec - 3 Jan 2025", "2024-11-12"])
    assert turn["28 Dec - 3 Jan 2025"] == span("2024-12-28", "2025-01-03")
    assert day_spans(["5 June - 3 May 2024", "2024-05-12"]) == {}
    assert day_spans(["28-24 June 2024", "2024-05-12"]) == {}, "the last day comes first"
    assert day_spans(["29-31 June 2024", "2024-05-12"]) == {}, "there is no such day"
    assert day_spans(["24-28 June 2024", "never"]) == {}


@given(DAYS, st.integers(1, 40))
def test_whatever_days_follow_on_each_other_are_read(first: date, many: int) -> None:
    last = first + timedelta(many)
    text = f"{first.day} {first:%B} - {last.day} {last:%B} {last.year}"
    assert day_spans([text, "2024-05-12"])[text] == Span(first, last)


@pytest.mark.parametrize(
    ("question", "left", "signs"),
    [
        ("orders shipped in March 2024 of Berg", "orders shipped   of Berg", ["in"]),
        ("hired between 1 May 2020 and 3 June 2021", "hired  ", ["≥", "≤"]),
        ("from March to May 2024", " ", ["≥", "≤"]),
        ("opened after 1 May 2024", "opened  ", [">"]),
        ("founded before 1700", "founded  ", ["<"]),
        ("in 2020 or later", " ", ["≥"]),
        ("a price of 2000", "a price of 2000", []),
        ("orders that may have gone", "orders that may have gone", []),
        ("before 3/4/2024", "before 3/4/2024", []),
    ],
)
def test_bounds_are_taken_out_of_a_question(question: str, left: str, signs: list[str]) -> None:
    text, bounds = without_dates(question)
    assert text == left
    assert [bound.sign for bound in bounds] == signs


@given(DAYS, DAYS)
def test_a_bound_and_its_opposite_part_all_days(day: date, bound: date) -> None:
    there, at = Span(day, day), Span(bound, bound)
    for one, other in (("<", "≥"), (">", "≤")):
        assert keeps_dates(there, [(one, at)]) is not keeps_dates(there, [(other, at)])


@given(DAYS)
def test_a_day_is_read_as_it_is_written_and_is_of_its_month(day: date) -> None:
    written = {f"{day:%Y-%m-%d}", f"{day:%d.%m.%Y}", f"{day.day} {day:%B} {day.year}"}
    assert {span_of(each) for each in written} == {Span(day, day)}
    month = span_of(f"{day:%B %Y}")
    assert month is not None
    assert month.first.day == 1
    assert (month.last + timedelta(1)).day == 1
    assert keeps_dates(Span(day, day), [("in", month)]) is True
    assert part_of(Span(day, day), "month") == f"{day:%B %Y}"


def test_a_month_is_not_exact_enough_for_a_day_within_it() -> None:
    march, day = span("2024-03-01", "2024-03-31"), span("2024-03-10")
    assert keeps_dates(march, [("<", day)]) is None
    assert keeps_dates(march, [("<", span("2024-04-01"))]) is True
    assert part_of(span("2024-01-01", "2024-12-31"), "month") == ""
