"""A question of several sentences is one, and what follows it answers."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.units import Unit, cut_hits
from tests.unit.test_local_reader import hit


def units(text: str) -> list[Unit]:
    return cut_hits([hit(text)])


def test_a_short_question_belongs_to_what_it_asks_about() -> None:
    text = (
        "I sent three letters to the harbour, and all of them came back. Why? The box at the "
        "gate is emptied on Mondays alone. Use the one in Mill Lane."
    )
    first, second = units(text)
    assert first.text == text[: text.index(" Use")]
    assert second.text == "Use the one in Mill Lane."
    assert first.heading.endswith("Why?")
    question = read_question("Why do letters come back?", Background({}, 1000))
    line = first_line(question, first, None, frozenset())
    assert line == "The box at the gate is emptied on Mondays alone."


def test_a_question_in_the_middle_of_a_paragraph_leaves_what_stands_before_a_question() -> None:
    text = "Is the gate shut? It is shut all night. Why? Nobody asked for the key to it."
    assert units(text)[0].text == "Is the gate shut? It is shut all night."


def test_a_word_above_the_line_that_it_begins_goes_with_it() -> None:
    text = (
        "When I pull the rope that hangs down from the mast, the winch turns for ever. This\n\n"
        "happens because a pin is worn."
    )
    assert [unit.text for unit in units(text)] == [
        "When I pull the rope that hangs down from the mast, the winch turns for ever.",
        "This happens because a pin is worn.",
    ]


def test_a_formula_is_no_heading() -> None:
    text = "Sail area = Length x Height\n\nIt is rounded up to whole numbers."
    assert "Sail area = Length x Height" in [unit.text for unit in units(text)]


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("Why are permits sold at the gate?", "The council needs the money for the bridge."),
        ("How much does parking cost?", "Parking costs 5 dollars a day."),
    ],
)
def test_what_stands_before_a_short_question_answers_what_does_not_ask_so(
    asked: str, line: str
) -> None:
    text = "Parking costs 5 dollars a day. Why? The council needs the money for the bridge."
    told = first_line(read_question(asked, Background({}, 1000)), units(text)[0], None, frozenset())
    assert line in told
    assert told.startswith(line)


def test_a_bare_yes_is_no_first_line() -> None:
    text = "My radiator hums at night. Is that normal? Yes. The pump runs from ten."
    question = read_question("Is it normal that it hums?", Background({}, 1000))
    told = first_line(question, units(text)[0], None, frozenset())
    assert told != "Yes."
