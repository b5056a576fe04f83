"""A collection's view is the same whatever the order in which its documents came and went."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.passage_view.collection_view import CollectionView
from backend.passage_view.links import in_links, name_links, out_links, shared_names, title_links
from backend.passage_view.question_terms import bm25, name_match
from backend.passage_view.views import Views
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.settings import Settings
from backend.tasks.extract import local
from backend.types import Chunk, CollectionSettings, Document

TEXTS = {
    "Ada Byron": ("Ada Byron was taught by Mary Somerville.", "They met in London."),
    "Mary Somerville": ("Mary Somerville, also known as Mary Fairfax, wrote.", "It was physics."),
    "London": ("London is a city.", "The Harbour Safety Board (HSB) sits in London."),
    "Harbour Safety Board": ("The Harbour Safety Board met.", "It saw Ada Byron once."),
    "Notes": ("the HSB is named here", "and Mary Fairfax is, London too"),
}
EXTRACTOR = local.build(Settings())


def bundle(collection: str, title: str) -> DocumentBundle:
    parts = TEXTS[title]
    text = "\n\n".join(parts)
    identity, size = f"d-{collection}-{title}", len(text)
    document = Document(identity, collection, title, title, "text/plain", title, size, 1, 2, 1, 0.0)
    spans = ((0, len(parts[0])), (len(parts[0]) + 2, size))
    chunks = tuple(
        Chunk(f"{title}-{n}-{collection}", identity, "", n, text[a:b], a, b, (0,), "prose", title)
        for n, (a, b) in enumerate(spans)
    )
    found = EXTRACTOR.extract(document, (), chunks)
    vectors = np.zeros((2, 4), np.float16)
    return DocumentBundle(
        document,
        text,
        (),
        (),
        chunks,
        vectors,
        "none",
        entities=found.entities,
        mentions=found.mentions,
        triples=found.triples,
    )


def row(view: CollectionView, passage: str) -> int:
    """The row of a passage, by title and ordinal."""
    return next(n for n, each in enumerate(view.ids) if each.startswith(passage))


def seen(view: CollectionView) -> list[object]:
    """Everything that a question can learn from a view, independent of internal numbering."""
    rows = np.arange(view.size)
    asked = "What did Mary Somerville teach Ada Byron at the HSB in London?"
    by_title, by_text = name_match(view, asked)
    return [
        list(view.ids),
        by_title,
        by_text,
        bm25(view, {"london": 1.0, "ada": 0.5, "board": 1.2}),
        out_links(view, rows).upright(),
        in_links(view, rows).upright(),
        title_links(view, rows),
        name_links(view, rows),
        shared_names(view, rows),
    ]


def assert_same(one: CollectionView, other: CollectionView) -> None:
    for left, right in zip(seen(one), seen(other), strict=True):
        if isinstance(left, np.ndarray):
            np.testing.assert_allclose(left, right, atol=1e-5)
        else:
            assert left == right


@pytest.fixture(scope="module")
def records() -> Records:
    with tempfile.TemporaryDirectory() as folder:
        made = sqlite.build(Settings(library=Path(folder)))
        yield made  # type: ignore[misc]
        made.close()


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.sampled_from(sorted(TEXTS))), max_size=7))
def test_adding_and_removing_gives_what_a_fresh_reading_gives(
    records: Records, steps: list[tuple[bool, str]]
) -> None:
    collection = records.create_collection(
        f"c{records.sequence()}-{id(steps)}", CollectionSettings()
    )
    kept = Views(records)
    kept.of(collection.id)
    present: set[str] = set()
    for add, title in steps:
        made = bundle(collection.id, title)
        if add:
            records.publish([made])
            present.add(title)
        elif title in present:
            records.delete_documents([made.document.id])
            present.discard(title)
        kept.of(collection.id)
    assert_same(kept.of(collection.id), Views(records).of(collection.id))


def test_names_that_a_document_no_longer_gives_when_it_is_read_anew_are_forgotten(
    records: Records,
) -> None:
    collection = records.create_collection("read anew", CollectionSettings())
    before = bundle(collection.id, "Mary Somerville")
    records.publish([before, *(bundle(collection.id, each) for each in ("London", "Notes"))])
    kept = Views(records)
    assert ("mary fairfax", "mary somerville") in {
        each[1:] for each in kept.of(collection.id).stated
    }
    records.publish([replace(before, entities=(), mentions=(), triples=())])
    now, fresh = kept.of(collection.id), Views(records).of(collection.id)
    assert sorted(now.stated) == sorted(fresh.stated)
    assert list(now.key_texts) == list(fresh.key_texts)
    assert_same(now, fresh)


def test_a_collection_that_is_made_again_by_its_name_holds_nothing_of_the_one_before(
    records: Records,
) -> None:
    first = records.create_collection("made again", CollectionSettings())
    records.publish([bundle(first.id, each) for each in ("London", "Notes")])
    kept = Views(records)
    kept.of(first.id)
    records.delete_collection(first.id)
    again = records.create_collection("made again", CollectionSettings())
    assert again.id == first.id
    assert kept.of(again.id).size == 0
    records.publish([bundle(again.id, "Ada Byron")])
    assert list(kept.of(again.id).documents) == [f"d-{again.id}-Ada Byron"]
    assert_same(kept.of(again.id), Views(records).of(again.id))


def test_a_link_leads_from_a_mention_to_what_bears_the_name(records: Records) -> None:
    collection = records.create_collection("links", CollectionSettings())
    records.publish([bundle(collection.id, title) for title in TEXTS])
    view = Views(records).of(collection.id)
    rows = np.arange(view.size)
    links = title_links(view, rows)
    ada, mary = row(view, "Ada Byron-0"), row(view, "Mary Somerville-0")
    assert links[ada, mary] > 0.0
    assert links[mary, ada] == 0.0


def test_another_form_of_a_name_leads_to_the_same_passage(records: Records) -> None:
    collection = records.create_collection("forms", CollectionSettings())
    records.publish([bundle(collection.id, title) for title in TEXTS])
    view = Views(records).of(collection.id)
    rows = np.arange(view.size)
    links = title_links(view, rows)
    sources = [row(view, "Notes-0"), row(view, "Notes-1")]
    assert max(links[source, row(view, "Mary Somerville-0")] for source in sources) > 0.0
    assert max(links[source, row(view, "Harbour Safety Board-0")] for source in sources) > 0.0


def test_a_collection_without_documents_has_an_empty_view(records: Records) -> None:
    collection = records.create_collection("empty", CollectionSettings())
    view = Views(records).of(collection.id)
    assert view.size == 0
    assert bm25(view, {"london": 1.0}).size == 0
    assert name_match(view, "Who is Ada Byron?")[0].size == 0


@pytest.fixture(scope="module")
def whole(records: Records) -> CollectionView:
    """A view of all texts."""
    collection = records.create_collection("whole", CollectionSettings())
    records.publish([bundle(collection.id, title) for title in TEXTS])
    return Views(records).of(collection.id)


@given(
    st.dictionaries(
        st.sampled_from(["london", "ada", "board", "mari", "unheard"]),
        st.sampled_from([0.25, 0.5, 1.0, 1.2]),
    )
)
def test_terms_weigh_as_they_are_weighed_each_by_itself(
    whole: CollectionView, weights: dict[str, float]
) -> None:
    alone = [weight * bm25(whole, {term: 1.0}) for term, weight in weights.items()]
    wanted = sum(alone, np.zeros(whole.size, np.float32))
    np.testing.assert_allclose(bm25(whole, weights), wanted, rtol=1e-5, atol=1e-6)
