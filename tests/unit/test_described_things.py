"""A question about something that it describes is answered by way of its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.relative_clause import asked_of, described, named_by
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit

LOG = hit(
    "Wind in the morning. The Heron carried 480,000 bricks to Mill Quay. The Stork carried 250,000 "
    "bricks to Keel Point. Loading took four hours.",
    document="log",
    title="Log of the quay",
)
CREW = hit(
    "Ada Holm is the captain of the Heron. Jonas Lund is the captain of the Stork.",
    document="crew",
    title="Crew",
)
ASKED = "Who is the captain of the barge that carried 480,000 bricks?"


@pytest.mark.parametrize(
    ("question", "noun", "clause"),
    [
        (ASKED, "the barge", "carried 480,000 bricks"),
        ("How long is the old boat which won the race?", "the old boat", "won the race"),
        ("Where does the man who keeps the bees live?", "the man", "keeps the bees live"),
    ],
)
def test_a_description_is_found(question: str, noun: str, clause: str) -> None:
    parts = described(question)
    assert parts is not None
    assert (parts.noun, parts.clause) == (noun, clause)


@pytest.mark.parametrize(
    "question", ["Who is the captain of the Heron?", "Which barge carried bricks?", "Who rows?"]
)
def test_other_questions_describe_nothing(question: str) -> None:
    assert described(question) is None


def test_the_name_stands_before_the_words_of_the_clause_and_all_numbers_agree() -> None:
    parts = described(ASKED)
    assert parts is not None
    found = named_by(parts, cut_hits([LOG, CREW]))
    assert found is not None
    name, sentence = found
    assert (name, sentence.text) == ("the Heron", "The Heron carried 480,000 bricks to Mill Quay.")
    assert asked_of(parts, name) == "Who is the captain of the Heron?"


def test_two_names_leave_it_open() -> None:
    parts = described("Who is the captain of the barge that carried bricks?")
    assert parts is not None
    assert named_by(parts, cut_hits([LOG])) is None


def test_the_answer_cites_both_sentences() -> None:
    _, draft = ask(ASKED, [LOG, CREW])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert "Ada Holm" in draft.short
    assert "Jonas" not in draft.text
    assert {number for _, _, numbers in draft.sentences for number in numbers} == {1, 2}


def test_a_row_is_labelled_with_the_name_that_is_asked_for() -> None:
    row = hit("Crew: Ada Holm — Captain of the Heron, moorings; 2016", document="crew", start=90)
    row = replace(row, chunk=replace(row.chunk, kind="table_row"))
    _, draft = ask("Who is the captain of the Heron?", [row])
    assert draft.short == "Ada Holm"
    _, draft = ask(ASKED, [LOG, row])
    assert draft.short == "Ada Holm"
