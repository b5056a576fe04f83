"""What passages are about, whom "she" and "the Company" mean, and that it is kept and shown."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.bootstrap import assemble
from backend.discourse.clauses import main_clause
from backend.discourse.defined_names import defined_names
from backend.discourse.document_subjects import (
    KEPT,
    NAME,
    read_subjects,
)
from backend.discourse.passages import MOST_OF_PASSAGE, subject_heading, subjects_of_passages
from backend.discourse.views import SubjectViews
from backend.errors import NotFoundError
from backend.ingestion.reading_ahead import ReadingAhead
from backend.passage_notes import DocumentNotes
from backend.ports import Records
from backend.records import sqlite
from backend.settings import Settings, load_settings
from backend.types import Chunk, CollectionSettings, PassageSubject
from backend.workbench import open_workbench
from components.passage_list import told_subjects
from tests.factories import make_bundle


def passages(*texts: str, path: tuple[str, ...] = (), title: str = "") -> list[Chunk]:
    return [
        Chunk(str(number), "d", "s", number, text, 0, len(text), (number,), "prose", title, path)
        for number, text in enumerate(texts)
    ]


def about(*texts: str, path: tuple[str, ...] = (), title: str = "") -> list[list[str]]:
    """Names of the subjects of each passage."""
    found = subjects_of_passages(passages(*texts, path=path, title=title), title)
    return [[each.name for each in own] for own in found]


@pytest.mark.parametrize(
    ("sentence", "subject", "said", "told"),
    [
        ("The Tern carried 480 bags to Oyster Quay.", "Tern", "carried", "480 bags to Oyster Quay"),
        ("In 1984, she became head of the yard, and left.", "she", "became", "head of the yard"),
        ("It was founded by Ada Finch in 1993.", "It", "was founded", "by Ada Finch in 1993"),
        ("The town council has decided.", "The town council", "has decided", ""),
        ("Quay Ltd, a yard in Hull, builds the boats.", "Quay Ltd", "builds", "the boats"),
        ("Ada Finch (1815–1852) was a painter, who wrote.", "Ada Finch", "was", "a painter"),
        ("On 4 May Ada Finch died of a fever.", "Ada Finch", "died", "of a fever"),
        ("Members must pay the fee by May.", "Members", "must pay", "the fee by May"),
    ],
)
def test_a_clause_has_subject_verb_and_what_it_tells(
    sentence: str, subject: str, said: str, told: str
) -> None:
    clause = main_clause(sentence)
    assert clause is not None
    spans = (clause.subject, clause.said, clause.told)
    assert [sentence[slice(*span)] for span in spans] == [subject, said, told]


@pytest.mark.parametrize(
    "sentence",
    [
        "Who carried the bags?",
        "It is possible to pay at the gate.",
        "If the gate is closed, ring the bell.",
        "Ring the bell.",
        "",
    ],
)
def test_other_sentences_have_no_clause(sentence: str) -> None:
    assert main_clause(sentence) is None


@pytest.mark.parametrize(
    ("text", "term", "name"),
    [
        ('Harbour Grill Ltd (the "Company") sells fish.', "Company", "Harbour Grill Ltd"),
        (
            "This lease of 5 May 2021 is between Ada Finch (“Landlord”) and Harbour Grill Ltd, a "
            'company registered in England at 5 Quay Street, Hull (the "Tenant").',
            "Tenant",
            "Harbour Grill Ltd",
        ),
        ("The Health Trust Board (HTB) met.", "HTB", "Health Trust Board"),
    ],
)
def test_a_word_is_given_for_a_name(text: str, term: str, name: str) -> None:
    assert (term, name) in [
        (defined_name.term, defined_name.name) for defined_name in defined_names(text)
    ]


def test_brackets_that_give_no_name_give_none() -> None:
    assert list(defined_names('the shed (called "red") and f("x") of it')) == []


def test_a_passage_goes_on_with_whom_the_one_before_spoke_of() -> None:
    first, second, third = about(
        "Ada Finch was a painter of the old school. She lived in Hull.",
        "In 1899 she moved to Leeds. She painted the harbour there.",
        "The harbour is deep. Ships come in at night.",
    )
    assert first == ["Ada Finch"]
    assert second == ["Ada Finch"]
    assert third == []


def test_it_means_a_thing_and_she_a_person() -> None:
    found = subjects_of_passages(
        passages(
            "The Brightwater Foundation was founded in Hull. Ada Finch is the director of it.",
            "She lives in Leeds. She paints.",
            "The foundation owns two boats. The foundation lends the boats to schools.",
        ),
        "",
    )
    assert [(each.name, each.called) for each in found[1]] == [("Ada Finch", "she")]
    assert [(e.name, e.called) for e in found[2]] == [("Brightwater Foundation", "the foundation")]


def test_a_defined_term_means_the_name_it_was_given_for() -> None:
    found = subjects_of_passages(
        passages(
            'Harbour Grill Ltd (the "Company") sells fish.',
            "The Company must pay the rent. The Company may let the shed.",
        ),
        "",
    )
    (own,) = found[1]
    assert (own.name, own.source, own.called) == ("Harbour Grill Ltd", "term", "the Company")
    assert own.introduced == "0"


def test_two_documents_may_give_one_word_for_two_names() -> None:
    later = "The Company must pay the rent. The Company may let the shed."
    for name in ("Harbour Grill Ltd", "Quay Fisheries Inc"):
        assert about(f'{name} (the "Company") sells fish.', later)[1] == [name]


def test_a_section_begins_anew() -> None:
    before = passages("Ada Finch was a painter. Ada Finch lived in Hull.", path=("Ada Finch",))
    text = "She was seldom seen. She left early."
    after = Chunk("9", "d", "t", 9, text, 0, len(text), (9,), "prose", "", ("The other guests",))
    found = subjects_of_passages([*before, after], "")
    assert [each.name for each in found[1]] == ["The other guests"]


def test_it_after_something_without_a_name_means_nothing_known() -> None:
    assert about("Quay Ltd owns the pump. The old pump broke. It leaks. It is loud.")[0] == []


@pytest.mark.parametrize(
    ("path", "heading"),
    [
        (("The harbour", "2.1 Overview"), "The harbour"),
        (("The harbour", "2.1 Moorings"), "Moorings"),
        (("The harbour", "12 14 1995"), "The harbour"),
        (("Introduction",), ""),
        (("The harbour", "Notes and Examples, 2"), "The harbour"),
        (("-" * 60 + " [A, B]",), ""),
        ((), ""),
    ],
)
def test_a_heading_that_only_orders_the_text_is_no_subject(
    path: tuple[str, ...], heading: str
) -> None:
    assert subject_heading(passages("Text.", path=path)[0]) == heading


def test_the_title_stands_in_where_nothing_nearer_says_it() -> None:
    assert about("Ring the bell.", title="Rules of the boat club") == [["Rules of the boat club"]]
    assert about("Ring the bell.", title="volume 7") == [[]]


PIECES = ["Ada Finch", "is a", "painter.", "She", "it", "(the", '"Co")', ".", "\n\n", "Quay Ltd"]


@given(st.lists(st.sampled_from([*PIECES, "paid", "the company", "in 1999,"])))
def test_strengths_lie_in_their_range_and_subjects_are_few(words: list[str]) -> None:
    text = " ".join(words)
    for own in subjects_of_passages(passages(text, text), "Some title here"):
        assert len(own) <= MOST_OF_PASSAGE
        assert all(0.0 <= each.strength <= 1.0 and each.name for each in own)
        assert [each.strength for each in own] == sorted((e.strength for e in own), reverse=True)


def test_rows_of_tables_are_about_nothing() -> None:
    (row,) = passages("Ada Finch is a painter.")
    row = Chunk("0", "d", "s", 0, row.text, 0, len(row.text), (0,), "table_row")
    assert subjects_of_passages([row], "") == [()]


# --- kept and shown ------------------------------------------------------------------------------

TELLS = "Ada Finch was a painter. She lived in Hull."


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def test_what_is_stored_is_what_was_read() -> None:
    own = (PassageSubject("Kap-Möwe", "running", "it", "a", 0.6),)
    parts = [DocumentNotes("d", ("a",), (own,)), DocumentNotes("e", (), ())]
    assert list(KEPT.unpack(KEPT.pack(parts))) == parts


def test_subjects_are_read_once_and_go_with_their_document(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    collection = records.create_collection("People", CollectionSettings()).id
    gone, kept = (make_bundle(collection, title, (TELLS, "Rain.")) for title in ("Gone", "Kept"))
    records.publish([gone, kept])
    views = SubjectViews(records)
    assert views.keep(collection, 100)
    with monkeypatch.context() as patched:
        patched.setattr(
            "backend.discourse.document_subjects.subjects_of_passages",
            lambda *_: pytest.fail("read again"),
        )
        found = SubjectViews(records).of(collection).of_document(gone.document.id)
    assert "Ada Finch" in [each.name for each in found[gone.chunks[0].id]]
    stored = records.load_derived(collection, f"{NAME}/0")
    assert stored is not None
    assert stored[0]
    records.delete_documents([gone.document.id])
    assert records.load_derived(collection, f"{NAME}/0") == (b"", stored[1])
    assert views.of(collection).of_document(gone.document.id) == {}
    assert kept.chunks[0].id in views.of(collection).of_document(kept.document.id)


def test_a_worker_reads_subjects_before_anybody_asks(tmp_path: Path) -> None:
    assembly = assemble(load_settings({}, library=tmp_path / "library"))
    records = assembly.parts.records
    try:
        collection = records.create_collection("People", CollectionSettings()).id
        records.publish([make_bundle(collection, passages=(TELLS,))])
        ReadingAhead(assembly.ingestion).finish(collection)
        found = records.load_derived(collection, f"{NAME}/0")
        assert found is not None
        (part,) = KEPT.unpack(found[0])
        assert "Ada Finch" in [each.name for own in part.notes for each in own]
    finally:
        assembly.parts.index.close()
        records.close()


def test_a_document_that_went_is_no_reading(records: Records) -> None:
    with pytest.raises(NotFoundError):
        read_subjects(records, "unknown")


def test_a_passage_is_shown_with_what_it_is_about(tmp_path: Path) -> None:
    workbench = open_workbench(load_settings({}, library=tmp_path / "library"), start_workers=False)
    try:
        collection = workbench.library.create_collection("People")
        workbench.library.add_file(collection.id, "finch.txt", TELLS.encode())
        workbench.queue.work_until_idle(threading.Event())
        (document,) = workbench.library.documents(collection.id)
        (chunk,) = workbench.library.document_chunks(document.id)
        found = workbench.library.document_subjects(document.id)
    finally:
        workbench.close()
    assert told_subjects(chunk, found[chunk.id], {}) == "about: Ada Finch"


def test_a_subject_is_told_with_what_it_is_called_and_its_page() -> None:
    first, second = passages("One.", "Two.")
    own = (PassageSubject("Quay Ltd", "term", "the Company", "0", 0.8),)
    pages = {each.id: each.pages for each in (first, second)}
    assert told_subjects(second, own, pages) == "about: Quay Ltd (the Company), from page 1"
    assert told_subjects(first, own, pages) == "about: Quay Ltd (the Company)"
    assert told_subjects(first, (), pages) == ""


def test_a_party_begins_behind_what_is_said_of_the_one_before() -> None:
    lease = (
        'This lease is made between Harbour Reach Ltd ("the Landlord"), of 3 Quay Road, represented'
        ' by its agent, and Ruth Abernathy ("the Tenant"), of 9 Mill Lane.'
    )
    given = {name.term: name.name for name in defined_names(lease)}
    assert given == {"the Landlord": "Harbour Reach Ltd", "the Tenant": "Ruth Abernathy"}
    other = 'Gull Society ("the Society"), keeper, and Thorn School ("the School"), by its head.'
    assert {defined_name.term: defined_name.name for defined_name in defined_names(other)} == {
        "the Society": "Gull Society",
        "the School": "Thorn School",
    }
