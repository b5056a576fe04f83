"""Who names things and relations in a collection: rules, or a language model on top of them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from backend.bootstrap import Assembly
from backend.errors import SettingsError
from backend.ingestion.naming import KIND, LOCAL, WRITTEN, KeptReplies, name_later
from backend.types import Job, NamingEstimate


class NamingService:
    """What naming with a language model would cost, and switching it on and off."""

    def __init__(self, assembly: Assembly, ensure_worker: Callable[[], None]) -> None:
        self._ensure_worker = ensure_worker
        self._records = assembly.parts.records
        self._tasks = assembly.tasks
        self._estimates: dict[str, tuple[object, NamingEstimate]] = {}

    def naming_estimate(self, collection_id: str) -> NamingEstimate | None:
        """What reading a collection's passages would cost now; None without a language model.

        All passages are looked at once; until documents, settings or what was named change, the
        answer is remembered, since a page asks at every click.
        """
        written = self._tasks.namer(KeptReplies(self._records, collection_id), threading.Event())
        if written is None:
            return None
        named = (
            (job.id, job.state, job.done)
            for job in self._records.find_jobs(collection_id, kind=KIND)
        )
        now = (self._records.sequence(), self._tasks.effective(), tuple(named))
        known = self._estimates.get(collection_id)
        if known is not None and known[0] == now:
            return known[1]
        chunks = [
            chunk
            for document in self._records.documents(collection_id)
            for chunk in self._records.chunks_of(document.id)
        ]
        estimate = written.estimate(chunks)
        self._estimates[collection_id] = (now, estimate)
        return estimate

    def name_with_language_model(self, collection_id: str) -> Job | None:
        """Let the language model name things in all documents, now and in those added later.

        Returns:
            The job that does it in the background; None if it is waiting already.

        Raises:
            SettingsError: if no language model is on.
        """
        if self._tasks.language_model() is None:
            raise SettingsError(
                "No language model is on.",
                "Choose one on the Status page first; until then the rules name things.",
            )
        return self._set(collection_id, WRITTEN)

    def name_by_rules(self, collection_id: str) -> Job | None:
        """Back to the rules alone. What the language model said is kept and costs nothing twice."""
        return self._set(collection_id, LOCAL)

    def _set(self, collection_id: str, extractor: str) -> Job | None:
        collection = self._records.collection(collection_id)
        changed = replace(collection.settings, extractor=extractor)
        collection = self._records.change_collection_settings(collection_id, changed)
        job = name_later(self._records, collection)
        self._ensure_worker()
        return job
