"""Who did something in a year, of those who did it one after the other: “Ida Kern led the club from
1998 until 2004” tells who ran it, or was in charge of it, in 2001."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_ASKED = re.compile(
    r"(?i)^(?:and )?who (?:(?:was|were) (?:(?:the|its|our|their) )?"
    r"(?P<office>(?:in charge|[a-z-]+(?: [a-z-]+){0,2}?))(?= (?:of|in|at|for)\b)"
    r"|(?P<deed>[a-z]+)\b)"
)
_LEADS = re.compile(
    r"(?i)\b(?:led|leads?|leading|leader|headed|heads?|ran|runs?|managed|manager|directed|director"
    r"|chief|boss|in charge)\b"
)
"""Words for who is in charge, of which any stands for another."""
_LIFETIME = re.compile(
    r"(?i)\((?:1[5-9]|20)\d\d ?[–—-] ?(?:1[5-9]|20)\d\d\)|\b(?:lived|born|died)\b"
)
FEWEST = 3
"""Terms of one passage that are a succession."""
_YEAR = r"(?:1[5-9]|20)\d\d"
_WHEN = rf"(?:(?:\d{{1,2}} )?(?:{MONTH_NAME})\.?,? (?:\d{{1,2}},? )?)?"
_TERM = re.compile(
    rf"(?i)(?:\b(?:from|between) )?{_WHEN}(?P<first>{_YEAR})\s?"
    rf"(?:to|until|till|through|and|[–—-])\s?{_WHEN}(?P<last>{_YEAR})\b"
)
_NAME = re.compile(
    r"(?<![\w’'-])[^\W\d_a-z][^\W\d_]*[.]?(?: (?:[a-z]{2,3} )?[^\W\d_a-z][\w.’'-]*)+"
)


def tenure_fit(question: Question, unit: Unit, units: Sequence[Unit], about: Set[str]) -> float:
    """`FIT` for the one sentence of a succession whose term holds the year that is asked for, by
    more than its first or last year; else 0.

    Args:
        units: all of the evidence.
        about: the stems of what its passage speaks of, and of the titles over that.
    """
    if not holds_its_year(question, unit.text):
        return 0.0
    (year,) = question.times.years
    beside = [
        term
        for other in units
        if other.hit == unit.hit and other.text != unit.text and (term := term_of(other.text))
    ]
    are_apart = all(not first <= year <= last for first, last in beside)
    if len(beside) < FEWEST - 1 or not are_apart or not _is_of_it(question, unit, about):
        return 0.0
    return FIT


def holds_its_year(question: Question, text: str) -> bool:
    """Whether it is asked who did something in one year, and a text states somebody's term that
    holds it by more than its first or last year."""
    if question.kind is not AnswerKind.PERSON or len(question.times.years) != 1:
        return False
    (year,) = question.times.years
    own = term_of(text)
    return own is not None and own[0] < year < own[1] and _NAME.search(text) is not None


def term_of(text: str) -> tuple[int, int] | None:
    """The first and the last year of the only term that a sentence states; None for others."""
    terms = [(int(found["first"]), int(found["last"])) for found in _TERM.finditer(text)]
    return terms[0] if len(terms) == 1 and terms[0][0] <= terms[0][1] else None


def _is_of_it(question: Question, unit: Unit, about: Set[str]) -> bool:
    """Whether a sentence is of the office or the deed that is asked for, both of leading or by the
    same word, and the passage, or a title over it, holds some other word of the question."""
    asked = _ASKED.match(question.text.strip())
    if asked is None or _LIFETIME.search(unit.text):
        return False
    deed = asked["office"] or asked["deed"]
    is_same = frozenset(term_texts(deed.split()[-1])) <= unit.term_set
    if not is_same and not (_LEADS.search(deed) and _LEADS.search(unit.text)):
        return False
    years = {str(year) for year in question.times.years}
    return not (about | unit.term_set).isdisjoint(question.weights.keys() - years)
