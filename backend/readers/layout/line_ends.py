"""What stands between two lines of one text: a blank or nothing, nor always the hyphen."""

from __future__ import annotations

import re

_CJK = re.compile(r"[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff00-\uffef]")
_BROKEN_WORD = re.compile(r"[^\W\d_]{2,}[-\u2010]$")
"""Programs that break words by themselves set a sign of its own."""
_HYPHEN = re.compile(r"[-\u2010]")
_COMPOUND = re.compile(
    r"(?i)all|anti|co|cross|ex|half|high|inter|long|low|mid|multi|non|off|on|one|over|post|pre|pro"
    r"|re|self|semi|short|sub|three|two|under|well|year"
)
"""First parts after which a hyphen at a line's end is as likely the word's own."""


def is_hyphenated(upper: str, lower: str) -> bool:
    """Whether a hyphen at a line's end parts a word that is written without it.

    Kept are hyphens after a first part that often carries one (non-, long-, self- …), after
    another hyphen (up-to-), and before anything but a small letter.
    """
    if _BROKEN_WORD.search(upper) is None or not lower[:1].islower():
        return False
    word = upper.rsplit(None, 1)[-1][:-1]
    is_compound = _HYPHEN.search(word) or _COMPOUND.fullmatch(word.strip("(“\"'"))
    return is_compound is None


def are_written_together(upper: str, lower: str) -> bool:
    """Whether no blank stands between two lines: behind a hyphen or a stroke that is kept, and in
    Chinese and Japanese."""
    if upper.endswith(("-", "\u2010", "/")) and lower[:1].isalnum():
        return not upper.endswith((" -", " /"))
    return _CJK.match(upper[-1:]) is not None and _CJK.match(lower[:1]) is not None


def joined(upper: str, lower: str) -> str:
    """Both lines as one text."""
    if is_hyphenated(upper, lower):
        return upper[:-1] + lower
    return f"{upper}{'' if are_written_together(upper, lower) else ' '}{lower}"
