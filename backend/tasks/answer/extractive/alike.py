"""What is told of two things alike, where their difference is asked for.

“For skiffs and gigs use a short oar” names both, as no other sentence may, and tells none.
"""

from __future__ import annotations

import re
from functools import lru_cache

from backend.analysis import term_texts
from backend.tasks.answer.extractive.contrasted import contrasted

_CONTRASTS = re.compile(
    r"(?i)\b(?:but|while|whereas|whilst|than|differ\w*|unlike|except|respectively|former|latter"
    r"|first|second|only|not|instead|however|although|distinction|distinguish\w*|contrast"
    r"|one\b.*\bother)\b|[;:] "
)
_CAPTION = re.compile(r"(?i)^(?:figure|fig\.?|table|plate) [\d.-]+[.:] ")
_LABEL = re.compile(r"\W*[^\W\d_][\w’'-]*(?: [\w’'-]+){0,3}: ")
"""“Mast: carries jib and main”: its colon tells nothing apart."""
_WORD = re.compile(r"[^\W_][\w'’-]*")


def is_told_of_both_alike(question: str, text: str) -> bool:
    """Whether a text names the two things whose difference is asked for one beside the other
    (“X and Y”), and has no word that tells them apart."""
    pattern = _beside_each_other(question)
    if pattern is None or pattern.search(text) is None:
        return False
    plain = _CAPTION.sub("", text)
    label = _LABEL.match(plain)
    if label is not None and pattern.search(plain, label.end()):
        plain = plain[label.end() :]
    return _CONTRASTS.search(plain) is None


@lru_cache(64)
def _beside_each_other(question: str) -> re.Pattern[str] | None:
    """The pattern of the two things one beside the other, by the first word that each has alone."""
    things = contrasted(question)
    if things is None:
        return None
    left, right = (_own_word(one, other) for one, other in (things, things[::-1]))
    if not left or not right:
        return None
    pair = (
        r"{0}\w*(?: [\w’'-]+)?(?: \([^()]*\))?(?:,? (?:and|or|as well as) (?:the |an? )?{1}\w*"
        r"|, (?:[\w’'-]+(?: [\w’'-]+)?, )*{1}\w*(?: [\w’'-]+)?(?:, [\w’'-]+(?: [\w’'-]+)?)*"
        r",? (?:and|or) [\w’'-]+)"
    )
    one, other = (pair.format(*map(re.escape, each)) for each in ((left, right), (right, left)))
    return re.compile(rf"(?i)\b(?:both )?(?:{one}|{other})")


def _own_word(thing: str, other: str) -> str:
    """The first word of a thing that the other one has not."""
    held = frozenset(term_texts(other))
    words = (match.group() for match in _WORD.finditer(thing))
    return next((word for word in words if not held.issuperset(term_texts(word))), "")
