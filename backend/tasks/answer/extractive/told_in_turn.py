"""The difference of two things, told of both at once (“The two differ in length.”) or of each in
turn (“The first is short. The second is long.”) behind the sentence that names them.

Such a sentence names neither, so that no ranking finds it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from backend.analysis import term_texts
from backend.tasks.answer.extractive.contrasted import contrasted
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

BEHIND = 3
"""The sentence of the second thing is one of so many behind that of the first."""

_OF_BOTH = re.compile(r"(?:The two|Both|They|These two)\b")
_CONTRASTS = re.compile(
    r"(?i)\b(?:except|whereas|differ\w*\b(?! from)|the latter|the former|unlike)\b"
)
"""“They are kept in the shed, but not locked” tells no difference."""
_FIRST = re.compile(r"The (?:first|former)(?: one)?\b(?! of\b)(?= [a-z]+\b)")
_SECOND = re.compile(r"The (?:second|latter)(?: one)?\b(?= [a-z]+\b)")
_BESIDE = (
    r"(?i)(?:^|[^,\s]\s+)(?:the |an? )?(?<!\w){left}s?(?!\w)(?: \([^()]+\))?,? and "
    r"(?:the |an? )?{right}s?(?!\w)"
)
_NUMBERED_THING = re.compile(
    r"The (?:first|second) (?!(?:one|is|are|was|were|has|have|does|do|can|will)\b)[a-z]+ "
    r"(?:is|are|was|were|has|have|does|do|can|will|[a-z]+s)\b"
)
"""“The first step is …” is of something else than of the first of two that were named."""


def in_turn_fit(question: Question, unit: Unit, before: Unit | None) -> float:
    """How surely a sentence tells how two things differ that the one before it names: 0, or
    `FIT`."""
    if before is None or before.heading != unit.heading or not names_both(question, before.text):
        return 0.0
    return FIT if _tells_of_both(unit.text) or _begins_turn(unit.text) else 0.0


def told_in_turn(question: Question, units: Sequence[Unit], unit: Unit) -> tuple[str, ...]:
    """What is told of two things, each with its name, or of both in one; nothing where a sentence
    is no part of it.

    Args:
        units: all sentences of the evidence, in order.
        unit: the sentence that the first line would be of.
    """
    if contrasted(question.text) is None:
        return ()
    beside = [each for each in units if each.hit == unit.hit]
    for at, (naming, first) in enumerate(pairwise(beside), start=1):
        if not in_turn_fit(question, first, naming):
            continue
        if _tells_of_both(first.text):
            if unit in (naming, first):
                return (f"{naming.text} {first.text}",)
            continue
        second = next(
            (each for each in beside[at + 1 : at + 1 + BEHIND] if _begins_second(each.text)), None
        )
        order = _in_order(question, naming.text)
        if second is not None and order and unit in (naming, first, second):
            return (f"{order[0]}: {first.text}", f"{order[1]}: {second.text}")
    return ()


def names_both(question: Question, text: str) -> bool:
    """Whether a text names both things whose difference is asked for."""
    things = contrasted(question.text)
    if things is None:
        return False
    left, right = (frozenset(term_texts(thing)) for thing in things)
    held = frozenset(term_texts(text))
    return bool(left - right and right - left) and left | right <= held


def _tells_of_both(text: str) -> bool:
    return bool(_OF_BOTH.match(text) and _CONTRASTS.search(text))


def _begins_turn(text: str) -> bool:
    return bool(_FIRST.match(text)) and not _NUMBERED_THING.match(text)


def _begins_second(text: str) -> bool:
    return bool(_SECOND.match(text)) and not _NUMBERED_THING.match(text)


def _in_order(question: Question, text: str) -> tuple[str, ...]:
    """The two things in the order in which a text names them one beside the other; nothing where it
    does not, or names a third one before them."""
    one, other = contrasted(question.text) or ("", "")
    for left, right in ((one, other), (other, one)):
        if re.search(_BESIDE.format(left=re.escape(left), right=re.escape(right)), text):
            return left, right
    return ()
