"""Stages of relevance models over one question's candidates, with each retriever's share.

The log-odds of a stage are a column of the next. Where the models are linear, what a retriever
contributed to one stage is carried through that column, so that contributions add up to the score
exactly. Boosted trees are explained by Shapley values, which add up to the score as well; other
models by occlusion (what the score loses when a retriever is hidden).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from backend.fusion.staged.measured_columns import Columns, retriever_of
from backend.inference.log_odds import sigmoid
from backend.passage_view.collection_view import Array

PRIOR = "prior:log_odds:value"
"""The column that holds the log-odds of the stage before."""
PRIOR_OWNER = retriever_of(PRIOR)
LARGEST_LOG_ODDS = 12.0


class RelevanceModel(Protocol):
    """Gives the log-odds that a candidate is relevant, from its columns."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns that the model reads, in its order."""
        ...

    def log_odds(self, matrix: Array) -> Array:
        """(n,) for a matrix (n, columns) with NaN where a column is missing."""
        ...


@runtime_checkable
class AdditiveModel(RelevanceModel, Protocol):
    """A model whose log-odds are a bias plus one share per column."""

    @property
    def bias(self) -> float:
        """The log-odds of a candidate whose columns all stand at their mean."""
        ...

    def shares(self, matrix: Array) -> Array:
        """(n, columns) shares."""
        ...


@runtime_checkable
class CreditedModel(RelevanceModel, Protocol):
    """A model that can say what the columns of each owner add to its log-odds."""

    def credited(self, matrix: Array, owner_of: Sequence[str]) -> Mapping[str, Array]:
        """(n,) by owner of columns, summing to the log-odds less a constant."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """Log-odds (n,) of the candidates, and (n,) contributions by retriever.

    Contributions are centred: they say what lifts a candidate over the question's average one. For
    additive and credited models they sum to `log_odds − mean(log_odds)`.
    """

    log_odds: Array
    contributions: Mapping[str, Array]

    @property
    def relevance(self) -> Array:
        """(n,) probabilities."""
        return probability(self.log_odds)


def mixed(one: Judged, other: Judged, share: float) -> Judged:
    """Two judgements of the same candidates as one, the other's with a share in [0, 1];
    contributions as well."""

    def both(own: Array, others: Array) -> Array:
        return ((1.0 - share) * own + share * others).astype(np.float32)

    nothing = np.zeros_like(one.log_odds)
    names = dict.fromkeys((*one.contributions, *other.contributions))
    contributions = {
        name: both(one.contributions.get(name, nothing), other.contributions.get(name, nothing))
        for name in names
    }
    return Judged(both(one.log_odds, other.log_odds), contributions)


def probability(log_odds: Array) -> Array:
    """Logistic function, safe for large values."""
    return sigmoid(log_odds, LARGEST_LOG_ODDS)


def with_prior(columns: Columns, before: Judged) -> Columns:
    """The columns of a later stage: its own and the log-odds of the stage before."""
    return columns.joined(Columns(columns.size, {PRIOR: before.log_odds}))


def judge(
    model: RelevanceModel,
    columns: Columns,
    before: Judged | None = None,
    *,
    explained: bool = True,
) -> Judged:
    """One stage over the candidates' columns; without `explained` it has no contributions."""
    matrix = columns.matrix(model.columns)
    if explained and isinstance(model, AdditiveModel):
        shares = model.shares(matrix)
        return Judged(model.bias + shares.sum(1), _additive(model, shares, before))
    log_odds = model.log_odds(matrix)
    if explained and isinstance(model, CreditedModel):
        owner_of = [retriever_of(name) for name in model.columns]
        return Judged(log_odds, _carried(model.credited(matrix, owner_of), before))
    return Judged(log_odds, _occluded(model, matrix, log_odds, before) if explained else {})


def _additive(model: RelevanceModel, shares: Array, before: Judged | None) -> dict[str, Array]:
    found: dict[str, Array] = {}
    carried = np.zeros(shares.shape[0], np.float32)
    for number, name in enumerate(model.columns):
        if name == PRIOR:
            carried = carried + shares[:, number]
        else:
            retriever = retriever_of(name)
            found[retriever] = found.get(retriever, 0.0) + shares[:, number]
    found = {retriever: each - each.mean() for retriever, each in found.items()}
    if before is not None and before.log_odds.size:
        slope = _slope(before.log_odds, carried)
        for retriever, contribution in before.contributions.items():
            found[retriever] = found.get(retriever, 0.0) + slope * contribution
    return found


def _slope(log_odds: Array, carried: Array) -> float:
    """How much of a change of the earlier log-odds the later stage keeps (it is linear in them)."""
    low, high = int(log_odds.argmin()), int(log_odds.argmax())
    distance = float(log_odds[high] - log_odds[low])
    return float(carried[high] - carried[low]) / distance if distance > 1e-9 else 0.0


def _carried(credited: Mapping[str, Array], before: Judged | None) -> dict[str, Array]:
    """Centred contributions, the share of the stage before handed on to those who made it.

    As far as that share follows the earlier log-odds in a straight line, each gets a multiple of
    what it contributed to them; the rest is divided by how much each said, for or against.
    """
    found = {owner: each - each.mean() for owner, each in credited.items() if owner != PRIOR_OWNER}
    handed = credited.get(PRIOR_OWNER)
    if handed is None or before is None or not before.contributions:
        return found
    handed = handed - handed.mean()
    earlier = np.stack(list(before.contributions.values()))
    total = earlier.sum(0)
    slope = float((handed * total).sum() / ((total**2).sum() + 1e-9))
    said = np.abs(earlier) + 1e-9
    parts = slope * earlier + (handed - slope * total) * said / said.sum(0)
    for owner, part in zip(before.contributions, parts, strict=True):
        found[owner] = found.get(owner, 0.0) + (part - part.mean()).astype(np.float32)
    return found


def _occluded(
    model: RelevanceModel, matrix: Array, log_odds: Array, before: Judged | None
) -> dict[str, Array]:
    names: Sequence[str] = sorted({retriever_of(name) for name in model.columns} - {"prior"})
    found: dict[str, Array] = {}
    for retriever in names:
        hidden = matrix.copy()
        hidden[:, [retriever_of(name) == retriever for name in model.columns]] = np.nan
        change = log_odds - model.log_odds(hidden)
        found[retriever] = change - change.mean()
    if before is not None:
        hidden = matrix.copy()
        hidden[:, [name == PRIOR for name in model.columns]] = np.nan
        change = log_odds - model.log_odds(hidden)
        earlier = sum(before.contributions.values(), np.zeros_like(log_odds))
        slope = float((change * earlier).sum() / ((earlier**2).sum() + 1e-9))
        for retriever, contribution in before.contributions.items():
            found[retriever] = found.get(retriever, 0.0) + slope * contribution
    return found
