"""What is proposed by titles and headings is what comparing every passage would propose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend import joined_views
from backend.passage_view.collection_view import CollectionView
from backend.passage_view.question_terms import asked_bm25, bm25
from backend.passage_view.views import Views
from backend.ports import DocumentBundle, Records
from backend.records import sqlite
from backend.retrievers.page import PageRetriever, titled_shares
from backend.retrievers.section import SectionRetriever
from backend.settings import Settings
from backend.types import Chunk, Collection, CollectionSettings, Document, Filters, Query
from backend.view_files import ViewFiles

DOCUMENTS = {
    "Harbour rules": (("Pilots", "Fees"), "The pilot waits."),
    "Pilot's handbook": (("Harbour",), "Harbour fees are due in May."),
    "Notes": ((), "A harbour and a pilot."),
}
QUESTIONS = ["Which fees does the harbour take?", "Who is the pilot?", "Something unheard", ""]


def bundle(collection: str, title: str) -> DocumentBundle:
    """A document with two passages, the first of them below headings."""
    path, text = DOCUMENTS[title]
    identity = f"{collection}-{title}"
    document = Document(
        *(identity, collection, title, title, "text/plain", title, 2 * len(text), 1, 2, 1, 0.0)
    )
    first = Chunk(
        *(f"{identity}-0", identity, "", 0, text, 0, len(text), (0,), "prose", title),
        path=(title, *path),
    )
    second = replace(first, id=f"{identity}-1", ordinal=1, path=())
    vectors = np.zeros((2, 4), np.float16)
    return DocumentBundle(document, text, (), (), (first, second), vectors, "none")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path_factory.mktemp("titles")))
    yield made
    made.close()


@pytest.fixture(scope="module")
def collection(records: Records) -> Collection:
    made = records.create_collection("Titles", CollectionSettings())
    records.publish([bundle(made.id, title) for title in DOCUMENTS])
    return made


def agreement(said: np.ndarray, covered: np.ndarray) -> np.ndarray:
    found: np.ndarray = 2.0 * said * covered / (said + covered + 1e-9)
    return found


def best(view: CollectionView, scores: Sequence[float]) -> list[tuple[str, float]]:
    found = [(view.ids[row], score) for row, score in enumerate(scores) if score > 0.0]
    return sorted(found, key=lambda each: (-each[1], each[0]))


@pytest.mark.parametrize("text", QUESTIONS)
def test_titles_that_share_a_word_are_found_as_if_all_were_compared(
    records: Records, collection: Collection, text: str
) -> None:
    views = Views(records)
    view = views.of(collection.id)
    every = agreement(*titled_shares(view, text, np.arange(view.size))).tolist()
    found = PageRetriever(views).propose(Query(text, collection.id), 10)
    assert [(each.chunk_id, each.score) for each in found] == best(view, every)


@pytest.mark.parametrize("text", QUESTIONS)
def test_headings_that_share_a_word_are_found_as_if_all_were_compared(
    records: Records, collection: Collection, text: str
) -> None:
    views = Views(records)
    view = views.of(collection.id)
    retriever, query = SectionRetriever(views), Query(text, collection.id)
    every = retriever.score(query, view.ids)
    found = retriever.propose(query, 10)
    assert [(each.chunk_id, each.score) for each in found] == best(
        view, [every.get(each, 0.0) for each in view.ids]
    )


def test_a_question_of_headings_finds_what_stands_below_them_alone(
    records: Records, collection: Collection
) -> None:
    query = Query("What of the fees?", collection.id)
    found = SectionRetriever(Views(records)).propose(query, 10)
    assert [each.chunk_id for each in found] == [f"{collection.id}-Harbour rules-0"]


def test_filters_hold_for_what_titles_propose(records: Records, collection: Collection) -> None:
    notes = (f"{collection.id}-Notes",)
    query = Query("harbour", collection.id, filters=Filters(document_ids=notes))
    assert PageRetriever(Views(records)).propose(query, 10) == []


def test_an_empty_collection_proposes_nothing(records: Records) -> None:
    empty = records.create_collection("Empty", CollectionSettings())
    for retriever in (PageRetriever(Views(records)), SectionRetriever(Views(records))):
        assert retriever.propose(Query("harbour", empty.id), 5) == []


def test_a_questions_words_are_added_up_once_and_nobody_changes_the_sums(
    records: Records, collection: Collection
) -> None:
    view = Views(records).of(collection.id)
    found = asked_bm25(view, "harbour pilot harbour")
    assert found is asked_bm25(view, "harbour pilot harbour")
    assert not found.flags.writeable
    np.testing.assert_array_equal(found, bm25(view, {"harbour": 1.0, "pilot": 1.0}))
    assert found.max() > 0.0


def test_a_stored_view_holds_who_holds_a_word(
    records: Records, collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joined_views, "STORED_FROM", 1)
    files = ViewFiles(tmp_path, records)
    Views(records, files).keep(collection.id)
    opened = Views(records, files).of(collection.id)
    wanted = Views(records).of(collection.id)
    (segment,) = opened.segments.values()
    for table in ("titled", "headed", "paths"):
        assert f"{table}.holders.rows" in segment, "it is worked out anew at each start"
    for name in ("title_holders", "own_title_holders", "path_holders"):
        one, other = getattr(opened, name).matrix, getattr(wanted, name).matrix
        assert one.toarray().tolist() == other.toarray().tolist()
