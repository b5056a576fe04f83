"""Many lists become one: the evidence of all steps, ordered.

Each query of the chain is one aspect of the question, and the evidence should hold something for
each of them. Passages are chosen one by one, each time the one that adds most to

    F(S) = Σ_{d∈S} r(d) + Σ_q w_q · (1 − Π_{d∈S} (1 − p_q(d)))

the coverage objective of xQuAD (Santos, Macdonald and Ounis 2010, "Exploiting Query Reformulations
for Web Search Result Diversification", eq. 4–6). p_q(d), how probably d is what q looks for, falls
with d's rank, k / (k + rank − 1), as in reciprocal rank fusion (Cormack, Clarke and Büttcher 2009);
it is high where d is about the very name that q asks for, and low where q asks for a name and d is
about something else. r(d) is what d is worth by itself: its rank for the question as it was asked,
and a little for being cited by a fact. F is submodular, so gains never rise and the order of choice
is an order by score.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from backend.graph.names import name_key, title_keys
from backend.ports import Found
from backend.types import Chunk, Hit, Signal


@dataclass(frozen=True, slots=True)
class Merging:
    """Constants, chosen on the first half of hotpotqa300 alone."""

    damping: float = 2.0
    question: float = 0.5
    cited: float = 0.1
    named: float = 0.9
    other: float = 0.3
    unnamed: float = 0.6
    depth: int = 20


DEFAULT = Merging()
QUESTION = "question"
FACT = "cited by a fact"


def merge(
    steps: Sequence[Sequence[Found]],
    cited: Collection[str],
    top_k: int,
    constants: Merging = DEFAULT,
) -> tuple[Hit, ...]:
    """The best top_k passages of all steps, each with a signal per step and one for being cited.

    A signal's contribution is its share of the passage's gain; contributions sum to the score, up
    to the discount for what better passages hold already.
    """
    chunks: dict[str, Chunk] = {}
    aspects: list[tuple[str, float, dict[str, float], dict[str, int]]] = []
    for number, founds in enumerate(steps, start=1):
        for found in founds:
            ranks = {hit.chunk.id: r for r, hit in enumerate(found.hits[: constants.depth], 1)}
            chunks.update({hit.chunk.id: hit.chunk for hit in found.hits[: constants.depth]})
            chances = {
                identity: _chance(found, chunks[identity], rank, constants)
                for identity, rank in ranks.items()
            }
            aspects.append((f"step {number}", found.query.weight, chances, ranks))
    left = [1.0] * len(aspects)
    own = _own_worth(aspects, cited, constants)
    chosen: list[Hit] = []
    open_ids = set(chunks)
    while open_ids and len(chosen) < top_k:

        def gain(identity: str) -> float:
            return own(identity) + sum(
                weight * rest * chances.get(identity, 0.0)
                for (_, weight, chances, _), rest in zip(aspects, left, strict=True)
            )

        best = min(open_ids, key=lambda identity: (-gain(identity), identity))
        chosen.append(_hit(chunks[best], gain(best), best, aspects, left, cited, constants))
        for position, (_, _, chances, _) in enumerate(aspects):
            left[position] *= 1.0 - chances.get(best, 0.0)
        open_ids.remove(best)
    return tuple(chosen)


def _chance(found: Found, chunk: Chunk, rank: int, constants: Merging) -> float:
    by_rank = constants.damping / (constants.damping + rank - 1)
    if not found.query.name:
        return constants.unnamed * by_rank
    if name_key(found.query.name) in title_keys(chunk.title):
        return constants.named
    return constants.other * by_rank


def _own_worth(
    aspects: Sequence[tuple[str, float, dict[str, float], dict[str, int]]],
    cited: Collection[str],
    constants: Merging,
) -> Callable[[str], float]:
    first = aspects[0][3] if aspects else {}

    def worth(identity: str) -> float:
        rank = first.get(identity)
        by_rank = constants.damping / (constants.damping + rank - 1) if rank else 0.0
        return constants.question * by_rank + (constants.cited if identity in cited else 0.0)

    return worth


def _hit(
    chunk: Chunk,
    score: float,
    identity: str,
    aspects: Sequence[tuple[str, float, dict[str, float], dict[str, int]]],
    left: Sequence[float],
    cited: Collection[str],
    constants: Merging,
) -> Hit:
    by_step: dict[str, tuple[int | None, float]] = {}
    for position, ((label, weight, chances, ranks), rest) in enumerate(
        zip(aspects, left, strict=True)
    ):
        rank, share = by_step.get(label, (None, 0.0))
        here = ranks.get(identity)
        if here is not None:
            rank = here if rank is None else min(rank, here)
            share += weight * rest * chances[identity]
            if position == 0:
                damping = constants.damping
                share += constants.question * damping / (damping + here - 1)
        by_step[label] = (rank, share)
    signals = [
        Signal(label, rank, None if rank is None else 1.0 / rank, None, share)
        for label, (rank, share) in by_step.items()
    ]
    if cited:
        is_cited = identity in cited
        signals.append(
            Signal(
                FACT,
                1 if is_cited else None,
                1.0 if is_cited else None,
                None,
                constants.cited if is_cited else 0.0,
            )
        )
    return Hit(chunk, score, tuple(signals))
