"""Walking from communities to their neighbours: which paths lead to what a question is about.

Seed thesis, §5.2.3, step 2: from the seeds over at most h links of at least a similarity; a path is
worth the product of the similarities on it, and the communities of the best paths are added. Here
a path also starts with the worth of its seed, so that a neighbour of the best seed comes before an
equally near neighbour of the last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backend.types import Edge


@dataclass(frozen=True, slots=True)
class Path:
    """The best path to a community: its nodes from the seed on, the links' weights, its score."""

    nodes: tuple[str, ...]
    weights: tuple[float, ...]
    score: float

    @property
    def end(self) -> str:
        """The community that it leads to."""
        return self.nodes[-1]


def expand(
    seeds: Sequence[tuple[str, float]],
    links: Callable[[Sequence[str]], Sequence[Edge]],
    hops: int,
    least: float,
    most: int,
) -> tuple[Path, ...]:
    """The best path to each of the communities within reach: the seeds, then the best others.

    A path never gets better by a step (weights are at most 1), so that only the best path to a
    community at each hop has to be followed.

    Args:
        seeds: (community, worth) with worths over 0.
        links: the links that start at given communities.
        hops: most links of a path.
        least: least weight of a link.
        most: most communities beside the seeds.

    Returns:
        Seeds first, best first; then others, best first; ties by id.
    """
    best = {node: Path((node,), (), worth) for node, worth in seeds}
    found: dict[str, Path] = {}
    frontier = dict(best)
    for _ in range(hops):
        reached: dict[str, Path] = {}
        for edge in links(sorted(frontier)):
            if edge.weight < least or edge.target in best:
                continue
            path = frontier[edge.source]
            step = Path(
                (*path.nodes, edge.target), (*path.weights, edge.weight), path.score * edge.weight
            )
            for known in (reached, found):
                other = known.get(edge.target)
                if other is not None and _order(other) <= _order(step):
                    break
            else:
                reached[edge.target] = step
        found.update(reached)
        frontier = reached
        if not frontier:
            break
    return (
        *sorted(best.values(), key=_order),
        *sorted(found.values(), key=_order)[: max(0, most)],
    )


def _order(path: Path) -> tuple[float, int, tuple[str, ...]]:
    return (-path.score, len(path.nodes), path.nodes)
