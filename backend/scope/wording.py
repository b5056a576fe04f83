"""What a question says besides what it asks: pages, "this document", and how to answer.

Pages are counted from 0; −1 is the last page.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from backend.analysis import STOP_WORDS, term_texts
from backend.scope.profiles import spelled

LAST_PAGE = -1
MOST_PAGES = 20
"""Longest range of pages that is taken for one ("pages 9 to 12")."""

_DOCUMENT = (
    r"(?:document|file|report|filing|paper|pdf|contract|agreement|letter|article|book|manual|"
    r"presentation|release|notebook|text)"
)
_PAGE = re.compile(
    r"(?i)\b(?:pages?|pp?\.)\s*(?P<first>\d{1,4})(?:\s*(?P<by>-|–|to|and|through)\s*(?P<last>\d{1,4}))?\b"
    r"(?!\s*(?:%|percent|pages))"
)
_COVER = re.compile(
    rf"(?i)\b(?:(?:the|its)\s+cover(?:\s+page)?(?=\s*(?:of\s+(?:the|this|that)\b|[?.,;]|$))|"
    rf"cover\s+page|title\s+page|front\s+page|first\s+page|cover\s+of\s+(?:the\s+|this\s+){_DOCUMENT})"
)
_LAST = re.compile(r"(?i)\b(?:last|final)\s+page\b")
_THIS = re.compile(rf"(?i)\b(?:this|that|the\s+same)\s+(?:[\w-]+\s+)?{_DOCUMENT}\b")

# What to say where the question does not fit ("If that is unknown, say so."). "If the tide is out,
# say when it turns." asks for something.
_IF_SO_TELL = (
    r"if\b[^.?!]*,\s*(?:then\s+)?(?:please\s+)?(?:just\s+)?"
    r"(?:answer|explain|mention|note|reply|report|return|say|state|tell|write)\b"
)
_UNLESS_IT_FITS = (
    rf"{_IF_SO_TELL}"
    r"(?!\s+(?:(?:me|us)\s+)?(?:how|what|when|where|which|who|whom|whose)\b)[^.?!]*[.?!]"
)
_TELLS_SO = re.compile(
    rf"(?i)(?<=\?)\s*{_IF_SO_TELL}\s+"
    r"(?:(?:me|us)\s+)?(?:(?:so|why|not|(?:that|this|it)(?!\s+(?:for|in|of|which)\b))(?!\w)|"
    r"[“\"‘'])[^.?!]*[.?!]"
)
"""A proviso whose answer is that the question does not fit; “state the fee” asks for a fee."""

# Sentences that say how to answer. Each must begin a sentence or clause of its own. What people of
# one field add besides comes from its glossary.
_ASIDES = re.compile(
    rf"(?i)(?:^|(?<=[.?!]))\s*(?:{_UNLESS_IT_FITS}"
    r"|(?:please\s+)?(?:address|answer|calculate|compute|reply\s+to|respond\s+to|solve)\s+"
    r"(?:(?:the|this|my)\s+question|what\s+(?:is|was)\s+asked)\b(?:[^.?!]|\.\d)*[.?!]?"
    r"|(?:please\s+)?(?:round|express|format|state|give|provide|write|report)\s+(?:your|the|all)\s+"
    r"(?:final\s+)?(?:answer|result|response|figure|number|value)s?\b(?:[^.?!]|\.\d)*[.?!]?"
    r"|please\b[^.?!]*[.?!]"
    r"|show\s+your\b[^.?!]*[.?!]"
    r")"
)


_COMPARISON = re.compile(
    r"(?i)\b(?:compared\s+(?:with|to)|in\s+comparison\s+(?:with|to)|in\s+contrast\s+to|unlike|"
    r"as\s+opposed\s+to|other\s+than|apart\s+from|besides|except(?:\s+for)?|relative\s+to)\b"
    r"(?:[^.,;:?!]|\.\d)*"
)


def without_comparisons(question: str) -> str:
    """The question without what it only compares with or leaves out ("compared with Norvane")."""
    return " ".join(_COMPARISON.sub(" ", question).split())


def pages_asked(question: str) -> tuple[int, ...]:
    """Pages that a question refers to, in order: "page 9" is 8, "the cover" 0, "last page" −1."""
    found: list[int] = []
    for match in _PAGE.finditer(question):
        first = int(match["first"])
        last = int(match["last"] or first)
        if first >= 1 and (match["by"] or "").lower() == "and":
            found += [first - 1, last - 1]
        elif first >= 1 and first <= last < first + MOST_PAGES:
            found += range(first - 1, last)
    if _COVER.search(question):
        found.append(0)
    if _LAST.search(question):
        found.append(LAST_PAGE)
    return tuple(dict.fromkeys(found))


def means_this_document(question: str) -> bool:
    """Whether a question speaks of "this document", "that report" and the like."""
    return _THIS.search(question) is not None


def without_asides(question: str, asides: Collection[re.Pattern[str]] = ()) -> str:
    """The question without sentences that only say how to answer; never empty.

    Args:
        asides: patterns of further such sentences, from a glossary.
    """
    kept = question
    for pattern in (*asides, _ASIDES):
        kept = pattern.sub(" ", kept)
    kept = " ".join(kept.split())
    return kept if term_texts(kept) else question


def without_provisos(question: str) -> str:
    """The question without what to say where it does not fit, which stands behind it."""
    return " ".join(_TELLS_SO.sub(" ", question).split())


def cleaned(
    question: str,
    names: Collection[str] = (),
    *,
    asides: Collection[re.Pattern[str]] = (),
) -> str:
    """What is left to look for within the documents that were chosen.

    Args:
        names: folded words that named the documents; they stand on every page.
        asides: as in `without_asides`.

    The question stays as it is where nothing else would be left.
    """
    kept = without_asides(question, asides)
    kept = _PAGE.sub(" ", kept)
    words = [word for word in kept.split() if not _is_name(word, names)]
    left = " ".join(words)
    return left if term_texts(left) else kept if term_texts(kept) else question


def _is_name(word: str, names: Collection[str]) -> bool:
    pieces = spelled(word)
    return (
        bool(pieces)
        and all(piece in names or piece in STOP_WORDS for piece in pieces)
        and any(piece in names for piece in pieces)
    )
