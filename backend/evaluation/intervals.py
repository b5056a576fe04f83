"""Confidence intervals of means by the percentile bootstrap (Efron & Tibshirani 1993, ch. 13)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from backend.types import MeasuredMean

NORMAL_95 = 1.959964
"""Deviations of a normal distribution on either side that hold 95 %."""
RESAMPLES = 2_000
SEED = 20_240_601
_DRAWN_AT_ONCE = 2_000_000
"""Draws that are held in memory: with many values the resamples are made in parts."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the bounds of its 95 % confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def direction(self) -> int:
        """Of a difference: 1 or −1 if all of the interval lies on one side of 0, else 0: then
        there is no difference beyond chance."""
        return int(self.low > 0.0) - int(self.high < 0.0)

    @property
    def measured(self) -> MeasuredMean:
        """As a report keeps it."""
        return MeasuredMean(self.mean, self.low, self.high)

    def percent(self) -> str:
        """As “78.9 [74.2, 83.1]”."""
        return f"{100 * self.mean:.1f} [{100 * self.low:.1f}, {100 * self.high:.1f}]"


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean and its 95 % interval; the same values always give the same interval.

    Raises:
        ValueError: if there are no values.
    """
    if not len(values):
        raise ValueError("an interval needs at least one value")
    sample = np.asarray(values, dtype=np.float64)
    generator = np.random.default_rng(SEED)
    rows = max(1, _DRAWN_AT_ONCE // len(sample))
    means = np.concatenate(
        [
            sample[generator.integers(0, len(sample), size=(count, len(sample)))].mean(axis=1)
            for count in (min(rows, RESAMPLES - done) for done in range(0, RESAMPLES, rows))
        ]
    )
    low, high = np.percentile(means, [2.5, 97.5])
    return Interval(float(sample.mean()), float(low), float(high))


def difference_interval(first: Sequence[float], second: Sequence[float]) -> Interval:
    """The mean of the paired differences first − second, question by question."""
    if len(first) != len(second):
        raise ValueError("paired differences need as many values on both sides")
    return mean_interval([a - b for a, b in zip(first, second, strict=True)])


def interval_of_means(
    first: Sequence[float], second: Sequence[float], combined: Callable[[float, float], float]
) -> Interval:
    """A function of two means over the same questions, as the F of mean precision and mean recall,
    and its 95 % interval by resampling questions.

    Raises:
        ValueError: if there are not as many of both, or none.
    """
    if len(first) != len(second) or not len(first):
        raise ValueError("a function of two means needs as many values on both sides")
    both = np.asarray([first, second], dtype=np.float64)
    generator = np.random.default_rng(SEED)
    found = []
    for _ in range(RESAMPLES):
        drawn = both[:, generator.integers(0, both.shape[1], size=both.shape[1])].mean(axis=1)
        found.append(combined(float(drawn[0]), float(drawn[1])))
    low, high = np.percentile(found, [2.5, 97.5])
    means = both.mean(axis=1)
    return Interval(combined(float(means[0]), float(means[1])), float(low), float(high))


def ratio_interval(above: Sequence[float], below: Sequence[float]) -> Interval | None:
    """The ratio of two sums over the same questions, as seconds for each right answer, and its 95 %
    interval by resampling questions. Resamples without anything below are infinite, so that the
    upper bound may be; None if nothing is below at all.

    Raises:
        ValueError: if there are not as many of both.
    """
    if len(above) != len(below):
        raise ValueError("a ratio needs as many values on both sides")
    total = float(np.sum(below))
    if total <= 0.0:
        return None
    upper, lower = np.asarray(above, np.float64), np.asarray(below, np.float64)
    generator = np.random.default_rng(SEED)
    rows = max(1, _DRAWN_AT_ONCE // len(upper))
    found = []
    for done in range(0, RESAMPLES, rows):
        drawn = generator.integers(0, len(upper), size=(min(rows, RESAMPLES - done), len(upper)))
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = upper[drawn].sum(axis=1) / lower[drawn].sum(axis=1)
        found.append(np.nan_to_num(ratios, nan=np.inf, posinf=np.inf))
    # an interpolated percentile between two infinities would not be a number
    low, high = np.percentile(np.concatenate(found), [2.5, 97.5], method="nearest")
    return Interval(float(np.sum(upper)) / total, float(low), float(high))


def share_interval(right: int, of: int) -> Interval:
    """A share and its 95 % interval by Wilson's score (Wilson 1927), which few counts, and shares
    of 0 or 1, have as well.

    Raises:
        ValueError: if there is nothing to take a share of.
    """
    if of < 1 or not 0 <= right <= of:
        raise ValueError("a share needs at least one value, and no more right ones than there are")
    share, spread = right / of, NORMAL_95**2 / of
    middle = (share + spread / 2.0) / (1.0 + spread)
    half = NORMAL_95 * sqrt(share * (1.0 - share) / of + spread / (4.0 * of)) / (1.0 + spread)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))
