"""Entities and relations by a language model, joined with those of the rules.

Passages are read in batches; what was said of each is kept under the hash of model, prompt and
passage, so that nothing is paid for twice. A reply that cannot be read is asked for once more;
passages without a readable reply keep what the rules found. After an error of the server nothing
more is asked.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Sequence

from backend.errors import LanguageModelError
from backend.evidence.fencing import without_chat_tokens
from backend.ports import (
    Completion,
    Extraction,
    Extractor,
    LanguageModel,
    Message,
    ReplyStore,
    StopSignal,
)
from backend.prompts import instruction, request
from backend.settings import Settings
from backend.tasks.extract.written.batches import (
    PROMPT,
    answer_tokens,
    batches,
    estimate,
    key_of,
    worth_reading,
)
from backend.tasks.extract.written.joining import joined
from backend.tasks.extract.written.replies import (
    MOST_ENTITIES,
    MOST_RELATIONS,
    SCHEMA,
    Said,
    from_text,
    read_reply,
    to_text,
)
from backend.types import Chunk, Document, NamingEstimate, Section, Usage

logger = logging.getLogger(__name__)

TRIES = 2


class WrittenExtractor:
    """Lets a language model name entities and relations.

    `usage` adds up what it cost so far; `failure` is the error after which nothing more is asked.
    """

    def __init__(
        self,
        settings: Settings,
        language_model: LanguageModel,
        local: Extractor,
        kept: ReplyStore,
        stop: StopSignal,
    ) -> None:
        self._settings = settings
        self._model = language_model
        self._local = local
        self._kept = kept
        self._stop = stop
        self.name = language_model.name
        self.usage = Usage()
        self.failure: LanguageModelError | None = None
        self.unread = 0
        """Passages for which no reply could be read."""

    def extract(
        self, document: Document, sections: Sequence[Section], chunks: Sequence[Chunk]
    ) -> Extraction:
        """See `backend.ports.Extractor`. Never raises because of what the model says or does."""
        rules = self._local.extract(document, sections, chunks)
        said = {chunk.id: known for chunk in chunks if (known := self._known(chunk)) is not None}
        missing = [each for each in chunks if worth_reading(each) and each.id not in said]
        for batch in batches(missing, self._settings):
            if self.failure is not None or self._stop.is_set():
                break
            found = self._read(batch)
            for place, own in found.items():
                said[batch[place].id] = own
                chunk = batch[place]
                self._kept.save(key_of(self._model.name, chunk), to_text(own), chunk.document_id)
            self.unread += len(batch) - len(found)
        return joined(document, chunks, rules, said)

    def estimate(self, chunks: Sequence[Chunk]) -> NamingEstimate:
        """What reading passages would cost now."""
        wanted = [chunk for chunk in chunks if worth_reading(chunk)]
        missing = [chunk for chunk in wanted if self._known(chunk) is None]
        return estimate(self._model.name, missing, len(wanted) - len(missing), self._settings)

    def _known(self, chunk: Chunk) -> Said | None:
        if not worth_reading(chunk):
            return None
        text = self._kept.load(key_of(self._model.name, chunk))
        if text is None:
            return None
        try:
            return from_text(text)
        except (ValueError, TypeError):
            return None

    def _read(self, batch: Sequence[Chunk]) -> dict[int, Said]:
        """What was said by the place in the batch; places without a readable reply are missing."""
        boundary = secrets.token_hex(8)
        lines = []
        for number, chunk in enumerate(batch, start=1):
            lines += [f"<<{boundary} passage {number}>>", without_chat_tokens(chunk.text)]
        lines.append(f"<<{boundary} end>>")
        messages = [
            instruction(
                PROMPT,
                entities=str(MOST_ENTITIES),
                relations=str(MOST_RELATIONS),
                boundary=boundary,
            ),
            request(PROMPT, passages="\n".join(lines)),
        ]
        for _ in range(TRIES):
            try:
                text = self._complete(messages, answer_tokens(batch))
            except LanguageModelError as error:
                logger.warning("naming stopped: %s", error)
                self.failure = error
                return {}
            found = read_reply(text, [chunk.text for chunk in batch])
            if found is not None or self._stop.is_set():
                return found or {}
        logger.warning("no readable reply about %d passages", len(batch))
        return {}

    def _complete(self, messages: Sequence[Message], expected: int) -> str:
        room = max(expected, min(expected * 2, self._settings.language_model_max_tokens))
        stream = self._model.stream(messages, max_tokens=room, stop=self._stop, schema=SCHEMA)
        for piece in stream:
            if isinstance(piece, Completion):
                self.usage = self.usage.plus(piece.usage)
                return piece.text
        return ""


def build(
    settings: Settings,
    language_model: LanguageModel,
    local: Extractor,
    kept: ReplyStore,
    stop: StopSignal,
) -> WrittenExtractor:
    """The extraction task over a language model, with the rules beneath it."""
    return WrittenExtractor(settings, language_model, local, kept, stop)
