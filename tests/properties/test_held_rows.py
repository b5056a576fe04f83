"""Products of chosen rows are what whole matrices give."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from backend import held_rows, sparse
from backend.held_rows import (
    HeldRows,
    RowsOnDemand,
    gathered,
    joined,
    larger_of,
    products,
    reached,
    rows_of,
    summed,
)
from backend.passage_view.pairs import Pairs
from backend.passage_view.ranking import BLOCK, top_rows
from backend.retrievers.page_evidence import best_first

# Halves and quarters add up exactly, in whatever order.
SHARES = st.sampled_from([0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 2.0])
MATRICES = arrays.arrays(np.float32, (7, 5), elements=SHARES)
ROWS = st.lists(st.integers(0, 6), max_size=7, unique=True).map(lambda each: np.array(each, int))


@given(MATRICES, MATRICES, ROWS, ROWS)
def test_products_are_those_of_dense_rows(left: Any, right: Any, some: Any, others: Any) -> None:
    found = products(
        rows_of(sparse.csr_matrix(left), some),
        rows_of(sparse.csr_matrix(right), others),
    )
    assert found.tolist() == (left[some] @ right[others].T).tolist()


@given(MATRICES, ROWS)
def test_rows_on_demand_are_those_of_the_matrix_that_all_of_them_make(
    matrix: Any, some: Any
) -> None:
    source = sparse.csr_matrix(matrix)
    held = RowsOnDemand((7, 5), lambda rows: rows_of(source, rows))
    assert rows_of(held, some).upright().T.tolist() == matrix[some].tolist()
    assert held.matrix.toarray().tolist() == matrix.tolist()


@given(MATRICES, ROWS, arrays.arrays(np.float32, 5, elements=SHARES))
def test_weights_vectors_and_counts_are_those_of_dense_rows(
    matrix: Any, some: Any, weights: Any
) -> None:
    held = rows_of(sparse.csr_matrix(matrix), some)
    assert held.times(weights).tolist() == (matrix[some] @ weights).tolist()
    assert held.weighed(weights).times(np.ones(5, np.float32)).tolist() == (
        (matrix[some] * weights).sum(1).tolist()
    )
    assert held.column_counts().tolist() == (matrix[some] != 0).sum(0).tolist()
    kept = weights > 0.5
    assert held.among(kept).times(np.ones(5, np.float32)).tolist() == (
        matrix[some][:, kept].sum(1).tolist()
    )


@given(
    arrays.arrays(np.float32, 20, elements=st.sampled_from([-np.inf, 0.0, 1.0, 2.0, 3.0])),
    arrays.arrays(np.float32, 20, elements=st.sampled_from([-1.0, 0.2, 0.4])),
    st.integers(0, 25),
)
def test_pages_come_in_the_same_order_however_many_are_looked_at_first(
    scores: Any, closeness: Any, first: int
) -> None:
    wanted = sorted(range(20), key=lambda page: (-scores[page], -closeness[page], page))
    assert list(best_first(scores, closeness, first)) == wanted


@given(MATRICES, MATRICES, ROWS)
def test_what_rows_lead_to_is_the_product_with_the_whole_matrix(
    left: Any, right: Any, some: Any
) -> None:
    held = rows_of(sparse.csr_matrix(left), some)
    found = reached(held, sparse.csr_matrix(right.T))
    assert found.upright().T.tolist() == (left[some] @ right.T).tolist()


@given(MATRICES, MATRICES, ROWS, arrays.arrays(np.float32, 7, elements=SHARES))
def test_pairs_are_the_whole_matrix_without_its_diagonal(
    left: Any, right: Any, some: Any, weights: Any
) -> None:
    every = np.arange(7)
    found = Pairs.of(
        rows_of(sparse.csr_matrix(left), every), rows_of(sparse.csr_matrix(right), every)
    )
    whole = left @ right.T
    assert found.own.tolist() == whole.diagonal().tolist()
    np.fill_diagonal(whole, 0.0)
    assert found.rows(some).tolist() == whole[some].tolist()
    assert found.columns(some).tolist() == whole.T[some].tolist()
    assert found.summed(weights).tolist() == (weights @ whole).tolist()
    assert found.summed_back(weights).tolist() == (whole @ weights).tolist()


@given(MATRICES, MATRICES, ROWS)
def test_the_larger_of_two_values_is_kept_at_each_place(one: Any, other: Any, some: Any) -> None:
    found = larger_of(
        rows_of(sparse.csr_matrix(one), some), rows_of(sparse.csr_matrix(other), some)
    )
    assert found.upright().T.tolist() == np.maximum(one[some], other[some]).tolist()


@given(
    arrays.arrays(
        np.float32,
        st.integers(0, 4 * BLOCK),
        elements=st.sampled_from([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0]),
        fill=st.sampled_from([0.0, 1.0]),
    ),
    st.integers(0, 9),
)
def test_the_highest_scores_come_first_and_equal_ones_by_row(scores: Any, k: int) -> None:
    wanted = sorted(
        (row for row in range(scores.size) if scores[row] > 0), key=lambda r: -scores[r]
    )
    assert top_rows(scores, k).tolist() == wanted[:k]


@given(
    arrays.arrays(np.float32, (5, 40), elements=st.sampled_from([0.0, 0.25, 1.0, 2.0])),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 39)), max_size=20, unique=True),
    st.sampled_from([np.add, np.maximum]),
)
def test_a_few_values_are_put_in_as_if_all_were_sorted(
    matrix: Any, few: list[tuple[int, int]], joining: np.ufunc
) -> None:
    many = rows_of(sparse.csr_matrix(matrix), np.arange(5))
    own = np.zeros((5, 40), np.float32)
    for number, place in enumerate(few):
        own[place] = number + 1
    other = rows_of(sparse.csr_matrix(own), np.arange(5))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(held_rows, "MUCH_LARGER", 1)
        found = joined(joining, many, other)
    wanted = summed(
        *(joining, 5, 40, np.concatenate([many.row_of, other.row_of])),
        np.concatenate([many.columns, other.columns]),
        np.concatenate([many.values, other.values]),
    )
    assert_same(found, wanted)


@given(
    st.lists(st.lists(st.integers(0, 99), max_size=8, unique=True).map(sorted), min_size=1),
    st.data(),
)
def test_long_rows_are_gathered_as_short_ones_are(
    rows: list[list[int]], data: st.DataObject
) -> None:
    starts = np.cumsum([0, *map(len, rows)])
    columns = np.array([each for row in rows for each in row], np.int32)
    values = np.arange(len(columns), dtype=np.float32)
    chosen = np.array(data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=6)), np.int64)
    given_values = data.draw(st.sampled_from([None, values]))
    found = []
    for limit in (-1, 1 << 30):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(held_rows, "LONG_ROW", limit)
            found.append(gathered(starts, columns, given_values, chosen, 100))
    assert_same(*found)
    assert found[0].columns.tolist() == [each for place in chosen for each in rows[place]]


def assert_same(one: HeldRows, other: HeldRows) -> None:
    assert one.starts.tolist() == other.starts.tolist()
    assert one.columns.tolist() == other.columns.tolist()
    assert one.values.tolist() == other.values.tolist()
