"""Retrieval by walks over a graph of names, after published systems that need no language model.

`linear_rag`: Zhuang et al. 2025, "LinearRAG: Linear Graph Retrieval Augmented Generation on
Large-scale Corpora" (arXiv 2510.10114). `name_walk`: the PageRank of Gutiérrez et al. 2024,
"HippoRAG" (§2.3), with names of one sentence linked in place of extracted facts. `seeded_walk`:
Wang 2025, "SPRIG" (arXiv 2602.23372), names and passages in one graph, seeded by both. Names are
found by rules; the last system is rebuilt from its abstract and its table of ablations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

from backend.passage_view.names import names_of
from backend.sentences import sentence_spans

Floats = npt.NDArray[np.float64]
Vectors = npt.NDArray[np.float32]

ROUNDS = 40
"""Of power iteration; with a damping of .85 what is left to gain is below .002."""
TIERS = 3
"""LinearRAG: names are reached in so many tiers, the question's own being the first."""
PASSAGE_RATIO, PASSAGE_WEIGHT, HALF = 1.5, 0.05, 0.5
"""LinearRAG: weight of the cosine beside the names of a passage, of passages beside names, and its
damping, which HippoRAG has as well."""
SYNONYMS = 0.8
"""HippoRAG: names from this cosine on are linked as other forms of each other."""
SEEDS, SPRIG_DAMPING = 10, 0.85
"""SPRIG: so many passages begin the walk beside the question's names."""


@dataclass(frozen=True, eq=False)
class WalkedNames:
    """Names with the passages and sentences that hold them.

    `keys` are the E names; `held` (P, E) counts a name in each passage; `said` (S, E) is 1 where a
    sentence holds a name; `sentences` are those S that hold one.
    """

    keys: tuple[str, ...]
    sentences: tuple[str, ...]
    held: sparse.csr_matrix
    said: sparse.csr_matrix

    @cached_property
    def sentences_of(self) -> sparse.csr_matrix:
        """(E, S): the sentences that hold a name."""
        return self.said.T.tocsr()

    @cached_property
    def together(self) -> sparse.csr_matrix:
        """(E, E): in how many sentences two names stand together."""
        found = (self.said.T @ self.said).tolil()
        found.setdiag(0)
        return found.tocsr()


def name_graph(passages: Sequence[str]) -> WalkedNames:
    """The names of passages, found by rules, with the sentences that hold them."""
    numbers: dict[str, int] = {}
    sentences: list[str] = []
    in_passages: list[tuple[int, int]] = []
    in_sentences: list[tuple[int, int]] = []
    for row, text in enumerate(passages):
        names = [name for name in names_of(text) if name.key]
        found = [(numbers.setdefault(name.key, len(numbers)), name.start) for name in names]
        in_passages += [(row, number) for number, _ in found]
        for start, end in sentence_spans(text):
            own = {number for number, at in found if start <= at < end}
            if own:
                in_sentences += [(len(sentences), number) for number in sorted(own)]
                sentences.append(text[start:end])
    return WalkedNames(
        tuple(numbers),
        tuple(sentences),
        _counted(in_passages, (len(passages), len(numbers))),
        _counted(in_sentences, (len(sentences), len(numbers))),
    )


def _counted(places: Sequence[tuple[int, int]], shape: tuple[int, int]) -> sparse.csr_matrix:
    rows, columns = np.array(places, np.int64).reshape(-1, 2).T
    return sparse.csr_matrix((np.ones(rows.size), (rows, columns)), shape)


def pagerank_from(links: Any, start: Floats, damping: float) -> Floats:
    """Shares (n,) of the visits of a walk that follows a link by its weight with chance `damping`,
    else begins anew by `start` (n,), as it does where there is no link (Haveliwala 2002, §4).

    Args:
        links: (n, n) sparse, non-negative.
    """
    total = float(start.sum())
    if total <= 0.0:
        return np.zeros(start.size)
    origin = start / total
    sums = np.asarray(links.sum(1)).ravel()
    shares = sparse.diags(np.divide(1.0, sums, out=np.zeros(sums.size), where=sums > 0.0)) @ links
    back = shares.T.tocsr()
    found = origin
    for _ in range(ROUNDS):
        lost = float(found[sums <= 0.0].sum())
        found = (1.0 - damping + damping * lost) * origin + damping * (back @ found)
    return np.asarray(found, np.float64)


def activated(
    graph: WalkedNames, seeds: Sequence[tuple[int, float]], nearness: Vectors, threshold: float
) -> tuple[Floats, dict[int, tuple[float, int]]]:
    """Weights (E,) of the names that the question reaches, and each one's worth and tier.

    From each name one goes to the sentence that is nearest to the question and was not used, and
    from it to its names; what is reached is worth the name's worth times the sentence's cosine, and
    is left out below `threshold`. A name that is reached again counts by its later tier.

    Args:
        seeds: names of the question with their worth.
        nearness: (S,) cosine of each sentence with the question.
    """
    weights = np.zeros(len(graph.keys))
    reached: dict[int, tuple[float, int]] = {}
    for name, worth in seeds:
        weights[name] = worth
        reached[name] = (worth, 1)
    used: set[int] = set()
    current = {name: worth for name, (worth, _) in reached.items()}
    for tier in range(2, TIERS + 1):
        found: dict[int, float] = {}
        for name, worth in current.items():
            rows = graph.sentences_of[name].indices
            free = [row for row in rows.tolist() if row not in used]
            if worth < threshold or not free:
                continue
            best = max(free, key=lambda row: (float(nearness[row]), -row))
            used.add(best)
            next_worth = worth * float(nearness[best])
            if next_worth >= threshold:
                for other in graph.said[best].indices.tolist():
                    weights[other] += next_worth
                    found[other] = next_worth
        reached |= {name: (worth, tier) for name, worth in found.items()}
        current = found
    return weights, reached


def linear_rag(
    graph: WalkedNames,
    seeds: Sequence[tuple[int, float]],
    nearness: Vectors,
    cosines: Vectors,
    threshold: float,
) -> Floats:
    """(P,) scores by LinearRAG; the cosines where the question names nothing.

    A passage begins with .05 · (1.5 · its cosine, from 0 to 1, + ln(1 + Σ worth · ln(1 + times) /
    tier)), a name with its worth; PageRank walks over which passage holds which name how often, and
    from each passage to those beside it.

    Args:
        cosines: (P,) of passage and question.
    """
    if not seeds:
        return np.asarray(cosines, np.float64)
    weights, reached = activated(graph, seeds, nearness, threshold)
    worth = np.zeros(len(graph.keys))
    for name, (value, tier) in reached.items():
        worth[name] = value / tier
    times = graph.held.copy()
    times.data = np.log1p(times.data)
    spread = float(np.ptp(cosines)) or 1.0
    scaled = (cosines - cosines.min()) / spread
    begin = PASSAGE_WEIGHT * (PASSAGE_RATIO * scaled + np.log1p(np.maximum(times @ worth, 0.0)))
    size = graph.held.shape[0]
    sums = np.maximum(np.asarray(graph.held.sum(1)).ravel(), 1.0)
    beside = sparse.diags([np.ones(size - 1), np.ones(size - 1)], [1, -1], (size, size))
    links = _joined(sparse.diags(1.0 / sums) @ graph.held, None, beside)
    start = np.concatenate([weights, begin])
    return pagerank_from(links, start, HALF)[len(graph.keys) :]


def synonyms(vectors: Vectors) -> sparse.csr_matrix:
    """(E, E): cosine of names that are alike enough to be forms of each other."""
    alike = np.asarray(vectors @ vectors.T, np.float64)
    np.fill_diagonal(alike, 0.0)
    return sparse.csr_matrix(np.where(alike >= SYNONYMS, alike, 0.0))


def name_walk(
    graph: WalkedNames, seeds: Sequence[tuple[int, float]], alike: Any, cosines: Vectors
) -> Floats:
    """(P,) scores by HippoRAG's walk over names; the cosines where the question names nothing.

    Each of the question's names begins with 1 / the number of passages that hold it; a passage is
    worth the sum of its names' shares times how often it holds them.
    """
    if not seeds:
        return np.asarray(cosines, np.float64)
    start = np.zeros(len(graph.keys))
    held_in = np.maximum(np.asarray((graph.held > 0).sum(0)).ravel(), 1.0)
    for name, _ in seeds:
        start[name] = 1.0 / held_in[name]
    return np.asarray(graph.held @ pagerank_from(graph.together + alike, start, HALF))


def seeded_walk(graph: WalkedNames, seeds: Sequence[tuple[int, float]], ranked: Floats) -> Floats:
    """(P,) scores by SPRIG: a walk over names and passages from the question's names and the ten
    passages that a search ranks first, each with 1 / its rank; names that many passages hold carry
    less.

    Args:
        ranked: (P,) scores of the search.
    """
    size = graph.held.shape[0]
    held_in = np.maximum(np.asarray((graph.held > 0).sum(0)).ravel(), 1.0)
    rarity = np.log1p(size / held_in)
    start = np.zeros(len(graph.keys) + size)
    for name, _ in seeds:
        start[name] = 1.0
    for place, row in enumerate(np.argsort(-ranked, kind="stable")[:SEEDS].tolist()):
        start[len(graph.keys) + row] = 1.0 / (place + 1)
    links = _joined(graph.held @ sparse.diags(rarity), None, None)
    return pagerank_from(links, start, SPRIG_DAMPING)[len(graph.keys) :]


def _joined(held: Any, names: Any, passages: Any) -> sparse.csr_matrix:
    """(E + P, E + P): names first, then passages, linked both ways by `held` (P, E)."""
    return sparse.csr_matrix(sparse.bmat([[names, held.T], [held, passages]]))
