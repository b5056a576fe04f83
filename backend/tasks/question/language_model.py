"""A language model writes questions: of one passage, or of two that share a name.

One request a question, and none twice: a reply that does not hold is dropped with its reason, since
another passage gives a question as well. What is asked of the local method in its place are the
templates of `backend.briefing`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256

from backend.evidence.fencing import SMALLEST_TOKENS, fence, without_chat_tokens
from backend.ports import Completion, LanguageModel, Message, StopSignal
from backend.prompts import instruction, load, request
from backend.prompts.prompt_tokens import FRAME_TOKENS, prompt_tokens
from backend.settings import Settings
from backend.tasks.question.written.question_replies import JOINED_SCHEMA, SCHEMA
from backend.tokens import estimate_tokens
from backend.types import Chunk, Hit

PROMPT, JOINED_PROMPT = "write_question", "write_joined_question"
MAX_TOKENS = 400
REPLY_TOKENS, JOINED_REPLY_TOKENS = 70, 120
"""What a reply is taken to be before there is one."""


class QuestionWriter:
    """Lets a language model write questions."""

    def __init__(self, settings: Settings, language_model: LanguageModel) -> None:
        self._settings = settings
        self._model = language_model

    @property
    def name(self) -> str:
        """The model's, which may become known by its first answer."""
        return self._model.name

    def write(self, chunk: Chunk, stop: StopSignal) -> Completion:
        """The reply about one passage; `question_replies.read_question` says what of it holds.

        Raises:
            LanguageModelError: if the model did not answer.
        """
        return self._complete(self._messages(chunk), SCHEMA, stop)

    def join(self, name: str, first: Chunk, second: Chunk, stop: StopSignal) -> Completion:
        """The reply about two passages that share a name, for `question_replies.read_joined`.

        Raises:
            LanguageModelError: if the model did not answer.
        """
        return self._complete(self._joined_messages(name, first, second), JOINED_SCHEMA, stop)

    def tokens(self, chunk: Chunk) -> tuple[int, int]:
        """Tokens of the request for a passage, and what its reply is taken to be; nothing is
        sent."""
        return prompt_tokens(self._messages(chunk)), REPLY_TOKENS

    def joined_tokens(self, name: str, first: Chunk, second: Chunk) -> tuple[int, int]:
        """The same for two passages."""
        return prompt_tokens(self._joined_messages(name, first, second)), JOINED_REPLY_TOKENS

    def _messages(self, chunk: Chunk) -> list[Message]:
        boundary = secrets.token_hex(8)
        system = instruction(PROMPT, boundary=boundary)
        return [system, request(PROMPT, passage=self._fenced(system, (chunk,), boundary))]

    def _joined_messages(self, name: str, first: Chunk, second: Chunk) -> list[Message]:
        boundary = secrets.token_hex(8)
        system = instruction(JOINED_PROMPT, boundary=boundary)
        passages = self._fenced(system, (first, second), boundary)
        shown = without_chat_tokens(name)
        return [system, request(JOINED_PROMPT, shared=shown, passages=passages)]

    def _fenced(self, system: Message, chunks: Sequence[Chunk], boundary: str) -> str:
        used = FRAME_TOKENS + estimate_tokens(system.content)
        room = self._settings.language_model_context - MAX_TOKENS - used
        hits = [Hit(chunk, 0.0, ()) for chunk in chunks]
        return fence("", hits, boundary, max(len(hits) * SMALLEST_TOKENS, room)).text

    def _complete(
        self, messages: Sequence[Message], schema: Mapping[str, object], stop: StopSignal
    ) -> Completion:
        stream = self._model.stream(messages, max_tokens=MAX_TOKENS, stop=stop, schema=schema)
        return next(piece for piece in stream if isinstance(piece, Completion))


def writer_identity(answering: str) -> str:
    """What tells written questions apart: the language model and the wording of its prompts."""
    wording = sha256(f"{load(PROMPT)}\0{load(JOINED_PROMPT)}".encode()).hexdigest()[:12]
    return f"{answering} {wording}"


def build(settings: Settings, language_model: LanguageModel) -> QuestionWriter:
    """The task over a language model."""
    return QuestionWriter(settings, language_model)
