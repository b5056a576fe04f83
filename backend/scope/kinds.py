"""Which kinds of document a question asks for: "the 8-K", "in the minutes", "the annual report"."""

from __future__ import annotations

import re

from backend.analysis import fold
from backend.scope.profiles import Conventions

_CODE = re.compile(r"(?i)(?<![\w-])(\d{1,3})[\s-]?([a-z])(?![\w])")
_WORDED = re.compile(
    r"(?i)\b(?:in|of|from|per|to|by)\s+(?:the|this|that|these|those|its|their|our)\s+"
    r"(?:[\w'’-]+\s+){0,2}?(?P<kind>[a-z]{4,})\b"
)
_NOUN = re.compile(
    r"(?i)\b(?P<kind>[a-z]{4,})\s+(?:report|release|call|filing|document|file|transcript|"
    r"presentation)\b"
)


def kinds_asked(question: str, conventions: Conventions) -> frozenset[str]:
    """The kinds of document that a question names, as file names write them."""
    text = fold(question)
    found = {f"{match[1]}{match[2]}" for match in _CODE.finditer(text)}
    found |= {match["kind"] for match in (*_WORDED.finditer(text), *_NOUN.finditer(text))}
    found |= {
        kind
        for phrase, kind in conventions.kinds.items()
        if re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", text)
    }
    return frozenset(found)
