"""“To fold the sail, press …” says how the sail is folded, and nothing of how it is hoisted."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.stated_ways import (
    is_for_another_thing,
    lacks_rare_thing,
    says_how,
    tells_no_way,
    way_fit,
)


def fit(question: str, text: str) -> float:
    return way_fit(read_question(question, Background({}, 1000)), text)


@pytest.mark.parametrize(
    "text",
    [
        "To fold the sail, press the lever.",
        "To fold a sail use the lever on the left.",
        "In order to fold the sail you press the lever.",
        "2. To fold the small sail: press the lever.",
    ],
)
def test_a_sentence_that_begins_with_what_is_asked_for_says_how(text: str) -> None:
    assert fit("How do I fold the sail?", text) == FIT


@pytest.mark.parametrize(
    "text",
    [
        "To hoist the sail, pull the rope.",  # another deed
        "To fold the tent, press the lever.",  # another thing
        "To fold the sail of a dinghy that lies on a beach upside down, wait.",  # a special case
        "To fold the sail you pay 3 pounds.",  # for how much
        "To fold the sail, you must be of age.",  # on which condition
        "To fold the sail:",  # what is to be done is elsewhere
        "We came to fold the sail, and it rained.",
    ],
)
def test_other_sentences_do_not(text: str) -> None:
    assert fit("How do I fold the sail?", text) == 0.0


def test_only_how_to_asks_for_a_way() -> None:
    assert fit("Why do I fold the sail?", "To fold the sail, press the lever.") == 0.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("The lever is used to fold the sail.", True),
        ("A sail can be folded by pressing the lever.", True),
        ("The sail can be folded under the Deck menu.", True),
        ("The sail can be folded for some days from the deck.", True),
        ("The sail can be folded from May on.", False),  # this says when
        ("The sail can be folded in the winter.", False),
        ("If you want to fold the sail, press the lever.", True),
        ("The lever is used to fold the tent.", False),
        ("The lever is used to hoist the sail.", False),
        ("The lever is not used to fold the sail.", False),
        ("The sail can be folded by Ada Finch alone.", False),  # who does it
        ("The lever was used to fold the sail.", False),
        ("If you want to fold the sail, it is dear.", False),
        ("The lever is used to fold the sail of a tender that lies upside down.", False),
        ("Children are folded by pressing the lever.", False),
    ],
)
def test_by_what_it_is_done_is_said_in_the_words_of_the_question(text: str, says: bool) -> None:
    question = read_question("How do I fold the sail?", Background({}, 1000))
    assert says_how(question, text) is says
    assert not says_how(read_question("Why fold the sail?", Background({}, 1000)), text)


@pytest.mark.parametrize(
    ("text", "none"),
    [
        ("The gear differs from one boat to the next.", True),
        ("Rigs vary from boat to boat.", True),
        ("The sail is folded by two people.", False),
        ("The sail is folded along the boom.", False),
        ("Fold the sail along the boom.", False),
        ("You need two hands.", False),
        ("To fold it, wait for calm air.", False),
    ],
)
def test_what_a_thing_is_like_is_no_way(text: str, none: bool) -> None:
    assert tells_no_way(text) is none


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("To fold the tent, press the lever.", True),
        ("To fold the sail, press the lever.", False),
        ("To fold it, press the lever.", False),
        ("To fold the sail of the tent, press the lever.", False),
        ("To hoist the tent, pull the rope.", False),  # another deed, which may come before
        ("Press the lever to fold the tent.", False),
    ],
)
def test_the_same_deed_to_another_thing_is_no_way(text: str, other: bool) -> None:
    question = read_question("How do I fold the sail?", Background({}, 1000))
    assert is_for_another_thing(question, text) is other
    assert not is_for_another_thing(read_question("Why fold it?", Background({}, 1000)), text)


@pytest.mark.parametrize(
    ("question", "held", "beside", "lacks"),
    [
        ("How do I limit the draught?", "slow boat", "slow boat draught", True),
        ("How do I limit the draught?", "draught boat", "slow boat draught", False),
        ("How do I limit the draught?", "slow boat", "slow boat", False),  # put otherwise
        ("How do I limit the Draught?", "slow boat", "slow boat draught", False),
        ("Why do I limit the draught?", "slow boat", "slow boat draught", False),
        ("How do I moor?", "slow boat", "slow boat moor", False),
    ],
)
def test_the_rarest_word_of_a_way_is_in_its_sentence(
    question: str, held: str, beside: str, lacks: bool
) -> None:
    read = read_question(question, Background({"limit": 900, "moor": 900}, 1000))
    assert lacks_rare_thing(read, frozenset(held.split()), frozenset(beside.split())) is lacks


def test_what_the_title_names_is_not_the_rarest_thing() -> None:
    read = read_question("How do I moor the Tern by the weir?", Background({"moor": 900}, 1000))
    held, beside = frozenset(["tern", "moor"]), frozenset(["tern", "moor", "weir"])
    assert lacks_rare_thing(read, held, beside, frozenset(["tern"]))
    assert not lacks_rare_thing(read, held | {"weir"}, beside, frozenset(["tern"]))


def test_a_deed_to_no_thing_is_told_of_any() -> None:
    told = "To luff in a squall, ease the sheet."
    assert not is_for_another_thing(read_question("How do I luff?", Background({}, 1000)), told)


def test_the_last_part_of_a_rare_word_may_stand_for_it() -> None:
    read = read_question("How do I turn the guideropes?", Background({"turn": 900}, 1000))
    beside = frozenset(["turn", "guiderop", "rope"])
    assert not lacks_rare_thing(read, frozenset(["turn", "rope"]), beside)
    assert lacks_rare_thing(read, frozenset(["turn", "guid"]), beside)


def test_what_is_to_come_of_it_need_not_be_said() -> None:
    asked = read_question(
        "How do I fold the sail so that it doesn't get wet?", Background({}, 1000)
    )
    assert says_how(asked, "If you want to fold the sail use the lever.")
    assert way_fit(asked, "To fold the sail, press the lever.") == FIT
    other = read_question("How do I fold the wet sail in the rain?", Background({}, 1000))
    assert not says_how(other, "If you want to fold the sail use the lever.")
