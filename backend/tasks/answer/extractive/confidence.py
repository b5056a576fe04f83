"""What tells whether the evidence holds an answer, and whether the best sentence is it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from backend.inference.logistic import Matrix
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.features import NAMES as UNIT_NAMES
from backend.tasks.answer.extractive.form_features import KINDS
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.reading import ReadEvidence

_OF_BEST = (
    "cosine",
    "cosine_below_best",
    "coverage",
    "coverage_rank",
    "coverage_with_title",
    "coverage_of_passage",
    "rarest_term",
    "bigrams",
    "density",
    "title_in_question",
    "passage_rank",
    "relative_position",
    "length",
    "focus_any",
    "focus_beside_number",
    "subject_overlap",
    "defines_asked",
    "other_years",
    "years_in_passage",
    "names_in_passage",
    "uncovered_weight",
    "verb_overlap",
)
NAMES = (
    "best_score",
    "second_score",
    "third_score",
    "score_gap",
    "score_mass",
    "best_cosine",
    "mean_cosine",
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
    "phrase",
    "same_passage",
    *(f"best_{name}" for name in _OF_BEST),
    *(f"asks_{kind.value}" for kind in KINDS),
)
ALIGNMENT_NAMES = ("best_alignment", "most_alignment", "best_alignment_below")
"""Columns after `NAMES`, where an aligner looked at the candidates."""
RARE = 0.62
"""Weight from which a term counts as rare."""

_AT = {name: index for index, name in enumerate(UNIT_NAMES)}


def confidence_features(
    reading: ReadEvidence,
    features: Matrix,
    scores: npt.NDArray[np.float64],
    phrase: float,
) -> Matrix:
    """Shape (1, columns): `NAMES`, and `ALIGNMENT_NAMES` if the reading has an alignment.

    Args:
        reading: the question with its candidates, of which there is at least one.
        features: the candidates' unit features.
        scores: the candidates' scores.
        phrase: probability of the likeliest short answer; 0 without one.
    """
    question = reading.question
    total = max(question.total_weight, 1e-9)
    everywhere: frozenset[str] = frozenset().union(
        *(passage.terms for passage in reading.passages.values())
    )
    rare = [term for term in question.terms if question.weights[term] >= RARE]
    order = np.argsort(-scores, kind="stable")
    best = reading.candidates[order[0]]
    second = order[min(1, len(order) - 1)]
    cosines = np.sort(features[:, _AT["cosine"]])[::-1]

    def largest(name: str) -> float:
        return float(features[:, _AT[name]].max())

    held_by_best = best.term_set | reading.passages[best.hit].terms
    row = [
        float(scores[order[0]]),
        float(scores[second]),
        float(scores[order[min(2, len(order) - 1)]]),
        float(scores[order[0]] - scores[second]) if len(order) > 1 else float(scores[order[0]]),
        float(scores[order[:5]].sum()),
        float(cosines[0]),
        float(cosines[:3].mean()),
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
        phrase,
        float(reading.candidates[second].hit == best.hit),
        *(float(features[order[0], _AT[name]]) for name in _OF_BEST),
        *(float(question.kind is kind) for kind in AnswerKind),
    ]
    if reading.alignment is not None:
        own, most = float(reading.alignment[order[0]]), float(reading.alignment.max())
        row += [own, most, most - own]
    return np.array([row], dtype=np.float64)
