"""Imports corpora: files of JSON records {doc_id, title, text}, one per line, gzipped or not."""

from __future__ import annotations

import gzip
import hashlib
import json
import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from backend.errors import ReadingError, UnreadableError
from backend.ingestion.communities import keep_up
from backend.ingestion.document import CutDocument, Source, bundle, cut, group
from backend.ingestion.parts import IngestionParts, PreparingParts
from backend.ports import DocumentBundle, Embedder, Progress, Vectors
from backend.serialisation import from_json
from backend.types import RECORD_MEDIA_TYPE, Block, Collection, Reading

_BATCH = 512
"""Records embedded and made visible together."""


@dataclass(frozen=True, slots=True)
class CorpusRecord:
    """One record of a corpus. `line` is its line in the file, from 1."""

    key: str
    title: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class SourcedRecord:
    """A record with where it comes from."""

    record: CorpusRecord
    source: Source


@dataclass(frozen=True, slots=True)
class ImportReport:
    """How many records became visible, were there already, or hold nothing to search."""

    added: int
    unchanged: int
    empty: int


def read_corpus(path: Path) -> Iterator[CorpusRecord]:
    """The records of a corpus file.

    Raises:
        ReadingError: naming the line that is not a record.
    """
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _record(path, number, line)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise ReadingError(
            "broken", f"{path.name} could not be read: {error}.", "Check that the file is whole."
        ) from error


@dataclass(frozen=True, slots=True)
class _Line:
    doc_id: str | int | float
    text: str
    title: str | None = None


def _record(path: Path, number: int, line: str) -> CorpusRecord:
    try:
        found = from_json(_Line, line)
    except UnreadableError as error:
        raise ReadingError(
            "broken",
            f"Line {number} of {path.name} is not a record with doc_id and text: {error.reason}.",
            'Each line must be JSON like {"doc_id": "1", "title": "…", "text": "…"}.',
        ) from error
    key = str(found.doc_id)
    return CorpusRecord(key, found.title or key, found.text, number)


def import_corpus(
    parts: IngestionParts, collection: Collection, path: Path, progress: Progress
) -> ImportReport:
    """Add every record of a corpus to a collection; a record with the same doc_id is replaced.

    Records become visible batch by batch; run again after an interruption, it skips what is there.

    Raises:
        ReadingError: if a line is not a record; what came before it stays.
    """
    run = CorpusImport(parts, collection, path, progress)
    for batch in run.batches():
        fresh = run.fresh(batch)
        run.store(batch, fresh, prepare_records(parts, fresh, parts.embedders.of(collection.id)))
    return run.finish()


class CorpusImport:
    """An import on its way: which records are new, and how many became visible so far."""

    def __init__(
        self, parts: IngestionParts, collection: Collection, path: Path, progress: Progress
    ) -> None:
        self._parts = parts
        self._collection = collection
        self._path = path
        self._progress = progress
        self._present = {
            document.key: document
            for document in parts.records.documents(collection.id)
            if document.key
        }
        self._added = self._unchanged = self._empty = 0

    def batches(self) -> Iterator[tuple[CorpusRecord, ...]]:
        """The file's records, as many at a time as are embedded together.

        Raises:
            ReadingError: if a line is not a record.
        """
        records = read_corpus(self._path)
        while batch := tuple(islice(records, _BATCH)):
            yield batch

    def fresh(self, batch: Sequence[CorpusRecord]) -> tuple[SourcedRecord, ...]:
        """The records of a batch that are not there as they are; of equal doc_ids the last."""
        last = {record.key: record for record in batch}
        return tuple(
            SourcedRecord(record, source)
            for record in last.values()
            if (source := _source(self._collection, self._path, record)).sha256
            != getattr(self._present.get(record.key), "sha256", "")
        )

    def store(
        self,
        batch: Sequence[CorpusRecord],
        fresh: Sequence[SourcedRecord],
        bundles: Sequence[DocumentBundle],
    ) -> None:
        """Make the documents of a batch visible, in one transaction with what they replace."""
        versioned = []
        replaced = []
        for document_bundle in bundles:
            old = self._present.get(document_bundle.document.key)
            version = 1
            if old is not None and old.id != document_bundle.document.id:
                replaced.append(old.id)
                version = old.version + 1
            versioned.append(
                replace(
                    document_bundle, document=replace(document_bundle.document, version=version)
                )
            )
        if versioned:
            self._parts.records.publish(versioned, replaced)
        self._present.update({each.document.key: each.document for each in versioned})
        self._added += len(versioned)
        self._empty += len(fresh) - len(versioned)
        self._unchanged += len(batch) - len(fresh)
        self._progress("importing", self._added + self._unchanged + self._empty, 0)

    def finish(self) -> ImportReport:
        """Let the index and the links follow, and count."""
        keep_up(self._parts, self._collection.id)
        return ImportReport(self._added, self._unchanged, self._empty)


def prepare_records(
    parts: PreparingParts, records: Sequence[SourcedRecord], embedder: Embedder
) -> list[DocumentBundle]:
    """Cut, embed and group records together; those without words give nothing. Versions are 1.

    Raises:
        EmbedderError: if the embedding model cannot be run.
    """
    documents: list[CutDocument] = []
    for record in records:
        try:
            documents.append(cut(parts, record.source, plain_reading(record.record), embedder))
        except ReadingError:
            continue  # a record without words: counted as empty when it is stored
    if not documents:
        return []
    settings = records[0].source.collection.settings
    vectors = embedder.embed([passage for document in documents for passage in document.passages])
    of_documents = _parted(vectors, [cut_document.passages for cut_document in documents])
    drafts = [
        group(parts, document, own.astype(np.float16), settings, embedder.identity)
        for document, own in zip(documents, of_documents, strict=True)
    ]
    summaries = embedder.embed([text for draft in drafts for text in draft.texts])
    of_drafts = _parted(summaries, [draft.texts for draft in drafts])
    return [
        bundle(document, own, embedder.identity, 1, draft, told)
        for document, own, draft, told in zip(
            documents, of_documents, drafts, of_drafts, strict=True
        )
    ]


def _parted(rows: Vectors, texts: Sequence[Sequence[str]]) -> list[Vectors]:
    """Rows that were made for all texts, parted as the texts are."""
    return np.split(rows, np.cumsum([len(text) for text in texts])[:-1])


def _source(collection: Collection, path: Path, record: CorpusRecord) -> Source:
    content = json.dumps([record.title, record.text], ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )
    return Source(
        collection=collection,
        name=f"{path.name}:{record.key}",
        media_type=RECORD_MEDIA_TYPE,
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
        added=time.time(),
        key=record.key,
        title=record.title,
    )


def plain_reading(record: CorpusRecord) -> Reading:
    """The record's text as one page of paragraphs separated by blank lines."""
    blocks = []
    position = 0
    for part in record.text.split("\n\n"):
        if part.strip():
            blocks.append(Block("paragraph", position, position + len(part), 0))
        position += len(part) + 2
    return Reading(
        text=record.text,
        title=record.title,
        page_sizes=(),
        page_starts=(0,),
        blocks=tuple(blocks),
        tables=(),
        lines=(),
    )
