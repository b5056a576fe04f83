"""A collection's passages as points of a plane."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MapPoint:
    """A passage: `names` are some that it holds, the rarest first."""

    chunk_id: str
    x: float
    y: float
    document: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphMap:
    """Passages by the two directions in which their graph vectors differ most.

    `passages` is how many there are, `placed` how many of them have a vector; of many only a part
    are `points`. `share` of all differences shows in these two directions. `reason` says why there
    are no points.
    """

    points: tuple[MapPoint, ...] = ()
    passages: int = 0
    placed: int = 0
    share: float = 0.0
    reason: str = ""
