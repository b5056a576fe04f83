"""Whose duty something is, by a part that has no name: “The Owner shall keep the quay in repair and
insure it” says who repairs the quay. Contracts, statutes and house rules are made of these.
"""

from __future__ import annotations

import re

from backend.analysis import stem, term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question

_MUST = (
    r"(?:shall|must|will|has to|have to|is to|are to|is obliged to|are obliged to"
    r"|is responsible for|are responsible for)"
)
_ASKED = re.compile(
    rf"(?i)^who (?:{_MUST} |should )?(?P<verb>[a-z]{{3,}}) (?:the |an? |any )?(?P<what>.+)$"
)
_DUTY = re.compile(
    r"(?i)^(?:[•▪◦‣·*–—-]\s+|\(?(?:\d{1,2}|[a-z])[.)]\s+|\d{1,2}(?:\.\d{1,2})+\.?\s+)*"
    rf"(?:the|each|every|an?) (?:(?!of\b)[\w’'-]+ ){{1,3}}?{_MUST} (?P<rest>.+)$"
)
_KEEPS_IN = r"(?i)\b(?:keep|put|maintain) (?P<what>[^.;]{{3,120}}?) in (?:[a-z]+ ){{0,2}}?{verb}\b"
_DOES = r"(?i)(?:^|,? and |, )(?:[a-z]+ly )?(?P<verb>[a-z]{3,}) (?=(?P<what>[^.;]{3,}))"
NEAR = 8
"""Words behind the verb among which what it is done to stands, at most."""


def duty_fit(question: Question, text: str) -> float:
    """How surely a sentence says whose duty it is to do what “who” asks: 0, or `FIT`."""
    asked = _ASKED.match(question.text.strip().rstrip(" ?."))
    said = _DUTY.match(text)
    if question.kind is not AnswerKind.PERSON or asked is None or said is None:
        return 0.0
    if NEGATION.search(text):
        return 0.0
    verb, what = stem(asked["verb"].lower()), frozenset(term_texts(asked["what"]))
    rest = said["rest"]
    kept = re.search(_KEEPS_IN.format(verb=rf"{re.escape(verb)}\w{{0,3}}"), rest)
    if kept is not None and what and what <= frozenset(term_texts(kept["what"])):
        return FIT
    does = [
        frozenset(term_texts(" ".join(match["what"].split()[:NEAR])))
        for match in re.finditer(_DOES, rest)
        if stem(match["verb"].lower()) == verb
    ]
    return FIT if what and any(what <= each for each in does) else 0.0
