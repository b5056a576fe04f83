"""Cards of tables with a description, added to documents that are ready, or taken away again.

A card is a passage by which a table is found as a whole (`backend.ingestion.table_cards`); what is
shown in its place is the passage of the document that holds the table. Cards stand behind a
document's other passages and are no part of its graph, so that describing tables changes neither.
What a language model said of a table is kept with the collection, so that an interrupted run goes
on where it was and nothing is paid for twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from backend import identity
from backend.errors import LanguageModelError, NotFoundError, SettingsError
from backend.ingestion.communities import keep_up
from backend.ingestion.parts import IngestionParts
from backend.ingestion.passage_text import chunk_token_budget, embedding_text
from backend.ingestion.queueing import queue, waiting_job
from backend.ingestion.table_cards import card_text
from backend.ports import (
    DerivedRecords,
    DocumentBundle,
    Embedder,
    Progress,
    QueueRecords,
    Records,
    StopSignal,
    TableDescriber,
)
from backend.tables.card_places import CARD, holder_of_span
from backend.tables.row_structure import span_of
from backend.types import (
    Chunk,
    Collection,
    DescribedBy,
    Document,
    Job,
    JobState,
    StoredTable,
    TableDescription,
    Usage,
)

KIND = "describe"
_SPENT = "describe/spent"

Describers = Callable[["KeptDescriptions", Callable[[Usage], None]], TableDescriber | None]
"""The task over the language model that is on, given where replies are kept and whom to tell what
each request took; None if none is on."""


class KeptDescriptions:
    """What a language model said of tables, kept with their collection."""

    def __init__(self, records: DerivedRecords, collection_id: str) -> None:
        self._records = records
        self._collection_id = collection_id

    def load(self, key: str) -> str | None:
        """What was kept under a key, which may be empty; None if nothing was."""
        found = self._records.load_derived(self._collection_id, f"describe/reply/{key}")
        if not found or not found[0]:
            return None
        said: str = json.loads(found[0])
        return said

    def save(self, key: str, text: str, document_id: str) -> None:
        """Keep what was said of a table of a document, as long as the document is there."""
        self._records.save_derived(
            self._collection_id,
            f"describe/reply/{key}",
            json.dumps(text).encode(),
            self._records.sequence(),
            [document_id],
        )


def describe_later(records: QueueRecords, collection: Collection) -> Job | None:
    """Queue bringing a collection's cards to what its settings ask for, unless that waits
    already."""
    if waiting_job(records, collection.id, KIND, (JobState.QUEUED,)) is not None:
        return None  # one that runs has passed over documents that came since
    return queue(records, collection, KIND, "tables described")


def describe_if_wanted(records: Records, collection_id: str) -> None:
    """Queue describing what has come, where the collection's tables are described."""
    collection = records.collection(collection_id)
    if collection.settings.describer != DescribedBy.NOBODY:
        describe_later(records, collection)


def describe_anew(
    parts: IngestionParts,
    describers: Describers,
    local: TableDescriber,
    collection_id: str,
    progress: Progress,
    stop: StopSignal,
) -> None:
    """Bring the cards of all documents to what the collection's settings ask for.

    Raises:
        SettingsError: if a language model is wanted and none is on.
        LanguageModelError: if the server failed; what it said so far is kept, and documents that
            are not done keep the cards that they have.
        EmbedderError: if the collection's model cannot be loaded.
    """
    records = parts.records
    describer = _describer(records, describers, local, collection_id)
    documents = records.documents(collection_id)
    changed = False
    for number, document in enumerate(documents, start=1):
        progress("describing", number, len(documents))
        tables = records.tables(collection_id, [document.id])
        try:
            said = (
                {table.id: describer.describe(table, stop) for table in tables} if describer else {}
            )
        except LanguageModelError as error:
            raise _with_progress(error, number - 1, len(documents)) from error
        progress("describing", number, len(documents))  # raises if it was cancelled meanwhile
        changed |= _bring_to(parts, document, tables, said)
    if changed:
        keep_up(parts, collection_id)


def _describer(
    records: Records, describers: Describers, local: TableDescriber, collection_id: str
) -> TableDescriber | None:
    wanted = records.collection(collection_id).settings.describer
    if wanted == DescribedBy.NOBODY:
        return None
    if wanted == DescribedBy.TEMPLATE:
        return local

    def paid(usage: Usage) -> None:
        _add_spent(records, collection_id, usage)

    written = describers(KeptDescriptions(records, collection_id), paid)
    if written is None:
        raise SettingsError(
            "No language model is on, so that tables stay as they were described.",
            "Choose one on the Status page and try again.",
        )
    return written


def _with_progress(error: LanguageModelError, done: int, total: int) -> LanguageModelError:
    return LanguageModelError(
        error.code,
        f"{error.what} The tables of {done} of {total} documents are described; what was written "
        "so far is kept.",
        f"{error.remedy} Then try again: it goes on where it was.".strip(),
    )


def _bring_to(
    parts: IngestionParts,
    document: Document,
    tables: Sequence[StoredTable],
    said: dict[str, TableDescription],
) -> bool:
    """Publish a document again with other cards, if they are not those that it has.

    One that is gone is passed over; so is one that is embedded anew at this moment, which the next
    run describes.
    """
    records, collection_id = parts.records, document.collection_id
    embedder = parts.embedders.of(collection_id)
    chunks = records.chunks_of(document.id)
    there = [chunk for chunk in chunks if chunk.kind != CARD]
    cards = _cards(document, there, [table for table in tables if table.id in said], said, embedder)
    same = [chunk.id for chunk in chunks if chunk.kind == CARD] == [card.id for card in cards]
    if not same:
        try:
            ids, _ = records.vectors_of(document.id, embedder.identity)
            if len(ids) != document.chunks:
                return False
            whole = records.bundle(document.id)
        except NotFoundError:
            return False
        records.publish([_with_cards(whole, cards, embedder)])
        parts.index.catch_up()
    _keep_said(records, document, said)
    return not same


def _cards(
    document: Document,
    chunks: Sequence[Chunk],
    tables: Sequence[StoredTable],
    said: dict[str, TableDescription],
    embedder: Embedder,
) -> list[Chunk]:
    """One card for each table that has a passage, in the order of the text."""
    limit = chunk_token_budget(embedder)
    found: dict[str, Chunk] = {}
    for table in tables:
        start = min((span_of(row)[0] for row in table.rows), default=0)
        end = max((span_of(row)[1] for row in table.rows), default=0)
        holding = holder_of_span(chunks, start, end)
        text = card_text(table, embedder, limit, said[table.id].text)
        if holding is None or not text:
            continue
        chunk = Chunk(
            id=identity.chunk_id(document.id, CARD, start, end, text),
            document_id=document.id,
            section_id=holding.section_id,
            ordinal=len(chunks) + len(found),
            text=text,
            start=start,
            end=end,
            pages=table.pages or holding.pages,
            kind=CARD,
            title=holding.title,
            path=holding.path,
            table_id=table.id,
        )
        found.setdefault(chunk.id, chunk)
    return list(found.values())


def _with_cards(
    whole: DocumentBundle, cards: Sequence[Chunk], embedder: Embedder
) -> DocumentBundle:
    """A document with these cards in place of those that it has."""
    rows = [row for row, chunk in enumerate(whole.chunks) if chunk.kind != CARD]
    chunks = (*(whole.chunks[row] for row in rows), *cards)
    texts = [embedding_text(card.title, card.path, card.text, card.kind) for card in cards]
    made = embedder.embed(texts).astype(np.float16) if texts else whole.vectors[:0]
    return replace(
        whole,
        document=replace(whole.document, chunks=len(chunks)),
        chunks=chunks,
        vectors=np.concatenate([whole.vectors[rows], made]),
    )


# --- what was said, and what it took -------------------------------------------------------------


def _said_name(document_id: str) -> str:
    return f"describe/document/{document_id}"


def _keep_said(records: Records, document: Document, said: dict[str, TableDescription]) -> None:
    kept = {key: [each.text, each.described_by] for key, each in said.items()}
    if kept == _said(records, document.collection_id, document.id):
        return
    payload = json.dumps(kept).encode() if kept else b""
    records.save_derived(
        document.collection_id,
        _said_name(document.id),
        payload,
        records.sequence(),
        [document.id],
    )


def _said(records: DerivedRecords, collection_id: str, document_id: str) -> dict[str, list[str]]:
    found = records.load_derived(collection_id, _said_name(document_id))
    return dict(json.loads(found[0])) if found and found[0] else {}


def descriptions_of(
    records: DerivedRecords, collection_id: str, document_id: str
) -> dict[str, TableDescription]:
    """What the tables of a document were said to show, by their ids."""
    said = _said(records, collection_id, document_id)
    return {key: TableDescription(text, by) for key, (text, by) in said.items()}


def spent(records: DerivedRecords, collection_id: str) -> tuple[int, int, int]:
    """Requests, and tokens in and out, that describing a collection's tables took so far."""
    found = records.load_derived(collection_id, _SPENT)
    requests, given, written = json.loads(found[0]) if found and found[0] else (0, 0, 0)
    return requests, given, written


def _add_spent(records: DerivedRecords, collection_id: str, usage: Usage) -> None:
    requests, given, written = spent(records, collection_id)
    counts = [requests + 1, given + usage.input_tokens, written + usage.output_tokens]
    payload = json.dumps(counts).encode()
    records.save_derived(collection_id, _SPENT, payload, records.sequence())
