"""What holds before a day or a period, during it and after it: “The toll is waived until 3 May”
says nothing of the toll after 3 May, and the sentence behind it may (“After that it is £2.”).
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import holds_kind, is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

LEAST = 0.7
"""Least share of the question's weight that it holds with the sentence before it."""

_ARTICLE = r"(?:the |an? |my |our |your |its |their |this |that |these )?"
_ASKED = re.compile(
    rf"(?i)\b(?P<side>after|before|during) {_ARTICLE}"
    r"(?P<time>(?:\d{1,2}(?:st|nd|rd|th)? )?[^\W\d_][\w’'-]*(?: [\w’'-]+){0,3})\W*$"
)
"""At the end of a question; what follows “after” may not be a clause."""
_CLAUSE = re.compile(
    r"(?i)\b(?:i|we|you|they|he|she|it|is|are|was|were|has|have|had|do|does|did|can|will)\b"
)
_BY_SIDE = {
    "after": (
        re.compile(r"(?i)\b(?:during|until|till|before|up to|prior to|by|within|throughout)\b"),
        re.compile(
            r"(?i)\b(?:after|afterwards?|later|then|thereafter|following|once|since|from|subsequent"
            r"|ends?|ended|over|otherwise|expire[sd]?|complet\w+|pass(?:ed|es)?)\b"
        ),
    ),
    "before": (
        re.compile(r"(?i)\b(?:after|since|from|following|once|during|as of)\b"),
        re.compile(
            r"(?i)\b(?:before|until|till|prior|earlier|previous\w*|by|ahead|first|up to|so far"
            r"|formerly|yet|then|used to)\b"
        ),
    ),
    "during": (
        re.compile(r"(?i)\b(?:after|before|until|till|since|following|prior to)\b"),
        re.compile(
            r"(?i)\b(?:during|in|throughout|while|within|for|at|over|between|when|on|by|from)\b"
        ),
    ),
}
"""For each side what stands beside a time on another one, and what tells of the side itself."""
BESIDE = 4
"""Words between such a word and the time, at most."""
_WORD = re.compile(r"[\w’'-]+")
_AFTER_THAT = re.compile(
    r"(?i)(?:after(?:wards?| (?:that|this|which)"
    r"(?: (?:date|day|time|point|period|week|month|year))?)"
    r"|thereafter|from then on|later|then|once (?:it|this|that) (?:is|has) \w+),? "
)
_NOT_ASKED = frozenset([AnswerKind.YES_NO, AnswerKind.OTHER, AnswerKind.DEFINITION])
"""“Open until six” decides whether it is open after six."""
_WHAT_IT_IS = re.compile(r"(?i)^(?:and )?what (?:is|was|are|were) the [\w’'-]+(?: [\w’'-]+)? \w+ ")
"""“What is the fare during the trial?” wants one thing, and so a side."""
_HOW_LONG_IS = re.compile(
    r"(?i)^(?:and )?how long (?:is|was|are|were|does|did|will) (?:the|my|our|your|its|their|an?) "
    r"(?P<what>[\w’' -]{3,40}?)(?: (?:last|take|run|be))?\W*$"
)
_AT_ITS_TIME = re.compile(
    r"(?i)\b(?:after|before|during|since|until|till|within|in|throughout|following)"
    r"(?: (?:the|my|our|your|its|their|this|that|an?))?$"
)


def is_of_another_side(question: Question, text: str) -> bool:
    """Whether a question asks what holds after a time, before or during it, and a text has the time
    with a word for another side alone."""
    asked = _asked(question)
    if asked is None:
        return False
    side, time = asked
    other, own = _BY_SIDE[side]
    return own.search(text) is None and _stands_beside(other, time, text)


def only_tells_when(question: Question, text: str) -> bool:
    """Whether it is asked how long something is, and a text has it only to say when something else
    is: “After the trial the fare is due in nine days.” tells nothing of how long the trial is."""
    asked = _HOW_LONG_IS.match(question.text.strip())
    what = term_texts(asked["what"]) if asked is not None else []
    if not what or not frozenset(what) <= frozenset(term_texts(text)):
        return False
    matches = [match for match in _WORD.finditer(text) if what[0] in term_texts(match.group())]
    return all(_AT_ITS_TIME.search(text[: match.start()].rstrip()) for match in matches)


def goes_on_after(question: Question, unit: Unit, before: Unit | None) -> float:
    """How surely a sentence says what holds after the time that is asked about, which the one
    before it names as the end of something: 0, or `FIT`."""
    asked = _asked(question)
    if asked is None or before is None or before.heading != unit.heading:
        return 0.0
    side, time = asked
    goes_on = side == "after" and _AFTER_THAT.match(unit.text) is not None
    if not goes_on or is_question(unit.text) or not holds_kind(question.kind, unit.text):
        return 0.0
    if not _stands_beside(_BY_SIDE[side][0], time, before.text):
        return 0.0
    return FIT if question.share_of(unit.term_set | before.term_set) >= LEAST else 0.0


def _asked(question: Question) -> tuple[str, list[str]] | None:
    """The side that is asked about and the stems of the time; None where no such thing is asked."""
    if question.kind in _NOT_ASKED and _WHAT_IT_IS.match(question.text.strip()) is None:
        return None
    match = _ASKED.search(question.text.strip())
    if match is None or _CLAUSE.search(match["time"]):
        return None
    time = term_texts(match["time"])
    return (match["side"].casefold(), time) if time else None


def _stands_beside(words: re.Pattern[str], time: list[str], text: str) -> bool:
    """Whether a text has a time, and one of some words a little before it or behind a comma after
    it (“the trial, during which …”)."""
    if not frozenset(time) <= frozenset(term_texts(text)):
        return False
    matches = [match for match in _WORD.finditer(text) if time[0] in term_texts(match.group())]
    for first in matches:
        before = " ".join(_WORD.findall(text[: first.start()])[-BESIDE:])
        behind = re.match(
            r"[\w’'-]+(?: [\w’'-]+){0,3}, (?P<rel>\w+) which\b", text[first.start() :]
        )
        if words.search(before) or (behind is not None and words.fullmatch(behind["rel"])):
            return True
    return False
