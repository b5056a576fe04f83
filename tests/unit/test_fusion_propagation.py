"""What linked passages say of a candidate, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from backend import sparse
from backend.fusion.staged.propagation import (
    CandidateLinks,
    edges_of,
    propagation_columns,
    supported,
)
from backend.held_rows import rows_of
from backend.passage_view.pairs import Pairs


def pairs(left: np.ndarray, right: np.ndarray) -> Pairs:
    """Of dense rows."""
    every = np.arange(len(left))
    return Pairs.of(
        rows_of(sparse.csr_matrix(left), every), rows_of(sparse.csr_matrix(right), every)
    )


# Two links: 0 → 1 worth .5, 2 → 1 worth 1; and 1 → 2 worth .25.
TITLES = np.array([[0.0, 0.5, 0.0], [0.0, 0.0, 0.25], [0.0, 1.0, 0.0]], np.float32)
NONE = np.zeros((3, 3), np.float32)
NO_PAIRS = pairs(NONE, NONE)
RELEVANCE = np.array([0.8, 0.4, 0.2], np.float32)


def test_support_is_the_relevance_of_where_a_link_comes_from_times_its_value() -> None:
    # candidate 1 gets .8 · .5 = .4 and .2 · 1 = .2; candidate 2 gets .4 · .25 = .1
    support = supported(edges_of(TITLES), RELEVANCE)
    assert support.strongest == pytest.approx([0.0, 0.4, 0.1])
    assert support.summed == pytest.approx([0.0, 0.6, 0.1])
    assert support.supporter.tolist() == [0, 0, 1]


def test_the_first_of_equal_supporters_counts() -> None:
    links = np.array([[0.0, 0.5], [0.5, 0.0]], np.float32)
    both = np.array([[0.0, 0.0, 0.5], [0.0, 0.0, 0.5], [0.0, 0.0, 0.0]], np.float32)
    assert supported(edges_of(links), np.zeros(2, np.float32)).supporter.tolist() == [0, 0]
    assert supported(edges_of(both), np.ones(3, np.float32)).supporter.tolist() == [0, 0, 0]


def test_columns_say_what_leads_to_a_candidate_and_what_it_leads_to() -> None:
    links = CandidateLinks(TITLES, NONE, NONE, NO_PAIRS, NO_PAIRS, None, None)
    columns = propagation_columns(links, RELEVANCE).values
    assert columns["path:title_in_best:value"] == pytest.approx([0.0, 0.4, 0.1])
    # 0 leads to 1 (.4 · .5), 1 leads to 2 (.2 · .25), 2 leads to 1 (.4 · 1)
    assert columns["path:title_out_best:value"] == pytest.approx([0.2, 0.05, 0.4])
    assert columns["path:supporter_in:value"] == pytest.approx([0.0, 0.8, 0.4])
    assert columns["path:link_in:value"] == pytest.approx([0.0, 0.5, 0.25])
    assert columns["path:supporter_out:value"] == pytest.approx([0.4, 0.2, 0.4])
    assert columns["path:link_out:value"] == pytest.approx([0.5, 0.25, 1.0])


def test_the_walk_goes_back_a_little_less_readily() -> None:
    walked = CandidateLinks(TITLES, NONE, NONE, NO_PAIRS, NO_PAIRS, None, None).walked
    assert walked == pytest.approx(np.array([[0.0, 0.5, 0.0], [0.35, 0.0, 0.7], [0.0, 1.0, 0.0]]))


def test_what_passages_say_together_counts_by_relevance() -> None:
    # Three passages over two terms: 0 and 1 share the first (.5 · .5), 1 and 2 the second (.5 · 1).
    terms = np.array([[0.5, 0.0], [0.5, 0.5], [0.0, 1.0]], np.float32)
    links = CandidateLinks(NONE, NONE, NONE, pairs(terms, terms), NO_PAIRS, None, None)
    columns = propagation_columns(links, RELEVANCE).values
    # 1 overlaps with 0 (.8 · .25) and with 2 (.2 · .5)
    assert columns["path:overlap_sum:value"] == pytest.approx([0.1, 0.3, 0.2])
    assert columns["path:overlap_best:value"] == pytest.approx([0.1, 0.2, 0.2])
    assert columns["path:overlap_any:value"] == pytest.approx([0.25, 0.5, 0.5])


def test_holding_a_title_counts_both_ways() -> None:
    # Passage 0 holds .5 of the title of 1; passage 2 holds all of the title of 0.
    held, titles = np.eye(3, dtype=np.float32)[[0, 1, 2]], np.zeros((3, 3), np.float32)
    titles[1, 0], titles[0, 2] = 0.5, 1.0
    links = CandidateLinks(NONE, NONE, NONE, NO_PAIRS, pairs(held, titles), None, None)
    columns = propagation_columns(links, RELEVANCE).values
    assert columns["path:title_held_sum:value"] == pytest.approx([0.2, 0.4, 0.0])
    assert columns["path:holds_title_sum:value"] == pytest.approx([0.2, 0.0, 0.8])
