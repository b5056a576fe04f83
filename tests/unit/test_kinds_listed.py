"""Questions for the things of a kind are answered by what names them, not by what one is."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.kinds_listed import (
    kind_asked,
    names_several,
    only_says_various,
    tells_none_of_them,
    tells_of_one_alone,
    tells_one_of_several,
)
from backend.tasks.answer.extractive.question import Question, read_question
from tests.unit.test_signposts import best_of, reading_of, under


def asked(text: str) -> Question:
    return read_question(text, Background({}, 1000))


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which sails are there?", {"sail"}),
        ("What are the three basic knots?", {"knot"}),
        ("What are the different kinds of anchors?", {"anchor"}),
        ("What kinds of rope does it carry?", {"rope"}),
        ("What types of rope are sold?", {"rope"}),
        ("Which sails may a dinghy carry?", {"sail"}),
        ("Which sail is the largest?", set()),
        ("What are the sails made of?", set()),
    ],
)
def test_the_kind_is_read_from_the_question(question: str, kind: set[str]) -> None:
    assert kind_asked(question) == kind


@pytest.mark.parametrize(
    "text",
    [
        "The rig has three basic sails: jib, main and mizzen.",
        "We use 3 basic sails: jib, main, and mizzen.",
        "The three basic sails are the jib, the main and the mizzen.",
    ],
)
def test_a_sentence_that_names_several_answers(text: str) -> None:
    assert names_several(asked("What are the three basic sails?"), text, frozenset()) == FIT


@pytest.mark.parametrize(
    "text",
    [
        "The three basic sails are heavy.",  # names none
        "The three basic anchors: plough, fluke and grapnel.",  # others
        "Of the sails, two are kept below: in the locker.",
    ],
)
def test_a_sentence_that_names_none_of_them_does_not(text: str) -> None:
    assert names_several(asked("What are the three basic sails?"), text, frozenset()) == 0.0


def test_what_one_of_them_is_and_how_many_there_are_name_none() -> None:
    question = asked("Which sails are there?")
    assert tells_none_of_them(question, "A sail is a cloth that the wind fills.")
    assert tells_none_of_them(question, "There are three sails.")
    assert not tells_none_of_them(question, "A jib is a sail before the mast.")
    assert not tells_none_of_them(question, "There are three sails: jib, main and mizzen.")
    assert not tells_none_of_them(asked("What is a sail?"), "A sail is a cloth.")


@pytest.mark.parametrize(
    ("text", "none"),
    [
        ("She is rigged with three basic sails.", True),
        ("The yard sells several sails", True),
        ("She carries a jib, a main and a mizzen, her three sails.", False),  # it names them
        ("The yard sells three anchors.", False),  # of another kind
        ("The jib and the main are two sails.", False),
        ("The three sails are dear.", False),
    ],
)
def test_a_sentence_that_ends_with_how_many_there_are_names_none(text: str, none: bool) -> None:
    assert tells_none_of_them(asked("What are the three basic sails?"), text) is none


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("The third sail is the mizzen.", True),
        ("Finally, the last one is the mizzen.", True),
        ("The first sails are the jib, the main and the mizzen.", False),
        ("A jib is a sail.", False),
    ],
)
def test_one_of_several_by_its_place_is_not_all_of_them(text: str, one: bool) -> None:
    assert tells_one_of_several("What are the three basic sails?", text) is one
    assert not tells_one_of_several("What is the third sail?", text)


def test_of_a_section_the_sentence_that_names_them_is_told() -> None:
    sails = under(
        "Sails",
        "A sail is a cloth that the wind fills. Most boats carry two of the more common "
        "sails: the jib and the main. They are of cotton.",
    )
    reading = reading_of("Which sails are there?", sails)
    assert best_of(reading).startswith("Most boats carry two")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which sails are there?", "Sails are dear and heavy."),
        ("What kinds of insurance are there?", "Insurance is compulsory and must be renewed."),
    ],
)
def test_what_things_are_like_names_none(question: str, text: str) -> None:
    assert names_several(asked(question), text, frozenset()) == 0.0


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What type of battery does the lamp need?", "The battery is a round one of 3 volts."),
        (
            "What are the three basic knots?",
            "The knots are the reef knot, the bowline and the clove hitch.",
        ),
    ],
)
def test_which_one_it_is_and_which_they_are_may_answer(question: str, text: str) -> None:
    assert not tells_none_of_them(asked(question), text)


def test_what_is_said_of_each_may_follow_their_names() -> None:
    question = asked("What are the three basic sails?")
    text = "(The three basic sails are the jib, the main and the mizzen, each of them red.)"
    assert names_several(question, text, frozenset()) == FIT
    assert names_several(question, text.replace("each", "made"), frozenset()) == 0.0


@pytest.mark.parametrize(
    ("question", "text", "alone"),
    [
        ("What are the reef lines?", "The upper reef line holds the boom.", True),
        ("What are the reef lines?", "The reef lines hold the boom.", False),
        ("What are the reef lines?", "A reef line is a rope along the sail.", False),  # what it is
        ("What are the fees?", "The landing fee is £4.", False),
        ("What is the reef line?", "The upper reef line holds the boom.", False),
        ("What are reef lines?", "The upper reef line holds the boom.", False),
        ("What are the lines made of?", "The upper line holds the boom.", False),
    ],
)
def test_one_of_them_is_not_all_of_them(question: str, text: str, alone: bool) -> None:
    assert tells_of_one_alone(question, text) is alone


@pytest.mark.parametrize(
    ("question", "text", "various"),
    [
        ("Which oars does it need?", "It needs different oars for different rivers.", True),
        ("Which oars does it need?", "It needs several oars: sculls and sweeps.", False),
        ("Which oars does it need?", "It needs various oars such as sculls.", False),
        ("Which oars does it need?", "It needs different sails for different rivers.", False),
        ("Which oar does it need?", "It needs different oars.", False),
        ("Which oars does it need?", "It needs sculls.", False),
    ],
)
def test_that_things_are_different_names_none(question: str, text: str, various: bool) -> None:
    assert only_says_various(question, text) is various
