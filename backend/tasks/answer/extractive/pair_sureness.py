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
from backend.tasks.answer.extractive.reading import ReadEvidence

Scores = npt.NDArray[np.float64]
PASSAGE_RANK = UNIT_NAMES.index("passage_rank")
OF_THE_EVIDENCE = 6
"""Columns of a `pair_row` that tell whether the evidence holds an answer; the others, which tell
whether the best sentence is it, did not help there."""


@dataclass(frozen=True, slots=True)
class RankedUnits:
    """What was made of the candidates of a reading, each of shape (candidates,).

    `scores`, of which the highest is the best sentence's, and how surely a signpost points to each.
    """

    scores: Scores
    pointed: Scores


@dataclass(frozen=True, slots=True)
class PairSureness:
    """`first` gives P(the best sentence holds the answer) from a `pair_row`, and `found` P(the
    evidence holds it) from its first `OF_THE_EVIDENCE` columns."""

    first: Logistic
    found: Logistic

    def probabilities(self, rows: Matrix) -> tuple[Scores, Scores]:
        """(first, found) for each of some rows."""
        return (
            self.first.probabilities(rows),
            self.found.probabilities(rows[:, :OF_THE_EVIDENCE]),
        )


def pair_row(
    first: float, found: float, reading: ReadEvidence, features: Matrix, ranking: RankedUnits
) -> Matrix:
    """Shape (1, 10): log-odds of both probabilities as they are without the cross-encoder, of its
    word on the best sentence, and of that sentence's score; how far down the search had its
    passage; whether the cross-encoder thinks best of it too; the highest score in another passage,
    which would be shown apart from it; how surely a signpost points to it; how many terms the
    question has; and the logarithm of how many characters its document has at least.

    Args:
        reading: the question with its candidates, which a cross-encoder looked at.
        features: the candidates' unit features.
        ranking: what was made of them.

    Raises:
        ValueError: if no cross-encoder looked at the reading.
    """
    together, scores = reading.together, ranking.scores
    if together is None:
        raise ValueError("Expected a reading that a cross-encoder looked at, found one without.")
    best = int(np.argmax(scores))
    odds = log_odds(np.array([first, found, together[best], scores[best]]))
    own = reading.candidates[best].hit
    elsewhere = [
        float(score)
        for unit, score in zip(reading.candidates, scores, strict=True)
        if unit.hit != own
    ]
    document = reading.passages[own].document
    length = max(
        each.start + len(each.text)
        for each in reading.passages.values()
        if each.document == document
    )
    beside = [
        max(elsewhere, default=0.0),
        float(ranking.pointed[best]),
        float(len(reading.question.terms)),
        float(np.log1p(length)),
    ]
    agreed = float(together.argmax() == best)
    return np.array([[*odds, features[best, PASSAGE_RANK], agreed, *beside]])


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
