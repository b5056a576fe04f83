"""Where a text without headings begins to speak of something else: paragraphs that introduce it.

"Orla Venn (1899–1961) was a botanist" after a paragraph about a harbour begins a new subject as
surely as a heading does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.chunkers._units import Span, TokenMap

LEAST = 0.08
"""A part keeps at least this share of a chunk's size: shorter ones stay with what follows."""
CAPITALS = 0.6
LONGEST_NAME = 8
_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_INTRODUCTION = re.compile(
    r"[\"“'‘]?(?P<name>[^\n(,;:.]{2,70}?)[\"”'’]?\s*"
    r"(?:\([^)\n]{2,200}\)\s*)?(?:,[^.\n]{0,160}?,\s*)?"
    r"\b(?:is|was|are|were)\s+(?:a|an|the|one|any|born|located|situated)\b"
)
_SENTENCE = re.compile(r"(?:[^.!?\n]|\n(?!\s*\n)){40,}[.!?](?=\s|$)")
_SMALL = frozenset(["the", "a", "an", "of", "and", "in", "on", "at", "de", "von", "van", "for"])


def introduces(paragraph: str) -> bool:
    """Whether a paragraph begins by saying what a thing with a name is."""
    match = _INTRODUCTION.match(paragraph[:400])
    if match is None:
        return False
    name = match.group("name").split()
    words = [word for word in name if word.lower() not in _SMALL]
    capitals = sum(word[0].isupper() or word[0].isdigit() for word in words)
    pronoun = len(name) == 1 and len(name[0]) < 5 and name[0].istitle()  # "This is the …"
    return bool(words) and len(name) <= LONGEST_NAME and capitals >= CAPITALS * len(words) and (
        not pronoun
    )  # fmt: skip


def speaks(text: str) -> bool:
    """Whether a section says something in a sentence of its own, not in labels and lists alone."""
    return _SENTENCE.search(text) is not None


def parts_by_subject(text: str, spans: Sequence[Span], tokens: TokenMap, size: int) -> list[Span]:
    """The spans, cut before paragraphs that introduce a subject of their own.

    Nothing is cut off that would have less than 8 % of the size.
    """
    found: list[Span] = []
    for start, end in spans:
        begin = start
        for match in _PARAGRAPH.finditer(text, start, end):
            place = match.end()
            if place >= end or not introduces(text[place : min(end, place + 400)]):
                continue
            before, here, after = tokens.index([begin, place, end]).tolist()
            if here - before >= LEAST * size and after - here >= LEAST * size:
                found.append((begin, place))
                begin = place
        found.append((begin, end))
    return found
