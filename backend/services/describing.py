"""Who describes the tables of a collection, and what a language model takes for it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

from backend.bootstrap import Assembly
from backend.errors import NotFoundError, SettingsError
from backend.ingestion.describing import (
    KeptDescriptions,
    describe_later,
    descriptions_of,
    spent,
)
from backend.types import (
    DescribedBy,
    DescribingEstimate,
    DescribingState,
    Job,
    StoredTable,
    TableDescription,
    Usage,
)


class DescribingService:
    """What describing tables would cost, and switching it on and off."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._parts = assembly.parts
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._described: dict[str, tuple[object, DescribingEstimate | None]] = {}
        self._counted: dict[str, tuple[int, int]] = {}

    def describing_estimate(self, collection_id: str) -> DescribingEstimate | None:
        """What describing a collection's tables would cost now; None without a language model.

        All tables are looked at once; until documents, settings or what was paid for change, the
        answer is remembered, since a page asks at every click.
        """
        now = (
            self._records.sequence(),
            self._tasks.effective(),
            spent(self._records, collection_id),
        )
        known = self._described.get(collection_id)
        if known is not None and known[0] == now:
            return known[1]
        written = self._tasks.describer(
            KeptDescriptions(self._records, collection_id), _nothing_is_sent
        )
        estimate = written.estimate(self._tables(collection_id)) if written is not None else None
        self._described[collection_id] = (now, estimate)
        return estimate

    def describing_state(self, collection_id: str) -> DescribingState:
        """Who describes the collection's tables, how far that is, and what it took so far."""
        settings = self._parts.settings
        said = [
            description
            for document in self._records.documents(collection_id)
            for description in descriptions_of(self._records, collection_id, document.id).values()
        ]
        requests, given, written = spent(self._records, collection_id)
        return DescribingState(
            DescribedBy(self._records.collection(collection_id).settings.describer),
            self._count(collection_id),
            len(said),
            sum(description.described_by != DescribedBy.TEMPLATE for description in said),
            requests,
            given,
            written,
            (given * settings.price_input + written * settings.price_output) / 1_000_000,
            settings.price_currency,
        )

    def describe_tables(self, collection_id: str, by: DescribedBy) -> Job | None:
        """Let tables be described, now and in documents added later; by nobody takes the cards
        away again. What a language model said is kept and costs nothing twice.

        Returns:
            The job that does it in the background; None if it is waiting already.

        Raises:
            SettingsError: if a language model is wanted and none is on.
        """
        if by is DescribedBy.LANGUAGE_MODEL and self._tasks.language_model() is None:
            raise SettingsError(
                "No language model is on.",
                "Choose one on the Status page first; a template needs none.",
            )
        collection = self._records.collection(collection_id)
        changed = replace(collection.settings, describer=by.value)
        collection = self._records.change_collection_settings(collection_id, changed)
        job = describe_later(self._records, collection)
        self._ensure_worker()
        return job

    def table_description(self, table_id: str) -> TableDescription | None:
        """What a table was said to show; None where its collection's tables are not described, or
        it was deleted since."""
        with contextlib.suppress(NotFoundError):
            document = self._records.document(self._records.table(table_id).document_id)
            said = descriptions_of(self._records, document.collection_id, document.id)
            return said.get(table_id)
        return None

    def _count(self, collection_id: str) -> int:
        """How many tables there are; looked up again once the library has changed."""
        sequence = self._records.sequence()
        known = self._counted.get(collection_id)
        if known is None or known[0] != sequence:
            known = (sequence, len(self._tables(collection_id)))
            self._counted[collection_id] = known
        return known[1]

    def _tables(self, collection_id: str) -> tuple[StoredTable, ...]:
        return self._records.tables(collection_id)


def _nothing_is_sent(usage: Usage) -> None:
    """An estimate asks nothing, so that nothing is paid."""
