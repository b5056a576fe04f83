"""Many lists become one: the evidence of all steps, ordered.

Each query of the chain is one aspect of the question, and the evidence should hold something for
each of them. Passages are chosen one by one, each time the one that adds most to

    F(S) = Σ_{d∈S} r(d) + Σ_q w_q · (1 − Π_{d∈S} (1 − p_q(d)))

the coverage objective of xQuAD (Santos, Macdonald and Ounis 2010, "Exploiting Query Reformulations
for Web Search Result Diversification", eq. 4–6). p_q(d), how probably d is what q looks for, falls
with d's rank, k / (k + rank − 1), as in reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
Where q asks about a name it is high if d is about that name, lower if d only mentions it and 0 if
it does not, and grows with the share of q's other words that d holds: the relation that was
missing. r(d) is what d is worth by itself: its rank for the question as it was asked, that the
question names it, and that a fact cites it. F is submodular, so gains never rise and the order of
choice is an order by score.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.passage_view.names import name_key, title_keys
from backend.ports import Found
from backend.types import Chunk, Hit, RetrieverCard, Signal


@dataclass(frozen=True, slots=True)
class Merging:
    """Constants, chosen on the first half of hotpotqa300 alone."""

    damping: float = 1.0
    """k of the reciprocal rank."""
    question: float = 1.2
    """r(d) at the first rank of the question itself."""
    asked_by_name: float = 0.2
    """r(d) of a passage that the question names."""
    cited: float = 0.5
    """r(d) of a passage that a fact cites."""
    named: float = 0.9
    """Most of p_q(d) where d is about the name that q asks for."""
    other: float = 0.6
    """Most of p_q(d) where q asks for a name and d only mentions it."""
    unnamed: float = 0.6
    """Most of p_q(d) where q asks for no name."""
    relation: float = 0.6
    """How much of p_q(d) hangs on the other words of q."""
    depth: int = 20
    """Passages of each query that take part."""


DEFAULT = Merging()
FACT = "cited by a fact"
NAMED = "named in the question"
CARDS = (
    RetrieverCard(
        FACT,
        clause="whether a step of the chain cites it for what it found",
        family="graph",
        place=240,
        asked="never",
    ),
    RetrieverCard(
        NAMED,
        clause="whether the question names it by its title",
        family="structure",
        place=250,
        asked="never",
    ),
)
"""What speaks for a passage beside the steps, as the screens show it."""


@dataclass(frozen=True, slots=True)
class _Aspect:
    """One query: its step, its weight, p_q(d) and the rank by chunk id."""

    label: str
    weight: float
    chances: Mapping[str, float]
    ranks: Mapping[str, int]


def merge(
    steps: Sequence[Sequence[Found]],
    cited: Collection[str],
    top_k: int,
    constants: Merging = DEFAULT,
) -> tuple[Hit, ...]:
    """The best top_k passages of all steps, each with what every step gave it.

    The signals are one per step (rank: the best in that step), one for being named by the question
    and one for being cited; their contributions sum to the score. The first query of the first
    step is the question.
    """
    chunks: dict[str, Chunk] = {}
    for founds in steps:
        for found in founds:
            chunks.update({hit.chunk.id: hit.chunk for hit in found.hits[: constants.depth]})
    held = {identity: _terms_of(chunk.title, chunk.text) for identity, chunk in chunks.items()}
    aspects = [
        _aspect(f"step {number}", found, held, constants)
        for number, founds in enumerate(steps, start=1)
        for found in founds
    ]
    own = _own_worth(steps, aspects, chunks, cited, constants)
    left = [1.0] * len(aspects)
    chosen: list[Hit] = []
    waiting = set(chunks)
    while waiting and len(chosen) < top_k:
        gains = {identity: _gains(identity, own, aspects, left) for identity in waiting}
        best = min(waiting, key=lambda identity: (-sum(gains[identity].values()), identity))
        chosen.append(_hit(chunks[best], gains[best], aspects))
        left = [
            rest * (1.0 - aspect.chances.get(best, 0.0))
            for aspect, rest in zip(aspects, left, strict=True)
        ]
        waiting.remove(best)
    return tuple(chosen)


@lru_cache(maxsize=4096)
def _terms_of(title: str, text: str) -> frozenset[str]:
    """Kept, because every step orders the evidence of all steps anew."""
    return frozenset(term_texts(f"{title}\n{text}"))


def _aspect(
    label: str, found: Found, held: Mapping[str, frozenset[str]], constants: Merging
) -> _Aspect:
    name = found.query.name
    key = name_key(name)
    of_name = frozenset(term_texts(name))
    words = frozenset(term_texts(found.query.text)) - of_name
    ranks: dict[str, int] = {}
    chances: dict[str, float] = {}
    for rank, hit in enumerate(found.hits[: constants.depth], start=1):
        identity = hit.chunk.id
        ranks[identity] = rank
        by_rank = _by_rank(rank, constants)
        if not key:
            most = constants.unnamed * by_rank
        elif key in title_keys(hit.chunk.title):
            most = constants.named
        elif of_name <= held[identity]:
            most = constants.other * by_rank
        else:
            most = 0.0
        share = len(words & held[identity]) / len(words) if words else 1.0
        chances[identity] = most * (1.0 - constants.relation * (1.0 - share))
    return _Aspect(label, found.query.weight, chances, ranks)


def _own_worth(
    steps: Sequence[Sequence[Found]],
    aspects: Sequence[_Aspect],
    chunks: Mapping[str, Chunk],
    cited: Collection[str],
    constants: Merging,
) -> dict[str, dict[str, float]]:
    """r(d) by what it comes from."""
    first = next((found.query.text for founds in steps for found in founds), "")
    question = f" {name_key(first)} "
    own: dict[str, dict[str, float]] = {}
    for identity, chunk in chunks.items():
        rank = aspects[0].ranks.get(identity)
        is_named = any(
            sure * (" " in key or sure == 1.0)
            for key, sure in title_keys(chunk.title).items()
            if f" {key} " in question
        )
        own[identity] = {
            aspects[0].label: constants.question * _by_rank(rank, constants) if rank else 0.0,
            NAMED: constants.asked_by_name if is_named else 0.0,
            FACT: constants.cited if identity in cited else 0.0,
        }
    return own


def _by_rank(rank: int, constants: Merging) -> float:
    return constants.damping / (constants.damping + rank - 1)


def _gains(
    identity: str,
    own: Mapping[str, Mapping[str, float]],
    aspects: Sequence[_Aspect],
    left: Sequence[float],
) -> dict[str, float]:
    """What the passage adds now, by signal."""
    gains = dict(own[identity])
    for aspect, rest in zip(aspects, left, strict=True):
        chance = aspect.chances.get(identity, 0.0)
        gains[aspect.label] = gains.get(aspect.label, 0.0) + aspect.weight * rest * chance
    return gains


def _hit(chunk: Chunk, gains: Mapping[str, float], aspects: Sequence[_Aspect]) -> Hit:
    ranks: dict[str, int] = {}
    for aspect in aspects:
        rank = aspect.ranks.get(chunk.id)
        if rank is not None:
            ranks[aspect.label] = min(rank, ranks.get(aspect.label, rank))
    signals = []
    for label, gain in sorted(gains.items()):
        raw = 1.0 / ranks[label] if label in ranks else None
        if label in (FACT, NAMED):
            raw = 1.0 if gain else None
        signals.append(Signal(label, ranks.get(label), raw, None, gain))
    return Hit(chunk, sum(gains.values()), tuple(signals))
