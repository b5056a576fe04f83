"""The least probability from which answers may be told as sure, chosen by counting errors.

As conformal risk control does (Angelopoulos et al. 2024, "Conformal Risk Control"): the weighted
share of errors among what is told, with one error more than was seen, must not exceed what is
allowed. The share is not monotone in the bound, so what is chosen is to be looked at over questions
that did not choose it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

NEVER = 1.01
"""A bound that no probability reaches."""
TINY = 1e-12
"""One in ten is one in ten, though 1 − 0.9 is a little less in binary."""

Scores = npt.NDArray[np.float64]


def least_bound(
    probabilities: Scores, right: npt.NDArray[np.integer], weight: Scores, promise: float
) -> float:
    """The least of the probabilities from which on the promised share is right, `NEVER` if there is
    none.

    Args:
        probabilities: of each answer that it is right, shape (n,).
        right: 1 where it was, 0 where not, shape (n,).
        weight: how much each counts, shape (n,).
        promise: the share that must be right, in [0, 1].
    """
    order = np.argsort(-probabilities, kind="stable")
    total = np.cumsum(weight[order])
    wrong = np.cumsum(weight[order] * (1 - right[order])) + 1.0
    falling = probabilities[order]
    # answers that are equally sure are told together or not at all
    last_of_its_kind = np.append(falling[1:] != falling[:-1], True)[: len(falling)]
    within = wrong / (total + 1.0) <= 1 - promise + TINY
    kept = np.flatnonzero(within & last_of_its_kind)
    return float(falling[kept[-1]]) if len(kept) else NEVER
