"""What comes next is told with what comes first: “Talk to the warden. If that fails, write to the
owner.”

The second sentence alone would send whoever asks what to do to the owner at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.question_kinds import AnswerKind
from backend.sentences import reads_as_sentence
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.paragraph_ends import PARAGRAPH_END
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import Passage
from backend.tasks.answer.extractive.rows import row_of
from backend.tasks.answer.extractive.units import Unit

LONGEST_OF_ALL = 200
"""Characters of all together, so that the first line holds them whole."""
_OPENS_NEXT = re.compile(
    r"(?:(?:Only )?(?:[Aa]fter (?:that|this)|[Tt]hen)|Afterwards|Thereafter|From then on"
    r"|Failing (?:that|this)|If not"
    r"|If (?:that|this) (?:also |still )?(?:fails|is not enough|is refused"
    r"|(?:does not|doesn['’]t|brings? no|gives? no) (?:\w+ ?){1,2}))"
    r"(?:,|(?= [^\W\d_]))"
)
_TOLD_IN_STEPS = frozenset([AnswerKind.PLACE, AnswerKind.MANNER, AnswerKind.OTHER, AnswerKind.LIST])
_TO_BE_DONE = re.compile(
    r"(?i)\b(?:can|could|do|does|should|must|may|shall|will|would|have to|need to|am|to)\b"
)
_STATES = re.compile(
    r"(?i)^(?:(?!\b(?:who|whose|whom|which|that|if|where|when|unless)\b)[^,.;]){0,60}?"
    r"\b(?:is|are|was|were|has|have|had)\b"
)
"""How the thing is of which a sentence speaks, and not one of which it says more."""
_ALLOWS = re.compile(r"(?i)\b(?:can|could|should|may|might|have to|need to|first|please)\b")
_IS_PAST = re.compile(r"(?i)\b(?:did|was|were|had)\b")
_ASKS_AFTER = re.compile(r"(?i)\b(?:after|once|afterwards|following|later)\b")
"""Who asks what follows a step knows of that step."""


def opens_next(text: str) -> bool:
    """Whether a sentence opens with what comes after that which stands before it."""
    return _OPENS_NEXT.match(text) is not None


def asks_what_to_do(question: Question) -> bool:
    """Whether it is asked what is to be done, where one turns to or how something goes on, and not
    what comes after something."""
    return (
        question.kind in _TOLD_IN_STEPS
        and _TO_BE_DONE.search(question.text) is not None
        and _IS_PAST.search(question.text) is None
        and _ASKS_AFTER.search(question.text) is None
    )


def first_of_steps(question: Question, beside: Sequence[Unit], at: int, passage: Passage) -> int:
    """The place of the sentence that comes first, where it is asked what to do and a sentence opens
    with what comes next; the sentence's own place where none does, or all together would be too
    long.

    Args:
        beside: all units of the passage, in order.
        at: the sentence's place among them.
    """
    first = at
    while first > 0 and asks_what_to_do(question) and opens_next(beside[first].text):
        before, unit = beside[first - 1], beside[first]
        between = passage.text[before.end - passage.start : unit.start - passage.start]
        if PARAGRAPH_END in between or beside[at].end - before.start > LONGEST_OF_ALL:
            return at
        if not reads_as_sentence(before.text) or is_question(before.text) or row_of(before.text):
            return at
        if _STATES.match(before.text) and not _ALLOWS.search(before.text):
            return at  # what only says how something is, is no step
        first -= 1
    return first
