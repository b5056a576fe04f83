"""Passages in the order of their best sentence, which stands where others put a cross-encoder."""

from __future__ import annotations

import pytest

from backend.embedders.sentence_transformers import build
from backend.settings import load_settings
from bench._reader_order import ORDERS, ReaderOrder
from bench._reader_sets import as_hits
from tests.factories import make_bundle
from tests.valleys import WordEmbedder

TEXTS = (
    "Ribe has a bridge. The bridge at Ribe is painted red and is long.",
    "",
    "The harbour of Ribe is small. Boats lie there in winter.",
    "Many people came by train. The bridge at Ribe was opened in 1904.",
)


@pytest.fixture(scope="module")
def order() -> ReaderOrder:
    return ReaderOrder(build(load_settings({})))


@pytest.mark.parametrize("by", ORDERS)
def test_the_passage_with_the_sentence_that_answers_is_first(order: ReaderOrder, by: str) -> None:
    hits = as_hits(make_bundle("c", "Ribe", TEXTS, path=()).chunks)
    found = [hit.chunk.text for hit in order.ordered("When was the bridge opened?", hits, by)]
    assert found[0] == TEXTS[3]
    assert found[-1] == "", "nothing in it can answer"
    assert sorted(found) == sorted(TEXTS)


def test_without_a_network_for_the_embedder_it_says_so() -> None:
    with pytest.raises(ValueError, match="aligns no words by words@0"):
        ReaderOrder(WordEmbedder())
