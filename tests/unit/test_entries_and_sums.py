"""Which rows of a list are entries, where their figures happen to add up."""

from __future__ import annotations

from backend.tasks.calculate.programs.column_rows import entries_of
from tests.unit.csv_lists import list_of


def test_a_row_with_all_but_one_of_its_words_is_no_sum() -> None:
    bookings = list_of(
        "Day,Room,Booked by,Team,Meal,Hours,People\n"
        "2031-03-03,Elm,Ida,Sales,Lunch,1,2\n"
        "2031-03-04,Oak,Jon,Crew,Coffee,2,3\n"
        "2031-03-05,Elm,Una,Crew,,3,5\n",
        "rooms.csv",
    )
    assert entries_of(bookings) == ([0, 1, 2], 0, ())


def test_a_row_without_several_of_its_words_may_be_one() -> None:
    bookings = list_of(
        "Day,Room,Booked by,Team,Meal,Hours,People\n"
        "2031-03-03,Elm,Ida,Sales,Lunch,1,2\n"
        "2031-03-04,Oak,Jon,Crew,Coffee,2,3\n"
        "2031-03-05,,,,,3,5\n",
        "rooms.csv",
    )
    assert entries_of(bookings)[2]


def test_the_year_below_its_months_is_their_sum() -> None:
    rows = "Month,Rent,Food\nJanuary,10,7\nFebruary,11,8\nYear,21,15\n"
    fiscal = "Month,Rent,Food\nNovember,4,2\nDecember,10,7\nJanuary,11,8\nYear,25,17\n"
    assert entries_of(list_of(fiscal, "budget.csv")) == ([0, 1, 2], 1, ())
    words = "Word,Uses,Pages\nMay,10,7\nMarch,11,8\nYear,5,5\n"
    assert 2 in entries_of(list_of(words, "words.csv"))[0]
    assert entries_of(list_of(rows, "budget.csv")) == ([0, 1], 1, ())
    years = "Word,Uses,Pages\nDay,10,7\nMonth,11,8\nYear,5,5\n"
    assert 2 in entries_of(list_of(years, "words.csv"))[0]
