"""What a thing with a typed name does is told by a sentence in which it does something."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.named_doers import (
    is_of_another_such,
    is_only_mentioned,
    is_told_as_doer,
    is_usage_line,
    tells_no_deed,
)
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.rows import row_fit
from backend.tasks.answer.extractive.units import cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of, under

KNOWN = Background({"keeper": 400, "light": 300}, 1000)


@pytest.mark.parametrize(
    ("question", "text", "does"),
    [
        ("What does reefctl do?", "reefctl takes in the sails one by one.", True),
        ("What does the furl command do?", "The furl command takes in the sails.", True),
        ("What does the furl command do?", "The ‘furl’ command will take in the sails.", True),
        ("What does the furl command do?", "In short, furl takes in the sails.", True),
        ("What does furlq do?", "The furlq utility program is used to watch the sails.", True),
        ("What does the furl command do?", "The furl command is used to take them in.", True),
        ("What does FURL_ALL do?", "The FURL_ALL line tells the winch to begin.", True),
        ("What does furl_all do?", "The routine furl_all takes in the sails.", True),
        ("What does FURL_ALL do?", "The script calls FURL_ALL before it sails.", False),
        ("What does the furl command do?", "The furl command is rarely used by crews.", False),
        ("What does the furl command do?", "The furl command takes two arguments.", False),
        ("What does the furl command do?", "The furl command does not stop the winch.", False),
        ("What does the furl command do?", "The furl command needs a winch.", False),
        ("What does the furl command do?", "The furl command uses the same winch.", False),
        ("What does the furl command do?", "The jib command takes in the small sail.", False),
        ("What does the furl command need?", "The furl command takes in the sails.", False),
        ("What does the keeper do?", "The keeper lights the lamp at dusk.", False),  # no name
    ],
)
def test_a_deed_of_the_thing_is_what_it_does(question: str, text: str, does: bool) -> None:
    (unit,) = cut_hits([hit(text)])
    assert is_told_as_doer(read_question(question, KNOWN), unit) is does


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("The script calls FURL_ALL before it sails.", True),
        ("To begin, just set the variable FURL_ALL to on.", True),
        ("The FURL_ALL program is also run in such scripts.", True),
        ("At sea, the FURL_ALL program is also commonly run in scripts.", True),
        ("The FURL_ALL line tells the winch to begin.", False),
        ("By default, FURL_ALL uses the winch.", False),
        ("If FURL_ALL is set, the winch begins at once.", False),
        ("You set FURL_ALL to begin with the winch.", False),
        ("The sails are taken in by FURL_ALL.", False),
        ("There is a tool FURL_ALL that takes in the sails.", False),
        ("It takes in the sails.", False),  # it may be of the asked thing
    ],
)
def test_a_sentence_that_only_mentions_it_does_not_tell(text: str, mentioned: bool) -> None:
    (unit,) = cut_hits([hit(text)])
    assert is_only_mentioned(read_question("What does FURL_ALL do?", KNOWN), unit) is mentioned
    other = read_question("What sets FURL_ALL?", KNOWN)
    assert not is_only_mentioned(other, unit)


@pytest.mark.parametrize(
    ("question", "text", "none"),
    [
        ("What does the reef button do?", "The reef button is behind the mast.", True),
        ("What does the cook do?", "The cook is Ada Finch.", True),
        ("What does the reef button do?", "The reef button is used to reef.", False),
        ("What does the cook do?", "The cook is in charge of the stove.", False),
        ("What does the cook do?", "The cook is at the stove; he fries fish.", False),
        ("What does the cook do?", "The mate is Ada Finch.", False),
        ("Who is the cook?", "The cook is Ada Finch.", False),
        ("Where is the reef button?", "The reef button is behind the mast.", False),
    ],
)
def test_where_or_who_it_is_is_no_deed(question: str, text: str, none: bool) -> None:
    assert tells_no_deed(read_question(question, KNOWN), text) is none


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("What does the Boom key do?", "The Jib key sets the sail that booms.", True),
        ("What does the Boom lever do?", "The Jib lever lifts the sail.", True),
        ("What does the Boom key do?", "The Boom key lifts the sail.", False),
        ("What does the Boom key do?", "The Jib key and the Boom key lift the sail.", False),
        ("What does the Boom key do?", "It lifts the sail.", False),
        ("What does the Boom key do?", "The Jib lever lifts the sail.", False),
        ("What does Boom do?", "The Jib key lifts the sail.", False),
    ],
)
def test_another_one_of_the_kind_is_told_apart(question: str, text: str, other: bool) -> None:
    assert is_of_another_such(read_question(question, KNOWN), text) is other


def test_the_verdict_on_no_deed_follows() -> None:
    other = "The Jib key sets the sail that booms."
    assert judged_first("What does the Boom key do?", other, other) is Verdict.CLOSEST
    text = "The reef button is behind the mast."
    assert judged_first("What does the reef button do?", text, text) is Verdict.CLOSEST


def test_what_it_does_in_one_case_is_not_what_it_does() -> None:
    question = "What does furl_sail do?"
    one, all_of_it = (
        "If a rope is slack, furl_sail stops at once.",
        "The furl_sail command takes in all of it.",
    )
    best = best_of(reading_of(question, hit(f"{one} {all_of_it}")))
    assert best == all_of_it


def test_what_stands_below_its_name_is_not_held_back() -> None:
    found = under("FURL_ALL", "Often a script sets FURL_ALL. The winch begins.")
    unit = next(each for each in reading_of("x", found).units if "script" in each.text)
    assert not is_only_mentioned(read_question("What does FURL_ALL do?", KNOWN), unit)


def test_what_happens_even_with_it_is_not_what_it_does() -> None:
    text = "Sails may still tear even when using FURL_ALL in a storm."
    assert judged_first("What does FURL_ALL do?", text, text) is Verdict.CLOSEST
    text = "Sails are taken in at once by using FURL_ALL in a storm."
    assert judged_first("What does FURL_ALL do?", text, text) is not Verdict.CLOSEST


def test_a_name_of_several_words_does_something() -> None:
    does = "The 'FURL ALL' command takes in all sails of the boat."
    asked = "What does the FURL ALL command do?"
    assert judged_first(asked, does, does) in {Verdict.DIRECT, Verdict.LIKELY}
    called = "The script calls FURL ALL before it sails."
    assert judged_first(asked, called, called) is Verdict.CLOSEST
    somebody = "The purser of the crew is Ada Finch."
    assert judged_first("What does Ada Finch do?", somebody, somebody) is not Verdict.CLOSEST


def test_an_entry_with_the_mark_of_an_item_is_not_held_back() -> None:
    entry = "- Boom: lifts the sail that is set."
    assert judged_first("What does the Boom key do?", entry, entry) is not Verdict.CLOSEST
    other = "- Jib: lifts the boom of the sail."
    assert judged_first("What does the Boom key do?", other, other) is Verdict.CLOSEST


def test_the_verdict_follows() -> None:
    asked = "What does FURL_ALL do?"
    called = "The script calls FURL_ALL before it sails."
    assert judged_first(asked, called, called) is Verdict.CLOSEST
    does = "FURL_ALL takes in all of the sails at once."
    assert judged_first(asked, does, does) in {Verdict.DIRECT, Verdict.LIKELY}


@pytest.mark.parametrize(
    ("text", "usage"),
    [
        ("furl [sail [speed]]", True),
        ("furl <sail> now", True),
        ("furl [sail] Takes in one sail or all of them.", False),
        ("furl takes in the sails", False),
        ("Furl the sails.", False),
    ],
)
def test_how_a_command_is_typed_is_not_what_it_does(text: str, usage: bool) -> None:
    assert is_usage_line(text) is usage


def test_the_deed_outweighs_the_line_that_is_typed() -> None:
    found = under("furl", "furl [sail [speed]]\n\nThe furl command takes in the sails.")
    assert best_of(reading_of("What does the furl command do?", found)).startswith("The furl")


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("What does the sail command do?", False),
        ("What does the sail.on command do?", True),
        ("What does sail on do?", True),
    ],
)
def test_a_row_of_a_longer_name_is_of_something_else(question: str, fits: bool) -> None:
    row = "Instant commands: sail.on — Description: Hoist the sail at once"
    assert bool(row_fit(read_question(question, KNOWN), row)) is fits
