"""Whether two words of German, French or Spanish are forms of one, by Snowball's stems.

The index keeps its own terms; these are made when a question is answered.
"""

from __future__ import annotations

import re

SAME_START = 5
LONGEST_ENDING = 3
"""Words that share so many first letters, and differ in no more at the end of the longer one and in
one letter at the end of the shorter, are forms of one."""
LEAST_PART = 4
"""Letters of a part of a German compound, at least."""

_PARTICIPLE = re.compile(r"(?<=^)ge(?=\w{4})|(?<=^\w{2})ge(?=\w{4})|(?<=^\w{3})ge(?=\w{4})")
"""What German participles have before their stem, or behind a prefix ("gehalten", "ausgezahlt")."""


def same_word(one: str, other: str, language: str) -> bool:
    """Whether two stems, as `analysis.foreign_stem` gives them, are of one word, or in German one
    is a part of the other."""
    if language == "german":
        one, other = _PARTICIPLE.sub("", one), _PARTICIPLE.sub("", other)
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    shared = 0
    for left, right in zip(shorter, longer, strict=False):
        if left != right:
            break
        shared += 1
    if shared >= max(SAME_START, len(shorter) - 1, len(longer) - LONGEST_ENDING):
        return True
    if language != "german" or len(shorter) < LEAST_PART or len(longer) < len(shorter) + LEAST_PART:
        return False
    return longer.endswith(shorter) or (len(shorter) > LEAST_PART and longer.startswith(shorter))
