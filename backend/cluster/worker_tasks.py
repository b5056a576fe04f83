"""What a worker runs. Each worker process loads the embedding model once."""

from __future__ import annotations

import tempfile
import threading
from dataclasses import dataclass, replace
from pathlib import Path

from backend.bootstrap import Preparing, bulk_embedder, preparing_parts
from backend.cluster.messages import FileParcel, ProcessDescription, RecordsParcel, Terms
from backend.cluster.worker_agreement import description
from backend.errors import CancelledError, EmbedderError
from backend.ingestion.corpus import prepare_records
from backend.ingestion.failures import Failure, failure_of
from backend.ingestion.preparing import prepare
from backend.ports import DocumentBundle, Embedder, Progress
from backend.settings import load_settings

_lock = threading.Lock()
_built: dict[Terms, tuple[Preparing, Embedder]] = {}


@dataclass(frozen=True, slots=True)
class _Reported:
    """Steps that report and keep nothing: what is lost is made again elsewhere."""

    progress: Progress

    def load(self, name: str) -> bytes | None:
        return None

    def save(self, name: str, payload: bytes) -> None:
        pass


def describe(terms: Terms, progress: Progress) -> ProcessDescription:
    """What this worker is made of.

    Raises:
        EmbedderError: if it cannot run the model of the terms.
    """
    _, embedder = _parts(terms)
    return description(embedder)


def prepare_file(parcel: FileParcel, progress: Progress) -> DocumentBundle | Failure:
    """One file's bundle, or why there is none.

    Raises:
        CancelledError: if nobody waits for it any more.
    """
    try:
        parts, embedder = _parts(parcel.terms)
        with tempfile.TemporaryDirectory(prefix="quire-") as folder:
            path = Path(folder) / parcel.source.sha256
            path.write_bytes(parcel.content)
            return prepare(parts, parcel.source, path, embedder, _Reported(progress))
    except CancelledError:
        raise
    except Exception as error:  # noqa: BLE001 - the edge of a worker: no file may end the others
        return failure_of(error)


def prepare_batch(parcel: RecordsParcel, progress: Progress) -> list[DocumentBundle]:
    """The bundles of records; those without words give none.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    parts, embedder = _parts(parcel.terms)
    return prepare_records(parts, parcel.records, embedder)


def _parts(terms: Terms) -> tuple[Preparing, Embedder]:
    with _lock:
        if terms not in _built:
            _built[terms] = _build(terms)
        return _built[terms]


def _build(terms: Terms) -> tuple[Preparing, Embedder]:
    settings = replace(
        load_settings(),
        embedder=terms.model,
        max_file_megabytes=terms.max_file_megabytes,
        max_pages=terms.max_pages,
        reader_seconds=terms.reader_seconds,
        reader_megabytes=terms.reader_megabytes,
        ocr_languages=terms.ocr_languages,
        ocr_seconds=terms.ocr_seconds,
    )
    embedder = bulk_embedder(settings, terms.model)
    if embedder.identity != terms.identity:
        raise EmbedderError(
            f"The embedding model here is {embedder.identity} and not {terms.identity}.",
            "Install the same model on every machine.",
        )
    return preparing_parts(settings), embedder
