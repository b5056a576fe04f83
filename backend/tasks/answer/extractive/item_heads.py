"""What an item of a list is said of: “Moths and mice” below “What is not insured” is told with that
heading, since the item alone would seem to say the opposite.
"""

from __future__ import annotations

import re

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import NEGATION
from backend.tasks.answer.extractive.list_marks import ITEM
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_DENIES = re.compile(
    r"(?i)\b(?:exclu\w+|except\w*|forbidden|prohibited|prohibitions?|banned|refused|ineligible"
    r"|outside)\b"
)
_GRANTS = re.compile(
    r"(?i)\b(?:includ\w+|cover\w*|insured?|allowed|permitted|required|requirements?|entitled"
    r"|eligible|free|needed|must|may)\b"
)
_SAYS_IT_ITSELF = re.compile(
    r"(?i)\b(?:must|may|shall|can|cannot|should|is|are|was|were) (?:not|never|be|only|no)\b"
    r"|\b(?:is|are|was|were) (?:also )?(?:in|ex)cluded\b|\bnot (?:covered|insured|allowed)\b"
)
_NUMBER = re.compile(r"^(?:[A-Z]|\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4})[.)]?\s+(?=[A-Z])")
LONGEST_HEAD = 80


def with_its_head(question: Question, unit: Unit, line: str) -> str:
    """A first line with the heading that says of its item what holds, or what does not; the line as
    it is where it is no item, says so itself, or has no such heading.

    Args:
        line: made of the unit.
    """
    head = _NUMBER.sub("", unit.heading).strip(" .:–—-")
    if not head or len(head) > LONGEST_HEAD or ITEM.match(unit.text) is None:
        return line
    if _SAYS_IT_ITSELF.search(unit.text) or head.casefold() in line.casefold():
        return line
    denies = NEGATION.search(head) is not None or _DENIES.search(head) is not None
    decides = question.kind is AnswerKind.YES_NO and _GRANTS.search(head) is not None
    return f"{head}: {line}" if denies or decides else line
