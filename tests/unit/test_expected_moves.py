"""By how much something is to move is the difference of the same two figures as by how much it
moved."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.expected_moves import as_moved
from backend.types.calculations import Calculation
from tests.unit.small_ledgers import ledger

CATCH = ledger(
    (("2031", "2031"), ("2033", "2033")),
    (((), "Petrel landings", ("3,900", "4,200")), ((), "Gannet landings", ("800", "500"))),
    name="c",
    title="Estimated landings",
)


@pytest.mark.parametrize(
    "question",
    [
        "How much do we expect Petrel landings to rise between 2031 and 2033?",
        "By how much do you forecast Petrel landings to grow from 2031 to 2033?",
        "How much are Petrel landings expected to increase between 2031 and 2033?",
        "By how much will Petrel landings go up from 2031 to 2033?",
    ],
)
def test_what_is_expected_is_reckoned_as_what_was(question: str) -> None:
    made = calculate(question, [CATCH])
    assert isinstance(made, Calculation)
    assert made.value == 300


@pytest.mark.parametrize(
    "question",
    [
        "How much do we expect Petrel landings to be in 2033?",
        "How much will Petrel landings rise in 2033?",
        "Will Petrel landings rise between 2031 and 2033?",
        "How much did Petrel landings rise between 2031 and 2033?",
    ],
)
def test_other_questions_stay_as_they_are(question: str) -> None:
    assert as_moved(question) == question
