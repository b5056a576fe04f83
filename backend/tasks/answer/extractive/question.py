"""What a question asks for: its weighted terms and the kind of answer that it expects."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from enum import StrEnum

from backend.analysis import term_texts
from backend.tasks.answer.extractive.background import Background


class AnswerKind(StrEnum):
    """The kind of answer that a question expects, read from its wording (English)."""

    DATE = "date"
    NUMBER = "number"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    MANNER = "manner"
    YES_NO = "yes_no"
    CHOICE = "choice"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its distinct terms in order and the weight (0..1) of each."""

    text: str
    terms: tuple[str, ...]
    weights: dict[str, float]
    bigrams: frozenset[tuple[str, str]]
    kind: AnswerKind
    focus: tuple[str, ...]
    """Stems of the noun that names what is asked for ("which *city* …"), possibly none."""

    @property
    def total_weight(self) -> float:
        """Sum of the terms' weights."""
        return sum(self.weights.values())


_AUXILIARY = re.compile(
    r"(?i)^(?:is|are|was|were|do|does|did|can|could|has|have|had|should|will|would|may|must)\b"
)
_CHOICE = re.compile(
    r"(?i)\b(?:which|who|whose|what|is|was|were|are|did|does|between)\b.*\bor\b.*\w"
)
_COMPARATIVE = re.compile(
    r"(?i)\b(?:first|last|earlier|later|older|younger|oldest|youngest|more|most|less|fewer|fewest|"
    r"before|after|longer|shorter|larger|smaller|higher|lower|bigger|taller|newer|closer|further|"
    r"farther|which|who)\b"
)
_NUMBER = re.compile(
    r"(?i)\bhow (?:many|much|long|old|far|tall|big|large|high|often|fast|deep|wide|heavy)\b"
    r"|\bwhat (?:number|percent|percentage|proportion|share|amount)\b"
    r"|\b(?:number of|population|percentage|total)\b"
)
_DATE = re.compile(
    r"(?i)\bwhen\b|\b(?:what|which) (?:\w+ )?(?:year|date|day|month|decade|century|era|season)\b"
)
_PERSON = re.compile(r"(?i)\bwho(?:se|m)?\b")
_PLACE = re.compile(
    r"(?i)\bwhere\b|\b(?:what|which) (?:\w+ ){0,2}?(?:city|country|state|county|town|village|place|"
    r"region|continent|province|district|location|island|borough|nation)\b"
)
_FOCUS = re.compile(
    r"\b(?:what|which|whose|how many)\s+(?:(?:is|was|are|were)\s+)?(?:the\s+|a\s+|an\s+)?"
    r"((?:[a-z\-]+\s+){0,3}?[a-z\-]+)"
    r"(?=\s+(?:of|is|was|are|were|did|do|does|has|had|have|that|which|who|in|on|at|by|from|for|to|"
    r"with|can|will|would|could|should)\b|[?,]|\s*$)"
)
_ASKING = frozenset(["name", "call", "mani", "much", "pleas", "tell", "list", "give", "know"])


def read_question(text: str, background: Background) -> Question:
    """Analyse a question. Asking words ("called", "please") carry no weight unless they are all."""
    found = term_texts(text)
    content = [term for term in found if term not in _ASKING] or found
    content = content or term_texts(text, keep_stop_words=True)
    distinct = tuple(dict.fromkeys(content))
    return Question(
        text=text,
        terms=distinct,
        weights={term: background.weight(term) for term in distinct},
        bigrams=frozenset(itertools.pairwise(content)),
        kind=_answer_kind(text.strip()),
        focus=_focus(text),
    )


def _answer_kind(text: str) -> AnswerKind:
    if _CHOICE.search(text) and _COMPARATIVE.search(text):
        return AnswerKind.CHOICE
    if _AUXILIARY.search(text):
        return AnswerKind.YES_NO
    for pattern, kind in (
        (_NUMBER, AnswerKind.NUMBER),
        (_DATE, AnswerKind.DATE),
        (_PERSON, AnswerKind.PERSON),
        (_PLACE, AnswerKind.PLACE),
    ):
        if pattern.search(text):
            return kind
    if re.search(r"(?i)\bwhy\b", text):
        return AnswerKind.REASON
    if re.search(r"(?i)\bhow\b", text):
        return AnswerKind.MANNER
    return AnswerKind.OTHER


def _focus(text: str) -> tuple[str, ...]:
    match = _FOCUS.search(text.lower())
    return tuple(term_texts(match.group(1))[-2:]) if match else ()
