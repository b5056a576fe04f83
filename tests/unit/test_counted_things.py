"""A number counts what stands behind it."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.background import Background
from backend.tasks.answer.extractive.counted import (
    counts_another,
    counts_asked,
    counts_of_name,
    counts_other_parts,
    counts_those_that_do,
)
from backend.tasks.answer.extractive.question import Question, read_question
from backend.tasks.answer.extractive.reading import read
from backend.tasks.answer.extractive.rule_scores import UNCOUNTED, without_debris
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import WordEmbedder, ask, hit

NOTHING_KNOWN = Background({}, 1000)


def question(text: str) -> Question:
    return read_question(text, NOTHING_KNOWN)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How many boats lie in the harbour?", "In winter 31 boats lie there."),
        ("How many members came?", "There were 23 new paying members."),
        ("How many hits per day can it take?", "It takes up to 100K hits/day."),
        ("How many lamps are there?", "Twelve lamps burn at night."),
        ("How many oars may a skiff carry?", "A skiff takes four oars."),
        ("How many ropes must lie on deck?", "Two ropes are on deck."),
    ],
)
def test_the_number_counts_what_is_asked(asked: str, text: str) -> None:
    assert counts_asked(question(asked), text)
    assert not counts_another(question(asked), text)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How many storm lamps are on the red boats?", "There are two red boats."),
        ("How many gulls nest on the two piers?", "The harbour has two piers."),
        ("How many lamps burn on the red boats?", "There are 12 red boats."),
    ],
)
def test_a_number_of_something_else_is_none_of_what_is_asked(asked: str, text: str) -> None:
    assert counts_another(question(asked), text)
    assert not counts_asked(question(asked), text)


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("How many leap seconds were there?", "A day has 86400 seconds."),
        ("How many people are waiting for a berth?", "There are 31 names on the list."),
        ("How many gulls nest there in a year?", "It was the best of 20 years."),
        ("When were the two piers built?", "The harbour has two piers."),
    ],
)
def test_other_words_for_what_is_counted_are_left_open(asked: str, text: str) -> None:
    assert not counts_another(question(asked), text)
    assert not counts_asked(question(asked), text)


def test_a_sentence_that_counts_it_comes_before_one_that_counts_something_else() -> None:
    found = hit("The pier takes 500 visitors a day. It has room for 12 boats.")
    reading = read("How many boats fit at the pier?", [found], WordEmbedder().embed, NOTHING_KNOWN)
    scores = without_debris(reading, np.array([0.5, 0.4]), {})
    assert scores.tolist() == pytest.approx([0.5 * UNCOUNTED, 0.4])


def test_a_neighbouring_number_is_no_answer() -> None:
    found = hit("Ada Holm keeps two hives behind the pier.", title="Bees at the pier")
    _, draft = ask("How many bees live in the hives behind the pier?", [found])
    assert not draft.found


@pytest.mark.parametrize(
    ("text", "before", "counts"),
    [
        ("furl_sail() takes 4 arguments.", "", True),
        ("The function furl_sail takes 4 arguments.", "", True),
        ("It takes 4 arguments.", "furl_sail() ties the sail up.", True),
        ("Everything takes 4 arguments.", "furl_sail() ties the sail up.", False),
        ("It takes 4 arguments.", "Its callback is called by furl_sail().", False),
        ("The callback takes 4 arguments from furl_sail().", "", False),
        ("furl_sail() ties 4 sails up.", "", False),
        ("furl_sail_slowly() takes 4 arguments.", "", False),
    ],
)
def test_a_number_of_a_very_name(text: str, before: str, counts: bool) -> None:
    above = cut_hits([hit(before)])[0] if before else None
    asked = question("How many arguments does furl_sail() take?")
    assert counts_of_name(asked, text, above) is counts


def test_a_plain_word_may_be_called_otherwise() -> None:
    asked = question("How many rooms does the house have?")
    assert not counts_of_name(asked, "The building has 4 rooms.", None)


@pytest.mark.parametrize(
    ("asked", "text", "others"),
    [
        ("How many lines does a berth list have?", "A berth list has up to 40 characters.", True),
        ("How many letters does a berth name have?", "A berth name has four digits.", True),
        ("How many characters does a berth name have?", "A berth name has four digits.", False),
        ("How many lines does a berth list have?", "A berth list has four lines.", False),
        ("How many lines does a berth list have?", "A berth list has four boats.", False),
        ("How many rows does a berth list have?", "A berth list has four lines.", False),
        ("How many lines does a berth list have?", "A berth list has four.", False),
        ("How many boats are on a berth list?", "A berth list has four lines.", False),
    ],
)
def test_parts_of_another_kind_are_not_those_asked_for(asked: str, text: str, others: bool) -> None:
    assert counts_other_parts(question(asked), text) is others


@pytest.mark.parametrize(
    ("asked", "text", "others"),
    [
        ("How many rowers have not paid the dues?", "The dues were paid by 9 of 12 rowers.", True),
        ("How many rowers haven't paid?", "9 rowers have paid.", True),
        ("How many rowers have not paid the dues?", "3 rowers have not paid.", False),
        ("How many rowers have not paid the dues?", "Dues of 3 rowers are outstanding.", False),
        ("How many rowers have not paid the dues?", "Still to pay: 3 rowers", False),
        ("How many rowers have paid the dues?", "The dues were paid by 9 of 12 rowers.", False),
        ("How many crews were refused?", "Of 12 crews 9 were let in.", True),
        ("How many crews were refused?", "3 of 12 crews were turned down.", False),
        ("How many rowers are no more than 20?", "There are 4 rowers under 21.", False),
        ("Which rowers have not paid?", "Ada and Tom have paid.", False),
    ],
)
def test_those_that_do_are_not_those_that_do_not(asked: str, text: str, others: bool) -> None:
    question = read_question(asked, Background({}, 1000))
    assert counts_those_that_do(question, text) is others
