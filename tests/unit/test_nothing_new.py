"""Sentences that name nobody else, or share nothing with what is asked, answer nothing."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.nothing_new import (
    names_only_asked,
    shares_nothing,
    tells_no_name,
)
from backend.tasks.answer.extractive.question import Question, read_question
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit


def asked(text: str) -> Question:
    return read_question(text, Background({}, 1000))


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("Who was the mate before Ada Finch?", "The mate is Ada Finch.", True),
        ("Who was the mate before Ada Finch?", "Ms Finch is the mate.", True),
        ("Who was the mate before Ada Finch?", "Ada Finch followed Tom Reed.", False),
        ("Who was the mate before Ada Finch?", "The mate was a friend of hers.", False),
        ("Who is the mate?", "The mate is Ada Finch.", False),
        ("Who is Ada Finch?", "The mate is Ada Finch.", False),
    ],
)
def test_nobody_else_is_named(question: str, text: str, only: bool) -> None:
    assert names_only_asked(asked(question), text) is only


@pytest.mark.parametrize(
    ("question", "text", "none"),
    [
        ("What is the name of the inn in Elm?", "The inn in Elm has no bar.", True),
        (
            "What is the name of the inn?",
            "The inn in Elm has no bar, but the one in Ash has.",
            True,
        ),
        ("What is the inn called?", "The inn has two bars.", True),
        ("What is the name of the inn in Elm?", "We arrive in Elm at the Swan.", False),
        ("What is the name of the inn in Elm?", "Our inn is called swan and has a bar.", False),
        ("What is the name of the log file?", "The log goes to tides.log each night.", False),
        ("What is the name of the inn?", "Swan Inn has two bars.", False),
        ("What does the inn in Elm have?", "The inn in Elm has no bar.", False),
        ("What is the name of the inn?", "In April the inn got a new roof.", True),
        (
            "What is the name of the crew that rows the gig?",
            "The crew that rows the gig keeps its oars and its old red sail in a shed behind the "
            "mill, called Barrow.",
            False,
        ),
        (
            "What is the name of the crew that rows the gig?",
            "The crew that rows the gig keeps its oars and its old red sail in a shed behind the "
            "mill, and this is called barrow.",
            True,
        ),
    ],
)
def test_no_name_is_told(question: str, text: str, none: bool) -> None:
    assert tells_no_name(asked(question), text) is none


@pytest.mark.parametrize(
    ("question", "text", "nothing"),
    [
        ("How long does it take until the paint dries?", "The crew may rest after 2 hours.", True),
        ("How long does it take until the paint dries?", "It takes 2 hours.", False),
        ("How long does it take until the paint dries?", "Paint the hull for 2 hours.", False),
        ("How long does the crew rest?", "The crew may rest after 2 hours.", False),
        ("How late?", "The gate shuts at 9.", False),
        ("Why does the paint dry?", "The crew may rest after 2 hours.", False),
    ],
)
def test_no_word_is_shared(question: str, text: str, nothing: bool) -> None:
    (unit,) = cut_hits([hit(text)])
    assert shares_nothing(asked(question), unit, frozenset()) is nothing


def test_what_stands_above_may_be_asked_for() -> None:
    (unit,) = cut_hits([hit("After 2 hours.")])
    assert not shares_nothing(asked("How long until the paint dries?"), unit, frozenset(["paint"]))


def test_the_verdict_follows() -> None:
    text = "The mate is Ada Finch."
    assert judged_first("Who was the mate before Ada Finch?", text, text) is Verdict.CLOSEST
    text = "The crew may rest after 2 hours."
    question = "How long does it take until the paint dries?"
    assert judged_first(question, text, text) is Verdict.LIKELY
    text = "The paint takes 2 hours until it is dry."
    assert judged_first(question, text, text) is Verdict.DIRECT
    counted = "The crew ate 90 loaves."
    assert judged_first("How many buns were sold?", counted, counted) is Verdict.CLOSEST
