"""Products of chosen rows are what whole matrices give."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from backend import sparse
from backend.graph.held_rows import columns_of, products, rows_of
from backend.retrievers.page_evidence import best_first

# Halves and quarters add up exactly, in whatever order.
SHARES = st.sampled_from([0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 2.0])
MATRICES = arrays.arrays(np.float32, (7, 5), elements=SHARES)
ROWS = st.lists(st.integers(0, 6), max_size=7, unique=True).map(lambda each: np.array(each, int))


@given(MATRICES, MATRICES, ROWS, ROWS)
def test_products_are_those_of_dense_rows(left: Any, right: Any, some: Any, others: Any) -> None:
    found = products(
        rows_of(sparse.csr_matrix(left), some),
        columns_of(sparse.csr_matrix(right.T).tocsc(), others),
    )
    assert found.tolist() == (left[some] @ right[others].T).tolist()


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
