"""Whether a paragraph at the foot of a page goes on at the head of the next one."""

from __future__ import annotations

import re

from backend.readers.layout.paragraphs import SAME_SIZE, Paragraph

CUT_SHORT = 0.35
"""Share of its column that the last line of a page may leave empty and still be unfinished."""
_ENDED = re.compile(r"[.!?:;。！？؟।][\"'”’»)\]]*$")
_HYPHEN = re.compile(r"[^\W\d_]{2,}-$")
_OPEN = frozenset(
    [
        *("a", "an", "and", "are", "as", "at", "be", "because", "but", "by", "for", "from", "has"),
        *("have", "if", "in", "into", "is", "its", "of", "on", "or", "our", "than", "that", "the"),
        *("their", "these", "this", "to", "was", "were", "when", "where", "which", "while"),
        *("whose", "will", "with", "der", "die", "das", "und", "oder", "den", "dem", "des", "ein"),
        *("eine", "einer", "im", "von", "zu", "zur", "mit", "auf", "für", "le", "la", "les"),
        *("du", "et", "ou", "un", "une", "dans", "pour", "par", "sur", "avec", "el", "los"),
        *("las", "del", "y", "o", "en", "por", "con", "para"),
    ]
)
"""Words after which no sentence ends, in English, German, French and Spanish."""


def goes_on(upper: Paragraph, lower: Paragraph) -> bool:
    """Whether the lower paragraph, the first of its page, continues the upper, the last of its own.

    It does if the upper one stops in the middle of a sentence, in the same print, and the lower
    one begins with a small letter, or what stands last needs another word.
    """
    last, first = upper.lines[-1], lower.lines[0]
    if lower.bullet or upper.bold != lower.bold:
        return False
    if abs(upper.size - lower.size) > SAME_SIZE * max(upper.size, lower.size):
        return False
    text = last.text.rstrip()
    small = first.text[:1].islower()
    if _HYPHEN.search(text):
        return small
    if not text or _ENDED.search(text):
        return False
    width = last.right - last.left + last.slack
    if last.slack > CUT_SHORT * width:
        return False
    return small or text.endswith(",") or text.split()[-1].casefold() in _OPEN
