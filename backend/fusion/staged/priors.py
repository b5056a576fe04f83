"""Retrievers that a model was not trained with count by a prior weight.

Without it a further retriever would propose and score, and change nothing. A trained stage adds
weight · `ADDED` log-odds for each deviation of the retriever's score within the question, which is
what shipped weights give an ordinary column; reciprocal rank fusion adds weight · k0 / (k0 + rank)
as it does for all. Where few questions adjust a collection's weights, these columns start from
their prior and are fitted with the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.fusion.models.linear import LinearModel
from backend.fusion.staged.measured_columns import retriever_of
from backend.fusion.staged.relevance import CreditedModel, RelevanceModel
from backend.fusion.staged.weights import JUDGES, UNTRAINED, Stages
from backend.passage_view.collection_view import Array

ADDED = 0.2
"""Log-odds for one deviation, of a retriever with the weight 1."""


@dataclass(frozen=True, slots=True)
class WithPriors:
    """A model that is no sum, plus a weighed sum of columns that it does not know.

    `weights` are those of the last columns; a column that is missing adds nothing.
    """

    model: RelevanceModel
    further: tuple[str, ...]
    weights: Array

    @property
    def columns(self) -> tuple[str, ...]:
        """The model's own columns, then the further ones."""
        return (*self.model.columns, *self.further)

    def log_odds(self, matrix: Array) -> Array:
        """(n,) for a matrix (n, columns) with NaN where a column is missing."""
        own = len(self.model.columns)
        added = np.nan_to_num(matrix[:, own:], nan=0.0) @ self.weights
        summed: Array = (self.model.log_odds(matrix[:, :own]) + added).astype(np.float32)
        return summed


class CreditedWithPriors(WithPriors):
    """The same over a model that can say what each owner of columns adds."""

    model: CreditedModel

    def credited(self, matrix: Array, owner_of: Sequence[str]) -> Mapping[str, Array]:
        """(n,) by owner of columns: the model's own, and each further column's share."""
        own = len(self.model.columns)
        found = dict(self.model.credited(matrix[:, :own], owner_of[:own]))
        shares = np.nan_to_num(matrix[:, own:], nan=0.0) * self.weights
        for number, owner in enumerate(owner_of[own:]):
            found[owner] = found.get(owner, 0.0) + shares[:, number]
        return found


def learned(stages: Stages) -> frozenset[str]:
    """The retrievers that some stage was trained with."""
    judges = (getattr(stages, name) for name in JUDGES)
    return frozenset(retriever_of(column) for model in judges for column in model.columns)


def with_priors(stages: Stages, kind: str, priors: Mapping[str, float]) -> Stages:
    """The stages, with the retrievers that they do not know at their prior weights.

    Args:
        kind: of the model: the one without training sums ranks.
        priors: weights by retriever, 0 for one that shall not count.
    """
    known = learned(stages)
    wanted = {name: priors[name] for name in sorted(priors) if name not in known and priors[name]}
    if not wanted and stages.beside is None:
        return stages
    form, unit = ("reciprocal", 1.0) if kind == UNTRAINED else ("z", ADDED)
    columns = tuple(f"{name}:score:{form}" for name in wanted)
    weights = np.array([unit * weight for weight in wanted.values()], np.float32)

    def counting(model: RelevanceModel) -> RelevanceModel:
        return _counting(model, columns, weights)

    by_prior = frozenset() if kind == UNTRAINED else frozenset(wanted)
    beside = None if stages.beside is None else with_priors(stages.beside, kind, priors)
    return Stages(
        counting(stages.direct),
        counting(stages.first),
        counting(stages.second),
        counting(stages.third),
        stages.gate,
        by_prior,
        beside,
    )


def _counting(model: RelevanceModel, columns: tuple[str, ...], weights: Array) -> RelevanceModel:
    if isinstance(model, CreditedModel):
        return CreditedWithPriors(model, columns, weights)
    if not isinstance(model, LinearModel):
        return WithPriors(model, columns, weights)
    size = len(columns)
    return LinearModel(
        (*model.columns, *columns),
        np.concatenate([model.mean, np.zeros(size, np.float32)]),
        np.concatenate([model.deviation, np.ones(size, np.float32)]),
        np.concatenate([model.weight, weights]),
        model.bias,
    )
