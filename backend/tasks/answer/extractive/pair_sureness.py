"""How sure the reader is, once it knows what the cross-encoder makes of its best sentence.

The probabilities of the verdict are learned from words and forms, and are low where a sentence
answers in other words than the question's. The cross-encoder was trained on other lessons, so its
word on the best sentence is evidence of its own. A logistic model joins them (Platt, "Probabilistic
outputs for support vector machines", 1999, with further inputs).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.log_odds import log_odds
from backend.inference.logistic import Logistic, Matrix, load_logistic, logistic_arrays
from backend.tasks.answer.extractive.features import NAMES as UNIT_NAMES

Scores = npt.NDArray[np.float64]
PASSAGE_RANK = UNIT_NAMES.index("passage_rank")


@dataclass(frozen=True, slots=True)
class PairSureness:
    """`first` gives P(the best sentence holds the answer) and `found` P(the evidence holds it),
    both from a `pair_row`."""

    first: Logistic
    found: Logistic


def pair_row(
    first: float, found: float, together: Scores, scores: Scores, features: Matrix
) -> Matrix:
    """Shape (1, 6): log-odds of both probabilities as they are without the cross-encoder, of its
    word on the best sentence, and of that sentence's score; how far down the search had its
    passage; and whether the cross-encoder thinks best of it too.

    Args:
        together: the cross-encoder's probabilities of the candidates; 0 where it did not look.
        scores: the candidates' scores, of which the highest is the best sentence's.
        features: the candidates' unit features.
    """
    best = int(np.argmax(scores))
    odds = log_odds(np.array([first, found, together[best], scores[best]]))
    return np.array([[*odds, features[best, PASSAGE_RANK], float(together.argmax() == best)]])


def pair_sureness_arrays(sureness: PairSureness, prefix: str) -> dict[str, npt.NDArray[np.generic]]:
    """The models under names that `load_pair_sureness` reads back."""
    return {
        **logistic_arrays(sureness.first, f"{prefix}.first"),
        **logistic_arrays(sureness.found, f"{prefix}.found"),
    }


def load_pair_sureness(
    arrays: Mapping[str, npt.NDArray[np.generic]], prefix: str
) -> PairSureness | None:
    """The models that are stored under a prefix; None without them."""
    if f"{prefix}.first.mean" not in arrays:
        return None
    return PairSureness(
        load_logistic(arrays, f"{prefix}.first"), load_logistic(arrays, f"{prefix}.found")
    )
