"""A collection's graph as nodes and edges: documents, sections, names, groups, passages.

Everything in it follows from the records, so that the same documents give the same graph in
whatever order they came.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from backend.graph.document_graph import PASSAGE_LINKS
from backend.graph.named_graph import named_nodes, section_nodes
from backend.graph.stated import stated_edges
from backend.ports import Records
from backend.types import CollectionGraph, Edge, GraphNode, GraphNodeKind

ALL_KINDS: tuple[GraphNodeKind, ...] = ("document", "community", "chunk")
LABEL = 80
"""Characters of a passage that stand for it."""


def read_graph(
    records: Records,
    collection_id: str,
    kinds: Collection[GraphNodeKind] = ALL_KINDS,
    document_id: str = "",
) -> CollectionGraph:
    """The nodes of some kinds and all edges between them.

    Args:
        document_id: only this document's own nodes; empty for the whole collection.

    Raises:
        NotFoundError: if there is no such collection or document.
    """
    documents = (
        [records.document(document_id)] if document_id else list(records.documents(collection_id))
    )
    communities = (
        records.communities(document_id)
        if document_id
        else records.communities_of_collection(collection_id)
    )
    nodes: list[GraphNode] = []
    edges: list[Edge] = []
    if "document" in kinds:
        nodes += [
            GraphNode(document.id, "document", document.title, document.id)
            for document in documents
        ]
    if "community" in kinds:
        nodes += [
            GraphNode(community.id, "community", community.title, community.document_id)
            for community in communities
        ]
        edges += [
            Edge(chunk_id, community.id, "IN_COMMUNITY", 1.0)
            for community in communities
            for chunk_id in community.chunk_ids
        ]
        edges += [
            Edge(community.document_id, community.id, "HAS_COMMUNITY", 1.0)
            for community in communities
        ]
    passages = (
        [chunk for document in documents for chunk in records.chunks_of(document.id)]
        if not {"entity", "section", "chunk"}.isdisjoint(kinds)
        else []
    )
    named: list[GraphNode] = []
    mentions = (
        tuple(records.mentions(collection_id))
        if not {"entity", "section"}.isdisjoint(kinds)
        else ()
    )
    if "entity" in kinds:
        named, ties = named_nodes(records.entities(collection_id), mentions, passages)
        nodes += named
        edges += ties
        edges += stated_edges(
            records.triples(collection_id), {graph_node.id for graph_node in named}
        )
    if "section" in kinds:
        headed, ties = section_nodes(records, documents, passages, named, mentions)
        nodes += headed
        edges += ties
    if "chunk" in kinds:
        for chunk in passages:
            label = passage_label(chunk.text)
            nodes.append(GraphNode(chunk.id, "chunk", label, chunk.document_id))
            edges.append(Edge(chunk.document_id, chunk.id, "HAS_CHUNK", 1.0))
    stored = [
        kind
        for node_kind, of_kind in (
            ("chunk", PASSAGE_LINKS),
            ("community", ("COMM_SIMILAR_TO",)),
        )
        if node_kind in kinds
        for kind in of_kind
    ]
    if stored:
        edges += records.edges(collection_id, stored)
    return graph_of(nodes, edges)


def graph_of(nodes: Iterable[GraphNode], edges: Iterable[Edge]) -> CollectionGraph:
    """A graph in its order, each node and edge once, without edges that lead out of it."""
    by_id = {node.id: node for node in nodes}
    unique = {
        (edge.kind, edge.source, edge.target): edge
        for edge in edges
        if edge.source in by_id and edge.target in by_id
    }
    return CollectionGraph(
        tuple(sorted(by_id.values(), key=lambda each: (each.kind, each.id))),
        tuple(unique[key] for key in sorted(unique)),
    )


def passage_label(text: str) -> str:
    """The first words of a passage on one line."""
    line = " ".join(text.split())
    return line if len(line) <= LABEL else line[: LABEL - 1].rstrip() + "…"
