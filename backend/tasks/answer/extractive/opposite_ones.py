"""Which of two things of one kind is meant, told by a word with an opposite: what the new oars
weigh is not what the old oars weigh.

“The new oars weigh six kilos, two less than the old ones” has every word of “How much did the old
oars weigh?”, and its figure is of the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.analysis import term_texts

_OPPOSITES = (
    ("old former", "new present current"),
    ("left", "right"),
    ("upper", "lower"),
    ("front", "rear back"),
    ("inner internal", "outer external"),
    ("large big", "small little"),
    ("northern", "southern", "eastern", "western"),
    ("north", "south", "east", "west"),
    ("hot", "cold"),
    ("full-time", "part-time"),
    ("morning", "afternoon", "evening"),
    ("upstairs", "downstairs"),
    ("indoor", "outdoor"),
    ("first", "second", "third", "fourth", "fifth", "last"),
)
"""Words for one side of something, those for its others beside them."""
_SIDES = [[frozenset(side.split()) for side in opposite] for opposite in _OPPOSITES]
_ALL = "|".join(sorted(frozenset().union(*(w for each in _SIDES for w in each)), key=len)[::-1])
_NAMED = re.compile(
    rf"(?i)\b(?P<which>{_ALL})-?(?: |(?<=-))(?P<what>[^\W\d_][\w’'-]+)"
    r"(?: (?P<more>[^\W\d_][\w’'-]+))?"
)
_MEASURED_BY = re.compile(
    rf"(?i)\b(?:than|unlike|instead of|rather than|compared (?:with|to)|as opposed to) "
    rf"(?:(?:with|in|on|at|for|of) )?(?:(?:the|an?|those|that|our|its|their|any) )*"
    rf"(?:{_ALL}) [\w’'-]+(?=\W*$|[,;:.)] (?!which\b|who\b|whose\b|where\b)| and\b| but\b)"
)
"""“Two more than the old ones” tells nothing of the old ones, “than the old ones, which …” does."""


_ELSEWHERE = re.compile(
    r"(?i)(?:in|for|with|on|at|by) (?:an? |the |all |most |many |some )*"
    r"(?P<which>normal|ordinary|usual|traditional|conventional|typical|other|older|earlier)"
    r" (?P<what>[^\W\d_][\w’'-]*(?: [\w’'-]+){0,2}?), (?P<rest>.*)$"
)
_COMES_BACK = re.compile(r"(?i)\b(?:but|whereas|while|here|however|unlike|this one|not so)\b|;")


def is_of_the_usual(question: str, text: str) -> bool:
    """Whether a text opens with others than are asked about (“In other towns, …”, “In a normal
    lock, …”), of which the question says nothing, and does not come back to these."""
    opens = _ELSEWHERE.match(text)
    if opens is None or _COMES_BACK.search(opens["rest"]):
        return False
    return opens["which"].casefold() not in question.casefold().split()


def is_of_the_opposite(question: str, text: str) -> bool:
    """Whether a question tells a thing apart by a word with an opposite (“the old oars”), and a
    text has the thing only behind that opposite, but for what it is measured by."""
    rest = _MEASURED_BY.sub(" ", text)
    words = frozenset(each.casefold() for each in re.findall(r"[\w-]+", rest))
    return any(
        which.isdisjoint(words) and _stands_only_behind(others, what, rest)
        for which, others, what in _told_apart(question)
    )


def _told_apart(question: str) -> Iterator[tuple[frozenset[str], frozenset[str], str]]:
    """The words that tell a thing apart so, those that do otherwise, and the stem of the thing."""
    for match in _NAMED.finditer(question):
        which = match["which"].casefold()
        # “the old rowing boat” may be called the old boat
        things = term_texts(f"{match['what']} {match['more'] or ''}")
        for sides in _SIDES:
            own = next((side for side in sides if which in side), None)
            if own is not None:
                others = frozenset[str]().union(*(side for side in sides if side is not own))
                yield from ((own, others, what) for what in things)


def _stands_only_behind(others: frozenset[str], what: str, text: str) -> bool:
    """Whether a text has a thing, each time right behind one of some words."""
    words = re.findall(r"[\w’'-]+", text.casefold())
    places = [at for at, word in enumerate(words) if what in term_texts(word)]
    return bool(places) and all(at and words[at - 1] in others for at in places)
