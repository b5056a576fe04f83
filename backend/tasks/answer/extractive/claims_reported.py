"""What somebody is said to claim, which decides nothing by itself: “Some guests say that no bell
was rung. It was rung.” tells that the bell was rung.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION, PRONOUN, is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_CLAIMS = re.compile(
    r"(?i)^(?:[A-Z][\w. ]{1,30}: )?(?:(?:but|and|yet|still|of course),? )?"
    r"(?P<who>[^,;:.]{2,60}?) (?:have |has |had |will |may |often |also |now |still )*"
    r"(?:say|says|said|claim|claims|claimed|complain|complains|complained|allege|alleges|alleged"
    r"|argue|argues|argued|believe|believes|believed|think|thinks|thought|feared?|fears|maintain"
    r"|maintains|maintained|insist|insists|insisted) (?:to \w+ )?that (?P<what>.+)$"
)
_SPEAKER = re.compile(r"^[A-Z][A-Z.'’ -]{1,40}: ")
_ANSWERS = re.compile(
    r"(?i)(?:(?:it|they|he|she|this|that|these|those|there)(?:['’]s| (?:is|are|was|were|has|have"
    r"|had|did|does|do|will|would|can|could))|yes|no|not (?:so|true|at all)|true|on the contrary"
    r"|(?:in fact|actually|however|but))\b"
)
_ASKS_CLAIM = re.compile(
    r"(?i)\b(?:say|said|claim\w*|complain\w*|alleg\w*|argu\w*|believ\w*|think\w*|thought|opinion)\b"
)


def claimed(question: Question, text: str) -> bool:
    """Whether yes or no is asked, and a text says what is asked only as what somebody claims."""
    said = _CLAIMS.match(text)
    if question.kind is not AnswerKind.YES_NO or said is None or _ASKS_CLAIM.search(question.text):
        return False
    what = frozenset(term_texts(said["what"]))
    return question.terms[-1:] != () and question.terms[-1] in what


def answers_claim(question: Question, unit: Unit, before: Unit | None) -> bool:
    """Whether a sentence replies to a claim right before it with the last word that is asked, or
    with yes or no."""
    if before is None or before.hit != unit.hit or not claimed(question, before.text):
        return False
    plain = _SPEAKER.sub("", unit.text)
    if is_question(plain) or _ANSWERS.match(plain) is None:
        return False
    if question.terms[-1] in unit.term_set:
        return True
    return bool(PRONOUN.match(plain) is None and (NEGATION.match(plain) or plain[:3] == "Yes"))
