"""What is measured of each candidate, as named columns that belong to retrievers.

A column's name is `retriever:aspect:form`. Forms are `value` (0 where the retriever is silent),
`z` (standardised within the question; a missing score stands just below the lowest), `rank` (minus
the logarithm of the rank) and `reciprocal` (k0 / (k0 + rank), as in reciprocal rank fusion).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.inference.standard_scores import LIMIT
from backend.passage_view.collection_view import Array

BELOW = 0.05
"""A missing score stands so far below the lowest, as a share of the scores' range."""
K0 = 60
"""Constant of reciprocal rank fusion (Cormack, Clarke & Büttcher 2009)."""


@dataclass(frozen=True, slots=True)
class Columns:
    """(n,) measurements of n candidates by column name. A retriever that is missing or says
    nothing of any candidate has no columns.
    """

    size: int
    values: Mapping[str, Array]

    def joined(self, other: Columns) -> Columns:
        """Both sets of columns."""
        return Columns(self.size, {**self.values, **other.values})

    def without(self, retrievers: frozenset[str]) -> Columns:
        """The columns of all other retrievers."""
        kept = {n: v for n, v in self.values.items() if retriever_of(n) not in retrievers}
        return Columns(self.size, kept)

    def matrix(self, names: Sequence[str]) -> Array:
        """(n, len(names)), NaN in columns that are missing."""
        found = np.full((self.size, len(names)), np.nan, np.float32)
        for number, name in enumerate(names):
            if name in self.values:
                found[:, number] = self.values[name]
        return found


def retriever_of(column: str) -> str:
    """The retriever that a column belongs to."""
    return column.split(":", 1)[0]


def raw_scores(scores: Mapping[str, float], chunk_ids: Sequence[str]) -> Array:
    """(n,) scores in the order of the candidates, NaN where absent."""
    silent = float("nan")
    return np.array([scores.get(chunk_id, silent) for chunk_id in chunk_ids], np.float32)


def standardised(raw: Array) -> Array:
    """(n,) with mean 0 and deviation 1 over the candidates, cut at ±5.

    Missing scores (NaN) stand just below the lowest that is there; all are 0 if none is.
    """
    silent = np.isnan(raw)
    if silent.all():
        return np.zeros(raw.size, np.float32)
    lowest, highest = float(np.nanmin(raw)), float(np.nanmax(raw))
    spread = highest - lowest if highest > lowest else max(abs(highest), 1.0)
    filled = np.where(silent, lowest - BELOW * spread, raw)
    deviation = float(filled.std())
    if deviation < 1e-9:
        return np.zeros(raw.size, np.float32)
    cut: Array = np.clip((filled - filled.mean()) / deviation, -LIMIT, LIMIT).astype(np.float32)
    return cut


def ranks(raw: Array) -> Array:
    """(n,) ranks from 1, equal scores by place; NaN where the score is."""
    order = np.argsort(np.where(np.isnan(raw), np.inf, -raw), kind="stable")
    found = np.empty(raw.size, np.float32)
    found[order] = np.arange(1, raw.size + 1)
    found[np.isnan(raw)] = np.nan
    return found


def score_columns(retriever: str, raw: Array, *, bounded: bool = True) -> dict[str, Array]:
    """The forms of a retriever's score; none if it is silent.

    Args:
        bounded: whether raw scores mean the same in every question; else they are divided by the
            question's best.
    """
    if np.isnan(raw).all():
        return {}
    value = np.nan_to_num(raw, nan=0.0)
    if not bounded:
        value = value / (float(np.abs(value).max()) + 1e-9)
    place = np.where(np.isnan(raw), raw.size, ranks(raw))
    return {
        f"{retriever}:score:value": value.astype(np.float32),
        f"{retriever}:score:z": standardised(raw),
        f"{retriever}:score:rank": -np.log(place).astype(np.float32),
        f"{retriever}:score:reciprocal": (K0 / (K0 + place)).astype(np.float32),
    }


def aspect_columns(retriever: str, aspects: Mapping[str, Array]) -> dict[str, Array]:
    """Value and standardised form of each further measurement (silent is 0)."""
    if not aspects:
        return {}
    values = np.nan_to_num(np.stack(list(aspects.values())), nan=0.0).astype(np.float32)
    deviation = values.std(1, keepdims=True)
    scaled = (values - values.mean(1, keepdims=True)) / np.where(deviation < 1e-9, 1.0, deviation)
    scaled = np.clip(scaled, -LIMIT, LIMIT).astype(np.float32)
    found: dict[str, Array] = {}
    for number, aspect in enumerate(aspects):
        found[f"{retriever}:{aspect}:value"] = values[number]
        found[f"{retriever}:{aspect}:z"] = scaled[number]
    return found
