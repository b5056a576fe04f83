"""Communities of a weighted graph by the Leiden algorithm, in whole numbers.

Traag, Waltman and van Eck, “From Louvain to Leiden: guaranteeing well-connected communities”, 2019,
algorithm 1, maximising modularity with a resolution γ (Reichardt and Bornholdt 2006):

    Q = 1/2m · Σ over pairs in one community of (w_ij − γ · k_i k_j / 2m)

Two things differ from common implementations. Weights, degrees and gains are whole numbers of any
size, so that no rounding depends on a machine or on the order of sums. Where the paper draws lots
(the order of visits, and the merge in the refinement), the lowest number and the best gain are
taken, the limit θ → 0 of the paper. The same graph therefore gives the same communities everywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

Neighbours = list[dict[int, int]]
"""For each node its neighbours with the weights of the links; a loop holds twice its weight."""

_RATIO = 1_000
_MOST_LEVELS = 50


def communities(
    nodes: int, links: Iterable[tuple[int, int, int]], resolution: float = 1.0
) -> list[int]:
    """The community of each node, numbered by their lowest nodes.

    Args:
        links: (node, other node, weight) with whole, non-negative weights; links given twice add
            up. The order does not matter.
        resolution: above 1 makes smaller communities, below 1 larger ones; kept to three decimals.
    """
    neighbours: Neighbours = [{} for _ in range(nodes)]
    for source, target, weight in sorted(links):
        if weight > 0:
            neighbours[source][target] = neighbours[source].get(target, 0) + weight
            neighbours[target][source] = neighbours[target].get(source, 0) + weight
    members = [[node] for node in range(nodes)]
    degrees = [sum(neighbour.values()) for neighbour in neighbours]
    total = sum(degrees)
    labels = list(range(nodes))
    if not total:
        return labels
    gamma = round(resolution * _RATIO)
    scale = total * _RATIO
    for _ in range(_MOST_LEVELS):
        before = _numbered(labels)
        labels = _moved(neighbours, degrees, before, gamma, scale)
        if len(set(labels)) == len(neighbours):
            break
        refined = _refined(neighbours, degrees, labels, gamma, scale)
        if len(set(refined)) == len(neighbours):
            break  # nothing was merged: another round would find the same
        neighbours, degrees, members, labels = _aggregated(
            neighbours, degrees, members, labels, refined
        )
    found = [0] * nodes
    for node, label in enumerate(labels):
        for member in members[node]:
            found[member] = label
    return _numbered(found)


def _moved(
    neighbours: Neighbours, degrees: list[int], labels: list[int], gamma: int, scale: int
) -> list[int]:
    """Move nodes to the community of the best gain until none wants to (procedure MoveNodesFast).

    The gain of joining C, times 2m and the ratio, is w(i, C) · scale − γ · k_i · K_C.
    """
    labels = list(labels)
    weights = [0] * len(neighbours)
    sizes = [0] * len(neighbours)
    for node, label in enumerate(labels):
        weights[label] += degrees[node]
        sizes[label] += 1
    empty = [label for label in range(len(neighbours) - 1, -1, -1) if not sizes[label]]
    queue = deque(range(len(neighbours)))
    waiting = [True] * len(neighbours)
    while queue:
        node = queue.popleft()
        waiting[node] = False
        own, degree = labels[node], degrees[node]
        shared: dict[int, int] = {own: 0}
        for other, weight in neighbours[node].items():
            if other != node:
                label = labels[other]
                shared[label] = shared.get(label, 0) + weight
        weights[own] -= degree
        sizes[own] -= 1
        cost = gamma * degree
        best, most = own, shared[own] * scale - cost * weights[own]
        for label, weight in shared.items():
            gain = weight * scale - cost * weights[label]
            if gain > most or (gain == most and label < best and best != own):
                best, most = label, gain
        if most < 0 and sizes[own]:
            best = empty.pop()
        if best != own:
            if not sizes[own]:
                empty.append(own)
            for other in neighbours[node]:
                if labels[other] != best and not waiting[other] and other != node:
                    waiting[other] = True
                    queue.append(other)
        labels[node] = best
        weights[best] += degree
        sizes[best] += 1
    return labels


def _refined(
    neighbours: Neighbours, degrees: list[int], labels: list[int], gamma: int, scale: int
) -> list[int]:
    """Split each community into well-connected parts (procedures RefinePartition, MergeNodes)."""
    totals: dict[int, int] = {}
    for node, label in enumerate(labels):
        totals[label] = totals.get(label, 0) + degrees[node]
    refined = list(range(len(neighbours)))
    weights = list(degrees)
    alone = [True] * len(neighbours)
    # weight of the links from a part to the rest of its community
    outward = [
        sum(
            weight
            for other, weight in neighbours[node].items()
            if other != node and labels[other] == labels[node]
        )
        for node in range(len(neighbours))
    ]
    for node in range(len(neighbours)):
        total, degree = totals[labels[node]], degrees[node]
        if not alone[node] or outward[node] * scale < gamma * degree * (total - degree):
            continue
        shared: dict[int, int] = {}
        for other, weight in neighbours[node].items():
            if other != node and labels[other] == labels[node]:
                part = refined[other]
                shared[part] = shared.get(part, 0) + weight
        best, most = node, 0
        for part, weight in sorted(shared.items()):
            rest = total - weights[part]
            if part != node and outward[part] * scale >= gamma * weights[part] * rest:
                gain = weight * scale - gamma * degree * weights[part]
                if gain > most:
                    best, most = part, gain
        if best != node:
            refined[node] = best
            alone[best] = alone[node] = False
            weights[best] += degree
            weights[node] -= degree
            outward[best] += outward[node] - 2 * shared[best]
    return refined


def _aggregated(
    neighbours: Neighbours,
    degrees: list[int],
    members: list[list[int]],
    labels: list[int],
    refined: list[int],
) -> tuple[Neighbours, list[int], list[list[int]], list[int]]:
    """The graph of the refined parts, each still in its community."""
    numbers = _numbered(refined)
    count = max(numbers) + 1
    merged: Neighbours = [{} for _ in range(count)]
    sums = [0] * count
    joined: list[list[int]] = [[] for _ in range(count)]
    communities_of = [0] * count
    for node, number in enumerate(numbers):
        sums[number] += degrees[node]
        joined[number] += members[node]
        communities_of[number] = labels[node]
        into = merged[number]
        for other, weight in neighbours[node].items():
            target = numbers[other]
            into[target] = into.get(target, 0) + weight
    return merged, sums, joined, _numbered(communities_of)


def _numbered(labels: Sequence[int]) -> list[int]:
    """The same partition with communities numbered in the order of their lowest nodes."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(label, len(numbers)) for label in labels]
