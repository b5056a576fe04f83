"""What a thing covers, includes or needs is told by the sentence that has it as the one who does:
“The fee covers the tow.” for “What does the mooring fee cover?”, behind a sentence on moorings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import term_texts
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST_BEHIND = 2
"""Words behind the deed that say something, at least."""

_ASKS = re.compile(
    r"(?i)^(?:and )?what (?:does|do|did|will) (?:(?:the|an?|my|our|your|its|their|this) )?"
    r"(?P<thing>[^\W\d_][\w’'-]*(?: [\w’'-]+){0,3}?) "
    r"(?P<deed>cover|include|contain|comprise|provide|require|need|exclude|offer)\W*$"
)
_SAYS = re.compile(
    r"(?i)(?:(?:the|this|an?|my|our|your|its|their|every|each) )?(?P<thing>(?:[\w’'-]+ ){0,2}?"
    r"[\w’'-]+) (?:(?:also|only|always|normally|usually) )?(?P<deed>[a-z]+)\b(?P<rest>.*)$"
)


def deed_fit(question: Question, unit: Unit, above: Sequence[Unit], over: frozenset[str]) -> float:
    """How surely a sentence says what the thing does that is asked for: 0, or `FIT`.

    The thing's last word must open it. The other words of its name may stand in the sentence before
    or above both, and no other word before its last one.

    Args:
        above: the sentences before it in its passage, in order.
        over: stems of the titles and headings above it.
    """
    asked = _ASKS.match(question.text.strip())
    if asked is None or not unit.whole:
        return 0.0
    thing, deed = term_texts(asked["thing"]), term_texts(asked["deed"], keep_stop_words=True)
    said = _SAYS.match(unit.text)
    if said is None or term_texts(said["deed"], keep_stop_words=True) != deed:
        return 0.0
    if not thing or len(said["rest"].split()) < LEAST_BEHIND:
        return 0.0
    told = term_texts(said["thing"])
    if told[-1:] != thing[-1:] or not set(told) <= set(thing):
        return 0.0
    near = over | unit.term_set | frozenset(term_texts(unit.heading))
    near = near.union(*(each.term_set for each in above[-1:]))
    return FIT if set(thing) <= near else 0.0
