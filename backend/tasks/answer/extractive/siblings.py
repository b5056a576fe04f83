"""Two things of one kind that are told apart by a word or a name: what is said of the east room is
not said of the west room, where “The east room seats ten, the west room four” stands beside it, and
what is said of the inn at Elm is not said of the inn at Ashford.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from itertools import pairwise

from backend.analysis import STOP_WORDS, term_texts
from backend.calendar_words import MONTHS, WEEKDAYS

_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_OWNED = re.compile(
    r"[A-Z]\w*['’]s? (?:total |overall |own )?(?P<thing>[a-z][a-z-]{3,})\b"
    r"|\b(?:the company|the group|its|our)(?:['’]s)? (?P<plain>[a-z][a-z-]{3,})\b"
)
_SHORT_BEFORE = re.compile(
    r"\b(?!(?:GAAP|IFRS|FY\d*|NET|TOTAL|THE|OUR|ITS)\b)(?P<short>[A-Z]{2,6}) "
    r"(?P<thing>[a-z][a-z-]{3,})\b"
)
"""A short name of a part right before what is its own."""
_NAMED_BY = re.compile(
    r"\b(?P<what>[a-z][\w’'-]{2,}) (?P<how>in|at|of|near|to|from|on) (?:the )?"
    r"(?P<name>[A-Z][\w’'-]*[a-z](?: [A-Z][\w’'-]*)*)"
)
"""A thing with the name that tells it from others of its kind: “the inn at Ashford”. What is all
capitals may be short for what another sentence writes out."""
_TIMES = frozenset((*MONTHS, *WEEKDAYS))


def is_of_sibling(question: str, text: str, beside: Iterable[str]) -> bool:
    """Whether a question names a thing by two words, a text has the second one only behind others,
    and one sentence of its document has both names.

    Args:
        beside: the sentences of the text's document, and what stands above them.
    """
    held = frozenset(term_texts(text))
    sentences: list[list[tuple[str, str]]] | None = None
    for first, second in _pairs(question):
        if first in held or second not in held:
            continue
        others = {one for one, other in _pairs(text) if other == second}
        if not others or not stands_only_in_pairs(text, second):
            continue
        sentences = [_pairs(each) for each in beside] if sentences is None else sentences
        for pairs in sentences:
            if (first, second) in pairs and any((other, second) in pairs for other in others):
                return True
    return False


def is_of_short_part(question: str, text: str) -> bool:
    """Whether a question asks for something of an owner, and a text has that of a part alone, by a
    short form of capitals right before it: “BTS revenues” are not those of the whole company."""
    for owned in _OWNED.finditer(question):
        thing = term_texts(owned["thing"] or owned["plain"])
        named = [
            match for match in _SHORT_BEFORE.finditer(text) if term_texts(match["thing"]) == thing
        ]
        if not thing or not named or any(match["short"] in question for match in named):
            continue
        if _count(text, thing) == len(named):
            return True
    return False


def _count(text: str, thing: list[str]) -> int:
    """How often a word of this stem stands in a text."""
    return sum(1 for match in _WORD.finditer(text) if term_texts(match.group()) == thing)


def is_of_namesake(question: str, text: str, over: Set[str]) -> bool:
    """Whether a question names a thing by where, or of whom, it is, a text has the same thing of
    another name alone, and neither it nor what it stands under has the name.

    Args:
        over: stems of what the text stands under.
    """
    held = over | frozenset(term_texts(text))
    said = [(_thing(match), _stems(match["name"])) for match in _NAMED_BY.finditer(text)]
    return any(
        name.isdisjoint(held)
        and any(thing == _thing(asked) and _of_one_sort(name, other) for thing, other in said)
        for asked in _NAMED_BY.finditer(question)
        for name in [_stems(asked["name"])]
        if name
    )


def _thing(named: re.Match[str]) -> tuple[frozenset[str], str]:
    """The stem of a thing that has a name, and the word between the two."""
    return _stems(named["what"]), named["how"]


def _stems(text: str) -> frozenset[str]:
    return frozenset(term_texts(text))


def _of_one_sort(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both names are of a time, or neither is: “the meeting in May” may be in Elm."""
    times = frozenset(term_texts(" ".join(_TIMES)))
    return bool(other) and one.isdisjoint(times) is other.isdisjoint(times)


def _pairs(text: str) -> list[tuple[str, str]]:
    """The stems of each word with the one right before it, but for function words."""
    words = list(_WORD.finditer(text))
    found = []
    for one, other in pairwise(words):
        apart = text[one.end() : other.start()] != " "
        if apart or {one.group().lower(), other.group().lower()} & STOP_WORDS:
            continue
        left, right = term_texts(one.group()), term_texts(other.group())
        if len(left) == 1 and len(right) == 1:
            found.append((left[0], right[0]))
    return found


def stands_only_in_pairs(text: str, stem: str) -> bool:
    """Whether each word with a stem has another one that is no function word right before it."""
    single = sum(1 for match in _WORD.finditer(text) if term_texts(match.group()) == [stem])
    return single == sum(1 for _, other in _pairs(text) if other == stem)
