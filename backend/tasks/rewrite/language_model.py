"""Follow-up questions made complete by a language model."""

from __future__ import annotations

import re
import secrets
import threading
from collections.abc import Sequence

from backend.ports import Completion, LanguageModel, Rewriter, StopSignal
from backend.prompts import instruction, request
from backend.settings import Settings
from backend.types import Turn

PROMPT = "rewrite"
TURNS = 4
LONGEST_ANSWER = 600
MAX_TOKENS = 400
"""Room for a long question, and for a short thought of a reasoning model before it."""
_LABEL = re.compile(r"^(?:standalone |rewritten )?question\s*:\s*", re.IGNORECASE)


def build(settings: Settings, language_model: LanguageModel) -> Rewriter:
    """The rewriting task over a language model."""
    return WrittenRewriter(settings, language_model)


class WrittenRewriter:
    """Asks a language model for the complete question."""

    def __init__(self, settings: Settings, language_model: LanguageModel) -> None:
        self._longest = settings.max_question_characters
        self._model = language_model

    def standalone(
        self, question: str, history: Sequence[Turn], stop: StopSignal | None = None
    ) -> str:
        """See `backend.ports.Rewriter`. An answer that cannot be a question is not taken."""
        if not history or not question.strip():
            return question
        boundary = secrets.token_hex(8)
        conversation = "\n".join(
            f"Question: {turn.question}\nAnswer: {turn.answer[:LONGEST_ANSWER]}"
            for turn in history[-TURNS:]
        )
        messages = [
            instruction(PROMPT),
            request(PROMPT, boundary=boundary, conversation=conversation, question=question),
        ]
        signal = threading.Event() if stop is None else stop
        for piece in self._model.stream(messages, max_tokens=MAX_TOKENS, stop=signal):
            if isinstance(piece, Completion) and piece.ending == "complete":
                return self._usable(piece.text) or question
        return question

    def _usable(self, text: str) -> str:
        lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
        if len(lines) != 1 or len(lines[0]) > self._longest:
            return ""
        return _LABEL.sub("", lines[0]).strip().strip('"“”').strip()
