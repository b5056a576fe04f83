"""What chunkers pack: sentences, rows and words with their token counts and break strengths."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from backend.ports import TokenCounter
from backend.sentences import sentence_spans
from backend.types import Reading, Section, Table

Span = tuple[int, int]

PARAGRAPH, LINE, SENTENCE, WORD = 3, 2, 1, 0
"""Strength of the break after a unit."""
CHARACTERS_PER_TOKEN = 24
"""A chunk of n tokens has at most n times so many characters: endless words are one token."""
_PIECE_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of text under one heading: span, and index of its section."""

    start: int
    end: int
    section: int


def regions(length: int, sections: Sequence[Section]) -> list[Region]:
    """Cut `[0, length)` at the sections' edges; each piece belongs to its innermost section.

    Text in no section belongs to the nearest one before it, or to the first.
    """
    edges = sorted({0, length, *(min(edge, length) for s in sections for edge in (s.start, s.end))})
    order = sorted(
        range(len(sections)), key=lambda each: (sections[each].start, -sections[each].end)
    )
    found: list[Region] = []
    open_sections: list[int] = []
    latest = 0
    position = 0
    for start, end in pairwise(edges):
        while position < len(order) and sections[order[position]].start <= start:
            open_sections.append(order[position])
            position += 1
        while open_sections and sections[open_sections[-1]].end <= start:
            open_sections.pop()
        latest = open_sections[-1] if open_sections else latest
        if found and found[-1].section == latest:
            found[-1] = Region(found[-1].start, end, latest)
        else:
            found.append(Region(start, end, latest))
    return found


class TokenMap:
    """Where the tokens of a text stand, so that any span's tokens are counted by bisection."""

    def __init__(self, text: str, counter: TokenCounter) -> None:
        pieces = list(_pieces(text))
        offsets = counter.token_offsets([text[start:end] for start, end in pieces])
        shifted = [offset + start for offset, (start, _) in zip(offsets, pieces, strict=True)]
        self.offsets: npt.NDArray[np.int64] = (
            np.concatenate(shifted).astype(np.int64) if shifted else np.zeros((0, 2), np.int64)
        )
        self.starts = np.ascontiguousarray(self.offsets[:, 0])

    def index(self, positions: Sequence[int] | npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Per position the number of tokens that begin before it."""
        return np.searchsorted(self.starts, np.asarray(positions, np.int64), side="left")


def _pieces(text: str) -> Iterator[Span]:
    """Spans that cover the text, cut at white space, short enough to be tokenised in parallel."""
    start = 0
    while start < len(text):
        end = start + _PIECE_CHARACTERS
        if end < len(text):
            blank = max(text.rfind("\n", start + 1, end), text.rfind(" ", start + 1, end))
            end = blank if blank > start else end
        yield start, min(end, len(text))
        start = end


@dataclass(frozen=True, slots=True)
class Units:
    """Consecutive pieces of text that are not cut any further.

    `first` and `last` are the numbers of tokens before each unit's start and end, so that units
    i..j together hold `last[j] - first[i]` tokens. `breaks` is the strength of the break after.
    """

    spans: tuple[Span, ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    breaks: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.spans)

    def tokens(self, i: int, j: int) -> int:
        """Tokens of the units i..j, both included."""
        return self.last[j] - self.first[i]


def units_between(
    text: str, start: int, end: int, tables: Sequence[Table], tokens: TokenMap, size: int
) -> Units:
    """The units of `text[start:end]`: rows of tables, else sentences, cut to `size` tokens."""
    spans = list(_natural_spans(text, start, end, tables))
    first, last = tokens.index([a for a, _ in spans]), tokens.index([b for _, b in spans])
    pieces: list[Span] = []
    words: set[int] = set()
    for span, count in zip(spans, (last - first).tolist(), strict=True):
        if count <= size and span[1] - span[0] <= size * CHARACTERS_PER_TOKEN:
            pieces.append(span)
            continue
        cut = list(_windows(text, span, tokens, size))
        words.update(range(len(pieces), len(pieces) + len(cut) - 1))
        pieces.extend(cut)
    return Units(
        tuple(pieces),
        tuple(tokens.index([a for a, _ in pieces]).tolist()),
        tuple(tokens.index([b for _, b in pieces]).tolist()),
        tuple(
            WORD if number in words else _strength(text, pieces, number)
            for number in range(len(pieces))
        ),
    )


def _natural_spans(text: str, start: int, end: int, tables: Sequence[Table]) -> Iterator[Span]:
    position = start
    for table in tables:
        if table.end <= position or table.start >= end:
            continue
        yield from _sentences(text, position, max(position, table.start))
        for row in table.rows:
            if position <= row.start < row.end <= end:
                yield from _sentences(text, position, row.start)
                yield from _trimmed(text, row.start, row.end)
                position = row.end
    yield from _sentences(text, position, end)


def _sentences(text: str, start: int, end: int) -> Iterator[Span]:
    if start < end:
        for a, b in sentence_spans(text[start:end]):
            yield start + a, start + b


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    stripped = piece.strip()
    if stripped:
        begin = start + len(piece) - len(piece.lstrip())
        yield begin, begin + len(stripped)


def _windows(text: str, span: Span, tokens: TokenMap, size: int) -> Iterator[Span]:
    """Cut a span that is too long: at line ends, else between words, else between tokens."""
    start, end = span
    while start < end:
        number = int(tokens.index([start])[0]) + size
        cut = int(tokens.starts[number]) if number < len(tokens.starts) else end
        cut = min(cut, end, start + size * CHARACTERS_PER_TOKEN)
        if cut < end:
            half = start + (cut - start) // 2
            line = text.rfind("\n", half, cut)
            cut = line + 1 if line >= 0 else _last_blank(text, half, cut)
        cut = max(cut, start + 1)
        yield from _trimmed(text, start, cut)
        start = cut


def _last_blank(text: str, start: int, end: int) -> int:
    """End of the last white space in the stretch, or its end if there is none."""
    for position in range(end, start, -1):
        if text[position - 1].isspace():
            return position
    return end


def _strength(text: str, spans: Sequence[Span], number: int) -> int:
    if number + 1 == len(spans):
        return PARAGRAPH
    lines = text.count("\n", spans[number][1], spans[number + 1][0])
    return (SENTENCE, LINE, PARAGRAPH)[min(lines, 2)]


def tables_inside(reading: Reading) -> tuple[Table, ...]:
    """The tables in the order of the text."""
    return tuple(sorted(reading.tables, key=lambda table: (table.start, table.end)))


def fits_until(units: Units, first: int, tokens: int) -> int:
    """The last unit j for which units first..j hold at most `tokens`; at least `first`."""
    by_tokens = bisect_right(units.last, units.first[first] + tokens, lo=first) - 1
    reach = units.spans[first][0] + tokens * CHARACTERS_PER_TOKEN
    by_length = bisect_right(units.spans, reach, lo=first, key=lambda span: span[1]) - 1
    return max(first, min(by_tokens, by_length))


def begins_after(units: Units, last: int, tokens: int) -> int:
    """The first unit i for which units i..last hold at most `tokens`; `last + 1` if none does."""
    return min(bisect_left(units.first, units.last[last] - tokens, hi=last + 1), last + 1)
