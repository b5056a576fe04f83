"""How sure the reader is, once it knows what the cross-encoder makes of its best sentence, and
among what that sentence was found.

The probabilities of the verdict are learned from words and forms, and are low where a sentence
answers in other words than the question's. The cross-encoder was trained on other lessons, so its
word on the best sentence is evidence of its own. And the same sentence is worth more where one
document was searched than where it is the best of a hundred documents' that the question does not
name. A logistic model joins all of it (stacked generalisation, Wolpert 1992); trees did not do
better over sets of questions that were left out.
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


@dataclass(frozen=True, slots=True)
class RankedUnits:
    """What was made of the candidates of a reading, each of shape (candidates,).

    `scores`, of which the highest is the best sentence's, and how surely a signpost points to each.
    """

    scores: Scores
    pointed: Scores


@dataclass(frozen=True, slots=True)
class PairSureness:
    """`first` gives P(the best sentence holds the answer) and `found` P(the evidence holds it),
    both from a `sureness_row`."""

    first: Logistic
    found: Logistic

    def probabilities(self, rows: Matrix) -> tuple[Scores, Scores]:
        """(first, found) for each of some rows."""
        return self.first.probabilities(rows), self.found.probabilities(rows)


def sureness_row(
    confidence: Matrix,
    first: float,
    found: float,
    reading: ReadEvidence,
    features: Matrix,
    ranking: RankedUnits,
) -> Matrix:
    """Shape (1, columns): `pair_row`, `context_row` and the row of `confidence_features`.

    Args:
        confidence: the row of `confidence_features`.
        first: P(the best sentence holds the answer) without the cross-encoder.
        found: P(the evidence holds it) without the cross-encoder.
        reading: the question with its candidates, which a cross-encoder looked at.
        features: the candidates' unit features.
        ranking: what was made of them.

    Raises:
        ValueError: if no cross-encoder looked at the reading.
    """
    matrix = pair_row(first, found, reading, features, ranking)
    return np.concatenate([matrix, context_row(reading, ranking), confidence], axis=1)


def pair_row(
    first: float, found: float, reading: ReadEvidence, features: Matrix, ranking: RankedUnits
) -> Matrix:
    """Shape (1, 10): log-odds of both probabilities as they are without the cross-encoder, of its
    word on the best sentence, and of that sentence's score; how far down the search had its
    passage; whether the cross-encoder thinks best of it too; the highest score in another passage,
    which would be shown apart from it; how surely a signpost points to it; how many terms the
    question has; and the logarithm of how many characters its document has at least.

    Raises:
        ValueError: if no cross-encoder looked at the reading.
    """
    together, scores = _word_on(reading), ranking.scores
    best = int(np.argmax(scores))
    odds = log_odds(np.array([first, found, together[best], scores[best]]))
    own = reading.candidates[best].hit
    elsewhere = [
        float(score)
        for unit, score in zip(reading.candidates, scores, strict=True)
        if unit.hit != own
    ]
    beside = [
        max(elsewhere, default=0.0),
        float(ranking.pointed[best]),
        float(len(reading.question.terms)),
        float(np.log1p(_length_of(reading, reading.passages[own].document))),
    ]
    agreed = float(together.argmax() == best)
    return np.array([[*odds, features[best, PASSAGE_RANK], agreed, *beside]])


def context_row(reading: ReadEvidence, ranking: RankedUnits) -> Matrix:
    """Shape (1, 8), among what the best sentence was found: how many passages and how many
    documents were read, and whether one alone; what share of the passages is of its document, and
    what share of that document, as far as it is known, they hold; whether the search thought best
    of a passage of it; and the log-odds of the highest score and of the cross-encoder's best word
    in another document.

    Raises:
        ValueError: if no cross-encoder looked at the reading.
    """
    together, scores = _word_on(reading), ranking.scores
    passages = reading.passages
    document = passages[reading.candidates[int(np.argmax(scores))].hit].document
    own = [passage for passage in passages.values() if passage.document == document]
    documents = {passage.document for passage in passages.values()}
    others = [
        at for at, unit in enumerate(reading.candidates) if passages[unit.hit].document != document
    ]
    rivals = [float(max((of[at] for at in others), default=0.0)) for of in (scores, together)]
    held = sum(len(passage.text) for passage in own) / _length_of(reading, document)
    return np.array(
        [
            [
                float(len(passages)),
                float(len(documents)),
                float(len(documents) == 1),
                len(own) / len(passages),
                held,
                float(passages[min(passages)].document == document),
                *log_odds(np.array(rivals)),
            ]
        ]
    )


def _word_on(reading: ReadEvidence) -> Scores:
    if reading.together is None:
        raise ValueError("Expected a reading that a cross-encoder looked at, found one without.")
    return reading.together


def _length_of(reading: ReadEvidence, document: str) -> int:
    """How many characters a document has at least: where its farthest passage ends."""
    return max(
        passage.start + len(passage.text)
        for passage in reading.passages.values()
        if passage.document == document
    )


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
