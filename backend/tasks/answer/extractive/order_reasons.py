"""Why something is to be done, or not to be: said by the sentence behind the order, which tells
what else would come of it. “Never stand below the boom. It could come down.”
"""

from __future__ import annotations

import re

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.orders_given import is_order
from backend.tasks.answer.extractive.question import Question

_TO_BE_DONE = re.compile(
    r"(?i)\b(?:must|should|shall|never|always|may not|cannot|can['’]t|do not|don['’]t|shouldn['’]t"
    r"|mustn['’]t|needs? to|have to|has to|(?:is|are) (?:not )?(?:to be|allowed|forbidden))\b"
)
_ELSE = re.compile(r"(?i)(?:otherwise|or else|if (?:you|they|we) do(?:n['’]t| not)?),? (?=\S)")
_WOULD = re.compile(
    r"(?i)(?:(?:as|since|because|for) )?(?:this|that|it|they|doing so|to do so) "
    r"(?:would|could|might|may)\b(?! (?:also|then)\b)"
)
"""“It will be open in May.” is no reason."""


def _says_to_do(text: str) -> bool:
    """Whether a sentence says that something is to be done, or is not."""
    return is_order(text) or _TO_BE_DONE.search(text) is not None


def opens_with_else(text: str) -> bool:
    """Whether a sentence opens with “otherwise”, which is understood behind an order alone."""
    return _ELSE.match(text) is not None


def tells_why_to_do(question: Question, text: str, behind: str) -> bool:
    """Whether "why" is asked, a sentence says what is to be done, and the one behind it what would
    come of anything else."""
    if question.kind is not AnswerKind.REASON or not _says_to_do(text):
        return False
    return opens_with_else(behind) or _WOULD.match(behind) is not None
