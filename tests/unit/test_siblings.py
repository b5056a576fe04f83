"""What is said of the east room is not told of the west room."""

from __future__ import annotations

import pytest

from backend.analysis import term_texts
from backend.tasks.answer.extractive.siblings import is_of_namesake, is_of_short_part, is_of_sibling
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first

BOTH = "The east room seats ten, the west room four."
EAST = "The roof above the east room was mended in May 2021."


@pytest.mark.parametrize(
    ("question", "text", "beside", "sibling"),
    [
        ("When was the roof of the west room mended?", EAST, BOTH, True),
        ("When was the roof of the east room mended?", EAST, BOTH, False),
        ("When was the roof of the west room mended?", EAST, "The west room is cold.", False),
        ("When was the roof of the room mended?", EAST, BOTH, False),
        ("When was the roof of the west room mended?", "The room got a roof.", BOTH, False),
        ("When was the roof of the west room mended?", BOTH, BOTH, False),
        ("When was the roof of the west room mended?", "The old room got a roof.", BOTH, False),
        ("When was the roof of the west room mended?", f"{EAST} The room is dry.", BOTH, False),
    ],
)
def test_the_document_tells_them_apart(
    question: str, text: str, beside: str, sibling: bool
) -> None:
    assert is_of_sibling(question, text, [text, beside]) is sibling


@pytest.mark.parametrize(
    ("asked", "text", "over", "namesake"),
    [
        ("Does the inn at Ashford have a bar?", "The inn at Elm has a bar.", "", True),
        ("Who runs the inn at Ashford?", "Ada runs the inn at Elm and a farm.", "", True),
        ("When is the fair on Friday?", "The fair on Sunday begins at 9.", "", True),
        # it has the name, or stands under it
        ("Does the inn at Ashford have a bar?", "The inn at Elm has one, Ashford none.", "", False),
        ("Does the inn at Ashford have a bar?", "The inn at Elm Hill has a bar.", "Ashford", False),
        # another thing, another side of it, or a name of another sort
        ("Does the inn at Ashford have a bar?", "The road to Elm has an inn.", "", False),
        ("When does the coach to Ashford leave?", "The coach from Elm leaves at 9.", "", False),
        ("Where is the fair in May?", "The fair in Elm is on the green.", "", False),
        ("Who is the mayor of Old Elm?", "The mayor of Elm is Ada Finch.", "", False),
        ("Who is the mayor of the UK town?", "The mayor of Elm is Ada Finch.", "", False),
        ("Who is the head of UKR?", "The head of United Kiln Research is Ada Finch.", "", False),
    ],
)
def test_a_thing_of_another_name(asked: str, text: str, over: str, namesake: bool) -> None:
    assert is_of_namesake(asked, text, frozenset(term_texts(over))) is namesake


def test_the_verdict_follows() -> None:
    passage = f"{BOTH} {EAST}"
    asked = "When was the roof above the {} room mended?"
    assert judged_first(asked.format("east"), passage, EAST) is Verdict.DIRECT
    assert judged_first(asked.format("west"), passage, EAST) is Verdict.CLOSEST


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Why did Tern's revenues rise?", "BTS revenues rose by 4 % because fares rose.", True),
        ("Why did the company's revenues rise?", "BTS revenues rose as fares rose.", True),
        ("Why did Tern's BTS revenues rise?", "BTS revenues rose as fares rose.", False),
        ("Why did Tern's revenues rise?", "Revenues rose because fares rose.", False),
        ("Why did Tern's revenues rise?", "US revenues rose because fares rose.", True),
        ("Why did Tern's revenues rise?", "GAAP revenues rose because fares rose.", False),
        ("Why did Tern's revenues rise?", "Revenues rose, and BTS revenues most of all.", False),
        ("Why did revenues rise?", "BTS revenues rose because fares rose.", False),
    ],
)
def test_what_a_part_has_is_not_that_of_the_whole(question: str, text: str, other: bool) -> None:
    assert is_of_short_part(question, text) is other


def test_what_the_inn_of_another_place_has_is_not_told() -> None:
    passage = "The inn at Elm has a bar with a fire. The road to Ashford is closed."
    line = "The inn at Elm has a bar with a fire."
    assert judged_first("Does the inn at Elm have a bar?", passage, line) is Verdict.DIRECT
    assert judged_first("Does the inn at Ashford have a bar?", passage, line) is Verdict.CLOSEST
