"""F1 over the words that answer and gold share (Rajpurkar et al. 2016)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from backend.evaluation.metrics.answer_words import answer_words
from backend.evaluation.metrics.f_measure import f_measure


def token_f1(answer: str, golds: Sequence[str]) -> float:
    """The best F1 with any of the golds; words count as often as they stand.

    Raises:
        ValueError: if there is no gold answer.
    """
    if not golds:
        raise ValueError("token F1 needs at least one gold answer")
    words = answer_words(answer)
    return max(_f1(words, answer_words(gold)) for gold in golds)


def _f1(words: Sequence[str], gold: Sequence[str]) -> float:
    if not words or not gold:
        return float(words == gold)
    shared = sum((Counter(words) & Counter(gold)).values())
    return f_measure(shared / len(words), shared / len(gold))
