"""Refusals: whether an answer is given exactly where the documents hold one.

Two errors stand against each other, so both are told (as the false negatives and false positives
of “not found”): refusing what could be answered, and answering what could not.
"""

from __future__ import annotations


def right_refusal(refused: bool, answerable: bool) -> float | None:
    """For questions that the documents do not answer: 1.0 if that was said; else None."""
    return None if answerable else float(refused)


def wrong_refusal(refused: bool, answerable: bool) -> float | None:
    """For questions that the documents answer: 1.0 if the answer was refused; else None."""
    return float(refused) if answerable else None
