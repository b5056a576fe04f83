"""The noun that a question asks for, and words that stand where nouns do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tasks.calculate.composed.mentions import SaidWord
from backend.tasks.calculate.composed.question_cues import SUPERLATIVE, QuestionCues
from backend.tasks.calculate.programs.column_words import stemmed

_NOUN = re.compile(r"(?i)\b(?:which|what) (?P<noun>[^\W\d_]+)")
_NOUN_BEHIND = re.compile(
    rf"(?i)\b(?:(?:most|least) [^\W\d_]+|{SUPERLATIVE}|best|worst|first|last|average) "
    r"(?P<noun>(?!(?:and|the|for|was|are|did)\b)[^\W\d_]{3,})"
)
_COUNTED = re.compile(
    r"(?i)\bhow many (?:of (?:the|our|my) )?(?:[^\W\d_]+ ){0,2}?"
    r"(?P<noun>[^\W\d_]{2,}s|people|men|women|children)\b"
)
"""What is counted: the first word in the plural, with up to two before it."""
_BEFORE_NOUNS = frozenset(
    [
        *("the", "a", "an", "of", "in", "on", "at", "for", "by", "per", "with", "from", "to"),
        *("our", "my", "his", "her", "their", "its", "your", "any", "no", "each", "every"),
        *("many", "much", "which", "what", "whose", "average", "total", "mean"),
    ]
)
_ANY_NOUN = frozenset(
    [
        *("time", "times", "often", "different", "kind", "kinds", "single", "popular", "number"),
        *("ones", "entries", "common", "frequent", "sort", "sorts", "type", "types"),
    ]
)


def counted_noun(question: str) -> frozenset[str]:
    """The stem of what is counted: "how many weddings", "how many sick days"."""
    found = _COUNTED.search(question)
    return stemmed([found["noun"]]) if found else frozenset()


def noun_of(question: str) -> frozenset[str]:
    """The stem of the thing that is asked for: "which boat", "the dearest week"."""
    found = _NOUN.search(question) or _NOUN_BEHIND.search(question)
    return stemmed([found["noun"]]) if found else frozenset()


def is_noun(place: int, words: Sequence[SaidWord], cues: QuestionCues) -> bool:
    """Whether a word stands where nouns do, behind an article, a preposition or a superlative,
    and names more than a number of times or a kind; names and numbers do anywhere."""
    if not place or words[place].text.casefold() in _ANY_NOUN:
        return False
    word = words[place].text
    if word[:1].isupper() or any(map(str.isdigit, word)):
        return True
    before = words[place - 1].text.casefold()
    ends = (cues.places.get(name, frozenset()) for name in ("high", "low", "best"))
    is_owned = before.endswith(("'s", "’s"))
    return is_owned or before in _BEFORE_NOUNS or any(place - 1 in end for end in ends)
