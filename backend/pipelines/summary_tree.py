"""Summary tree: from summaries of summaries to passages (RAPTOR, Sarthi et al. 2024, §3).

The tree is what the community graph keeps: passages, their groups, and themes above them. A changed
document changes its own passages, groups and summaries alone; themes are sums over kept vectors.
Summaries lead to passages: evidence, and what an answer cites, are passages.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from backend.pipelines._answer_writing import answer_from_evidence
from backend.pipelines._community.neighbourhood import groups_of
from backend.pipelines._community.ungrouped import ungrouped_notices
from backend.pipelines._scoping import Scoping, scope_option, with_scope
from backend.pipelines._table_cards import shown_by_their_tables
from backend.pipelines._tree.collapsed import flattened
from backend.pipelines._tree.nodes import nodes_of
from backend.pipelines._tree.taken import hits_of
from backend.pipelines._tree.traversal import descended
from backend.ports import Parts, Pipeline, Retrieval, StopSignal
from backend.types import Event, Options, PipelineCard, Query, Step, option

NAME = "summary_tree"
COLLAPSED, TRAVERSAL = "collapsed", "traversal"


@dataclass(frozen=True, kw_only=True)
class TreeOptions(Options):
    """How the tree is searched, and how much of it is taken."""

    pipeline = NAME

    way: str = option(
        COLLAPSED,
        "How the tree is searched",
        "Collapsed: all levels at once. Traversal: down from the top, the best few of each level.",
        choices=(COLLAPSED, TRAVERSAL),
    )
    breadth: int = option(
        5,
        "Nodes on each level",
        "How many nodes of a level lead on to the next, in a traversal.",
        bounds=(1, 20),
        step=1,
    )
    tokens: int = option(
        2_000,
        "Tokens of nodes",
        "Nodes are taken up to so many tokens of text, where all levels are searched at once.",
        bounds=(100, 8_000),
        step=100,
    )
    scope: bool = scope_option(on=False)


OPTIONS = TreeOptions
CARD = PipelineCard(
    name=NAME,
    title="Summary tree",
    purpose="from summaries",
    hint="Passages, summaries of their groups, and themes above them, searched together or from "
    "the top down. As RAPTOR does.",
    icon="account_tree",
    options=TreeOptions.cards(),
    experiment=True,
)


class SummaryTreePipeline:
    """Cosine with the nodes of a tree of summaries."""

    name = NAME

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._scoping = Scoping(parts)

    @shown_by_their_tables
    def retrieve(self, query: Query) -> Retrieval:
        """The passages under the nodes that are nearest to the question."""
        options = TreeOptions.taking(query.options)
        parts = self._parts
        version = parts.index.sequence()
        scoped = self._scoping.narrowed(query) if options.scope else None
        asked = scoped.query if scoped else query
        started = time.perf_counter()
        nodes = nodes_of(parts, query.collection_id)
        above = Step(
            "tree",
            f"{len(nodes.document_of):,} groups of passages under {len(nodes.themes):,} themes on "
            f"{nodes.levels} {'level' if nodes.levels == 1 else 'levels'}",
            time.perf_counter() - started,
        )
        vector = parts.embedders.of(query.collection_id).embed([query.text])[0]
        if options.way == TRAVERSAL:
            brought, steps = descended(parts, asked, vector, nodes, options.breadth)
        else:
            brought, steps = flattened(parts, asked, vector, nodes, options.tokens)
        hits = hits_of(parts.records, brought, query.top_k)
        last = replace(steps[-1], chunk_ids=tuple(hit.chunk.id for hit in hits))
        collection = parts.records.collection(query.collection_id)
        notices = ungrouped_notices(parts.records, collection)
        if nodes.stale:
            notices = (*notices, "The tree of themes is of an earlier state of the collection.")
        seen = groups_of(parts.records, hits)
        return with_scope(
            Retrieval(hits, version, (above, *steps[:-1], last), seen, notices), scoped
        )

    def answer(self, query: Query, stop: StopSignal) -> Iterator[Event]:
        """Retrieve, then write from the passages under the nodes."""
        return answer_from_evidence(self._parts, self.name, query, stop, self.retrieve)


def build(parts: Parts) -> Pipeline:
    """The pipeline over the workbench's parts."""
    return SummaryTreePipeline(parts)
