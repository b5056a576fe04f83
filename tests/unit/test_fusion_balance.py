"""The final score: two judgements and a plain combination, weighed by question."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend import sparse
from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.balance import balanced, evidence_columns, plain_shares
from backend.fusion.staged.measured_columns import Columns
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.relevance import Judged
from backend.held_rows import rows_of
from backend.passage_view.collection_view import Array
from backend.passage_view.pairs import Pairs


def pairs(rows: Array) -> Pairs:
    held = rows_of(sparse.csr_matrix(rows), np.arange(len(rows)))
    return Pairs.of(held, held)


def links(size: int) -> CandidateLinks:
    none = np.zeros((size, size), np.float32)
    return CandidateLinks(none, none, none, pairs(none), pairs(none), None, None)


def gate(bias: float) -> LinearModel:
    nothing = np.zeros(0, np.float32)
    return LinearModel((), nothing, nothing, nothing, bias)


def judged(values: list[float], retriever: str) -> Judged:
    log_odds = np.array(values, np.float32)
    return Judged(log_odds, {retriever: log_odds - log_odds.mean()})


RAW = {
    "dense": np.array([0.6, 0.2, np.nan], np.float32),
    "lexical": np.array([np.nan, 4.0, 2.0], np.float32),
}


def test_the_plain_combination_is_worked_out_by_hand() -> None:
    found = plain_shares(RAW)
    # Cosines between −1 and the best, .6: 1.6/1.6 = 1, 1.2/1.6 = .75, silent 0; times .9.
    np.testing.assert_allclose(found["dense"], [0.9, 0.675, 0.0], rtol=1e-6)
    # BM25 between 0 and the best, 4: silent 0, 1, .5; times .1.
    np.testing.assert_allclose(found["lexical"], [0.0, 0.1, 0.05], rtol=1e-6)
    # where windows are known they share the weight of meaning: .45 each
    both = plain_shares({**RAW, "window": RAW["dense"]})
    np.testing.assert_allclose(both["dense"], [0.45, 0.3375, 0.0], rtol=1e-6)
    np.testing.assert_allclose(both["window"], both["dense"])
    np.testing.assert_allclose(both["lexical"], found["lexical"])


def test_a_retriever_that_is_alone_has_all_the_weight() -> None:
    found = plain_shares({"lexical": RAW["lexical"]})
    np.testing.assert_allclose(found["lexical"], [0.0, 1.0, 0.5])
    assert plain_shares({}) == {}


@pytest.mark.parametrize(("bias", "expected"), [(-12.0, 0.0), (12.0, 1.0), (0.0, 0.5)])
def test_the_gate_decides_how_far_links_count(bias: float, expected: float) -> None:
    direct, linked = judged([2.0, 0.0, 1.0], "dense"), judged([0.0, 3.0, 0.0], "path")
    found = balanced(gate(bias), direct, linked, RAW, Columns(3, {}), links(3))
    assert found.links == pytest.approx(expected, abs=1e-4)
    assert int(found.score.argmax()) == (0 if expected == 0.0 else 1)


def test_without_links_only_the_direct_judgement_counts() -> None:
    direct, linked = judged([2.0, 0.0, 1.0], "dense"), judged([0.0, 3.0, 0.0], "path")
    off = frozenset({"path"})
    found = balanced(gate(12.0), direct, linked, RAW, Columns(3, {}), links(3), off)
    assert found.links == 0.0
    assert set(found.contributions) <= {"dense", "lexical"}


@given(st.integers(0, 10_000), st.integers(2, 30), st.floats(-3, 3))
def test_contributions_sum_to_the_score(seed: int, size: int, bias: float) -> None:
    generator = np.random.default_rng(seed)

    def some(retriever: str) -> Judged:
        return judged(generator.normal(size=size).tolist(), retriever)

    raw = {name: generator.uniform(0, 1, size).astype(np.float32) for name in ("dense", "lexical")}
    found = balanced(gate(bias), some("dense"), some("path"), raw, Columns(size, {}), links(size))
    total = sum(found.contributions.values(), np.zeros(size, np.float32))
    np.testing.assert_allclose(total, found.score, atol=1e-4)
    assert abs(float(found.score.mean())) < 1e-4


def test_what_is_seen_of_a_question_is_one_row() -> None:
    direct, linked = judged([2.0, 0.0, 1.0], "dense"), judged([0.0, 3.0, 0.0], "path")
    covered = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.0]], np.float32)
    none = np.zeros((3, 3), np.float32)
    seen = CandidateLinks(
        none, none, none, pairs(none), pairs(none), covered, np.array([0.5, 0.5], np.float32)
    )
    found = evidence_columns(Columns(3, {}), seen, direct, linked)
    # One passage covers at most one of the two words; two of them cover both.
    assert found.values["question:alone:value"].tolist() == [0.5]
    assert found.values["question:together:value"].tolist() == [0.5]
