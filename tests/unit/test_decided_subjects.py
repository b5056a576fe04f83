"""A sentence of something else decides no question for yes or no."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.decided_subjects import (
    is_of_another_under_it,
    is_of_other_kind,
    lacks_predicate,
    lacks_thing_decided,
    names_another_holder,
    stands_only_beside_it,
)
from backend.tasks.answer.extractive.question import Question, read_question
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit


def asked(text: str) -> Question:
    return read_question(text, Background({}, 1000))


def unit(text: str) -> Unit:
    (found,) = cut_hits([hit(text)])
    return found


@pytest.mark.parametrize(
    ("question", "text", "lacks"),
    [
        ("Is Ada Finch the purser?", "Apologies: Ada Finch", True),
        ("Is Ada Finch the purser?", "Ada Finch (purser), Tom Reed (cook)", False),
        ("Is Ada Finch the purser?", "Ada Finch has left the crew.", False),
        ("Does the cook come each day?", "The cook comes in the morning.", False),
        ("Who is the purser?", "Apologies: Ada Finch", False),
    ],
)
def test_a_name_alone_decides_nothing(question: str, text: str, lacks: bool) -> None:
    assert lacks_predicate(asked(question), unit(text)) is lacks


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("May a boat name have a figure?", "A figure is allowed in a sail name.", True),
        ("May a boat name have a figure?", "A figure is allowed in the name of a boat.", False),
        ("May a boat name have a figure?", "A figure is allowed in names.", False),
        ("May a boat name have a figure?", "Names may have a figure.", False),
        ("May guests keep a dog?", "Guests may keep a dog.", False),
        ("Is the road tax included?", "Road tax and the toll are included.", False),
        ("Which boat name has a figure?", "A figure is allowed in a sail name.", False),
        ("Do guests wear caps?", "Visitors wear caps.", False),  # it is a verb
        ("Do guests wear a cap?", "Visitors wear a cap.", False),
        ("Can a boat name be long?", "A sail name may be long.", True),
    ],
)
def test_the_second_word_of_a_name_alone_is_of_another(
    question: str, text: str, other: bool
) -> None:
    assert is_of_other_kind(asked(question), unit(text), frozenset()) is other


def test_what_it_stands_under_names_it_as_well() -> None:
    question, text = asked("May a boat name have a figure?"), "A figure is allowed in a good name."
    assert is_of_other_kind(question, unit(text), frozenset())
    assert not is_of_other_kind(question, unit(text), frozenset(["boat"]))


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Is the orchard closed?", "Orchard. The well is closed because of frost.", True),
        ("Is the orchard closed?", "Orchard: The well in it is closed.", True),
        ("Is the orchard closed?", "Orchard. It is closed because of frost.", False),
        ("Is the orchard closed?", "Orchard. The orchard is closed.", False),
        ("Is the well closed?", "Orchard. The well is closed because of frost.", False),
        ("Is the orchard closed?", "Orchard. Closed because of frost.", False),
        ("Why is the orchard closed?", "Orchard. The well is closed.", False),
    ],
)
def test_a_heading_in_the_line_is_not_what_the_sentence_is_of(
    question: str, text: str, other: bool
) -> None:
    assert is_of_another_under_it(asked(question), unit(text)) is other


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Is Ada Finch the purser?", "Present: Tom Reed (purser), Ada Finch.", True),
        ("Is Ada Finch the purser?", "Present: Tom Reed (purser). Apologies: Ada Finch.", True),
        ("Is Ada Finch the purser?", "Purser: Tom Reed; guest: Ada Finch", True),
        ("Is Ada Finch the purser?", "Present: Tom Reed (cook), Ada Finch (purser).", False),
        ("Is Ada Finch the purser?", "Purser: Ada Finch", False),
        ("Is Ada Finch the purser?", "Ada Finch is the purser.", False),
        ("Is Ada Finch a purser?", "Pursers: Tom Reed (first purser), A. Finch (purser)", False),
        ("Is Ada Finch the purser?", "Tom Reed (cook) and Ada Finch came.", False),
        ("Is the purser ill?", "Tom Reed (purser) came.", False),
    ],
)
def test_an_office_in_brackets_is_of_the_one_before_it(
    question: str, text: str, other: bool
) -> None:
    assert names_another_holder(question, text) is other


def test_the_verdict_on_an_office_follows() -> None:
    text = "Present: Tom Reed (purser), Ada Finch."
    assert judged_first("Is Ada Finch the purser?", text, text) is Verdict.CLOSEST


def test_the_verdict_follows() -> None:
    text = "Orchard. The well is closed because of frost."
    assert judged_first("Is the orchard closed?", text, text) is Verdict.CLOSEST
    assert judged_first("Is the well closed?", text, text) is Verdict.DIRECT


@pytest.mark.parametrize(
    ("question", "text", "beside", "lacks"),
    [
        ("Is supper included?", "The pass covers the boat; drinks are not included.", True, True),
        ("Is supper included?", "The pass covers the boat; drinks are not included.", False, False),
        ("Is supper included?", "It is included in the pass.", True, False),
        ("Is the pass included?", "The pass covers the boat; it is included.", True, False),
        ("What is included?", "The pass covers the boat; drinks are not included.", True, False),
    ],
)
def test_where_the_thing_is_told_another_decides_nothing(
    question: str, text: str, beside: bool, lacks: bool
) -> None:
    units = [unit(text), *([unit("Rooms with supper included are upstairs.")] * beside)]
    assert lacks_thing_decided(asked(question), units[0], units) is lacks


def test_a_reported_question_does_not_tell_of_the_thing() -> None:
    told = unit("The board said that the pass stays.")
    reported = unit("Ada asked whether supper is included.")
    assert not lacks_thing_decided(asked("Is supper included?"), told, [told, reported])


@pytest.mark.parametrize(
    ("question", "text", "beside"),
    [
        ("Is the pool open?", "On Mondays only the kiosk by the pool is open.", True),
        ("Is the pool open?", "The path behind the old pool is open.", True),
        ("Is the pool open?", "The pool by the kiosk is open.", False),
        ("Is the pool open?", "The kiosk by the pool is open, the pool is not.", False),
        ("Is the kiosk by the pool open?", "The kiosk by the pool is open.", False),
        ("Has the pool a slide?", "There is a slide beside the pool.", False),
        ("Is the pool open?", "In the pool all swim.", False),
    ],
)
def test_what_another_thing_is_near_is_not_told(question: str, text: str, beside: bool) -> None:
    assert stands_only_beside_it(asked(question), unit(text)) is beside


def test_the_verdict_on_a_neighbour_follows() -> None:
    text = "Only the kiosk by the pool is open."
    assert judged_first("Is the kiosk open?", text, text) is not Verdict.CLOSEST
    assert judged_first("Is the pool open?", text, text) is Verdict.CLOSEST
