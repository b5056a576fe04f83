"""Groups of names, none larger than can be told at once: Leiden, again inside what is too large.

GraphRAG (Edge et al. 2024, §3.1.4) groups its graph of entities by hierarchical Leiden up to a
largest size. Here a group that is too large is grouped by itself; where all are tied to all alike,
so that it stays whole, it is cut in the order of its names. Everything is in whole numbers, so the
same graph gives the same groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from backend.graph.leiden import communities

MOST = 40
"""Names of a group."""
Link = tuple[int, int, int]


def groups_of_names(count: int, links: Iterable[Link], most: int = MOST) -> list[list[int]]:
    """The groups, each in ascending order, ordered by their first names. A name without a link is a
    group of its own.

    Args:
        count: names, numbered from 0.
        links: (name, other name, whole positive weight).
        most: the largest number of names in a group.
    """
    kept = sorted(link for link in links if link[0] != link[1])
    waiting = _split(range(count), kept)
    done: list[list[int]] = []
    while waiting:
        group, inner = waiting.pop()
        if len(group) <= most:
            done.append(group)
        else:
            waiting += _smaller(group, inner, most)
    return sorted(done)


def _smaller(
    group: list[int], links: Sequence[Link], most: int
) -> list[tuple[list[int], list[Link]]]:
    """A group that is too large in at least two parts."""
    parts = _split(group, links)
    if len(parts) > 1:
        return parts
    return [(group[start : start + most], []) for start in range(0, len(group), most)]


def _split(names: Sequence[int], links: Sequence[Link]) -> list[tuple[list[int], list[Link]]]:
    """Communities of the names, each with the links inside it."""
    place = {name: number for number, name in enumerate(names)}
    local = [(place[a], place[b], weight) for a, b, weight in links]
    labels = communities(len(place), local)
    groups: dict[int, list[int]] = {}
    for name, label in zip(names, labels, strict=True):
        groups.setdefault(label, []).append(name)
    inner: dict[int, list[Link]] = {label: [] for label in groups}
    for link, (a, b, _) in zip(links, local, strict=True):
        if labels[a] == labels[b]:
            inner[labels[a]].append(link)
    return [(group, inner[label]) for label, group in groups.items()]
