"""What tells whether the evidence holds an answer at all."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from backend.tasks.answer.extractive.features import NAMES as UNIT_NAMES
from backend.tasks.answer.extractive.features import holds_kind
from backend.tasks.answer.extractive.reading import Reading
from backend.tasks.answer.extractive.trees import Matrix

NAMES = (
    "best_score",
    "third_score",
    "best_cosine",
    "mean_cosine",
    "cosine_of_best_score",
    "coverage",
    "coverage_with_title",
    "coverage_of_passage",
    "coverage_of_union",
    "rare_covered",
    "rare_in_best",
    "terms",
    "title_in_question",
    "kind_in_best",
    "bigrams",
    "density",
)
RARE = 0.62
"""Weight from which a term counts as rare."""

_AT = {name: index for index, name in enumerate(UNIT_NAMES)}


def confidence_features(
    reading: Reading, features: Matrix, scores: npt.NDArray[np.float64]
) -> Matrix:
    """Shape (1, len(NAMES)). `features` and `scores` belong to the reading's candidates."""
    question = reading.question
    total = max(question.total_weight, 1e-9)
    everywhere: frozenset[str] = frozenset().union(
        *(passage.terms for passage in reading.passages.values())
    )
    rare = [term for term in question.terms if question.weights[term] >= RARE]
    order = np.argsort(-scores, kind="stable")
    best = reading.candidates[order[0]]
    cosines = np.sort(features[:, _AT["cosine"]])[::-1]

    def largest(name: str) -> float:
        return float(features[:, _AT[name]].max())

    held_by_best = best.term_set | reading.passages[best.hit].terms
    row = [
        float(scores[order[0]]),
        float(scores[order[min(2, len(order) - 1)]]),
        float(cosines[0]),
        float(cosines[:3].mean()),
        float(features[order[0], _AT["cosine"]]),
        largest("coverage"),
        largest("coverage_with_title"),
        largest("coverage_of_passage"),
        sum(w for term, w in question.weights.items() if term in everywhere) / total,
        sum(term in everywhere for term in rare) / len(rare) if rare else 1.0,
        sum(term in held_by_best for term in rare) / len(rare) if rare else 1.0,
        float(min(len(question.terms), 15)),
        largest("title_in_question"),
        float(holds_kind(question.kind, best.text)),
        largest("bigrams"),
        largest("density"),
    ]
    return np.array([row], dtype=np.float64)


def missing_terms(reading: Reading) -> tuple[str, ...]:
    """Stems of the question that no passage holds, in the order of the question."""
    everywhere: frozenset[str] = frozenset().union(
        *(passage.terms for passage in reading.passages.values())
    )
    return tuple(term for term in reading.question.terms if term not in everywhere)
