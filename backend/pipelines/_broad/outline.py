"""The main parts of a document, by its headings, else by its groups of passages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.calendar_words import MONTH_BEGINNING
from backend.pipelines._broad.telling import OPENING_PART, QuotableSentence, ranked, sentences_of
from backend.ports import Records
from backend.types import Chunk, Document, Section

MOST_PARTS = 6
LEAST_SHARE = 0.01
"""A part shorter than this share of the text is left out, where there are enough others."""
WHOLE = 0.7
"""A heading over more than this share of the text is the document's title: its parts are told."""
FEW_PARTS = 3
COVERED = 0.35
"""A level divides a document if it has so many parts, which hold this share of its text."""
OPENING = 40
"""Passages, and sentences, from the beginning (and from the introduction, where that comes later)
among which the one is sought that says what a document is."""
OPENING_TEXT = 6_000
"""Characters of the introduction that are read for it."""
MOST_READ = 400
"""Sentences of one part that are compared."""
FEW_CHUNKS = 12
"""A document of so few passages without headings is told in its own sentences."""
_APPARATUS = re.compile(
    r"(?i)^[\W\d]*(?:table of contents|contents|index|references|bibliography|appendix\b.*|"
    r"annex\b.*|acknowledg\w*|thanks|copying|licen[cs]e.*|copyright.*|signatures?|glossary|"
    r"list of (?:figures|tables).*|(?:table|figure|fig\.|chart)\s+[\divx]+.*|.*\bindex|colophon|"
    r"imprint|foreword|preface|certification.*|forward-looking.*|cautionary.*|further reading|"
    r"see also|bugs?|authors?|history|changelog|conference call.*|additional reading|indices|"
    r"(?:\w+ )?reports? of independent.*|.*\bexhibits?\b.*|non-gaap.*|percentage.*|"
    r"controls and procedures|mine safety.*|part [ivx]+|investor contact.*|media contact.*|"
    r"gnu free documentation.*|name .*)\W*$"
)
_NUMBER = re.compile(
    r"^(?:(?:chapter|section|part|item|lesson|note)\s+[\dIVX]{1,5}[a-z]?(?:\s*[.:)–-])*"
    r"|(?:\d{1,2}(?:\.\d+)*|[IVX]{1,5}(?=[.)]))[.):]?)\s+(?=\S)",
    re.IGNORECASE,
)
_RUNNING = re.compile(r"(?i)^(?:chapter|appendix|section|part)\s+[\dA-Z]+\b.*\s\d{1,4}$")
_CONSONANTS = re.compile(r"[^\W\d_AEIOUYaeiouy]{2,5}[.,:;)]*")
_DATE = re.compile(
    rf"(?i)^\W*(?:\d{{1,2}}\.?\s+)?(?:{MONTH_BEGINNING})[a-z]*\.?\s+"
    r"(?:\d{1,2},?\s+)?\d{4}\W*$|^[\d\W]+$"
)


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """A part of a document: what it is called, and the sentences that may stand for it, best
    first."""

    name: str
    sentences: tuple[QuotableSentence, ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """What a document is about: sentences that may say it, best first, and its main parts."""

    document: Document
    lead: tuple[QuotableSentence, ...]
    parts: tuple[OutlinePart, ...]


def outline(records: Records, document: Document) -> Outline:
    """Read a document by its headings."""
    chunks = records.chunks_of(document.id)
    sections = records.sections(document.id)
    extents = [extent for extent in _extents(sections) if not _is_apparatus(extent[0].title)]
    openings = [(start, end) for each, start, end in extents if OPENING_PART.match(each.title)]
    first = min((start for start, _ in openings), default=0)
    opening = sentences_of(chunks[:OPENING], sections)[:OPENING]
    opening += [
        sentence
        for sentence in sentences_of(_within(chunks, first, first + OPENING_TEXT), sections)
        if sentence not in opening
    ][:OPENING]
    subject = f"{document.title} {document.name.rpartition('.')[0]}"
    lead = ranked(opening, subject, purpose=True, openings=openings)
    parts = [
        OutlinePart(shown_heading(section.title), tuple(ranked(found, section.title)))
        for section, start, end in _main(extents)
        if (found := sentences_of(_within(chunks, start, end), sections, span=(start, end)))
    ]
    if not parts and len(chunks) > FEW_CHUNKS:
        parts = _groups(records, document, chunks, sections)
    if not parts:
        parts = [OutlinePart("", tuple(ranked(opening)))]
    return Outline(document, tuple(lead), tuple(parts))


def _is_apparatus(title: str) -> bool:
    return bool(_APPARATUS.match(title.strip()) or _RUNNING.match(title.strip()))


def _extents(sections: Sequence[Section]) -> list[tuple[Section, int, int]]:
    """Each headed section with what stands under it, its own parts included, in order."""
    ordered = sorted((each for each in sections if each.level > 0), key=lambda each: each.start)
    found = []
    for place, section in enumerate(ordered):
        after = (
            each.start
            for each in ordered[place + 1 :]
            if each.level <= section.level and not _RUNNING.match(each.title)
        )
        end = next(after, max((each.end for each in ordered), default=section.end))
        found.append((section, section.start, end))
    return found


def _main(extents: Sequence[tuple[Section, int, int]]) -> list[tuple[Section, int, int]]:
    """The largest parts of the highest level that divides the document, in its order."""
    total = max((end for _, _, end in extents), default=0)
    best: list[tuple[Section, int, int]] = []
    for level in sorted({section.level for section, _, _ in extents}):
        parts = [
            extent
            for extent in extents
            if extent[0].level == level
            and LEAST_SHARE * total <= extent[2] - extent[1] < WHOLE * total
        ]
        if len(parts) > len(best):
            best = parts
        covered = sum(end - start for _, start, end in best)
        if len(best) >= FEW_PARTS and covered >= COVERED * total:
            break
    largest = sorted(best, key=lambda each: each[1] - each[2])[:MOST_PARTS]
    return sorted(largest, key=lambda each: each[1])


def _within(chunks: Sequence[Chunk], start: int, end: int) -> list[Chunk]:
    found = [chunk for chunk in chunks if chunk.start < end and chunk.end > start]
    return found[:MOST_READ]


def _groups(
    records: Records, document: Document, chunks: Sequence[Chunk], sections: Sequence[Section]
) -> list[OutlinePart]:
    by_id = {chunk.id: chunk for chunk in chunks}
    communities = sorted(records.communities(document.id), key=lambda each: -len(each.chunk_ids))
    parts = []
    for community in communities[:MOST_PARTS]:
        members = [by_id[chunk] for chunk in community.chunk_ids if chunk in by_id]
        found = sentences_of(members, sections)
        if found:
            parts.append(
                OutlinePart(shown_heading(community.title), tuple(ranked(found, community.title)))
            )
    return parts


def shown_heading(title: str) -> str:
    """A heading as it is shown: without its number, and not in capitals throughout; empty for a
    mere date."""
    whole = " ".join(title.split())
    if _DATE.match(whole):
        return ""
    text = _NUMBER.sub("", whole).strip(" .:;–—-") or whole
    if text != whole:
        text = text[:1].upper() + text[1:]
    return _lowered(text) if text.isupper() and " " in text else text


def _lowered(text: str) -> str:
    """A heading in capitals as a sentence; a word without a vowel is an abbreviation and stays."""
    words = [each if _CONSONANTS.fullmatch(each) else each.lower() for each in text.split(" ")]
    lowered = " ".join(words)
    return lowered[:1].upper() + lowered[1:]
