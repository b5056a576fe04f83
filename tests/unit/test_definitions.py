"""What sentences define, which questions ask for it, and that it is looked up and shown."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.bootstrap import assemble
from backend.definitions.asked_names import asked_term, without_class
from backend.definitions.defining import terms_of
from backend.definitions.definition_view import joined
from backend.definitions.document_definitions import (
    KEPT,
    NAME,
    read_definitions,
)
from backend.definitions.passages import LEAST, MOST_OF_PASSAGE, definitions_of, term_key
from backend.definitions.views import DefinitionViews
from backend.ingestion.reading_ahead import ReadingAhead
from backend.passage_notes import DocumentNotes
from backend.ports import Records
from backend.records import sqlite
from backend.retrievers.definition import DefinitionRetriever
from backend.settings import Settings, load_settings
from backend.types import Chunk, CollectionSettings, Definition, Filters, Query
from backend.workbench import open_workbench
from components.passage_list import defined_terms
from tests.factories import make_bundle


@pytest.mark.parametrize(
    ("sentence", "term", "form"),
    [
        ("A gannet is a large white bird of the sea.", "gannet", "is a"),
        ("Petrel is a program for tide tables.", "Petrel", "is a"),
        ("Tide tables are lists that give the hours of high water.", "Tide tables", "is a"),
        ("“Vessel” means any boat that lies in the harbour.", "Vessel", "means"),
        ('A "Guest Berth" of the Harbour means a berth for one night.', "Guest Berth", "means"),
        ("The term mooring refers to the place of a boat.", "mooring", "means"),
        ("HTB stands for Health Trust Board of the county.", "HTB", "means"),
        ("A boat without a keel is called a dinghy.", "dinghy", "called"),
        ("These four marks, known as *cardinals*, show the way.", "cardinals", "called"),
        ('Quay Estates plc (the "Landlord") lets the shed.', "Landlord", "quoted"),
        ('Ada Finch (hereinafter "the Tenant" or "Lessee") pays.', "Lessee", "quoted"),
        ("The Health Trust Board (HTB) met in May.", "HTB", "short form"),
        ("Omar Rell, a painter of the old school, came in May.", "Omar Rell", "apposition"),
        ("Ein Lotse ist ein Führer der Schiffe im Hafen.", "Lotse", "is a"),
        ("Le pilote est un guide des navires au port.", "pilote", "is a"),
        ("Un piloto es un guía de los barcos del puerto.", "piloto", "is a"),
    ],
)
def test_a_defining_sentence_gives_its_term(sentence: str, term: str, form: str) -> None:
    assert (term, form) in [(each.term, each.form) for each in terms_of(sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "It is a large white bird of the sea.",
        "There is a boat in the harbour of the town.",
        "This means that the harbour is closed.",
        "The gannet is not a bird of the land.",
        "The ferry is available in the summer months.",
        "The pilot is called when a ship comes in.",
        "The pilot is called by the harbour master.",
        "What is a gannet in this sense?",
        "The reason is a broken chain in the lock.",
        "The only exception is the ferry of the island.",
        "Another way is a walk over the dam.",
        "A walk is a good idea for a dry day.",
        "The purpose of the dam is the safety of the town.",
        "However, a ferry is a boat for cars.",
        "Loading the cars is a matter of ten minutes.",
        "If the ferry is a day late, call the office.",
        'Call read_csv("harbour") and wait for the table.',
        "The conditional mean and its variance are given below.",
        "Es ist ein Boot im alten Hafen.",
        "C'est un bateau dans le port.",
    ],
)
def test_a_sentence_that_tells_or_refers_defines_nothing(sentence: str) -> None:
    assert terms_of(sentence) == []


def test_two_words_name_a_kind_and_one_does_not() -> None:
    assert [term.term for term in terms_of("Petrel is a chart plotter.")] == ["Petrel"]
    assert terms_of("Petrel is a plotter.") == []
    assert terms_of("Petrel is a good idea.") == []


def test_a_definition_names_the_short_form_behind_its_term() -> None:
    found = {
        term.term: term.strength for term in terms_of("Statutory Leave (SL) is a right to rest.")
    }
    # written as a name: 0.75 + 0.1; the short form 0.05 less
    assert found == pytest.approx({"Statutory Leave": 0.85, "SL": 0.8})


@pytest.mark.parametrize(
    ("question", "term"),
    [
        ("What is a gannet?", "gannet"),
        ("What's Petrel?", "Petrel"),
        ("What are tide tables?", "tide tables"),
        ("What counts as “Guest Berth”?", "Guest Berth"),
        ("What does HTB stand for?", "HTB"),
        ("What is meant by mooring here?", "mooring"),
        ("What is a berth in this sense?", "berth"),
        ("Define dinghy.", "dinghy"),
        ("Was ist ein Lotse?", "Lotse"),
        ("Qu'est-ce qu'un pilote ?", "pilote"),
        ("¿Qué es un piloto?", "piloto"),
    ],
)
def test_a_question_for_a_definition_names_its_term(question: str, term: str) -> None:
    assert asked_term(question) == term


@pytest.mark.parametrize(
    "question",
    [
        "What is the price of the berth?",
        "What is it?",
        "What is the ferry for?",
        "What is needed to moor a boat?",
        "Who is the pilot?",
        "When is the ferry?",
        "Is a gannet a bird?",
        "Why is the harbour closed?",
        "How many boats are there?",
        "What did the pilot say about the tide?",
    ],
)
def test_other_questions_name_no_term(question: str) -> None:
    assert asked_term(question) == ""


def test_a_term_may_be_asked_with_its_class() -> None:
    assert without_class("fsck command") == "fsck"
    assert without_class("gannet") == ""


def test_forms_of_a_term_share_a_key_and_signs_tell_terms_apart() -> None:
    assert term_key("the Tide Tables") == term_key("tide table")
    assert term_key("C++") != term_key("C")
    assert term_key("…") == term_key("the") == ""


def passage(text: str, number: int = 0, **changes: object) -> Chunk:
    made = Chunk(f"c{number}", "d", "s", number, text, 0, len(text), (number,), "prose")
    return replace(made, **changes)  # type: ignore[arg-type]


def only(chunk: Chunk, names: tuple[str, ...] = ("Guide",)) -> list[Definition]:
    """The definitions of a passage, without its labelled lines."""
    return [each for each in definitions_of([chunk], names)[0] if each.form != "label"]


def test_a_definition_has_the_span_of_its_sentence() -> None:
    text = "Birds nest here. A gannet is a large\nwhite bird. They dive."
    (found,) = only(passage(text))
    assert text[found.start : found.end] == "A gannet is a large\nwhite bird."


def test_place_makes_a_definition_surer() -> None:
    text = "Petrel is a program for tide tables."
    late = [passage("Nothing here.", number) for number in range(9)]
    last = replace(passage(text), pages=(9,), id="last", ordinal=9)
    strengths = {
        "late": definitions_of([*late, last], ("Guide",))[-1][0].strength,
        "early": only(passage(text))[0].strength,
        "title": only(passage(text), ("petrel.pdf",))[0].strength,
        "heading": only(passage(text, path=("2.1 Petrel",)))[0].strength,
    }
    # 0.75; 0.05 on a first page; 0.15 for the document's name; 0.1 for the heading above
    assert strengths == pytest.approx({"late": 0.75, "early": 0.8, "title": 0.95, "heading": 0.9})


def test_a_heading_that_runs_into_its_text_is_taken_off() -> None:
    (found,) = only(passage("1.1 What Petrel does\nPetrel is a program for tide tables."))
    assert found.term == "Petrel"


def test_what_a_heading_asks_or_names_is_told_below_it() -> None:
    asked = only(passage("Boats have them. So do cars.", path=("3. What is a keel?",)))
    assert [(each.term, each.form) for each in asked] == [("keel", "heading")]
    named = only(passage("It is a beam along the bottom. It is long.", path=("Keel",)))
    assert [(each.term, each.form) for each in named] == [("Keel", "heading")]
    assert only(passage("It is a beam along the bottom.", path=("Introduction",))) == []


def test_a_list_of_terms_defines_each() -> None:
    text = "• Keel: a beam along the bottom\n• Mast – a pole for the sails"
    found = only(passage(text, path=("Annex", "Glossary")))
    assert [each.term for each in found] == ["Keel", "Mast"]
    assert only(passage(text, path=("Annex", "Parts"))) == []


def test_a_passage_of_very_many_terms_stands_for_none() -> None:
    text = "\n".join(f"• Part{n}x: a beam of the old boat" for n in range(MOST_OF_PASSAGE + 1))
    assert only(passage(text, path=("Glossary",))) == []


def test_rows_of_tables_define_nothing() -> None:
    assert only(passage("A gannet is a large white bird.", kind="table_row")) == []


_MARKED = 'a the is are means ( " ” “ ) , . ? : gannet Bird called HTB not it der est 1. • — of'
_WORDS = st.sampled_from(_MARKED.split(" "))


@given(st.lists(_WORDS, max_size=60))
def test_spans_lie_in_the_text_and_strengths_in_their_range(words: list[str]) -> None:
    text = " ".join(words).replace(" :", "\n")
    for each in only(passage(text, path=("Glossary",))):
        assert 0 <= each.start < each.end <= len(text)
        assert LEAST <= each.strength <= 1.0
        assert term_key(each.term)


# --- kept, looked up, shown ----------------------------------------------------------------------

DEFINES = "A gannet is a large white bird of the sea."
TELLS = "The gannet dives. Every gannet is fed. A gannet came."


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def test_what_is_stored_is_what_was_read() -> None:
    own = (Definition("Kap-Möwe", 0, 12, "is a", 0.75),)
    parts = [DocumentNotes("d", ("a",), (own,)), DocumentNotes("e", (), ())]
    assert list(KEPT.unpack(KEPT.pack(parts))) == parts


def test_the_surest_passage_of_a_term_comes_first() -> None:
    weak, sure = (Definition("Gannet", 0, 9, "is a", strength) for strength in (0.4, 0.9))
    view = joined(
        [
            DocumentNotes("d", ("a", "b"), ((weak,), (sure,))),
            DocumentNotes("e", ("c",), ((sure,),)),
        ]
    )
    assert [each.chunk_id for each in view.of("the gannets")] == ["b", "c", "a"]
    assert view.of("petrel") == ()
    assert dict(view.of_document("d")) == {"a": (weak,), "b": (sure,)}
    assert dict(view.of_document("unknown")) == {}


def ready(views: DefinitionViews, collection: str) -> set[str]:
    until = time.monotonic() + 30
    while (view := views.ready(collection)) is None:
        assert time.monotonic() < until, "the definitions were never read"
        time.sleep(0.01)
    return {each.chunk_id for each in view.of("gannet")}


def test_definitions_are_read_once_and_loaded_afterwards(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("Birds", CollectionSettings()).id
    bundle = make_bundle(collection, passages=(TELLS, DEFINES))
    records.publish([bundle])
    assert DefinitionViews(records).keep(collection, 10)
    monkeypatch.setattr(
        "backend.definitions.document_definitions.definitions_of", lambda *_: pytest.fail("read")
    )
    assert ready(DefinitionViews(records), collection) == {bundle.chunks[1].id}


def test_definitions_go_with_their_document(records: Records) -> None:
    collection = records.create_collection("Birds", CollectionSettings()).id
    gone, kept = (make_bundle(collection, title, (DEFINES, TELLS)) for title in ("Gone", "Kept"))
    records.publish([gone, kept])
    views = DefinitionViews(records)
    assert views.keep(collection, 100)
    assert ready(views, collection) == {gone.chunks[0].id, kept.chunks[0].id}
    stored = records.load_derived(collection, f"{NAME}/0")
    assert stored is not None
    assert stored[0]
    records.delete_documents([gone.document.id])
    assert records.load_derived(collection, f"{NAME}/0") == (b"", stored[1])
    assert ready(views, collection) == {kept.chunks[0].id}
    assert ready(DefinitionViews(records), collection) == {kept.chunks[0].id}


def test_a_worker_reads_definitions_before_anybody_asks(tmp_path: Path) -> None:
    assembly = assemble(load_settings({}, library=tmp_path / "library"))
    records = assembly.parts.records
    try:
        collection = records.create_collection("Birds", CollectionSettings()).id
        records.publish([make_bundle(collection, passages=(TELLS, DEFINES))])
        ahead = ReadingAhead(assembly.ingestion)
        ahead.changed(collection)
        assert ahead.step()
        assert records.load_derived(collection, f"{NAME}/0") is None
        assert ahead.step()
        found = records.load_derived(collection, f"{NAME}/0")
        assert found is not None
        (part,) = KEPT.unpack(found[0])
        assert [each.term for own in part.notes for each in own] == ["gannet"]
    finally:
        assembly.parts.index.close()
        records.close()


def test_the_retriever_speaks_of_defined_terms_alone(records: Records) -> None:
    collection = records.create_collection("Birds", CollectionSettings()).id
    bundle = make_bundle(collection, passages=(TELLS, DEFINES))
    other = make_bundle(collection, "Other", (f"{DEFINES} It dives.", TELLS))
    records.publish([bundle, other])
    retriever = DefinitionRetriever(records, DefinitionViews(records))
    query = Query("What is a gannet?", collection)
    assert retriever.concerns(query)
    found = retriever.propose(query, 5)
    ids = {bundle.chunks[1].id, other.chunks[0].id}
    assert {each.chunk_id for each in found} == ids
    assert [each.score for each in found] == sorted((e.score for e in found), reverse=True)
    every = [chunk.id for chunk in (*bundle.chunks, *other.chunks)]
    assert retriever.score(query, every) == {each.chunk_id: each.score for each in found}
    within = replace(query, filters=Filters(document_ids=(other.document.id,)))
    assert [each.chunk_id for each in retriever.propose(within, 5)] == [other.chunks[0].id]
    elsewhere = replace(query, filters=Filters(media_types=("image/png",)))
    assert retriever.propose(elsewhere, 5) == []
    for question in ("What is a petrel?", "Where does the gannet dive?"):
        silent = replace(query, text=question)
        assert not retriever.concerns(silent)
        assert retriever.propose(silent, 5) == []
        assert retriever.score(silent, every) == {}


def test_the_entry_of_a_name_is_found_by_what_it_does(records: Records) -> None:
    collection = records.create_collection("Manual", CollectionSettings()).id
    entry = "sails:furl sail &key slowly [Function]\n\nRolls the sail up."
    names = "furl is a word of sailors. The others are told by furl."
    bundle = make_bundle(collection, passages=(entry, names))
    records.publish([bundle])
    retriever = DefinitionRetriever(records, DefinitionViews(records))
    for question in ("What does furl do?", "What does the sails:furl function do?"):
        query = Query(question, collection)
        assert [each.chunk_id for each in retriever.propose(query, 5)] == [bundle.chunks[0].id]
    assert not retriever.concerns(Query("What does sail do?", collection))
    assert not retriever.concerns(Query("Who may furl the sail?", collection))
    meaning = retriever.propose(Query("What is furl?", collection), 5)
    assert [each.chunk_id for each in meaning] == [bundle.chunks[1].id], "its head defines nothing"


def test_the_sentence_that_says_what_it_is_is_found_among_many_that_name_it(
    tmp_path: Path,
) -> None:
    names = "\n\n".join(
        f"# Chapter {n}\n\nPetrel shows table {n}. What is shown by Petrel in table {n} is what "
        f"Petrel found. Ask Petrel what table {n} is, and Petrel is asked again."
        for n in range(40)
    )
    said = "# Purpose\n\nWritten in a cold winter, and kept since. Petrel is a program for tides."
    text = names.replace("# Chapter 20", f"{said}\n\n# Chapter 20")
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        collection = workbench.library.create_collection("Tides")
        workbench.library.add_file(collection.id, "manual.md", text.encode())
        workbench.queue.work_until_idle(threading.Event())
        query = Query("What is Petrel?", collection.id, 5)
        hits = workbench.questions.search(query, "fused_hybrid").hits
        (document,) = workbench.library.documents(collection.id)
        shown = workbench.library.document_definitions(document.id)
    finally:
        workbench.close()
    assert "Petrel is a program for tides" in hits[0].chunk.text
    signal = next(each for each in hits[0].signals if each.retriever == "definition")
    assert signal.rank == 1
    assert defined_terms(shown[hits[0].chunk.id]) == "defines: Petrel"


def test_no_term_is_shown_twice_and_nothing_without_one() -> None:
    weak = Definition("Lessee", 0, 9, "called", 0.4)
    sure = Definition("Company", 9, 12, "quoted", 0.9)
    assert defined_terms((weak, sure, weak)) == "defines: Company, Lessee"
    assert defined_terms(()) == ""


def test_a_document_that_went_is_no_reading(records: Records) -> None:
    with pytest.raises(Exception, match="not"):
        read_definitions(records, "unknown")
