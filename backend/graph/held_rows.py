"""Chosen rows of sparse matrices, and products among a few hundred of them.

A question looks at a few hundred passages of a matrix that may have a hundred thousand rows and as
many columns. scipy's own indexing costs far more in checks and in arrays as long as all columns
than in the numbers that are looked at.
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

    def upright(self) -> Array:
        """(width, n): the rows as columns of a dense matrix."""
        found = np.zeros((self.width, self.size), np.float32)
        found[self.columns, self.row_of] = self.values
        return found

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

    def taken(self, places: Numbers) -> HeldRows:
        """The rows at some places, in their order."""
        return _gathered(self.starts, self.columns, self.values, places, self.width)

    def summed(self, weights: Array) -> Array:
        """(width,) sum of the rows, each times its weight (n,)."""
        spread = self.values * np.repeat(weights, np.diff(self.starts))
        return np.bincount(self.columns, spread, self.width).astype(np.float32)

    def column_counts(self) -> Numbers:
        """(width,) number of rows that hold a column."""
        return np.bincount(self.columns, minlength=self.width)

    def times(self, vector: Array) -> Array:
        """(n,) product with a vector (width,)."""
        found: Array = np.asarray(self.matrix() @ vector, np.float32)
        return found

    def matrix(self) -> Any:
        """The rows as a matrix by rows (csr)."""
        return sparse.csr_matrix(
            (self.values, self.columns, self.starts), shape=(self.size, self.width)
        )


@dataclass(frozen=True, slots=True)
class Holders:
    """Which of `width` rows hold each column, ascending: those of column c are
    rows[starts[c]:starts[c + 1]].
    """

    starts: npt.NDArray[np.integer[Any]]
    rows: npt.NDArray[np.integer[Any]]
    width: int

    def of(self, columns: Numbers) -> Numbers:
        """Rows that hold at least one of some columns, ascending."""
        held = np.zeros(self.width, bool)
        for column in columns.tolist():
            held[self.rows[self.starts[column] : self.starts[column + 1]]] = True
        return np.flatnonzero(held)


def holders_in(matrix: Any) -> Holders:
    """Which rows of a matrix hold each column."""
    by_column = matrix.tocsc()
    return Holders(by_column.indptr, by_column.indices, matrix.shape[0])


def rows_of(matrix: Any, rows: Numbers) -> HeldRows:
    """Rows of a matrix by rows (csr)."""
    return _gathered(matrix.indptr, matrix.indices, matrix.data, rows, matrix.shape[1])


def columns_of(matrix: Any, columns: Numbers) -> HeldRows:
    """Columns of a matrix by columns (csc), each as a row."""
    return _gathered(matrix.indptr, matrix.indices, matrix.data, columns, matrix.shape[0])


def in_common(left: HeldRows, right: HeldRows, without: Numbers) -> tuple[HeldRows, HeldRows]:
    """Both with the columns alone that rows of both hold, numbered anew; where both are the same,
    those that two of its rows hold.

    Args:
        without: columns that are left out.
    """
    if left is right:
        both = left.column_counts() >= 2
        both[without] = False
        found = _numbered(left, both)
        return found, found
    both = np.zeros(left.width, bool)
    both[right.columns] = True
    both[without] = False
    left = left.among(both)
    both[:] = False
    both[left.columns] = True
    return _numbered(left, both), _numbered(right, both)


def products(left: HeldRows, right: HeldRows) -> Array:
    """(left.size, right.size): the scalar product of each row of one with each of the other."""
    found: Array = (left.matrix() @ right.matrix().T).toarray()
    return found


def reached(held: HeldRows, matrix: Any) -> HeldRows:
    """The product of held rows with a matrix by rows (csr): what each row's columns lead to."""
    onward = rows_of(matrix, held.columns.astype(np.int64))
    lengths = np.diff(onward.starts)
    values = onward.values * np.repeat(held.values, lengths)
    rows = np.repeat(held.row_of, lengths)
    return _summed(np.add, held.size, onward.width, rows, onward.columns, values)


def larger_of(one: HeldRows, other: HeldRows) -> HeldRows:
    """At each place the larger of two values."""
    rows = np.concatenate([one.row_of, other.row_of])
    columns = np.concatenate([one.columns, other.columns])
    values = np.concatenate([one.values, other.values])
    return _summed(np.maximum, one.size, one.width, rows, columns, values)


def _summed(
    joining: np.ufunc,
    size: int,
    width: int,
    rows: Numbers,
    columns: npt.NDArray[np.integer[Any]],
    values: Array,
) -> HeldRows:
    """Rows from values at places, those at one place joined."""
    place = rows * width + columns
    order = np.argsort(place, kind="stable")
    place = place[order]
    first = np.flatnonzero(np.diff(place, prepend=-1))
    place = place[first]
    starts = np.searchsorted(place, np.arange(size + 1) * width)
    joined = joining.reduceat(values[order], first) if first.size else values[:0]
    return HeldRows(starts, place % width if width else place, joined, width)


def _numbered(held: HeldRows, kept: npt.NDArray[np.bool_]) -> HeldRows:
    """The values of kept columns, which are numbered from 0 on."""
    found = held.among(kept)
    number = np.cumsum(kept, dtype=np.int32) - 1
    return HeldRows(found.starts, number[found.columns], found.values, int(kept.sum()))


def _gathered(
    starts: npt.NDArray[np.integer[Any]],
    columns: npt.NDArray[np.integer[Any]],
    values: Array,
    chosen: Numbers,
    width: int,
) -> HeldRows:
    first = starts[chosen].astype(np.int64)
    lengths = starts[chosen + 1].astype(np.int64) - first
    found = np.zeros(len(chosen) + 1, np.int64)
    np.cumsum(lengths, out=found[1:])
    places = np.arange(found[-1]) + np.repeat(first - found[:-1], lengths)
    return HeldRows(found, columns[places], values[places], width)
