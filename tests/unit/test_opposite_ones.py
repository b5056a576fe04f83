"""What holds for the new oars is not told for the old ones."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.opposite_ones import is_of_the_opposite, is_of_the_usual
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

NEW = "The new oars weigh six kilos each, two less than the old ones."


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How much did the old oars weigh?", NEW, True),
        ("How much do the new oars weigh?", NEW, False),
        ("How much do the oars weigh?", NEW, False),
        ("How much did the old oars weigh?", "The old oars weighed eight kilos.", False),
        (
            "How much did the old oars weigh?",
            "The new oars weigh less than the old oars, which weighed eight kilos.",
            False,
        ),
        ("What does the small shed cost?", "A large shed costs £90, a small one £40.", False),
        ("What does the small shed cost?", "The large shed costs £90.", True),
        ("Who built the new mill?", "Ada Finch built the mill when the old mill burnt.", False),
        ("What is in the upper drawer?", "The lower drawer holds the flags.", True),
        ("When does the morning train leave?", "The evening train leaves at 18.10.", True),
        ("When does the morning train leave?", "The train leaves at 8.10.", False),
        ("What is in the back room?", "The rear room holds the flags.", False),
        ("What is in the back room?", "The front room holds the flags.", True),
        ("Where is the new pump?", "The present pump is behind the wall.", False),
        ("How long was the old rowing boat?", "The new boat is nine metres long.", True),
        ("How long was the old rowing boat?", "The boat was nine metres long.", False),
        ("What is new in the shed?", "The old roof was painted.", False),
        ("Who rows in the second race?", "Ada Finch rows in the first race.", True),
        ("Who rows in the second race?", "Ada Finch rows in the first and second race.", False),
        ("Who rows in the second race?", "Ada Finch rows in that race first.", False),
        ("What hangs in the downstairs hall?", "Flags hang in the upstairs hall.", True),
    ],
)
def test_the_opposite_of_what_is_meant_is_another(question: str, text: str, other: bool) -> None:
    assert is_of_the_opposite(question, text) is other


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Why are leaks worse in the Wren dam?", "In a normal dam, leaks close by silt.", True),
        ("What do boats pay in Elm?", "In most other towns, boats pay by their length.", True),
        ("What do boats pay in other towns?", "In most other towns, boats pay £2.", False),
        ("What do boats pay in Elm?", "In other towns, boats pay, but here they do not.", False),
        ("What do boats pay in Elm?", "In Elm, boats pay by their length.", False),
        ("What do boats pay in May?", "In May, as in the other months, boats pay £2.", False),
    ],
)
def test_what_is_usual_elsewhere_is_told_of_others(question: str, text: str, other: bool) -> None:
    assert is_of_the_usual(question, text) is other


def test_it_is_not_told_however_sure_the_reader_is() -> None:
    assert judged_first("How much do the new oars weigh?", NEW, NEW) is Verdict.DIRECT
    assert judged_first("How much did the old oars weigh?", NEW, NEW) is Verdict.CLOSEST
    passage, told = "The old pump is broken. A spare costs £85.", "A spare costs £85."
    assert judged_first("How much does the new pump cost?", passage, told) is not Verdict.CLOSEST
