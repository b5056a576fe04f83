"""What sentences say of whom: facts with names filled in, kept, and looked up by a question."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.analysis import term_texts
from backend.discourse.document_facts import KEPT, NAME, read_facts
from backend.discourse.fact_view import joined
from backend.discourse.fact_views import FactViews
from backend.discourse.facts import facts_of_passages
from backend.errors import NotFoundError
from backend.passage_notes import DocumentNotes
from backend.pipelines.fused_hybrid import FusedOptions
from backend.ports import Records
from backend.records import sqlite
from backend.retrievers import fact
from backend.retrievers.fact import FactRetriever
from backend.settings import Settings, load_settings
from backend.tables.cell_facts import cell_facts
from backend.types import Chunk, CollectionSettings, Fact, Filters, Query
from backend.workbench import open_workbench
from tests.factories import make_bundle, with_tables


def facts(*texts: str) -> list[list[tuple[str, str, str]]]:
    """Subject, relation and object of the facts of each passage."""
    chunks = [
        Chunk(str(number), "d", "s", number, text, 0, len(text), (0,), "prose")
        for number, text in enumerate(texts)
    ]
    found = facts_of_passages(chunks, "")
    return [[(each.subject, each.relation, each.object) for each in own] for own in found]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ada Finch painted 40 boats.", ("Ada Finch", "painted", "40 boats")),
        ("Ada Finch, a painter, left Hull.", ("Ada Finch", "is", "a painter")),
        ("Ada Finch (born 1899) left Hull.", ("Ada Finch", "born", "1899")),
        ("Ada Finch (1899–1961) left Hull.", ("Ada Finch", "lived", "1899 to 1961")),
        ("Ada Finch is the largest U.S. maker of oars.",
         ("Ada Finch", "is", "the largest U.S. maker of oars")),
        ("The slipway costs 1,450 euros.", ("The slipway", "costs", "1,450 euros")),
        ("Cockerels are prohibited.", ("Cockerels", "are prohibited", "")),
        ("The pump was moved to Hull in May 2019.",
         ("The pump", "was moved", "to Hull in May 2019")),
    ],
)  # fmt: skip
def test_a_sentence_states_a_fact(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in facts(text)[0]


@pytest.mark.parametrize(
    "text",
    ["Ring the bell.", "It leaks.", "Reports sent by post are kept.", "Now you have got a boat."],
)
def test_what_tells_of_nobody_known_states_none(text: str) -> None:
    assert facts(text) == [[]]


def test_a_fact_has_the_name_that_its_sentence_leaves_out() -> None:
    found = facts("Ada Finch was a painter.", 'Quay Ltd (the "Yard") builds boats. It was sold.')
    assert found[1][1] == ("Quay Ltd", "was sold", "")
    assert facts("Ada Finch was a painter.", "She left Hull.")[1] == [("Ada Finch", "left", "Hull")]


@given(st.text("AdaFinch is. (,\n", max_size=80))
def test_spans_lie_in_the_text(text: str) -> None:
    chunk = Chunk("0", "d", "s", 0, text, 0, len(text), (0,), "prose")
    for each in facts_of_passages([chunk], "")[0]:
        assert 0 <= each.start < each.end <= len(text)
        assert each.subject
        assert each.relation


def test_the_best_fact_of_a_passage_counts() -> None:
    weak, strong = Fact("Ada Finch", "left", "Hull", 0, 1), Fact("Tern", "carried", "bags", 0, 1)
    view = joined(
        [
            DocumentNotes("e", ("b",), ((strong, weak),)),
            DocumentNotes("d", ("a", "c"), ((weak,), (weak, weak, strong))),
        ]
    )
    best = dict(zip(view.chunk_ids, view.best("Who carried the bags?").tolist(), strict=True))
    assert best["a"] == 0.0
    assert best["b"] == pytest.approx(best["c"])
    # two of six facts hold either word: idf ln(1 + 4.5 / 2.5), each once in a fact of 3 terms;
    # the others have 4
    idf, length = 1.02962, (2 * 3 + 4 * 4) / 6
    assert best["b"] == pytest.approx(2 * idf * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 3 / length)), 1e-4)
    assert view.of("b") == (strong, weak)
    assert view.of("unknown") == ()
    assert joined([]).best("bags").size == 0


WORDS = st.sampled_from(["oak", "tar", "rope", "keel", "mast"])


@given(
    st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=6),
    st.lists(st.sampled_from(["oak", "tar", "rope", "sail"]), max_size=3),
)
def test_a_fact_beside_the_view_weighs_what_it_weighs_in_it(
    told: list[list[str]], asked: list[str]
) -> None:
    own = [Fact("Boat", "has", " ".join(words), 0, 1) for words in told]
    ids = tuple(str(number) for number in range(len(own)))
    view = joined([DocumentNotes("d", ids, tuple((each,) for each in own))])
    question = " ".join(asked)
    best = view.best(question).tolist()
    for each, weight in zip(own, best, strict=True):
        assert view.beside(question, [each.text]) == pytest.approx(weight, abs=1e-4)
    assert view.beside(question, [each.text for each in own]) == pytest.approx(max(best), abs=1e-4)
    assert view.beside(question, []) == 0.0


def test_a_row_counts_by_the_cell_that_says_most_of_the_question(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("Yard", CollectionSettings()).id
    bundle = with_tables(make_bundle(collection, passages=("Ada left Hull.", "A lamp.", "0.10")))
    records.publish([bundle])
    first, _, row = bundle.chunks
    views = FactViews(records)
    retriever = FactRetriever(records, views)
    asked = Query("What does a lamp weigh?", collection)
    scores = retriever.score(asked, [chunk.id for chunk in bundle.chunks])
    # "灯台: Lamp 0.10" has one word of the question, which no sentence's fact has: idf ln(1 +
    # (1 + 0.5) / 0.5) of one fact of 2 terms; the cell has 3 terms or more by how they are cut
    cells = cell_facts(bundle.tables[1], [row.row])
    assert [cell.object for cell in cells] == ["0.10"]
    length = len(term_texts(cells[0].text))
    mean = len(term_texts("Ada left Hull"))
    expected = math.log(4.0) * 2.2 / (1 + 1.2 * (0.25 + 0.75 * length / mean))
    assert scores[row.id] == pytest.approx(expected, abs=1e-4)
    assert scores[first.id] == 0.0
    assert row.id not in {each.chunk_id for each in retriever.propose(asked, 5)}
    with monkeypatch.context() as patch:
        patch.setattr(fact, "MOST_TABLES", 0)
        assert row.id not in retriever.score(asked, [row.id])
    records.delete_documents([bundle.document.id])
    assert retriever.score(asked, [row.id]) == {}


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def test_what_is_stored_is_what_was_read() -> None:
    parts = [
        DocumentNotes("d", ("a",), ((Fact("Möwe", "frisst", "Brot", 0, 9),),)),
        DocumentNotes("e", (), ()),
    ]
    assert list(KEPT.unpack(KEPT.pack(parts))) == parts


def test_facts_go_with_their_document(records: Records) -> None:
    collection = records.create_collection("Yard", CollectionSettings()).id
    gone, kept = (make_bundle(collection, title, ("Ada left Hull.",)) for title in ("G", "K"))
    records.publish([gone, kept])
    views = FactViews(records)
    assert views.keep(collection, 100)
    records.delete_documents([gone.document.id])
    stored = records.load_derived(collection, f"{NAME}/0")
    assert stored is not None
    assert stored[0] == b""
    assert views.of(collection).document_ids == (kept.document.id,)
    with pytest.raises(NotFoundError):
        read_facts(records, gone.document.id)


def test_the_retriever_finds_whom_a_pronoun_means(records: Records) -> None:
    collection = records.create_collection("Yard", CollectionSettings()).id
    bundle = make_bundle(
        collection, passages=("Ada Finch was a painter.", "She left Hull.", "Rain fell.")
    )
    records.publish([bundle])
    retriever = FactRetriever(records, FactViews(records))
    query = Query("When did Finch leave Hull?", collection)
    found = retriever.propose(query, 5)
    assert found[0].chunk_id == bundle.chunks[1].id
    every = [chunk.id for chunk in bundle.chunks]
    scores = retriever.score(query, every)
    assert {each.chunk_id: each.score for each in found}.items() <= scores.items()
    for filters in (Filters(media_types=("image/png",)), Filters(chunk_ids=frozenset([every[0]]))):
        assert bundle.chunks[1].id not in {
            each.chunk_id for each in retriever.propose(replace(query, filters=filters), 5)
        }


def test_fused_hybrid_counts_facts_only_where_the_option_says_so(tmp_path: Path) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        collection = workbench.library.create_collection("Yard")
        text = b"Ada Finch was a painter of the old school. She left Hull in 1899."
        workbench.library.add_file(collection.id, "finch.txt", text)
        workbench.queue.work_until_idle(threading.Event())
        asked = {
            on: workbench.questions.search(
                Query("Who left Hull?", collection.id, 5, options=FusedOptions(facts=on)),
                "fused_hybrid",
            ).hits[0]
            for on in (False, True)
        }
    finally:
        workbench.close()
    names = {on: {each.retriever for each in hit.signals} for on, hit in asked.items()}
    assert names[True] - names[False] == {"fact"}
    signal = next(each for each in asked[True].signals if each.retriever == "fact")
    assert signal.raw > 0.0
    assert not signal.learned
    assert sum(each.contribution for each in asked[True].signals) == pytest.approx(
        asked[True].score, abs=1e-4
    )
