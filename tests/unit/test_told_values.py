"""Values of sentences, as two sentences are compared by them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.told_values import may_replace, same_value, told_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (
            "So: 488 pumps were built with a 2406 seal, not 540.",
            [("number", "488", "pump"), ("number", "2406", "seal"), ("number", "540", "")],
        ),
        ("reads above 0.65 m", [("number", "0.65", "m")]),
        ("Moved to Thursday 4 December.", [("weekday", "thursday", ""), ("day", "12-4-", "")]),
        ("it can't be on the 20th", [("day", "-20-", "")]),
        ("from 6.30 pm or 18:30", [("time", "18:30", ""), ("time", "18:30", "")]),
        ("the charge is £46.00 and not 48 euros", [("money", "46", "GBP"), ("money", "48", "EUR")]),
        ("eight hours in place of six", [("number", "8", "hour"), ("number", "6", "")]),
        ("it goes to Ruth Oyelaran", [("name", "ruth oyelaran", "")]),
        ("a deposit of 1,361 dollars", [("money", "1361", "USD")]),
        ("on 12/05/2024 or 2024-05-13", [("day", "5-12-2024", ""), ("day", "5-13-2024", "")]),
        ("on May 5, 2024", [("day", "5-5-2024", "")]),
        ("twenty-five days", [("number", "25", "day")]),
        ("eighty-two days", [("number", "82", "day")]),
        (
            "£5m, £5k and CHF 30",
            [("money", "5000000", "GBP"), ("money", "5000", "GBP"), ("money", "30", "CHF")],
        ),
        ("5% is 5 per cent", [("number", "5", "%"), ("number", "5", "%")]),
        ("on the 1st floor", [("number", "1", "st")]),
        ("Anna Lee comes in March", [("name", "anna lee", ""), ("month", "3", "")]),
        ("nothing is told here", []),
    ],
)
def test_values_are_told_apart_by_what_they_are(
    text: str, values: list[tuple[str, str, str]]
) -> None:
    assert [(each.kind, each.what, each.unit) for each in told_values(text)] == values


def test_the_20th_is_that_of_any_month_and_two_months_are_two_days() -> None:
    (alone,), (march,), (may,) = map(told_values, ("the 20th", "20 March", "20 May"))
    assert same_value(alone, march)
    assert same_value(alone, may)
    assert not same_value(march, may)
    (one,), (other,), (pounds,), (euros,) = map(
        told_values, ("6 May 2026", "6 May 2031", "£46", "46 euros")
    )
    assert not same_value(one, other)
    assert not same_value(pounds, euros)


def test_only_another_value_of_one_sort_takes_the_place_of_one() -> None:
    (days,), (more,), (pumps,), (plain,) = map(
        told_values, ("14 days", "21 days", "14 pumps", "21.")
    )
    assert may_replace(more, days)
    assert may_replace(plain, days)  # "not 14 days but 21"
    assert not may_replace(pumps, more)
    assert not may_replace(days, days)


@given(st.text(max_size=80))
def test_values_lie_in_their_text_in_order(text: str) -> None:
    found = told_values(text)
    assert all(0 <= each.start < each.end <= len(text) for each in found)
    assert [each.start for each in found] == sorted(each.start for each in found)
