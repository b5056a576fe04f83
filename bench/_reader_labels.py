"""Which sentences answer a question, and how close a short answer is to the gold one."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.tasks.answer.extractive.units import Unit
from bench._reader_sets import Case

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans(dict.fromkeys(string.punctuation + "–—“”‘’", " "))

UNKNOWN = -1
"""Label of a unit that neither counts for nor against: the answer's words in another passage."""


def normalise(text: str) -> str:
    """Lower case, without punctuation and articles (Rajpurkar et al. 2016, evaluation script).

    Punctuation becomes a space, so that "D.C.," and "D. C." agree.
    """
    return " ".join(_ARTICLES.sub(" ", text.lower().translate(_PUNCTUATION)).split())


def contains_answer(text: str, answers: Sequence[str]) -> bool:
    """Whether one of the answers stands in the text as whole words."""
    padded = f" {normalise(text)} "
    return any(normalise(answer) and f" {normalise(answer)} " in padded for answer in answers)


def is_extractive(case: Case) -> bool:
    """Whether the case's answer can stand in a sentence (not yes, no, or nothing)."""
    return bool(case.gold_spans) or any(
        normalise(answer) not in {"", "yes", "no"} for answer in case.answers
    )


def is_unanswerable(case: Case) -> bool:
    """Whether the documents do not answer the question."""
    return not case.answers and not case.gold_spans


def labels(case: Case, units: Sequence[Unit], documents: Sequence[str]) -> npt.NDArray[np.int8]:
    """1, 0 or `UNKNOWN` per unit. `documents[i]` is the document of evidence number i + 1."""
    found = np.zeros(len(units), dtype=np.int8)
    for index, unit in enumerate(units):
        document = documents[unit.hit - 1]
        if case.gold_spans:
            shared = sum(
                max(0, min(unit.end, end) - max(unit.start, start))
                for name, start, end in case.gold_spans
                if name == document
            )
            found[index] = shared >= 0.5 * (unit.end - unit.start)
        elif contains_answer(unit.text, case.answers):
            found[index] = 1 if document in case.gold_documents else UNKNOWN
    return found


def quote_holds(
    case: Case, candidates: Sequence[Unit], labels: npt.NDArray[np.int8], quote: Unit
) -> bool:
    """Whether a quote, which may be several sentences, holds the gold answer: a candidate of label
    1 inside it where spans are known, else the answer's words."""
    if not case.gold_spans:
        return contains_answer(quote.text, case.answers)
    return any(
        label == 1 and unit.hit == quote.hit and quote.start <= unit.start and unit.end <= quote.end
        for unit, label in zip(candidates, labels, strict=True)
    )


def exact_match(answer: str, gold: Sequence[str]) -> float:
    """1 if the normalised answer equals one of the gold answers."""
    return float(any(normalise(answer) == normalise(each) for each in gold))


def token_f1(answer: str, gold: Sequence[str]) -> float:
    """Largest harmonic mean of word precision and recall over the gold answers."""
    return max((_f1(normalise(answer).split(), normalise(g).split()) for g in gold), default=0.0)


def _f1(answer: Sequence[str], gold: Sequence[str]) -> float:
    shared = sum((Counter(answer) & Counter(gold)).values())
    if not shared:
        return 0.0
    precision, recall = shared / len(answer), shared / len(gold)
    return 2 * precision * recall / (precision + recall)
