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
        edge.target
        for edge in graph.edges
        if edge.kind == "RELATES_TO" and edge.source in document_ids
    }
    nodes = tuple(
        node
        for node in graph.nodes
        if not document_ids or node.document_id in document_ids or node.id in naming
    )
    known = {node.id for node in nodes}
    grouped = {edge.source for edge in graph.edges if edge.kind == "IN_COMMUNITY"}
    edges = tuple(
        edge
        for edge in graph.edges
        if edge.source in known
        and edge.target in known
        and (not edge_kinds or edge.kind in edge_kinds)
        and not (edge.kind in LIKENESS and edge.weight < least_weight)
        and not (edge.kind == "HAS_CHUNK" and edge.target in grouped)
    )
    return CollectionGraph(nodes, edges)


def around(graph: CollectionGraph, centres: Iterable[str], hops: int) -> CollectionGraph:
    """The nodes within some hops of the centres, whichever way the edges point."""
    neighbours = _neighbours(graph.edges)
    reached = {node.id for node in graph.nodes} & set(centres)
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
    degrees = Counter(end for edge in graph.edges for end in (edge.source, edge.target))
    above = _above(graph.edges)
    of_kind: dict[GraphNodeKind, list[GraphNode]] = defaultdict(list)
    for node in graph.nodes:
        of_kind[node.kind].append(node)
    kept = {graph_node.id for graph_node in graph.nodes if graph_node.id in set(always)}
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
        (max(place[edge.source], place[edge.target]), edge.source, edge.target)
        for edge in edges
        if edge.words and edge.source in place and edge.target in place
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
    for edge in edges:
        if edge.kind == "IN_COMMUNITY":
            found[edge.source].add(edge.target)
        elif edge.kind in BELONGING or edge.kind == "HAS_SECTION":
            found[edge.target].add(edge.source)
    return found


def _weights(edges: Iterable[Edge]) -> Counter[str]:
    """How often a name is mentioned."""
    found: Counter[str] = Counter()
    for edge in edges:
        if edge.kind == "RELATES_TO":
            found[edge.target] += round(edge.weight)
    return found


def _neighbours(edges: Iterable[Edge]) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for edge in edges:
        found[edge.source].add(edge.target)
        found[edge.target].add(edge.source)
    return found


def _restricted(graph: CollectionGraph, ids: Collection[str]) -> CollectionGraph:
    return CollectionGraph(
        tuple(node for node in graph.nodes if node.id in ids),
        tuple(edge for edge in graph.edges if edge.source in ids and edge.target in ids),
    )
