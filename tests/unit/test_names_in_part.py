"""One thing is not called by the name of what is done with it."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.partial_names import with_names_completed
from tests.unit.csv_lists import list_of

WORK = "Service,Price\nSanding a block,9\nFitting the rudder,70\nLong cleat with screws,52\n"


@pytest.mark.parametrize(
    ("question", "completed"),
    [
        ("What does a block cost?", "What does a block cost?"),
        ("What does one rudder cost?", "What does one rudder cost?"),
        ("What does a used block cost?", "What does a used block cost?"),
        ("What did we spend on the rudder?", "What did we spend on the Fitting the rudder?"),
        ("What does a cleat cost?", "What does a Long cleat with screws cost?"),
    ],
)
def test_a_block_is_not_the_sanding_of_one(question: str, completed: str) -> None:
    assert with_names_completed(question, list_of(WORK)) == completed
