"""Sentences that promise a table or lines below them (“A plan can have the following fields.”).

They are quoted with what they promise, and answer nothing without it.
"""

from __future__ import annotations

import re

from backend.tasks.answer.extractive.list_marks import ITEM
from backend.tasks.answer.extractive.paragraph_ends import PARAGRAPH_END

LEAST_LINES = 2
SHORT_LINE = 70
"""Characters of a line of such a listing, at most: printed prose fills its lines."""
LONGEST = 640
"""Characters of a quote with the table that it promises."""

HEADER_WORDS = 8
"""Words of a table's header that stands in a paragraph of its own, at most."""

_NO_THINGS = (
    r"(?!(?:years|months|weeks|days|hours|sections|chapters|pages|paragraphs|figures|tables|examples"
    r"|appendices|was|is|has)\b)"
)
_PROMISES = re.compile(
    rf"(?i)^\W*(?:the|these) following (?:{_NO_THINGS}[\w-]+ )?{_NO_THINGS}[a-z-]+[^s\W]s\b"
    r"[^:;]*[.:]$"
    rf"|(?:\bthe following(?: (?:{_NO_THINGS}[\w-]+ )?{_NO_THINGS}[a-z-]+s)?"
    r"(?: (?:of|for|in|to|by|with|on|at) [^.:,;]{1,50})?"
    r"|\bas follows"
    r"|\b(?:is|are|be) (?:listed|shown|given|named|set out|summari[sz]ed|described) "
    r"(?:here|below|in (?:the )?(?:following )?(?:table|list)s?(?: (?:\d+|below))?))[.:]?$"
)

_LINE = re.compile(r"[^\n]*")
_BLANK = re.compile(r"[^\S\n]*\n\s*")
_RULE = re.compile(r"\|(?:\s*:?-{2,}:?\s*\|)+")
_SAID = re.compile(r"[a-z)\d][.!?] [A-Z][a-z]")
"""A sentence ends and another one begins."""
_ENTRY = re.compile(r"(?!\|)[^\s–—-][^\n.:;!?–—]{0,40}? [–—-] (?=\S)")
"""“jib - the sail before the mast”."""
_SENTENCE_END = re.compile(r"[.!?][\"'”’)]*$")


def promises_table(text: str) -> bool:
    """Whether a sentence promises what stands below it, and names none of it."""
    return _PROMISES.search(text) is not None


def promised_end(text: str, at: int) -> int:
    """Where the table or the short lines end that follow a place of a text, after whole lines and
    at most `LONGEST` characters behind it; the place itself where none follow. A list with marks is
    none: its items are sentences of their own."""
    blank = _BLANK.match(text, at)
    if blank is None:
        return at
    ends: list[int] = []
    lines: list[str] = []
    start = blank.end()
    while start < len(text):
        line = _LINE.match(text, start)
        if line is None or not line.group().strip() or line.end() - at > LONGEST:
            break
        lines.append(line.group().strip())
        ends.append(line.end())
        start = line.end() + 1
    if (last := _entries_end(text, at, blank.end())) > at:
        return last
    if lines and len(lines) < LEAST_LINES and not ITEM.match(lines[0]):
        return _flat_end(text, at, blank.end(), ends[0])
    if len(lines) < LEAST_LINES or ITEM.match(lines[0]):
        return at
    rows = [each.startswith("|") for each in lines]
    if all(rows[:LEAST_LINES]):
        return ends[rows.index(False) - 1 if False in rows else -1]
    sentences = sum(_SENTENCE_END.search(each) is not None for each in lines)
    if any(rows) or max(map(len, lines)) > SHORT_LINE or 2 * sentences > len(lines):
        return at
    return ends[-1]


def _entries_end(text: str, at: int, start: int) -> int:
    """The same for terms with their meanings, each in a paragraph of its own.

    Args:
        start: of the paragraph right below the place.
    """
    last, found = at, 0
    while start < len(text) and _ENTRY.match(text, start):
        end = text.find(PARAGRAPH_END, start)
        end = len(text) if end < 0 else end
        if end - at > LONGEST:
            break
        last, found = start + len(text[start:end].rstrip()), found + 1
        start = end + len(text[end:]) - len(text[end:].lstrip())
    return last if found >= LEAST_LINES else at


def is_cut_short(text: str, end: int) -> bool:
    """Whether what a sentence promises goes on behind the place where `promised_end` ended: with
    another line, row or entry of the same kind."""
    last = text[text.rfind("\n", 0, end) + 1 : end]
    blank = _BLANK.match(text, end)
    if blank is None or not text[end:].strip():
        return bool(text[end:].strip())
    if PARAGRAPH_END in blank.group():
        return bool(_ENTRY.match(last) and _ENTRY.match(text, blank.end()))
    return last.startswith("|") == text.startswith("|", blank.end())


def _flat_end(text: str, at: int, start: int, end: int) -> int:
    """The same for a table that lost its lines: its header in a paragraph of its own, and all of
    its cells in the next one, which is no sentence.

    Args:
        start, end: the paragraph right below the place.
    """
    head = text[start:end].strip()
    blank = _BLANK.match(text, end)
    below = _LINE.match(text, blank.end()) if blank is not None else None
    if below is None or len(head.split()) > HEADER_WORDS or not head[:1].isalpha():
        return at
    cells = below.group().strip()
    if any(not each or _SENTENCE_END.search(each) or ITEM.match(each) for each in (head, cells)):
        return at
    if _SAID.search(cells) or cells.endswith(":"):
        return at  # a paragraph that leads into something itself
    if len(cells.split()) <= HEADER_WORDS or cells[:1].isdigit():
        return at
    last = below.start() + len(below.group().rstrip())
    return last if last - at <= LONGEST else text.rfind(" ", at, at + LONGEST)


def told_rows(said: str) -> str:
    """A text with the marks of a table between its cells, as it is told: without its header and
    rule, its cells behind dashes and its rows behind semicolons."""
    rule = _RULE.search(said)
    if rule is None:
        return said
    header = re.compile(r"\|\s*(?!\|)").search(said)
    lead = said[: header.start()].strip() if header else ""
    rows = [each.strip(" |") for each in re.split(r"\|\s+\|", said[rule.end() :])]
    cells = [re.sub(r"\s*\|\s*", " – ", row) for row in rows if row.strip(" |…")]
    return f"{lead.rstrip('.:')}: {'; '.join(cells)}" if cells else lead
