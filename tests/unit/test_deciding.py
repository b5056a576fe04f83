"""What decides yes or no, who paid, what holds on which day, what is worth how much, and whose."""

from __future__ import annotations

import numpy as np
import pytest

from backend.question_kinds import AnswerKind, answer_kind
from backend.tasks.answer.extractive.agents import agent_of
from backend.tasks.answer.extractive.counted import is_of_another_time
from backend.tasks.answer.extractive.deciding import (
    decides,
    denies_of_some,
    is_only_supposed,
)
from backend.tasks.answer.extractive.first_line import decided as yes_or_no
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.further import points_elsewhere
from backend.tasks.answer.extractive.money import asked_words
from backend.tasks.answer.extractive.named import named_fit
from backend.tasks.answer.extractive.rule_scores import without_debris
from backend.types import Hit, Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


def ranked(question: str, found: Hit, scores: tuple[float, ...]) -> str:
    reading = reading_of(question, found)
    best = int(np.argmax(without_debris(reading, np.array(scores), {})))
    return reading.candidates[best].text


def decided(question: str, text: str) -> list[float]:
    reading = reading_of(question, hit(text))
    units = reading.candidates
    return [
        decides(reading.question, unit, units[at - 1] if at else None)
        for at, unit in enumerate(units)
    ]


def test_a_pronoun_decides_what_the_sentence_before_it_names() -> None:
    text = "Dry rot was found under the stairs. It is not spreading."
    assert decided("Is the dry rot spreading?", text) == [0.0, pytest.approx(FIT)]
    assert ranked("Is the dry rot spreading?", hit(text), (0.9, 0.1)) == "It is not spreading."


def test_a_sentence_without_the_last_word_or_with_much_else_decides_nothing() -> None:
    assert decided("Is the dry rot spreading?", "Dry rot was found under the stairs.") == [0.0]
    long = (
        "It may be spreading where builders, owners, tenants and surveyors left heating, windows "
        "and doors untouched for years."
    )
    assert decided("Is the dry rot spreading?", f"Dry rot was found. {long}")[1] == 0.0
    assert decided("Why is the dry rot spreading?", "Dry rot is spreading.") == [0.0]


def test_who_pays_need_not_have_a_name() -> None:
    text = "The new gate is paid for by the rowing club."
    reading = reading_of("Who pays for the gate?", hit(text))
    found = agent_of(reading.question, text)
    assert found is not None
    assert found["party"] == "the rowing club"
    assert agent_of(reading.question, "The new roof is paid for by the rowing club.") is None


def test_a_part_of_what_was_done_may_stand_in_the_heading() -> None:
    text = "The repair is paid for by the rowing club."
    question = reading_of("Who pays for the repair of the gate?", hit(text)).question
    assert agent_of(question, text) is None
    assert agent_of(question, text, frozenset(["gate"])) is not None


def test_a_day_of_the_week_is_no_other_day() -> None:
    text = "The mill opens at 8.00 and closes at 17.00. On Sundays we are open from 10.00 to 12.00."
    assert ranked("When does the mill close on Sundays?", hit(text), (0.6, 0.3)).startswith("On Su")
    assert ranked("When does the mill close?", hit(text), (0.6, 0.3)).startswith("The mill")


def test_money_is_no_age() -> None:
    text = "Children under 12 ride without a ticket. A day ticket costs 9 euros."
    assert ranked("What does a ticket cost?", hit(text), (0.5, 0.4)).startswith("A day ticket")


def test_what_a_thing_is_worth_is_an_amount_of_money() -> None:
    assert answer_kind("What is the barn worth?") is AnswerKind.AMOUNT
    assert answer_kind("For how much is the barn insured?") is AnswerKind.AMOUNT
    assert answer_kind("What is the barn?") is AnswerKind.DEFINITION
    assert asked_words("What is the barn worth?") == {"worth"}


def test_it_is_not_what_another_paragraph_speaks_of() -> None:
    text = (
        "The windmill leans. We value the farm at 90,000 euros. Two sheds are empty. "
        "Rebuilding it would cost 70,000 euros. A mason may rebuild the windmill. The lane is dry. "
        "A pump works. Hay lies in the loft."
    )
    reading = reading_of("How much would it cost to rebuild the windmill?", hit(text))
    pointing = [points_elsewhere(reading, unit) for unit in reading.candidates]
    assert pointing == [False, False, False, True, False, False, False, False]
    near = "The windmill leans. Rebuilding it would cost 70,000 euros."
    for told in (near, "The windmill leans. It is of oak. It would cost 70,000 euros."):
        beside = reading_of("How much would it cost to rebuild the windmill?", hit(told))
        assert not any(points_elsewhere(beside, unit) for unit in beside.candidates)


@pytest.mark.parametrize(
    ("question", "text", "fits"),
    [
        ("What was the barge first called?", "The barge was first named Plover.", True),
        ("What was the barge first called?", "The barge was later named Plover.", False),
        ("What is the barge called?", "The barge is called Plover.", True),
        ("What is the barge called?", "The barge is called a barge.", False),
        ("What is the tug called?", "The barge is called Plover.", False),
        ("What was the tug called first?", "Finch built the tug under the name Plover.", True),
        ("What is the tug called now?", "Finch built the tug under the name Plover.", False),
    ],
)
def test_what_a_thing_is_called(question: str, text: str, fits: bool) -> None:
    reading = reading_of(question, hit(text))
    assert named_fit(reading.question, text, frozenset()) == (FIT if fits else 0.0)


def test_a_figure_of_now_is_none_of_what_it_is_compared_with() -> None:
    text = "So far 950 trees have been planted, 120 more than last year."

    def is_other(question: str) -> bool:
        return is_of_another_time(reading_of(question, hit(text)).question, text)

    assert is_other("How many trees were planted last year?")
    assert not is_other("How many trees have been planted?")
    assert not is_other("How many more trees were planted than last year?")
    apart = "In 2023 830 trees were planted, 40 more than in 2022."
    asked = reading_of("How many trees were planted in 2023?", hit(apart)).question
    assert not is_of_another_time(asked, apart)
    before = reading_of("How many trees were planted in 2022?", hit(apart)).question
    assert is_of_another_time(before, apart)


@pytest.mark.parametrize(
    ("text", "of_some"),
    [
        ("The yard has oars that the club cannot lend.", True),
        ("The yard has oars which the club does not lend.", True),
        ("It was said that the club cannot lend oars.", False),
        ("The club cannot lend oars.", False),
        ("Oars that were made in 1901 are not what the club can lend.", False),
        ("Oars that are old are not lent by the club.", False),
        ("The yard has oars that the club can lend.", False),
        ("Nobody has oars that the club cannot lend.", False),  # two denials
    ],
)
def test_what_is_denied_of_such_things_alone_denies_nothing(text: str, of_some: bool) -> None:
    question = reading_of("Can the club lend oars?", hit(text)).question
    assert denies_of_some(question, text) is of_some
    other = reading_of("Who can lend oars?", hit(text)).question
    assert not denies_of_some(other, text)
    negated = reading_of("Can the club not lend oars?", hit(text)).question
    assert not denies_of_some(negated, text)


@pytest.mark.parametrize(
    ("question", "text", "supposed"),
    [
        ("Does the ferry make a loss?", "If the ferry made a loss, the line could close.", True),
        (
            "Does the ferry make a loss?",
            "However, if tolls fall, or other matters bring a loss, the town might step in.",
            True,
        ),
        (
            "Does the ferry make a loss? If you do not know, say so.",
            "If the ferry made a loss, the line could close.",
            True,
        ),
        ("Does the ferry make a loss?", "If tolls fall, the ferry could make a loss.", False),
        ("Does the ferry make a loss?", "The ferry made a loss, and the line could close.", False),
        ("Does the ferry make a loss?", "If you ask me, the ferry makes a loss.", False),
        (
            "Could the line close if the ferry makes a loss?",
            "If the ferry made a loss, the line could close.",
            False,
        ),
        ("Why does the ferry make a loss?", "If it made a loss, the line could close.", False),
    ],
)
def test_what_is_only_supposed_decides_nothing(question: str, text: str, supposed: bool) -> None:
    reading = reading_of(question, hit(text))
    assert is_only_supposed(reading.question, text) is supposed
    if supposed:
        assert judged_first(question, text, text) is Verdict.CLOSEST


def test_such_a_sentence_is_told_neither_with_no_nor_as_the_answer() -> None:
    asked = "Can the club lend oars?"
    text = "The yard makes oars that the club cannot lend."
    question = reading_of(asked, hit(text))
    assert yes_or_no(question.question, question.units[0], frozenset()) == ""
    assert judged_first(asked, text, text) is Verdict.CLOSEST
    plain = "The club cannot lend oars."
    assert yes_or_no(question.question, reading_of(asked, hit(plain)).units[0], frozenset()) == "No"


def test_a_title_that_says_what_is_done_says_of_nobody_that_he_does_it() -> None:
    asked = "Can the big tern carry red lamps?"
    text = "Lamps are red. Sails are blue. Oars are made of ash. Ropes are new. Anchors are big."
    doing = hit(text, title="Carrying on the tern")
    named = hit(text, title="To carry on the tern")
    fits = []
    for found in (doing, named):
        reading = reading_of(asked, found)
        unit = reading.candidates[0]
        above = reading.passages[unit.hit].names_above(asked)
        assert "tern" in above
        fits.append(decides(reading.question, unit, None, above))
    assert fits[0] == 0.0 < fits[1]
    both = reading_of(asked, hit(text, title="Carrying: to carry on the tern"))
    assert "carri" in both.passages[1].names_above(asked)
    itself = reading_of("Is carrying lamps safe?", doing)
    assert "carri" in itself.passages[1].names_above("Is carrying lamps safe?")
