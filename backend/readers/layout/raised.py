"""Raised characters as they are kept in a text: marks of footnotes, powers, endings of ordinals.

What is printed above the line is told from what it stands behind: “ropes¹” in print is the words
“ropes ¹”, “rot.¹ If” keeps its full stop at the sentence's end, 2 with a raised 31 is “2^31”, and 3
with a raised rd is “3rd”. Behind a letter or two it may be a variable's power or a unit's, and
stays as it was.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.readers.layout.shapes import Word

SMALLER = 0.85
"""Raised characters are at most this share as tall as those that they stand behind."""
HIGHER = 0.25
"""Their font's box ends at least this share of the other one above its end."""
NEAR = 0.2
"""Raised words stand no further behind a word than this share of its font's box."""
FRACTION_LINES = ("/", "⁄")
"""What parts the raised figure of a fraction from the one below."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_MARK = re.compile(
    r"(?P<raised>(?P<sign>[-−–])?\d{1,3}(?:,\d{1,2}){0,4})(?P<behind>[.,;:!?)\]’”]*)"
)
_NOTE = re.compile(r"[1-9][0-9]?(?:,[1-9][0-9]?)*")
_ORDINAL = re.compile(r"(?P<raised>st|nd|rd|th)(?P<behind>[.,;:)]*)")
_BASE = re.compile(r"(?:.*[^\d.,])?(?:2|10)")
"""What powers in running text are of."""
_WORD_END = re.compile(r"[^\W\d_]{3}$")
_FIGURE_END = re.compile(r"(?:\d{3}|\d[.,]\d+|\d%)$")
_STOP_END = re.compile(r"[^\W_][)\]’”\"']{0,2}[.,;:!?/)\]’”\"']$")


def told_apart(base: str, raised: str) -> tuple[str, ...] | None:
    """A word and what is raised behind it, as one word or as two; None where they stay as they
    are.

    Args:
        base: the characters of common height.
        raised: those behind it, and marks that end a sentence or a bracket behind them.
    """
    ending = _ORDINAL.fullmatch(raised)
    if ending is not None:
        return (base + raised,) if base[-1:].isdecimal() else None
    match = _MARK.fullmatch(raised)
    if match is None:
        return None
    digits, behind = match["raised"], match["behind"]
    if "," not in digits and digits != "1" and _BASE.fullmatch(base):
        return (f"{base}^{digits}{behind}",)
    if _NOTE.fullmatch(digits) is None:
        return None
    mark = digits.translate(_RAISED) + behind
    if _WORD_END.search(base) or _FIGURE_END.search(base):
        return (base, mark)
    if base[-1:].isdecimal() or _STOP_END.search(base):
        return (base + mark,)
    return None


def led_by_mark(digits: str) -> str | None:
    """The mark of a footnote that stands raised before its first word; None if it is none."""
    return digits.translate(_RAISED) if _NOTE.fullmatch(digits) else None


def with_raised(words: Sequence[Word]) -> list[Word]:
    """Words in drawing order, with those that are raised behind another one told apart."""
    found: list[Word] = []
    for position, word in enumerate(words):
        before = found[-1] if found else None
        if (
            before is None
            or word.size > SMALLER * before.size
            or not _stands_behind(before, word)
            or _is_part_of_fraction(before, word, words[position + 1 : position + 2])
        ):
            found.append(word)
            continue
        texts = told_apart(before.text, word.text)
        if texts is None:
            found.append(word)
        elif len(texts) == 1:
            found[-1] = before._replace(text=texts[0], right=max(before.right, word.right))
        else:
            found.append(word._replace(text=texts[1]))
    return found


def _stands_behind(before: Word, word: Word) -> bool:
    size = before.size
    return (
        before.bottom - word.bottom > HIGHER * size
        and before.bottom - word.bottom < size
        and -NEAR * size < word.left - before.right < NEAR * size
    )


def _is_part_of_fraction(before: Word, word: Word, following: Sequence[Word]) -> bool:
    """Whether the next word stands below the raised one, or is the line of a fraction."""
    figure = before.text[-1:].isdecimal()
    return any(
        (figure and each.text.startswith(FRACTION_LINES))
        or (each.left < word.right and each.top > word.top)
        for each in following
        if abs(each.left - word.right) < word.size
    )
