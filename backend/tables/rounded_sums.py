"""Where figures of a column add up to the one below them, but for rounding.

Each figure is rounded, so a sum of n of them may differ from what is printed as their sum by n half
units of its last place. Sums up to each row are kept, so that the rows above a figure are tried at
once and not added up anew for each: a table may have thousands.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate

import numpy as np

FEWEST = 2
"""A figure alone is no sum."""
_NOUGHT = Decimal(0)
_SLACK = 1e-9
"""What binary fractions may be off, as a share of the largest sum. It only decides what is tried;
what adds up is told by decimals."""


class RunningSums:
    """The figures of a column, None where a row has none, and their sums up to each row.

    `direction` is 1 where no figure is negative, -1 where none is positive, and 0 where both are
    there: then every row has to be looked at.
    """

    def __init__(self, values: Sequence[Decimal | None]) -> None:
        self._values = values
        self._sums = list(accumulate((value or _NOUGHT for value in values), initial=_NOUGHT))
        held = np.array([value is not None for value in values], np.int64)
        self._counts = np.concatenate([[0], np.cumsum(held)])
        self._floats = np.array([float(each) for each in self._sums])
        self._slack = _SLACK * float(np.abs(self._floats).max())
        rising = bool((np.diff(self._floats) >= 0).all())
        falling = bool((np.diff(self._floats) <= 0).all())
        self.direction = 1 if rising else -1 if falling else 0
        self._rising = self.direction * self._floats

    def starts(self, at: int, first: int, last: int) -> list[int]:
        """The rows from `first` to `last` from which on the figures down to the one above row `at`,
        two at least, add up to the figure of row `at`; none where it has no figure."""
        value = self._values[at]
        if value is None or last < first:
            return []
        half = last_place(value) / 2
        first = self._reach(float(value), float(half), at, first, last)
        rows = slice(first, last + 1)
        off = np.abs(self._floats[at] - self._floats[rows] - float(value))
        allowed = float(half) * (self._counts[at] - self._counts[rows]) + self._slack
        likely = np.flatnonzero(off <= allowed) + first
        return [each for each in likely.tolist() if self._is_sum(each, at, value, half)]

    def _reach(self, value: float, half: float, at: int, first: int, last: int) -> int:
        """The first row that is worth a look: where no figure has the other sign, a sum that is too
        large stays so."""
        if not self.direction:
            return first
        most = self.direction * value + half * float(self._counts[at] - self._counts[first])
        enough = self._rising[at] - most - self._slack
        return first + int(np.searchsorted(self._rising[first : last + 1], enough, "left"))

    def _is_sum(self, start: int, at: int, value: Decimal, half: Decimal) -> bool:
        count = int(self._counts[at] - self._counts[start])
        sums = self._sums[at] - self._sums[start]
        return count >= FEWEST and abs(sums - value) <= half * count


def decimal_places(value: Decimal) -> int:
    """How many decimals are printed."""
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def last_place(value: Decimal) -> Decimal:
    """One unit of the last place that is printed."""
    exponent = value.as_tuple().exponent
    return Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0)
