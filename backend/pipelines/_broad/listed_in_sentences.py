"""A list that one sentence holds: “The main risks are: late deliveries; fire; a wet spring.”

Where no heading has the list that is asked for, such a sentence has all of it. It is mostly too
long to be quoted as a whole, so its items are told one by one, as those of a list below a heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.pipelines._broad.headed_lists import MOST_ITEMS, AskedHeading
from backend.pipelines._broad.telling import QuotableSentence
from backend.sentences import sentence_spans
from backend.types import Chunk

LEAST_ITEMS = 3
MOST_BEFORE_THING = 5
"""Words before the thing that is listed, at most: “Among the most important of the risks are”."""
LONGEST_ITEM = 300
MOST_PASSAGES = 4
"""Passages over which a sentence goes on."""

_ENUMERATES = re.compile(
    r"(?P<lead>[^.;:?!]{4,240}?)\s(?:include[sd]?|are|comprise[sd]?)\b"
    r"(?P<more>,?\s(?:but\s(?:are|is)\snot\slimited\sto|without\slimitation|among\sothers|"
    r"the\sfollowing))?(?P<mark>,?\s?:|,)?\s"
)
_NOT_ALL = re.compile(r"(?i)\b(?:not|no|never|other|some|several|few|many|only)\b")
_SEMICOLON = re.compile(r"\s*;\s*(?:(?:and|or)\s+)?")
_ENDS = re.compile(r"[.!?][\"”’)]*\s*$")
_JOINS = " "
_COMMA = re.compile(r"\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+")


@dataclass(frozen=True, slots=True)
class ListedInSentence:
    """The items that a sentence of a document lists, the first `MOST_ITEMS` of `count`; an item
    that goes on in the next passage has a quote of each."""

    chunk: Chunk
    items: tuple[tuple[QuotableSentence, ...], ...]
    count: int

    @property
    def more(self) -> int:
        """Items of which nothing is told."""
        return self.count - len(self.items)


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a passage has of a sentence: its text[start:end], at `at` in the sentence."""

    chunk: Chunk
    start: int
    end: int
    at: int


def listed_in_sentences(
    asked: AskedHeading, chunks: Iterable[Chunk], after: Callable[[Chunk], Chunk | None]
) -> list[ListedInSentence]:
    """Of each document the longest list of what is asked for that a sentence of it holds, the first
    of equal ones; in the order in which the documents come. What the question says besides must
    stand in the document's title or in the sentence before its list.

    Args:
        chunks: passages in which such a sentence may begin.
        after: the passage behind one of them in its document, if it has one.
    """
    found: dict[str, ListedInSentence] = {}
    for chunk in chunks:
        if chunk.kind != "prose":
            continue
        for start, end in sentence_spans(chunk.text):
            lead = _ENUMERATES.match(chunk.text, start, end)
            if lead is None or not _is_of(asked, lead["lead"], chunk.title):
                continue
            listed = _listed(asked, _whole(chunk, start, end, after))
            known = found.get(chunk.document_id)
            if listed is not None and (known is None or listed.count > known.count):
                found[chunk.document_id] = listed
    return list(found.values())


def _whole(
    chunk: Chunk, start: int, end: int, after: Callable[[Chunk], Chunk | None]
) -> list[_Piece]:
    """A sentence of a passage with what the next ones have of it."""
    pieces = [_Piece(chunk, start, end, 0)]
    while len(pieces) < MOST_PASSAGES and not _ENDS.search(chunk.text[:end]):
        following = after(chunk)
        if following is None or following.kind != "prose" or end < len(chunk.text.rstrip()):
            break
        begins = max(0, chunk.end - following.start)
        spans = sentence_spans(following.text[begins:])
        if not spans:
            break
        at = pieces[-1].at + (end - pieces[-1].start) + len(_JOINS)
        first, last = (begins + each for each in spans[0])
        pieces.append(_Piece(following, first, last, at))
        chunk, end = following, last
    return pieces


def _listed(asked: AskedHeading, pieces: Sequence[_Piece]) -> ListedInSentence | None:
    sentence = _JOINS.join(piece.chunk.text[piece.start : piece.end] for piece in pieces)
    match = _ENUMERATES.match(sentence)
    if match is None:
        return None
    begins = match.end()
    between = _SEMICOLON if ";" in sentence[begins:] else _COMMA
    if between is _COMMA and not (match["mark"] or "").endswith(":"):
        return None  # “The risks are high, and …” lists nothing
    spans = [
        (begins + first, begins + last)
        for first, last in _between(between, sentence[begins:].rstrip(" .\n"))
    ]
    if len(spans) < LEAST_ITEMS or any(last - first > LONGEST_ITEM for first, last in spans):
        return None
    if asked.count not in {0, len(spans)}:
        return None
    items = tuple(_quotes(pieces, *span) for span in spans[:MOST_ITEMS])
    return ListedInSentence(items[0][0].chunk, items, len(spans))


def _quotes(pieces: Sequence[_Piece], first: int, last: int) -> tuple[QuotableSentence, ...]:
    """What passages have of the characters of a sentence."""
    found = []
    for piece in pieces:
        start = max(piece.start, piece.start + first - piece.at)
        end = min(piece.end, piece.start + last - piece.at)
        if text := " ".join(piece.chunk.text[start:end].split()):
            own = piece.chunk.start
            found.append(QuotableSentence(text, own + start, own + end, piece.chunk))
    return tuple(found)


def _is_of(asked: AskedHeading, lead: str, title: str) -> bool:
    """Whether what stands before a list is the thing that is asked for, and all of it."""
    thing = frozenset(term_texts(asked.thing))
    words = lead.split()
    opens = frozenset(term_texts(" ".join(words[: MOST_BEFORE_THING + len(thing)])))
    called = frozenset(term_texts(lead)) | frozenset(term_texts(title))
    return bool(thing) and thing <= opens and asked.beside <= called and not _NOT_ALL.search(lead)


def _between(separator: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """The spans between separators, none of them empty."""
    spans: list[tuple[int, int]] = []
    first = 0
    for match in separator.finditer(text):
        spans.append((first, match.start()))
        first = match.end()
    spans.append((first, len(text)))
    return [(start, end) for start, end in spans if text[start:end].strip()]
