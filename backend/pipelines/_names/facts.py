"""Facts and names as a trace and a small graph show them."""

from __future__ import annotations

from collections.abc import Sequence

from backend.graph.name_network import NameFact, NameNetwork
from backend.types import Edge, Hit, Subgraph

MOST_NODES = 80
LABEL = 60


def told_fact(network: NameNetwork, fact: NameFact) -> str:
    """A fact in words: "Orla Venn founded Heron Works"."""
    return f"{network.labels[fact.subject]} {fact.words} {network.labels[fact.object]}"


def told_size(network: NameNetwork, groups: int) -> str:
    """How large the graph is, in words."""
    return (
        f"{len(network.ids):,} names with {len(network.facts):,} facts about them, in {groups:,} "
        f"{'group' if groups == 1 else 'groups'}"
    )


def subgraph(
    network: NameNetwork, names: Sequence[int], facts: Sequence[NameFact], hits: Sequence[Hit]
) -> Subgraph:
    """Names with what is stated of them, and the passages that name them: at most MOST_NODES."""
    ends = [end for fact in facts for end in (fact.subject, fact.object)]
    shown = list(dict.fromkeys((*names, *ends)))[: MOST_NODES - min(len(hits), 30)]
    known = set(shown)
    nodes = [(network.ids[each], "entity", network.labels[each]) for each in shown]
    nodes += [(hit.chunk.id, "chunk", _short(hit.chunk.text)) for hit in hits[:30]]
    edges = [
        Edge(network.ids[fact.subject], network.ids[fact.object], "RELATES_TO", 1.0, fact.words)
        for fact in facts
        if fact.subject in known and fact.object in known
    ]
    passages = {hit.chunk.id for hit in hits[:30]}
    edges += [
        Edge(chunk_id, network.ids[name], "CITES", 1.0)
        for name in shown
        for chunk_id in network.passages[name]
        if chunk_id in passages
    ]
    return Subgraph(tuple(nodes), tuple(dict.fromkeys(edges)))


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LABEL else f"{text[: LABEL - 1].rstrip()}…"
