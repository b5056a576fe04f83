"""Lines of a label and its value (“Arrival: Friday, 11 July”), as bookings, notices and the heads
of letters have them.

To a reader of sentences such lines are one long sentence, since none ends with a full stop. Each
says something by itself.
"""

from __future__ import annotations

import re

_LINE = re.compile(
    r"(?m)^[^\S\n]*(?:[•▪◦‣·*–—-][^\S\n]+)?(?P<label>[^\W\d_](?:[^:\n.!?()]|\([^()\n]*\)){1,50}):"
    r"[^\S\n]+(?P<value>\S[^\n]*)$"
)
LABEL_WORDS = 6
"""Words of a label, without what it says in brackets, at most."""
_IN_BRACKETS = re.compile(r"\([^()]*\)")
_OF_ITS_OWN = re.compile(r"(?:[•▪◦‣·*–—-] )?[^\W_a-z][^\n]{1,58}[^\s,;]")
"""A line that neither goes on with the one before it nor ends where the next one begins."""
LEAST_LINES = 2
"""One line with a colon may be part of a sentence."""


def cut_label_lines(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A span cut before each line with a label, where there are at least two such lines in it and
    they make up half of its lines; else the span as it is.

    A line without a label goes with the one before it, whose value it goes on with. Where they are
    fewer than half, and every line is a short one that begins with a capital, as at the head of a
    record, each line is one of its own.
    """
    lines = [match for match in _LINE.finditer(text, start, end) if _is_short(match)]
    all_lines = [
        match for match in re.finditer(r"[^\n]+", text[start:end]) if match.group().strip()
    ]
    if len(lines) < LEAST_LINES:
        return [(start, end)]
    begins = sorted({start, *(line.start() for line in lines)})
    if 2 * len(lines) < len(all_lines):
        if not all(_OF_ITS_OWN.fullmatch(line.group().strip()) for line in all_lines):
            return [(start, end)]
        begins = sorted({start, *(start + line.start() for line in all_lines)})
    pieces = zip(begins, [*begins[1:], end], strict=True)
    return [stripped_span(text, left, right) for left, right in pieces if text[left:right].strip()]


def is_label_line(text: str) -> bool:
    """Whether a text on one line is a label with its value."""
    match = _LINE.fullmatch(text)
    return match is not None and _is_short(match)


def _is_short(line: re.Match[str]) -> bool:
    return len(_IN_BRACKETS.sub(" ", line["label"]).split()) <= LABEL_WORDS


def stripped_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its ends; empty where it holds nothing else."""
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end
