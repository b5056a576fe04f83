"""Which part of a graph is worth drawing: what is asked for, and of that the most connected."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from backend.types import CollectionGraph, Edge, EdgeKind, GraphNode, GraphNodeKind

LIKENESS: tuple[EdgeKind, ...] = ("SIMILAR_TO", "COMM_SIMILAR_TO")
BELONGING: tuple[EdgeKind, ...] = ("HAS_COMMUNITY", "HAS_CHUNK", "IN_COMMUNITY")
SHARES: Mapping[GraphNodeKind, float] = {
    "document": 0.25,
    "entity": 0.5,
    "section": 0.25,
    "community": 0.45,
    "chunk": 0.3,
}
"""How the room is divided among the kinds, from the top down; what one leaves the next may use."""

STATED_SHARE = 2
"""Half of the names at most are drawn because something is stated of them, and not by how many
documents they tie together."""


def narrowed(
    graph: CollectionGraph,
    *,
    document_ids: Collection[str] = (),
    edge_kinds: Collection[EdgeKind] = (),
    least_weight: float = 0.0,
) -> CollectionGraph:
    """The nodes of some documents and the edges of some kinds; a weaker likeness is left out.

    A passage that is in a group hangs on its group alone, not on its document as well.
    """
    # a name belongs to every document that mentions it
    naming = {
        each.target
        for each in graph.edges
        if each.kind == "RELATES_TO" and each.source in document_ids
    }
    nodes = tuple(
        each
        for each in graph.nodes
        if not document_ids or each.document_id in document_ids or each.id in naming
    )
    known = {each.id for each in nodes}
    grouped = {each.source for each in graph.edges if each.kind == "IN_COMMUNITY"}
    edges = tuple(
        each
        for each in graph.edges
        if each.source in known
        and each.target in known
        and (not edge_kinds or each.kind in edge_kinds)
        and not (each.kind in LIKENESS and each.weight < least_weight)
        and not (each.kind == "HAS_CHUNK" and each.target in grouped)
    )
    return CollectionGraph(nodes, edges)


def around(graph: CollectionGraph, centres: Iterable[str], hops: int) -> CollectionGraph:
    """The nodes within some hops of the centres, whichever way the edges point."""
    neighbours = _neighbours(graph.edges)
    reached = {each.id for each in graph.nodes} & set(centres)
    frontier = set(reached)
    for _ in range(hops):
        frontier = {other for each in frontier for other in neighbours[each]} - reached
        reached |= frontier
    return _restricted(graph, reached)


def most_connected(
    graph: CollectionGraph, most: int, always: Collection[str] = ()
) -> CollectionGraph:
    """At most `most` nodes: `always` first, then of each kind those with the most edges.

    Of groups and passages those are preferred that belong to something that is shown, so that no
    part of the picture hangs in the air, and what they belong to takes turns: the best group of
    each document comes before the second of any. Ties go by id.
    """
    if len(graph.nodes) <= most:
        return graph
    degrees = Counter(end for each in graph.edges for end in (each.source, each.target))
    above = _above(graph.edges)
    of_kind: dict[GraphNodeKind, list[GraphNode]] = defaultdict(list)
    for node in graph.nodes:
        of_kind[node.kind].append(node)
    kept = {each.id for each in graph.nodes if each.id in set(always)}
    kept = set(sorted(kept)[:most])
    share_left = sum(SHARES.get(kind, 0.0) for kind in of_kind)
    for kind, share in SHARES.items():
        if kind not in of_kind:
            continue
        room = round((most - len(kept)) * share / share_left)
        share_left -= share
        held = {each.id for each in of_kind[kind] if above[each.id] & kept}
        ordered = sorted(
            (each.id for each in of_kind[kind] if each.id not in kept),
            key=lambda each: (each not in held, -degrees[each], each),
        )
        if kind == "entity":  # shared names come first, and belong to nobody alone
            weights = _weights(graph.edges)
            ordered.sort(key=lambda each: (-degrees[each], -weights[each], each))
            stated = _stated(graph.edges, ordered)[: room // STATED_SHARE]
            first = dict.fromkeys((*stated, *ordered))
            kept |= set(list(first)[:room])
            continue
        kept |= set(_in_turns(ordered, held, above)[:room])
    return _restricted(graph, kept)


def _stated(edges: Iterable[Edge], ordered: Sequence[str]) -> list[str]:
    """Names of which something is stated, each with the other one, the best known pair first."""
    place = {each: number for number, each in enumerate(ordered)}
    pairs = sorted(
        (max(place[each.source], place[each.target]), each.source, each.target)
        for each in edges
        if each.words and each.source in place and each.target in place
    )
    return list(dict.fromkeys(name for _, *pair in pairs for name in pair))


def _in_turns(
    ordered: Sequence[str], held: Collection[str], above: Mapping[str, set[str]]
) -> list[str]:
    """Those that are held by something shown, by their place among their siblings; then others."""
    places: Counter[str] = Counter()
    turns: dict[str, int] = {}
    for each in ordered:
        owner = min(above[each], default="") if each in held else ""
        turns[each] = places[owner]
        places[owner] += 1
    return sorted(ordered, key=lambda each: (each not in held, turns[each]))


def _above(edges: Iterable[Edge]) -> defaultdict[str, set[str]]:
    """What each node belongs to: the document of a group, the group of a passage."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for each in edges:
        if each.kind == "IN_COMMUNITY":
            found[each.source].add(each.target)
        elif each.kind in BELONGING or each.kind == "HAS_SECTION":
            found[each.target].add(each.source)
    return found


def _weights(edges: Iterable[Edge]) -> Counter[str]:
    """How often a name is mentioned."""
    found: Counter[str] = Counter()
    for each in edges:
        if each.kind == "RELATES_TO":
            found[each.target] += round(each.weight)
    return found


def _neighbours(edges: Iterable[Edge]) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for each in edges:
        found[each.source].add(each.target)
        found[each.target].add(each.source)
    return found


def _restricted(graph: CollectionGraph, ids: Collection[str]) -> CollectionGraph:
    return CollectionGraph(
        tuple(each for each in graph.nodes if each.id in ids),
        tuple(each for each in graph.edges if each.source in ids and each.target in ids),
    )
