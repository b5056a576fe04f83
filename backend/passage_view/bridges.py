"""Second questions: what the best passages name that the question does not.

Multi-hop questions leave out the thing in the middle. It stands in a passage that the question
does reach, so each of its names is asked for together with what that passage leaves open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.analysis import term_texts, terms
from backend.passage_view.collection_view import Array, CollectionView, Numbers
from backend.passage_view.names import name_key, names_of
from backend.passage_view.passage_subjects import heading_of, paragraphs_of
from backend.passage_view.question_terms import QuestionTerms, bm25
from backend.passage_view.ranking import top_rows
from backend.passage_view.subjects import subject_keys
from backend.types import Chunk

SEEDS = 5
NAMES_PER_SEED = 4
BRIDGES = 10
DEPTH = 4
"""So many passages of each second question join the candidates."""
WINDOW = 90
"""Characters around a name that are its context."""
ENTITY_WEIGHT = 1.2
OPEN_WEIGHT = 1.0
COVERED_WEIGHT = 0.25
OWN_NAME_WEIGHT = 1.2
RANKED = 100
"""Ranks are known down to here."""


@dataclass(frozen=True, slots=True)
class Bridge:
    """A name found in a passage, with the second question's weights by term."""

    seed: int
    name: str
    weight: float
    terms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Requery:
    """A bridge and what its second question found: (N,) BM25 and its best rows."""

    bridge: Bridge
    scores: Array
    best: Numbers


def bridges(
    view: CollectionView,
    question: str,
    asked: QuestionTerms,
    rows: Numbers,
    relevance: Array,
    passages: Mapping[str, Chunk],
) -> list[Bridge]:
    """The names to ask for, the most promising first.

    Args:
        rows, relevance: candidates with their probability π; the five best are the seeds.
        passages: the seeds' chunks by id; a seed that is missing is passed over.
    """
    question_words = set(name_key(question).split())
    order = np.lexsort((rows, -relevance))[:SEEDS]
    found: list[Bridge] = []
    for position in order:
        row = int(rows[position])
        passage = passages.get(view.ids[row])
        if passage is not None:
            found += _of_seed(view, asked, question_words, row, float(relevance[position]), passage)
    found.sort(key=lambda bridge: (-bridge.weight, bridge.name, bridge.seed))
    distinct: dict[str, Bridge] = {}
    for bridge in found:
        distinct.setdefault(bridge.name, bridge)
    return list(distinct.values())[:BRIDGES]


def requery(
    view: CollectionView, found: Sequence[Bridge], allowed: np.ndarray | None
) -> list[Requery]:
    """Ask each second question by BM25."""
    asked = []
    for bridge in found:
        scores = bm25(view, bridge.terms)
        if allowed is not None:
            scores *= allowed
        asked.append(Requery(bridge, scores, top_rows(scores, RANKED)))
    return asked


def _of_seed(
    view: CollectionView,
    asked: QuestionTerms,
    question_words: set[str],
    row: int,
    relevance: float,
    passage: Chunk,
) -> list[Bridge]:
    places = list(terms(passage.text))
    held = {place.text for place in places}
    own = _own_name(view, passage, held)
    said = set(term_texts(own))
    held |= said
    still_open = {
        term: float(weight)
        for term, weight in zip(asked.texts, asked.weights, strict=True)
        if term not in said
    }
    total = sum(still_open.values()) + 1e-9
    base = {term: COVERED_WEIGHT if term in held else OPEN_WEIGHT for term in asked.texts}

    def bridge(key: str, weight: float) -> Bridge:
        return Bridge(row, key, weight, {**base, **dict.fromkeys(term_texts(key), ENTITY_WEIGHT)})

    starts = [place.start for place in places]
    weights: dict[str, float] = {}
    for name in names_of(passage.text):
        words = set(name.key.split())
        if words <= question_words or words <= set(own.split()):
            continue
        window = slice(
            bisect_left(starts, name.start - WINDOW), bisect_left(starts, name.end + WINDOW)
        )
        near = {place.text for place in places[window]}
        context = sum(weight for term, weight in still_open.items() if term in near) / total
        sentences = min(4, passage.text.count(". ", 0, name.start))
        weight = (
            (0.35 + 0.65 * _rarity(view, name.key))
            * (0.4 + context)
            * (1.0 + 0.35 * _titled(view, name.key))
            / (1.0 + 0.25 * sentences)
        )
        weights[name.key] = max(weight, weights.get(name.key, 0.0))
    chosen = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:NAMES_PER_SEED]
    found = [bridge(key, relevance * weight) for key, weight in chosen]
    if own and not set(own.split()) <= question_words:
        found.append(bridge(own, relevance * OWN_NAME_WEIGHT))
    return found


def _own_name(view: CollectionView, passage: Chunk, held: set[str]) -> str:
    """The key of what the passage is about: its heading, or else its title, if the text says it or
    others name it, else the subject of its first sentence; empty if neither is known.
    """
    title = name_key(heading_of(passage) or passage.title)
    if title and set(term_texts(title)) <= held:
        return title
    paragraphs = paragraphs_of(passage)
    subjects = subject_keys(paragraphs[0]) if paragraphs else {}
    if subjects:
        return max(subjects, key=lambda key: (subjects[key], key))
    number = view.keys.get(title, -1)
    return title if number >= 0 and view.name_counts.mentioned[number] else ""


def _titled(view: CollectionView, key: str) -> float:
    """1 if a passage bears the name as its title, heading or label."""
    number = view.keys.get(key, -1)
    return float(number >= 0 and view.name_counts.titles[number] > 0)


def _rarity(view: CollectionView, key: str) -> float:
    """log((N + 1) / df) / log(N + 1) of the name's rarest word."""
    holders = [
        int(view.term_passages[column])
        for term in term_texts(key)
        if 0 <= (column := view.terms.get(term, -1)) < view.term_weight.size
    ]
    rarest = max(1, min(holders, default=1))
    return float(np.log((view.size + 1.0) / rarest) / np.log(view.size + 1.0))
