"""A share of a whole is no price."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.shares_for_prices import tells_share_for_price
from backend.types.calculations import Calculation
from tests.unit.csv_lists import list_of

PARTS = list_of("Part,Share (%)\nRegatta,10\nKnots,40\nRowing,50\n")
RATES = list_of("Tax,Rate (%)\nHarbour tax,10\nBeach tax,4\n")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much is the regatta?", ""),
        ("What is the share of the regatta?", "10 %"),
    ],
)
def test_how_much_something_is_wants_a_price(question: str, told: str) -> None:
    made = calculate(question, [PARTS])
    assert (made.figure if isinstance(made, Calculation) else "") == told


def test_a_rate_may_be_what_something_is() -> None:
    made = calculate("What is the rate of the harbour tax?", [RATES])
    assert isinstance(made, Calculation)
    assert not tells_share_for_price("How much is the harbour tax?", made)
    share = calculate("What is the share of the regatta?", [PARTS])
    assert isinstance(share, Calculation)
    assert tells_share_for_price("How much is the regatta?", share)
