"""Exact match of answers (Rajpurkar et al. 2016), over words as `answer_words` has them."""

from __future__ import annotations

from collections.abc import Sequence

from backend.evaluation.metrics.answer_words import answer_words


def exact_match(answer: str, golds: Sequence[str]) -> float:
    """1.0 if the answer's words are those of one of the golds, in order.

    Raises:
        ValueError: if there is no gold answer.
    """
    if not golds:
        raise ValueError("exact match needs at least one gold answer")
    words = answer_words(answer)
    return 1.0 if any(words == answer_words(gold) for gold in golds) else 0.0
