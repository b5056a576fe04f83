"""Cutting evidence into quotable units: sentences, table rows, and clauses of endless sentences."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.leaders import is_contents, led_lines
from backend.sentences import sentence_spans
from backend.tasks.answer.extractive.label_lines import (
    cut_label_lines,
    is_label_line,
    stripped_span,
)
from backend.tasks.answer.extractive.listed_lines import cut_listed_lines
from backend.tasks.answer.extractive.table_lines import names_the_list, runs_over_rows, table_lines
from backend.tasks.answer.extractive.typed_names import cut_before_typed_names
from backend.types import Chunk, Hit

LONGEST = 420
"""Characters of one quoted unit; longer sentences are cut between clauses."""
SHORTEST = 12
"""A shorter fragment is quoted with the sentence before it in its paragraph; a list number, or what
opens a paragraph, with what follows."""
LONGEST_PROPERTY = 60
LONGEST_ASIDE = 240
"""Characters of a question of several sentences."""
LONGEST_QUESTION = 160
"""A shorter question in the evidence is quoted with the sentence that follows it."""

_CLAUSE_ENDS = (
    re.compile(r"[;:。；：]\s|\n"),
    re.compile(r"[,،、，]\s?|\s[-–—]\s"),
    re.compile(r"\s"),
)
_SPACE = re.compile(r"\s+")
_PARAGRAPH_END = "\n\n"
_LEFT_OVER = re.compile(r"(?:(?:[}\])>;,.|]+|\*/)\s+)+")
"""What closes a listing stands before the sentence that follows it and is not part of it."""
_LISTING_END = re.compile(r"(?<=\n)[^\S\n]*[}\])]+[;,]?[^\S\n]*\n+(?![^\S\n]*[}\])])")
"""The last line of a listing, of closing brackets alone."""
_ITEM_MARK = re.compile(
    r"(?:[•▪◦‣·*–—-]|\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]|[^\W\d_]{1,11}:)(?=\s|$)"
)
_CAPITAL_LINE = re.compile(
    r"(?:(?:\d{1,2}|[^\W\d_])[.)]?\s+)?[^\W\d_]{2,}(?:[ '’&/-]+[^\W\d_]+){0,6}:?"
)
"""A line of few words, with its number."""
LEAST_CAPITALS = 4
_RUN_IN_HEADING = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2})*[.)]|\(?[a-z][.)])\s+[^\W\d_][\w'’&/-]*(?: [\w'’&/-]+){0,4}[.:]"
)
_PROPERTY = re.compile(r"[^\W\d_]{2,20}: \S[^.!?:]*(?:\.\d[^.!?:]*)*\.")
_VERSION_NOTE = re.compile(r"(?i)(?:new|added|changed) (?:in|since) version [\d.]+")
"""It stands below the name of an option, before what that does."""
_NUMBER = re.compile(r"^\d{1,2}(?:\.\d{1,2}){0,4}[.)]?\s+(?=[^\W\d_])")
_OPENING_QUESTION = re.compile(r"[^?？؟]{8,240}[?？؟][\"'”’»)]*(?=\s+[^\W\d_])")
SHORT_QUESTION = re.compile(
    r"(?i)(?:why(?: not)?|how come|what (?:now|then)"
    r"|what (?:is|[’']s) (?:going on|wrong|the matter)|what (?:can|should|do|must) (?:i|we) do"
    r"|is (?:this|that) (?:normal|right|ok)"
    r"|warum|wieso|was (?:nun|tun)|pourquoi|que faire|por qué)[?？]"
)
"""A question that says nothing of what it asks about."""
HEADING_WORDS = 12
TABLE_RULE = re.compile(r"\|\s*:?-{3,}:?\s*\|")
"""What stands below the head of a table in Markdown."""
_LABEL = re.compile(
    r"(?i)(?!(?:for|to|in|as|with|the|an?|this|these|here|if|when)\b)"
    r"[^\W\d_][\w'’-]*(?: [a-z'’-]+){0,3}:"
)
"""A few words and a colon in a paragraph of their own, as in the entries of a manual."""
_OPTION = (
    r"(?:-(?:[^\W\d]|[#?@])(?: ?[<\[]?(?:[A-Z_]{2,}|[a-z]+(?=[>\]]))[>\]]?)?"
    r"|--?[a-z][a-z\d_-]*(?:(?:[ =]|\[=)[<\[]?[\w.|/#=-]+[>\]]{0,2})?)"
)
_OPTION_HEAD = re.compile(rf"{_OPTION}(?:(?:, ?| \| | / ){_OPTION})*")
_ENDS_A_SENTENCE = re.compile(r"[.!?…:;,。！？：；؟۔।][\"'”’»)\]]*$")


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
    headings = _headings(chunk)
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
        for sentence in _answered(chunk.text, _join_fragments(chunk.text, sentences))
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
            found.append((plain_heading(asked.group()), True))
        else:
            is_note = _VERSION_NOTE.fullmatch(chunk.text, start, end) is not None
            opens = nearest is not None and nearest != last and not is_note
            found.append((plain_heading(heading), opens))
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


def plain_heading(heading: str) -> str:
    """A heading on one line, without its number and the mark of a link to it."""
    line = collapse(heading).rstrip("¶§# ")
    numbered = _NUMBER.match(line)
    return line[numbered.end() :] if numbered else line


def _says_something(text: str, start: int, end: int) -> bool:
    """False for an entry of contents and for marks alone, but for the mark of a list's item."""
    if not any(map(str.isalnum, text[start:end])):
        return _ITEM_MARK.fullmatch(text, start, end) is not None
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


def _headings(chunk: Chunk) -> frozenset[tuple[int, int]]:
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
    pieces = chunk.text.split(_PARAGRAPH_END)
    for piece, following in itertools.zip_longest(pieces, pieces[1:], fillvalue=""):
        begin = start + len(piece) - len(piece.lstrip())
        end = begin + len(piece.strip())
        start += len(piece) + len(_PARAGRAPH_END)
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
        and ("\n" in following or _ENDS_A_SENTENCE.search(following) is not None)
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
        and _ENDS_A_SENTENCE.search(paragraph) is None
        and _STOPS_BEFORE_IT.search(paragraph) is None
    )


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


def collapse(text: str) -> str:
    """The text on one line: runs of white space and control characters become one space."""
    printable = "".join(
        character if character.isprintable() or character.isspace() else " " for character in text
    )
    return _SPACE.sub(" ", printable).strip()


def _join_fragments(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Fragments put together with the sentence that they belong to."""
    joined: list[tuple[int, int]] = []
    pending: int | None = None
    heads = False
    for (start, end), (after, _) in itertools.zip_longest(spans, spans[1:], fillvalue=(-1, -1)):
        begin = start if pending is None else pending
        option = _is_option_head(text, start, end, after) and end - begin <= LONGEST
        if (pending is None or heads) and option:
            pending, heads = begin, True
            continue
        heads = False
        if pending is None and (
            _is_label(text, start, end, after) or _is_run_in_heading(text, start, end, after)
        ):
            pending = begin
        elif (
            pending is None
            and _is_property(text, start, end)
            and _goes_on(text, joined, start, end)
        ):
            joined[-1] = (joined[-1][0], end)
        elif _ends_a_list(text, begin, end, after):
            item = _goes_on(text, joined, begin, end) and _ITEM_MARK.match(text, joined[-1][0])
            joined[len(joined) - bool(item) :] = [(joined[-1][0] if item else begin, end)]
            pending = None
        elif not _is_fragment(text[begin:end]) or _is_announced(text, joined, begin, end, after):
            joined.append((begin, end))
            pending = None
        elif (
            pending is None
            and not _goes_on_below(text, start, end, after)
            and _ends_what_stands_before(text, joined, start, end)
        ):
            joined[-1] = (joined[-1][0], end)
        else:
            pending = begin
    if pending is not None:
        if joined and spans[-1][1] - joined[-1][0] <= LONGEST:
            joined[-1] = (joined[-1][0], spans[-1][1])
        else:
            joined.append((pending, spans[-1][1]))
    return joined


def _answered(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, a question put together with the sentence after it: it answers nothing by
    itself, and says what the other one is about."""
    joined: list[tuple[int, int]] = []
    asked: int | None = None
    for start, end in _with_what_led_to_it(text, spans):
        if asked is not None and not _asks(text, start, end) and end - asked <= LONGEST:
            joined[-1] = (asked, end)
        else:
            joined.append((start, end))
        asked = start if _asks(text, start, end) and end - start <= LONGEST_QUESTION else None
    return joined


def _with_what_led_to_it(text: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The sentences, a short question that opens one put together with those before it in its
    paragraph if they are what it asks about: “My letters come back. Why? The box is full.”"""
    found: list[tuple[int, int]] = []
    opened = 0
    for start, end in spans:
        if found and _PARAGRAPH_END in text[found[-1][1] : start]:
            opened = len(found)
        begin = found[opened][0] if opened < len(found) else start
        short = SHORT_QUESTION.match(text, start, end)
        whole = short is not None and (
            end - begin <= LONGEST
            and short.end() - begin <= LONGEST_ASIDE
            and "?" not in text[begin:start]
        )
        if whole:
            del found[opened:]
        found.append((begin if whole else start, end))
    return found


def _asks(text: str, start: int, end: int) -> bool:
    return text[start:end].rstrip("\"'”’») ").endswith(("?", "？", "؟"))


def _is_fragment(text: str) -> bool:
    if len(text) >= SHORTEST or is_label_line(text):
        return False
    return not any("\u3040" <= each <= "\u9fff" for each in text)


def _is_announced(
    text: str, joined: Sequence[tuple[int, int]], start: int, end: int, after: int
) -> bool:
    """Whether a fragment is a paragraph of its own behind a colon, as what is typed is (“open it:”,
    and below it “use mast;”): it is no part of the paragraph that follows."""
    return (
        bool(joined)
        and text[: joined[-1][1]].endswith(":")
        and _PARAGRAPH_END in text[joined[-1][1] : start]
        and after >= 0
        and _PARAGRAPH_END in text[end:after]
        and _ITEM_MARK.match(text, start) is None
    )


def _is_option_head(text: str, start: int, end: int, after: int) -> bool:
    """Whether a paragraph is names of an option alone (“-q, --quiet”), which say nothing without
    the paragraph that follows."""
    return (
        after >= 0
        and _OPTION_HEAD.fullmatch(text, start, end) is not None
        and _PARAGRAPH_END in text[end:after]
        and (not start or text[:start].rstrip(" \t").endswith(_PARAGRAPH_END))
    )


def ends_with_option(text: str) -> bool:
    """Whether the last paragraph of a text is names of an option alone, without what it does."""
    last = text.rstrip().rpartition(_PARAGRAPH_END)[2].strip()
    return last.startswith("-") and _OPTION_HEAD.fullmatch(last) is not None


def _is_label(text: str, start: int, end: int, after: int) -> bool:
    """Whether a paragraph is a label alone (“Default value:”), which says nothing without the
    paragraph that follows it; a list that follows is taken along only when it is quoted."""
    return (
        after >= 0
        and _LABEL.fullmatch(text, start, end) is not None
        and (start == 0 or text[:start].endswith(_PARAGRAPH_END))
        and text.startswith(_PARAGRAPH_END, end)
        and _ITEM_MARK.match(text, after) is None
    )


def _is_run_in_heading(text: str, start: int, end: int, after: int) -> bool:
    """Whether a numbered paragraph opens with what it is about (“5. Summer fair.”): the sentence
    that follows says little without it (“It will be held …”)."""
    return (
        after >= 0
        and (start == 0 or text[start - 1] == "\n")
        and _PARAGRAPH_END not in text[end:after]
        and _RUN_IN_HEADING.fullmatch(text, start, end) is not None
        and _ITEM_MARK.match(text, after) is None
    )


def _ends_a_list(text: str, begin: int, end: int, after: int) -> bool:
    """Whether a fragment is the last item of a list: what stands in the paragraph below, behind a
    heading or not, is none of it."""
    return (
        _ITEM_MARK.match(text, begin, end) is not None
        and _is_fragment(text[begin:end])
        and after >= 0
        and _PARAGRAPH_END in text[end:after]
        and _ITEM_MARK.match(text, after) is None
    )


def _is_property(text: str, start: int, end: int) -> bool:
    """Whether a sentence is a word and its value (“Default: 12.”): it says nothing without the
    sentence that tells what it is a property of."""
    return end - start <= LONGEST_PROPERTY and _PROPERTY.fullmatch(text, start, end) is not None


def _goes_on_below(text: str, start: int, end: int, after: int) -> bool:
    """Whether a fragment is the beginning of a sentence that a page sets in two paragraphs, as it
    does where its lines change from bold to plain: “… for ever. This”, and below it “happens …”."""
    return (
        after >= 0
        and text[start].isupper()
        and _PARAGRAPH_END in text[end:after]
        and text[after].islower()
        and _ENDS_A_SENTENCE.search(text, start, end) is None
    )


def _ends_what_stands_before(
    text: str, joined: Sequence[tuple[int, int]], start: int, end: int
) -> bool:
    """Whether a fragment is the end of the sentence before it, in the same paragraph."""
    return (
        not _ITEM_MARK.match(text, start, end)
        and not SHORT_QUESTION.fullmatch(text, start, end)
        and _goes_on(text, joined, start, end)
    )


def _goes_on(text: str, joined: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether there is a sentence before in the same paragraph, and both are no longer than a
    quote may be."""
    if not joined:
        return False
    begin, before = joined[-1]
    return _PARAGRAPH_END not in text[before:start] and end - begin <= LONGEST


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
