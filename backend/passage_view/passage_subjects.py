"""What a passage of a file is about, and where that is said: heading, or how a paragraph begins.

A record has a title that says what it is about. In a file the heading above a passage says it, or
the subject with which a paragraph introduces itself; a passage may hold several paragraphs, and
then stands for the subject of each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.analysis import STOP_WORDS
from backend.passage_view.names import lead_name, title_keys
from backend.passage_view.subjects import subject_keys
from backend.types import Chunk

LATER_PARAGRAPH = 0.9
"""How surely a subject stands for a passage whose first paragraph is about another one."""
CAPITALS = 0.6
"""Share of a heading's words that are capitalised where it is written as a name."""
PLAIN_HEADING = 0.6
"""How surely a heading stands for its passages that is not written as a name ("Price list")."""
PARAGRAPHS = 8
"""So many paragraphs of a passage are looked at; a table of short lines has no subjects."""

_MARKS = re.compile(r"^#{1,6}\s+")
_NUMBERING = re.compile(r"^(?:(?:chapter|section|part|item|note)\s+)?[\divxlc]+(?:\.\d+)*[.):]?\s+",
                        re.IGNORECASE)  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]{2}")
_BLANK_LINE = re.compile(r"\n\s*\n")


def heading_of(chunk: Chunk) -> str:
    """The heading nearest above a passage, without its number; empty without one, where it is the
    document's title again, and where it holds no word.
    """
    if not chunk.path or chunk.path[-1] == chunk.title:
        return ""
    heading = _NUMBERING.sub("", chunk.path[-1].strip(), count=1)
    return heading if _LETTERS.search(heading) else ""


def heading_keys(heading: str) -> dict[str, float]:
    """The keys under which a heading may be named, with how surely each stands for its passages."""
    words = [word for word in heading.split() if word.lower() not in STOP_WORDS]
    capitals = sum(word[0].isupper() or word[0].isdigit() for word in words)
    sure = 1.0 if words and capitals >= CAPITALS * len(words) else PLAIN_HEADING
    return {key: sure * weight for key, weight in title_keys(heading).items()}


def paragraphs_of(chunk: Chunk) -> list[str]:
    """The paragraphs of a passage without the headings that it begins with or holds."""
    headings = {" ".join(part.split()) for part in (chunk.title, *chunk.path)}
    found = []
    for block in _BLANK_LINE.split(chunk.text):
        lines = block.strip().split("\n")
        while lines and _is_heading(lines[0], headings):
            del lines[0]
        if lines:
            found.append("\n".join(lines).strip())
        if len(found) == PARAGRAPHS:
            break
    return found


def _is_heading(line: str, headings: set[str]) -> bool:
    plain = " ".join(line.split())
    return bool(_MARKS.match(plain)) or plain in headings


def introduced(paragraph: str) -> str:
    """The name that a paragraph introduces as its subject ("Ada Lovelace (1815 …", "Quire is a …").

    Empty where it begins otherwise, as most paragraphs do that go on with a subject.
    """
    name = lead_name(paragraph)
    return name if name and _INTRODUCTION.match(paragraph, len(name)) else ""


_INTRODUCTION = re.compile(
    r"[\"”'’]?\s*(?:\(|(?:,[^.\n]{0,160}?,)?\s*(?:is|was|are|were)\s+"
    r"(?:a|an|the|one|any|born|located|situated)\b)"
)


def subjects_of(paragraphs: list[str]) -> Iterator[tuple[str, float]]:
    """Keys of what the paragraphs of a passage are about, with how surely they stand for it.

    The first paragraph counts as `subject_keys` says; later ones only where they introduce a
    subject of their own.
    """
    for number, paragraph in enumerate(paragraphs):
        if number and not introduced(paragraph):
            continue
        factor = LATER_PARAGRAPH if number else 1.0
        for key, weight in subject_keys(paragraph).items():
            yield key, factor * weight
