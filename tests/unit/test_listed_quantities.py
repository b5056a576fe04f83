"""An item of a list tells the quantity of its own thing alone."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.listed_quantities import (
    is_quantity_of_another,
    tells_quantity,
)
from backend.types import Verdict
from tests.unit.test_local_reader import ask, hit
from tests.unit.test_signposts import reading_of


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("How many pears do I need?", "- 3 large apples", True),
        ("How much flour is needed?", "250 g soft butter", True),
        ("How much flour is needed?", "½ kg flour", False),
        ("How many pears do I need?", "You need three apples.", False),  # a sentence
        ("How many guests are coming?", "12 in the hall, says Ada Finch.", False),
        ("When do I need pears?", "- 3 large apples", False),
    ],
)
def test_an_item_of_something_else(question: str, text: str, other: bool) -> None:
    assert is_quantity_of_another(question, text) is other


CAKE = hit(
    "Larch cake\n\nYou need:\n\n- 3 large apples\n- 250 g soft butter\n- 90 g hazelnuts\n\n"
    "Melt the butter and chop the hazelnuts for four minutes.",
    title="Larch cake",
)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("How much butter do I need for the larch cake?", "250 g soft butter"),
        ("How many apples are needed?", "3 large apples"),
    ],
)
def test_the_item_of_the_very_thing_is_likely(question: str, line: str) -> None:
    _, draft = ask(question, [CAKE])
    assert draft.verdict in {Verdict.DIRECT, Verdict.LIKELY}
    assert line in draft.short


@pytest.mark.parametrize(
    "question",
    [
        "How many pears do I need for the larch cake?",
        "How much butter do I need for the elm pie?",  # another cake
        "How much butter did the bakery sell?",
    ],
)
def test_what_no_item_is_of_is_not_told(question: str) -> None:
    reading = reading_of(question, CAKE)
    assert not any(tells_quantity(reading, unit) for unit in reading.units)


def test_two_lists_with_the_same_thing_tell_nothing() -> None:
    pie = hit("Elm pie\n\nYou need:\n\n- 100 g butter\n- 4 pears", document="pie", title="Elm pie")
    reading = reading_of("How much butter is needed?", CAKE, pie)
    assert not any(tells_quantity(reading, unit) for unit in reading.units)
