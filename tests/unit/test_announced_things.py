"""The things of a kind are told by the list that a sentence announces by their name."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.announced_things import announces_things
from tests.unit.test_complete_quotes import reading_of
from tests.unit.test_local_reader import ask, hit

ASKED = "What are the duties of the keeper?"
LIST = "1. to light the lamp\n2. to ring the bell"
NAMED = "The keeper lives in the tower. His duties are"


def announced(text: str, question: str = ASKED) -> list[str]:
    reading = reading_of(text, question)
    return [unit.text for unit in reading.units if announces_things(reading, unit)]


@pytest.mark.parametrize("end", ["", ":", " as follows:", " the following:"])
def test_a_sentence_with_their_name_announces_them(end: str) -> None:
    assert announced(f"{NAMED}{end}\n{LIST}\n\nHe sleeps.") == [f"His duties are{end}"]


@pytest.mark.parametrize(
    "text",
    [
        f"{NAMED} many.\n{LIST}",
        f"{NAMED} few, and his pay is low.",
        "The keeper lives in the tower. His duties are\n1. to light the lamp and no more",
        f"The keeper lives in the tower. His tools are\n{LIST}",
        f"The cook lives in the tower. His duties are\n{LIST}",
        f"The keeper lives there. It is high. The cook is old. His duties are\n{LIST}",
    ],
)
def test_other_sentences_do_not(text: str) -> None:
    assert announced(text) == []


def test_other_questions_ask_for_no_things() -> None:
    text = f"{NAMED}\n{LIST}"
    assert announced(text, "What are duties?") == announced(text, "Are the duties hard?") == []


def test_people_are_announced_as_things_are() -> None:
    text = "The board meets in May. The honorary keepers are:\n1. Ada Finch\n2. Tom Reed"
    assert announced(text, "Who are the honorary keepers?") == ["The honorary keepers are:"]
    _, draft = ask("Who are the honorary keepers?", [hit(text)])
    assert draft.short == "The honorary keepers are: 1. Ada Finch 2. Tom Reed"


def test_they_are_told_with_their_list() -> None:
    _, draft = ask(ASKED, [hit(f"{NAMED}\n{LIST}\n\nHe sleeps by day in a small hut.")])
    assert draft.found
    assert draft.short == "His duties are 1. to light the lamp 2. to ring the bell"
