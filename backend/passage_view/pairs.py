"""Scalar products of every passage with every other, without the matrix of all of them.

What passages say together is asked of a few of them, and summed over all by weight. Both are sums
over the columns that rows hold, so that they need no product of each row with each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from backend.held_rows import Array, HeldRows, Numbers, in_common

NOTHING: Numbers = np.zeros(0, np.int64)


@dataclass(frozen=True)
class Pairs:
    """The matrix M (n, n) of scalar products of n rows `left` with n rows `right`, 0 on its
    diagonal.
    """

    left: HeldRows
    right: HeldRows

    @classmethod
    def of(cls, left: HeldRows, right: HeldRows, without: Numbers = NOTHING) -> Pairs:
        """Of two sets of rows; what only one of them holds is not kept.

        Args:
            without: columns that do not count.
        """
        return cls(*in_common(left, right, without))

    @cached_property
    def own(self) -> Array:
        """(n,) products of each row with its counterpart, which M leaves out."""
        if self.left is self.right:
            of_row, values = self.left.row_of, self.left.values**2
        else:
            places = self.left.row_of * self.left.width + self.left.columns
            wanted = self.right.row_of * self.right.width + self.right.columns
            _, here, there = np.intersect1d(places, wanted, assume_unique=True, return_indices=True)
            of_row, values = (
                self.right.row_of[there],
                self.left.values[here] * self.right.values[there],
            )
        return np.bincount(of_row, values, self.left.size).astype(np.float32)

    def rows(self, chosen: Numbers) -> Array:
        """(len(chosen), n): rows of M."""
        return _without_own(self._right @ self.left.taken(chosen).upright(), chosen)

    def columns(self, chosen: Numbers) -> Array:
        """(len(chosen), n): columns of M, each as a row."""
        return _without_own(self._left @ self.right.taken(chosen).upright(), chosen)

    def summed(self, weights: Array) -> Array:
        """(n,): weights (n,) times M."""
        found: Array = self._right @ self.left.summed(weights) - weights * self.own
        return found

    def summed_back(self, weights: Array) -> Array:
        """(n,): M times weights (n,)."""
        found: Array = self._left @ self.right.summed(weights) - weights * self.own
        return found

    @cached_property
    def _left(self) -> Any:
        return self.left.matrix()

    @cached_property
    def _right(self) -> Any:
        return self._left if self.left is self.right else self.right.matrix()


def _without_own(found: Array, chosen: Numbers) -> Array:
    found[chosen, np.arange(len(chosen))] = 0.0
    return found.T
