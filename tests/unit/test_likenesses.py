"""How alike the passages of a document are in meaning, keywords and names, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend import sparse
from backend.graph.likenesses import (
    likeness_of_keywords,
    likeness_of_meaning,
    likeness_of_names,
    nearest_edges,
)


def test_meaning_is_the_cosine_and_a_passage_without_a_vector_is_like_none() -> None:
    vectors = np.array([[3.0, 4.0], [4.0, 3.0], [0.0, 0.0]], np.float32)
    expected = np.array([[1.0, 0.96, 0.0], [0.96, 1.0, 0.0], [0.0, 0.0, 0.0]])
    assert likeness_of_meaning(vectors) == pytest.approx(expected, abs=1e-6)


def test_keywords_are_weighed_within_the_document() -> None:
    # two passages, one term in both (idf 1), one in the second alone (idf 1 + ln 1.5)
    found = likeness_of_keywords(sparse.csr_matrix(np.array([[1, 0], [1, 1]])))
    rare = 1.0 + np.log(1.5)
    cosine = 1.0 / np.sqrt(1.0 + rare**2)
    assert found[0, 1] == pytest.approx(0.5 * 1 / 2 + 0.5 * cosine)
    assert found[0, 0] == pytest.approx(1.0)
    assert found[0, 1] == pytest.approx(found[1, 0])


def test_twenty_terms_stand_for_a_passage() -> None:
    counts = np.zeros((3, 25), np.int64)
    counts[0] = 1
    counts[1, 20:] = 1
    # the terms of the first passage alone are rarer, so that none of the five shared is a keyword
    found = likeness_of_keywords(sparse.csr_matrix(counts))
    weight = np.log(4.0 / 3.0) + 1.0
    rare = np.log(4.0 / 2.0) + 1.0
    cosine = np.sqrt(5 * weight**2) / np.sqrt(20 * rare**2 + 5 * weight**2)
    assert found[0, 1] == pytest.approx(0.5 * cosine)
    assert found[2].tolist() == [0.0, 0.0, 0.0]


def test_names_count_as_shared_and_by_the_nearest_of_the_other_passage() -> None:
    held = sparse.csr_matrix(np.array([[1, 1, 0], [1, 0, 1], [0, 0, 0]]))
    vectors = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]], np.float32)
    found = likeness_of_names(held, vectors)
    # one of two names is shared; the first passage's names have 1 and .8 as their best there
    assert found[0, 1] == pytest.approx(0.5 * 0.5 + 0.5 * (1.0 + 0.8) / 2)
    # seen from the second passage: 1 and the best of .6 and .8
    assert found[1, 0] == pytest.approx(0.5 * 0.5 + 0.5 * (1.0 + 0.8) / 2)
    assert found[2].tolist() == [0.0, 0.0, 0.0]
    assert found[:, 2].tolist() == [0.0, 0.0, 0.0]


def test_every_passage_is_joined_with_those_that_it_is_most_like() -> None:
    likeness = np.array([[9.0, 0.2, 0.2], [0.2, 9.0, 0.0], [0.2, -0.1, 9.0]], np.float32)
    sources, targets, values = nearest_edges(likeness, 1)
    assert list(zip(sources.tolist(), targets.tolist(), strict=True)) == [(0, 1), (1, 0), (2, 0)]
    assert values == pytest.approx([0.2] * 3)
    assert likeness[0, 0] == 9.0


@given(st.integers(0, 12), st.integers(0, 2**32 - 1))
def test_no_passage_is_joined_with_itself_or_with_more_than_five(size: int, seed: int) -> None:
    likeness = np.random.default_rng(seed).normal(size=(size, size)).astype(np.float32)
    sources, targets, values = nearest_edges(likeness)
    assert not (sources == targets).any()
    assert (values > 0.0).all()
    assert np.bincount(sources, minlength=1).max() <= 5
