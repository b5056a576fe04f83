"""How a vote went is told by its result, which stands behind what was proposed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.judging import judge
from backend.tasks.answer.extractive.verdicts import Thresholds
from backend.tasks.answer.extractive.votes_told import (
    asks_how_they_voted,
    is_vote_on_another,
    lacks_vote,
    tells_vote,
    vote_told,
)
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

ASKED = "How did the rowers vote on selling the old barge?"
PROPOSED = "4.1 Ada Finch proposed that the old barge be sold before the winter."
DEBATED = "Tom Reed spoke against it."
PUT = "4.2 The proposal was put to the vote."
RESULT = "For 3, against 5. The proposal fell."


@pytest.mark.parametrize(
    ("question", "asks"),
    [
        (ASKED, True),
        ("How did the Harbour Council vote on the toll?", True),
        ("How have the members voted on the toll?", True),
        ("How did the vote on the toll go?", True),
        ("What was the result of the vote on the toll?", True),
        ("How did Ada Finch vote on the toll?", False),
        ("How did the treasurer vote on the toll?", False),
        ("How do members vote?", False),
        ("How did they vote by post?", False),
        ("What was the result of the race?", False),
        ("When did the rowers vote?", False),
    ],
)
def test_how_a_vote_went_is_asked_of_all(question: str, asks: bool) -> None:
    assert asks_how_they_voted(question) is asks


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("For 3, against 5.", True),
        ("Seven in favour, two against.", True),
        ("It was agreed by four votes to one.", True),
        ("The motion was carried.", True),
        ("Carried 22 to 14.", True),
        ("Passed unanimously.", True),
        ("The captain used her casting vote against, and the motion fell.", True),
        ("The rowers voted to keep it.", True),
        (PUT, False),
        (DEBATED, False),
        ("For 3 weeks the barge lay in the mud.", False),
        ("Tar cost 90 pounds, against 85 the year before.", False),
        ("The chest was carried over the bridge.", False),
        ("Lost oars cost 9 pounds.", False),
        ("We have two boats for hire.", False),
        ("A motion needs a majority of 12 in favour.", False),
        ("If 12 are in favour, it is carried.", False),
    ],
)
def test_the_result_of_a_vote_is_known_by_its_form(text: str, tells: bool) -> None:
    assert tells_vote(text) is tells


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{PROPOSED} {DEBATED}\n\n{PUT} {RESULT} It will be looked at again in May.", RESULT),
        (f"{PROPOSED} Carried by seven votes to one.", "Carried by seven votes to one."),
        # another item, another proposal, or no result
        (f"{PROPOSED} {DEBATED}\n\n5.1 The toll was put to the vote. {RESULT}", ""),
        (f"{PROPOSED} Bo Rask moved an amendment. {RESULT}", ""),
        (f"{PROPOSED} Bo Rask proposed that the sail be mended. {RESULT}", ""),
        (f"{PROPOSED} {DEBATED}", ""),
        (f"4.1 The old barge is 40 years old. {RESULT}", ""),
    ],
)
def test_the_result_is_quoted_with_what_was_proposed(text: str, told: str) -> None:
    reading = reading_of(ASKED, hit(text))
    unit = reading.units[0]
    whole = complete_one(reading, unit)
    assert vote_told(reading.question, unit, whole) == told
    assert lacks_vote(reading.question, whole) is (told == "")


def test_the_first_line_tells_the_result_and_no_more_than_likely() -> None:
    reading = reading_of(ASKED, hit(f"{PROPOSED} {DEBATED}\n\n{PUT} {RESULT}"))
    reading = replace(reading, candidates=reading.candidates[:1], vectors=reading.vectors[:1])
    weights = replace(load_weights(), thresholds=Thresholds(0.0, 0.0, 0.0, 0.0))
    judged = judge(reading, unit_features(reading), weights, {}, missing=False)
    assert (judged.verdict, judged.line) == (Verdict.LIKELY, RESULT)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Was the proposal to sell the old barge accepted?", RESULT),
        ("Was the motion to sell the old barge carried?", RESULT),
    ],
)
def test_whether_a_proposal_was_accepted_is_told_by_the_vote(question: str, line: str) -> None:
    reading = reading_of(question, hit(f"{PROPOSED} {DEBATED}\n\n{PUT} {RESULT}"))
    unit = reading.units[0]
    assert vote_told(reading.question, unit, complete_one(reading, unit)) == line


def test_what_was_proposed_alone_does_not_tell_how_the_vote_went() -> None:
    assert judged_first(ASKED, PROPOSED, PROPOSED) is Verdict.CLOSEST
    told = "The rowers voted against selling the old barge."
    assert judged_first(ASKED, told, told) in {Verdict.DIRECT, Verdict.LIKELY}
    alone = "Was the proposal to sell the old barge accepted?"
    assert judged_first(alone, PROPOSED, PROPOSED) is Verdict.CLOSEST


def test_how_one_person_voted_is_not_told_by_what_that_one_proposed() -> None:
    asked = "How did Ada Finch vote on the old barge?"
    assert judged_first(asked, PROPOSED, PROPOSED) is Verdict.CLOSEST
    told = "Ada Finch voted for the old barge."
    assert judged_first(asked, told, told) in {Verdict.DIRECT, Verdict.LIKELY}


@pytest.mark.parametrize(
    ("question", "another"),
    [
        (ASKED, False),
        ("How did the rowers vote on the new winch?", True),
        ("Was the proposal to paint the winch accepted?", True),
        ("Who spoke of the winch?", False),
    ],
)
def test_the_vote_on_something_else_is_known(question: str, another: bool) -> None:
    reading = reading_of(question, hit(f"{PROPOSED} {DEBATED}\n\n{PUT} {RESULT}"))
    unit = reading.units[2]
    assert unit.text == PUT
    whole = complete_one(reading, unit)
    assert is_vote_on_another(reading, unit, whole) is another
