"""Tables described by a language model, one request each.

What was said of a table is kept under the hash of model, prompt and table, so that nothing is paid
for twice; so is that a reply did not hold. A reply that cannot be read is asked for once more; then
the template stands in for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backend.ports import (
    Completion,
    LanguageModel,
    ReplyStore,
    StopSignal,
    TableDescriber,
)
from backend.prompts.prompt_tokens import prompt_tokens
from backend.settings import Settings
from backend.tasks.describe_table.written.table_replies import SCHEMA, read_reply
from backend.tasks.describe_table.written.table_requests import (
    MAX_TOKENS,
    REPLY_TOKENS,
    key_of,
    prompt_of,
)
from backend.types import DescribingEstimate, StoredTable, TableDescription, Usage

TRIES = 2
NOTHING = ""
"""Kept where no reply held."""


class WrittenDescriptions:
    """Lets a language model describe tables."""

    def __init__(
        self,
        settings: Settings,
        language_model: LanguageModel,
        local: TableDescriber,
        kept: ReplyStore,
        paid: Callable[[Usage], None],
    ) -> None:
        self._settings = settings
        self._model = language_model
        self._local = local
        self._kept = kept
        self._paid = paid
        self.name = language_model.name

    def describe(self, table: StoredTable, stop: StopSignal) -> TableDescription:
        """See `backend.ports.TableDescriber`."""
        key = key_of(self.name, table, self._settings)
        text = self._kept.load(key)
        if text is None and not stop.is_set():
            text = self._written(table, stop)
            if text is not None:
                self._kept.save(key, text, table.document_id)
        if not text:
            return self._local.describe(table, stop)
        return TableDescription(text, self.name)

    def estimate(self, tables: Sequence[StoredTable]) -> DescribingEstimate:
        """What describing tables would cost now; nothing is sent."""
        missing = [
            table
            for table in tables
            if self._kept.load(key_of(self.name, table, self._settings)) is None
        ]
        given = sum(prompt_tokens(prompt_of(table, self._settings)) for table in missing)
        written = REPLY_TOKENS * len(missing)
        settings = self._settings
        cost = (given * settings.price_input + written * settings.price_output) / 1_000_000
        return DescribingEstimate(
            self.name,
            len(missing),
            len(tables) - len(missing),
            given,
            written,
            cost,
            settings.price_currency,
        )

    def _written(self, table: StoredTable, stop: StopSignal) -> str | None:
        """What holds of the replies, `NOTHING` if none does; None if it was stopped."""
        messages = prompt_of(table, self._settings)
        for _ in range(TRIES):
            stream = self._model.stream(messages, max_tokens=MAX_TOKENS, stop=stop, schema=SCHEMA)
            completion = next(piece for piece in stream if isinstance(piece, Completion))
            self._paid(completion.usage)
            if stop.is_set():
                return None
            found = read_reply(completion.text, table)
            if found is not None:
                return found
        return NOTHING


def build(
    settings: Settings,
    language_model: LanguageModel,
    local: TableDescriber,
    kept: ReplyStore,
    paid: Callable[[Usage], None],
) -> WrittenDescriptions:
    """The task over a language model, with the template beneath it.

    Args:
        paid: told what each request took.
    """
    return WrittenDescriptions(settings, language_model, local, kept, paid)
