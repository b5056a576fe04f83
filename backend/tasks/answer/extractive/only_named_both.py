"""Two things whose difference is asked for, and a sentence that only names them: “The club has two
kinds of berths: fixed berths and swinging berths.”"""

from __future__ import annotations

import re

from backend.analysis import Term, term_texts, terms
from backend.tasks.answer.extractive.contrasted import contrasted

MOST_BEHIND = 3
"""Words behind the later one of the two, at most: more may say how they differ."""
MOST_BETWEEN = 5
"""Words between the two names, at most."""
_SAYS_MORE = re.compile(
    r"(?i)\b(?:until|till|at|from|to|in|on|for|by|with|is|are|was|were|may|must|can|will|has|have)\b"
)
"""Behind the one name: what is so of it."""
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
    between, behind = text[begins.end : ends.start], text[ends.end :].split()
    is_before = announced is not None and announced.start() < begins.start
    names_only = len(between.split()) <= MOST_BETWEEN and not _SAYS_MORE.search(between)
    return is_before and names_only and len(behind) <= MOST_BEHIND


def _last(said: list[Term], words: frozenset[str]) -> Term | None:
    """The last term of a text that is one of some stems."""
    return next((term for term in reversed(said) if term.text in words), None)
