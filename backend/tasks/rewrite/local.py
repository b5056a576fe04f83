"""Follow-up questions made complete by rules, without a language model.

A question depends on the one before it if it is a fragment ("and in 2022?", "what about Europe?",
"why?"), or if it points back with a pronoun that nothing in the question itself explains. A
fragment takes the place of its counterpart in the previous question (a year of the year, a name of
the name); a pronoun is replaced by the name that it most probably means; where no name is known,
the topic of the previous question is added. The rules are those of English; after a question in
another language only a bare year or date is understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.ports import Rewriter, StopSignal
from backend.settings import Settings
from backend.tasks.rewrite.rules.ellipsis import complete_fragment, other_time
from backend.tasks.rewrite.rules.references import resolve_references
from backend.types import Turn

TURNS = 6
"""A chain of follow-ups is followed back so far."""
LONGEST_ANSWER = 600
_ENGLISH = re.compile(
    r"\b(?:the|what|which|who|whose|how|when|where|why|is|are|were|does|did|of|and|can|tell|explain"
    r"|describe|list|compare|summari[sz]e|give|show)\b",
    re.IGNORECASE,
)


def build(settings: Settings) -> Rewriter:
    """The rules; they have no settings but the longest question."""
    return RuleRewriter(settings.max_question_characters)


class RuleRewriter:
    """Completes fragments and resolves pronouns from the conversation."""

    def __init__(self, longest: int) -> None:
        self._longest = longest

    def standalone(
        self, question: str, history: Sequence[Turn], stop: StopSignal | None = None
    ) -> str:
        """See `backend.ports.Rewriter`. Never raises."""
        if not history or not question.strip() or (stop is not None and stop.is_set()):
            return question
        if len(question) > self._longest:
            return question
        previous = ""
        answer = ""
        for turn in history[-TURNS:]:
            previous = _completed(turn.question, previous, answer, self._longest)
            answer = turn.answer[:LONGEST_ANSWER]
        return _completed(question, previous, answer, self._longest)


def _completed(question: str, previous: str, answer: str, longest: int) -> str:
    if not previous.strip() or len(question) > longest:
        return question
    if not _ENGLISH.search(previous):
        found = other_time(question, previous)
    else:
        found = complete_fragment(question, previous) or resolve_references(
            question, previous, answer
        )
    return found if found and len(found) <= longest else question
