"""Headings within a passage, which say where to look but answer nothing."""

from __future__ import annotations

import itertools
import re

from backend.tasks.answer.extractive.paragraph_ends import ENDS_A_SENTENCE, PARAGRAPH_END, collapse
from backend.types import Chunk

_CAPITAL_LINE = re.compile(
    r"(?:(?:\d{1,2}|[^\W\d_])[.)]?\s+)?[^\W\d_]{2,}(?:[ '’&/-]+[^\W\d_]+){0,6}:?"
)
"""A line of few words, with its number."""
LEAST_CAPITALS = 4
_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,4}[.)]?\s+(?=[^\W\d_])")
HEADING_WORDS = 12


def unnumbered(heading: str) -> str:
    """A heading on one line, without its number and the mark of a link to it."""
    line = collapse(heading).rstrip("¶§# ")
    numbered = _NUMBER.match(line)
    return line[numbered.end() :] if numbered else line


def headings_of(chunk: Chunk) -> frozenset[tuple[int, int]]:
    """Spans of the passage's headings, which say where to look but answer nothing.

    A heading is a short paragraph of words alone that ends like no sentence and has more text below
    it, a first line in capitals, or one of the headings that the passage is known to stand under.
    What follows a label (“Type of value:”) is its value. A passage of headings alone has none: they
    are all that it says.
    """
    known = {collapse(each).casefold() for each in (chunk.title, *chunk.path)}
    found: list[tuple[int, int]] = []
    start = 0
    below = after_label = False
    pieces = chunk.text.split(PARAGRAPH_END)
    for piece, following in itertools.zip_longest(pieces, pieces[1:], fillvalue=""):
        begin = start + len(piece) - len(piece.lstrip())
        end = begin + len(piece.strip())
        start += len(piece) + len(PARAGRAPH_END)
        line = collapse(piece)
        title, _, rest = piece.strip().partition("\n")
        told = line.casefold() in known
        if told or (not after_label and _looks_like_a_heading(piece.strip(), following)):
            found.append((begin, end))
        elif rest.strip() and (
            collapse(title).casefold() in known or _stands_in_capitals(title.strip(), rest)
        ):
            found.append((begin, begin + len(title.rstrip())))
            below = True
        elif line:
            below = True
        after_label = line.endswith(":")
    return frozenset(found) if below else frozenset()


def _stands_in_capitals(title: str, rest: str) -> bool:
    """Whether the first line of a paragraph is a heading in capitals: what follows is neither in
    capitals nor goes on in small letters, and is more than the line below a name."""
    following = rest.lstrip()
    return (
        title.isupper()
        and sum(map(str.isalpha, title)) >= LEAST_CAPITALS
        and _CAPITAL_LINE.fullmatch(title) is not None
        and not following[:1].islower()
        and not following.partition("\n")[0].isupper()
        and ("\n" in following or ENDS_A_SENTENCE.search(following) is not None)
    )


_STOPS_BEFORE_IT = re.compile(
    r"(?i)\b(?:is|are|was|were)(?: (?:by default|usually|often|then|thus|as follows))*$"
)
"""A sentence that goes on with the listing below it."""


def _looks_like_a_heading(paragraph: str, following: str) -> bool:
    numbered = _NUMBER.match(paragraph)
    if numbered is not None:
        # An item of a list, unless it has a text of its own below it.
        if _NUMBER.match(following.lstrip()) or len(following.split()) < HEADING_WORDS:
            return False
        paragraph = paragraph[numbered.end() :]
    words = paragraph.split()
    return (
        bool(following)
        and 0 < len(words) <= HEADING_WORDS
        and "\n" not in paragraph
        and ": " not in paragraph  # “Skipper: Tomas Okafor” is an answer
        and " = " not in paragraph  # nor is a formula above what is told of it
        and words[0][:1].isupper()
        and not any(character.isdigit() for character in paragraph)
        and ENDS_A_SENTENCE.search(paragraph) is None
        and _STOPS_BEFORE_IT.search(paragraph) is None
    )
