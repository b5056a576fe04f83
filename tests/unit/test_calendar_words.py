"""The names of months and days, and that the patterns read each of them and no other word."""

from __future__ import annotations

import re

import pytest

from backend.calendar_words import (
    FULL_MONTH,
    MONTH_ABBREVIATIONS,
    MONTH_ABBREVIATIONS_ABROAD,
    MONTH_BEGINNING,
    MONTH_BEGINNING_ABROAD,
    MONTH_FORMS,
    MONTH_IN_PROSE,
    MONTH_NAME,
    MONTH_NAME_ABROAD,
    MONTHS,
    MONTHS_ABROAD,
    WEEKDAY,
    month_number,
)


def test_every_form_of_a_month_is_read_and_numbered() -> None:
    assert len(MONTHS) == 12
    assert len(MONTH_FORMS) == 24  # May has no short form, September two
    for number, name in enumerate(MONTHS, start=1):
        forms = [form for form in MONTH_FORMS if form[:3] == name[:3]]
        assert name in forms
        assert {month_number(form) for form in forms} == {number}
        assert all(re.fullmatch(MONTH_NAME, form.title()) for form in forms)
        assert all(re.match(MONTH_BEGINNING, form) for form in forms)


def test_the_longest_form_is_tried_first() -> None:
    for month in (*MONTHS, *MONTH_ABBREVIATIONS):
        found = re.match(MONTH_NAME, f"{month.title()} 5")
        assert found is not None
        assert found[0] == month.title()


@pytest.mark.parametrize("word", ["may", "march", "Market", "Decrease", "Sunday", "Mayor", "Sep."])
def test_other_words_are_no_month(word: str) -> None:
    assert re.fullmatch(MONTH_NAME, word) is None


@pytest.mark.parametrize("word", ["Jan", "Monday", "december"])
def test_only_a_full_name_with_its_capital_is_a_full_name(word: str) -> None:
    assert re.fullmatch(FULL_MONTH, word) is None


def test_a_point_belongs_to_a_short_name_alone() -> None:
    assert re.match(MONTH_IN_PROSE, "Sept. 5")[0] == "Sept."  # type: ignore[index]
    assert re.match(MONTH_IN_PROSE, "March. 5 men")[0] == "March"  # type: ignore[index]


@pytest.mark.parametrize(
    "name",
    [
        *("März", "Mai", "Oktober", "Dezember", "février", "avril", "juin", "juillet", "août"),
        *("décembre", "enero", "abril", "agosto", "diciembre", *MONTHS),
    ],
)
def test_months_of_four_languages_begin_so(name: str) -> None:
    assert re.match(MONTH_BEGINNING_ABROAD, name.casefold()) is not None


def test_months_of_other_languages_have_their_numbers() -> None:
    for names in MONTHS_ABROAD.values():
        assert [month_number(each) for each in names.split()] == list(range(1, 13))
    assert re.fullmatch(MONTH_NAME_ABROAD, "März") is not None
    assert re.fullmatch(MONTH_NAME_ABROAD, "April") is None  # as in English
    assert re.match(MONTH_NAME_ABROAD, "Januari")[0] == "Januari"  # type: ignore[index]


def test_a_text_that_begins_no_month_has_no_number() -> None:
    with pytest.raises(KeyError):
        month_number("soon")


def test_a_day_of_the_week_is_read() -> None:
    assert re.fullmatch(WEEKDAY, "wednesday") is not None
    assert re.fullmatch(WEEKDAY, "weekday") is None


@pytest.mark.parametrize("code", MONTH_ABBREVIATIONS_ABROAD)
def test_a_short_name_abroad_stands_for_one_longer_name(code: str) -> None:
    names = MONTHS_ABROAD[code].replace("märz", "märz mrz").split()
    for short in MONTH_ABBREVIATIONS_ABROAD[code].split():
        assert len([name for name in names if name.startswith(short)]) == 1
