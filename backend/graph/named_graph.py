"""Names and sections as nodes of a collection's graph, with what ties them to documents."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from backend.ports import Records
from backend.sentences import reads_as_sentence, sentence_spans
from backend.types import Chunk, Document, Edge, GraphNode, Section

LEAST_NAME, MOST_NAME_WORDS = 4, 5
"""Letters of a name of one word, and words of a name, that are worth showing."""
LEAST_PASSAGES = 2
"""Passages that a name must stand in."""
MOST_NAMES = 150
"""Names that take part, those of most passages first."""
LEAST_SECTIONS = 2
LONGEST_ABBREVIATION = 6
"""Letters; a longer word in capitals is a name that is set in capitals."""
_ADDRESS = re.compile(r"\S*(?:://|@|\bwww\.|[^\W\d_]\.[^\W\d_]{2})\S*")
_COMPOUND = re.compile(r"-[a-z]+$")
"""Ends a word that is made of a name and is none ("Las Vegas-inspired")."""
_LETTERS = re.compile(r"[^\W\d_]+")


def small_words(passages: Iterable[Chunk]) -> frozenset[str]:
    """The words that the running text of passages writes in small letters somewhere; those of
    addresses ("www.quire.org") do not count."""
    return frozenset(
        word
        for chunk in passages
        if chunk.kind == "prose"
        for word in _LETTERS.findall(_ADDRESS.sub(" ", chunk.text))
        if word.islower()
    )


def is_name(text: str, small: frozenset[str]) -> bool:
    """Whether a text that was taken for a name is worth showing as one.

    Args:
        small: words that the documents write in small letters ("company", "quarter").
    """
    words = _LETTERS.findall(text)
    if not words or len(words) > MOST_NAME_WORDS or _COMPOUND.search(text):
        return False
    if any(each.isdigit() for each in text):
        return False
    own = [each for each in words if each.lower() not in small]
    if not own or not words[0][0].isupper():
        return False
    return len(own) > 1 or (own[0] == words[0] and (len(words) > 1 or len(own[0]) >= LEAST_NAME))


def is_abbreviation(text: str) -> bool:
    """Whether a name is one word of capitals, or its plural ("HTB", "PDFs", "R&D", "U.S."): what it
    stands for, a body or a mere term, cannot be seen from it."""
    if len(text.split()) != 1:
        return False
    letters = "".join(_LETTERS.findall(text))
    capitals = letters.removesuffix("s")
    return capitals.isupper() and 2 <= len(capitals) <= LONGEST_ABBREVIATION


def main_sections(sections: Sequence[Section]) -> list[Section]:
    """The sections of the highest level that divides a document, in order; none where none does."""
    headed = sorted((each for each in sections if each.level > 0), key=lambda each: each.start)
    for level in sorted({each.level for each in headed}):
        of_level = [each for each in headed if each.level == level]
        if len(of_level) >= LEAST_SECTIONS:
            return of_level
    return []


def named_nodes(
    records: Records, collection_id: str, documents: Sequence[Document]
) -> tuple[list[GraphNode], list[Edge]]:
    """Names in whole sentences of several passages, each tied to the documents that mention it;
    the weight is the number of passages. What stands in forms and tables alone is passed over."""
    passages = [chunk for each in documents for chunk in records.chunks_of(each.id)]
    small = small_words(passages)
    prose = {each.id: each for each in passages if each.kind == "prose"}
    names = {
        each.id: each
        for each in records.entities(collection_id)
        if each.kind == "name" and is_name(each.name, small)
    }
    mentioning: dict[str, list[str]] = defaultdict(list)
    for entity_id, chunk_id, _ in records.mentions(collection_id):
        if entity_id in names and chunk_id in prose:
            mentioning[entity_id].append(chunk_id)
    worth = sorted(mentioning, key=lambda each: (-len(mentioning[each]), each))
    sentences: dict[str, str] = {}
    nodes: list[GraphNode] = []
    edges: list[Edge] = []
    for entity_id in worth:
        spelled = names[entity_id].name
        told: Counter[str] = Counter()
        for chunk_id in mentioning[entity_id]:
            if chunk_id not in sentences:
                sentences[chunk_id] = _sentences(prose[chunk_id].text)
            if spelled in sentences[chunk_id]:
                told[prose[chunk_id].document_id] += 1
        if told.total() < LEAST_PASSAGES:
            continue
        nodes.append(GraphNode(entity_id, "entity", spelled))
        edges += [
            Edge(document_id, entity_id, "RELATES_TO", float(number))
            for document_id, number in told.items()
        ]
        if len(nodes) == MOST_NAMES:
            break
    return nodes, edges


def _sentences(text: str) -> str:
    """The whole sentences of a passage, on one line."""
    whole = (text[start:end] for start, end in sentence_spans(text))
    return " ".join(" ".join(each.split()) for each in whole if reads_as_sentence(each))


def section_nodes(
    records: Records, collection_id: str, documents: Sequence[Document], names: Iterable[GraphNode]
) -> tuple[list[GraphNode], list[Edge]]:
    """The main sections of documents, tied to their document and to the names in them."""
    nodes: list[GraphNode] = []
    edges: list[Edge] = []
    holding: dict[str, str] = {}
    for document in documents:
        sections = [each for each in main_sections(records.sections(document.id)) if each.title]
        nodes += [GraphNode(each.id, "section", each.title, document.id) for each in sections]
        edges += [Edge(document.id, each.id, "HAS_SECTION", 1.0) for each in sections]
        for chunk in records.chunks_of(document.id):
            over = [each for each in sections if each.start <= chunk.start]
            if over:
                holding[chunk.id] = over[-1].id
    wanted = {each.id for each in names}
    within: Counter[tuple[str, str]] = Counter()
    for entity_id, chunk_id, _ in records.mentions(collection_id):
        if entity_id in wanted and chunk_id in holding:
            within[holding[chunk_id], entity_id] += 1
    edges += [
        Edge(section_id, entity_id, "RELATES_TO", float(number))
        for (section_id, entity_id), number in within.items()
    ]
    return nodes, edges
