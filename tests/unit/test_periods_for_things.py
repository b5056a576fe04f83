"""A period is not told where a thing is asked for."""

from __future__ import annotations

from decimal import Decimal

import pytest

from backend.tasks.calculate.programs.periods_for_things import names_only_a_period
from backend.types.calculations import Calculation, Operation, Refusal


def ranked(answer: str, operation: Operation = Operation.LARGEST) -> Calculation:
    return Calculation(operation, answer, Decimal(3), "", Decimal(1), "", "", (), 1.0)


@pytest.mark.parametrize("answer", ["Year 1", "2031", "First quarter", "Thereafter", "March"])
def test_a_period_is_no_customer(answer: str) -> None:
    assert names_only_a_period("Which is the largest customer?", ranked(answer))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which year had the largest loss?", "2031"),
        ("When was the largest loss?", "2031"),
        ("Which is the largest customer?", "Tern Ferries"),
        ("Which is the largest customer?", "March & Sons"),
        ("Which quarter had the highest rent?", "First quarter"),
        ("What was the highest monthly rent?", "March"),
    ],
)
def test_a_period_that_is_asked_for_and_a_thing_are_told(question: str, answer: str) -> None:
    assert not names_only_a_period(question, ranked(answer))


def test_only_a_ranking_is_looked_at() -> None:
    assert not names_only_a_period("Which is the largest?", ranked("2031", Operation.LOOKUP))
    assert not names_only_a_period("Which is the largest?", Refusal("No."))
    assert not names_only_a_period("Which is the largest?", None)
