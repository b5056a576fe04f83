"""The sentence that says again what “why” asks about, and gives its reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.question import read_question
from backend.tasks.answer.extractive.reason_clauses import (
    gives_a_reason,
    gives_reason_of_another,
    gives_reason_of_other_thing,
    only_concludes,
    only_names_reason,
    only_says_again,
    points_to_reason,
    reason_fit,
)
from backend.tasks.answer.extractive.rule_scores import (
    FLATTENED,
    with_reason_given_first,
    without_debris,
)
from backend.types import Verdict
from tests.unit.test_addressed_text import judged_first, reading_of
from tests.unit.test_first_line import NOTHING_KNOWN, unit
from tests.unit.test_local_reader import hit

WHY = "Why did Alder Ferries' fare income rise in the second quarter?"


@pytest.mark.parametrize(
    ("text", "heading", "fits"),
    [
        ("Fare income rose 4 % to EUR 3 million, due to longer summer sailings.", "Q2", False),
        ("Fare income will rise, due to longer sailings.", "The second quarter of 2025", True),
        ("In the second quarter fare income did rise because of the regatta.", "", True),
        ("Fare income did rise because of the regatta.", "The full year", False),
        ("Fare income slowly rises in the second quarter because of the regatta.", "", True),
        ("Fare income did rise in the second quarter.", "", False),  # no reason
        (
            "As a share of fare income, fuel did rise in the second quarter due to prices.",
            "",
            False,
        ),
    ],
)
def test_what_is_asked_about_opens_the_sentence(text: str, heading: str, fits: bool) -> None:
    question = read_question(WHY, NOTHING_KNOWN)
    assert reason_fit(question, replace(unit(text), heading=heading)) == (FIT if fits else 0.0)


@pytest.mark.parametrize(
    ("text", "of_another"),
    [
        ("As a share of fare income, fuel costs rise due to prices.", True),
        ("Fare income did rise because of the regatta.", False),
        ("Fare income slightly rises because of the regatta.", False),
        ("The regatta brought more passengers.", False),
    ],
)
def test_what_else_rose_gives_no_reason(text: str, of_another: bool) -> None:
    question = read_question(WHY, NOTHING_KNOWN)
    assert gives_reason_of_another(question, unit(text)) is of_another
    assert not gives_reason_of_another(read_question("What rose?", NOTHING_KNOWN), unit(text))


def test_a_sentence_in_other_words_is_of_the_same() -> None:
    question = read_question("Why did the well run dry?", NOTHING_KNOWN)
    assert not gives_reason_of_another(question, unit("The well ran dry because of the nursery."))


def test_where_the_last_word_may_be_no_verb_nothing_is_held_against_a_sentence() -> None:
    for text in ("Why is the list of guests given to the porter?", "Why did it go to the porter?"):
        question = read_question(text, NOTHING_KNOWN)
        assert not gives_reason_of_another(
            question, unit("Only so that the porter can greet them.")
        )


@pytest.mark.parametrize(
    ("text", "concludes"),
    [
        ("The north quay is therefore closed.", True),
        ("Therefore, the north quay stays closed in winter.", True),
        ("That is why the north quay is closed.", True),
        ("The north quay is rotten and is therefore closed.", False),  # it says why
        ("Rotten as it is, the north quay is therefore closed.", False),
        ("The north quay is therefore closed, since ice lifts its planks.", False),
        ("As a result of the storm the north quay is closed.", False),
        ("Due to rot the north quay is therefore closed.", False),
        ("The lamps are therefore green.", False),  # not what is asked about
        ("The north quay is closed.", False),
    ],
)
def test_a_conclusion_gives_no_reason(text: str, concludes: bool) -> None:
    question = read_question("Why is the north quay closed?", NOTHING_KNOWN)
    assert only_concludes(question, unit(text)) is concludes
    other = read_question("Is the north quay closed?", NOTHING_KNOWN)
    assert not only_concludes(other, unit(text))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The reason for this toll becomes clear in the last chapter.", True),
        ("The reasons why boats wait are described on the next page.", True),
        ("The reason for the toll is clear: the lock is old.", False),
        ("The reason for the toll is obvious, since the lock is old.", False),
        ("The reason for the toll is explained by the tides.", False),
        ("The reason for the toll is the old lock.", False),
        ("Because of ice the reason for the toll is clear.", False),
    ],
)
def test_that_a_reason_is_clear_is_none(text: str, names: bool) -> None:
    assert only_names_reason(text) is names


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("The north quay is closed.", True),
        ("Ferries land here; note that the north quay is closed, that is, barred.", True),
        ("The north quay is closed for repairs.", False),
        ("The north quay is closed after the storm.", False),
        ("Ice lifts its planks and the north quay is closed.", False),
        ("The north quay is closed; its piles have rotted away.", False),
        ("The north quay is closed: ice lifts its planks.", False),
        ("The north quay is closed because of ice.", False),
        (
            "The rotten old planks of the north quay keep it closed.",
            False,
        ),  # more than the question
        ("The lamps are green.", False),
    ],
)
def test_that_it_is_so_is_no_reason_why(text: str, again: bool) -> None:
    question = read_question("Why is the north quay closed?", NOTHING_KNOWN)
    assert only_says_again(question, text) is again
    assert not only_says_again(read_question("What is the north quay?", NOTHING_KNOWN), text)


def test_what_is_to_or_for_something_may_be_asked_about_itself() -> None:
    question = read_question("Why is the quay closed to boats?", NOTHING_KNOWN)
    assert only_says_again(question, unit("The quay is closed to boats.").text)
    assert not only_says_again(question, "The quay is closed to boats to spare its piles.")


def test_what_gives_no_reason_is_held_back_however_sure_the_reader_is() -> None:
    why = "Why is the north quay closed?"
    alone = "The north quay is therefore closed."
    clear = "The reason why the north quay is closed becomes clear in the last chapter."
    assert judged_first(why, alone, alone) is Verdict.CLOSEST
    assert judged_first(why, clear, clear) is Verdict.CLOSEST
    again = "The north quay is closed."
    assert judged_first(why, again, again) is Verdict.CLOSEST
    beside = f"{again} Its lamps are a fine sight from the sea."
    assert judged_first(why, beside, again) is Verdict.CLOSEST
    for other in ("The south gate is locked at night.", "Rafts are allowed at the steps."):
        assert judged_first(why, f"{again} {other}", again) is Verdict.CLOSEST
    for reason in (
        "All of its piles have rotted away.",
        "It is no longer safe for boats.",
        "It is being painted.",
        "A main beam is cracked.",
    ):
        assert judged_first(why, f"{again} {reason}", again) is Verdict.LIKELY
    after = f"Ice lifts the planks each winter. {alone}"
    assert judged_first(why, after, alone) is not Verdict.CLOSEST


def test_that_a_reason_is_clear_counts_less_than_a_sentence_that_may_give_it() -> None:
    clear = "The reason for the closed quay becomes clear in May."
    passage = hit(f"The quay is closed as ice lifts it. {clear}")
    reading = reading_of("Why is the quay closed?", passage)
    scores = without_debris(reading, np.ones(len(reading.candidates)), {})
    by_text = dict(zip([candidate.text for candidate in reading.candidates], scores, strict=True))
    assert by_text[clear] == FLATTENED
    given = reading.units[0]
    assert complete_one(reading, given) == given  # nothing that explains it stands behind


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        ("Why is the ford closed?", "The lane to Elm is closed because the bank slipped.", True),
        ("Why is the ford closed?", "It is closed because the bank slipped.", False),
        ("Why is the ford closed?", "Closed because the bank slipped.", False),
        ("Why is the ford closed?", "The ford is closed because the bank slipped.", False),
        ("Why is the quay closed?", "The lane is closed because the bank slipped.", False),
        ("Why did the ford close?", "The lane is closed because the bank slipped.", False),
        ("Is the ford closed?", "The lane is closed because the bank slipped.", False),
    ],
)
def test_why_another_thing_is_so(question: str, text: str, other: bool) -> None:
    """The quay is nowhere in the document: the lane may be called so."""
    read, beside = read_question(question, NOTHING_KNOWN), frozenset(["ford", "lane", "bank"])
    assert gives_reason_of_other_thing(read, unit(text), frozenset(), beside) is other
    assert not gives_reason_of_other_thing(read, unit(text), frozenset(["ford"]), beside)


def test_the_reason_of_another_thing_is_not_told() -> None:
    text = "The lane to Elm is closed because the bank slipped."
    passage = f"{text} The ford may be waded."
    assert judged_first("Why is the lane closed?", passage, text) is Verdict.DIRECT
    assert judged_first("Why is the ford closed?", passage, text) is not Verdict.DIRECT
    assert judged_first("Why is the ford closed?", passage, text) is not Verdict.LIKELY


def test_a_clause_of_another_thing_gives_its_reason() -> None:
    text = "The lane is closed because the bank slipped; the ford is open."
    read, beside = read_question("Why is the ford closed?", NOTHING_KNOWN), frozenset(["ford"])
    assert gives_reason_of_other_thing(read, unit(text), frozenset(), beside)
    own = read_question("Why is the lane closed?", NOTHING_KNOWN)
    assert not gives_reason_of_other_thing(own, unit(text), frozenset(), frozenset(["lane"]))
    both = unit("The ford is closed because the bank slipped; the lane is open.")
    assert not gives_reason_of_other_thing(read, both, frozenset(), beside)


def test_the_title_names_what_is_said_again() -> None:
    question = read_question("Why should the globe not be lifted by the ring?", NOTHING_KNOWN)
    assert only_says_again(question, "Never lift it by the ring.", frozenset(["globe"]))
    assert not only_says_again(question, "Never lift it by the ring.")
    assert not only_says_again(question, "The ring may bend.", frozenset(["globe"]))
    assert not only_says_again(
        question, "Never lift it by the ring, because that bends.", frozenset(["globe"])
    )


def test_a_clause_that_points_back_is_of_the_thing_before_it() -> None:
    read = read_question("Why was the ford refused?", NOTHING_KNOWN)
    told = unit("Ida asked whether a ford could be built; this was refused because the bank slips.")
    assert not gives_reason_of_other_thing(read, told, frozenset(), frozenset(["ford"]))
    other = unit("Ida asked for a ford; the lane was refused because the bank slips.")
    assert gives_reason_of_other_thing(read, other, frozenset(), frozenset(["ford"]))


def test_a_question_that_ends_with_a_thing_has_its_verb_before_it() -> None:
    question = read_question("Why does the crew wash the first sail?", NOTHING_KNOWN)
    text = "When it is dry the crew washes the first, because a sail may hold salt."
    assert not gives_reason_of_another(question, unit(text))


@pytest.mark.parametrize(
    ("text", "gives"),
    [
        ("The lamp failed because the wick was wet.", True),
        ("Since the wick was wet, the lamp failed.", True),
        ("Reason: the boat is old, and in May the lamp failed.", False),
        ("The lamp failed in May.", False),
    ],
)
def test_a_word_for_a_reason_gives_one_but_for_the_label(text: str, gives: bool) -> None:
    assert gives_a_reason(text) is gives


def test_of_two_that_are_nearly_as_good_the_one_with_a_reason_is_first() -> None:
    text = (
        "Reason: the boat is old, and in May the lamp failed. "
        "The lamp failed in May because the wick was wet."
    )
    reading = reading_of("Why did the lamp fail in May?", hit(text))
    first = with_reason_given_first(reading, np.array([0.9, 0.85]))
    assert int(np.argmax(first)) == 1
    assert int(np.argmax(with_reason_given_first(reading, np.array([0.9, 0.6])))) == 0
    asked = reading_of("When did the lamp fail?", hit(text))
    assert int(np.argmax(with_reason_given_first(asked, np.array([0.9, 0.85])))) == 0
    other = "There was ice on the quay, and the lamp failed. The boat was full because of the fair."
    of_other = reading_of("Why did the lamp fail?", hit(other))
    assert int(np.argmax(with_reason_given_first(of_other, np.array([0.9, 0.85])))) == 0


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Fares fell, primarily due to the changes described above.", True),
        ("Fares fell for the reasons discussed in note 4.", True),
        ("As described above, fares fell because the slip was closed.", False),
        ("Fares fell because the slip was closed.", False),
    ],
)
def test_a_reason_may_stand_elsewhere(text: str, points: bool) -> None:
    assert points_to_reason(text) is points


def test_a_reason_that_stands_elsewhere_gives_way() -> None:
    told = "Fare income fell because the slip was closed for repairs."
    elsewhere = "Fare income fell in May due to the changes described above."
    reading = reading_of("Why did fare income fall?", hit(f"{elsewhere} {told}"))
    scores = np.array([0.9 if "above" in u.text else 0.5 for u in reading.candidates])
    best = reading.candidates[int(np.argmax(with_reason_given_first(reading, scores)))]
    assert best.text == told


def test_a_reason_of_something_else_gives_way_to_one_of_what_is_asked() -> None:
    other = "The quarter gained from a regatta, because it came early."
    told = "Fare income of the ferries fell, mostly because the slip was closed."
    question = "Why did the fare income of the ferries fall?"
    reading = reading_of(question, hit(f"{other} {told}"))
    scores = np.array([0.9 if "regatta" in u.text else 0.6 for u in reading.candidates])
    best = reading.candidates[int(np.argmax(with_reason_given_first(reading, scores)))]
    assert best.text == told
    scores = np.array([0.9 if "regatta" in u.text else 0.3 for u in reading.candidates])
    best = reading.candidates[int(np.argmax(with_reason_given_first(reading, scores)))]
    assert best.text == other  # the one that is asked about is thought too little of
