"""Raw scores as columns: standardised within the question, missing ones just below the lowest."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.fusion.staged.measured_columns import (
    Columns,
    aspect_columns,
    ranks,
    raw_scores,
    score_columns,
    standardised,
)

NAN = float("nan")


def test_scores_of_absent_candidates_are_missing() -> None:
    found = raw_scores({"b": 2.0}, ["a", "b"])
    assert np.isnan(found[0])
    assert found[1] == 2.0


def test_a_missing_score_stands_just_below_the_lowest() -> None:
    # Range 1 to 3: the missing one counts as 1 − 0.05 · 2 = 0.9; mean 4.9 / 3, and so on.
    filled = np.array([3.0, 1.0, 0.9])
    expected = (filled - filled.mean()) / filled.std()
    np.testing.assert_allclose(standardised(np.array([3.0, 1.0, NAN])), expected, atol=1e-5)


def test_a_retriever_that_says_the_same_of_all_says_nothing() -> None:
    assert standardised(np.array([2.0, 2.0])).tolist() == [0.0, 0.0]
    assert standardised(np.array([NAN, NAN])).tolist() == [0.0, 0.0]


def test_ranks_count_from_one_and_leave_out_missing_scores() -> None:
    found = ranks(np.array([0.5, NAN, 2.0, 0.5]))
    assert found[[0, 2, 3]].tolist() == [2.0, 1.0, 3.0]
    assert np.isnan(found[1])


def test_unbounded_scores_are_shares_of_the_best() -> None:
    found = score_columns("lexical", np.array([8.0, 4.0, NAN]), bounded=False)
    np.testing.assert_allclose(found["lexical:score:value"], [1.0, 0.5, 0.0])
    np.testing.assert_allclose(found["lexical:score:rank"], -np.log([1.0, 2.0, 3.0]), atol=1e-6)


def test_a_silent_retriever_has_no_columns() -> None:
    assert score_columns("page", np.array([NAN, NAN])) == {}


def test_hidden_retrievers_and_unknown_columns_are_missing_in_the_matrix() -> None:
    columns = Columns(2, aspect_columns("page", {"said": np.array([1.0, 0.0])}))
    columns = columns.joined(Columns(2, {"entity:title:value": np.ones(2, np.float32)}))
    matrix = columns.without(frozenset({"entity"})).matrix(
        ["page:said:value", "entity:title:value", "other:x:value"]
    )
    assert matrix[:, 0].tolist() == [1.0, 0.0]
    assert np.isnan(matrix[:, 1:]).all()


@given(
    st.lists(
        st.one_of(st.just(NAN), st.floats(-1e3, 1e3, allow_nan=False, width=32)),
        min_size=1,
        max_size=40,
    )
)
def test_standardised_scores_keep_the_order_and_put_missing_ones_last(values: list[float]) -> None:
    raw = np.array(values, np.float32)
    found = standardised(raw)
    assert np.isfinite(found).all()
    present = ~np.isnan(raw)
    order = np.argsort(raw[present], kind="stable")
    assert (np.diff(found[present][order]) >= -1e-4).all()
    if present.any() and (~present).any():
        assert found[~present].max() <= found[present].min() + 1e-4
