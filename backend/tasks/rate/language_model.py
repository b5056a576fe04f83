"""Statements rated by a language model, some at a time (GraphRAG, Edge et al. 2024, §3.1.6).

After an error of the server, or a reply that cannot be read, the rest is not rated, and said so:
one wait, not one for each batch. Of a reply that was cut off, what it came to holds; the statements
after that are not rated, since leaving them out said nothing of them.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.errors import LanguageModelError
from backend.evidence.fencing import without_chat_tokens
from backend.ports import Completion, LanguageModel, Message, Ratings, StopSignal
from backend.prompts import instruction, request
from backend.prompts.replies import reply_of, schema_of
from backend.settings import Settings
from backend.tokens import estimate_tokens
from backend.types import Usage

logger = logging.getLogger(__name__)

PROMPT = "rate"
EACH_TOKENS = 16
"""Tokens of a reply for one statement."""
MOST_AT_ONCE = 60
SMALLEST_ROOM = 200


@dataclass(frozen=True, slots=True)
class _Point:
    """How much one statement helps, as a reply says it."""

    number: int
    helpfulness: int | float


@dataclass(frozen=True, slots=True)
class _Points:
    points: tuple[_Point, ...]


SCHEMA = schema_of(_Points)


class WrittenRater:
    """Asks a language model how much statements help."""

    def __init__(self, settings: Settings, language_model: LanguageModel) -> None:
        self._settings = settings
        self._model = language_model
        self.name = language_model.name

    def rate(self, question: str, statements: Sequence[str], stop: StopSignal) -> Ratings:
        """See `backend.ports.Rater`."""
        scores: list[int | None] = []
        usage = Usage()
        notices: tuple[str, ...] = ()
        for some in self.batches(question, statements):
            if stop.is_set():
                break
            try:
                completion = self._completed(_prompt(question, some), len(some), stop)
            except LanguageModelError as error:
                logger.warning("statements were rated by nearness: %s", error)
                notices = (f"Rated by nearness, without {self.name}: {error.what}",)
                break
            usage = usage.plus(completion.usage)
            whole = completion.ending == "complete"
            found = read_points(completion.text, len(some), whole=whole)
            if found is None:
                notices = (f"Rated by nearness: {self.name} gave no readable ratings.",)
                break
            if not whole:
                notices = (f"{self.name} was cut off; what it did not rate is rated by nearness.",)
            scores += found
        missing = len(statements) - len(scores)
        return Ratings((*scores, *([None] * missing)), self.name, usage, notices)

    def _completed(self, messages: list[Message], count: int, stop: StopSignal) -> Completion:
        tokens = 40 + EACH_TOKENS * count
        stream = self._model.stream(messages, max_tokens=tokens, stop=stop, schema=SCHEMA)
        return next(piece for piece in stream if isinstance(piece, Completion))

    def batches(self, question: str, statements: Sequence[str]) -> Iterator[list[str]]:
        """Statements by request: so many as fit into one together with the reply."""
        room = self._settings.language_model_context - estimate_tokens(question)
        room = max(SMALLEST_ROOM, room - estimate_tokens(instruction(PROMPT).content) - 80)
        some: list[str] = []
        left = room
        for statement in statements:
            size = estimate_tokens(statement) + EACH_TOKENS + 4
            if some and (left < size or len(some) == MOST_AT_ONCE):
                yield some
                some, left = [], room
            some.append(statement)
            left -= size
        if some:
            yield some


def _prompt(question: str, statements: Sequence[str]) -> list[Message]:
    lines = (
        f"{number}. {' '.join(without_chat_tokens(statement).split())}"
        for number, statement in enumerate(statements, start=1)
    )
    return [
        instruction(PROMPT),
        request(
            PROMPT,
            boundary=secrets.token_hex(8),
            statements="\n".join(lines),
            question=question,
        ),
    ]


def read_points(text: str, count: int, *, whole: bool = True) -> Sequence[int | None] | None:
    """Helpfulness of statements 1 to `count` in a reply, cut to 0–100; None if it cannot be
    understood. Those that it leaves out have 0, or None where the reply is not whole."""
    reply = reply_of(_Points, text)
    if reply is None:
        return None
    scores: list[int | None] = [0 if whole else None] * count
    for point in reply.points:
        if 1 <= point.number <= count:
            scores[point.number - 1] = round(min(100.0, max(0.0, point.helpfulness)))
    return scores


def build(settings: Settings, language_model: LanguageModel) -> WrittenRater:
    """The task over a language model."""
    return WrittenRater(settings, language_model)
