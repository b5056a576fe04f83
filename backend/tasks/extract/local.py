"""Entities and relations by rules, without a language model.

Entities are a document's title, its headings, the names in its text with the short and other forms
that the text defines, and the labels of its table rows. Relations are what stands between two
neighbouring names of one sentence, kept in the words of the text. The result depends on the
document alone, so that adding and removing documents in any order gives the same graph.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from backend.analysis import STOP_WORDS
from backend.identity import entity_id
from backend.passage_view.names import (
    Name,
    abbreviations,
    lead_name,
    name_key,
    names_in,
    other_names,
)
from backend.ports import Extraction, Extractor
from backend.settings import Settings
from backend.types import Chunk, Document, Entity, Section, Triple

LONGEST_LABEL = 10
"""Most words of a row label or heading that is taken for an entity."""
LONGEST_PREDICATE = 6
"""Most words between two names that are taken for their relation."""

_ROW_LABEL = re.compile(r"^\s*(?P<label>[^\n:|—]{2,90}?)\s*(?:—|\||:|\t)")
_LETTER = re.compile(r"[^\W\d_]{2}")
_NUMBERING = re.compile(r"^(?:(?:chapter|section|part|item|note)\s+)?[\divxlc]+(?:\.\d+)*[.):]?\s+")
_VERBS = frozenset(
    [
        *("is", "was", "are", "were", "has", "had", "have", "became", "becomes", "won", "wrote"),
        *("made", "led", "held", "owns", "sold", "bought", "met", "plays", "stars", "includes"),
        *("contains", "joined", "joins", "by", "son", "daughter", "wife", "husband"),
    ]
)
_SUBJECT_PRONOUN = re.compile(r"(?:(?<=[.!?]\s)|^)(?:He|She|It|They)(?=\s+[a-z])")


@dataclass(slots=True)
class _FoundEntity:
    """An entity on its way: its first surface form, kind, other forms and mentions."""

    name: str
    kind: str
    aliases: dict[str, str] = field(default_factory=dict)
    mentions: Counter[str] = field(default_factory=Counter)


class LocalExtractor:
    """Rules over titles, headings, capitalised names, defined short forms and row labels."""

    def extract(
        self, document: Document, sections: Sequence[Section], chunks: Sequence[Chunk]
    ) -> Extraction:
        """Entities by kind and key, mentions by entity and chunk, triples by chunk and place."""
        found: dict[str, _FoundEntity] = {}
        title_key = name_key(document.title)
        if title_key:
            found[title_key] = _FoundEntity(document.title, "title")
        section_of_heading = _headings(sections, found)
        ordered = sorted(chunks, key=lambda chunk: (chunk.ordinal, chunk.id))
        short_forms = _short_forms(ordered)
        triples: list[tuple[str, str, str, str]] = []
        lead = title_key
        for chunk in ordered:
            names = list(names_in(chunk.text))
            if not lead:
                lead = name_key(lead_name(chunk.text))
            for name in names:
                key = short_forms.get(name.key, (name.key, ""))[0]
                entity = found.setdefault(key, _FoundEntity(name.surface, "name"))
                entity.mentions[chunk.id] += 1
            if chunk.kind == "table_row":
                _row_label(chunk, found)
            if chunk.section_id in section_of_heading:
                found[section_of_heading[chunk.section_id]].mentions[chunk.id] += 1
            triples.extend(_relations(chunk, names, lead))
        for key, form in short_forms.values():
            if key in found:
                found[key].aliases[name_key(form)] = form
        if title_key:
            _title_forms(ordered, found[title_key])
        return _finished(document, found, triples)


def _headings(sections: Sequence[Section], found: dict[str, _FoundEntity]) -> dict[str, str]:
    """Add headings as entities; returns the key of each section's heading."""
    keys: dict[str, str] = {}
    for section in sections:
        title = _NUMBERING.sub("", section.title.strip(), count=1)
        key = name_key(title)
        if key and len(key.split()) <= LONGEST_LABEL and _LETTER.search(key):
            found.setdefault(key, _FoundEntity(title, "heading"))
            keys[section.id] = key
    return keys


def _short_forms(chunks: Sequence[Chunk]) -> dict[str, tuple[str, str]]:
    """Key of each defined short form -> (key of the long form, the short form).

    The first definition in the document holds.
    """
    forms: dict[str, tuple[str, str]] = {}
    for chunk in chunks:
        for long, short in abbreviations(chunk.text):
            forms.setdefault(name_key(short), (name_key(long), short))
    return forms


def _row_label(chunk: Chunk, found: dict[str, _FoundEntity]) -> None:
    match = _ROW_LABEL.match(chunk.text)
    if match is None:
        return
    label = match.group("label").strip()
    key = name_key(label)
    if _LETTER.search(key) and len(key.split()) <= LONGEST_LABEL:
        found.setdefault(key, _FoundEntity(label, "row label")).mentions[chunk.id] += 1


def _title_forms(chunks: Sequence[Chunk], title: _FoundEntity) -> None:
    """Other forms of the title that the document's beginning gives."""
    if not chunks:
        return
    beginning = chunks[0].text
    lead = lead_name(beginning)
    forms = other_names(beginning)
    shared = set(name_key(lead).split()) & set(name_key(title.name).split())
    if lead and shared - STOP_WORDS:
        forms.insert(0, lead)
    for form in forms:
        key = name_key(form)
        if key and key != name_key(title.name):
            title.aliases.setdefault(key, form)


def _relations(
    chunk: Chunk, names: Sequence[Name], lead: str
) -> Iterator[tuple[str, str, str, str]]:
    """(subject key, predicate, object key, chunk id) of neighbouring names.

    A sentence that begins with a pronoun speaks of the document's subject. What stands between two
    names holds lower-case words alone, so that a relation never reaches over a sentence's end.
    """
    if chunk.kind != "prose" or not names:
        return
    innermost: list[Name] = []
    for name in names:
        if innermost and name.start < innermost[-1].end:
            innermost.pop()
        innermost.append(name)
    if lead:
        starts = [name.start for name in innermost]
        for match in _SUBJECT_PRONOUN.finditer(chunk.text):
            following = bisect_left(starts, match.end())
            if following < len(innermost) and innermost[following].key != lead:
                predicate = _predicate(chunk.text[match.end() : starts[following]])
                if predicate:
                    yield lead, predicate, innermost[following].key, chunk.id
    for left, right in pairwise(innermost):
        predicate = _predicate(chunk.text[left.end : right.start])
        if predicate and left.key != right.key:
            yield left.key, predicate, right.key, chunk.id


def _predicate(between: str) -> str:
    """The relation that a stretch of text states, or empty: short, unbroken, and with a verb."""
    words = between.split()
    if not words or len(words) > LONGEST_PREDICATE:
        return ""
    if not all(word.replace("-", "").isalpha() and word.islower() for word in words):
        return ""
    stated = any(word in _VERBS or (len(word) > 4 and word.endswith("ed")) for word in words)
    return " ".join(words) if stated else ""


def _finished(
    document: Document, found: dict[str, _FoundEntity], triples: Sequence[tuple[str, str, str, str]]
) -> Extraction:
    kept = {
        key: entity for key, entity in found.items() if entity.mentions or entity.kind == "title"
    }
    ids = {
        key: entity_id(document.collection_id, _sort(entity.kind), key)
        for key, entity in kept.items()
    }
    entities = tuple(
        Entity(
            ids[key],
            entity.name,
            entity.kind,
            tuple(entity.aliases[alias] for alias in sorted(entity.aliases)),
        )
        for key, entity in sorted(kept.items(), key=lambda item: (item[1].kind, item[0]))
    )
    mentions = tuple(
        sorted(
            (ids[key], chunk_id, count)
            for key, entity in kept.items()
            for chunk_id, count in entity.mentions.items()
        )
    )
    stated = tuple(
        Triple(ids[subject], predicate, ids[thing], chunk_id)
        for subject, predicate, thing, chunk_id in dict.fromkeys(triples)
        if subject in ids and thing in ids
    )
    return Extraction(entities, mentions, stated)


def _sort(kind: str) -> str:
    """A title and a name of one key are one entity; headings and row labels are not names."""
    return "name" if kind == "title" else kind


def build(settings: Settings) -> Extractor:
    """The extractor; it holds no state and needs no setting."""
    return LocalExtractor()
