"""What a worker is asked to do. Each worker process loads the embedding model once."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from backend.bootstrap import Preparing, bulk_embedder, model_of, preparing_parts
from backend.cluster.worker_agreement import SAME, ProcessDescription, description
from backend.errors import CancelledError, EmbedderError
from backend.ingestion.corpus import SourcedRecord, prepare_records
from backend.ingestion.document import Source
from backend.ingestion.failures import Failure, failure_of
from backend.ingestion.preparing import prepare
from backend.ports import DocumentBundle, Embedder, Progress
from backend.settings import Settings, load_settings

_LIMITS = (
    *("max_file_megabytes", "max_pages", "reader_seconds", "reader_megabytes"),
    *("ocr_languages", "ocr_seconds"),
)
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Terms:
    """What must be the same on both sides for the same result.

    `model` is the embedding model's name or folder, `identity` what its files must be, `vectors`
    how near its vectors must be, `limits` the settings of the readers with their values.
    """

    model: str
    identity: str
    vectors: str = SAME
    limits: tuple[tuple[str, Any], ...] = ()


def terms_of(settings: Settings, embedder: Embedder) -> Terms:
    """The terms on which this machine would do the work itself."""
    limits = tuple((name, getattr(settings, name)) for name in _LIMITS)
    return Terms(model_of(embedder.identity), embedder.identity, settings.dask_vectors, limits)


@dataclass(frozen=True, slots=True)
class _Reported:
    """Steps that report and keep nothing: what is lost is made again elsewhere."""

    progress: Progress

    def load(self, name: str) -> bytes | None:
        return None

    def save(self, name: str, payload: bytes) -> None:
        pass


def describe(terms: Terms) -> ProcessDescription:
    """What this worker is made of.

    Raises:
        EmbedderError: if it cannot run the model of the terms.
    """
    return description(_parts(terms)[1])


def prepare_file(
    progress: Progress, terms: Terms, source: Source, content: bytes
) -> DocumentBundle | Failure:
    """One file's bundle, or why there is none. Its bytes travel along: no disk is shared.

    Raises:
        CancelledError: if nobody waits for it any more.
    """
    try:
        parts, embedder = _parts(terms)
        with tempfile.TemporaryDirectory(prefix="quire-") as folder:
            path = Path(folder) / source.sha256
            path.write_bytes(content)
            return prepare(parts, source, path, embedder, _Reported(progress))
    except CancelledError:
        raise
    except Exception as error:  # noqa: BLE001 - the edge of a worker: no file may end the others
        return failure_of(error)


def prepare_batch(
    progress: Progress, terms: Terms, records: Sequence[SourcedRecord]
) -> list[DocumentBundle]:
    """The bundles of records that are embedded together; those without words give none.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    parts, embedder = _parts(terms)
    return prepare_records(parts, records, embedder)


def _parts(terms: Terms) -> tuple[Preparing, Embedder]:
    with _lock:
        return _built(terms)


@cache
def _built(terms: Terms) -> tuple[Preparing, Embedder]:
    settings = replace(load_settings(), embedder=terms.model, **dict(terms.limits))
    embedder = bulk_embedder(settings, terms.model)
    if embedder.identity != terms.identity:
        raise EmbedderError(
            f"The embedding model here is {embedder.identity} and not {terms.identity}.",
            "Install the same model on every machine.",
        )
    return preparing_parts(settings), embedder
