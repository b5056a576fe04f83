"""The graph of a collection for people: what to draw, what a node says, numbers, and files."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence

from backend.bootstrap import Assembly
from backend.errors import NotFoundError
from backend.graph.collection_graph import ALL_KINDS, graph_of, passage_label, read_graph
from backend.graph.drawn_part import LIKENESS, around, most_connected, narrowed
from backend.graph.export import GraphForm, as_file
from backend.graph.named_graph import as_written, main_sections
from backend.graph.neighbourhoods import Neighbourhoods, neighbourhoods_of
from backend.graph.stated import statement
from backend.graph.statistics import statistics
from backend.graph.upkeep import link_likeness, refresh_links
from backend.graph.upkeep import recipe as links_recipe
from backend.pipelines._community.theme_tree import themes_of
from backend.ports import TextSearch, one_search
from backend.remembered import Remembered
from backend.serialisation import from_json
from backend.services.likeness_graph import likeness_graph
from backend.services.node_facts import NodeFacts
from backend.services.number_words import counted
from backend.types import (
    NAMED_KINDS,
    Answer,
    Chunk,
    CollectionGraph,
    Community,
    Document,
    Edge,
    Filters,
    GraphFilter,
    GraphNode,
    GraphNodeDetails,
    GraphNodeKind,
    GraphOverview,
    GraphStatistics,
    LinkLikeness,
)

MOST_BESIDE_ANSWER = 48
MOST_MATCHES = 12
MOST_LINKS = 30
MOST_STATED = 4
"""Statements about a name that are shown."""
MOST_PASSAGES = 4
"""Passages of a name or a section that are shown."""
_KEPT = 4
"""Graphs that are kept in memory, each for one state of one collection."""
_SUBGRAPH_KINDS: dict[str, GraphNodeKind] = {
    "document": "document",
    "community": "community",
    "chunk": "chunk",
    "passage": "chunk",
    "entity": "entity",
}


class GraphService:
    """Everything that the Graph page, the tab Graph and the export ask for."""

    def __init__(self, assembly: Assembly) -> None:
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._facts = NodeFacts(assembly.parts)
        self._graphs: dict[tuple[str, str, frozenset[GraphNodeKind]], CollectionGraph] = {}
        self._near: Remembered[tuple[str, str, frozenset[GraphNodeKind]], Neighbourhoods] = (
            Remembered(_KEPT)
        )
        self._graphs_lock = threading.Lock()
        self._versions: dict[str, tuple[int, int]] = {}

    # --- a collection ----------------------------------------------------------------------------

    def graph_version(self, collection_id: str) -> str:
        """Differs from what it was when the collection's graph has changed, and only then: by its
        documents or by the settings of the links between groups."""
        sequence = self._records.sequence()
        checked, version = self._versions.get(collection_id, (sequence, sequence))
        if sequence != checked:
            own = [
                change.sequence
                for change in self._records.changes(checked)
                if change.collection_id == collection_id
            ]
            version = max(own, default=version)
        self._versions[collection_id] = (sequence, version)
        return f"{version}/{links_recipe(self._records.collection(collection_id).settings)}"

    def collection_graph(
        self, collection_id: str, kinds: Sequence[GraphNodeKind] = ALL_KINDS
    ) -> CollectionGraph:
        """The whole graph as it is now, links between groups brought up to date first."""
        refresh_links(self._records, collection_id)
        key = (collection_id, self.graph_version(collection_id), frozenset(kinds))
        with self._graphs_lock:
            if key not in self._graphs:
                while len(self._graphs) >= _KEPT:
                    del self._graphs[next(iter(self._graphs))]
                self._graphs[key] = read_graph(self._records, collection_id, key[2])
            return self._graphs[key]

    def _neighbourhoods(self, collection_id: str, kinds: Sequence[GraphNodeKind]) -> Neighbourhoods:
        key = (collection_id, self.graph_version(collection_id), frozenset(kinds))
        return self._near.of(
            key, lambda: neighbourhoods_of(self.collection_graph(collection_id, kinds))
        )

    def graph_overview(self, collection_id: str, wanted: GraphFilter) -> GraphOverview:
        """The part of a collection's graph that is worth drawing.

        Raises:
            NotFoundError: if there is no such collection.
        """
        whole = self.collection_graph(collection_id, wanted.kinds)
        if not whole.nodes:
            return GraphOverview(reason=self._why_empty(collection_id))
        graph = narrowed(
            whole,
            document_ids=wanted.document_ids,
            edge_kinds=wanted.edge_kinds,
            least_weight=wanted.least_weight,
        )
        matches: tuple[str, ...] = ()
        if wanted.focus:
            graph = around(graph, (wanted.focus,), wanted.hops)
            matches = (wanted.focus,)
        elif wanted.text.strip():
            matches = self._matches(collection_id, graph, wanted.text)
            if not matches and "chunk" not in wanted.kinds:
                # nothing that is drawn by itself: the passages that hold the words
                graph = narrowed(
                    self.collection_graph(collection_id, (*wanted.kinds, "chunk")),
                    document_ids=wanted.document_ids,
                    edge_kinds=wanted.edge_kinds,
                    least_weight=wanted.least_weight,
                )
                matches = self._matches(collection_id, graph, wanted.text)
            graph = around(graph, matches, wanted.hops)
        drawn = most_connected(graph, wanted.most, matches)
        reason = ""
        if not drawn.nodes:
            reason = "Nothing fits. Search for fewer words, or show more kinds."
        elif not drawn.edges and len(drawn.nodes) > 1:
            reason = "No links are shown: nothing here is as alike as asked for."
        return GraphOverview(drawn, len(graph.nodes), len(graph.edges), matches, reason)

    def _why_empty(self, collection_id: str) -> str:
        if not self._records.counts(collection_id).documents:
            return "This collection holds no documents that are ready."
        return "The passages are not grouped yet; this happens in the background."

    def _matches(self, collection_id: str, graph: CollectionGraph, text: str) -> tuple[str, ...]:
        """Nodes whose label holds the text, then passages and groups that a search finds."""
        folded = " ".join(text.casefold().split())
        named = [node.id for node in graph.nodes if folded in node.label.casefold()]
        there = {graph_node.id for graph_node in graph.nodes}
        found = [
            scored.chunk_id
            for space in ("community", "chunk")
            for scored in one_search(
                self._parts.index, collection_id, TextSearch(text, MOST_MATCHES, Filters(), space)
            )
        ]
        merged = dict.fromkeys((*named, *(chunk_id for chunk_id in found if chunk_id in there)))
        return tuple(merged)[:MOST_MATCHES]

    # --- a node ----------------------------------------------------------------------------------

    def graph_node(self, collection_id: str, node_id: str) -> GraphNodeDetails:
        """What a node is, with its strongest links.

        Raises:
            NotFoundError: if it is not in the collection any more.
        """
        near = self._neighbourhoods(collection_id, ALL_KINDS)
        if node_id not in near.nodes:
            near = self._neighbourhoods(collection_id, NAMED_KINDS)
        by_id = near.nodes
        node = by_id.get(node_id)
        if node is None:
            raise NotFoundError(
                "This is not in the graph any more.", "Its document was deleted or replaced since."
            )
        touching = near.edges.get(node_id, ())
        links = sorted(
            ((each, by_id[_other(each, node_id)]) for each in touching),
            key=lambda pair: (
                _place(*pair),
                -pair[0].weight,
                pair[0].kind,
                pair[1].label,
                pair[1].id,
            ),
        )
        # The likeness of two groups is stored at both of them.
        once = {(edge.kind, other.id): (edge, other) for edge, other in reversed(links)}
        strongest = tuple(reversed(once.values()))[:MOST_LINKS]
        counts = Counter(other.kind for _, other in links)
        return self._details(collection_id, node, strongest, counts)

    def facts_are_read(self, collection_id: str) -> bool:
        """Whether the facts of a collection's sentences have been read; begins to, if not."""
        return self._facts.are_read(collection_id)

    def _details(
        self,
        collection_id: str,
        node: GraphNode,
        links: tuple[tuple[Edge, GraphNode], ...],
        counts: Counter[GraphNodeKind],
    ) -> GraphNodeDetails:
        if node.kind == "entity":
            return self._name(collection_id, node, links)
        document = self._records.document(node.document_id)
        if node.kind == "section":
            return self._section(node, document, links)
        if node.kind == "document":
            remarks = (
                counted(document.pages, "page"),
                counted(document.chunks, "passage"),
                counted(counts["community"], "group"),
            )
            return GraphNodeDetails(node, "", remarks, links)
        if node.kind == "community":
            community = self._records.communities_named([node.id])[node.id]
            chunk = self._records.chunks(community.chunk_ids[:1]).get(community.chunk_ids[0])
            return GraphNodeDetails(
                node, community.summary, _group_remarks(community, document), links, chunk
            )
        chunk = self._records.chunks([node.id])[node.id]
        told = self._facts.of_passages(collection_id, [chunk])
        return GraphNodeDetails(
            node, chunk.text, (document.title,), links, chunk, chunk.pages, facts=told
        )

    def _name(
        self, collection_id: str, node: GraphNode, links: tuple[tuple[Edge, GraphNode], ...]
    ) -> GraphNodeDetails:
        """A name with what is stated of it, and some passages that mention it, of as many documents
        as can be."""
        ids = [
            chunk_id
            for entity_id, chunk_id, _ in self._records.mentions(collection_id)
            if entity_id == node.id
        ]
        found = list(self._records.chunks(ids).values())
        facts = self._facts.of_name(collection_id, self._forms(collection_id, node), found)
        found = [each for each in found if node.label in each.text] or found
        found.sort(key=lambda each: (each.kind != "prose", each.document_id, each.start))
        first = {each.document_id: each for each in reversed(found)}
        shown = [*first.values(), *(each for each in found if each not in first.values())]
        remarks = (f"in {counted(len(ids), 'passage')} of {counted(len(first), 'document')}",)
        said = {sentence.text.casefold() for sentence in facts.sentences}
        return GraphNodeDetails(
            node,
            "",
            remarks,
            links,
            passages=tuple(shown[:MOST_PASSAGES]),
            stated=tuple(
                (words, chunk)
                for words, chunk in self._stated(collection_id, node, links)
                if not any(each.startswith(words.casefold()) for each in said)
            ),
            facts=facts,
        )

    def _forms(self, collection_id: str, node: GraphNode) -> tuple[str, ...]:
        """All forms of a name."""
        several = self._records.entities_of_several_names(collection_id)
        others = next((entity.aliases for entity in several if entity.id == node.id), ())
        return tuple(dict.fromkeys((node.label, *others)))

    def _stated(
        self, collection_id: str, node: GraphNode, links: tuple[tuple[Edge, GraphNode], ...]
    ) -> tuple[tuple[str, Chunk], ...]:
        """What the links of a name say in words, each with a passage that states it."""
        said = [(edge, other) for edge, other in links if edge.words][:MOST_STATED]
        if not said:
            return ()
        words = {(edge.source, edge.target): edge.words for edge, _ in said}
        holding = {
            (triple.subject, triple.object): triple.chunk_id
            for triple in reversed(self._records.triples(collection_id))
            if (triple.subject, triple.object) in words
            and statement(triple.predicate) == words[triple.subject, triple.object]
        }
        chunks = self._records.chunks(holding.values())
        told = []
        for edge, other in said:
            chunk = chunks.get(holding.get((edge.source, edge.target), ""))
            if chunk is not None:
                subject, thing = (node, other) if edge.source == node.id else (other, node)
                told.append((f"{subject.label} {edge.words} {thing.label}", chunk))
        return tuple(told)

    def _section(
        self, node: GraphNode, document: Document, links: tuple[tuple[Edge, GraphNode], ...]
    ) -> GraphNodeDetails:
        """A section with what it states, and the passages that it begins with."""
        sections = main_sections(self._records.sections(document.id))
        chunks = self._records.chunks_of(document.id)
        start = next(section.start for section in sections if section.id == node.id)
        later = [section.start for section in sections if section.start > start]
        end = min(later, default=max(chunk.end for chunk in chunks))
        inside = [chunk for chunk in chunks if chunk.start < end and chunk.end > start]
        prose = [chunk for chunk in inside if chunk.kind == "prose"]
        begun = [chunk for chunk in prose if chunk.start >= start]
        return GraphNodeDetails(
            node,
            "",
            (f"section of {document.title}",),
            links,
            passages=tuple((begun or prose)[:MOST_PASSAGES]),
            facts=self._facts.of_passages(document.collection_id, inside, (start, end)),
        )

    # --- beside an answer ------------------------------------------------------------------------

    def answer_graph(self, answer_id: str) -> GraphOverview:
        """What an answer touched: the graph that its pipeline kept, joined with the groups and
        documents of its passages, as far as they are still there.

        Raises:
            NotFoundError: if there is no such answer.
        """
        answer = from_json(Answer, self._records.answer(answer_id))
        titles = {hit.chunk.id: passage_label(hit.chunk.text) for hit in answer.hits}
        texts = [hit.chunk.text for hit in answer.hits]
        titles |= {
            node_id: as_written(label, texts)
            for node_id, kind, label in answer.subgraph.nodes
            if kind == "entity"
        }
        nodes = [
            GraphNode(node_id, _SUBGRAPH_KINDS[kind], titles.get(node_id, label))
            for node_id, kind, label in answer.subgraph.nodes
            if kind in _SUBGRAPH_KINDS
        ]
        own = self._surroundings(answer)
        joined = graph_of((*nodes, *own.nodes), (*answer.subgraph.edges, *own.edges))
        hits = [hit.chunk.id for hit in answer.hits]
        drawn = most_connected(joined, MOST_BESIDE_ANSWER, hits)
        reason = "" if drawn.edges else "Nothing links the passages of this answer."
        return GraphOverview(drawn, len(joined.nodes), len(joined.edges), tuple(hits), reason)

    def _surroundings(self, answer: Answer) -> CollectionGraph:
        """The answer's passages, their groups and documents, and the links among those."""
        nodes: list[GraphNode] = []
        edges: list[Edge] = []
        groups: list[Community] = []
        for document_id in dict.fromkeys(hit.chunk.document_id for hit in answer.hits):
            try:
                document = self._records.document(document_id)
            except NotFoundError:
                continue  # deleted since
            nodes.append(GraphNode(document.id, "document", document.title, document.id))
            hits = {
                hit.chunk.id: hit.chunk
                for hit in answer.hits
                if hit.chunk.document_id == document_id
            }
            holding: dict[str, str] = {}
            for community in self._records.communities(document_id):
                inside = [chunk_id for chunk_id in community.chunk_ids if chunk_id in hits]
                if inside:
                    groups.append(community)
                    holding.update(dict.fromkeys(inside, community.id))
            for chunk in hits.values():
                label = passage_label(chunk.text)
                nodes.append(GraphNode(chunk.id, "chunk", label, document.id))
                group = holding.get(chunk.id)
                edges.append(
                    Edge(chunk.id, group, "IN_COMMUNITY", 1.0)
                    if group
                    else Edge(document.id, chunk.id, "HAS_CHUNK", 1.0)
                )
        nodes += [GraphNode(each.id, "community", each.title, each.document_id) for each in groups]
        edges += [Edge(each.document_id, each.id, "HAS_COMMUNITY", 1.0) for each in groups]
        if groups and answer.collection_id:
            ids = sorted(each.id for each in groups)
            edges += self._records.links_from(answer.collection_id, "COMM_SIMILAR_TO", ids)
        return graph_of(nodes, edges)

    # --- numbers and files -----------------------------------------------------------------------

    def graph_statistics(
        self,
        collection_id: str,
        kind: GraphNodeKind,
        document_id: str = "",
        *,
        likenesses: bool = False,
    ) -> GraphStatistics:
        """Numbers about the passages of a collection or document, or about its groups.

        For passages the parts are their groups, for groups the themes that they make.

        Args:
            likenesses: of passages the links by likeness in meaning, keywords and names count in
                the place of those that are stored.
        """
        if kind == "chunk":
            whole = self.collection_graph(collection_id)
            parts = {e.source: e.target for e in whole.edges if e.kind == "IN_COMMUNITY"}
        else:
            whole = self.collection_graph(collection_id, ("community",))
            tree = themes_of(self._records, self._parts.settings, collection_id)
            parts = {
                community_id: theme.id
                for theme in tree.themes
                if theme.level == 1
                for community_id in theme.community_ids
            }
        if likenesses and kind == "chunk":
            return statistics(likeness_graph(self._parts, collection_id, document_id), parts)
        nodes = [
            node
            for node in whole.nodes
            if node.kind == kind and (not document_id or node.document_id == document_id)
        ]
        return statistics(graph_of(nodes, whole.edges), parts)

    def link_likeness(self, collection_id: str) -> LinkLikeness:
        """How alike groups of different documents are, against the least likeness of a link."""
        refresh_links(self._records, collection_id)
        return link_likeness(self._records, collection_id)

    def export_graph(
        self,
        collection_id: str,
        form: GraphForm,
        document_id: str = "",
        *,
        likenesses: bool = False,
    ) -> str:
        """The graph of a collection, or of one of its documents, as the text of a file.

        Equal graphs give equal files.

        Args:
            likenesses: in its place the passages alone, each with the five of its document that it
                is most like in meaning, in keywords and in names.
        """
        if likenesses:
            return as_file(likeness_graph(self._parts, collection_id, document_id), form)
        if document_id:
            return as_file(read_graph(self._records, collection_id, document_id=document_id), form)
        return as_file(self.collection_graph(collection_id), form)


def _place(edge: Edge, other: GraphNode) -> int:
    """What a node belongs to is told first, then what it is like, then what it holds."""
    if other.kind == "document":
        return 0
    if edge.kind in LIKENESS:
        return 1
    return 2


def _other(edge: Edge, node_id: str) -> str:
    return edge.target if edge.source == node_id else edge.source


def _group_remarks(community: Community, document: Document) -> tuple[str, ...]:
    local = community.summarised_by == "local"
    return (
        f"{counted(len(community.chunk_ids), 'passage')} of {document.title}",
        ", ".join(community.keywords),
        "told in its own sentences" if local else f"summarised by {community.summarised_by}",
    )
