"""Local search (GraphRAG): names near the question, their facts and reports, and the passages that
these lead to, up to so many tokens.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from backend.graph.name_network import NameFact
from backend.pipelines._names.cards import FACT, NAMED, REPORT
from backend.pipelines._names.facts import told_fact
from backend.pipelines._names.kept import NameGraph
from backend.pipelines._names.near_names import Nearest, NearName
from backend.pipelines._names.reports import NameReport
from backend.ports import Parts, Vectors, VectorSearch, one_score
from backend.tokens import first_within
from backend.types import Chunk, Filters, Hit, Query, Signal, Step

DENSE = "dense"
WEIGHTS = {DENSE: 0.6, NAMED.name: 0.2, FACT.name: 0.1, REPORT.name: 0.1}
"""Weights of what is said of a passage, each from 0 to 1: its cosine first, since a name stands in
many passages. Set beforehand, not fitted to anything."""
PASSAGES_EACH = 200
"""Passages of one name that are looked at, those that name it most."""
MOST_FACTS, MOST_REPORTS = 20, 3


@dataclass(frozen=True, slots=True)
class NamedEvidence:
    """What names lead to: facts and reports, best first."""

    facts: tuple[NameFact, ...]
    reports: tuple[NameReport, ...]


def gathered(graph: NameGraph, names: Sequence[NearName]) -> NamedEvidence:
    """The facts about names, those about two of them first, and the reports on the groups that hold
    most of them."""
    worth = {near_name.number: near_name.worth for near_name in names}
    places = dict.fromkeys(
        f for near_name in names for f in graph.facts_of.get(near_name.number, ())
    )
    facts = [graph.network.facts[each] for each in places]
    scores = {fact: worth.get(fact.subject, 0.0) + worth.get(fact.object, 0.0) for fact in facts}
    facts.sort(key=lambda fact: (-scores[fact], fact.chunk_id, fact.subject, fact.object))
    held: dict[int, float] = {}
    for name in names:
        for place in graph.reports_of.get(name.number, ()):
            held[place] = held.get(place, 0.0) + name.worth
    best = sorted(held, key=lambda each: (-held[each], each))[:MOST_REPORTS]
    return NamedEvidence(tuple(facts[:MOST_FACTS]), tuple(graph.reports[each] for each in best))


def passages_of(
    parts: Parts,
    query: Query,
    vector: Vectors,
    graph: NameGraph,
    near: Nearest,
    found: NamedEvidence,
    tokens: int,
) -> tuple[Hit, ...]:
    """The passages that names, facts and reports lead to, best first, up to so many tokens and at
    least one. What is said of a passage adds up to its score."""
    ids = dict.fromkeys(
        chunk
        for name in near.names
        for chunk in graph.network.passages[name.number][:PASSAGES_EACH]
    )
    ids.update(dict.fromkeys(fact.chunk_id for fact in found.facts))
    ids.update(dict.fromkeys(c for r in found.reports for s in r.statements for c in s.chunk_ids))
    chunks = allowed(parts, query.filters, parts.records.chunks(ids))
    search = VectorSearch(vector, 0, query.filters)
    cosines = one_score(parts.index, query.collection_id, search, list(chunks))
    said = {
        DENSE: {each: max(0.0, cosine) for each, cosine in cosines.items()},
        NAMED.name: _named(graph, near.names, chunks),
        FACT.name: _share(fact.chunk_id for fact in found.facts),
        REPORT.name: _share(c for r in found.reports for s in r.statements for c in s.chunk_ids),
    }
    return within_tokens(blended_hits(chunks, said), tokens)


def nearest_alone(parts: Parts, near: Nearest, tokens: int) -> tuple[Hit, ...]:
    """The passages nearest to the question: where no name is known."""
    chunks = parts.records.chunks(near.passages)
    return within_tokens(blended_hits(chunks, {DENSE: near.passages}, {DENSE: 1.0}), tokens)


def allowed(parts: Parts, filters: Filters, chunks: Mapping[str, Chunk]) -> dict[str, Chunk]:
    """The passages that a question may use."""
    documents, kinds = set(filters.document_ids), set(filters.media_types)
    media: dict[str, str] = {}
    if kinds:
        media = {
            each: parts.records.document(each).media_type
            for each in {chunk.document_id for chunk in chunks.values()}
        }
    return {
        name: chunk
        for name, chunk in chunks.items()
        if (not documents or chunk.document_id in documents)
        and (not kinds or media[chunk.document_id] in kinds)
        and (filters.chunk_ids is None or name in filters.chunk_ids)
    }


def within_tokens(hits: Sequence[Hit], most: int) -> tuple[Hit, ...]:
    """The first hits whose texts have so many tokens together, one in any case."""
    return tuple(first_within(hits, most, lambda hit: hit.chunk.text))


def steps_of(graph: NameGraph, near: Nearest, found: NamedEvidence, started: float) -> list[Step]:
    """What the trace shows: names, facts, reports."""
    network = graph.network
    stated = sum(name.stated for name in near.names)
    seconds = time.perf_counter() - started
    names = Step(
        "names",
        f"{len(near.names)} names near the question, {stated} of them in it",
        seconds,
        {network.labels[name.number]: f"{name.worth:.2f}" for name in near.names},
    )
    facts = Step(
        "facts",
        f"{len(found.facts)} facts about them",
        0.0,
        {f"{place}.": told_fact(network, fact) for place, fact in enumerate(found.facts, start=1)},
        tuple(dict.fromkeys(fact.chunk_id for fact in found.facts)),
    )
    reports = Step(
        "reports",
        f"{len(found.reports)} reports on their groups",
        0.0,
        {report.title: told_report(report) for report in found.reports},
    )
    return [names, facts, reports]


def told_report(report: NameReport) -> str:
    """Who wrote a report, and what it says."""
    text = " ".join(statement.text for statement in report.statements)
    refusal = f" ({report.refused})" if report.refused else ""
    return f"{report.by}{refusal}: {text}"


def _named(
    graph: NameGraph, names: Sequence[NearName], chunks: Mapping[str, Chunk]
) -> dict[str, float]:
    """The share of the names' worth that each passage holds."""
    worth = {near_name.number: near_name.worth for near_name in names}
    total = sum(worth.values()) or 1.0
    return {
        chunk_id: sum(worth.get(name, 0.0) for name in graph.network.named_in.get(chunk_id, ()))
        / total
        for chunk_id in chunks
    }


def _share(ids: Iterable[str]) -> dict[str, float]:
    counts: dict[str, int] = {}
    for each in ids:
        counts[each] = counts.get(each, 0) + 1
    most = max(counts.values(), default=1)
    return {each: count / most for each, count in counts.items()}


def blended_hits(
    chunks: Mapping[str, Chunk],
    said: Mapping[str, Mapping[str, float]],
    weights: Mapping[str, float] = WEIGHTS,
) -> list[Hit]:
    """Passages by the weighed sum of what is said of them, best first.

    Args:
        said: by retriever the scores of passages, from 0 to 1.
    """
    ranks = {
        name: {
            score: rank
            for rank, score in enumerate(
                sorted(
                    (each for each in scores if each in chunks and scores[each] > 0.0),
                    key=lambda one: (-scores[one], one),
                ),
                start=1,
            )
        }
        for name, scores in said.items()
    }
    hits = []
    for identity, chunk in chunks.items():
        signals = tuple(
            Signal(
                name,
                ranks[name].get(identity),
                scores.get(identity),
                None,
                weights[name] * scores.get(identity, 0.0),
            )
            for name, scores in said.items()
        )
        hits.append(Hit(chunk, sum(signal.contribution for signal in signals), signals))
    return sorted(hits, key=lambda hit: (-hit.score, hit.chunk.id))
