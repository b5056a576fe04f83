"""What became of a proposal: “Ada proposed to sell the boat. This was rejected.”

Minutes and letters say first what somebody wanted and then what was decided. The first sentence has
the words of the question and decides nothing.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

HELD = 0.75
"""Least share of the question's weight that a proposal and what became of it hold with what they
stand under, so that they decide it."""
_PROPOSES = re.compile(
    r"(?i)\b(?:propos(?:e|es|ed)|put forward|moved that|suggested|recommended|requested"
    r"|asked (?:for|that|to|whether|if))\b"
)
_IS_TOLD = re.compile(
    r"(?i)\b(?:is|are|be|been|was|were)(?: [a-z]+)? (?:suggested|recommended|requested|asked)\b"
)
"""What somebody is asked or recommended to do is a rule: “Guests are asked to smoke outside.”"""
_ASKS_SO = re.compile(r"(?i)\b(?:propos|suggest|recommend|request|ask|mov)(?:e|es|ed|ing|s)?\b")
"""A question for the proposal itself."""
_YES = (
    r"agreed?(?! to (?:differ|disagree))|accept(?:ed)?|approved?|adopt(?:ed)?|carried|passed"
    r"|granted|confirm(?:ed)?|endorsed?|resolved"
)
_NO = (
    r"reject(?:ed)?|refused?|declined?|turned down|voted down|withdrawn|withdrew|defeated|dismissed"
)
_OPEN = r"postponed|deferred|tabled|adjourned|left open|to be decided|noted|considered|discussed"
_ACCEPTED = re.compile(rf"(?i)\b(?:{_YES})\b")
_REJECTED = re.compile(rf"(?i)\b(?:{_NO})\b")
_BECAME = re.compile(rf"(?i)\b(?:{_YES}|{_NO}|{_OPEN})\b")
_OF_IT = re.compile(
    r"(?i)(?:this|that|it|they|these|both|the (?:proposals?|motions?|suggestions?|requests?|ideas?"
    r"|recommendations?|amendments?|board|meeting|committee|council|members?))\b"
)

_DECIDERS = frozenset(
    term_texts("proposal motion suggestion request recommendation meeting board committee council")
)
"""Stems for what is decided and for those who do, which minutes need not name each time."""


def only_proposes(question: Question, text: str) -> bool:
    """Whether yes or no is asked and a text only says that somebody wants it so."""
    return (
        question.kind is AnswerKind.YES_NO
        and _ASKS_SO.search(question.text) is None
        and _PROPOSES.search(text) is not None
        and _IS_TOLD.search(text) is None
        and _BECAME.search(text) is None
    )


def tells_outcome(text: str) -> bool:
    """Whether a sentence behind a proposal says what became of it."""
    return _OF_IT.match(text) is not None and _BECAME.search(text) is not None


def outcome(question: Question, proposal: Unit, told: str, above: frozenset[str]) -> str:
    """`Yes` or `No` where a question asks whether a proposal was accepted or rejected and `told`,
    the sentence behind it, says so of all that is asked; else empty.

    Args:
        above: stems of what the proposal stands under.
    """
    accepted, rejected = _ACCEPTED.search(told), _REJECTED.search(told)
    wants_no, wants_yes = _REJECTED.search(question.text), _ACCEPTED.search(question.text)
    if bool(accepted) == bool(rejected) or bool(wants_yes) == bool(wants_no):
        return ""
    if NEGATION.search(question.text) or len(NEGATION.findall(told)) > 1:
        return ""
    said = f"{told} {' '.join(_BECAME.findall(question.text))}"
    if question.share_of(proposal.term_set | above | _DECIDERS | set(term_texts(said))) < HELD:
        return ""
    was_accepted = bool(accepted) is not bool(NEGATION.search(told))
    return "Yes" if was_accepted is bool(wants_yes) else "No"
