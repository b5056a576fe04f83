"""“Managing agent: Ada Finch” is told to whoever asks for the managing agent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from backend.definitions.definition_view import MOST_LABELLED, joined
from backend.definitions.labelled_lines import asked_label, labelled_lines
from backend.definitions.views import DefinitionViews
from backend.passage_notes import DocumentNotes
from backend.ports import Records
from backend.records import sqlite
from backend.retrievers.label import LabelRetriever
from backend.settings import Settings
from backend.types import CollectionSettings, Definition, Filters, Query
from tests.factories import make_bundle

LEASE = """PARTICULARS

Landlord:        Heron Mills Ltd
- **Managing agent:** Ada Finch, 6 Fish Street
Permitted use:   Offices
Rent: 4,800 a year
"""


def test_a_line_is_labelled_by_what_stands_before_its_colon() -> None:
    found = list(labelled_lines(LEASE))
    assert [label for label, _, _ in found] == [
        "Landlord",
        "Managing agent",
        "Permitted use",
        "Rent",
    ]
    assert LEASE[found[0][1] : found[0][2]] == "Landlord:        Heron Mills Ltd"


@pytest.mark.parametrize(
    "line",
    [
        "The rent is due on the first: pay it then.",
        "Note: the lift is out of order.",
        "https://mill.example: our page",
        "Run: make all",
        "Everything that the two of them agreed on then: nothing.",
        "Landlord:",
        "At 10:15 the bell rang.",
    ],
)
def test_a_clause_a_remark_and_a_command_label_nothing(line: str) -> None:
    assert list(labelled_lines(line)) == []


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("Who is the managing agent?", "managing agent"),
        ("And what's the deposit?", "deposit"),
        ("How much is the rent?", "rent"),
        ("What was the rent of the lease?", "rent"),
        ("What is the name of the managing agent?", "managing agent"),
        ("Notice period?", "Notice period"),
        ("Who signed it?", ""),
        ("Is the lift insured?", ""),
        ("May I keep a dog?", ""),
    ],
)
def test_the_label_that_a_question_asks_for(question: str, label: str) -> None:
    assert asked_label(question) == label


def test_a_label_that_very_many_passages_have_tells_none_apart() -> None:
    line = (Definition("Date", 0, 10, "label", 1.0),)
    ids = tuple(f"p{n}" for n in range(MOST_LABELLED + 1))
    few = joined([DocumentNotes("d", ids[:-1], (line,) * MOST_LABELLED)])
    many = joined([DocumentNotes("d", ids, (line,) * len(ids))])
    assert len(few.labelled("date")) == MOST_LABELLED
    assert many.labelled("date") == ()
    assert few.of("date") == (), "a labelled line defines nothing"
    assert few.of_document("d")["p0"] == ()


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    made = sqlite.build(Settings(library=tmp_path))
    yield made
    made.close()


def test_the_retriever_finds_the_line_and_is_silent_else(records: Records) -> None:
    collection = records.create_collection("Leases", CollectionSettings()).id
    clause = "The tenant pays the rent to the managing agent, who keeps the keys."
    bundle = make_bundle(collection, passages=(clause, LEASE))
    other = make_bundle(collection, "Other", ("Rent: 700 a month", clause))
    records.publish([bundle, other])
    retriever = LabelRetriever(records, DefinitionViews(records))
    query = Query("Who is the managing agent?", collection)
    every = [chunk.id for chunk in (*bundle.chunks, *other.chunks)]
    assert retriever.concerns(query)
    assert retriever.score(query, every) == {bundle.chunks[1].id: 1.0}
    rent = replace(query, text="How much is the rent?")
    expected = {bundle.chunks[1].id, other.chunks[0].id}
    found = retriever.propose(rent, 5)
    assert {each.chunk_id for each in found} == expected
    assert {each.score for each in found} == {0.707}, "1/√2 where two have such a line"
    within = replace(rent, filters=Filters(document_ids=(other.document.id,)))
    assert [each.chunk_id for each in retriever.propose(within, 5)] == [other.chunks[0].id]
    for question in ("Who keeps the keys?", "What is the harbour due?"):
        silent = replace(query, text=question)
        assert not retriever.concerns(silent)
        assert retriever.score(silent, every) == {}
