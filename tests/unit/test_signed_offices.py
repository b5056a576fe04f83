"""Who holds an office is told by a signature, in a letter of what the office belongs to."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.letter_parties import letter_party
from backend.tasks.answer.extractive.letters import letter_head, signed_role
from backend.tasks.answer.extractive.offices import is_of_another_office
from backend.tasks.answer.extractive.question import read_question
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import NOTHING_KNOWN, reading_of

LETTER = (
    "ELM ROWING CLUB\nThe Boathouse, Elm\nsecretary@elmrowing.example\n\n5 May 2031\n\n"
    "Heron Sailing Club\n4 Quay Street\n\nDear friends,\n\nThe slipway is closed until June, since "
    "the ramp is being mended. Please launch from the beach.\n\nYours sincerely,\n\nIda Brandt\n"
    "Honorary Secretary\n"
)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        (LETTER, "Honorary Secretary"),
        ("Yours,\nIda Brandt, Harbour Master\n", "Harbour Master"),
        ("Yours,\nIda Brandt (treasurer)\n", "treasurer"),
        ("Yours,\nIda Brandt\n01632 960118", ""),
        ("Ida Brandt\nSecretary", ""),
    ],
)
def test_what_the_one_who_signs_is(text: str, role: str) -> None:
    assert signed_role(text) == role


def test_the_head_of_a_letter_is_of_the_one_who_writes() -> None:
    assert "ELM ROWING" in letter_head(LETTER)
    assert "Heron" not in letter_head(LETTER)
    assert letter_head("Heron Sailing Club\n4 Quay Street\n\n5 May 2031\n\nDear Ada,\nHello") == ""
    assert "Heron" not in letter_head(LETTER.replace("Dear", "Our reference: H 12\n\nDear"))
    assert letter_head("ELM CLUB\nElm\n\n5 May 2031\n\nDear members,\nHello") == "ELM CLUB\nElm"


def test_the_one_who_signed_as_secretary_is_the_secretary_of_the_letter_head() -> None:
    _, draft = ask("Who is the secretary of the Elm Rowing Club?", [hit(LETTER)])
    assert draft.verdict is Verdict.LIKELY
    assert draft.short == "Ida Brandt"


@pytest.mark.parametrize(
    "question",
    [
        "Who is the secretary of the Heron Sailing Club?",  # to whom the letter is written
        "Who is the treasurer of the Elm Rowing Club?",
        "Who is the assistant secretary of the Elm Rowing Club?",
        "Who is the secretary of the beach?",  # the letter only speaks of it
    ],
)
def test_a_signature_tells_no_other_office_and_no_other_club(question: str) -> None:
    reading = reading_of(question, hit(LETTER))
    assert not any(letter_party(reading, unit) for unit in reading.units)
    assert "Brandt" not in ask(question, [hit(LETTER)])[1].short


def test_two_secretaries_that_nothing_tells_apart_give_no_answer() -> None:
    other = LETTER.replace("Ida Brandt", "Omar Rell")
    both = [hit(LETTER), hit(other, document="b")]
    assert ask("Who is the secretary of the Elm Rowing Club?", both)[1].verdict is Verdict.CLOSEST


def test_an_address_of_mail_names_no_holder_of_an_office() -> None:
    asked = read_question("Who is the secretary of the club?", NOTHING_KNOWN)
    line = "The Boathouse, Elm, secretary@elmrowing.example"
    assert is_of_another_office(asked, line, frozenset())
    assert not is_of_another_office(asked, "Secretary: Ida Brandt", frozenset())
