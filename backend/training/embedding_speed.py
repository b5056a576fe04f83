"""How long this machine takes to embed a passage: what learning is priced by.

It is measured once in a process for each collection and model, in a thread of its own: loading the
model and embedding a few passages takes a second or more, and no page is drawn later for it.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import Future
from threading import Lock, Thread

from backend.errors import EmbedderError
from backend.ingestion.passage_text import embedding_text
from backend.ports import Embedder, Embedders, Records

logger = logging.getLogger(__name__)

PASSAGES = 16
"""Passages that are embedded to measure."""
AGAIN = 60.0
"""Seconds after which it is tried again where it could not be measured."""


class EmbeddingSpeeds:
    """Seconds a passage by collection and model. Safe for several threads."""

    def __init__(self) -> None:
        self._measured: dict[tuple[str, str], Future[float]] = {}
        self._begun: dict[tuple[str, str], float] = {}
        self._lock = Lock()

    def of(
        self, records: Records, embedders: Embedders, collection_id: str, *, wait: bool
    ) -> float | None:
        """Seconds that a passage takes; None while that is being measured, 0.0 where it cannot be.

        Args:
            wait: until it is measured.

        Raises:
            NotFoundError: if there is no such collection.
        """
        key = collection_id, records.collection(collection_id).embedding
        with self._lock:
            known = self._measured.get(key)
            if known is None or self._failed_long_ago(key, known):
                known = self._measured[key] = Future()
                self._begun[key] = time.monotonic()
                Thread(
                    target=_measure,
                    args=(records, embedders, collection_id, known),
                    name="embedding-speed",
                    daemon=True,
                ).start()
        return known.result() if wait or known.done() else None

    def _failed_long_ago(self, key: tuple[str, str], told: Future[float]) -> bool:
        failed = told.done() and not told.result()
        return failed and time.monotonic() - self._begun[key] > AGAIN


def _measure(
    records: Records, embedders: Embedders, collection_id: str, told: Future[float]
) -> None:
    seconds = 0.0
    try:
        seconds = seconds_a_passage(records, embedders.of(collection_id), collection_id)
    except EmbedderError:
        pass  # the status page says so
    except Exception:  # the edge of a thread: whoever waits must hear of it
        logger.exception("how fast passages are embedded could not be measured")
    finally:
        told.set_result(seconds)


def seconds_a_passage(records: Records, embedder: Embedder, collection_id: str) -> float:
    """Seconds that a passage takes, measured over a few of the first documents.

    Raises:
        EmbedderError: if the model cannot be run.
    """
    texts: list[str] = []
    for document in records.documents(collection_id):
        chunks = records.chunks_of(document.id)
        texts += [embedding_text(c.title, c.path, c.text, c.kind) for c in chunks]
        if len(texts) >= PASSAGES:
            break
    # what was embedded alone is remembered, so that is not measured
    embedder.embed(["a start", "takes longer"])
    began = time.perf_counter()
    embedder.embed([f"{text} {number}" for number, text in enumerate(texts[:PASSAGES])])
    return (time.perf_counter() - began) / max(1, min(PASSAGES, len(texts)))
