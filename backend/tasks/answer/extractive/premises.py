"""Whether a sentence denies what "why" takes for granted: “no ferry was cancelled” for “Why was the
ferry cancelled?”."""

from __future__ import annotations

import re

from backend.analysis import stem
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.question import Question

_NEGATIONS = frozenset(["no", "not", "none", "never", "neither", "nobody", "nothing", "without"])
_BEFORE, _AFTER = 2, 1
"""Words between which a negation and what it denies may stand."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CONTRACTED = re.compile(r"(?i)n['’]t$")
_ASKS_NOT = re.compile(r"(?i)\b(?:not|no|never|without)\b|n['’]t\b")


def denies_premise(question: Question, text: str) -> bool:
    """Whether the last thing that a question for a reason says of its subject, which is what
    happened, is denied in a text."""
    if question.kind is not AnswerKind.REASON or _ASKS_NOT.search(question.text):
        return False
    words = [match.group() for match in _WORD.finditer(text)]
    denied = [
        at
        for at, word in enumerate(words)
        if word.lower() in _NEGATIONS or _CONTRACTED.search(word)
    ]
    premise = frozenset(question.terms[1:])  # the first is mostly who or what it happened to
    said = [at for at, word in enumerate(words) if stem(word.lower()) in premise]
    return any(-_AFTER <= here - at <= _BEFORE for at in denied for here in said)
