"""“Yes” or “No” right below the question of a document that asks the same is its answer, whatever
else the answer goes on to say; and the letter before it (“A: No, …”) is none of its words.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind, answer_kind
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.forms import is_question
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.signposts import ALIKE, asks_the_same
from backend.tasks.answer.extractive.units import Unit

_LABEL = re.compile(r"(?i)\W*(?:a|ans(?:wer)?)\s?\d{0,3}\s?[:.)]\s+")
_WITH_QUESTION = re.compile(
    r"(?i)\W*(?:q|question)\s?\d{0,3}\s?[:.)]\s+[^?]{3,160}\?\s+"
    r"(?:a|ans(?:wer)?)\s?\d{0,3}\s?[:.)]\s+"
)
"""“Q. Is it open? A. …” in one unit."""
_ASKED_BEFORE = re.compile(r"(?i)^\W*(?:q|question)\s?\d{0,3}\s?[:.)]")
_UNMARKED = re.compile(rf"{_ASKED_BEFORE.pattern}\s*")
_REPLY = re.compile(r"(?i)\W*(?:so,? )?(?P<says>yes|no)\b(?=[,.;:!]| you\b| it\b| they\b)")
_REPLIES = re.compile(r"(?i)\W*(?:so,? )?(?:yes|no)\b(?! (?:one|longer|more|other|matter)\b)")


def reply_begins(unit: Unit) -> int:
    """Where a sentence begins behind the letter that marks an answer (“A: ”), below a question of
    its document or with it; 0 for others."""
    whole = _WITH_QUESTION.match(unit.text)
    if whole is not None and whole.end() < len(unit.text):
        return whole.end()
    label = _LABEL.match(unit.text) if unit.opens and is_question(unit.heading) else None
    marked = _ASKED_BEFORE.match(unit.heading) is not None
    return label.end() if label is not None and marked else 0


def with_reply_first(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The scores, where the best sentence changes places with the one that says yes or no at the
    beginning of the same answer, below a question that asks what is asked."""
    if reading.question.kind is not AnswerKind.YES_NO:
        return scores
    best = reading.candidates[int(np.argmax(scores))]
    if _replies(best) or not _asks_it(reading, best):
        return scores
    replies = [
        index
        for index, candidate in enumerate(reading.candidates)
        if (candidate.hit, candidate.heading, candidate.opens) == (best.hit, best.heading, True)
        and _replies(candidate)
    ]
    return with_best_of(scores, replies)


def _asks_it(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether the question above a sentence asks what is asked: it is alike, or has every word but
    those of the title, which say of whom: “Do you deliver?” of the nursery's."""
    question, heading = reading.question, unit.heading
    if not is_question(heading) or answer_kind(_UNMARKED.sub("", heading)) is not question.kind:
        return False
    asked = question.weights.keys() - reading.passages[unit.hit].name_terms
    if asked and asked <= frozenset(term_texts(heading)):
        return True
    alike = reading.asked_headings.get(heading, 0.0) >= ALIKE
    return alike and asks_the_same(question, heading)


def replies_to_second(question: Question, unit: Unit, before: Unit | None) -> bool:
    """Whether yes or no is asked, and a sentence says one right behind a sentence that says the
    other: “Yes, you can. No, nothing is lost.” answers two questions, and what is asked may be the
    first of them."""
    if question.kind is not AnswerKind.YES_NO or before is None:
        return False
    own, other = _REPLY.match(unit.text), _REPLY.match(_behind_question(before.text))
    if own is None or other is None:
        return False
    return own["says"].lower() != other["says"].lower()


def _behind_question(text: str) -> str:
    """What stands behind the last question of a text."""
    return text[text.rfind("?") + 1 :].strip()


def _replies(unit: Unit) -> bool:
    return _REPLIES.match(unit.text, reply_begins(unit)) is not None
