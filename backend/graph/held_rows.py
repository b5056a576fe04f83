"""Chosen rows of sparse matrices, and products among a few hundred of them.

A question looks at a few hundred passages of a matrix that may have a hundred thousand rows and as
many columns. scipy's own indexing and products cost far more in checks and in arrays as long as all
columns than in the numbers that are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse

Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HeldRows:
    """n rows over `width` columns: row i holds columns[starts[i]:starts[i + 1]], ascending, with
    the values at the same places.
    """

    starts: Numbers
    columns: npt.NDArray[np.integer[Any]]
    values: Array
    width: int

    @property
    def size(self) -> int:
        """Number of rows."""
        return len(self.starts) - 1

    @property
    def row_of(self) -> Numbers:
        """The row of each value."""
        return np.repeat(np.arange(self.size), np.diff(self.starts))

    def weighed(self, weights: Array) -> HeldRows:
        """Every value times its column's weight."""
        return self.valued(self.values * weights[self.columns])

    def valued(self, values: Array) -> HeldRows:
        """Other values at the same places."""
        return HeldRows(self.starts, self.columns, values, self.width)

    def among(self, kept: npt.NDArray[np.bool_]) -> HeldRows:
        """The values of those columns that `kept`, (width,), names."""
        chosen = kept[self.columns]
        starts = np.concatenate([[0], np.cumsum(chosen)])[self.starts]
        return HeldRows(starts, self.columns[chosen], self.values[chosen], self.width)

    def column_counts(self) -> Numbers:
        """(width,) number of rows that hold a column."""
        return np.bincount(self.columns, minlength=self.width)

    def times(self, vector: Array) -> Array:
        """(n,) product with a vector (width,)."""
        matrix = sparse.csr_matrix(
            (self.values, self.columns, self.starts), shape=(self.size, self.width)
        )
        found: Array = np.asarray(matrix @ vector, np.float32)
        return found


def rows_of(matrix: Any, rows: Numbers) -> HeldRows:
    """Rows of a matrix by rows (csr)."""
    return _gathered(matrix, rows, matrix.shape[1])


def columns_of(matrix: Any, columns: Numbers) -> HeldRows:
    """Columns of a matrix by columns (csc), each as a row."""
    return _gathered(matrix, columns, matrix.shape[0])


def products(left: HeldRows, right: HeldRows) -> Array:
    """(left.size, right.size): the scalar product of each row of one with each of the other."""
    both = np.zeros(left.width, bool)
    both[right.columns] = True
    left = left.among(both)
    both[:] = False
    both[left.columns] = True
    used = np.flatnonzero(both)
    if not used.size:
        return np.zeros((left.size, right.size), np.float32)
    number = np.zeros(left.width, np.int32)
    number[used] = np.arange(used.size)
    right = right.among(both)
    across = np.zeros((used.size, right.size), np.float32)
    across[number[right.columns], right.row_of] = right.values
    matrix = sparse.csr_matrix(
        (left.values, number[left.columns], left.starts), shape=(left.size, used.size)
    )
    found: Array = np.asarray(matrix @ across, np.float32)
    return found


def _gathered(matrix: Any, chosen: Numbers, width: int) -> HeldRows:
    first = matrix.indptr[chosen].astype(np.int64)
    lengths = matrix.indptr[chosen + 1].astype(np.int64) - first
    starts = np.zeros(len(chosen) + 1, np.int64)
    np.cumsum(lengths, out=starts[1:])
    places = np.arange(starts[-1]) + np.repeat(first - starts[:-1], lengths)
    return HeldRows(starts, matrix.indices[places], matrix.data[places], width)
