"""Learning which phrase of a sentence is the short answer, and how sure it must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.forest import Forest
from backend.inference.logistic import Matrix
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.phrases import Phrase, answerable_by_phrase, phrase_features
from bench._reader_fitting import fit_forest
from bench._reader_labels import token_f1
from bench._reader_readings import FOLDS, Labelled, fold_of

RIGHT = 0.6
"""Word F1 from which a phrase counts as the answer."""
PRECISIONS = (0.9, 0.6)
"""How often a phrase must be right to be the first line, of a direct and of a likely answer."""

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PhraseCase:
    """The phrases of one reading, their features and whether each is the answer."""

    source: Labelled
    phrases: list[Phrase]
    features: Matrix
    correct: npt.NDArray[np.int8]


def phrase_cases(
    readings: Sequence[Labelled],
    scores: Sequence[Scores],
    background: Background,
) -> list[PhraseCase]:
    """Readings of questions that a phrase can answer."""
    found = []
    for reading, its_scores in zip(readings, scores, strict=True):
        if not answerable_by_phrase(reading.reading.question.kind) or not len(its_scores):
            continue
        cosines = reading.features[:, 0]
        phrases, features = phrase_features(reading.reading, its_scores, cosines, background)
        correct = np.array(
            [
                reading.kind in {"top", "gold"}
                and token_f1(phrase.text, reading.case.answers) >= RIGHT
                for phrase in phrases
            ],
            dtype=np.int8,
        )
        found.append(PhraseCase(reading, phrases, features, correct))
    return found


def phrase_limits(
    cases: Sequence[PhraseCase], probabilities: Sequence[Scores]
) -> tuple[tuple[float, ...], dict[str, float]]:
    """The thresholds that make the likeliest phrase right `PRECISIONS` of the time on questions
    that the model had not seen, and figures."""
    best = sorted(
        (
            (float(p.max()), bool(case.correct[int(np.argmax(p))]))
            for case, p in zip(cases, probabilities, strict=True)
            if case.source.kind == "top" and len(p)
        ),
        reverse=True,
    )
    right = np.cumsum([correct for _, correct in best]) / np.arange(1, len(best) + 1)
    figures = {"questions": len(best), "right_at_first": round(float(right[-1]), 3)}
    limits = []
    for precision in PRECISIONS:
        enough = [i for i, rate in enumerate(right) if rate >= precision]
        at = enough[-1] if enough else 0
        limits.append(best[at][0])
        figures[f"share_at_{precision}"] = round((at + 1) / len(best), 3)
    return tuple(limits), figures


def phrases_by_fold(cases: Sequence[PhraseCase]) -> list[Scores]:
    """The phrases' probabilities by a model that has not seen their fold."""
    found: list[Scores] = [np.zeros(0)] * len(cases)
    for fold in range(FOLDS):
        forest = phrase_forest(
            [phrase_case for phrase_case in cases if fold_of(phrase_case.source.case) != fold]
        )
        for index, case in enumerate(cases):
            if fold_of(case.source.case) == fold and case.phrases:
                found[index] = forest.probabilities(case.features)
    return found


def by_likeliest_phrase(
    readings: Sequence[Labelled], scores: Sequence[Scores], background: Background
) -> tuple[list[PhraseCase], list[Scores], dict[int, float]]:
    """The phrases of readings, their probabilities by models that had not seen them, and by `id` of
    a reading the largest."""
    cases = phrase_cases(readings, scores, background)
    probabilities = phrases_by_fold(cases)
    likeliest = {
        id(case.source): float(p.max()) if len(p) else 0.0
        for case, p in zip(cases, probabilities, strict=True)
    }
    return cases, probabilities, likeliest


def phrase_forest(cases: Sequence[PhraseCase]) -> Forest:
    """The trees over phrases, on evidence that holds the answer or may."""
    usable = [case for case in cases if case.phrases and case.source.kind in {"top", "gold"}]
    rows = np.concatenate([case.features for case in usable])
    target = np.concatenate([case.correct for case in usable])
    return fit_forest(rows, target, n_estimators=200, num_leaves=12)
