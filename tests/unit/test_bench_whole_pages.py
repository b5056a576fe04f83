"""Plain ranking of whole pages, which searches are compared with: values worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from backend.ports import DocumentBundle, Records, Vectors
from backend.records import sqlite
from backend.settings import Settings
from backend.types import Collection, CollectionSettings
from backend.workbench import Workbench
from bench._whole_pages import WholePages, best_pages
from bench.own_search import elsewhere
from tests.factories import DIMENSION, EMBEDDING, make_bundle

AXES: Mapping[str, int] = {"north": 0, "east": 1}


class Axes:
    """An embedder of two questions, each along an axis of its own."""

    identity = EMBEDDING

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.eye(DIMENSION, dtype=np.float32)[[AXES[text] for text in texts]]


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def whole_pages(records: Records, *bundles: DocumentBundle, collection: Collection) -> WholePages:
    records.publish(bundles)
    embedders = SimpleNamespace(of=lambda collection_id: Axes())
    parts = SimpleNamespace(records=records, embedders=embedders)
    return WholePages(cast(Workbench, SimpleNamespace(parts=parts)), collection)


@pytest.fixture
def collection(records: Records) -> Collection:
    return records.create_collection("Harbour", CollectionSettings())


def on_one_page(bundle: DocumentBundle, spans: Sequence[tuple[int, int]]) -> DocumentBundle:
    """The document with its first passages at these spans of its text, on its first page."""
    text = bundle.text
    chunks = [
        replace(chunk, text=text[start:end], start=start, end=end, pages=(0,))
        for chunk, (start, end) in zip(bundle.chunks, spans, strict=False)
    ]
    return replace(bundle, chunks=(*chunks, *bundle.chunks[len(spans) :]))


def test_words_are_weighed_by_bm25_over_pages(records: Records, collection: Collection) -> None:
    bundle = make_bundle(collection.id, passages=("pilot boat", "pilot tide"))
    pages = whole_pages(records, bundle, collection=collection)
    # Pages of average length: a term said once weighs its idf times 2.2 / (1 + 1.2).
    rare, common = math.log(1 + 1.5 / 1.5), math.log(1 + 0.5 / 2.5)
    assert pages.by_words("Which boat has a pilot?") == pytest.approx([rare + common, common])
    assert pages.by_words("the") == pytest.approx([0.0, 0.0])


def test_a_longer_page_says_a_word_less_strongly(records: Records, collection: Collection) -> None:
    bundle = make_bundle(collection.id, passages=("pilot", "tide boat rope"))
    pages = whole_pages(records, bundle, collection=collection)
    idf = math.log(1 + 1.5 / 1.5)
    # Lengths 1 and 3, 2 on average: 1.2 · (.25 + .75 · 1 / 2) and 1.2 · (.25 + .75 · 3 / 2).
    assert pages.by_words("pilot") == pytest.approx([idf * 2.2 / (1 + 0.75), 0.0])
    assert pages.by_words("tide") == pytest.approx([0.0, idf * 2.2 / (1 + 1.65)])


def test_what_two_passages_of_a_page_share_counts_once(
    records: Records, collection: Collection
) -> None:
    bundle = make_bundle(collection.id, passages=("pilot boat", "tide", "quay mole rope"))
    # The passages "pilot boat" and "boat\n\ntide" lie over each other.
    bundle = on_one_page(bundle, [(0, 10), (6, 16)])
    pages = whole_pages(records, bundle, collection=collection)
    assert pages.pages([chunk.id for chunk in bundle.chunks]) == [0, 0, 1]
    idf = math.log(1 + 1.5 / 1.5)
    assert pages.by_words("boat") == pytest.approx([idf, 0.0])


def test_the_meaning_of_a_page_is_the_mean_of_its_passages(
    records: Records, collection: Collection
) -> None:
    vectors = np.zeros((3, DIMENSION), np.float16)
    vectors[0, AXES["north"]] = vectors[1, AXES["east"]] = vectors[2, AXES["north"]] = 1.0
    bundle = make_bundle(collection.id, passages=("a boat", "a tide", "a quay"), vectors=vectors)
    bundle = on_one_page(bundle, [(0, 6), (8, 14)])
    pages = whole_pages(records, bundle, collection=collection)
    assert pages.by_meaning("north") == pytest.approx([math.sqrt(0.5), 1.0])
    assert pages.by_meaning("east") == pytest.approx([math.sqrt(0.5), 0.0])


def test_pages_of_two_documents_are_two(records: Records, collection: Collection) -> None:
    bundles = [make_bundle(collection.id, title, ("boat", "tide")) for title in ("Log", "Book")]
    pages = whole_pages(records, *bundles, collection=collection)
    found = pages.pages([chunk.id for bundle in bundles for chunk in bundle.chunks])
    assert sorted(found) == [0, 1, 2, 3]


def test_without_pages_sections_are_ranked_and_else_passages(
    records: Records, collection: Collection
) -> None:
    def unpaged(title: str, path: tuple[str, ...]) -> DocumentBundle:
        made = make_bundle(collection.id, title, ("boat", "tide"), path=path)
        chunks = tuple(replace(chunk, pages=()) for chunk in made.chunks)
        return replace(made, document=replace(made.document, pages=0), chunks=chunks)

    headed, bare = unpaged("Log", ("Winter",)), unpaged("Letter", ())
    pages = whole_pages(records, headed, bare, collection=collection)
    first, second = pages.pages([chunk.id for chunk in headed.chunks])
    assert first == second
    assert len({first, *pages.pages([chunk.id for chunk in bare.chunks])}) == 3


def test_the_best_pages_come_first_and_equal_ones_in_their_order() -> None:
    assert best_pages(np.array([0.5, 2.0, 0.5, 1.0]), 3) == [1, 3, 0]


def test_passages_of_a_document_that_does_not_answer_are_counted_among_the_first_five() -> None:
    assert elsewhere(["a", "b", "a", "c", "a", "c", "c"], {"a", "b"}) == 0.2
    assert elsewhere(["c"], {"a"}) == 1.0
    assert elsewhere([], {"a"}) == 0.0
