"""A sub-graph grown from a name towards a question ("Unveiling Hidden Information in Unstructured
Documents", §3.2.1, the sub-graph of its path retrieval).

From a seed on, the neighbour is added whose comparison vector is nearest to the question: the mean
of its own vector and of those of the relations that lead to it from the seed. A sub-graph is as
relevant as the mean of what its nodes scored when they were added.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from backend.ports import Vectors

SIZE = 5
"""Nodes of a sub-graph, as there."""

Neighbours = Callable[[int], Sequence[tuple[str, int]]]
"""Of a node by number: the words of a relation, and the node that it leads to."""


@dataclass(frozen=True, slots=True)
class Grown:
    """A sub-graph: nodes in the order in which they came, the first is its seed; what each scored;
    and the relations by which they came, as (from, words, to)."""

    nodes: tuple[int, ...]
    scores: tuple[float, ...]
    relations: tuple[tuple[int, str, int], ...]

    @property
    def relevance(self) -> float:
        """The mean of the scores."""
        return float(np.mean(self.scores))


def grow(
    seed: int,
    asked: Vectors,
    labels: Sequence[str],
    neighbours: Neighbours,
    embed: Callable[[Sequence[str]], Vectors],
    size: int = SIZE,
) -> Grown:
    """Grow from a seed until `size` nodes are there, or no neighbour is left.

    Args:
        asked: (dimension,) unit vector of the question.
        labels: of the nodes, by number.
        embed: unit vectors of labels and of words of relations.
    """
    nodes, relations = [seed], []
    ways: dict[int, tuple[str, ...]] = {seed: ()}
    scores = [float(embed([labels[seed]])[0] @ asked)]
    waiting: dict[tuple[int, str, int], float] = {}
    newest = seed
    while len(nodes) < size:
        fresh = [
            (newest, words, other)
            for words, other in dict.fromkeys(neighbours(newest))
            if other not in ways
        ]
        waiting.update(zip(fresh, _scores(fresh, ways, asked, labels, embed), strict=True))
        open_ones = {each: score for each, score in waiting.items() if each[2] not in ways}
        if not open_ones:
            break
        best = min(open_ones, key=lambda each: (-open_ones[each], labels[each[2]], each))
        came_from, words, newest = best
        nodes.append(newest)
        scores.append(open_ones[best])
        relations.append(best)
        ways[newest] = (*ways[came_from], words)
    return Grown(tuple(nodes), tuple(scores), tuple(relations))


def _scores(
    fresh: Sequence[tuple[int, str, int]],
    ways: dict[int, tuple[str, ...]],
    asked: Vectors,
    labels: Sequence[str],
    embed: Callable[[Sequence[str]], Vectors],
) -> list[float]:
    """Cosines of the question and the mean of a node with the relations on its way."""
    if not fresh:
        return []
    texts = [[labels[other], *ways[start], words] for start, words, other in fresh]
    known = list(dict.fromkeys(text for each in texts for text in each))
    vectors = dict(zip(known, embed(known), strict=True))
    found = []
    for each in texts:
        mean = np.mean([vectors[text] for text in each], axis=0)
        length = float(np.linalg.norm(mean))
        found.append(float(mean @ asked) / length if length > 0.0 else 0.0)
    return found


def citing(
    nodes: Sequence[int],
    named_in: dict[str, frozenset[int]],
    titled: dict[str, int],
) -> dict[str, float]:
    """The passages that a sub-graph leads to, each with the share of its nodes that it cites.

    Those that cite all of them; else those whose document is one of the nodes and that cite all
    others; else, of more than two nodes, those that cite two at least; else those that cite one.

    Args:
        named_in: the names of each passage.
        titled: by passage the name that its document is about, where it is one.
    """
    wanted = frozenset(nodes)
    cited = {each: wanted & names for each, names in named_in.items() if wanted & names}
    with_title = {
        each: cited.get(each, frozenset()) | {titled[each]}
        for each in {*cited, *titled}
        if titled.get(each) in wanted
    }
    for some, least in (
        (cited, len(wanted)),
        (with_title, len(wanted)),
        (cited, 2 if len(wanted) > 2 else len(wanted)),
        (cited, 1),
    ):
        found = {
            each: len(names) / len(wanted) for each, names in some.items() if len(names) >= least
        }
        if found:
            return found
    return {}
