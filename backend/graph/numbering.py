"""Numbers for the words and names of a view: those that are used, as they appear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]


def as_they_appear(
    texts: list[str], numbers: Sequence[npt.NDArray[Any]]
) -> tuple[dict[str, int], Numbers]:
    """Those texts that are used, numbered in the order in which they appear, and the new number of
    each old one.

    Args:
        numbers: the old numbers where they are used.
    """
    used = joined_numbers(numbers)
    first = np.full(len(texts), used.size, np.int64)
    first[used[::-1]] = np.arange(used.size)[::-1]  # of several places the last that is set stays
    old = np.argsort(first, kind="stable")[: int((first < used.size).sum())]
    renumbered = np.full(len(texts), -1, np.int64)
    renumbered[old] = np.arange(old.size)
    return {texts[number]: place for place, number in enumerate(old.tolist())}, renumbered


def joined_numbers(arrays: Sequence[npt.NDArray[Any]]) -> Numbers:
    """Arrays of numbers one after the other."""
    return np.concatenate([np.zeros(0, np.int64), *arrays])
