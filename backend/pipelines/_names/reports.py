"""What is told of a group of names: its central names, what is stated of them, three sentences.

Sentences are the passages' own, so each has the passage that it stands in. A language model may
write them instead (`backend.tasks.report`); what it wrote without a passage is not taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from backend.graph.name_network import NameFact, NameNetwork
from backend.identity import content_id
from backend.pipelines._broad.telling import sentences_of
from backend.types import Chunk, enumeration

LOCAL = "local"
SENTENCES = 3
FACTS = 8
PASSAGES = 8
"""Passages of a group, those with its most central names first, whose sentences are compared."""
KNOWN = 0.2
"""What a name counts in a sentence when an earlier one has told of it."""


@dataclass(frozen=True, slots=True)
class SentencePlace:
    """A sentence's place: its passage and its offsets in the document."""

    chunk_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class GroupOfNames:
    """A group's names by number, the most central first, and its sentences' places."""

    names: tuple[int, ...]
    spans: tuple[SentencePlace, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence of a report with the passages that it rests on, and its place in the first of
    them."""

    text: str
    chunk_ids: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What a language model wrote of the group that `key` names: a title, and sentences with the
    ids of their passages. `refused` says why it was not taken; then there is nothing else."""

    key: str
    by: str
    title: str = ""
    sentences: tuple[tuple[str, tuple[str, ...]], ...] = ()
    refused: str = ""


@dataclass(frozen=True, slots=True)
class NameReport:
    """A report. `key` names the group by what it holds; `refused` says why a language model's was
    not taken."""

    key: str
    title: str
    names: tuple[int, ...]
    facts: tuple[NameFact, ...]
    statements: tuple[Statement, ...]
    by: str = LOCAL
    refused: str = ""


def grouped(
    network: NameNetwork, groups: Sequence[Sequence[int]], chunks: Mapping[str, Chunk]
) -> tuple[GroupOfNames, ...]:
    """Groups of at least two names with their central names and sentences, the largest first.

    Args:
        groups: names by number.
        chunks: passages by id.
    """
    group_of = {name: place for place, group in enumerate(groups) for name in group}
    weights: list[Counter[int]] = [Counter() for _ in groups]
    for first, second, weight in network.links:
        if group_of[first] == group_of[second]:
            weights[group_of[first]][first] += weight
            weights[group_of[first]][second] += weight
    named = [
        GroupOfNames(ordered, _spans(network, ordered, weight, chunks))
        for group, weight in zip(groups, weights, strict=True)
        if len(group) > 1
        for ordered in [tuple(sorted(group, key=lambda each: (-weight[each], each)))]
    ]
    return tuple(sorted(named, key=lambda each: (-len(each.names), each.names)))


def facts_inside(network: NameNetwork, groups: Sequence[GroupOfNames]) -> list[list[NameFact]]:
    """What is stated within each group: the facts with both names in it."""
    group_of = {name: place for place, group in enumerate(groups) for name in group.names}
    found: list[list[NameFact]] = [[] for _ in groups]
    for fact in network.facts:
        own = group_of.get(fact.subject)
        if own is not None and own == group_of.get(fact.object):
            found[own].append(fact)
    return found


def central_passages(network: NameNetwork, names: Sequence[int]) -> list[str]:
    """The passages that hold most of some names, the first of which count most."""
    scores: dict[str, float] = {}
    for place, name in enumerate(names):
        for chunk_id in network.passages[name]:
            scores[chunk_id] = scores.get(chunk_id, 0.0) + 1.0 / (1 + place)
    return sorted(scores, key=lambda chunk_id: (-scores[chunk_id], chunk_id))[:PASSAGES]


def _spans(
    network: NameNetwork, names: Sequence[int], weights: Counter[int], chunks: Mapping[str, Chunk]
) -> tuple[SentencePlace, ...]:
    """Sentences that tell of the group's central names, none of a name that is told of before
    others were."""
    best = central_passages(network, names)
    held_there = [chunks[chunk_id] for chunk_id in best if chunk_id in chunks]
    inside = set(names)
    found: list[tuple[SentencePlace, frozenset[int]]] = []
    for sentence in sentences_of(held_there):
        here = {each for each in network.named_in[sentence.chunk.id] if each in inside}
        held = frozenset(each for each in here if network.labels[each] in sentence.text)
        if held:
            found.append((SentencePlace(sentence.chunk.id, sentence.start, sentence.end), held))
    chosen: list[SentencePlace] = []
    seen: set[int] = set()
    while found and len(chosen) < SENTENCES:
        worth = [
            sum((KNOWN if each in seen else 1.0) * (1 + weights[each]) for each in held)
            for _, held in found
        ]
        place = max(range(len(found)), key=lambda each: (worth[each], -each))
        span, held = found.pop(place)
        chosen.append(span)
        seen |= held
    return tuple(chosen)


def report_of(
    network: NameNetwork,
    group: GroupOfNames,
    facts: Sequence[NameFact],
    chunks: Mapping[str, Chunk],
    written: Mapping[str, WrittenReport],
) -> NameReport | None:
    """The report on a group; None where nothing that could be cited is left of it.

    Args:
        facts: those with both names in the group.
        chunks: passages that exist.
        written: what a language model wrote, by key.
    """
    key = key_of(network, group)
    model = written.get(key)
    stated = tuple(fact for fact in facts if fact.chunk_id in chunks)[:FACTS]
    if model is not None and not model.refused:
        statements = tuple(
            Statement(text, ids, chunks[ids[0]].start, chunks[ids[0]].end)
            for text, ids in model.sentences
            if ids and all(each in chunks for each in ids)
        )
        if statements:
            return NameReport(key, model.title, group.names, stated, statements, model.by)
    quoted = tuple(
        Statement(_text(chunks[span.chunk_id], span), (span.chunk_id,), span.start, span.end)
        for span in group.spans
        if span.chunk_id in chunks
    )
    if not quoted:
        return None
    title = enumeration([network.labels[name] for name in group.names[:3]])
    refused = model.refused if model is not None else ""
    return NameReport(key, title, group.names, stated, quoted, LOCAL, refused)


def key_of(network: NameNetwork, group: GroupOfNames) -> str:
    """Names a group by its names and by the passages that it is told from, so that what was written
    of it holds as long as these do."""
    ids = (network.ids[name] for name in group.names)
    return content_id("names", *sorted(ids), *central_passages(network, group.names))


def _text(chunk: Chunk, span: SentencePlace) -> str:
    return " ".join(chunk.text[span.start - chunk.start : span.end - chunk.start].split())
