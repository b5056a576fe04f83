"""Passages are chosen to cover a question together."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend import sparse
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.selection import WEIGHT, chosen_together
from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array
from backend.passage_view.pairs import Pairs


def pairs(rows: Array) -> Pairs:
    held = rows_of(sparse.csr_matrix(rows), np.arange(len(rows)))
    return Pairs.of(held, held)


def links(coverage: Array | None, weights: Array | None = None) -> CandidateLinks:
    none = np.zeros((0, 0), np.float32)
    return CandidateLinks(none, none, none, pairs(none), pairs(none), coverage, weights)


def test_a_passage_that_covers_the_rest_goes_before_one_that_covers_the_same() -> None:
    # Two words, each half of the question. The first two passages cover the first word.
    coverage = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], np.float32)
    score = np.array([2.0, 1.9, 1.2], np.float32)
    covering = links(coverage, np.array([0.5, 0.5], np.float32))
    order, added = chosen_together(score, covering, 3, 1.0)
    assert order.tolist() == [0, 2, 1]
    half = 0.5 * WEIGHT
    assert added.tolist() == [half, 0.0, half]


def test_coverage_counts_as_far_as_links_carry_the_question() -> None:
    # The third passage gains half the weight by the word that the others leave open.
    coverage = np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]], np.float32)
    covering = links(coverage, np.array([0.5, 0.5], np.float32))
    score = np.array([2.0, 1.9, 1.2], np.float32)
    order, added = chosen_together(score, covering, 3, 0.5)
    assert order.tolist() == [0, 1, 2]  # 1.9 is ahead of 1.2 + 0.25 * WEIGHT
    assert added.tolist() == [0.25 * WEIGHT, 0.0, 0.25 * WEIGHT]
    order, added = chosen_together(score, covering, 3, 0.0)
    assert order.tolist() == [0, 1, 2]
    assert added.tolist() == [0.0, 0.0, 0.0]


def test_without_word_vectors_the_score_alone_decides() -> None:
    order, added = chosen_together(np.array([1.0, 3.0, 3.0], np.float32), links(None), 3, 1.0)
    assert order.tolist() == [1, 2, 0]
    assert added.tolist() == [0.0, 0.0, 0.0]


@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(1, 12), st.floats(0, 1))
def test_totals_fall_from_one_passage_to_the_next(
    seed: int, size: int, depth: int, carried: float
) -> None:
    generator = np.random.default_rng(seed)
    coverage = generator.uniform(0, 1, (5, size)).astype(np.float32)
    weights = np.full(5, 0.2, np.float32)
    score = generator.normal(size=size).astype(np.float32)
    order, added = chosen_together(score, links(coverage, weights), depth, carried)
    assert sorted(order.tolist()) == list(range(size))
    totals = (score + added)[order]
    assert (np.diff(totals) <= 1e-5).all()
