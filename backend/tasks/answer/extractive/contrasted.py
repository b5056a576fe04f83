"""Which two things a question wants to know the difference of."""

from __future__ import annotations

import re
from functools import lru_cache

_ASKED = (
    re.compile(
        r"(?i)\bdiff[eé]ren[cz](?:e|es|ia|ias)(?: in (?:the )?[\w’'-]+(?: [\w’'-]+){0,2})?"
        r" (?:between|entre) (.+?) (?:and|et|y) (.+)"
    ),
    re.compile(r"(?i)\bunterschied(?:e|en)? zwischen (.+?) und (.+)"),
    re.compile(r"(?i)\bhow (?:does|do|did|is|are) (.+?) (?:differ|different) from (.+)"),
    re.compile(r"(?i)\b(?:compare|contrast) (.+?) (?:and|with|to) (.+)"),
)
_ARTICLE = re.compile(r"(?i)^(?:the|an?|der|die|das|le|la|les|el|los|las) ")

_WHERE = re.compile(r"(?i)(?<=\S) (?:in|within) (?:the )?\S.*$")
"""Behind the second thing alone it says of what both are: “-q and -Q in Sailmaker”."""


@lru_cache(64)
def contrasted(question: str) -> tuple[str, str] | None:
    """The two things whose difference is asked for, in the question's words without an article;
    None for any other question."""
    text = question.strip().rstrip(" ?.!")
    found = next(filter(None, (pattern.search(text) for pattern in _ASKED)), None)
    if found is None:
        return None
    one, other = (_ARTICLE.sub("", group) for group in found.groups())
    return one, other if _WHERE.search(one) else _WHERE.sub("", other)
