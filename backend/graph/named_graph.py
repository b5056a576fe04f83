"""Names and sections as nodes of a collection's graph, with what ties them to documents."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from backend.ports import Records
from backend.sentences import reads_as_sentence, sentence_spans
from backend.types import Chunk, Document, Edge, Entity, GraphNode, Section

Mention = tuple[str, str, int]
"""Ids of an entity and of a passage, and how often it stands there."""

LEAST_NAME, MOST_NAME_WORDS = 4, 5
"""Letters of a name of one word, and words of a name, that are worth showing."""
LEAST_PASSAGES = 2
"""Passages that a name must stand in."""
MOST_NAMES = 150
"""Names that take part, those of most passages first."""
LEAST_SECTIONS = 2
MOST_SECTIONS = 100
"""Sections of one document that take part, the longest first."""
MOST_ALIKE = 3
"""So many sections of a document may have one heading; one that stands on every page divides
nothing."""
LONGEST_ABBREVIATION = 6
"""Letters; a longer word in capitals is a name that is set in capitals."""
_ADDRESS = re.compile(r"://|@|\bwww\.|[^\W\d_]\.[^\W\d_]{2}")
_COMPOUND = re.compile(r"-[a-z]+$")
"""Ends a word that is made of a name and is none ("Las Vegas-inspired")."""
_LETTERS = re.compile(r"[^\W\d_]+")
_YEAR = r"(?:1[5-9]|20)\d\d"
_PAGE_NUMBER = re.compile(
    rf"(?i)[\W_]*(?:(?:page|seite|pagina|página)\b[\W_]*\d+|(?!{_YEAR}\b)\d+|p\.?\s?\d+)"
    r"(?:[\W_]*(?:of|/|von|de|sur)?[\W_]*\d+)?[\W_]*"
)
"""A heading that only counts pages ("Page 3 of 200", "- 12 -"); a year alone is none."""


def small_words(passages: Iterable[Chunk]) -> frozenset[str]:
    """The words that the running text of passages writes in small letters somewhere; those of
    addresses ("www.quire.org") do not count."""
    prose = (chunk.text for chunk in passages if chunk.kind == "prose")
    pieces = set("\n".join(prose).split())  # an address holds no space
    plain = {piece for piece in pieces if piece.isalpha()}  # is no address, and one word
    small = {word for word in plain if word.islower()}
    for piece in pieces - plain:
        if not _ADDRESS.search(piece):
            small.update(word for word in _LETTERS.findall(piece) if word.islower())
    return frozenset(small)


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
    own = [word for word in words if word.lower() not in small]
    if not own or not words[0][0].isupper():
        return False
    return len(own) > 1 or (own[0] == words[0] and (len(words) > 1 or len(own[0]) >= LEAST_NAME))


def as_written(name: str, texts: Iterable[str]) -> str:
    """A name that was folded for comparing, as texts write it: first with a capital, else as found
    first; unchanged where none holds it."""
    pattern = re.compile(r"\s+".join(map(re.escape, name.split())) or r"(?!)", re.IGNORECASE)
    found = [" ".join(match.group().split()) for text in texts for match in pattern.finditer(text)]
    return next((each for each in found if each[:1].isupper()), next(iter(found), name))


def is_abbreviation(text: str) -> bool:
    """Whether a name is one word of capitals, or its plural ("HTB", "PDFs", "R&D", "U.S."): what it
    stands for, a body or a mere term, cannot be seen from it."""
    if len(text.split()) != 1:
        return False
    letters = "".join(_LETTERS.findall(text))
    capitals = letters.removesuffix("s")
    return capitals.isupper() and 2 <= len(capitals) <= LONGEST_ABBREVIATION


def main_sections(sections: Sequence[Section]) -> list[Section]:
    """The sections of the highest level that divides a document, in order; none where none does.

    Headings that are page numbers, and those that more than MOST_ALIKE sections have, divide
    nothing.
    """
    alike = Counter(_heading(section) for section in sections if section.level > 0)
    headed = sorted(
        (
            section
            for section in sections
            if section.level > 0 and alike[_heading(section)] <= MOST_ALIKE
        ),
        key=lambda section: section.start,
    )
    telling = [section for section in headed if not _PAGE_NUMBER.fullmatch(section.title)]
    for level in sorted({section.level for section in telling}):
        of_level = [section for section in telling if section.level == level]
        if len(of_level) >= LEAST_SECTIONS:
            return of_level
    return []


def _heading(section: Section) -> str:
    return " ".join(section.title.casefold().split())


def named_nodes(
    entities: Iterable[Entity], mentions: Iterable[Mention], passages: Sequence[Chunk]
) -> tuple[list[GraphNode], list[Edge]]:
    """Names in whole sentences of several passages, each tied to the documents that mention it;
    the weight is the number of passages. What stands in forms and tables alone is passed over.

    Args:
        entities: those of the collection.
        mentions: where they stand in it.
        passages: all of the collection, or those of one document.
    """
    prose = {passage.id: passage for passage in passages if passage.kind == "prose"}
    mentioning: dict[str, list[str]] = defaultdict(list)
    for entity_id, chunk_id, _ in mentions:
        if chunk_id in prose:
            mentioning[entity_id].append(chunk_id)
    small = small_words(passages)
    names = {
        entity.id: entity
        for entity in entities
        if entity.kind == "name"
        and len(mentioning.get(entity.id, ())) >= LEAST_PASSAGES
        and is_name(entity.name, small)
    }
    sentences = _Sentences({each.id: each.text for each in prose.values()})
    nodes: list[GraphNode] = []
    edges: list[Edge] = []
    for entity_id in sorted(names, key=lambda name: (-len(mentioning[name]), name)):
        spelled = names[entity_id].name
        told = Counter(
            prose[chunk_id].document_id
            for chunk_id in mentioning[entity_id]
            if sentences.say(chunk_id, spelled)
        )
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


class _Sentences:
    """The sentences of passages on one line each, cut when first asked for."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._cut: dict[str, list[str]] = {}
        self._whole: dict[str, bool] = {}

    def say(self, chunk_id: str, words: str) -> bool:
        """Whether words stand in a whole sentence of a passage."""
        if chunk_id not in self._cut:
            text = self._texts[chunk_id]
            spans = sentence_spans(text)
            self._cut[chunk_id] = [" ".join(text[start:end].split()) for start, end in spans]
        return any(self._reads(each) for each in self._cut[chunk_id] if words in each)

    def _reads(self, sentence: str) -> bool:
        if sentence not in self._whole:
            self._whole[sentence] = reads_as_sentence(sentence)
        return self._whole[sentence]


def section_nodes(
    records: Records,
    documents: Sequence[Document],
    passages: Iterable[Chunk],
    names: Iterable[GraphNode],
    mentions: Iterable[Mention],
) -> tuple[list[GraphNode], list[Edge]]:
    """The main sections of documents, the longest of each, tied to their document and to the names
    in them. Edges may lead to sections that are not among the nodes.

    Args:
        passages: those of the documents.
        names: those that are drawn.
        mentions: where the collection's names stand.
    """
    nodes: list[GraphNode] = []
    edges: list[Edge] = []
    main: dict[str, list[Section]] = {}
    for document in documents:
        headed = [
            section for section in main_sections(records.sections(document.id)) if section.title
        ]
        main[document.id] = headed
        longest = sorted(headed, key=lambda section: (section.start - section.end, section.start))
        drawn = longest[:MOST_SECTIONS]
        nodes += [GraphNode(each.id, "section", each.title, document.id) for each in drawn]
        edges += [Edge(document.id, each.id, "HAS_SECTION", 1.0) for each in drawn]
    starts = {each: [section.start for section in sections] for each, sections in main.items()}
    holding: dict[str, str] = {}
    for chunk in passages:
        place = bisect_right(starts[chunk.document_id], chunk.start)
        if place:
            holding[chunk.id] = main[chunk.document_id][place - 1].id
    wanted = {name.id for name in names}
    within: Counter[tuple[str, str]] = Counter()
    for entity_id, chunk_id, _ in mentions:
        if entity_id in wanted and chunk_id in holding:
            within[holding[chunk_id], entity_id] += 1
    edges += [
        Edge(section_id, entity_id, "RELATES_TO", float(number))
        for (section_id, entity_id), number in within.items()
    ]
    return nodes, edges
