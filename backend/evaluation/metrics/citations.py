"""Citation recall and precision, after ALCE (Gao et al. 2023, section 4.3).

ALCE asks a language model whether cited passages entail a statement. Here the local support check
takes its place (`backend.evidence.support`), so that the numbers compare only with each other:
recall is the share of statements that what they cite bears out, precision the share of citations
that take part in it.
"""

from __future__ import annotations

from collections.abc import Sequence


def citation_recall(supported: Sequence[bool]) -> float | None:
    """The share of statements that are supported; None if nothing is claimed."""
    return sum(supported) / len(supported) if supported else None


def citation_precision(verified: Sequence[bool]) -> float | None:
    """The share of citations that were verified; None if nothing is cited."""
    return sum(verified) / len(verified) if verified else None
