"""Days of a column that are typed otherwise than the others are read as those say."""

from __future__ import annotations

from datetime import date

import pytest

from backend.dates import Span
from backend.tasks.calculate.programs.column_dates import days_of_rows
from backend.tasks.calculate.programs.odd_days import plain_days

FEBRUARY = ["2025-01-28", "3 Feb", "5.2.25", "12/02/2025", "17 February"]


def on(text: str) -> Span:
    return Span(date.fromisoformat(text), date.fromisoformat(text))


def test_a_day_without_a_year_between_slashes_is_one_of_the_column() -> None:
    read = days_of_rows([*FEBRUARY, "24/2", "2025-02-27"])
    assert read["24/2"] == on("2025-02-24")
    assert read["3 Feb"] == on("2025-02-03")
    assert len(read) == len(FEBRUARY) + 2


def test_the_rows_around_say_which_number_is_the_month() -> None:
    sessions = ["Tue 2 Sept", "Fri 5 Sept", "Sat 6/9", "Tue 9 Sept", "12 Sept"]
    assert plain_days(sessions) == {"Sat 6/9": "6 September"}
    assert plain_days(["3 May", "10 May", "17 May", "31 May", "5/6"]) == {}, "the last may be June"
    assert plain_days(["2 June", "5 Sept", "6/9", "9 Sept"]) == {"6/9": "6 September"}
    assert plain_days(["2 June", "6 Sept", "5/9", "1 Dec"]) == {}, "in no order"


def test_dates_between_slashes_say_which_number_is_the_month() -> None:
    american = ["03/25/2025", "04/27/2025", "5/6"]
    assert plain_days(american) == {"5/6": "6 May"}
    assert plain_days(["25/03/2025", "03/27/2025", "5/6"]) == {}, "two orders"


def test_a_day_within_a_remark_is_the_day() -> None:
    paid = ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "€445 in 17 Feb", "n/a"]
    assert plain_days(paid) == {"€445 in 17 Feb": "17 Feb"}
    assert set(days_of_rows(paid)) == set(paid) - {"n/a"}


@pytest.mark.parametrize(
    "texts",
    [
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "6 + 13 Apr"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "2 Feb or 3 May"],
        ["3 Feb", "7 Feb", "€445 in 17 Feb"],
        ["1/2", "3/4", "5/8"],
        ["3 Feb", "7 Feb", "no later"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "28 Feb, 2024 (late)"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "paid 1 May 24 by card"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "moved from 31 March to the 7th"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "not before 31 May"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "£20 Feb bill"],
        ["3 Feb", "7 Feb", "28 Feb", "11 Mar", "at 11 may rain"],
    ],
)
def test_nothing_is_read_of_what_is_not_clear(texts: list[str]) -> None:
    assert plain_days(texts) == {}
