"""The final score: a judgement over links and one of each passage by itself, balanced by question.

Some questions are answered by one passage, others by several that lead to each other; what helps
one kind harms the other (a passage's neighbours also look relevant). So two models judge, and a
third says, from what was found, how far links carry the question. Beside the direct judgement
stands the plain convex combination of words and meaning (`backend.fusion.convex`), which needs no
training and steadies it on collections unlike those of the training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from backend.fusion.staged.measured_columns import Columns, standardised
from backend.fusion.staged.propagation import RETRIEVER as PATH
from backend.fusion.staged.propagation import CandidateLinks
from backend.fusion.staged.relevance import Judged, RelevanceModel, probability
from backend.passage_view.collection_view import Array, Numbers

BEST = 6
"""The question's kind is read from so many best passages of each judgement."""
MEANING = 0.9
"""Weight of meaning in the plain combination, as `bench.retrieval` chose it on first halves."""
PLAIN = {"dense": -1.0, "window": -1.0, "lexical": 0.0}
"""Least possible score of each retriever of the plain combination. The first two share the weight
of meaning: a passage means what it says as a whole and what its nearest part says.
"""
PLAIN_SHARE = 0.25
"""Weight of the plain combination beside the direct judgement. On training questions the judgement
alone is as good or better; a quarter steadies it on collections unlike those.
"""


@dataclass(frozen=True, slots=True)
class Balanced:
    """Final scores (n,), mean 0, with contributions by retriever.

    Contributions sum to the score where the models are additive. `links` in [0, 1] is the weight of
    the judgement over links.
    """

    score: Array
    contributions: Mapping[str, Array]
    links: float


def plain_shares(raw: Mapping[str, Array]) -> dict[str, Array]:
    """(n,) share of each of `dense`, `window` and `lexical` in their convex combination; silent is
    0.
    """
    present = [name for name in PLAIN if name in raw and not np.isnan(raw[name]).all()]
    meanings = sum(name != "lexical" for name in present)
    weights = {name: 1.0 - MEANING if name == "lexical" else MEANING / meanings for name in present}
    total = sum(weights.values())
    found: dict[str, Array] = {}
    for name, weight in weights.items():
        bottom = PLAIN[name]
        scale = max(float(np.nanmax(raw[name])) - bottom, 1e-9)
        share = np.maximum(np.nan_to_num((raw[name] - bottom) / scale, nan=0.0), 0.0)
        found[name] = (weight / total * share).astype(np.float32)
    return found


def balanced(
    model: RelevanceModel,
    direct: Judged,
    linked: Judged,
    raw: Mapping[str, Array],
    columns: Columns,
    links: CandidateLinks,
    off: frozenset[str] = frozenset(),
) -> Balanced:
    """Join the judgements. Each is standardised within the question before it is weighed.

    Args:
        model: gives the log-odds that links carry the question, from `evidence_columns`.
        raw: raw scores by retriever.
    """
    weight = links_weight(model, direct, linked, columns, links, off)
    plain = {name: each for name, each in plain_shares(raw).items() if name not in off}
    total = sum(plain.values(), np.zeros(direct.log_odds.size, np.float32))
    parts = (
        (weight, linked.log_odds, linked.contributions),
        ((1.0 - weight) * (1.0 - PLAIN_SHARE), direct.log_odds, direct.contributions),
        ((1.0 - weight) * PLAIN_SHARE, total, plain),
    )
    score = np.zeros(direct.log_odds.size, np.float32)
    contributions: dict[str, Array] = {}
    for share, values, by_retriever in parts:
        deviation = float(values.std()) if values.size else 0.0
        if deviation < 1e-9 or share <= 0.0:
            continue
        factor = np.float32(share / deviation)
        score = score + factor * (values - values.mean())
        for name, each in by_retriever.items():
            contributions[name] = contributions.get(name, 0.0) + factor * (each - each.mean())
    return Balanced(score, contributions, weight)


def links_weight(
    model: RelevanceModel,
    direct: Judged,
    linked: Judged,
    columns: Columns,
    links: CandidateLinks,
    off: frozenset[str] = frozenset(),
) -> float:
    """How far links carry the question, in [0, 1]; arguments as for `balanced`."""
    if PATH in off or direct.log_odds.size < 2:
        return 0.0
    seen = evidence_columns(columns, links, direct, linked)
    return float(probability(model.log_odds(seen.matrix(model.columns)))[0])


def evidence_columns(
    columns: Columns, links: CandidateLinks, direct: Judged, linked: Judged
) -> Columns:
    """One row: what the best passages show of whether links carry the question.

    `alone`: the most that one passage covers of the question; `together`: that two of the best
    cover more; `title_link`, `name_link`: the strongest link among the best; `overlap`: how much
    they say the same; `held`: whether one holds another's title; `named`, `about`: how surely the
    question names something; `lead_direct`, `lead_linked`: the lead of the first passage;
    `agreement` of the two judgements.
    """
    one, other = standardised(direct.log_odds), standardised(linked.log_odds)
    best, alone = _best(other), _best(one)
    square = np.ix_(best, best)
    found: dict[str, float] = {
        "title_link": float(links.titles[square].max()),
        "name_link": float(links.names[square].max()),
        "overlap": float(links.overlap.rows(best)[:, best].max()),
        "held": float(links.held.rows(best)[:, best].max()),
        "lead_direct": float(one[alone[0]] - one[alone[1]]),
        "lead_linked": float(other[best[0]] - other[best[1]]),
        "agreement": float((one * other).mean()),
    }
    for name, column in (("named", "entity:title:value"), ("about", "entity:text:value")):
        if column in columns.values:
            found[name] = float(columns.values[column].max())
    if links.coverage is not None and links.weights is not None:
        single = links.weights @ links.coverage
        covered = links.coverage[:, best]
        pairs = np.maximum(covered[:, :, None], covered[:, None, :])
        joint = float(np.tensordot(links.weights, pairs, axes=1).max())
        found["alone"] = float(single.max())
        found["together"] = joint - float(single[alone].max())
    values = {f"question:{n}:value": np.array([v], np.float32) for n, v in found.items()}
    return Columns(1, values)


def _best(scores: Array) -> Numbers:
    return np.lexsort((np.arange(scores.size), -scores))[:BEST]
