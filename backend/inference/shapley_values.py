"""What each owner of columns adds to a sum of trees: exact Shapley values of all candidates.

The game is that of path-dependent TreeSHAP (Lundberg, Erion & Lee 2018, "Consistent Individualized
Feature Attribution for Tree Ensembles"): an owner in the coalition follows the candidate's own
branches, one outside goes both ways, in the proportion of the candidates at hand. Columns of one
owner play as one. A leaf of value v then is a product over the m owners on its path, and with
o = 1 where all of an owner's branches lead to it (else 0) and z the product of their proportions,
an owner's Shapley value is

    v (o − z) ∫₀¹ Π over the other owners (z′ (1 − u) + o′ u) du,

whose integrand is a polynomial of degree m − 1: Gauss and Legendre's rule of ⌈m / 2⌉ points is
exact. The values sum to what the trees say of the candidate less a constant. Candidates that decide
alike at all nodes of a tree are computed once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Indices = npt.NDArray[np.int64]
Decisions = npt.NDArray[np.bool_]

LEAST_PROPORTION = 1e-4
"""Stands for branches that no candidate takes, so that nothing is divided by zero."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The paths to all leaves of t trees, as pairs of a leaf and an owner on its path.

    `inner` (k,) the trees' inner nodes and `bit` (k,) what each adds to its tree's code where a
    candidate goes left there; `inner_start` (t,) first of each tree. A pair is followed where
    code & `mask` = `wanted`; its branches begin at `node` (e,) and end at `child` (e,), the first
    of them `pair_start` (p,). `pair_leaf`, `pair_owner` (p,) are numbers, `value` (p,) is the
    leaf's; the pairs of a tree stand in [`tree_start`, `tree_end`) (t,). `most` owners stand on
    one path.
    """

    inner: Indices
    bit: Indices
    inner_start: Indices
    mask: Indices
    wanted: Indices
    node: Indices
    child: Indices
    pair_start: Indices
    pair_leaf: Indices
    pair_owner: Indices
    value: Array
    tree_start: Indices
    tree_end: Indices
    owners: tuple[str, ...]
    most: int


@dataclass(slots=True)
class _Pair:
    """Branches of one owner on the path to one leaf."""

    leaf: int
    owner: int
    value: float
    mask: int
    wanted: int
    branches: list[tuple[int, int]]


def paths_of(
    root: npt.NDArray[np.int32],
    column: npt.NDArray[np.int32],
    left: npt.NDArray[np.int32],
    right: npt.NDArray[np.int32],
    value: Array | npt.NDArray[np.float64],
    owner_of: Sequence[str],
) -> Paths:
    """The paths of trees of at most 63 leaves, whose nodes stand in arrays; a leaf leads to itself.

    Args:
        owner_of: the owner of each column.
    """
    owners = tuple(sorted(set(owner_of)))
    number = {owner: place for place, owner in enumerate(owners)}
    inner: list[int] = []
    bits: list[int] = []
    inner_start: list[int] = []
    pairs: list[_Pair] = []
    ranges: list[tuple[int, int]] = []
    leaves = 0
    for first in root.tolist():
        if left[first] == first:
            continue
        inner_start.append(len(inner))
        begin = len(pairs)
        waiting: list[tuple[int, list[tuple[int, int, bool, int, int]]]] = [(first, [])]
        while waiting:
            node, path = waiting.pop()
            if left[node] == node:
                by_owner: dict[int, _Pair] = {}
                for owner, bit, to_left, start, end in path:
                    pair = by_owner.setdefault(
                        owner, _Pair(leaves, owner, float(value[node]), 0, 0, [])
                    )
                    pair.mask |= bit
                    pair.wanted |= bit if to_left else 0
                    pair.branches.append((start, end))
                pairs += by_owner.values()
                leaves += 1
                continue
            bit = 1 << (len(inner) - inner_start[-1])
            inner.append(node)
            bits.append(bit)
            owner = number[owner_of[column[node]]]
            for to_left, child in ((True, int(left[node])), (False, int(right[node]))):
                waiting.append((child, [*path, (owner, bit, to_left, node, child)]))
        ranges.append((begin, len(pairs)))
    branches = [branch for pair in pairs for branch in pair.branches]
    ends = np.array(branches, np.int64).reshape(-1, 2)
    lengths = [len(pair.branches) for pair in pairs]
    of_leaf = np.array([pair.leaf for pair in pairs], np.int64)
    spans = np.array(ranges, np.int64).reshape(-1, 2)
    return Paths(
        inner=np.array(inner, np.int64),
        bit=np.array(bits, np.int64),
        inner_start=np.array(inner_start, np.int64),
        mask=np.array([pair.mask for pair in pairs], np.int64),
        wanted=np.array([pair.wanted for pair in pairs], np.int64),
        node=ends[:, 0],
        child=ends[:, 1],
        pair_start=np.cumsum([0, *lengths])[:-1].astype(np.int64),
        pair_leaf=of_leaf,
        pair_owner=np.array([pair.owner for pair in pairs], np.int64),
        value=np.array([pair.value for pair in pairs], np.float32),
        tree_start=spans[:, 0],
        tree_end=spans[:, 1],
        owners=owners,
        most=int(np.bincount(of_leaf).max()) if of_leaf.size else 1,
    )


def shapley(paths: Paths, goes_left: Decisions, cover: Array) -> Mapping[str, Array]:
    """(n,) Shapley values by owner.

    Args:
        goes_left: (n, nodes) where each candidate would go at each node.
        cover: (nodes,) how many candidates come to each node.
    """
    size, trees = goes_left.shape[0], paths.tree_start.size
    if not trees or not size:
        return {owner: np.zeros(size, np.float32) for owner in paths.owners}
    codes = np.add.reduceat(goes_left[:, paths.inner] * paths.bit, paths.inner_start, axis=1)
    stride = int(codes.max()) + 1
    kinds, kind_of = np.unique(codes + np.arange(trees) * stride, return_inverse=True)
    tree, code = np.divmod(kinds, stride)
    # the pairs of each kind's tree, one kind after the other
    lengths = paths.tree_end[tree] - paths.tree_start[tree]
    kind = np.repeat(np.arange(kinds.size), lengths)
    offsets = paths.tree_start[tree] - np.cumsum(lengths) + lengths
    pair = np.arange(int(lengths.sum())) + np.repeat(offsets, lengths)
    own = ((code[kind] & paths.mask[pair]) == paths.wanted[pair]).astype(np.float64)
    proportion = _proportions(paths, cover)[pair]
    leaf_start = np.flatnonzero(np.diff(paths.pair_leaf[pair], prepend=-1))
    leaf = np.repeat(np.arange(leaf_start.size), np.diff(leaf_start, append=pair.size))
    points, weights = np.polynomial.legendre.leggauss(-(-paths.most // 2))
    others = np.zeros(pair.size)
    for point, weight in zip((points + 1.0) / 2.0, weights / 2.0, strict=True):
        factor = proportion * (1.0 - point) + own * point
        others += weight * np.multiply.reduceat(factor, leaf_start)[leaf] / factor
    credit = paths.value[pair] * (own - proportion) * others
    width = len(paths.owners)
    by_kind = np.bincount(kind * width + paths.pair_owner[pair], credit, kinds.size * width)
    summed = by_kind.reshape(-1, width)[kind_of.reshape(size, trees)].sum(1).astype(np.float32)
    return {owner: summed[:, number] for number, owner in enumerate(paths.owners)}


def _proportions(paths: Paths, cover: Array) -> npt.NDArray[np.float64]:
    """(p,) the product of the proportions in which candidates take a pair's branches."""
    came = cover[paths.node]
    share = np.where(came > 0, cover[paths.child] / np.maximum(came, 1.0), 0.5)
    product = np.multiply.reduceat(np.maximum(share, LEAST_PROPORTION), paths.pair_start)
    found: npt.NDArray[np.float64] = np.maximum(product, LEAST_PROPORTION).astype(np.float64)
    return found
