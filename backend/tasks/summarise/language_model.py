"""Summaries written by a language model, one request per group.

After an error of the server the rest is summarised locally and marked, so that a server that is
down costs one wait and not one for each group, and the summaries can be written later.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence

from backend.errors import LanguageModelError
from backend.evidence.fencing import SMALLEST_TOKENS, fence
from backend.ports import Completion, LanguageModel, Message, StopSignal, Summariser, Summary
from backend.prompts import instruction, request
from backend.prompts.replies import json_object
from backend.settings import Settings
from backend.tokens import estimate_tokens
from backend.types import Chunk, Hit

logger = logging.getLogger(__name__)

PROMPT = "summarise"
PASSAGES = 6
MAX_TOKENS = 400
MOST_KEYWORDS = 8
LONGEST = {"title": 120, "summary": 900, "keyword": 60}
"""Most characters that are taken of what the model writes."""
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "summary": {"type": "string"},
        "keywords": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["title", "summary", "keywords"],
    "additionalProperties": False,
}


def build(settings: Settings, language_model: LanguageModel, local: Summariser) -> Summariser:
    """The summariser over a language model, with the local one to fall back on."""
    return WrittenSummaries(settings, language_model, local)


class WrittenSummaries:
    """Lets a language model say what groups of passages are about."""

    def __init__(
        self, settings: Settings, language_model: LanguageModel, local: Summariser
    ) -> None:
        self._settings = settings
        self._model = language_model
        self._local = local
        self.name = language_model.name

    def summarise(
        self, title: str, groups: Sequence[Sequence[Chunk]], stop: StopSignal
    ) -> tuple[Summary, ...]:
        """See `backend.ports.Summariser`."""
        standing_in = self._local.summarise(title, groups, stop)
        summaries: list[Summary] = []
        failed = False
        for group, local in zip(groups, standing_in, strict=True):
            written: Summary | None = None
            if group and not failed and not stop.is_set():
                try:
                    written = self._written(title, group, stop)
                except LanguageModelError:
                    logger.warning(
                        "groups are summarised without the language model", exc_info=True
                    )
                    failed = True
            summaries.append(written or _marked(local))
        return tuple(summaries)

    def _written(self, title: str, group: Sequence[Chunk], stop: StopSignal) -> Summary | None:
        messages = prompt_of(title, group, self._settings)
        stream = self._model.stream(messages, max_tokens=MAX_TOKENS, stop=stop, schema=SCHEMA)
        for piece in stream:
            if isinstance(piece, Completion):
                return self._read(piece.text) if piece.ending == "complete" else None
        return None

    def _read(self, text: str) -> Summary | None:
        """The reply as a summary; None if it is not what was asked for."""
        reply = json_object(text)
        if reply is None:
            return None
        title, summary, words = (reply.get(name) for name in ("title", "summary", "keywords"))
        if not isinstance(title, str) or not isinstance(summary, str):
            return None
        title, summary = _tidy(title, LONGEST["title"]), _tidy(summary, LONGEST["summary"])
        if not title or not summary:
            return None
        given = words if isinstance(words, list) else []
        keywords = [_tidy(each, LONGEST["keyword"]) for each in given if isinstance(each, str)]
        kept = tuple(dict.fromkeys(filter(None, keywords)))[:MOST_KEYWORDS]
        return Summary(title, summary, kept, self.name)


def prompt_of(title: str, group: Sequence[Chunk], settings: Settings) -> list[Message]:
    """What a language model is sent of a group, its most central passages first."""
    boundary = secrets.token_hex(8)
    system = instruction(PROMPT)
    room = settings.language_model_context - MAX_TOKENS - estimate_tokens(system.content)
    hits = [Hit(chunk, 0.0, ()) for chunk in group[:PASSAGES]]
    fenced = fence("", hits, boundary, max(SMALLEST_TOKENS, room - 200))
    return [system, request(PROMPT, title=title[:200], passages=fenced.text)]


def _marked(local: Summary) -> Summary:
    return Summary(local.title, local.text, local.keywords, local.summarised_by, retry=True)


def _tidy(text: str, longest: int) -> str:
    return " ".join(text.split())[:longest].strip()
