"""A collection's graph as it is drawn, filtered and measured."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from backend.types.facts import StatedFacts
from backend.types.graph import Edge, EdgeKind
from backend.types.library import Chunk

GraphNodeKind = Literal["document", "section", "community", "chunk", "entity"]
NAMED_KINDS: tuple[GraphNodeKind, ...] = ("document", "entity", "section")
"""What is drawn first: who is named where."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node of a collection's graph. `document_id` is empty for entities: documents share them."""

    id: str
    kind: GraphNodeKind
    label: str
    document_id: str = ""


@dataclass(frozen=True, slots=True)
class CollectionGraph:
    """Nodes sorted by kind and id, edges by kind, source and target; each edge joins two nodes."""

    nodes: tuple[GraphNode, ...] = ()
    edges: tuple[Edge, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphFilter:
    """What of a graph is to be drawn; empty tuples and texts restrict nothing.

    `least_weight` holds for edges of likeness. `text` keeps what matches it with its neighbours,
    `focus` a node with what is within `hops` of it. At most `most` nodes are drawn.
    """

    kinds: tuple[GraphNodeKind, ...] = ("document", "community")
    edge_kinds: tuple[EdgeKind, ...] = ()
    least_weight: float = 0.0
    document_ids: tuple[str, ...] = ()
    text: str = ""
    focus: str = ""
    hops: int = 1
    most: int = 60


@dataclass(frozen=True, slots=True)
class GraphOverview:
    """The part of a graph that is drawn, and of how many nodes and edges it is a part.

    `matches` are the nodes that the text found. `reason` says why there is nothing to see, or what
    is missing; empty if all is well.
    """

    graph: CollectionGraph = CollectionGraph()
    nodes_in_all: int = 0
    edges_in_all: int = 0
    matches: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LinkLikeness:
    """How near the groups of a collection stand to those of other documents.

    `linked` of `groups` have a link at the least likeness `threshold` of the settings. `median` is
    the cosine that half of the groups reach to their nearest group of another document, `highest`
    the largest of all; both are 0 where there is no other document.
    """

    groups: int
    linked: int
    threshold: float
    median: float
    highest: float


@dataclass(frozen=True, slots=True)
class GraphNodeDetails:
    """A node with its text and its links, the strongest first, each with the node at the other end.

    `remarks` say in a few words what it is ("section of Annual report").
    `chunk` is the passage itself, or the most central one of a community; None for others.
    `passages` are some in which a name or a section is told of, in the order of their documents.
    `stated` is what passages state of a name and another one, in words, each with its passage;
    `facts` are what sentences and cells of tables state of a name, or in a section or passage.
    """

    node: GraphNode
    text: str
    remarks: tuple[str, ...]
    links: tuple[tuple[Edge, GraphNode], ...]
    chunk: Chunk | None = None
    pages: tuple[int, ...] = ()
    passages: tuple[Chunk, ...] = ()
    stated: tuple[tuple[str, Chunk], ...] = ()
    facts: StatedFacts = field(default_factory=StatedFacts)


@dataclass(frozen=True, slots=True)
class GraphMeasure:
    """One number about a graph. `value` is None where it is not defined; `sentence` explains it."""

    name: str
    value: float | None
    sentence: str


@dataclass(frozen=True, slots=True)
class GraphRanking:
    """A number per node, and the nodes where it is largest with their value."""

    name: str
    sentence: str
    values: tuple[float, ...]
    top: tuple[tuple[GraphNode, float], ...]


@dataclass(frozen=True, slots=True)
class GraphStatistics:
    """Numbers about one level of a graph: its passages, or its groups of passages."""

    nodes: int
    edges: int
    measures: tuple[GraphMeasure, ...] = ()
    rankings: tuple[GraphRanking, ...] = ()
    reason: str = ""
