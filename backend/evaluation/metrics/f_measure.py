"""F measures (van Rijsbergen 1979, ch. 7): precision and recall in one number.

Two readings of the name are in use, and they differ: the F of the mean precision and the mean
recall over all questions, and the mean of each question's own F. Whoever shows one says which.
"""

from __future__ import annotations


def f_measure(precision: float, recall: float, beta: float = 1.0) -> float:
    """(1 + β²) · P · R / (β² · P + R); 0.0 where both are 0. β > 1 weighs recall higher.

    Raises:
        ValueError: if beta is not positive.
    """
    if beta <= 0:
        raise ValueError("an F measure needs a beta over 0")
    square = beta * beta
    below = square * precision + recall
    return (1 + square) * precision * recall / below if below else 0.0
