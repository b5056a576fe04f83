"""A deed that a sentence only names a thing by: “On Monday Ada found the broken oar” does not tell
when the oar broke, nor “The mended sail was hoisted by Bo” who mended it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.forms import holds_kind
from backend.tasks.answer.extractive.reading import ReadEvidence

Scores = npt.NDArray[np.float64]

_DETERMINERS = (
    r"the|an?|this|that|these|those|its|their|his|her|our|your|my|any|every|each|no|all|some|both"
)
_NAMES = rf"(?!(?:{_DETERMINERS}|they|he|she|it|we|you|i)\b)[a-z][\w’'-]*"
_THING = rf"(?:(?:{_DETERMINERS}) )?(?P<thing>{_NAMES}(?: {_NAMES}){{0,3}}?)"
_BEHIND = r"(?: (?:up|down|in|out|off|away|on))?\W*$"
_ASKS = tuple(
    re.compile(each)
    for each in (
        r"(?i)^(?:and )?(?:when|where|how|why|(?:at|on|in) (?:what|which) [a-z]+|what time) "
        rf"(?:did|was|were|is|are|has|have|had) {_THING} (?:been )?(?P<deed>[a-z]{{3,}}){_BEHIND}",
        rf"(?i)^(?:and )?(?:who|what) (?:has |have |had )?(?P<deed>[a-z]{{3,}}) {_THING}{_BEHIND}",
    )
)
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_DETERMINER = re.compile(rf"(?i)(?:{_DETERMINERS})$")


def only_names_the_deed(question: str, text: str) -> bool:
    """Whether a text has the deed that is asked about only as a participle right before the thing
    that it was done to."""
    asked = _asked(question)
    return asked is not None and _is_only_named(*asked, text)


def with_deed_told_first(reading: ReadEvidence, scores: Scores) -> Scores:
    """The scores, where the best sentence only names a thing by the deed that is asked about: it
    changes places with the best one that tells the deed of that thing."""
    asked = _asked(reading.question.text)
    best = reading.candidates[int(np.argmax(scores))]
    if asked is None or not _is_only_named(*asked, best.text):
        return scores
    thing, deed = asked
    told = [
        index
        for index, candidate in enumerate(reading.candidates)
        if {thing[-1], deed} <= candidate.term_set
        and holds_kind(reading.question.kind, candidate.text)
        and not _is_only_named(thing, deed, candidate.text)
    ]
    return with_best_of(scores, told)


def _asked(question: str) -> tuple[list[str], str] | None:
    """The stems of the thing, and that of what was done to it or by it."""
    for pattern in _ASKS:
        if asked := pattern.match(question.strip()):
            thing, deed = term_texts(asked["thing"]), term_texts(asked["deed"])
            return (thing, deed[0]) if thing and deed else None
    return None


def _is_only_named(thing: Sequence[str], deed: str, text: str) -> bool:
    """Whether a text has the deed, and everywhere right before the thing."""
    words = _WORD.findall(text)
    places = [at for at, word in enumerate(words) if deed in term_texts(word)]
    return bool(places) and all(_is_before(words, at, thing) for at in places)


def _is_before(words: Sequence[str], at: int, thing: Sequence[str]) -> bool:
    """Whether the deed stands between a determiner and the thing: “the broken oar”."""
    if at == 0 or at + 1 == len(words):
        return False
    return _DETERMINER.match(words[at - 1]) is not None and any(
        set(term_texts(word)) & set(thing) for word in words[at + 1 : at + 3]
    )
