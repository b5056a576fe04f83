"""Programs read together with the question.

The model that ships reads the question and what a program says of a list as one text, with its
adapter for pairs; a head of its own over the states of their tokens says how well the one means the
other. Words that no header and no value has (“Who is behind?” for rows that are not paid) are seen
there, where features count which words are accounted for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.inference.pair_head import PairHead
from backend.ports import Embedder, PairEmbedder
from backend.tasks.calculate.composed.program_features import Features
from backend.tasks.calculate.composed.program_network import ProgramNetwork
from backend.tasks.calculate.composed.unsaid_values import Embed

MOST_READ = 20
"""Statements that are read: those of the programs that the network thinks most of."""
_ROUGH = 4.0
"""Log-odds are of the size of other features if divided by so much."""
READ, UNREAD = "read", "read, not"
"""Features of what was read of a program, and of one that was not: it counts as the least of those
that were."""

Scores = npt.NDArray[np.float32]
ReadPairs = Callable[[str, Sequence[str]], Scores]
"""Log-odds that each text is what a question means, shape (texts,)."""


@dataclass(frozen=True, slots=True)
class ProgramModel:
    """What weighs programs: vectors of texts, questions read together with texts, and the network,
    all of one model."""

    embed: Embed
    read: ReadPairs
    network: ProgramNetwork


def program_model(embedder: Embedder, network: ProgramNetwork) -> ProgramModel | None:
    """The network with the model that it was trained with; None where the embedder is another one,
    or reads no pairs of texts."""
    if embedder.identity != network.identity:
        return None
    if not isinstance(embedder, PairEmbedder) or not embedder.reads_pairs:
        return None
    return ProgramModel(embedder.embed, reads_with(embedder, network.head), network)


def reads_with(embedder: PairEmbedder, head: PairHead) -> ReadPairs:
    """What reads pairs by the model and a head over its states."""

    def read(question: str, texts: Sequence[str]) -> Scores:
        pairs = embedder.pair_states(question, texts)
        return np.array([head.log_odds(each.ids, each.states)[0] for each in pairs], np.float32)

    return read


def reading_features(
    question: str, statements: Sequence[str], thought_of: Scores, read: ReadPairs
) -> list[Features]:
    """What was read of each program, in order.

    Args:
        statements: what each program says; several may say the same.
        thought_of: the scores of the programs so far, shape (programs,): the best are read.
    """
    order = np.argsort(-thought_of, kind="stable")
    texts = list(dict.fromkeys(statements[at] for at in order))[:MOST_READ]
    scores = dict(zip(texts, map(float, read(question, texts)), strict=True))
    best, least = max(scores.values()), min(scores.values())
    found: list[Features] = []
    for text in statements:
        own = scores.get(text, least)
        features = {READ: own / _ROUGH, "read, behind the best": (best - own) / _ROUGH}
        features |= {UNREAD: 1.0} if text not in scores else {"read, best": float(own == best)}
        found.append(features)
    return found
