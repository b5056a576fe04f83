"""The library that `bench.fused_latency` writes in bulk is like one that was read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.ports import Extraction
from backend.types import Chunk, Document, Section
from backend.windows.cutting import MOST_CHARACTERS, window_spans, window_texts
from bench._large_library import Recombined, window_ends

POOL = [
    f"Pier {name} of the old harbour {'is closed ' * times}now."
    for name, times in (("one", 1), ("two", 8), ("three", 20), ("four", 40))
]


class NoNames:
    """Finds nothing in a text."""

    def extract(
        self, document: Document, sections: Sequence[Section], chunks: Sequence[Chunk]
    ) -> Extraction:
        return Extraction((), (), ())


@given(st.lists(st.sampled_from(POOL), min_size=2, max_size=8))
def test_windows_end_where_a_passage_of_these_sentences_is_cut(sentences: list[str]) -> None:
    ends = window_ends([len(sentence) for sentence in sentences])
    starts = [0, *ends[:-1]]
    texts = [" ".join(sentences[first:last]) for first, last in zip(starts, ends, strict=True)]
    whole = " ".join(sentences)
    assert texts == [whole[start:end] for start, end in window_spans(whole)]
    assert all(len(text) <= MOST_CHARACTERS or text in POOL for text in texts)


def test_a_document_is_the_same_whenever_it_is_asked_for() -> None:
    vectors = np.eye(len(POOL), 6, dtype=np.float32)
    made = Recombined("c", POOL, vectors, "model", NoNames())
    bundle, windows = made.document(5, size=3)
    again, windows_again = made.document(5, size=3)
    other, _ = made.document(6, size=3)
    assert bundle.text == again.text
    assert bundle.text != other.text
    assert (bundle.vectors == again.vectors).all()
    assert (windows.vectors == windows_again.vectors).all()
    assert [bundle.text[chunk.start : chunk.end] for chunk in bundle.chunks] == [
        chunk.text for chunk in bundle.chunks
    ]
    assert windows.chunk_ids == tuple(chunk.id for chunk in bundle.chunks)
    cut = [max(1, len(window_texts(chunk))) for chunk in bundle.chunks]
    assert windows.counts.tolist() == cut
    assert np.linalg.norm(bundle.vectors, axis=1) == pytest.approx([1.0] * 3, abs=1e-3)
    assert np.linalg.norm(windows.vectors * windows.scales[:, None], axis=1) == pytest.approx(
        [1.0] * sum(cut), abs=1e-5
    )
