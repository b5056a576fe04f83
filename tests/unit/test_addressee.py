"""What a letter says to “you” is said of the one whom it greets, and of nobody else."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.addressee import (
    only_speaks_to_them,
    says_it_to_them,
    with_addressee,
)
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of

LETTER = hit(
    "Gull Dance School\n\nDear Ms Brandt,\n\nThank you for the form. Your locker is number 9, "
    "below the stairs. We have put you into the Monday class. The hall is heated from October.\n\n"
    "With kind regards,\n\nOmar Rell",
    document="letter",
)


def unit_with(reading: ReadEvidence, words: str) -> Unit:
    return next(unit for unit in reading.units if words in unit.text)


def test_you_is_the_one_who_is_greeted() -> None:
    reading = reading_of("Which locker was given to Ms Brandt?", LETTER)
    locker = unit_with(reading, "locker")
    assert "brandt" in locker.term_set
    assert locker.text == "Your locker is number 9, below the stairs."
    assert locker.read_text == "Ms Brandt’s locker is number 9, below the stairs."
    monday = unit_with(reading, "Monday")
    assert monday.read_text == "We have put Ms Brandt into the Monday class."
    hall = unit_with(reading, "heated")
    assert hall.read_text == hall.text


@pytest.mark.parametrize(
    "closing", ["Yours sincerely,", "Yours faithfully,", "Yours ever,", "Sincerely yours,"]
)
def test_the_words_that_close_a_letter_speak_to_nobody(closing: str) -> None:
    text = LETTER.chunk.text.replace("With kind regards,", closing)
    letter = hit(text, document="letter")
    question = "Who wrote the letter to Ms Brandt?"
    assert not unit_with(reading_of(question, letter), "Omar Rell").read_as
    _, draft = ask(question, [letter])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == "Omar Rell"


@pytest.mark.parametrize(
    "question", ["Which locker was given to Mr Kelso?", "Which locker was given to me?"]
)
def test_nobody_is_put_in_whom_the_question_does_not_name(question: str) -> None:
    reading = reading_of(question, LETTER)
    assert not any(unit.read_as for unit in reading.units)


def test_what_stands_above_the_greeting_is_said_to_nobody() -> None:
    above = hit("Your berth is 4.\n\nDear Ms Brandt,\n\nYour berth is 9.", document="two")
    reading = reading_of("Which berth has Ms Brandt?", above)
    assert [unit.read_as for unit in reading.units if "berth" in unit.text] == [
        "",
        "Ms Brandt’s berth is 9.",
    ]


def test_a_chain_of_letters_to_several_is_left_as_it_is() -> None:
    chain = hit(
        "Dear Ms Brandt,\n\nYour berth is 9.\n\nDear Mr Kelso,\n\nYour berth is 4.",
        document="chain",
    )
    reading = reading_of("Which berth has Ms Brandt?", chain)
    assert not any(unit.read_as for unit in reading.units)


@pytest.mark.parametrize(
    "text",
    [
        "Dear Ms Brandt,\n\nYour berth is 9.\n\nDear Ms Brandt,\n\nYour berth is 4 now.",
        "From: Gull\n\nDear Ms Brandt,\n\nYour berth is 9.\n\nFrom: Ida Brandt\n\nYour berth?",
        "Dear Ms Brandt,\n\nYour berth is 9.\n\n> Is your berth free?\n> Ask your man.",
    ],
)
def test_a_chain_of_mails_is_left_as_it_is_where_one_greeting_was_found(text: str) -> None:
    reading = reading_of("Which berth has Ms Brandt?", hit(text, document="chain"))
    assert not any(unit.read_as for unit in reading.units)


def test_a_letter_to_all_greets_nobody_by_name() -> None:
    notice = hit("Dear all,\n\nYour lockers are cleared in May.", document="notice")
    assert not any(
        unit.read_as
        for unit in reading_of("When are all lockers of the school cleared?", notice).units
    )


def test_the_following_passage_of_the_letter_speaks_to_the_same() -> None:
    rest = hit("You must bring your shoes.", document="letter", start=400)
    reading = reading_of("What must Ms Brandt bring?", LETTER, rest)
    assert unit_with(reading, "shoes").read_text == "Ms Brandt must bring Ms Brandt’s shoes."


@pytest.mark.parametrize(
    ("question", "only"),
    [
        ("When was Ms Brandt born?", True),
        ("Which horse does Ms Brandt ride?", True),
        ("Which locker was given to Ms Brandt?", False),
    ],
)
def test_whom_a_sentence_speaks_to_is_no_answer_by_itself(question: str, only: bool) -> None:
    reading = reading_of(question, LETTER)
    assert only_speaks_to_them(reading.question, unit_with(reading, "locker")) is only


def test_a_sentence_to_somebody_is_direct_only_if_it_says_nearly_all_that_is_asked() -> None:
    reading = reading_of("Which locker must Ms Brandt clear this summer?", LETTER)
    assert not says_it_to_them(reading.question, unit_with(reading, "locker"))
    reading = reading_of("Which locker was given to Ms Brandt?", LETTER)
    assert says_it_to_them(reading.question, unit_with(reading, "locker"))
    assert says_it_to_them(reading.question, unit_with(reading, "heated"))


def test_no_letter_leaves_units_as_they_are() -> None:
    plain = hit("Ms Brandt has berth 9. Your berth is another.", document="plain")
    units = list(reading_of("Which berth has Ms Brandt?", plain).units)
    assert with_addressee("Which berth has Ms Brandt?", units, [plain]) == units
