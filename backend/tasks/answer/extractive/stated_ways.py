"""Sentences that begin with the very thing that “how do I …” asks for: “To fold the sail, press the
lever.” for “How do I fold the sail?”."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.question import Question

FIT = 0.8
"""The score of such a sentence."""
LEAST_ASKED = 2
"""Words of the question that it says again, at least: a verb and what it is done to."""
BESIDE = 2
"""Words of the purpose that the question has not, at most."""

_HOW = re.compile(
    r"(?i)^how (?:do|can|could|should|must|would) (?:i|we|you|one|people|users?)"
    r" (?P<verb>[a-z-]+)\b"
    r"|^how to (?P<to>[a-z-]+)\b"
)
_PURPOSE = re.compile(
    r"(?i)^(?:\W|\d{1,2}[.)]\s)*(?:in order )?to (?P<verb>[a-z-]+)\b ?(?P<rest>.*)$"
)
_NO_WAY = re.compile(
    r"(?i)\b(?:costs?|pay|fees?|charges?|price|must (?:be|have|live)|(?:have|need) to be|is|are|was"
    r"|were|needs? an?|there|not|only|never)\b"
)
"""What says on which condition or for how much, and not how."""
_ENDS = re.compile(
    r"(?i)[,;:]|\b(?:you|we|one|just|simply|first|please)\b"
    r"|\b(?:use|click|select|press|choose|open|type|enter|run|call|set|go|right-click|double-click"
    r"|pick|turn|pull|push|hold|add|put|write|send|fill|ask|give|take|make|do)\b"
)
"""Where the purpose ends and what is to be done begins."""


def way_fit(question: Question, text: str) -> float:
    """How surely a sentence says how the very thing is done: 0, or `FIT`."""
    if question.kind is not AnswerKind.MANNER:
        return 0.0
    asked, said = _HOW.match(question.text.strip()), _PURPOSE.match(text)
    if asked is None or said is None:
        return 0.0
    if term_texts(asked["verb"] or asked["to"], keep_stop_words=True) != term_texts(
        said["verb"], keep_stop_words=True
    ):
        return 0.0
    end = _ENDS.search(said["rest"])
    if end is None or not said["rest"][end.start() :].strip(",;: ."):
        return 0.0  # what is to be done is not in the sentence
    if _NO_WAY.search(said["rest"], end.start()):
        return 0.0
    purpose = frozenset(term_texts(f"{said['verb']} {said['rest'][: end.start()]}"))
    wanted = question.weights.keys()
    if len(wanted) < LEAST_ASKED or not wanted <= purpose:
        return 0.0
    return FIT if len(purpose - wanted) <= BESIDE else 0.0
