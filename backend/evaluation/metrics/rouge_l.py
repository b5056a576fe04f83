"""ROUGE-L: F1 over the longest common subsequence of words (Lin 2004, section 3.1), unstemmed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.evaluation.metrics.f_measure import f_measure

_WORD = re.compile(r"[a-z0-9]+")


def rouge_l(answer: str, golds: Sequence[str]) -> float:
    """The best F1 with any of the golds; words are runs of a–z and 0–9 in lower case.

    Raises:
        ValueError: if there is no gold answer.
    """
    if not golds:
        raise ValueError("ROUGE-L needs at least one gold answer")
    words = _WORD.findall(answer.lower())
    return max(_f1(words, _WORD.findall(gold.lower())) for gold in golds)


def _f1(words: Sequence[str], gold: Sequence[str]) -> float:
    if not words or not gold:
        return 0.0
    length = _common_subsequence(words, gold)
    return f_measure(length / len(words), length / len(gold))


def _common_subsequence(first: Sequence[str], second: Sequence[str]) -> int:
    """Length of the longest common subsequence, row by row."""
    before = [0] * (len(second) + 1)
    for word in first:
        row = [0]
        for place, other in enumerate(second, start=1):
            same = before[place - 1] + 1 if word == other else 0
            row.append(max(same, before[place], row[-1]))
        before = row
    return before[-1]
