"""Names as a network: who is named with whom, and what is stated of two of them.

Nodes are the names that a collection's rules, or a language model, found in running text, and the
titles of its records. Two are linked by each passage that names both, and more by each that states
something of them. All of it follows from the records.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from backend.graph.name_groups import Link
from backend.graph.named_graph import is_name, small_words
from backend.graph.stated import statement
from backend.identity import entity_id
from backend.passage_view.names import name_key
from backend.ports import Records
from backend.types import Chunk, Entity, Triple

LEAST_PASSAGES = 2
"""A name of which nothing is stated takes part from so many passages on."""
MOST_NAMES = 10_000
"""Names that take part, those of most passages first."""
MOST_TOGETHER = 12
"""Of more names in one passage, those most often named there are linked with one another, and each
other one with the first alone, so that a list of names does not tie everything to everything."""
STATED = 3
"""A statement links as much as so many passages that name both."""
TITLE_PASSAGES = 3
"""A document of so few passages is about its title in all of them, a longer one in its first."""


@dataclass(frozen=True, slots=True)
class NameFact:
    """What a passage states of two names, by their numbers."""

    subject: int
    words: str
    object: int
    chunk_id: str


@dataclass(frozen=True, eq=False)
class NameNetwork:
    """Names by number: `ids`, `labels` and, for each, the passages that name it, those that name it
    most first; `named_in` has the names of each passage. `number_of` finds a name by its key or
    that of another form of it. `left_out` names were too many.
    """

    ids: tuple[str, ...]
    labels: tuple[str, ...]
    passages: tuple[tuple[str, ...], ...]
    named_in: Mapping[str, Sequence[int]]
    number_of: Mapping[str, int]
    facts: tuple[NameFact, ...]
    links: tuple[Link, ...]
    left_out: int = 0


def read_network(
    records: Records,
    collection_id: str,
    passages: Sequence[Chunk],
    known: Sequence[str] | None = None,
) -> NameNetwork:
    """The network of a collection's names.

    Args:
        passages: all of the collection.
        known: ids of the names that take part, where they were chosen before.
    """
    entities = {entity.id: entity for entity in records.entities(collection_id)}
    mentions = _mentions(records, collection_id, passages, entities)
    triples = [triple for triple in records.triples(collection_id) if statement(triple.predicate)]
    if known is None:
        wanted = _wanted(records, collection_id, passages, entities, mentions, triples)
    else:
        wanted = [each for each in known if each in entities and each in mentions]
    kept = sorted(wanted[:MOST_NAMES])
    number = {each: place for place, each in enumerate(kept)}
    facts = _facts(triples, number)
    named_in: defaultdict[str, list[int]] = defaultdict(list)
    for place, identity in enumerate(kept):
        for chunk_id in mentions[identity]:
            named_in[chunk_id].append(place)
    return NameNetwork(
        tuple(kept),
        tuple(" ".join(entities[each].name.split()) for each in kept),
        tuple(_ordered(mentions[each]) for each in kept),
        dict(named_in),
        _numbers([entities[each] for each in kept]),
        facts,
        _links([mentions[each] for each in kept], facts),
        len(wanted) - len(kept),
    )


def _wanted(
    records: Records,
    collection_id: str,
    passages: Sequence[Chunk],
    entities: Mapping[str, Entity],
    mentions: Mapping[str, Counter[str]],
    triples: Sequence[Triple],
) -> list[str]:
    """Ids of the names that take part, those of most passages first."""
    stated = {end for triple in triples for end in (triple.subject, triple.object)}
    titled = {  # of records; the title of a file must read as a name, as all others must
        _title_id(collection_id, document.title)
        for document in records.documents(collection_id)
        if document.key
    }
    small = small_words(passages)
    wanted = [
        entity.id
        for entity in entities.values()
        if entity.kind in {"name", "title"}
        and entity.id in mentions
        and (entity.id in titled or is_name(entity.name, small))
        and (
            entity.id in titled or entity.id in stated or len(mentions[entity.id]) >= LEAST_PASSAGES
        )
    ]
    return sorted(wanted, key=lambda each: (-len(mentions[each]), each))


def _title_id(collection_id: str, title: str) -> str:
    return entity_id(collection_id, "name", name_key(title))


def _mentions(
    records: Records,
    collection_id: str,
    passages: Sequence[Chunk],
    entities: Collection[str],
) -> dict[str, Counter[str]]:
    """How often each passage names an entity; the passages of a record name its title."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    known = {passage.id for passage in passages}
    for identity, chunk_id, count in records.mentions(collection_id):
        if chunk_id in known:
            found[identity][chunk_id] += count
    held: defaultdict[str, list[Chunk]] = defaultdict(list)
    for chunk in passages:
        held[chunk.document_id].append(chunk)
    for document in records.documents(collection_id):
        title = _title_id(collection_id, document.title)
        own = held[document.id]
        if title in entities:
            for chunk in own if len(own) <= TITLE_PASSAGES else own[:1]:
                found[title][chunk.id] += 1
    return dict(found)


def _ordered(counts: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda name: (-counts[name], name)))


def _numbers(entities: Sequence[Entity]) -> dict[str, int]:
    """Names by key; a key that several have as another form stands for the first of them."""
    found: dict[str, int] = {}
    for number, entity in enumerate(entities):
        for alias in entity.aliases:
            found.setdefault(name_key(alias), number)
    found.update((name_key(each.name), number) for number, each in enumerate(entities))
    found.pop("", None)
    return found


def _facts(triples: Sequence[Triple], number: Mapping[str, int]) -> tuple[NameFact, ...]:
    facts = (
        NameFact(
            number[triple.subject],
            statement(triple.predicate),
            number[triple.object],
            triple.chunk_id,
        )
        for triple in triples
        if triple.subject in number and triple.object in number and triple.subject != triple.object
    )
    return tuple(dict.fromkeys(facts))


def _links(mentions: Sequence[Counter[str]], facts: Sequence[NameFact]) -> tuple[Link, ...]:
    within: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, counts in enumerate(mentions):
        for chunk_id, count in counts.items():
            within[chunk_id].append((-count, number))
    weights: Counter[tuple[int, int]] = Counter()
    for named in within.values():
        ordered = [number for _, number in sorted(named)]
        centre, others = ordered[:MOST_TOGETHER], ordered[MOST_TOGETHER:]
        for place, first in enumerate(centre):
            for second in centre[place + 1 :]:
                weights[min(first, second), max(first, second)] += 1
        for other in others:
            weights[min(centre[0], other), max(centre[0], other)] += 1
    for fact in facts:
        first, second = sorted((fact.subject, fact.object))
        weights[first, second] += STATED
    return tuple((first, second, weight) for (first, second), weight in sorted(weights.items()))
