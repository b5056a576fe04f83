"""A number and what it counts, written as one word."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.composed.compounds import numbers_apart


@pytest.mark.parametrize(
    ("question", "apart"),
    [
        ("How many two-bedroom flats?", "How many two bedroom flats?"),
        ("Which 3-man tents are out?", "Which 3 man tents are out?"),
        ("What were two-thirds of it?", "What were two-thirds of it?"),
        ("Who had a ten-year loan?", "Who had a ten-year loan?"),
        ("Where is 2024-03-mar and A-12-boat?", "Where is 2024-03-mar and A-12-boat?"),
    ],
)
def test_a_number_stands_by_itself(question: str, apart: str) -> None:
    assert numbers_apart(question) == apart
