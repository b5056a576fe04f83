"""What “it” is at the beginning of a sentence: the subject of the one before it.

“A berth can be given back. It has to be cleaned first.” says of a berth that it has to be cleaned,
though the second sentence has no word of it. Only a thing that the question names is put in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.analysis import term_texts
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_ONE = r"is|was|has|does"
_MANY = r"are|were|have|do"
_ANY = r"can|may|must|will|shall|should|could|would|had"
_SUBJECT = re.compile(
    r"(?P<what>(?P<which>[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Yy]our|[Oo]ur|[Tt]his|[Aa]ll|[Tt]hese)? ?"
    rf"(?:[\w’'-]+ ){{0,2}}?[a-z][\w’'-]+) (?P<verb>{_ONE}|{_MANY}|{_ANY})\b"
)
_POINTS = re.compile(rf"(?P<it>It|They) (?P<verb>{_ONE}|{_MANY}|{_ANY})\b")
_DONE_TO_IT = re.compile(r"(?i)\b(?P<verb>[a-z]{3,}) (?:it|them)\b")
_OF_NOTHING = re.compile(
    r"(?:It|They) (?:is|was|has been|may be|can be|must be|will be) (?:(?:not|also|very|often) )*"
    r"(?:(?!\w+ed\b)\w+) (?:that|to|for|who|if|whether|when)\b"
)
"""“It is good to know that …”"""


def with_what_it_is(question: Question, units: Sequence[Unit]) -> list[Unit]:
    """The units in their order, those that begin with “it” or “they” with the subject of the
    sentence before, where the question names it: among their terms, and in what models read."""
    found: list[Unit] = []
    meant = ""
    before: Unit | None = None
    for unit in units:
        beside = before is not None and (unit.hit, unit.heading) == (before.hit, before.heading)
        before = unit
        points = _POINTS.match(unit.text)
        if points is None or not unit.whole:
            meant = _subject(unit)
        elif not (beside and meant and _agrees(meant, points["it"])):
            meant = ""
        elif _OF_NOTHING.match(unit.text) is None:
            found.append(_said_of(question, unit, meant, points.end("it")))
            continue
        found.append(unit)
    return found


def is_done_to_it(question: Question, unit: Unit, before: Unit | None) -> bool:
    """Whether a sentence says behind the verb that the question ends with what is done to “it”, and
    the one before it names all that it lacks: “He left a pledge of 90 pounds. The bank shall
    return it within ten days.”"""
    if before is None or before.heading != unit.heading or before.hit != unit.hit:
        return False
    lacked = question.weights.keys() - unit.term_set
    if not lacked or not lacked <= before.term_set:
        return False
    done = [stem for match in _DONE_TO_IT.finditer(unit.text) for stem in term_texts(match["verb"])]
    return bool(question.terms) and question.terms[-1] in done


def says_what_it_is(unit: Unit) -> bool:
    """Whether the subject of the sentence before was put in for what a unit begins with."""
    return bool(unit.read_as) and _POINTS.match(unit.text) is not None


def _said_of(question: Question, unit: Unit, meant: str, end: int) -> Unit:
    named = frozenset(term_texts(meant))
    if unit.read_as or question.weights.keys().isdisjoint(named):
        return unit
    return replace(unit, term_set=unit.term_set | named, read_as=meant + unit.text[end:])


def _subject(unit: Unit) -> str:
    """What a sentence begins with, up to its verb, where that is a few words and no name."""
    match = _SUBJECT.match(unit.text) if unit.whole else None
    if match is None:
        return ""
    many = match["verb"] in _MANY.split("|")
    plural = match["what"].endswith("s") and not match["what"].endswith("ss")
    if match["verb"] in _ANY.split("|"):
        return match["what"] if (match["which"] or plural) else ""
    return match["what"] if many == plural and (match["which"] or plural) else ""


def _agrees(what: str, it: str) -> bool:
    plural = what.endswith("s") and not what.endswith("ss")
    return plural is (it == "They")
