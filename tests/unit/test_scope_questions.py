"""A question over a library: narrowed to the documents that it means, its pages judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from backend.pipelines import naive
from backend.pipelines._broad.documents import documents_meant
from backend.pipelines._broad.wording import breadth_of
from backend.pipelines._scoping import Scoping, beside_tables, with_scope
from backend.ports import (
    Parts,
    Records,
    Retrieval,
    Search,
    Searched,
    TextSearch,
)
from backend.records import sqlite
from backend.retrievers import glossary, salience, scope, statement
from backend.retrievers.page_evidence import PageEvidenceRetriever
from backend.scope import page_view
from backend.scope.page_scores import standardised
from backend.scope.scoped_question import scoped_questions_over
from backend.settings import Settings
from backend.types import (
    CollectionSettings,
    Filters,
    Hit,
    Options,
    Query,
    Scored,
    Signal,
    Step,
    Turn,
)
from tests.factories import make_bundle

ROWS = [f"Net sales {number} 1,{number:03d} 2,{number:03d}" for number in range(10)]


ON = Options(scope=True)
TIDEWATER = "TIDEWATER_2023_10K"


class Nearby:
    """An index whose passages are all equally near, and an embedder for it."""

    identity = "near"

    def __init__(self, records: Records) -> None:
        self._records = records
        self.asked: list[Filters] = []

    def of(self, _collection: str) -> Nearby:
        return self

    def embed(self, texts: list[str]) -> np.ndarray:
        return np.ones((len(texts), 2), np.float32)

    def question(self, _collection: str, text: str) -> np.ndarray:
        return self.embed([text])[0]

    def learned_from(self, _collection: str) -> int:
        return 0

    def sequence(self) -> int:
        return 1

    def search_together(
        self, collection: str, searches: Sequence[Search], *, judged: bool
    ) -> list[Searched]:
        return [Searched.alone(self._near(collection, search)) for search in searches]

    def score_together(
        self, _collection: str, searches: Sequence[Search], _ids: Sequence[str]
    ) -> list[dict[str, float]]:
        return [{} for _ in searches]

    def _near(self, collection: str, search: Search) -> list[Scored]:
        if isinstance(search, TextSearch):
            return []
        self.asked.append(search.filters)
        wanted = search.filters.document_ids
        return [
            Scored(chunk.id, 0.5)
            for document in self._records.documents(collection)
            if not wanted or document.id in wanted
            for chunk in self._records.chunks_of(document.id)
        ]


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    store = sqlite.build(Settings(library=tmp_path))
    yield store
    store.close()


@pytest.fixture
def parts(records: Records) -> Parts:
    near = Nearby(records)
    nothing = None
    return Parts(Settings(), records, near, near, nothing, nothing, nothing, nothing, nothing)  # type: ignore[arg-type]


def publish(records: Records, tables: bool = True, glossary_name: str = "") -> str:
    settings = CollectionSettings(glossary=glossary_name)
    collection = records.create_collection("Filings", settings).id
    for name in ("NORTHWIND_2022_10K", "NORTHWIND_2023_10K", "PLOVER_2023_10K", TIDEWATER):
        sheet = "\n\n".join(["Consolidated Balance Sheets", *ROWS]) if tables else "A word."
        passages = (f"{name} cover", "Ships wait for the pilot.", sheet)
        records.publish([lines_apart(make_bundle(collection, name, passages))])
    return collection


def lines_apart(bundle: object) -> object:
    """The bundle with one printed line per row of its passages."""
    found = []
    for line in bundle.lines:  # type: ignore[attr-defined]
        start = line.start
        for piece in bundle.text[line.start : line.end].split("\n\n"):  # type: ignore[attr-defined]
            found.append(replace(line, start=start, end=start + len(piece)))
            start += len(piece) + 2
    return replace(bundle, lines=tuple(found))  # type: ignore[type-var]


def hits(parts: Parts, collection: str) -> list[Hit]:
    """All passages, each a little worse than the one before."""
    chunks = [
        chunk
        for document in parts.records.documents(collection)
        for chunk in parts.records.chunks_of(document.id)
    ]
    return [
        Hit(chunk, 1.0 - rank / 10, (Signal("dense", rank + 1, 0.5, 0.0, 1.0 - rank / 10),))
        for rank, chunk in enumerate(chunks)
    ]


def test_a_named_document_narrows_the_search(parts: Parts) -> None:
    collection = publish(parts.records)
    scoped = Scoping(parts).narrowed(Query("What did Tidewater sell in 2023?", collection))
    titles = {
        parts.records.document(document_id).title
        for document_id in scoped.query.filters.document_ids
    }
    assert titles == {"TIDEWATER_2023_10K"}
    assert scoped.notice == "Searched in TIDEWATER 2023 10K"
    assert scoped.step is not None
    assert scoped.step.summary == scoped.notice


def test_one_report_among_manuals_is_judged_by_its_rows_where_it_alone_is_meant(
    parts: Parts,
) -> None:
    collection = publish(parts.records, tables=False)
    sheet = "\n\n".join(["Consolidated Balance Sheets", *ROWS])
    passages = ("KESTREL cover", "Ships wait for the pilot.", sheet)
    bundle = make_bundle(collection, "KESTREL_2023_10K", passages)
    parts.records.publish([lines_apart(bundle)])
    questions = scoped_questions_over(parts)
    # 1 of 15 pages has a table, and 1 of the 3 of the report
    assert not questions.of(Query("Which ships wait for the pilot?", collection)).by_rows
    assert not questions.of(Query("What did Tidewater sell in 2023?", collection)).by_rows
    assert questions.of(Query("What did Kestrel sell in 2023?", collection)).by_rows


def test_two_names_put_their_documents_first_and_leave_the_others_to_be_found(
    parts: Parts,
) -> None:
    question = "Do Plover and Tidewater share a pilot?"
    collection = publish(parts.records, tables=False)
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query(question, collection))
    assert scoped.query.filters.document_ids == ()
    found = scoping.reordered(scoped, hits(parts, collection))
    assert len(found) == 12
    assert {hit.chunk.title for hit in found[:6]} == {"PLOVER_2023_10K", TIDEWATER}


def test_of_a_name_that_a_note_speaks_of_too_the_note_is_searched_as_well(parts: Parts) -> None:
    collection = publish(parts.records, tables=False)
    question = "What did Tidewater sell?"
    scoping = Scoping(parts)
    assert scoping.narrowed(Query(question, collection)).notice == "Searched in TIDEWATER 2023 10K"
    note = make_bundle(collection, "Note", ("Tidewater sold its quay.",))
    parts.records.publish([note])
    scoped = scoping.narrowed(Query(question, collection))
    assert scoped.query.filters.document_ids == ()
    assert scoped.notice == "Searched everywhere, TIDEWATER 2023 10K first"
    assert scoped.asked.among.all()
    assert "Tidewater" in scoped.asked.text, "the name finds what else speaks of it"
    profiles = scoped.asked.view.directory.profiles
    assert len(profiles) == 4, "a note is no document to route to"
    assert note.document.id not in {profile.id for profile in profiles}
    parts.records.delete_documents([note.document.id])
    assert scoping.narrowed(Query(question, collection)).query.filters.document_ids


def test_a_broad_question_means_the_document_of_a_name_that_others_speak_of(parts: Parts) -> None:
    collection = publish(parts.records, tables=False)
    for name, passages in (
        ("Grand_Harbour_2023_10K", ("Grand Harbour cover", "Ships wait.", "A word.")),
        ("Note", ("Grand Harbour sold its quay.",)),
    ):
        parts.records.publish([make_bundle(collection, name, passages)])
    scoped = Scoping(parts).narrowed(Query("What did GrHa sell?", collection))
    assert scoped.notice == "Searched everywhere, Grand Harbour 2023 10K first"
    question = "Summarise GrHa."
    breadth = breadth_of(question)
    assert breadth is not None
    meant = documents_meant(parts, Query(question, collection), breadth)
    assert meant is not None
    assert [document.title for document in meant] == ["Grand_Harbour_2023_10K"]


def test_the_option_switches_scope_off(parts: Parts) -> None:
    collection = publish(parts.records)
    query = Query("What did Tidewater sell?", collection, options=Options(scope=False))
    scoped = Scoping(parts).narrowed(query)
    assert scoped.query == query
    assert scoped.step is None
    assert scoped.notice == ""


def test_a_search_that_was_narrowed_tells_it_first_among_steps_and_last_among_notices(
    parts: Parts,
) -> None:
    collection = publish(parts.records)
    found = Retrieval((), 1, (Step("search", "Nothing.", 0.0),), notices=("It is late.",))
    scoped = Scoping(parts).narrowed(Query("What did Tidewater sell?", collection))
    told = with_scope(found, scoped)
    assert [step.name for step in told.steps] == ["scope", "search"]
    assert told.notices == ("It is late.", "Searched in TIDEWATER 2023 10K")
    everywhere = Scoping(parts).narrowed(Query("What was sold?", collection))
    assert with_scope(found, everywhere) == with_scope(found, None) == found


def test_a_collection_of_records_is_left_alone(parts: Parts) -> None:
    collection = parts.records.create_collection("Passages", CollectionSettings()).id
    for title in ("Tidewater", "Northwind"):
        bundle = make_bundle(collection, title, ("One.",), key=title, media_type="application/json")
        parts.records.publish([bundle])
    query = Query("What is Tidewater in 2023?", collection)
    scoping = Scoping(parts)
    scoped = scoping.narrowed(query)
    assert scoped.query == query
    found = hits(parts, collection)
    assert scoping.reordered(scoped, found) == tuple(found)
    assert scoping.retriever.propose(query, 5) == []


def letters(records: Records) -> str:
    """A collection of letters alone, each of one passage, with tables in them."""
    collection = records.create_collection("Letters", CollectionSettings()).id
    for name in ("Orla Venn", "Dov Kray", "Ines Reed"):
        text = "\n\n".join(["Ada Finch", name, f"Dear {name},", "The pilot waits.", *ROWS])
        records.publish([lines_apart(make_bundle(collection, f"scan {name[:1]}", (text,)))])
    return collection


def test_of_letters_alone_the_one_to_whom_the_question_says_comes_first(parts: Parts) -> None:
    collection = letters(parts.records)
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query("Who waits, in the letter to Dov Kray?", collection))
    assert scoped.query.filters.document_ids == (), "a first page is no filter"
    assert scoped.step is not None
    assert scoped.notice == "Searched everywhere, scan D first"


def test_letters_alone_are_not_judged_by_their_rows(parts: Parts) -> None:
    collection = letters(parts.records)
    scoped = Scoping(parts).narrowed(Query("Who waits?", collection))
    assert scoped.asked.page_view.has_tables
    assert not scoped.asked.by_rows
    assert not scoped.asked.active


def test_a_letter_that_a_person_has_not_chosen_is_not_searched(parts: Parts) -> None:
    collection = letters(parts.records)
    ids = {document.title: document.id for document in parts.records.documents(collection)}
    query = Query("Who waits, in the letter to Dov Kray?", collection)
    filters = Filters(document_ids=(ids["scan O"],))
    scoped = Scoping(parts).narrowed(replace(query, filters=filters))
    assert scoped.query.filters.document_ids == (ids["scan O"],)
    assert scoped.notice == ""


def test_pages_of_an_imported_file_are_one_place(parts: Parts) -> None:
    collection = parts.records.create_collection("Pages", CollectionSettings()).id
    for name in ("NORTHWIND_2022_10K", "TIDEWATER_2023_10K"):
        for page in range(3):
            text = (f"page {page} of the file", *ROWS)
            parts.records.publish(
                [
                    make_bundle(
                        collection, name, text, key=f"{name}#p{page}", media_type="application/json"
                    )
                ]
            )
    asked = scoped_questions_over(parts).of(Query("Where is Tidewater?", collection))
    chosen = asked.filters(Filters()).document_ids
    keys = {parts.records.document(each).key for each in chosen}
    assert keys == {f"TIDEWATER_2023_10K#p{page}" for page in range(3)}
    assert sorted(asked.page_view.numbers[asked.among].tolist()) == [0, 1, 2]


def test_the_page_that_is_asked_for_comes_first(parts: Parts) -> None:
    collection = publish(parts.records)
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query("What does page 2 of Tidewater say?", collection))
    inside = [
        hit
        for hit in hits(parts, collection)
        if hit.chunk.document_id in scoped.query.filters.document_ids
    ]
    assert scoping.reordered(scoped, inside)[0].chunk.text == "Ships wait for the pilot."


@pytest.mark.parametrize("tables", [True, False])
def test_contributions_sum_to_the_score(parts: Parts, tables: bool) -> None:
    collection = publish(parts.records, tables, "finance")
    scoping = Scoping(parts)
    query = Query("What was the total of Northwind's balance sheet in 2023?", collection)
    scoped = scoping.narrowed(query)
    inside = [
        hit
        for hit in hits(parts, collection)
        if hit.chunk.document_id in scoped.query.filters.document_ids
    ]
    found = scoping.reordered(scoped, inside)
    assert len(found) == len(inside) == 6
    for hit in found:
        assert sum(s.contribution for s in hit.signals) == pytest.approx(hit.score, abs=1e-5)
    assert found[0].chunk.title == "NORTHWIND_2023_10K"
    assert found[0].chunk.text.startswith("Consolidated") == tables


def test_a_letter_among_reports_is_judged_as_their_pages_are(parts: Parts) -> None:
    collection = publish(parts.records)
    letter = make_bundle(collection, "Letter", ("The lift stands still, its motor burned out.",))
    parts.records.publish([letter])
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query("Why does the lift stand still?", collection))
    assert scoped.asked.by_rows
    candidates = hits(parts, collection)
    candidates.sort(key=lambda candidate: candidate.chunk.document_id == letter.document.id)
    found = scoping.reordered(scoped, candidates)
    assert candidates[-1].chunk.document_id == letter.document.id
    assert found[0].chunk.document_id == letter.document.id
    assert sum(s.contribution for s in found[0].signals) == pytest.approx(found[0].score, abs=1e-5)
    proposed = PageEvidenceRetriever(parts).propose(scoped.query, 1)
    assert [each.chunk_id for each in proposed] == [letter.chunks[0].id]


def test_a_letter_beside_many_pages_of_tables_stands_where_its_own_words_put_it(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_view, "MANY_PAGES", 2)
    collection = publish(parts.records)
    letter = make_bundle(collection, "Letter", ("The yearly fee is 640 euros in total.",))
    parts.records.publish([letter])
    scoping = Scoping(parts)
    scoped = scoping.narrowed(
        Query("What do the consolidated balance sheets say of the fee?", collection)
    )
    assert scoped.asked.by_rows
    candidates = hits(parts, collection)
    (own,) = (
        candidate for candidate in candidates if candidate.chunk.document_id == letter.document.id
    )
    others = [hit for hit in candidates if hit is not own]
    for place in (0, 2, len(others)):
        ordered = [*others[:place], own, *others[place:]]
        scored = [replace(each, score=1.0 - at / 20) for at, each in enumerate(ordered)]
        found = scoping.reordered(scoped, scored)
        assert [hit.chunk.document_id for hit in found].index(letter.document.id) == place
        sheets = [hit for hit in found if hit.chunk.document_id != letter.document.id]
        assert [sheet.score for sheet in sheets] == sorted((h.score for h in sheets), reverse=True)
        before = [each.chunk.id for each in ordered if each is not own]
        assert [sheet.chunk.id for sheet in sheets] != before
    monkeypatch.setattr(page_view, "MANY_PAGES", 99)
    found = scoping.reordered(scoped, [*others, own])
    assert found[-1].chunk.document_id != letter.document.id, "few pages do not outweigh passages"


def test_a_letter_that_is_meant_comes_first_also_beside_many_pages_of_tables(
    parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_view, "MANY_PAGES", 2)
    collection = publish(parts.records)
    text = "LETTER\n\nDear Ms Lund,\n\nThe yearly fee is 640 euros.\n\nYours, Bo Rask"
    letter = make_bundle(collection, "Rask", (text,))
    parts.records.publish([lines_apart(letter)])
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query("What does the letter say of the balance sheet?", collection))
    assert scoped.asked.scope.priors.keys() == {letter.document.id}
    candidates = hits(parts, collection)
    candidates.sort(key=lambda candidate: candidate.chunk.document_id == letter.document.id)
    found = scoping.reordered(scoped, candidates)
    assert found[0].chunk.document_id == letter.document.id


def test_only_passages_of_documents_with_tables_change_places_and_what_is_meant_comes_up() -> None:
    tables, none = [True, False, True, False, True], [False] * 5
    assert beside_tables([4, 3, 2, 1, 0], [0, 1, 2, 3, 4], tables, none) == [4, 1, 2, 3, 0]
    assert beside_tables([2, 0, 4, 1, 3], [1, 0, 3, 4, 2], tables, none) == [1, 2, 3, 0, 4]
    assert beside_tables([3, 2, 1, 0, 4], [0, 1, 2, 3, 4], [True] * 5, none) == [3, 2, 1, 0, 4]
    assert beside_tables([3, 2, 1, 0, 4], [0, 1, 2, 3, 4], none, none) == [0, 1, 2, 3, 4]
    three = [False, False, False, True, False]
    assert beside_tables([3, 2, 1, 0, 4], [0, 1, 2, 3, 4], tables, three) == [3, 2, 1, 0, 4]
    # it goes down for nothing that pages say
    assert beside_tables([4, 2, 1, 0, 3], [3, 1, 2, 0, 4], tables, three) == [3, 1, 4, 2, 0]


def test_a_letter_is_a_passage_to_find_and_no_place_to_search_in(parts: Parts) -> None:
    collection = publish(parts.records)
    letter = make_bundle(collection, "Letter", ("The lift stands still, its motor burned out.",))
    parts.records.publish([letter])
    chosen = Filters(document_ids=(letter.document.id,))
    query = Query("Why does the lift stand still?", collection, filters=chosen)
    scoped = Scoping(parts).narrowed(query)
    assert scoped.query.filters == chosen
    assert not scoped.asked.scope.priors
    assert letter.document.id not in scoped.asked.view.directory.by_id


def test_a_retriever_that_is_off_adds_nothing(parts: Parts) -> None:
    collection = publish(parts.records, True, "finance")
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query("What is on Tidewater's balance sheet?", collection))
    off = frozenset(["statement", "scope"])
    for hit in scoping.reordered(scoped, hits(parts, collection)[:3], off):
        assert not off & {signal.retriever for signal in hit.signals}


@pytest.mark.parametrize("tables", [True, False])
def test_a_signal_says_what_its_retriever_says(parts: Parts, tables: bool) -> None:
    """The number beside a passage is the one by which it is told why a passage was not shown."""
    collection = publish(parts.records, tables, "finance")
    question = "Which sales stand on page 2 of Northwind's balance sheet of 2023?"
    scoping = Scoping(parts)
    scoped = scoping.narrowed(Query(question, collection))
    inside = [
        hit
        for hit in hits(parts, collection)
        if hit.chunk.document_id in scoped.query.filters.document_ids
    ]
    found = scoping.reordered(scoped, inside)
    said = {
        module.CARD.name: {
            hit.chunk.id: signal.raw
            for hit in found
            for signal in hit.signals
            if signal.retriever == module.CARD.name and signal.raw is not None
        }
        for module in (scope, salience, glossary, statement)
    }
    assert {name for name, raw in said.items() if raw} == (
        {"scope", "salience", "glossary", "statement"} if tables else {"scope"}
    )
    ids = [hit.chunk.id for hit in found]
    for module in (scope, salience, glossary, statement):
        if said[module.CARD.name]:
            assert said[module.CARD.name] == module.build(parts).score(scoped.query, ids)
    assert len(set(said["scope"].values())) > 1, "the page that is asked for"


def test_each_retriever_scores_what_it_proposes(parts: Parts) -> None:
    collection = publish(parts.records, True, "finance")
    query = Query("Which sales stand in Northwind's balance sheet of 2023?", collection)
    for module in (scope, salience, glossary, statement):
        retriever = module.build(parts)
        proposed = retriever.propose(query, 4)
        assert proposed, retriever.name
        scores = retriever.score(query, [each.chunk_id for each in proposed])
        assert scores == {each.chunk_id: each.score for each in proposed}
        assert proposed == sorted(proposed, key=lambda each: (-each.score, each.chunk_id))
    found = PageEvidenceRetriever(parts).propose(query, 4)
    assert found
    assert parts.records.chunks([found[0].chunk_id])[found[0].chunk_id].text.startswith("Consol")


def test_the_naive_pipeline_uses_scope_only_when_it_is_asked_to(parts: Parts) -> None:
    collection = publish(parts.records)
    pipeline = naive.build(parts)
    whole = naive.NaiveOptions(parts=False)
    plain = pipeline.retrieve(Query("What did Tidewater sell?", collection, 12, options=whole))
    assert plain.notices == ()
    assert {hit.chunk.title for hit in plain.hits} > {"TIDEWATER_2023_10K"}
    inside = replace(whole, scope=True)
    scoped = pipeline.retrieve(Query("What did Tidewater sell?", collection, 3, options=inside))
    assert scoped.notices == ("Searched in TIDEWATER 2023 10K",)
    assert scoped.steps[0].name == "scope"
    assert {hit.chunk.title for hit in scoped.hits} == {"TIDEWATER_2023_10K"}


def test_a_broad_question_means_its_document_also_where_the_search_is_not_narrowed(
    parts: Parts,
) -> None:
    collection = publish(parts.records)
    question = "Summarise Tidewater's 10-K for fiscal 2023."
    breadth = breadth_of(question)
    assert breadth is not None
    query = Query(question, collection, options=naive.NaiveOptions(scope=False))
    meant = documents_meant(parts, query, breadth)
    assert meant is not None
    assert [document.title for document in meant] == [TIDEWATER]


def test_this_document_is_what_the_last_answer_cited(parts: Parts) -> None:
    collection = publish(parts.records)
    cited = next(d.id for d in parts.records.documents(collection) if "TIDE" in d.title)
    turn = Turn("Who?", "Tidewater.", (cited,))
    query = Query("What is on the cover of this report?", collection, history=(turn,))
    scoped = Scoping(parts).narrowed(query)
    assert scoped.query.filters.document_ids == (cited,)
    assert scoped.notice == "Searched in TIDEWATER 2023 10K, at page 1"


def test_standardised_scores_are_cut_and_even_ones_are_zero() -> None:
    among = np.array([True] * 100 + [False])
    values = np.zeros(101, np.float32)
    assert standardised(values, among).tolist() == [0.0] * 101
    values[0] = 1.0
    # mean .01, deviation √(.01 · .99); (1 − .01) / √.0099 ≈ 9.95, cut at 8
    assert standardised(values, among)[0] == 8.0
    assert standardised(values, among)[1] == pytest.approx(-0.01 / 0.0099**0.5, abs=1e-4)


class Worded(Nearby):
    """An index that finds passages by one word."""

    def _near(self, collection: str, search: Search) -> list[Scored]:
        word = search.text if isinstance(search, TextSearch) else ""
        return [
            Scored(chunk.id, 1.0)
            for document in self._records.documents(collection)
            for chunk in self._records.chunks_of(document.id)
            if word in chunk.text
        ]


def test_a_document_is_meant_by_what_it_calls_itself(parts: Parts) -> None:
    collection = parts.records.create_collection("Texts", CollectionSettings()).id
    for name, passages in (
        ("Of sails", ("This essay praises sails. This essay is short.",)),
        ("Of oars", ("Oars are no subject of this essay.", "This guide tells how to row.")),
        ("Of knots", ("This guide shows knots.",)),
    ):
        parts.records.publish([make_bundle(collection, name, passages)])

    parts = replace(parts, index=Worded(parts.records))  # type: ignore[arg-type]

    def meant(question: str) -> list[str] | None:
        breadth = breadth_of(question)
        assert breadth is not None
        found = documents_meant(parts, Query(question, collection), breadth)
        return None if found is None else [document.title for document in found]

    assert meant("What is the essay about?") == ["Of sails"]
    assert meant("What is the memo about?") is None, "none calls itself so"
    assert sorted(meant("What is the guide about?") or ()) == ["Of knots", "Of oars", "Of sails"]


INCOME = "\n\n".join(["Consolidated Statements of Income", *ROWS])
SHEET = "\n\n".join(["Consolidated Balance Sheets", *ROWS])


def accounts(records: Records, chosen: str = "", *, passages: Sequence[str]) -> str:
    """A collection of one document that nothing is set for, but for the glossary."""
    collection = records.create_collection("Books", CollectionSettings(glossary=chosen)).id
    records.publish([lines_apart(make_bundle(collection, "KESTREL_2023", passages))])
    return collection


RATIO = "What was the quick ratio?"


def test_accounts_are_asked_in_the_words_of_their_field_without_a_switch(parts: Parts) -> None:
    collection = accounts(parts.records, passages=("KESTREL", SHEET, INCOME))
    asked = scoped_questions_over(parts).of(Query(RATIO, collection))
    assert "inventories" in asked.intent.labels
    step = Scoping(parts).narrowed(Query(RATIO, collection)).step
    assert step is not None
    assert "inventories" in step.detail["Finance: accounts and filings of companies"]
    found = with_scope(Retrieval((), 0), Scoping(parts).narrowed(Query(RATIO, collection)))
    assert found.notices == (), "no document was chosen, so nothing is said of one"
    elsewhere = Scoping(parts).narrowed(Query("Who keeps the lighthouse?", collection))
    assert elsewhere.step is None


@pytest.mark.parametrize(
    ("chosen", "passages"),
    [
        ("none", ("KESTREL", SHEET, INCOME)),
        ("", ("KESTREL", SHEET, SHEET)),
        ("", ("KESTREL", SHEET.replace("Consolidated", "Selected"), INCOME)),
        ("", ("KESTREL", "See the balance sheets and the statements of income.")),
    ],
    ids=["switched off", "one kind of table", "an excerpt", "no table"],
)
def test_other_documents_are_not(parts: Parts, chosen: str, passages: tuple[str, ...]) -> None:
    collection = accounts(parts.records, chosen, passages=passages)
    assert scoped_questions_over(parts).of(Query(RATIO, collection)).intent.labels == ()


def test_two_kinds_of_table_count_only_in_one_document(parts: Parts) -> None:
    collection = accounts(parts.records, passages=("KESTREL", SHEET))
    bundle = lines_apart(make_bundle(collection, "PLOVER_2023", ("PLOVER", INCOME)))
    parts.records.publish([bundle])
    assert scoped_questions_over(parts).of(Query(RATIO, collection)).intent.labels == ()


def test_the_question_overrides_what_the_documents_need(parts: Parts) -> None:
    collection = accounts(parts.records, passages=("KESTREL", SHEET, INCOME))
    off = Query(RATIO, collection, options=Options(glossary="none"))
    assert scoped_questions_over(parts).of(off).intent.labels == ()
    parts.records.rename_collection(collection, "Others")
    bare = accounts(parts.records, passages=("KESTREL", "A word."))
    on = Query(RATIO, bare, options=Options(glossary="finance"))
    assert scoped_questions_over(parts).of(on).intent.labels
