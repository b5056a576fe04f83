"""What the sentence ranker sees of a candidate, as a row of numbers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from backend.inference.logistic import Matrix
from backend.tasks.answer.extractive import forms
from backend.tasks.answer.extractive.form_features import FORM_NAMES, form_features
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

LEXICAL_NAMES = (
    "cosine",
    "cosine_rank",
    "cosine_below_best",
    "passage_best_cosine",
    "below_passage_best",
    "neighbour_cosine",
    "centrality",
    "coverage",
    "coverage_rank",
    "coverage_with_title",
    "coverage_of_passage",
    "rarest_term",
    "new_to_title",
    "bigrams",
    "density",
    "title_in_question",
    "names_other_title",
    "title_named_elsewhere",
    "bridge_coverage",
    "bridge_cosine",
    "bridge_union",
    "passage_rank",
    "position",
    "relative_position",
    "length",
    "new_terms",
    "kind_present",
    "kind_known",
    "focus_present",
    "digits",
    "capitals",
    "quotation",
    "is_question",
    "starts_with_pronoun",
    "whole",
)
NAMES = (*LEXICAL_NAMES, *FORM_NAMES)
ALIGNMENT_NAMES = ("alignment", "alignment_rank", "alignment_below_best")
"""Columns after `NAMES`, where an aligner looked at the candidates."""
WINDOW = 12
"""Terms that stand close together."""


def unit_features(reading: ReadEvidence) -> Matrix:
    """Shape (candidates, columns), float64, one row per candidate in order.

    The columns are `NAMES`, and `ALIGNMENT_NAMES` after them if the reading has an alignment.
    """
    rows = _plain_features(reading)
    if reading.alignment is None:
        return rows
    return np.concatenate([rows, _alignment(reading.alignment)], axis=1)


def _alignment(scores: Matrix) -> Matrix:
    below = scores.max(initial=-np.inf) - scores
    return np.stack([scores, 1.0 / (1.0 + _ranks(scores)), below], axis=1)


def _plain_features(reading: ReadEvidence) -> Matrix:
    candidates = reading.candidates
    if not candidates:
        return np.zeros((0, len(NAMES)))
    cosines = (reading.vectors @ reading.question_vector).astype(np.float64)
    among = reading.vectors @ reading.vectors.T
    centrality = (among.sum(axis=1) - 1.0) / max(1, len(candidates) - 1)
    cosine_ranks = _ranks(cosines)
    lexical = [_lexical(reading, unit) for unit in candidates]
    coverage_ranks = _ranks(np.array([each.coverage for each in lexical]))
    best_of = _best_by_passage(reading, cosines)
    beside = _neighbours(reading, cosines)
    linked = _links(reading, cosines, [each.with_title for each in lexical])
    forms_of = form_features(reading)
    rows = [
        [
            cosines[i],
            1.0 / (1.0 + cosine_ranks[i]),
            cosines.max() - cosines[i],
            best_of[unit.hit],
            best_of[unit.hit] - cosines[i],
            beside[i],
            float(centrality[i]),
            lexical[i].coverage,
            1.0 / (1.0 + coverage_ranks[i]),
            lexical[i].with_title,
            lexical[i].of_passage,
            lexical[i].rarest,
            lexical[i].new_to_title,
            lexical[i].bigrams,
            lexical[i].density,
            lexical[i].title_in_question,
            *linked[i],
            float(reading.passages[unit.hit].rank),
            float(min(unit.position, 20)),
            unit.position / max(1, unit.siblings),
            math.log1p(len(unit.terms)),
            lexical[i].new_terms,
            *_shape(reading.question, unit),
            *forms_of[i],
        ]
        for i, unit in enumerate(candidates)
    ]
    return np.array(rows, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class _Lexical:
    coverage: float
    with_title: float
    of_passage: float
    rarest: float
    new_to_title: float
    bigrams: float
    density: float
    title_in_question: float
    new_terms: float


def _lexical(reading: ReadEvidence, unit: Unit) -> _Lexical:
    question, passage = reading.question, reading.passages[unit.hit]
    held = unit.term_set
    total = max(question.total_weight, 1e-9)
    weights = question.weights

    def share(terms: frozenset[str]) -> float:
        return sum(weight for term, weight in weights.items() if term in terms) / total

    rarest = max(weights, key=lambda term: weights[term], default="")
    sequence = unit.terms
    pairs = set(itertools.pairwise(sequence))
    in_title = passage.title_terms & weights.keys()
    return _Lexical(
        coverage=share(held),
        with_title=share(held | passage.title_terms),
        of_passage=share(passage.terms),
        rarest=float(rarest in held),
        new_to_title=share(held - passage.title_terms),
        bigrams=len(pairs & question.bigrams) / max(1, len(question.bigrams)),
        density=_density(sequence, weights) / total,
        title_in_question=len(in_title) / max(1, len(passage.title_terms)),
        new_terms=float(min(len(held - weights.keys()), 20)),
    )


def _density(sequence: Sequence[str], weights: dict[str, float]) -> float:
    """Largest weight of distinct question terms within `WINDOW` consecutive terms."""
    best = 0.0
    for first in range(max(1, len(sequence) - WINDOW + 1)):
        inside = set(sequence[first : first + WINDOW])
        best = max(best, sum(weight for term, weight in weights.items() if term in inside))
    return best


def _shape(question: Question, unit: Unit) -> list[float]:
    text = unit.text
    words = text.split()
    return [
        float(forms.holds_kind(question.kind, text)),
        float(forms.kind_is_known(question.kind)),
        float(bool(question.focus) and question.focus[-1] in unit.term_set),
        float(any(character.isdigit() for character in text)),
        sum(word[0].isupper() for word in words) / max(1, len(words)),
        float(any(mark in text for mark in '"“”«»')),
        float(text.rstrip('"”’) ').endswith("?")),
        float(bool(forms.PRONOUN.match(text))),
        float(unit.whole),
    ]


def _ranks(scores: Matrix) -> Matrix:
    """Rank of each score from 0, largest first; equal scores in order."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(len(scores))
    return ranks


def _best_by_passage(reading: ReadEvidence, cosines: Matrix) -> dict[int, float]:
    best: dict[int, float] = {}
    for unit, cosine in zip(reading.candidates, cosines, strict=True):
        best[unit.hit] = max(best.get(unit.hit, -1.0), float(cosine))
    return best


def _neighbours(reading: ReadEvidence, cosines: Matrix) -> list[float]:
    at = {
        (unit.hit, unit.position): float(cosine)
        for unit, cosine in zip(reading.candidates, cosines, strict=True)
    }
    return [
        max(at.get((unit.hit, unit.position + step), 0.0) for step in (-1, 1))
        for unit in reading.candidates
    ]


def _links(reading: ReadEvidence, cosines: Matrix, covered: Sequence[float]) -> list[list[float]]:
    """How each unit is linked to other passages by their titles, five features per unit.

    Sentences that name another retrieved document are the bridges of questions with several hops:
    how many titles the unit names, how many units name its title, the best coverage and cosine of
    those, and the largest share of the question that such a pair of passages covers together.
    """
    names = {number: p.name_terms for number, p in reading.passages.items() if p.name_terms}
    weights, total = reading.question.weights, max(reading.question.total_weight, 1e-9)
    named: list[int] = []
    naming: dict[int, list[int]] = {}
    for index, unit in enumerate(reading.candidates):
        own = names.get(unit.hit, frozenset())
        others = [
            number
            for number, name in names.items()
            if number != unit.hit and name <= unit.term_set and not name <= own
        ]
        named.append(len(others))
        for number in others:
            naming.setdefault(number, []).append(index)
    rows = []
    for index, unit in enumerate(reading.candidates):
        bridges = naming.get(unit.hit, [])
        union = 0.0
        for bridge in bridges:
            other = reading.candidates[bridge]
            held = (
                unit.term_set
                | reading.passages[unit.hit].title_terms
                | other.term_set
                | reading.passages[other.hit].title_terms
            )
            union = max(union, sum(w for term, w in weights.items() if term in held) / total)
        rows.append(
            [
                float(min(named[index], 3)),
                float(min(len(bridges), 5)),
                max((covered[bridge] for bridge in bridges), default=0.0),
                max((float(cosines[bridge]) for bridge in bridges), default=0.0),
                union,
            ]
        )
    return rows
