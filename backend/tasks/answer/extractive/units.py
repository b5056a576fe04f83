"""Cutting evidence into quotable units: sentences, table rows, and clauses of endless sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.leaders import is_contents, led_lines
from backend.sentences import sentence_spans
from backend.tasks.answer.extractive.joined_fragments import (
    ITEM_MARK,
    LONGEST,
    join_fragments,
    with_their_questions,
)
from backend.tasks.answer.extractive.label_lines import cut_label_lines, stripped_span
from backend.tasks.answer.extractive.listed_lines import cut_listed_lines
from backend.tasks.answer.extractive.paragraph_ends import collapse
from backend.tasks.answer.extractive.passage_headings import headings_of, unnumbered
from backend.tasks.answer.extractive.table_lines import names_the_list, runs_over_rows, table_lines
from backend.tasks.answer.extractive.typed_names import cut_before_typed_names
from backend.types import Chunk, Hit

_CLAUSE_ENDS = (
    re.compile(r"[;:。；：]\s|\n"),
    re.compile(r"[,،、，]\s?|\s[-–—]\s"),
    re.compile(r"\s"),
)
_LEFT_OVER = re.compile(r"(?:(?:[}\])>;,.|]+|\*/)\s+)+")
"""What closes a listing stands before the sentence that follows it and is not part of it."""
_LISTING_END = re.compile(r"(?<=\n)[^\S\n]*[}\])]+[;,]?[^\S\n]*\n+(?![^\S\n]*[}\])])")
"""The last line of a listing, of closing brackets alone."""
_VERSION_NOTE = re.compile(r"(?i)(?:new|added|changed) (?:in|since) version [\d.]+")
"""It stands below the name of an option, before what that does."""
_OPENING_QUESTION = re.compile(r"[^?？؟]{8,240}[?？؟][\"'”’»)]*(?=\s+[^\W\d_])")
TABLE_RULE = re.compile(r"\|\s*:?-{3,}:?\s*\|")
"""What stands below the head of a table in Markdown."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A quotable stretch of the evidence.

    `hit` counts from 1 in the order of the evidence; `start` and `end` are offsets in the document;
    `text` is verbatim but for white space; `position` of `siblings` units of its passage.
    """

    text: str
    hit: int
    start: int
    end: int
    position: int
    siblings: int
    terms: tuple[str, ...]
    term_set: frozenset[str]
    whole: bool
    """False for a part of a sentence that was too long to quote."""
    heading: str = ""
    """The nearest heading that it stands under, without its number; a question if the sentence is
    quoted with the one that it answers."""
    opens: bool = False
    """Whether it is the first under its heading."""
    read_as: str = ""
    """What models read in its place, where that says of whom it speaks; empty: the text."""

    @property
    def read_text(self) -> str:
        """What models read: `read_as`, or the text."""
        return self.read_as or self.text


def cut_hits(hits: Sequence[Hit]) -> list[Unit]:
    """The units of all passages, best passage first.

    A stretch of a document that two passages share (they may overlap) is kept once, with the
    better passage; so is a text that is repeated in several documents word for word. A row that is
    a passage of its own is not told a second time in the words of the prose around it, nor are the
    end of one row and the beginning of the next, and what rows stand under is none of their words.
    """
    units: list[Unit] = []
    taken: dict[str, list[tuple[int, int]]] = {}
    rows: dict[str, list[Chunk]] = {}
    for hit in hits:
        if hit.chunk.kind == "table_row":
            rows.setdefault(hit.chunk.document_id, []).append(hit.chunk)
    seen: set[str] = set()
    for number, hit in enumerate(hits, start=1):
        spans = taken.setdefault(hit.chunk.document_id, [])
        beside = rows.get(hit.chunk.document_id, []) if hit.chunk.kind != "table_row" else []
        apart = [(row.start, row.end) for row in beside]
        fresh = []
        for unit in cut_chunk(hit.chunk, number):
            key = unit.text.casefold()
            if key in seen or _mostly_inside(unit.start, unit.end, [*spans, *apart]):
                continue
            if TABLE_RULE.search(unit.text) and _holds_one(unit, apart):
                continue
            span = (unit.start - hit.chunk.start, unit.end - hit.chunk.start)
            if beside and runs_over_rows(hit.chunk.text[slice(*span)]):
                continue
            if beside and unit.start == 0 and names_the_list(hit.chunk.text, *span):
                continue
            seen.add(key)
            fresh.append(unit)
        spans.extend((unit.start, unit.end) for unit in fresh)
        units.extend(fresh)
    return units


def cut_chunk(chunk: Chunk, number: int) -> list[Unit]:
    """The units of one passage. A table row is one unit, whose span is the row in the document."""
    if chunk.kind == "table_row":
        row = _unit(chunk.text, number, chunk.start, chunk.end, 0, 1, True)
        return [row] if row.terms else []
    headings = headings_of(chunk)
    sentences = [
        _after_left_over(chunk.text, *piece)
        for span in _with_lines_apart(chunk.text, _below_headings(chunk.text, headings))
        for apart in _apart_from_listing(chunk.text, *span)
        for sentence in cut_before_typed_names(chunk.text, *apart)
        for line in cut_label_lines(chunk.text, *sentence)
        for piece in cut_listed_lines(chunk.text, *line)
        if _says_something(chunk.text, *piece)
    ]
    spans = [
        (start, end, whole)
        for sentence in with_their_questions(chunk.text, join_fragments(chunk.text, sentences))
        for start, end, whole in _clip(chunk.text, *sentence)
    ]
    under = _under(chunk, headings, spans)
    units = [
        replace(
            _unit(
                chunk.text[start:end],
                number,
                chunk.start + start,
                chunk.start + end,
                position,
                len(spans),
                whole,
            ),
            heading=heading,
            opens=opens,
        )
        for position, ((start, end, whole), (heading, opens)) in enumerate(
            zip(spans, under, strict=True)
        )
    ]
    return [unit for unit in units if any(character.isalnum() for character in unit.text)]


def _under(
    chunk: Chunk, headings: frozenset[tuple[int, int]], spans: Sequence[tuple[int, int, bool]]
) -> list[tuple[str, bool]]:
    """The heading of each span, and whether it is the first below it. What a passage goes on with
    stands under the last heading that the passage is known to stand under."""
    ordered = sorted(headings)
    found: list[tuple[str, bool]] = []
    last: tuple[int, int] | None = None
    for start, end, _ in spans:
        above = [each for each in ordered if each[1] <= start]
        nearest = above[-1] if above else None
        if nearest is not None:
            heading = chunk.text[nearest[0] : nearest[1]]
        else:
            heading = chunk.path[-1] if chunk.path else ""
        asked = _OPENING_QUESTION.match(chunk.text, start, end)
        if asked:
            found.append((unnumbered(asked.group()), True))
        else:
            is_note = _VERSION_NOTE.fullmatch(chunk.text, start, end) is not None
            opens = nearest is not None and nearest != last and not is_note
            found.append((unnumbered(heading), opens))
            if is_note:
                continue
        last = nearest
    return found


def _with_lines_apart(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sentences in order, each line that dots lead through and each row of a table of words one of
    its own."""
    apart = sorted({*led_lines(text), *table_lines(text)})
    if not apart:
        return list(spans)
    found = list(apart)
    for start, end in spans:
        at = start
        for left, right in apart:
            if at < right and left < end:
                found.append((at, max(at, left)))
                at = min(max(at, right), end)
        found.append((at, end))
    stripped = (stripped_span(text, *each) for each in sorted(found) if text[slice(*each)].strip())
    return list(stripped)


def _says_something(text: str, start: int, end: int) -> bool:
    """False for an entry of contents and for marks alone, but for the mark of a list's item."""
    if not any(map(str.isalnum, text[start:end])):
        return ITEM_MARK.fullmatch(text, start, end) is not None
    return not is_contents(_lines(text, start, end))


def _lines(text: str, start: int, end: int) -> str:
    """The whole lines that a span touches: an entry's page number stands after its dots."""
    after = text.find("\n", end)
    return text[text.rfind("\n", 0, start) + 1 : after if after >= 0 else len(text)]


def _apart_from_listing(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A span that begins in a listing and goes on in prose, cut where the listing ends."""
    cuts = [start, *(match.end() for match in _LISTING_END.finditer(text, start, end)), end]
    pieces = [_trim(text, left, right, True)[:2] for left, right in itertools.pairwise(cuts)]
    return [(left, right) for left, right in pieces if left < right]


def _after_left_over(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without closing brackets and stops of the listing before it."""
    left = _LEFT_OVER.match(text, start, end)
    return (left.end(), end) if left and left.end() < end else (start, end)


def _below_headings(text: str, headings: frozenset[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sentences without what stands in headings, which may be part of a sentence or several."""
    for start, end in sentence_spans(text):
        begin = start
        for left, right in sorted(headings):
            if left < end and begin < right:
                yield from _stripped(text, begin, left)
                begin = right
        yield from _stripped(text, begin, end)


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without white space at its ends, if anything is left of it."""
    start, end = stripped_span(text, start, end)
    if start < end:
        yield start, end


def stretched(unit: Unit, text: str, offset: int, start: int, end: int) -> Unit:
    """A unit over more of its passage, whose text begins at `offset` in the document.

    `start` and `end` are offsets in the document.
    """
    raw = text[start - offset : end - offset]
    return _unit(raw, unit.hit, start, end, unit.position, unit.siblings, unit.whole)


def unit_within(
    chunk: Chunk, number: int, start: int, end: int, position: int = 0, siblings: int = 1
) -> Unit:
    """A stretch of a passage as a unit, whatever sentences it is of.

    Args:
        number: of the passage among the evidence, from 1.
        start, end: offsets in the passage.
    """
    span = chunk.start + start, chunk.start + end
    return _unit(chunk.text[start:end], number, *span, position, siblings, True)


def _unit(
    raw: str, number: int, start: int, end: int, position: int, siblings: int, whole: bool
) -> Unit:
    text = collapse(raw)
    found = tuple(term_texts(text))
    return Unit(text, number, start, end, position, siblings, found, frozenset(found), whole)


def _clip(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """Cut a span that is too long into pieces at clause ends, else at spaces, else anywhere."""
    if end - start <= LONGEST:
        return [(start, end, True)]
    pieces = []
    while end - start > LONGEST:
        cut = _last_clause_end(text, start, start + LONGEST)
        pieces.append((start, cut, False))
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        pieces.append((start, end, False))
    return [_trim(text, *piece) for piece in pieces]


def _last_clause_end(text: str, start: int, limit: int) -> int:
    for pattern in _CLAUSE_ENDS:
        ends = [match.end() for match in pattern.finditer(text, start + LONGEST // 3, limit)]
        if ends:
            return ends[-1]
    return limit


def _trim(text: str, start: int, end: int, whole: bool) -> tuple[int, int, bool]:
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end, whole


def _holds_one(unit: Unit, rows: Sequence[tuple[int, int]]) -> bool:
    """Whether the marks of a table hold a row that is a passage of its own."""
    return any(unit.start < end and start < unit.end for start, end in rows)


def _mostly_inside(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    shared = max((min(end, right) - max(start, left) for left, right in spans), default=0)
    return shared > 0.5 * (end - start)
