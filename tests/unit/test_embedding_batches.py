"""Passages are embedded in batches of like length, and a batch that was made once is kept."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from backend.ingestion.document import embed_in_batches
from backend.ports import Vectors
from tests.chunking import SmallEmbedder

PASSAGES = ("a b", "a", "a b c d", "a b c", "a")


class WatchedEmbedder(SmallEmbedder):
    """Remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked.append(list(texts))
        return super().embed(texts)


class Kept:
    """Finished batches by their number."""

    def __init__(self) -> None:
        self.batches: dict[int, npt.NDArray[np.float16]] = {}
        self.done: list[float] = []

    def embed(self, embedder: SmallEmbedder) -> npt.NDArray[np.float16]:
        return embed_in_batches(
            embedder, PASSAGES, 2, self.batches.get, self.batches.__setitem__, self.done.append
        )


def test_each_passage_gets_its_own_vector_whatever_batch_it_was_in() -> None:
    vectors = Kept().embed(SmallEmbedder())
    assert (vectors == SmallEmbedder().embed(PASSAGES).astype(np.float16)).all()


def test_passages_of_like_length_are_embedded_together_the_longest_first() -> None:
    embedder, kept = WatchedEmbedder(), Kept()
    kept.embed(embedder)
    assert embedder.asked == [["a b c d", "a b c"], ["a b", "a"], ["a"]]
    assert kept.done == [12 / 17, 16 / 17, 1.0]  # of 7 + 5, 3 + 1 and 1 characters


def test_a_later_try_goes_on_where_the_earlier_one_ended() -> None:
    kept = Kept()
    whole = kept.embed(SmallEmbedder())
    del kept.batches[2]
    embedder = WatchedEmbedder()
    assert (kept.embed(embedder) == whole).all()
    assert embedder.asked == [["a"]]


def test_a_document_without_passages_has_no_vectors() -> None:
    nothing = embed_in_batches(SmallEmbedder(), (), 2, lambda _: None, lambda *_: None, print)
    assert nothing.shape == (0, SmallEmbedder.dimension)
