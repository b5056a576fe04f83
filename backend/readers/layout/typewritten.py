"""Texts made for a typewriter or a terminal: letters struck over each other, pages without a break.

Manual pages and what nroff and its like write make a word bold by striking each letter twice, and
underline it by striking a line below; between two pages stand blank lines around a running title.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import pairwise

MIN_BREAKS = 3
MOSTLY = 0.5
"""Share of the pages that have the commonest number of lines."""
_OVERSTRUCK = re.compile(r"(?:[^\n\x08]\x08)+[^\n\x08]")
_COLOURS = re.compile(r"\x1b\[[\d;]*m")
_LONE = re.compile(r"(?:\A|(?<=\n\n\n))[ \t]*(?P<line>\S[^\n]*)(?=\n[ \t]*\n[ \t]*\n|\n*\Z)")
_NUMBER = re.compile(r"^\d{1,4}(?=\s)|(?<=\s)\d{1,4}$|^\d{1,4}$|(?<=-)\d{1,4}(?=-$)")


def without_overstrikes(text: str) -> str:
    """A text with each letter once that was struck several times, and without a terminal's colours.

    Of letters at one place the last counts that is not the line below.
    """
    if "\x1b[" in text:
        text = _COLOURS.sub("", text)
    if "\x08" not in text:
        return text
    return _OVERSTRUCK.sub(_struck_last, text)


def _struck_last(match: re.Match[str]) -> str:
    letters = match.group().replace("\x08", "")
    return next((letter for letter in reversed(letters) if letter != "_"), "_")


def with_page_breaks(text: str) -> str:
    """A text without form feeds, one in the place of each running line that counts its pages.

    Such a line stands between blank lines, two at least on either side; apart from its number it
    says what the others say, and the numbers grow by one.
    """
    if "\f" in text:
        return text
    lone: dict[str, list[tuple[int, re.Match[str]]]] = defaultdict(list)
    for match in _LONE.finditer(text):
        number = _NUMBER.search(match["line"].rstrip())
        if number is not None:
            words = " ".join(match["line"].replace(number.group(), " ", 1).split())
            lone[words.casefold()].append((int(number.group()), match))
    running = [match for same in lone.values() if _counts(text, same) for _, match in same]
    parts: list[str] = []
    position = 0
    for match in sorted(running, key=lambda each: each.start()):
        before = text[position : match.start()].rstrip()
        if before or not parts:
            parts.append(before)
        position = match.end()
    return "\n\f".join([*parts, text[position:].lstrip("\n")]) if parts else text


def _counts(text: str, same: list[tuple[int, re.Match[str]]]) -> bool:
    """Whether the numbers of lines grow by one, and most of the pages have the same length: what
    counts chapters does not keep to a length."""
    numbers = [number for number, _ in same]
    if len(set(numbers)) < MIN_BREAKS or any(b - a not in (0, 1) for a, b in pairwise(numbers)):
        return False
    first = {number: match.start() for number, match in reversed(same)}
    starts = [text.count("\n", 0, first[number]) for number in sorted(first)]
    lengths = Counter(lower - upper for upper, lower in pairwise(starts))
    return lengths.most_common(1)[0][1] >= MOSTLY * (len(starts) - 1)
