"""Yes or no below the same question is the answer, without the letter before it."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.replies import (
    replies_to_second,
    reply_begins,
    with_reply_first,
)
from backend.types import Hit, Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of, under

HEADING = "Q: Can I get the pump to keep its settings when it is switched off?"
ANSWER = (
    "A: No, that is not built in. Most settings are good for a day. Note that the pump keeps its "
    "settings when it is only paused."
)
QUESTION = "Can the pump keep its settings when it is switched off?"


def best_of(question: str, passage: Hit, favourite: str) -> str:
    """What is best where the ranking thinks most of a sentence that begins so."""
    reading = reading_of(question, passage)
    scores = np.array([0.9 if u.text.startswith(favourite) else 0.4 for u in reading.candidates])
    return reading.candidates[int(np.argmax(with_reply_first(reading, scores)))].text


def test_no_stands_before_what_else_the_answer_says() -> None:
    assert best_of(QUESTION, under(HEADING, ANSWER), "Note").startswith("A: No,")


@pytest.mark.parametrize(
    ("question", "heading", "answer"),
    [
        ("When does the pump keep its settings?", HEADING, ANSWER),  # not yes or no
        ("Can the hull be painted red?", HEADING, ANSWER),  # another question
        (QUESTION, HEADING, ANSWER.replace("A: No, that", "A: No one knows. It")),
        (QUESTION, "Settings", ANSWER),
    ],
)
def test_else_the_best_sentence_stays(question: str, heading: str, answer: str) -> None:
    assert best_of(question, under(heading, answer), "Note").startswith("Note")


def test_the_letter_of_an_answer_is_none_of_its_words() -> None:
    unit = reading_of(QUESTION, under(HEADING, ANSWER)).units[0]
    assert unit.text[reply_begins(unit) :] == "No, that is not built in."
    plain = reading_of(QUESTION, under("Which keys are there?", "A: up. B: down.")).units[0]
    assert reply_begins(plain) == 0
    _, draft = ask(QUESTION, [under(HEADING, ANSWER)])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert draft.short == "No, that is not built in."


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("May sails be dried here? Would they not fade? Yes, you may. No, none has faded.", True),
        ("Yes, you may. Yes, none has faded.", False),
        ("The loft is dry. No, none has faded.", False),
    ],
)
def test_a_second_reply_is_to_a_second_question(text: str, second: bool) -> None:
    for question, asks in (("May sails be dried here?", True), ("Why are sails dried?", False)):
        reading = reading_of(question, hit(text))
        last = reading.units[-1]
        found = replies_to_second(reading.question, last, reading.before(last))
        assert found is (second and asks)


def test_a_question_with_its_answer_in_one_unit_is_no_part_of_it() -> None:
    text = "Q. When do you open? A. Monday to Friday from 9."
    unit = reading_of("When does the yard open?", hit(text)).units[0]
    assert unit.text[reply_begins(unit) :] == "Monday to Friday from 9."
    only = reading_of("When does the yard open?", hit("Q. When do you open? We open at 9.")).units[
        0
    ]
    assert reply_begins(only) == 0


def test_a_question_to_you_is_of_whom_the_title_names() -> None:
    answer = "A. Yes, on Tuesdays and Fridays. Delivery is £9, and free for much."
    yard = under("Q. Do you deliver?", answer, title="Heron Yard")
    assert best_of("Does Heron Yard deliver?", yard, "Delivery").startswith("A. Yes")
    # another deed, and a question of another kind
    assert best_of("Does Heron Yard hire out boats?", yard, "Delivery").startswith("Delivery")
    when = under("Q. When do you deliver?", answer, title="Heron Yard")
    assert best_of("Does Heron Yard deliver?", when, "Delivery").startswith("Delivery")


def test_the_letter_is_left_out_of_a_short_answer_with_what_follows() -> None:
    shop = under("Q. Is there a bar?", "A. Yes, the Loft. It closes at ten.", title="Heron Yard")
    _, draft = ask("Is there a bar at Heron Yard?", [shop])
    assert draft.short.startswith("Yes, the Loft.")
