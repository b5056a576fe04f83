"""A figure of a day or a longer period is not told for another month."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.types import Calculation
from tests.unit.small_ledgers import ledger

COLUMNS = (("September 30, 2031", "2031-09-30"), ("December 31, 2030", "2030-12-31"))
STAFF = ledger(COLUMNS, (((), "Keepers", ("41", "38")), ((), "Lamps", ("7", "9"))), title="Staff")
NINE = ledger(
    (("Nine months ended September 30, 2031", "2031-09-30/9M"),), (((), "Tolls", ("9",)),)
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many keepers were there in September 2031?", "41"),
        ("How many keepers were there in December 2030?", "38"),
        ("How many keepers were there in September 2030?", ""),
        ("How many keepers were there in June 2031?", ""),
    ],
)
def test_the_month_must_be_that_of_the_day(question: str, answer: str) -> None:
    made = calculate(question, [STAFF])
    assert (made.answer if isinstance(made, Calculation) else "") == answer


def test_nine_months_are_not_the_last_of_them() -> None:
    assert not isinstance(calculate("What were tolls in September 2031?", [NINE]), Calculation)
    made = calculate("What were tolls in the nine months ended September 30, 2031?", [NINE])
    assert isinstance(made, Calculation)
