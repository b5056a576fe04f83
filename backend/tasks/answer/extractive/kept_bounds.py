"""A collection's own bounds of the reader's verdicts, kept with its records: every copy of the app
is as sure.

The collection's setting `reader_bounds` says that some are on and which, by their hash; without it
nothing is read, and where it names others than those that are kept the shipped ones hold. They are
two numbers and tell nothing of any text, so they stay when documents go. They are of the
probabilities of one reader over one embedder: with another of either they are not used.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from backend.ports import Embedder, Records
from backend.serialisation import from_json, to_json
from backend.tasks.answer.extractive.weights import (
    ALIGNED,
    ARRAYS,
    FOLDER,
    MANIFEST,
    load_weights,
    weights_for,
)
from backend.types import Collection, ReaderBounds

NAME = "tuning/reader bounds 1"
REPORT = "tuning/bounds report"
"""What came of learning them, whether they are used or not."""


@dataclass(frozen=True, slots=True)
class LearnedBounds:
    """Bounds, and the identity of the reader whose probabilities they are of."""

    bounds: ReaderBounds
    reader: str


def reader_identity(embedder: Embedder) -> str:
    """Which reader reads with an embedder: the hash of its weights, and the embedder's identity.

    Raises:
        EmbedderError: if its model cannot be loaded.
    """
    weights = weights_for(embedder)
    folder = ALIGNED if weights is load_weights(ALIGNED) else FOLDER
    return f"{_hash_of(folder)} {embedder.identity}"


def keep_bounds(records: Records, collection_id: str, learned: LearnedBounds | None) -> None:
    """Keep what was learned in place of any before; not used before `switch_bounds`."""
    payload = to_json(learned).encode() if learned is not None else b""
    records.save_derived(collection_id, NAME, payload, records.sequence())


def learned_bounds(records: Records, collection_id: str) -> LearnedBounds | None:
    """What was learned, on or off."""
    payload = _payload(records, collection_id)
    return from_json(LearnedBounds, payload) if payload else None


def switch_bounds(records: Records, collection_id: str, *, on: bool) -> bool:
    """Use what was learned from now on, or the shipped bounds; whether own ones are on now."""
    payload = _payload(records, collection_id) if on else b""
    value = _named(payload)
    settings = records.collection(collection_id).settings
    if settings.reader_bounds != value:
        changed = replace(settings, reader_bounds=value)
        records.change_collection_settings(collection_id, changed)
    return bool(value)


def are_on(records: Records, collection: Collection) -> bool:
    """Whether the collection's setting names the bounds that are kept."""
    named = collection.settings.reader_bounds
    return bool(named) and named == _named(_payload(records, collection.id))


def copy_bounds(source: Records, target: Records, collection_id: str) -> None:
    """Keep in another store what was learned, with its report; the collection's setting says there
    as well whether it is used."""
    for name in (NAME, REPORT):
        found = source.load_derived(collection_id, name)
        if found is not None:
            target.save_derived(collection_id, name, found[0], target.sequence())


def own_bounds(records: Records, collection: Collection, embedder: Embedder) -> ReaderBounds | None:
    """The bounds that a collection's answers keep to; None for the shipped ones.

    Args:
        embedder: the one that its passages are read with.
    """
    named = collection.settings.reader_bounds
    payload = _payload(records, collection.id) if named else b""
    if not payload or _named(payload) != named:
        return None
    learned = from_json(LearnedBounds, payload)
    return learned.bounds if learned.reader == reader_identity(embedder) else None


def _payload(records: Records, collection_id: str) -> bytes:
    found = records.load_derived(collection_id, NAME)
    return found[0] if found is not None else b""


def _named(payload: bytes) -> str:
    """What the setting says of what is kept; empty for nothing."""
    return hashlib.sha256(payload).hexdigest()[:16] if payload else ""


@lru_cache(maxsize=2)
def _hash_of(folder: Path) -> str:
    found = hashlib.sha256()
    for name in (ARRAYS, MANIFEST):
        found.update((folder / name).read_bytes())
    return found.hexdigest()[:16]
