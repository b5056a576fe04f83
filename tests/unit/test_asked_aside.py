"""A question of several sentences is one, and what follows it answers."""

from __future__ import annotations

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
    assert [each.text for each in units(text)] == [
        "When I pull the rope that hangs down from the mast, the winch turns for ever.",
        "This happens because a pin is worn.",
    ]


def test_a_formula_is_no_heading() -> None:
    text = "Sail area = Length x Height\n\nIt is rounded up to whole numbers."
    assert "Sail area = Length x Height" in [each.text for each in units(text)]
