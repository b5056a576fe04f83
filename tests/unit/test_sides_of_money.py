"""What came in is not told as what was paid or is owed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from backend.tasks.calculate.composed.composed_figure import composed_figures
from backend.tasks.calculate.composed.program_network import shipped
from backend.tasks.calculate.composed.read_programs import ProgramModel, Scores
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.types import Calculation, Refusal
from tests.unit.csv_lists import list_of
from tests.unit.test_local_reader import WordEmbedder

BOOK = (
    "Date,Text,Category,Money in,Money out\n"
    "2031-01-04,Berths,Tolls,90.00,\n2031-02-11,Mooring rope,Rope,,41.50\n"
    "2031-03-02,Barges,Tolls,30.00,\n2031-04-19,Anchor line,Rope,,58.25\n"
)


@pytest.mark.parametrize(
    "question",
    [
        "How much did you pay in toll?",
        "How much did we not spend on rope?",
        "How much did the club pay in tolls?",
    ],
)
def test_what_came_in_is_not_what_was_paid(question: str) -> None:
    made = calculate_columns(question, [list_of(BOOK, "cashbook.csv")], "cashbook")
    assert isinstance(made, Refusal)
    assert made.is_open


def test_each_side_is_told_of_itself() -> None:
    for question, value in (
        ("How much did we spend on rope?", "99.75"),
        ("How much came in from tolls?", "120.00"),
        ("What is the total money in?", "120.00"),
    ):
        made = calculate_columns(question, [list_of(BOOK, "cashbook.csv")], "cashbook")
        assert isinstance(made, Calculation)
        assert made.answer == value


def unread(question: str, texts: Sequence[str]) -> Scores:
    """Nothing speaks for any of the texts."""
    return np.zeros(len(texts), np.float32)


def test_no_program_tells_what_came_in_for_what_is_owed() -> None:
    model = ProgramModel(WordEmbedder().embed, unread, shipped())
    table = list_of(BOOK, "cashbook.csv")
    for question, may_be in (
        ("How much is owed for tolls?", False),
        ("How much was received for tolls?", True),
    ):
        found = composed_figures(question, table, "cashbook", model)
        assert any(each.calculation.answer == "120.00" for each in found) is may_be
