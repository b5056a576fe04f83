"""Why something is to be done is told by what would come of anything else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.sentence_checks import is_order_without_reason
from backend.tasks.answer.extractive.weights import ReaderWeights, load_weights
from backend.types import Verdict
from tests.unit.test_complete_quotes import reading_of

ASKED = "Why shouldn't I stand below the boom?"
ORDER = "Never stand right below the boom of a boat that is under sail."
ELSE = "Otherwise, it may hit you when the wind turns."


def whole_of(text: str, question: str = ASKED) -> str:
    reading = reading_of(text, question)
    return complete_one(reading, reading.units[0]).text


@pytest.mark.parametrize(
    "behind",
    [
        ELSE,
        "If you do, a turn of the wind will throw you into the sea.",
        "It could come down on your head.",
        "This would be dangerous when the wind turns.",
    ],
)
def test_an_order_is_told_with_what_would_come_of_anything_else(behind: str) -> None:
    assert whole_of(f"{ORDER} {behind} Boats are dear.") == f"{ORDER} {behind}"


@pytest.mark.parametrize(
    "behind",
    [
        "The boom is of pine and rather long.",
        "It was made in Ely by a good joiner.",
        "It will be painted in May.",
    ],
)
def test_other_sentences_are_no_reason(behind: str) -> None:
    assert whole_of(f"{ORDER} {behind}") == ORDER


def test_only_of_an_order_and_only_where_why_is_asked() -> None:
    assert whole_of(f"{ORDER} {ELSE}", "Where should I stand?") == ORDER
    stated = "The boom of the old boat in our shed is of pine and rather long."
    assert whole_of(f"{stated} {ELSE}") == stated


def test_otherwise_is_told_behind_the_order_alone() -> None:
    reading = reading_of(f"{ORDER} {ELSE}", ASKED)
    unit = reading.units[0]
    line = first_line(reading.question, unit, None, frozenset(), complete_one(reading, unit))
    assert line == f"{ORDER} {ELSE}"


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        (f"{ORDER} The boom is of pine and rather long.", True),
        (f"{ORDER} {ELSE}", False),
        (f"{ORDER} It could come down on your head.", False),
        ("Never stand below the boom, because it may hit you.", False),
        ("The boom hits all who stand below it.", False),  # no order
    ],
)
def test_an_order_without_a_reason(text: str, lacks: bool) -> None:
    reading = reading_of(text, ASKED)
    assert is_order_without_reason(reading, reading.units[0]) is lacks
    other = reading_of(text, "Where must nobody stand?")
    assert not is_order_without_reason(other, other.units[0])


def test_an_order_alone_is_never_surely_why_however_sure_the_reader_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ReaderWeights, "probabilities", lambda *_: (0.99, 0.99))
    monkeypatch.setattr(ReaderWeights, "hears_pairs", lambda *_: True)
    asked = "Why shouldn't I stand right below the boom of a boat under sail?"

    def judged(text: str) -> Verdict:
        reading = reading_of(text, asked)
        features = unit_features(reading)[:1]
        alone = replace(reading, candidates=reading.candidates[:1], vectors=reading.vectors[:1])
        sure = replace(alone, together=np.array([0.99]))
        return judge(sure, features, load_weights(), {}, missing=False).verdict

    assert judged(f"{ORDER} The boom is of pine and rather long.") is Verdict.LIKELY
    assert judged(f"{ORDER} {ELSE}") is Verdict.DIRECT
