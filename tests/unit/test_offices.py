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
        ("Who becomes chair of the audit committee?", "Ada Finch is its financial expert.", True),
        ("Who becomes chair of the audit committee?", "Ada Finch becomes its Chairperson.", False),
        ("Who was elected treasurer?", "Ada Finch was elected secretary.", True),
        ("Who will be the new director?", "Omar Rell will be the new director.", False),
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


PRESENT = "Present: Ada Finch (chair), Omar Rell (minutes), Bo Kelso"


@pytest.mark.parametrize(
    ("question", "text", "another"),
    [
        ("Who is the vice-chair of the club?", PRESENT, True),
        ("Who is the deputy chair?", "Bo Kelso (vice-chair), Ada Finch (chair)", False),
        ("Who is the assistant secretary?", "The secretary is Ada Finch.", True),
        ("Who was the former chair?", "Ada Finch was chair until 2019.", False),
        ("Who is the chair of the club?", PRESENT, False),
    ],
)
def test_an_office_below_another_is_not_that_one(question: str, text: str, another: bool) -> None:
    assert is_of_another_office(asked(question), text, frozenset()) is another


def test_brackets_with_the_office_above_name_nobody_below_it() -> None:
    assert holder_of(asked("Who is the vice-chair?"), PRESENT) is None
    match = holder_of(asked("Who is the vice chair?"), "Ada Finch (chair), Bo Kelso (vice chair)")
    assert match is not None
    assert match.group() == "Bo Kelso (vice chair)"


def test_a_heading_may_name_the_office_below() -> None:
    question = asked("Who is the deputy warden?")
    assert not is_of_another_office(question, "Ada Finch", frozenset(["deputi", "warden"]))


@pytest.mark.parametrize(
    ("text", "another"),
    [
        ("Ada Finch is Chief Harbour Officer and Executive Vice Warden.", True),
        ("Ada Finch, our chief executive officer, signed it.", False),
        ("Ada Finch is Chairman and Chief Executive Officer.", False),
        ("Ada Finch joined as CEO.", False),
        ("The chief executive is Ada Finch, an officer of the port.", False),
    ],
)
def test_the_words_of_a_long_office_stand_together(text: str, another: bool) -> None:
    question = asked("Who is the chief executive officer of the port?")
    assert is_of_another_office(question, text, frozenset()) is another
