"""A proposal decides nothing; what became of it does, and is quoted with it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.first_line import first_line
from backend.tasks.answer.extractive.proposals import only_proposes, outcome
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

PROPOSED = "Ada Finch proposed to sell the old barge on Friday 2 May."
REJECTED = "This was rejected by three votes to two."


def line(question: str, passage: str) -> str:
    """The first line where the proposal is thought best of."""
    reading = reading_of(question, hit(passage))
    unit = reading.units[0]
    return first_line(reading.question, unit, None, frozenset(), complete_one(reading, unit))


@pytest.mark.parametrize(
    ("question", "became", "begins"),
    [
        ("Was the proposal to sell the barge on 2 May accepted?", REJECTED, "No: Ada"),
        ("Was the proposal to sell the barge on 2 May rejected?", REJECTED, "Yes: Ada"),
        ("Did the meeting agree to sell the barge?", REJECTED, "No: Ada"),
        ("Did the meeting agree to sell the barge?", "It was agreed by all.", "Yes: Ada"),
        ("Did the meeting agree to sell the barge?", "It was not agreed.", "No: Ada"),
        ("Did the meeting agree to sell the barge?", "The motion was postponed.", "Ada"),
        ("Will the barge be sold?", REJECTED, "Ada"),  # not asked what became of it
        ("Did Tom Reed agree to sell the barge?", REJECTED, "Ada"),  # he may have
        ("Did the meeting agree to sell the barge?", "The board approved it.", "Yes: Ada"),
        ("Did the meeting agree to sell the barge?", "It was agreed to postpone it.", "Ada"),
        ("Did the meeting agree to sell the barge?", "It was carried over to May.", "Ada"),
        ("Did the meeting agree to sell the barge?", "It was accepted in part.", "Ada"),
        ("Did the meeting agree to sell the barge?", "It was almost carried.", "Ada"),
        ("Did the meeting agree to sell the barge?", "It is to be approved in May.", "Ada"),
        ("Did the meeting agree to sell the barge?", "The board approved the minutes.", "Ada"),
        ("Was the proposal not accepted?", REJECTED, "Ada"),
    ],
)
def test_what_became_of_a_proposal_is_told_with_it(question: str, became: str, begins: str) -> None:
    found = line(question, f"{PROPOSED} {became}")
    assert found.startswith(begins)
    assert found.endswith(f"{PROPOSED} {became}")


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("Was the barge sold?", PROPOSED, True),
        ("Is there a new crane?", "Tom Reed asked for a new crane.", True),
        ("Is there a new crane?", "The board suggested hiring a new crane.", True),
        ("Is the crane safe?", "The crane is recommended for light loads.", False),
        ("Is smoking allowed?", "Guests are kindly asked to smoke outside.", False),
        ("Is the office in Ely?", "The office moved to Ely in spring.", False),
        ("Was the barge sold?", "It was proposed to sell the barge.", True),
        ("Is a late lunch possible?", "A late lunch is possible if requested by ten.", False),
        ("Is the old rope safe?", "The recommended old rope is safe.", False),
        ("Is rowing good for the back?", "Studies suggested that rowing is good for it.", False),
        ("Is a deposit needed?", "A deposit is needed, Tom suggested.", False),
        ("Was there a proposal to sell the barge?", PROPOSED, False),
        ("Was the barge sold?", f"{PROPOSED} {REJECTED}", False),
        ("Did Ada propose to sell the barge?", PROPOSED, False),
        ("Who wants to sell the barge?", PROPOSED, False),
        ("What was decided about the barge?", PROPOSED, True),
        ("What did the meeting decide about the barge?", PROPOSED, True),
        ("What was decided about the barge?", f"{PROPOSED} {REJECTED}", False),
        ("What was proposed about the barge?", PROPOSED, False),
        ("Was the barge sold?", "The barge was sold.", False),
        ("Was the barge sold?", "Ada wanted to sell the barge since it leaks.", True),
        ("Has the barge been sold?", "Ada plans to sell the barge in May.", True),
        ("Was the plank sawn?", "Tom tried to saw the plank.", True),
        ("Will the barge be sold?", "Ada plans to sell the barge in May.", False),  # so it will
        ("Does Ada want to sell the barge?", "Ada wanted to sell the barge.", False),
        ("Did Ada plan to sell the barge?", "Ada planned to sell the barge.", False),
        ("Is the barge for sale?", "Whoever wants to buy finds the barge for sale.", False),
        ("Is there a crane?", "If a member wants to lift a boat, there is a crane.", False),
        ("Did Tom Reed sell the barge?", "Tom Reed wanted to sell the barge.", True),
        ("Has Tom Reed retired?", "Tom Reed, our cook, wants to retire in May.", True),
        ("Did Tom Reed win the race?", "Tom Reed hoped to win the race, but came last.", True),
        ("Did Tom Reed sell the barge?", "Tom Reed tried to sell the barge and did.", False),
        ("Was a crane hired?", "It was suggested to hire a crane.", True),
        ("What was decided about the barge?", "Ada wanted to sell the barge.", True),
        ("Did Tom Reed write to the yard?", "Tom Reed is to write to the yard.", True),
        ("Was it his task to write?", "His task was to write to the yard.", False),
        ("Will Tom Reed write to the yard?", "Tom Reed is to write to the yard.", False),
        ("What was decided about the barge?", "The board plans to sell the barge.", False),
        ("Was the barge sold?", "Ada wanted to sell it. The board decided against it.", False),
        ("How much is the mooring fee?", "Ada proposed to raise the mooring fee to £9.", True),
        ("How many moorings are let?", "Tom proposed that five moorings be let.", True),
        (
            "How much is the mooring fee?",
            "Ada proposed to raise the mooring fee. It passed.",
            False,
        ),
        ("How much is the mooring fee?", "The mooring fee is £9, as Ada proposed to us.", False),
        ("How much will the mooring fee be?", "Ada proposed to raise the fee to £9.", False),
        ("What mooring fee did Ada propose?", "Ada proposed to raise the mooring fee.", False),
        ("What is the dividend?", "The board proposed a dividend of £9.", False),
    ],
)
def test_a_proposal_alone_decides_nothing(question: str, text: str, only: bool) -> None:
    assert only_proposes(reading_of(question, hit(text)).question, text) is only


def test_such_a_sentence_is_no_answer_without_what_became_of_it() -> None:
    asked = "Did the meeting agree to sell the barge?"
    assert judged_first(asked, PROPOSED, PROPOSED) is Verdict.CLOSEST
    both = f"{PROPOSED} {REJECTED}"
    assert judged_first(asked, both, PROPOSED) is Verdict.DIRECT
    apart = f"{PROPOSED} The barge is moored at the north quay."
    assert judged_first(asked, apart, PROPOSED) is Verdict.CLOSEST


def test_only_a_question_for_yes_or_no_is_told_so() -> None:
    reading = reading_of("Who accepted the proposal to sell the barge?", hit(PROPOSED))
    told = "It was accepted."
    assert outcome(reading.question, reading.units[0], told, frozenset()) == ""
    asked = reading_of("Was the proposal to sell the barge accepted?", hit(PROPOSED))
    assert outcome(asked.question, asked.units[0], told, frozenset()) == "Yes"


@pytest.mark.parametrize(
    ("became", "told"),
    [
        ("The meeting decided against it.", True),
        ("The board turned the plan down.", True),
        ("After a long talk the motion was lost by two votes.", True),
        ("The board voted against a new slipway.", False),  # that is another matter
    ],
)
def test_what_the_meeting_was_against_is_told(became: str, told: bool) -> None:
    proposal = "Ada wanted to sell the old barge."
    found = line("What was decided about the old barge?", f"{proposal} {became}")
    assert found == (f"{proposal} {became}" if told else proposal)


def test_what_was_decided_is_told_with_what_was_proposed() -> None:
    asked = "What was decided about the old barge?"
    told = line(asked, f"{PROPOSED} {REJECTED}")
    assert told == f"{PROPOSED} {REJECTED}"
    assert judged_first(asked, PROPOSED, PROPOSED) is Verdict.CLOSEST


@pytest.mark.parametrize(
    ("question", "text", "only"),
    [
        ("Was the proposal of Ada Finch accepted?", "Ada Finch proposed to sell the barge.", True),
        ("Did the board accept the proposal?", "Ada Finch proposed to sell the barge.", True),
        ("Was the proposal rejected?", "Ada proposed to sell it, which was rejected.", False),
        ("Was the proposal accepted?", "The board accepted it.", False),
        ("Was there a proposal?", "Ada Finch proposed to sell the barge.", False),
        ("Who made the proposal that was accepted?", "Ada Finch proposed to sell it.", False),
    ],
)
def test_what_became_of_it_is_not_in_the_proposal(question: str, text: str, only: bool) -> None:
    assert only_proposes(reading_of(question, hit(text)).question, text) is only
