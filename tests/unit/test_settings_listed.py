"""A listing of settings is an example, and tells neither a value nor what a setting does."""

from __future__ import annotations

import numpy as np
import pytest

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.rule_scores import FLATTENED, without_debris
from backend.tasks.answer.extractive.settings_listed import is_listing, is_only_listed
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first, reading_of
from tests.unit.test_local_reader import hit

ASKED = "What is the colour of the boat?"
LISTING = 'Boat {\n  Name = "Tern"\n  Colour = "red"\n  Berth = 4\n}'


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ('Boat { Name = "Tern" Colour = "red" Berth = 4', True),
        ("name=Tern colour=red berth=4", True),
        ("Name = Tern, Colour = red", False),
        ("With name = Tern, colour = red and berth = 4 the boat is found.", False),
        ("It holds if a == b, c == d and e == f", False),
        ("The boat is red", False),
    ],
)
def test_a_listing_is_three_settings_and_no_sentence(text: str, listed: bool) -> None:
    assert is_listing(text) is listed
    assert is_only_listed(AnswerKind.OTHER, ASKED, text) is listed


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        (AnswerKind.MANNER, "How do I paint the boat red?"),
        (AnswerKind.LIST, "What are the settings of a boat?"),
        (AnswerKind.OTHER, "What does an example of a boat look like?"),
        (AnswerKind.OTHER, "Which file defines the boat?"),
    ],
)
def test_who_may_want_to_see_one_is_shown_it(kind: AnswerKind, question: str) -> None:
    assert not is_only_listed(kind, question, 'Name = "Tern" Colour = "red" Berth = 4')


def test_it_is_held_back_however_sure_the_reader_is() -> None:
    (unit,) = reading_of(ASKED, hit(LISTING)).candidates
    assert judged_first(ASKED, LISTING, unit.text) is Verdict.CLOSEST
    plain = "The colour of the boat is red."
    assert judged_first(ASKED, plain, plain) is Verdict.DIRECT


def test_it_counts_less_than_a_sentence() -> None:
    reading = reading_of(ASKED, hit(f"The boat is a tern.\n\n{LISTING}"))
    scores = without_debris(reading, np.ones(len(reading.candidates)), {})
    assert scores[-1] == FLATTENED
