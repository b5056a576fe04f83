"""One score per page from several retrievers, and what each of them adds to it.

What each says is standardised over the pages that are searched and cut, so that one outlier
does not decide, then weighed and added. The prior of a document and the kind of a table are on
scales of their own and are weighed as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from backend.scope.page_view import Array, Mask
from backend.scope.scoped_question import ScopedQuestion

LOWEST = -4.0
HIGHEST = 8.0
"""Standardised scores are cut here; a page may stand out further upwards than downwards."""
REFERRED = 6.0
"""A page that the question refers to ("page 9") comes before all others of its document."""


@dataclass(frozen=True, slots=True)
class EvidenceWeights:
    """What a deviation of each retriever's scores is worth, and one unit of prior and table."""

    lexical: float = 0.2
    salience: float = 0.3
    dense: float = 1.0
    scope: float = 1.2
    expanded: float = 0.6
    glossary: float = 0.6
    statement: float = 3.0


WEIGHTS = EvidenceWeights()


def standardised(values: Array, among: Mask) -> Array:
    """(P,) mean 0 and deviation 1 over the pages searched, cut to [−4, 8]; 0 if all are equal."""
    inside = values[among]
    deviation = float(inside.std()) if inside.size else 0.0
    if deviation < 1e-6:
        return np.zeros(values.size, np.float32)
    scaled: Array = (values - float(inside.mean())) / deviation
    return np.clip(scaled, LOWEST, HIGHEST).astype(np.float32)


def contributions(
    asked: ScopedQuestion, dense: Array, weights: EvidenceWeights = WEIGHTS
) -> Mapping[str, Array]:
    """(P,) what each retriever adds to a page's score.

    In a collection without tables only the documents that a question means count: there a passage
    says more than its page.

    Args:
        dense: (P,) cosine of the page's best passage; NaN where it is not known, which counts as
            the lowest that is.
    """
    among = asked.among
    scope = weights.scope * asked.prior + REFERRED * asked.pages
    if not asked.by_rows:
        return {"scope": scope}
    found = {
        "dense": weights.dense * standardised(_filled(dense), among),
        "lexical": weights.lexical * standardised(asked.plain, among),
        "salience": weights.salience * standardised(asked.salient, among),
        "scope": scope,
    }
    if asked.intent.labels:
        found["glossary"] = weights.expanded * standardised(
            asked.expanded, among
        ) + weights.glossary * standardised(asked.labels, among)
    if asked.intent.tables:
        found["statement"] = weights.statement * asked.tables
    return found


def _filled(dense: Array) -> Array:
    known = ~np.isnan(dense)
    if not known.any():
        return np.zeros(dense.size, np.float32)
    return np.where(known, dense, float(dense[known].min())).astype(np.float32)
