"""BM25's constants and length norm (Robertson & Zaragoza, The Probabilistic Relevance Framework,
2009, §3.5): a term's share of a text is idf · f (k1 + 1) / (f + norm).
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

K1 = 1.2
"""How soon a further occurrence of a term says nothing more."""
B = 0.75
"""How much of a text's length counts against it."""

Numbers = TypeVar("Numbers", npt.NDArray[np.float32], npt.NDArray[np.float64])
Lengths = TypeVar("Lengths", float, npt.NDArray[np.float32], npt.NDArray[np.float64])


def length_norm(lengths: Lengths, mean: float) -> Lengths:
    """k1 (1 − b + b · length / mean length) of a text or of each of several.

    Args:
        mean: the mean length, taken to be 1 at least.
    """
    return K1 * (1.0 - B + B * lengths / max(mean, 1.0))


def length_norms(lengths: Numbers) -> Numbers:
    """The same of all texts of a collection, which have the mean."""
    return length_norm(lengths, float(lengths.mean()) if lengths.size else 1.0)
