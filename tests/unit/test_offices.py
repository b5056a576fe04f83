"""An office that is asked for must be named, and what has ended is not the next."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.offices import is_of_another_office, is_over
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.signposts import holder_of
from tests.unit.test_signposts import reading_of, under

NOTE = under("Notes", "The club has a boat.")


def asked(text: str) -> Question:
    return reading_of(text, NOTE).question


@pytest.mark.parametrize(
    ("question", "text", "another"),
    [
        ("Who is the treasurer of the club?", "Signed: Ada Finch, secretary", True),
        ("Who is the treasurer of the club?", "Ada Finch, treasurer, signed.", False),
        ("Who are the treasurers?", "The treasurer is Ada Finch.", False),
        ("Who is our managing director?", "Director: Omar Rell", False),
        ("Who signed the lease?", "Signed: Ada Finch, secretary", False),
        ("Who is Ada Finch?", "She keeps the books.", False),
    ],
)
def test_the_office_that_is_asked_for_is_named(question: str, text: str, another: bool) -> None:
    assert is_of_another_office(asked(question), text, frozenset()) is another


def test_a_heading_may_name_the_office() -> None:
    question = asked("Who is the treasurer?")
    assert not is_of_another_office(question, "Ada Finch", frozenset(["treasur"]))


@pytest.mark.parametrize(
    ("question", "text", "over"),
    [
        ("When is the next inspection due?", "The guarantee ended in May 2024.", True),
        ("When is the next inspection due?", "It was in May 2024; the next is in May 2026.", False),
        ("When is the next inspection due?", "Look at it again in May 2026.", False),
        ("When did the guarantee end?", "The guarantee ended in May 2024.", False),
    ],
)
def test_what_has_ended_is_not_the_next(question: str, text: str, over: bool) -> None:
    assert is_over(asked(question), text) is over


def test_a_word_for_a_name_is_no_office_of_it() -> None:
    text = 'Thorn School ("the School"), represented by its head, Omar Rell.'
    assert holder_of(asked("Who is the head of the School?"), text) is None
    lease = 'Quay Ltd ("the Landlord") and Ada Finch ("the Tenant")'
    match = holder_of(asked("Who is the tenant?"), lease)
    assert match is not None
    assert match.group().startswith("Ada Finch")
