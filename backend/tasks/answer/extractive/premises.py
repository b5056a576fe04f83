"""Whether a sentence denies what "why" takes for granted: “no ferry was cancelled” for “Why was the
ferry cancelled?”."""

from __future__ import annotations

import re

from backend.analysis import stem
from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.forms import REASON
from backend.tasks.answer.extractive.question import Question

_NEGATIONS = frozenset(["no", "not", "none", "never", "neither", "nobody", "nothing"])
_BEFORE = 2
"""Words that a negation may stand before what it denies, at most, that word counted."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CONTRACTED = re.compile(r"(?i)n['’]t$")
_WHY_DID = re.compile(
    r"(?i)^(?:and |but )?why (?:(?:do|does|did)|(?P<be>is|are|was|were|has|have|had)) "
    r"(?P<rest>.+)$"
)
_DETERMINERS = frozenset(["the", "a", "an", "our", "your", "its", "their", "my", "his", "her"])
_DONE = re.compile(r"(?i)(?:ed|en|wn|t|ght|ung|ade|old|one)$")


def denies_premise(question: Question, text: str) -> bool:
    """Whether what a question for a reason says that happened is denied in a text before any
    reason is given: “The dam did not leak” for “Why did the dam leak?”, “closed none” for “Why did
    the quay close all shops?”."""
    happened = _happened(question)
    if not happened or any(map(_denies, _WORD.findall(question.text))):
        return False
    reason = REASON.search(text)
    told = text[: reason.start()] if reason is not None else text
    words = [match.group() for match in _WORD.finditer(told)]
    said = [at for at, word in enumerate(words) if stem(word.lower()) in happened]
    denied = [at for at, word in enumerate(words) if _denies(word)]
    return any(
        0 < here - at <= _BEFORE or (here - at == -1 and words[at].lower() == "none")
        for at in denied
        for here in said
    )


def _denies(word: str) -> bool:
    return word.lower() in _NEGATIONS or _CONTRACTED.search(word) is not None


def _happened(question: Question) -> frozenset[str]:
    """The stem of the verb that a question for a reason asks about; nothing where it is not plain
    which word that is."""
    match = _WHY_DID.match(question.text.strip())
    if question.kind is not AnswerKind.REASON or match is None:
        return frozenset()
    words = _WORD.findall(match["rest"])
    # the subject comes first: an article and a noun, a name, or one noun
    if words and words[0].lower() in _DETERMINERS:
        after = 2
    else:
        named = next((at for at, word in enumerate(words) if not word[0].isupper()), len(words))
        after = max(1, named)
    behind = [stem(word.lower()) for word in words[after:] if not match["be"] or _DONE.search(word)]
    return frozenset([each for each in behind if each in question.weights][:1])
