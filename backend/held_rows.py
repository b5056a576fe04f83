"""Chosen rows of sparse matrices, and products among a few hundred of them.

A question looks at a few hundred passages of a matrix that may have a hundred thousand rows and as
many columns. scipy's own indexing costs far more in checks and in arrays as long as all columns
than in the numbers that are looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from backend import sparse

Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]

MUCH_LARGER = 8
"""Rows with so many times as many values take in the others where they stand."""
LONG_ROW = 256
"""Rows of so many values on average are copied faster one by one than value by value."""


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
        return gathered(self.starts, self.columns, self.values, places, self.width)

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


@dataclass(frozen=True, eq=False)
class RowsOnDemand:
    """The rows of a matrix, each worked out when it is asked for.

    Args:
        shape: rows and columns.
        of: some rows, by their numbers.
    """

    shape: tuple[int, int]
    of: Callable[[Numbers], HeldRows]

    @cached_property
    def matrix(self) -> Any:
        """All rows as a matrix by rows (csr)."""
        found = self.of(np.arange(self.shape[0])).matrix()
        found.sort_indices()
        return found


def rows_of(matrix: Any, rows: Numbers) -> HeldRows:
    """Rows of a matrix by rows (csr), or of rows on demand."""
    if isinstance(matrix, RowsOnDemand):
        return matrix.of(rows)
    return gathered(matrix.indptr, matrix.indices, matrix.data, rows, matrix.shape[1])


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
    return summed(np.add, held.size, onward.width, rows, onward.columns, values)


def larger_of(one: HeldRows, other: HeldRows) -> HeldRows:
    """At each place the larger of two values."""
    return joined(np.maximum, one, other)


def joined(joining: np.ufunc, one: HeldRows, other: HeldRows) -> HeldRows:
    """The values of two at their places, those at one place joined in their order.

    Args:
        joining: how, as `np.add`.
    """
    if len(other.columns) * MUCH_LARGER <= len(one.columns):
        return _put_in(joining, one, other)
    rows = np.concatenate([one.row_of, other.row_of])
    columns = np.concatenate([one.columns, other.columns])
    values = np.concatenate([one.values, other.values])
    return summed(joining, one.size, one.width, rows, columns, values)


def _put_in(joining: np.ufunc, many: HeldRows, few: HeldRows) -> HeldRows:
    """The same where the others are few: they are put in at their places, and nothing is sorted."""
    columns = few.columns.astype(many.columns.dtype)
    places = np.empty(len(columns), np.int64)
    for row in np.flatnonzero(np.diff(few.starts)).tolist():
        first, last = few.starts[row], few.starts[row + 1]
        begin, end = many.starts[row], many.starts[row + 1]
        places[first:last] = begin + np.searchsorted(many.columns[begin:end], columns[first:last])
    ends = many.starts[1:][few.row_of]
    same = places < ends
    same[same] = many.columns[places[same]] == columns[same]
    values = many.values
    if same.any():
        values = values.copy()
        values[places[same]] = joining(values[places[same]], few.values[same])
    new = ~same
    starts = np.concatenate([[0], np.cumsum(new)])[few.starts] + many.starts
    return HeldRows(
        starts,
        np.insert(many.columns, places[new], columns[new]),
        np.insert(values, places[new], few.values[new]),
        many.width,
    )


def summed(
    joining: np.ufunc,
    size: int,
    width: int,
    rows: Numbers,
    columns: npt.NDArray[np.integer[Any]],
    values: Array,
) -> HeldRows:
    """Rows from values at places, in any order; those at one place are joined in theirs.

    Args:
        joining: how, as `np.add`.
        size, width: number of rows and of columns.
    """
    place = rows.astype(np.int64) * width + columns
    order = np.argsort(place, kind="stable")
    place, columns, values = place[order], columns[order].astype(np.int64), values[order]
    others = np.ones(len(place), bool)
    np.not_equal(place[1:], place[:-1], out=others[1:])
    if not others.all():  # rows of different segments, the many numbers, hardly ever meet
        first = np.flatnonzero(others)
        place, columns, values = place[first], columns[first], joining.reduceat(values, first)
    starts = np.searchsorted(place, np.arange(size + 1) * width)
    return HeldRows(starts, columns, values, width)


def _numbered(held: HeldRows, kept: npt.NDArray[np.bool_]) -> HeldRows:
    """The values of kept columns, which are numbered from 0 on."""
    found = held.among(kept)
    number = np.cumsum(kept, dtype=np.int32) - 1
    return HeldRows(found.starts, number[found.columns], found.values, int(kept.sum()))


def gathered(
    starts: npt.NDArray[np.integer[Any]],
    columns: npt.NDArray[np.integer[Any]],
    values: Array | None,
    chosen: Numbers,
    width: int,
) -> HeldRows:
    """Some rows of all: row i holds columns[starts[i]:starts[i + 1]] with the values there, or 1
    each without values.
    """
    first = starts[chosen].astype(np.int64)
    lengths = starts[chosen + 1].astype(np.int64) - first
    found = np.zeros(len(chosen) + 1, np.int64)
    np.cumsum(lengths, out=found[1:])
    if found[-1] > LONG_ROW * len(chosen):  # long rows are copied one by one
        parts = [slice(each, each + length) for each, length in zip(first, lengths, strict=True)]
        held = np.concatenate([columns[part] for part in parts])
        own = None if values is None else np.concatenate([values[part] for part in parts])
    else:
        places = np.arange(found[-1]) + np.repeat(first - found[:-1], lengths)
        held, own = columns[places], None if values is None else values[places]
    given = np.ones(len(held), np.float32) if own is None else own
    return HeldRows(found, held, given, width)
