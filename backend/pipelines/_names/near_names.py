"""The names nearest to a question: those that it states, then those of the passages nearest to it.

GraphRAG (Edge et al. 2024; its local search) compares the question with descriptions of entities.
Here a name is as near as the passages that name it: they are what is known of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from backend.analysis import STOP_WORDS
from backend.fusion.reciprocal_rank import K0
from backend.graph.name_network import NameNetwork
from backend.passage_view.names import LONGEST_NAME, name_key
from backend.ports import Parts, TextSearch, Vectors, VectorSearch
from backend.types import Query

DEPTH = 50
"""Passages of each list whose names are compared."""
FOUND = 0.8
"""Worth of the best name that the question does not state; others in proportion."""


@dataclass(frozen=True, slots=True)
class NearName:
    """A name by number, with its worth (1 where the question states it)."""

    number: int
    worth: float
    stated: bool


@dataclass(frozen=True, slots=True)
class Nearest:
    """The names, best first, and the passages nearest to the question with their cosines."""

    names: tuple[NearName, ...]
    passages: Mapping[str, float]


def nearest_names(
    parts: Parts, query: Query, vector: Vectors, network: NameNetwork, most: int
) -> Nearest:
    """The names nearest to a question.

    Args:
        vector: (dimension,) of the question, of unit length.
    """
    by_words, by_meaning = parts.index.search_together(
        query.collection_id,
        [
            TextSearch(query.text, DEPTH, query.filters),
            VectorSearch(vector, DEPTH, query.filters),
        ],
        judged=False,
    )
    stated = stated_names(query.text, network)[:most]
    ranks: dict[str, float] = {}
    for found in (by_words.best, by_meaning.best):
        for rank, each in enumerate(found, start=1):
            ranks[each.chunk_id] = ranks.get(each.chunk_id, 0.0) + 1.0 / (K0 + rank)
    scores = _scored(network, ranks)
    ordered = sorted(scores, key=lambda name: (-scores[name], network.ids[name]))
    rest = [each for each in ordered if each not in set(stated)][: most - len(stated)]
    best = scores[rest[0]] if rest else 1.0
    names = [NearName(each, 1.0, stated=True) for each in stated]
    names += [NearName(each, FOUND * scores[each] / best, stated=False) for each in rest]
    return Nearest(tuple(names), by_meaning.scores)


def stated_names(question: str, network: NameNetwork) -> list[int]:
    """The names that stand in a question, the longest at each place, in its order."""
    given = question.split()
    capitals = any(word[:1].isupper() for word in given[1:])
    words, small = [], []
    for word in given:
        for part in name_key(word).split():
            words.append(part)
            small.append(capitals and not word.lstrip("\"'“‘(")[:1].isupper())
    found: list[int] = []
    place = 0
    while place < len(words):
        for length in range(min(LONGEST_NAME, len(words) - place), 0, -1):
            some = words[place : place + length]
            if length == 1 and small[place]:
                continue  # "bank" in a question that writes names with capitals
            number = network.number_of.get(" ".join(some))
            if number is not None and not set(some) <= STOP_WORDS:
                found.append(number)
                place += length - 1
                break
        place += 1
    return list(dict.fromkeys(found))


def _scored(network: NameNetwork, ranks: Mapping[str, float]) -> dict[int, float]:
    """Names by the ranks of the passages that hold them, rare names more:
    log((N + 1) / n) / log(N + 1), N passages with names, n of them with this one."""
    scores: dict[int, float] = {}
    for chunk_id, worth in ranks.items():
        for number in network.named_in.get(chunk_id, ()):
            scores[number] = scores.get(number, 0.0) + worth
    everyone = len(network.named_in) + 1
    return {
        number: score * math.log(everyone / len(network.passages[number])) / math.log(everyone)
        for number, score in scores.items()
    }
