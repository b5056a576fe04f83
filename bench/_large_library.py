"""Libraries of up to a million passages, written in bulk: sentences of open sets drawn anew.

A document has ten passages of seven sentences each, no two alike, with the names in them extracted
as at ingestion. Real vectors of `SAMPLE` sentences stand for all of them, each moved a little;
a passage's vector is the direction of its sentences' sum, moved a little, and so is that of each
window. So vectors have the neighbourhoods of real ones, and nothing has to be embedded: that alone
would take half a day. All goes through the interfaces by which a file's passages are stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from backend.errors import NotFoundError
from backend.ports import DocumentBundle, Embedder, Extractor
from backend.settings import Settings
from backend.windows.cutting import MOST_CHARACTERS
from backend.windows.document_windows import DocumentWindows, kept_name, packed, rounded_vectors
from backend.workbench import Workbench
from bench._stores import (
    CHUNKS_OF_DOCUMENT,
    SENTENCES_OF_CHUNK,
    document_of,
    names_extractor,
    sentences,
    with_names,
)

NAME = "latency"
SAMPLE = 3_000
"""So many sentences are embedded."""
JITTER = 0.02
"""How far each number of a sentence's vector is moved, as a standard deviation."""
PASSAGE_JITTER = 0.05
"""The same of the sum of seven."""
PUBLISHED = 250
"""Documents that are stored at once."""
KEPT = 2_000
"""Documents of which the windows are kept together."""

Vectors = npt.NDArray[np.float32]


class Recombined:
    """Documents of drawn sentences, each the same whenever it is asked for.

    Args:
        collection_id: of which they are.
        pool: the sentences.
        vectors: of the sentences, shape (len(pool), dimension).
    """

    def __init__(
        self,
        collection_id: str,
        pool: Sequence[str],
        vectors: Vectors,
        embedding: str,
        extractor: Extractor,
    ) -> None:
        self._collection_id = collection_id
        self._pool = pool
        self._vectors = vectors
        self._embedding = embedding
        self._extractor = extractor
        self._lengths = np.array([len(each) for each in pool])

    def document(
        self, number: int, size: int = CHUNKS_OF_DOCUMENT
    ) -> tuple[DocumentBundle, DocumentWindows]:
        """A document of `size` passages, and their windows."""
        drawn = np.random.default_rng((7, number))
        rows = drawn.integers(len(self._pool), size=(size, SENTENCES_OF_CHUNK))
        vectors = _moved(self._vectors[rows].sum(1), drawn, PASSAGE_JITTER)
        nameless = document_of(
            self._collection_id, number, self._pool, rows, vectors, self._embedding
        )
        return with_names(nameless, self._extractor), self._windows(nameless, rows)

    def _windows(self, bundle: DocumentBundle, rows: npt.NDArray[np.int64]) -> DocumentWindows:
        counts, sums = [], []
        for row in rows:
            places = [0, *window_ends(self._lengths[row].tolist())]
            counts.append(len(places) - 1)
            sums += [self._vectors[row[first:last]].sum(0) for first, last in pairwise(places)]
        whole, scales = rounded_vectors(_unit(np.array(sums, np.float32)))
        ids = tuple(chunk.id for chunk in bundle.chunks)
        return DocumentWindows(bundle.document.id, ids, np.array(counts, np.int32), whole, scales)


def window_ends(lengths: Sequence[int]) -> list[int]:
    """Behind which sentences a window ends, given how many characters each has: as
    `backend.windows.cutting` cuts a passage of these sentences."""
    ends, held = [], 0
    for place, length in enumerate(lengths):
        if held and held + 1 + length > MOST_CHARACTERS:
            ends.append(place)
            held = 0
        held += length + (1 if held else 0)
    return [*ends, len(lengths)]


def grow(workbench: Workbench, settings: Settings, size: int) -> None:
    """Add documents, with their windows, until the collection holds `size` passages, and index
    them."""
    made, held = source(workbench, settings)
    collection_id = workbench.library.collection_named(NAME).id
    records = workbench.parts.records
    kept = kept_name(workbench.parts.embedders.named("").identity)
    parcel = 0
    while records.load_derived(collection_id, f"{kept}/{parcel}") is not None:
        parcel += 1
    for numbers in _parts(range(held, size // CHUNKS_OF_DOCUMENT), KEPT):
        windows: list[DocumentWindows] = []
        for some in _parts(numbers, PUBLISHED):
            both = [made.document(number) for number in some]
            records.publish([bundle for bundle, _ in both])
            windows += [each for _, each in both]
        holds = [window.document_id for window in windows]
        payload = packed(windows)
        records.save_derived(collection_id, f"{kept}/{parcel}", payload, records.sequence(), holds)
        parcel += 1
    workbench.parts.index.catch_up()


def source(workbench: Workbench, settings: Settings) -> tuple[Recombined, int]:
    """Where the collection's documents come from, and how many of them it holds."""
    try:
        collection = workbench.library.collection_named(NAME)
    except NotFoundError:
        collection = workbench.library.create_collection(NAME)
    embedder = workbench.parts.embedders.named("")
    pool = sentences(settings.benchmarks)
    vectors = sentence_vectors(pool, embedder, settings.cache / "bench" / "sentences.npy")
    made = Recombined(collection.id, pool, vectors, embedder.identity, names_extractor(settings))
    return made, workbench.library.counts(collection.id).documents


def sentence_vectors(pool: Sequence[str], embedder: Embedder, kept: Path) -> Vectors:
    """Unit vectors of all sentences, shape (len(pool), dimension): each that of one of the sample,
    moved a little.

    Args:
        kept: where the sample's vectors are, or are put.
    """
    drawn = np.random.default_rng(11)
    chosen = drawn.choice(len(pool), min(SAMPLE, len(pool)), replace=False)
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, np.concatenate(list(_embedded([pool[each] for each in chosen], embedder))))
    sample: Vectors = np.load(kept)
    return _moved(sample[drawn.integers(len(sample), size=len(pool))], drawn, JITTER)


def _embedded(texts: Sequence[str], embedder: Embedder) -> Iterator[Vectors]:
    ordered = sorted(texts, key=len)  # texts of like length share a batch
    for some in _parts(range(len(ordered)), 100):
        yield np.asarray(embedder.embed(ordered[some.start : some.stop]), np.float32)


def _parts(numbers: range, size: int) -> Iterator[range]:
    return (numbers[first : first + size] for first in range(0, len(numbers), size))


def _moved(vectors: Vectors, drawn: np.random.Generator, jitter: float) -> Vectors:
    return _unit(vectors + drawn.standard_normal(vectors.shape, np.float32) * np.float32(jitter))


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), np.float32)
