"""Exact nearest neighbours: the same lists whatever shape the product of matrices has.

Floating-point products differ in their last bits with the shape of the matrices and the machine,
which would make a list that was brought up to date differ from one made afresh. Vectors are
therefore rounded to multiples of 2⁻¹¹ and kept as whole numbers: for unit vectors every partial sum
of a product is then a whole number of at most ‖a‖·‖b‖ ≈ 2²² (Cauchy-Schwarz), which float32 holds
exactly up to 2²⁴, in whatever order it is summed. Cosines are off by about 2⁻¹¹ at most, which is
what vectors stored as float16 are worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

STEPS = 2_048
"""Rounding: multiples of 1 / STEPS."""
UNIT = STEPS * STEPS
"""The product of a unit vector with itself, but for rounding."""
HIGHEST = 0.999
"""A threshold above this asks for equal vectors, which rounding may put a little below 1."""
BLOCK = 4_000_000
"""Most products held at once."""
DENSE = 16
"""With so many times more pairs than are wanted, the k-th best of each row is looked up first."""

Integers = npt.NDArray[np.int64]
Quantised = npt.NDArray[np.float32]
"""Shape (n, dimension); whole numbers."""


class ScoredPairs(NamedTuple):
    """Pairs of rows with their products: whole numbers, at most UNIT."""

    rows: Integers
    columns: Integers
    scores: Integers


def quantised(vectors: npt.NDArray[Any]) -> Quantised:
    """Unit vectors of the rows' directions as whole numbers; a row of zeros stays one."""
    exact = np.asarray(vectors, np.float64)
    lengths = np.sqrt((exact * exact).sum(1, keepdims=True))
    return np.rint(exact / np.where(lengths > 0.0, lengths, 1.0) * STEPS).astype(np.float32)


def cosine(score: int) -> float:
    """The cosine of a product; exactly representable, so that it survives storage."""
    return int(score) / UNIT


def pairs_over(
    matrix: Quantised, groups: Integers, rows: Integers, threshold: float
) -> Iterator[ScoredPairs]:
    """Block by block, all pairs of one of the rows with any row of another group over a threshold.

    Args:
        groups: (n,) number of the group of each row; pairs within a group are left out.
        rows: which rows to look at.
        threshold: least cosine.
    """
    height = max(1, BLOCK // max(1, len(matrix)))
    for start in range(0, len(rows), height):
        chosen = rows[start : start + height]
        products = matrix[chosen] @ matrix.T
        yield _chosen(products, products >= _least(threshold), groups, chosen)


def _least(threshold: float) -> np.float32:
    return np.float32(np.ceil(min(threshold, HIGHEST) * UNIT))


def _chosen(
    products: Quantised, wanted: npt.NDArray[np.bool_], groups: Integers, rows: Integers
) -> ScoredPairs:
    """The wanted products of rows of different groups."""
    row, column = np.nonzero(wanted)
    apart = groups[rows[row]] != groups[column]
    row, column = row[apart], column[apart]
    scores = np.minimum(products[row, column], UNIT).astype(np.int64)
    return ScoredPairs(rows[row], column, scores)


def nearest(
    matrix: Quantised,
    groups: Integers,
    rows: Integers,
    k: int,
    threshold: float,
    *,
    prefer_close: bool = False,
) -> ScoredPairs:
    """The k nearest rows of other groups for each of some rows, best first, over a threshold.

    Ties go to the lower row or, with `prefer_close`, to the row that stands nearest in order.
    """
    best: list[ScoredPairs] = []
    least = _least(threshold)
    height = max(1, BLOCK // max(1, len(matrix)))
    for start in range(0, len(rows) if k > 0 else 0, height):
        chosen = rows[start : start + height]
        products = matrix[chosen] @ matrix.T
        wanted = products >= least
        if k < products.shape[1] and np.count_nonzero(wanted) > DENSE * k * len(chosen):
            np.minimum(products, UNIT, out=products)
            products[groups[chosen][:, None] == groups[None, :]] = -np.inf
            edge = np.partition(products, -k, axis=1)[:, -k][:, None]
            wanted = products >= np.maximum(edge, least)
        pairs = _chosen(products, wanted, groups, chosen)
        best.append(best_of(pairs, k, prefer_close=prefer_close))
    if not best:
        nothing = np.zeros(0, np.int64)
        return ScoredPairs(nothing, nothing, nothing)
    return ScoredPairs(*(np.concatenate(each) for each in zip(*best, strict=True)))


def best_of(pairs: ScoredPairs, k: int, *, prefer_close: bool = False) -> ScoredPairs:
    """The k best pairs of each row, by row, then best first."""
    rows, columns, scores = pairs
    ties = np.abs(rows - columns) if prefer_close else columns
    order = np.lexsort((columns, ties, -scores, rows))
    rows, columns, scores = rows[order], columns[order], scores[order]
    first = np.searchsorted(rows, rows, side="left")
    kept = np.arange(len(rows)) - first < k
    return ScoredPairs(rows[kept], columns[kept], scores[kept])
