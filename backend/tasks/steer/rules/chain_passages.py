"""The evidence as the rules see it: each passage once, with its terms, names and standing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.passage_view.names import name_key, title_keys
from backend.ports import Found
from backend.tasks.steer.rules.question_parts import QuestionInParts
from backend.types import Chunk

READ_OF_EACH = 8
"""So many of the best passages of each query are read."""
NAMED = 1.0
"""What it adds to a passage's standing that the question or a query names it."""


@dataclass(frozen=True, slots=True)
class ChainPassage:
    """A chunk that was found, the terms it holds, and how surely it belongs to the chain.

    `standing` is in (0, 1]: the share of the question that it covers, the rank at which it was
    found, and whether it is what was asked for by name.
    """

    chunk: Chunk
    title_key: str
    terms: frozenset[str]
    standing: float
    named: bool


def read_passages(
    asked: QuestionInParts, steps: Sequence[Found]
) -> tuple[list[ChainPassage], dict[str, float]]:
    """The passages that were found, best standing first, and the weight of each question term."""
    chunks: dict[str, Chunk] = {}
    reached: dict[str, float] = {}
    named: set[str] = set()
    for found in steps:
        for rank, hit in enumerate(found.hits[:READ_OF_EACH]):
            chunk = hit.chunk
            chunks[chunk.id] = chunk
            worth = found.query.weight / (1.0 + 0.5 * rank)
            if found.query.name and is_about(chunk, found.query.name):
                named.add(chunk.id)
                worth = found.query.weight
            reached[chunk.id] = max(worth, reached.get(chunk.id, 0.0))
    held = {identity: _terms_of(chunk.title, chunk.text) for identity, chunk in chunks.items()}
    weights = term_weights(asked.stems, list(held.values()))
    total = sum(weights.values()) or 1.0
    named |= {identity for identity, chunk in chunks.items() if asked_for(asked, chunk)}
    raw = {
        identity: (
            sum(weight for term, weight in weights.items() if term in held[identity]) / total
            + (NAMED if identity in named else 0.0)
        )
        * (0.5 + 0.5 * reached[identity])
        for identity in chunks
    }
    most = max(raw.values(), default=1.0) or 1.0
    passages = [
        ChainPassage(
            chunk,
            name_key(chunk.title),
            held[identity],
            raw[identity] / most,
            identity in named,
        )
        for identity, chunk in chunks.items()
    ]
    passages.sort(key=lambda passage: (-passage.standing, passage.chunk.id))
    return passages, weights


@lru_cache(maxsize=4096)
def _terms_of(title: str, text: str) -> frozenset[str]:
    """Kept, because every step reads the evidence of the steps before it too."""
    return frozenset(term_texts(f"{title}\n{text}"))


def term_weights(stems: Sequence[str], held: Sequence[frozenset[str]]) -> dict[str, float]:
    """ln(1 + N/df) of each term over the passages found so far, scaled to at most 1.

    The smoothed inverse document frequency of Spärck Jones (1972), taken from the candidates alone:
    a term that all of them share tells them not apart.
    """
    counts: Counter[str] = Counter(term for terms in held for term in terms)
    most = math.log(1.0 + max(1, len(held)))
    return {stem: math.log(1.0 + max(1, len(held)) / max(1, counts[stem])) / most for stem in stems}


def is_about(chunk: Chunk, name: str) -> bool:
    """Whether a chunk's title is the name, in one of the forms that titles are known by."""
    key = name_key(name)
    return bool(key) and (key in title_keys(chunk.title) or key in _heading_keys(chunk))


def asked_for(asked: QuestionInParts, chunk: Chunk) -> bool:
    """Whether the question names the chunk's document or heading."""
    return any(
        asked.holds(key) and (" " in key or _as_name(asked, key))
        for key in (*title_keys(chunk.title), *_heading_keys(chunk))
    )


def _heading_keys(chunk: Chunk) -> Mapping[str, float]:
    return {name_key(heading): 1.0 for heading in chunk.path[-1:]}


def _as_name(asked: QuestionInParts, key: str) -> bool:
    """A single word counts only where the question writes it as a name."""
    return any(key == name.key for name in asked.names) or key in map(name_key, asked.sides)
