"""What a question asks for: its weighted terms, its times and the kind of answer it expects."""

from __future__ import annotations

import itertools
import re
from collections.abc import Set
from dataclasses import dataclass, replace

from backend.analysis import term_texts
from backend.question_kinds import AnswerKind, answer_kind
from backend.scope.periods import NO_TIMES, Times, times_in, without_times
from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.question_words import (
    ASKING,
    function_stems,
    language_of,
    without_instructions,
)


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
    times: Times = NO_TIMES
    """The days, quarters and years that are named; they are compared by meaning, not as words."""
    language: str = ""
    """As `question_words.language_of` tells it."""

    @property
    def total_weight(self) -> float:
        """Sum of the terms' weights."""
        return sum(self.weights.values())

    def share_of(self, held: Set[str]) -> float:
        """The share of the terms' weight that these stems hold, 0 to 1."""
        own = sum(weight for term, weight in self.weights.items() if term in held)
        return own / max(self.total_weight, 1e-9)

    def without(self, terms: Set[str]) -> Question:
        """The question in which these terms have no weight."""
        weights = {term: own for term, own in self.weights.items() if term not in terms}
        return replace(self, weights=weights)


_FOCUS = re.compile(
    r"\b(?:what|which|whose|how many)\s+(?:(?:is|was|are|were)\s+)?(?:the\s+|a\s+|an\s+)?"
    r"((?:[a-z\-]+\s+){0,3}?[a-z\-]+)"
    r"(?=\s+(?:of|per|is|was|are|were|did|do|does|has|had|have|that|which|who|in|on|at|by|from|for|to|"
    r"with|can|will|would|could|should|may|might|must|shall)\b|[?,]|\s*$)"
)


def read_question(text: str, background: Background) -> Question:
    """Analyse a question.

    Asking words ("called", "please"), function words of its language and sentences that say how to
    answer carry no weight unless they are all there is. Periods become the plain years that they
    name.
    """
    asked = without_instructions(text)
    language = language_of(asked)
    times = times_in(asked)
    found = term_texts(without_times(asked))
    idle = ASKING | function_stems(language)
    content = [term for term in found if term not in idle]
    content += [str(year) for year in sorted(times.years)]
    content = content or found or term_texts(text, keep_stop_words=True)
    distinct = tuple(dict.fromkeys(content))
    return Question(
        text=text,
        terms=distinct,
        weights={term: background.weight(term) for term in distinct},
        bigrams=frozenset(itertools.pairwise(content)),
        kind=answer_kind(asked),
        focus=_focus(asked),
        times=times,
        language=language,
    )


def _focus(text: str) -> tuple[str, ...]:
    match = _FOCUS.search(text.lower())
    return tuple(term_texts(match.group(1))[-2:]) if match else ()
