"""A collection's fine-tuned embedder: what it learns from, its price, what was kept, switching."""

from __future__ import annotations

from dataclasses import replace

from backend.errors import NotFoundError
from backend.ingestion.queueing import REEMBED, waiting_job
from backend.ingestion.reembedding import notice_changed_embedder
from backend.ports import Embedders, Records
from backend.question_vectors.kept_network import (
    LearnedNetwork,
    identity_of,
    keep_network,
    learned_network,
    switch_network,
)
from backend.training import adapter_job
from backend.training.embedder_training import LEAST, TunedEmbedder, pairs_of
from backend.training.embedding_speed import EmbeddingSpeeds
from backend.training.kept_report import keep_report, kept_report, mark_kept
from backend.types import FineTuningState

KIND = "fine_tune"
_REPORT = "tuning/fine-tuning report"
START_SECONDS = 25.0
"""To load what learns, and to export and compare what was learned."""
PAIR_PASSAGES = 12.0
"""A pair takes as long to learn as about so many passages take to embed: two passages, forwards and
backwards, in single precision, and all weights are changed."""

_speeds = EmbeddingSpeeds()


def keep_tuned(
    records: Records, embedders: Embedders, collection_id: str, found: TunedEmbedder, sequence: int
) -> None:
    """Keep the report of a training and, if it was better, the model with its vectors, and let the
    passages follow. Of one that was not better nothing else is kept.

    Args:
        sequence: the version of the records that it learned from. If a document that taught it has
            gone since, nothing is kept.
    """
    kept = found.report.kept and _keep(records, collection_id, found, sequence)
    keep_report(records, collection_id, _REPORT, replace(found.report, kept=kept))
    if kept:
        notice_changed_embedder(records, embedders, collection_id)


def _keep(records: Records, collection_id: str, found: TunedEmbedder, sequence: int) -> bool:
    identity = identity_of(found.network)
    learned = LearnedNetwork(identity, found.taught, found.base, tuple(sorted(found.documents)))
    if not keep_network(records, collection_id, found.network, learned, sequence):
        return False
    # what was embedded to measure is not embedded again
    for document_id, (ids, vectors) in found.vectors.items():
        try:
            records.store_vectors(document_id, identity, dict(zip(ids, vectors, strict=True)))
        except NotFoundError:
            continue  # it went meanwhile
    return switch_network(records, collection_id, on=True)


def use(records: Records, embedders: Embedders, collection_id: str, *, on: bool) -> bool:
    """Let passages and questions be embedded by what was learned, or by the model before; whether
    it is on now. The passages follow in the background."""
    now = switch_network(records, collection_id, on=on)
    mark_kept(records, collection_id, _REPORT, kept=now)
    notice_changed_embedder(records, embedders, collection_id)
    return now


def state(
    records: Records, embedders: Embedders, collection_id: str, *, wait: bool = False
) -> FineTuningState:
    """Everything that the screen shows.

    Args:
        wait: until it is measured how long learning takes.
    """
    there = adapter_job.known(records, collection_id)
    collection = records.collection(collection_id)
    learned = learned_network(records, collection_id)
    report = kept_report(records, collection_id, _REPORT)
    passages = records.counts(collection_id).chunks
    enough = len(there.lessons) >= LEAST and bool(collection.embedding)
    asked_for = collection.settings.fine_tuned
    return FineTuningState(
        len(there.lessons),
        LEAST,
        there.from_marks,
        there.from_sets,
        passages,
        _seconds(records, embedders, collection_id, len(there.lessons), wait) if enough else 0.0,
        bool(asked_for) and learned is not None and learned.identity == asked_for,
        learned is not None,
        bool(asked_for) and learned is None,
        waiting_job(records, collection_id, REEMBED) is not None,
        collection.embedding,
        report,
    )


def _seconds(
    records: Records, embedders: Embedders, collection_id: str, questions: int, wait: bool
) -> float | None:
    """About how long a training takes, by how fast this machine embeds this collection now; None
    while that is being measured, 0.0 where it cannot be told."""
    each = _speeds.of(records, embedders, collection_id, wait=wait)
    if not each:
        return each
    passages = records.counts(collection_id).chunks
    return START_SECONDS + each * (PAIR_PASSAGES * pairs_of(questions) + passages)
