"""Two things whose difference is asked for, and a sentence that only names them: “The club has two
kinds of berths: fixed berths and swinging berths.”"""

from __future__ import annotations

import re

from backend.analysis import Term, term_texts, terms
from backend.tasks.answer.extractive.contrasted import contrasted

MOST_BEHIND = 3
"""Words behind the later one of the two, at most: more may say how they differ."""
_ANNOUNCES = re.compile(
    r"(?i)\b(?:two|both|different|several|various|either|following|kinds?|types?|ways?|modes?|forms?"
    r"|measures?|sorts?|variants?)\b"
)
_TELLS_APART = re.compile(
    r"(?i)\b(?:while|whereas|but|than|instead|rather|unlike|however|only|contrast|although|though"
    r"|former|latter|differ(?:s|ed)?|not|without|because|since|when|if|so that|where|which|that)\b"
)


def only_names_both(question: str, text: str) -> bool:
    """Whether it is asked how two things differ, and a sentence announces that there are two such
    things, names them, and ends."""
    things = contrasted(question)
    if things is None or _TELLS_APART.search(text) or not _ANNOUNCES.search(text):
        return False
    left, right = (frozenset(term_texts(thing)) for thing in things)
    said = list(terms(text))
    first, second = _last(said, left - right), _last(said, right - left)
    if first is None or second is None:
        return False
    begins, ends = sorted((first, second), key=lambda term: term.start)
    announced = _ANNOUNCES.search(text)
    shared = left & right
    between = frozenset(term_texts(text[begins.end : ends.start])) - shared - left - right
    behind = text[ends.end :].split()
    is_before = announced is not None and announced.start() < begins.start
    return is_before and not between and len(behind) <= MOST_BEHIND


def _last(said: list[Term], words: frozenset[str]) -> Term | None:
    """The last term of a text that is one of some stems."""
    return next((term for term in reversed(said) if term.text in words), None)
