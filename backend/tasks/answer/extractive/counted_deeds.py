"""A figure of what was done is not told by how many there are, nor by what is left to be done.

“It has 2,800 stores” says nothing of how many were closed, and “£30 of the sum set aside remain”
nothing of what was spent.
"""

from __future__ import annotations

import re

_DEEDS = tuple(
    (re.compile(rf"(?i)\b(?:{asked})\b"), re.compile(rf"(?i)\b(?:{told})"))
    for asked, told in (
        (r"open(?:ed)?", r"open|launch|inaugurat|new\b|start"),
        (r"closed?|shut(?: down)?", r"clos|shut"),
        (r"deliver(?:ed)?", r"deliver|hand(?:ed|ing)? over|ship|dispatch"),
        (r"cancel(?:l?ed)?", r"cancel|call(?:ed|ing)? off|scrap|withdr"),
        (r"hired?|recruit(?:ed)?", r"hir|recruit|appoint|join|new\b|taken on|took on"),
        (
            r"dismiss(?:ed)?|lay off|laid off|fired?",
            r"dismiss|la(?:id|y|ying) off|layoff|fir|redundan|terminat|job cut|cut",
        ),
        (r"repurchased?|buy back|bought back", r"repurchas|b(?:uy|ought|uying)[ -]?back"),
        (r"acquired?|take over|took over", r"acqui|bought|buy|purchas|t(?:ook|aken?|aking) ?over"),
        (r"recall(?:ed)?", r"recall"),
        (r"replaced?", r"replac|swap|renew|new\b"),
        (r"repair(?:ed)?|mend(?:ed)?", r"repair|mend|fix|restor"),
    )
)
"""Deeds that change how many there are, each with the words that tell of it."""
_DONE = re.compile(
    r"(?i)^(?:and |but |so )?how many .+? (?:did|has|have|had|will|were|was)\b(?P<rest>.+)$"
)
_SPENDING = re.compile(
    r"(?i)^(?:and |but |so )?(?:how much|what)\b.*\b(?:did|has|have|had|was|were)\b.*"
    r"\b(?:spend|spent|pay|paid|return(?:ed)?|repurchased?|buy|bought|invest(?:ed)?)\b"
)
_HAS = re.compile(
    r"(?i)^(?:and |but |so )?how many .+? (?:did|does|do|has|have|had|were|are|was|is)\b.*?"
    r"\b(?:have|operate|own|run|employ|there|at the end)\b"
)
_NEW_ONES = re.compile(
    r"(?i)\b(?:opened|closed|added|hired|acquired|relocated|remodell?ed|launched|built) "
    r"(?:about |approximately |some |a total of |more than |nearly )?(?:\d[\d,]*)\b"
)
_THEN_THERE = re.compile(
    r"(?i)\b(?:operat\w+|employ\w*|own\w*|has|have|had|total\w*|there (?:are|were)|to \d+|now)\b"
)
_LEFT = re.compile(
    r"(?i)\b(?:remaining (?:availability|amount|authori[sz]ation|capacity|balance|sum)"
    r"|remain(?:s|ed|ing)? (?:available|unspent|outstanding|unused)"
    r"|(?:is|are|was|were) (?:still )?(?:available|left)\b|may (?:yet|still) be)\b"
)
_WENT = re.compile(
    r"(?i)\b(?:spent|paid|returned|invested|bought|cost|aggregate (?:amount|cost)|for a total"
    r"|(?:we|they|it|company|group|firm|club|council|society) (?:has |have |had )?(?:\w+ly )?"
    r"(?:repurchased|purchased))\b"
)


def lacks_counted_deed(question: str, text: str, heading: str = "") -> bool:
    """Whether it is asked of how many something was done that changes how many there are, and
    neither a sentence nor what stands over it says so."""
    asked = _DONE.match(question.strip().rstrip("?").rstrip())
    if asked is None:
        return False
    around = f"{heading} {text}"
    named = [told for deed, told in _DEEDS if deed.search(asked["rest"])]
    return bool(named) and not any(told.search(around) for told in named)


def counts_only_new_ones(question: str, text: str) -> bool:
    """Whether it is asked how many somebody has, and a sentence only counts those that were opened,
    closed, hired or the like."""
    asked = question.strip()
    return (
        _HAS.match(asked) is not None
        and not any(deed.search(asked) for deed, _ in _DEEDS)
        and _NEW_ONES.search(text) is not None
        and _THEN_THERE.search(text) is None
    )


def tells_what_is_left(question: str, text: str) -> bool:
    """Whether it is asked what was spent, and a sentence only tells what is left of the sum."""
    return (
        _SPENDING.match(question.strip()) is not None
        and _LEFT.search(question) is None
        and _LEFT.search(text) is not None
        and _WENT.search(text) is None
    )
