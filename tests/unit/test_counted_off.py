"""A sentence that counts things is told with those behind it that name them in order."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.counted_off import LONGEST, counted
from backend.tasks.answer.extractive.first_line import first_line
from tests.unit.test_complete_quotes import reading_of

ASKED = "What would make the club sell the ferry?"
LEAD = "Two things would force a sale."


def whole_of(text: str, question: str = ASKED) -> str:
    reading = reading_of(text, question)
    return complete_one(reading, reading.units[0]).text


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Two things would force a sale.", 2),
        ("In short, the following three repairs remain open.", 3),
        ("We agreed on 4 new rules.", 4),
        ("It lay here for three weeks.", 0),  # a span of time
        ("One of two boats sank and nobody knows why:", 0),  # a lead-in, which takes all
        ("Nothing would force a sale.", 0),
        ("It has one fault.", 0),
    ],
)
def test_how_many_things_a_sentence_counts(text: str, count: int) -> None:
    assert counted(text) == count


@pytest.mark.parametrize(
    "named",
    [
        "First, a leak below the line. Second, a third winter without a pilot.",
        "Firstly, a leak in her hull. That is dear. Secondly, a winter without a pilot.",
        "The first is a leak in her hull. The second would be a winter without a pilot.",
        "One is a leak in her hull. The other is a winter without a pilot.",
        "First, a leak below the line. Finally, a winter without a pilot.",
    ],
)
def test_what_is_counted_is_told_with_all_that_name_it(named: str) -> None:
    assert whole_of(f"{LEAD} {named} The club has met in May.") == f"{LEAD} {named}"


@pytest.mark.parametrize(
    "behind",
    [
        "First, she came to us from Ely. She is of oak.",  # one alone
        "The club has met in May. First, it read the bill. Second, it paid.",
        "Second, a winter without a pilot. First, a leak in her hull.",
        "A leak in her hull. A winter without a pilot.",
        "First aid is taught in May. Second helpings are free.",
    ],
)
def test_sentences_that_count_nothing_off_stay_apart(behind: str) -> None:
    assert whole_of(f"{LEAD} {behind}") == LEAD


def test_no_more_are_told_than_are_counted_and_none_of_a_sentence_that_counts_none() -> None:
    three = "First, a leak of her hull. Second, a lost pilot. Third, a sunk quay."
    assert whole_of(f"{LEAD} {three}") == f"{LEAD} {three.removesuffix(' Third, a sunk quay.')}"
    assert (
        whole_of(f"A sale of the ferry is likely soon. {three}")
        == "A sale of the ferry is likely soon."
    )
    several = "There are several grounds for a sale."
    assert whole_of(f"{several} {three}") == f"{several} {three}"
    far = f"First, a leak. {'It is wet. ' * (LONGEST // 10)}Second, a lost pilot."
    assert whole_of(f"{LEAD} {far}") == LEAD


def test_a_list_of_as_many_items_belongs_to_what_counts_them() -> None:
    told = f"{LEAD}\n\n- a leak in her hull\n- a winter without a pilot\n\nShe is of oak."
    assert whole_of(told) == f"{LEAD} - a leak in her hull - a winter without a pilot"
    assert whole_of(told.replace("\n\nShe", "\n- a lost mast\n\nShe")) == LEAD
    known = told.replace(LEAD, "Her charts lie in the two grey boxes.")
    assert whole_of(known) == "Her charts lie in the two grey boxes."
    bold = told.replace("- a leak", "**Leak** a leak").replace("- a winter", "**Winter** a winter")
    assert whole_of(bold) == LEAD
    long = "Two things would force a sale of the ferry to the yard at Ely next May."
    assert whole_of(told.replace(LEAD, long)) == long
    item = "• Two oars are lent to members.\n• The pump is lent.\n• The bailer is lent."
    assert whole_of(item, "Who lends the oars?") == "• Two oars are lent to members."


def test_the_first_line_begins_with_what_is_counted_and_yes_or_no_is_decided_without() -> None:
    text = f"{LEAD} First, a leak below the line. Second, a winter without a pilot."
    reading = reading_of(text, ASKED)
    lead = reading.units[0]
    whole = complete_one(reading, lead)
    assert first_line(reading.question, lead, None, frozenset(), whole) == text
    assert whole_of(text, "Would two things force a sale?") == LEAD
