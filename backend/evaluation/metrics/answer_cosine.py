"""Cosine of answers: how near an answer's meaning is to a right one's, by the embedding model.

Two answers about one thing are near each other though one says yes and the other no, or one names
another year: it stands beside exact match and token F1 and in place of neither.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
"""Shape (dimension,), of length 1."""


def answer_cosine(answer: Vector, golds: npt.NDArray[np.float32]) -> float:
    """The largest cosine with any of the golds, (n, dimension); nothing below 0 or over 1 counts.

    Raises:
        ValueError: if there is no gold answer.
    """
    if not len(golds):
        raise ValueError("a cosine needs at least one gold answer")
    return float(np.clip(np.max(golds @ answer), 0.0, 1.0))
