"""The local judge counts the gold's facts, and never punishes length."""

from __future__ import annotations

import pytest

from backend.ports import AnswerJudgement
from backend.settings import Settings
from backend.tasks.judge.local import build

JUDGE = build(Settings())
QUESTION = "What did Petrel Ltd earn in 2024?"


def judged(gold: str, answer: str, *supported: bool) -> AnswerJudgement:
    return JUDGE.judge(QUESTION, [gold], answer, supported)


@pytest.mark.parametrize(
    ("gold", "answer", "correct"),
    [
        ("$1.2 billion", "1,200 million dollars", 1.0),
        ("17,846", "It came to 17846 in all, as the long table on the next page says.", 1.0),
        ("17,846", "17,864", 0.0),
        ("12 % and 40 %", "It was 12 percent.", 0.5),
        ("Jonas Lindqvist", "The harbour master, Jonas Lindqvist, signed it.", 1.0),
        ("Jonas Lindqvist", "Jonas Berg", 0.0),
        ("yes", "Yes, since March.", 1.0),
        ("No", "Yes, since March.", 0.0),
        ("higher prices of fish", "prices of fish were higher", 1.0),
        ("higher prices of fish", "the weather", 0.0),
        ("Petrel Ltd", "Petrel Ltd did", 1.0),
        ("Lower costs of fuel and ice", "costs of fuel and ice were lower", 1.0),
    ],
)
def test_answers_are_right_by_the_facts_of_the_gold(gold: str, answer: str, correct: float) -> None:
    assert judged(gold, answer).correct == correct


def test_half_of_the_facts_is_half_covered_and_the_best_gold_counts() -> None:
    assert judged("12 % and 40 %", "It was 12 percent.").coverage == 0.5
    best = JUDGE.judge(QUESTION, ["40 %", "12 %"], "12 percent", ())
    assert best.correct == 1.0


def test_faithfulness_is_the_share_of_supported_sentences() -> None:
    assert judged("12", "12", True, True).faithful == 1.0
    assert judged("12", "12", True, False).faithful == 0.5
    assert judged("12", "12", False, False, True).faithful == 0.0
    assert judged("12", "12").faithful is None


def test_without_a_gold_nothing_is_judged_and_no_answer_is_wrong() -> None:
    assert JUDGE.judge(QUESTION, [], "12", ()) == AnswerJudgement(None, None, None)
    assert judged("12", " ").correct == 0.0
    assert "no more" in JUDGE.name
