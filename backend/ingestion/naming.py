"""Naming things in a collection anew: with a language model, or by the rules again.

Runs in the background once documents are ready. What the model said of a passage is kept with the
collection, so that an interrupted run goes on where it was and nothing is paid for twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from backend.errors import LanguageModelError, NotFoundError, SettingsError
from backend.graph.upkeep import refresh_links
from backend.ingestion.queueing import queue, waiting_job
from backend.ports import (
    DerivedRecords,
    Extraction,
    Index,
    Progress,
    QueueRecords,
    Records,
    StopSignal,
)
from backend.tasks.extract.language_model import WrittenExtractor
from backend.types import Collection, Document, Job, JobState

KIND = "name"
LOCAL, WRITTEN = "local", "language_model"
_NAMED = "extract/documents"

Extractors = Callable[["KeptReplies", StopSignal], WrittenExtractor | None]
"""The extraction task over the language model that is on; None if none is."""


class KeptReplies:
    """What a language model said of passages, kept with their collection."""

    def __init__(self, records: DerivedRecords, collection_id: str) -> None:
        self._records = records
        self._collection_id = collection_id

    def load(self, key: str) -> str | None:
        """What was kept under a key."""
        found = self._records.load_derived(self._collection_id, f"extract/{key}")
        return found[0].decode("utf-8", "surrogatepass") if found and found[0] else None

    def save(self, key: str, text: str, document_id: str) -> None:
        """Keep a reply on a passage of a document, as long as the document is there."""
        self._records.save_derived(
            self._collection_id,
            f"extract/{key}",
            text.encode("utf-8", "surrogatepass"),
            self._records.sequence(),
            [document_id],
        )


def name_later(records: QueueRecords, collection: Collection) -> Job | None:
    """Queue the naming of a collection, unless it is waiting already."""
    if waiting_job(records, collection.id, KIND, (JobState.QUEUED,)) is not None:
        return None  # one that runs has passed over documents that came since
    return queue(records, collection, KIND, "names and relations")


def name_anew(
    records: Records,
    index: Index,
    extractors: Extractors,
    rules: Callable[[Document], Extraction],
    collection_id: str,
    progress: Progress,
    stop: StopSignal,
) -> None:
    """Bring the names of all documents to what the collection's settings ask for.

    Args:
        rules: what the rules alone name in a document.

    Raises:
        SettingsError: if a language model is wanted and none is on.
        LanguageModelError: if the server failed; documents named so far stay so, the others keep
            what the rules found.
    """
    wanted = records.collection(collection_id).settings.extractor
    named = _named(records, collection_id)
    written: WrittenExtractor | None = None
    if wanted == WRITTEN:
        written = extractors(KeptReplies(records, collection_id), stop)
        if written is None:
            raise SettingsError(
                "No language model is on, so that names stay as the rules found them.",
                "Choose one on the Status page and try again.",
            )
    label = written.name if written is not None else ""
    documents = records.documents(collection_id)
    todo = [each for each in documents if named.get(each.id, "") != label]
    for number, document in enumerate(todo, start=1):
        progress("naming", number, len(todo))
        if written is None:
            found = rules(document)
        else:
            found = written.extract(
                document, records.sections(document.id), records.chunks_of(document.id)
            )
            if written.failure is not None:
                raise _with_progress(written.failure, number - 1, len(todo))
            progress("naming", number, len(todo))  # raises if it was cancelled meanwhile
        _replace(records, collection_id, document, found)
        index.catch_up()
        named[document.id] = label
        _save_named(records, collection_id, named)
    refresh_links(records, collection_id)


def _with_progress(error: LanguageModelError, done: int, total: int) -> LanguageModelError:
    return LanguageModelError(
        error.code,
        f"{error.what} {done} of {total} documents are named; what was read so far is kept.",
        f"{error.remedy} Then try again: it goes on where it was.".strip(),
    )


def _replace(records: Records, collection_id: str, document: Document, found: Extraction) -> None:
    """Publish a document again as it is, with other names.

    One that is gone is passed over; so is one that is embedded anew at this moment, which the next
    run names.
    """
    embedding = records.collection(collection_id).embedding
    try:
        ids, _ = records.vectors_of(document.id, embedding)
        if len(ids) != document.chunks:
            return
        whole = records.bundle(document.id)
    except NotFoundError:
        return
    records.publish(
        [
            replace(
                whole,
                entities=found.entities,
                mentions=found.mentions,
                triples=found.triples,
            )
        ]
    )


def _named(records: DerivedRecords, collection_id: str) -> dict[str, str]:
    """By document: the model whose names it has; documents that are missing have the rules'."""
    found = records.load_derived(collection_id, _NAMED)
    return dict(json.loads(found[0])) if found and found[0] else {}


def _save_named(records: Records, collection_id: str, named: dict[str, str]) -> None:
    there = {document.id for document in records.documents(collection_id)}
    kept = {key: label for key, label in named.items() if label and key in there}
    records.save_derived(collection_id, _NAMED, json.dumps(kept).encode(), records.sequence())
