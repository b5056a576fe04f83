"""Where nodes stand in a picture: close if linked, and no label upon another.

Forces as in Fruchterman and Reingold (1991, "Graph drawing by force-directed placement"), from a
fixed start, so that the same graph always looks the same; then labels are pushed apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Positions = npt.NDArray[np.float64]

_ROUNDS = 140
_APART_ROUNDS = 80
_MOST_ROUNDS = 1_600
_WIDER = 1.1
_SEED = 7


@dataclass(frozen=True, slots=True)
class Extent:
    """The room that a node takes with its label, in pixels from its centre."""

    half_width: float
    above: float
    below: float


def layout(
    extents: Sequence[Extent], links: Sequence[tuple[int, int]], width: float, height: float
) -> Positions:
    """Positions of shape (nodes, 2) in pixels, the middle at (0, 0).

    Args:
        links: pairs of positions in `extents`.
        width, height: the room there is; a crowded picture may become larger.
    """
    count = len(extents)
    if count < 2:
        return np.zeros((count, 2))
    places = _spread(_by_forces(count, links))
    places *= np.array([width * 0.86, height * 0.84])
    return _apart(places, extents)


def _spread(places: Positions) -> Positions:
    """Fills the square from -0.5 to 0.5: half of the way to equal gaps between neighbours, so that
    a few nodes far out do not press all others together."""
    span = np.ptp(places, axis=0)
    even = (places - places.min(axis=0)) / np.where(span > 0, span, 1.0) - 0.5
    ranks = np.argsort(np.argsort(places, axis=0, kind="stable"), axis=0, kind="stable")
    gaps = ranks / (len(places) - 1) - 0.5
    spread: Positions = (even + gaps) / 2
    return spread


def _by_forces(count: int, links: Sequence[tuple[int, int]]) -> Positions:
    random = np.random.default_rng(_SEED)
    turn = 2 * np.pi * np.arange(count) / count
    places = np.stack((np.cos(turn), np.sin(turn)), axis=1) * 0.5
    places += random.normal(0.0, 0.01, places.shape)
    near = 1.1 / np.sqrt(count)
    linked = np.zeros((count, count))
    for first, second in links:
        if first != second:
            linked[first, second] = linked[second, first] = 1.0
    for heat in np.linspace(0.12, 0.004, _ROUNDS):
        gaps = places[:, None, :] - places[None, :, :]
        distance = np.maximum(np.linalg.norm(gaps, axis=2), 1e-3)
        force = near**2 / distance**2 - linked * distance / near
        move = (gaps * force[:, :, None]).sum(axis=1)
        move -= places * 0.6  # a pull to the middle keeps parts that are not linked in the picture
        length = np.maximum(np.linalg.norm(move, axis=1, keepdims=True), 1e-9)
        places = places + move / length * np.minimum(length, heat)
    return places


def _apart(places: Positions, extents: Sequence[Extent]) -> Positions:
    """Moves boxes that overlap away from each other along the shorter way."""
    half = np.array([extent.half_width for extent in extents])
    tall = np.array([(extent.above + extent.below) / 2 for extent in extents])
    middle = np.array([(extent.below - extent.above) / 2 for extent in extents])
    wide = half[:, None] + half[None, :] + 4
    high = tall[:, None] + tall[None, :] + 3
    centres = places + np.stack((np.zeros(len(extents)), middle), axis=1)
    for number in range(_MOST_ROUNDS):
        if number and number % _APART_ROUNDS == 0:
            centres *= _WIDER  # too crowded to come apart here
        gaps = centres[:, None, :] - centres[None, :, :]
        over_x = wide - np.abs(gaps[:, :, 0])
        over_y = high - np.abs(gaps[:, :, 1])
        touching = (over_x > 0) & (over_y > 0)
        np.fill_diagonal(touching, val=False)
        if not touching.any():
            break
        sideways = touching & (over_x < over_y)
        upright = touching & ~sideways
        order = np.sign(np.arange(len(half))[:, None] - np.arange(len(half))[None, :])
        sign_x = np.where(gaps[:, :, 0] == 0, order, np.sign(gaps[:, :, 0]))
        sign_y = np.where(gaps[:, :, 1] == 0, order, np.sign(gaps[:, :, 1]))
        centres[:, 0] += (np.where(sideways, over_x, 0) * sign_x).sum(axis=1) * 0.3
        centres[:, 1] += (np.where(upright, over_y, 0) * sign_y).sum(axis=1) * 0.3
    apart: Positions = centres - np.stack((np.zeros(len(extents)), middle), axis=1)
    return apart
