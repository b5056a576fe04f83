"""Vectors of a graph's nodes in which a relation moves its head to its tail.

TransE adds the relation (Bordes et al. 2013, "Translating Embeddings for Modeling Multi-relational
Data", §2), RotatE turns pairs of numbers by angles (Sun et al. 2019, "RotatE", §2.2), QuatE turns
groups of four by unit quaternions (Zhang et al. 2019, "Quaternion Knowledge Graph Embeddings", §4).
As in Doan et al. (table 1) the score of all three is the Euclidean distance of the moved head from
the tail, and a true triple shall be nearer than a corrupted one by a margin (eq. 2).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from backend import sparse

DIMENSIONS = 200
"""Numbers of a node's vector: 100 complex ones for RotatE, 50 quaternions for QuatE."""
MARGIN = 1.0
EPOCHS = 20
BATCH = 128
RATE = 0.1
SEED = 20_240_602
TRIES = 3
"""How often a corruption that is true by chance is drawn anew; then it is left out."""
SMALL = 1e-9

Array = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int64]


class Movement(Protocol):
    """How a relation moves a node. All arrays are (n, DIMENSIONS)."""

    def moved(self, heads: Array, relations: Array) -> Array:
        """The heads where the relations take them."""
        ...

    def moved_back(self, tails: Array, relations: Array) -> Array:
        """The heads that the relations take to the tails."""
        ...

    def gradients(self, heads: Array, relations: Array, outer: Array) -> tuple[Array, Array]:
        """Derivatives by heads and by relations, from the derivative `outer` by what is moved."""
        ...

    def settled(self, relations: Array) -> Array:
        """Relations that have been changed by a step, made relations again."""
        ...


class Translation:
    """TransE: h + r."""

    def moved(self, heads: Array, relations: Array) -> Array:
        """See `Movement`."""
        return heads + relations

    def moved_back(self, tails: Array, relations: Array) -> Array:
        """See `Movement`."""
        return tails - relations

    def gradients(self, heads: Array, relations: Array, outer: Array) -> tuple[Array, Array]:
        """See `Movement`."""
        return outer, outer

    def settled(self, relations: Array) -> Array:
        """See `Movement`."""
        return relations


class Rotation:
    """RotatE: each pair of numbers, read as a complex number, times one of modulus 1."""

    def moved(self, heads: Array, relations: Array) -> Array:
        """See `Movement`."""
        return _real(_complex(heads) * _complex(relations))

    def moved_back(self, tails: Array, relations: Array) -> Array:
        """See `Movement`."""
        return _real(_complex(tails) * _complex(relations).conj())

    def gradients(self, heads: Array, relations: Array, outer: Array) -> tuple[Array, Array]:
        """See `Movement`."""
        found = _complex(outer)
        return _real(found * _complex(relations).conj()), _real(found * _complex(heads).conj())

    def settled(self, relations: Array) -> Array:
        """See `Movement`."""
        return _unit_groups(relations, 2)


class QuaternionRotation:
    """QuatE: each four numbers, read as a quaternion, times one of length 1 (Hamilton product)."""

    def moved(self, heads: Array, relations: Array) -> Array:
        """See `Movement`."""
        return _hamilton(heads, relations)

    def moved_back(self, tails: Array, relations: Array) -> Array:
        """See `Movement`."""
        return _hamilton(tails, _conjugate(relations))

    def gradients(self, heads: Array, relations: Array, outer: Array) -> tuple[Array, Array]:
        """See `Movement`."""
        return _hamilton(outer, _conjugate(relations)), _hamilton(_conjugate(heads), outer)

    def settled(self, relations: Array) -> Array:
        """See `Movement`."""
        return _unit_groups(relations, 4)


MOVEMENTS: dict[str, Movement] = {
    "transe": Translation(),
    "rotate": Rotation(),
    "quate": QuaternionRotation(),
}


@dataclass(frozen=True, slots=True, eq=False)
class Triples:
    """Shape (n, 3): head, relation, tail; `nodes` and `relations` say how many there are."""

    rows: Numbers
    nodes: int
    relations: int


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """(nodes, DIMENSIONS) unit vectors and (relations, DIMENSIONS) what moves them; `losses` is
    the mean loss of each epoch."""

    nodes: Array
    relations: Array
    losses: tuple[float, ...]


def learn(
    triples: Triples,
    kind: str,
    *,
    epochs: int = EPOCHS,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Learned:
    """Learn vectors by stochastic gradient descent with steps that shrink for each number by what
    it moved before (Adagrad; Duchi, Hazan & Singer 2011).

    For each triple of a batch its head or its tail, drawn evenly, is swapped with a node from
    another triple of the same batch, so that it is no triple of the graph.

    Args:
        kind: a key of MOVEMENTS.
        told: called before each epoch with how many are done; what it raises ends the learning.
    """
    movement = MOVEMENTS[kind]
    chance = np.random.default_rng(SEED)
    nodes = _unit(_initial(chance, triples.nodes))
    relations = movement.settled(_initial(chance, triples.relations))
    moved_nodes, moved_relations = np.zeros_like(nodes), np.zeros_like(relations)
    known = _codes(np.unique(triples.rows, axis=0), triples)
    known.sort()
    losses: list[float] = []
    for epoch in range(epochs if len(triples.rows) else 0):
        told(epoch, epochs)
        order = chance.permutation(len(triples.rows))
        summed = 0.0
        for start in range(0, len(order), BATCH):
            true = triples.rows[order[start : start + BATCH]]
            false, kept = _corrupted(true, known, triples, chance)
            true, false = true[kept], false[kept]
            if not len(true):
                continue
            loss, places, changes = _gradients(movement, nodes, relations, true, false)
            summed += loss
            _descend(nodes, moved_nodes, *_joined(places[0], changes[0]))
            touched, change = _joined(places[1], changes[1])
            _descend(relations, moved_relations, touched, change)
            changed = np.unique(places[0])
            nodes[changed] = _unit(nodes[changed])
            relations[touched] = movement.settled(relations[touched])
        losses.append(summed / len(order))
    return Learned(nodes, relations, tuple(losses))


def _gradients(
    movement: Movement, nodes: Array, relations: Array, true: Numbers, false: Numbers
) -> tuple[float, tuple[Numbers, Numbers], tuple[Array, Array]]:
    """The summed loss, and by nodes and by relations: the rows to change and their derivatives."""
    both = np.concatenate([true, false])
    heads, between, tails = nodes[both[:, 0]], relations[both[:, 1]], nodes[both[:, 2]]
    apart = movement.moved(heads, between) - tails
    distances = np.sqrt((apart * apart).sum(axis=1))
    near, far = distances[: len(true)], distances[len(true) :]
    losses = np.maximum(0.0, near - far + MARGIN)
    sign = np.where(losses > 0.0, 1.0, 0.0).astype(np.float32)
    direction = np.concatenate([sign, -sign]) / np.maximum(distances, SMALL)
    outer = (apart * direction[:, None]).astype(np.float32)
    by_heads, by_relations = movement.gradients(heads, between, outer)
    rows = np.concatenate([both[:, 0], both[:, 2]])
    changes = np.concatenate([by_heads, -outer])
    return float(losses.sum()), (rows, both[:, 1]), (changes, by_relations)


def _joined(rows: Numbers, changes: Array) -> tuple[Numbers, Array]:
    """Each row once, with the sum of its changes."""
    distinct, place = np.unique(rows, return_inverse=True)
    count = np.arange(len(rows))
    once = sparse.csr_matrix(
        (np.ones(len(rows), np.float32), (place, count)), shape=(len(distinct), len(rows))
    )
    return distinct, np.asarray(once @ changes, np.float32)


def _descend(values: Array, moved: Array, rows: Numbers, change: Array) -> None:
    moved[rows] += change * change
    values[rows] -= RATE * change / np.sqrt(moved[rows] + SMALL)


def _corrupted(
    true: Numbers, known: Numbers, triples: Triples, chance: np.random.Generator
) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """A corruption of each triple from nodes of the batch, and which of them are none of the
    graph's."""
    false = true.copy()
    wrong = np.ones(len(true), bool)
    for _ in range(TRIES):
        rows = np.flatnonzero(wrong)
        if not len(rows):
            break
        side = np.where(chance.random(len(rows)) < 0.5, 0, 2)
        other = true[chance.integers(len(true), size=len(rows)), side]
        false[rows] = true[rows]
        false[rows, side] = other
        codes = _codes(false[rows], triples)
        place = np.minimum(np.searchsorted(known, codes), len(known) - 1)
        wrong[rows] = known[place] == codes
    return false, ~wrong


def _codes(rows: Numbers, triples: Triples) -> Numbers:
    """One number for each triple."""
    codes: Numbers = (rows[:, 0] * triples.relations + rows[:, 1]) * triples.nodes + rows[:, 2]
    return codes


def _initial(chance: np.random.Generator, count: int) -> Array:
    bound = 6.0 / np.sqrt(DIMENSIONS)
    return chance.uniform(-bound, bound, (count, DIMENSIONS)).astype(np.float32)


def _unit(vectors: Array) -> Array:
    lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True))
    found: Array = vectors / np.maximum(lengths, SMALL)
    return found


def _unit_groups(vectors: Array, size: int) -> Array:
    """Each group of numbers scaled to length 1."""
    groups = vectors.reshape(len(vectors), -1, size)
    lengths = np.sqrt((groups * groups).sum(axis=2, keepdims=True))
    found: Array = (groups / np.maximum(lengths, SMALL)).reshape(vectors.shape)
    return found


def _complex(vectors: Array) -> npt.NDArray[np.complex64]:
    return np.ascontiguousarray(vectors, np.float32).view(np.complex64)


def _real(numbers: npt.NDArray[Any]) -> Array:
    return np.ascontiguousarray(numbers, np.complex64).view(np.float32)


def _hamilton(left: Array, right: Array) -> Array:
    a, b, c, d = np.moveaxis(left.reshape(len(left), -1, 4), 2, 0)
    e, f, g, h = np.moveaxis(right.reshape(len(right), -1, 4), 2, 0)
    product = np.stack(
        [
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ],
        axis=2,
    )
    found: Array = product.reshape(left.shape)
    return found


def _conjugate(vectors: Array) -> Array:
    groups = vectors.reshape(len(vectors), -1, 4) * np.array([1, -1, -1, -1], np.float32)
    found: Array = groups.reshape(vectors.shape)
    return found
