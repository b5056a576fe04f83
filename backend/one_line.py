"""Names that people type, safe to print anywhere."""

from __future__ import annotations

import unicodedata

_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what follows (Unicode Standard Annex 9, section 2)."""


def on_one_line(text: str) -> str:
    """The text with single spaces, and without what would steer a terminal or turn the rest of a
    line round: control characters, halves of surrogate pairs, marks of direction."""
    kept = (
        " " if each.isspace() else each
        for each in text
        if each.isspace()
        or (unicodedata.category(each) not in {"Cc", "Cs"} and each not in _TURNING)
    )
    return " ".join("".join(kept).split())
