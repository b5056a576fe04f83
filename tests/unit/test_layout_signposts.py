"""What stands over, before or behind a sentence says what it answers: the line over an entry, a
heading that names the task, a role in brackets, the sentence that names what a price is of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from backend.tasks.answer.extractive.contrast import both_entries
from backend.tasks.answer.extractive.defaults import (
    UNNAMED,
    default_fit,
    states_another_default,
    states_default,
    tells_no_value,
)
from backend.tasks.answer.extractive.entries import is_entry_of, is_head_of
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.reading import above_of
from backend.tasks.answer.extractive.rule_scores import signposted
from backend.tasks.answer.extractive.sentence_checks import is_unheard_of
from backend.tasks.answer.extractive.signposts import holder_of
from backend.tasks.answer.extractive.units import Unit
from backend.types import Hit
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of, under

OPTIONS = hit(
    "anchorWait = SECONDS\n\n"
    "time until the anchor is taken up\n\n"
    "Several anchorWait options are allowed in one section.\n\n"
    "anchorDrag = METRES\n\n"
    "distance that the anchor may drag\n\n"
    "The default is 12."
)


def test_what_follows_the_line_over_an_entry_says_what_the_name_does() -> None:
    reading = reading_of("What does the anchorWait option do?", OPTIONS)
    assert best_of(reading) == "time until the anchor is taken up"


def test_the_difference_of_two_entries_is_told_with_their_names() -> None:
    reading = reading_of("What is the difference between anchorWait and anchorDrag?", OPTIONS)
    told = both_entries(reading, np.ones(len(reading.candidates)))
    assert told == (
        "anchorWait: time until the anchor is taken up",
        "anchorDrag: distance that the anchor may drag",
    )
    other = reading_of("What is the difference between anchorWait and rudderWait?", OPTIONS)
    assert both_entries(other, np.ones(len(other.candidates))) == ()


def test_a_line_over_an_entry_is_short_and_no_sentence() -> None:
    assert is_head_of("keel", "keel = DEPTH")
    assert is_head_of("--reef", "-r, --reef")
    assert not is_head_of("keel", "keelson = LENGTH")
    assert not is_head_of("keel", "keel is the lowest part.")
    assert not is_head_of("-r", "--reef-r")
    assert not is_head_of("", "keel = DEPTH")


def test_an_entry_may_begin_with_what_happens_if_the_name_is_set() -> None:
    assert is_entry_of("REEFWAIT", "If REEFWAIT is set, the sail stays up for a while.")
    assert is_entry_of("REEFWAIT", "When the REEFWAIT directive is given, nobody reefs.")
    assert not is_entry_of("REEFWAIT", "If the wind is set, REEFWAIT does nothing.")
    assert not is_entry_of("REEFWAIT", "If REEFWAIT helps, use it.")


def test_only_an_option_that_no_passage_names_is_unheard_of() -> None:
    asked = "What does the {} option do?"
    assert is_unheard_of(reading_of(asked.format("--hoist"), OPTIONS))
    assert not is_unheard_of(reading_of(asked.format("--hoist"), hit("--hoist lifts the sail.")))
    assert not is_unheard_of(reading_of(asked.format("hoist"), OPTIONS))


def test_a_default_is_of_the_entry_that_it_stands_in() -> None:
    text = (
        "If HOISTWAIT is set, the sail goes up late. The default is 5 minutes. "
        "If LOWERWAIT is set, the sail comes down late. The default is 9 minutes."
    )
    assert best_of(reading_of("What is the default of HOISTWAIT?", hit(text))).endswith(
        "The default is 5 minutes."
    )
    assert best_of(reading_of("What is the default of LOWERWAIT?", hit(text))).endswith(
        "The default is 9 minutes."
    )
    assert not signposted(reading_of("What is the default of MASTWAIT?", hit(text))).any()


def test_a_default_of_another_thing_is_none_of_what_is_asked_about() -> None:
    text = "The page size sets how many rows a page has. The {} is 20."
    asked = "What is the default page size?"
    for said in ("default", "default value", "default page size", "page size default"):
        assert signposted(reading_of(asked, hit(text.format(said)))).any(), said
    other = reading_of(asked, hit(text.format("default page number")))
    assert not signposted(other).any()
    lent = hit("A borrower pays each month. The default rate was 3 percent.")
    assert not signposted(reading_of("What happens if a borrower defaults?", lent)).any()


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("The default waiting time is nine minutes.", True),
        ("It defaults to nine.", True),
        ("autosave (default: yes)", True),
        ("default: no", True),
        ("The default colour of the upper flag is red.", True),
        ("He was in default.", False),
    ],
)
def test_a_default_is_stated_in_some_forms(text: str, states: bool) -> None:
    assert states_default(text) is states


def test_the_steps_under_a_heading_that_names_the_task_answer_how_to() -> None:
    steps = under("How to borrow a boat", "1. Sign the book.\n\n2. Take the oars.")
    aside = under("Boats", "Borrow a boat in the morning. Boats are green.")
    assert best_of(reading_of("How do I borrow a boat?", aside, steps)) == "1. Sign the book."
    other = reading_of("How do I borrow a green boat on a Sunday in winter?", steps)
    assert not signposted(other).any(), "the heading names too little of it"
    assert not signposted(reading_of("When do I borrow a boat?", steps)).any()
    told = under("How to borrow a boat", "The first boat was lent in 1901.")
    assert not signposted(reading_of("How do I borrow a boat?", told)).any()


def test_the_steps_of_the_version_that_the_title_names_answer_how_to() -> None:
    steps = under("How to update", "1. Close the hatch.\n\n2. Run the pump.")
    titled = replace(steps, chunk=replace(steps.chunk, title="Gull 7.2: what is new"))
    question = "How do I update to Gull 7.2?"
    assert best_of(reading_of(question, titled)) == "1. Close the hatch."
    assert signposted(reading_of(question, titled)).any()
    assert not signposted(reading_of(question, steps)).any(), "of which version is not said"
    other = "How do I update to Gull 8.1?"
    assert not signposted(reading_of(other, titled)).any()


PRESENT = hit("Rowing club\n\nPresent: Ada Finch (chair), Olaf Rees (treasurer), Mia Storm")


def test_a_role_in_brackets_names_who_has_it() -> None:
    reading = reading_of("Who is the treasurer of the rowing club?", PRESENT)
    assert signposted(reading).max() > 0.5
    assert not signposted(reading_of("Who is the cook of the rowing club?", PRESENT)).any()
    assert not signposted(reading_of("Who is the treasurer of the bank of Oslo?", PRESENT)).any()
    both = "Present: Ada Finch (chair), Olaf Rees (former chair)"
    former = reading_of("Who is the former chair?", hit(both)).question
    found = holder_of(former, both)
    assert found is not None
    assert found.group() == "Olaf Rees (former chair)"


def test_a_price_is_of_what_the_sentence_before_it_names() -> None:
    text = (
        "Grip and Sons offered to build a new slipway. The price is 7,300 pounds. "
        "All of them agreed to it."
    )
    assert best_of(reading_of("How much does the new slipway cost?", hit(text))) == (
        "The price is 7,300 pounds."
    )
    assert not signposted(reading_of("How much does the new crane cost?", hit(text))).any()
    years = text.replace("7,300 pounds", "known since 1987")
    assert not signposted(reading_of("How much does the new slipway cost?", hit(years))).any()
    agreed = "The slipway is new. It was agreed that the mast costs 90 pounds."
    found = signposted(reading_of("How much does the new slipway cost?", hit(agreed)))
    assert not found.any(), "“it was agreed that” speaks of nothing before it"


def test_a_figure_is_of_what_its_own_sentence_names() -> None:
    asked = "How much does the new slipway cost?"
    text = "Grip and Sons offered to build a new slipway. {}"
    for said in ("The price of the slipway is 90 pounds.", "It costs 90 pounds."):
        assert signposted(reading_of(asked, hit(text.format(said)))).any(), said
    for said in (
        "The price of the crane is 90 pounds.",
        "A total of 90 pounds was paid for the crane.",
        "It was insured for 90 pounds.",
    ):
        assert not signposted(reading_of(asked, hit(text.format(said)))).any(), said


def test_a_figure_behind_it_must_count_what_is_asked_for() -> None:
    text = "The club has berths on the lake. They are told of in part 7.2. Nobody swims."
    reading = reading_of("How many berths has the club on the lake?", hit(text))
    assert not signposted(reading).any()


def test_hits_are_kept_apart() -> None:
    other: Hit = hit("The price is 90 pounds.", document="e")
    first = hit("They will build a new slipway.")
    assert not signposted(reading_of("How much does the new slipway cost?", first, other)).any()


@pytest.mark.parametrize(
    "question",
    [
        "What is HOISTWAIT if I set nothing?",
        "What is HOISTWAIT unless it is set otherwise?",
        "What is HOISTWAIT, unless you choose something else?",
        "What is HOISTWAIT without configuring anything?",
        "What is HOISTWAIT out of the box?",
        "What is HOISTWAIT if nothing else is chosen?",
    ],
)
def test_a_default_is_asked_for_in_other_words_too(question: str) -> None:
    text = (
        "If HOISTWAIT is set, the sail goes up late. The default is 5 minutes. "
        "If LOWERWAIT is set, the sail comes down late. The default is 9 minutes."
    )
    reading = reading_of(question, hit(text))
    five = next(unit for unit in reading.units if "5 minutes" in unit.text)
    nine = next(unit for unit in reading.units if "9 minutes" in unit.text)
    above = above_of(reading.units)

    def fit(unit: Unit) -> float:
        before = above[unit.hit, unit.start]
        return default_fit(reading.question, unit, before, reading.passages[unit.hit])

    assert fit(five) == pytest.approx(FIT * UNNAMED)
    assert fit(nine) == 0.0


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("A flag may have any colour, though the lamp burns by default.", False),
        ("A flag may have any colour; the lamp burns by default.", False),
        ("The flag has a red colour by default, though the lamp burns.", True),
        ("A flag is red by default.", True),  # of which it says no more
    ],
)
def test_a_default_is_of_what_its_own_clause_names(text: str, fits: bool) -> None:
    reading = reading_of("What is the default colour of the flag?", hit(text, title="Flag colour"))
    (unit,) = reading.units
    fit = default_fit(reading.question, unit, (), reading.passages[unit.hit])
    assert bool(fit) is fits


def test_what_says_itself_what_is_so_by_default_is_of_that() -> None:
    asked = "Which flag is the default in fog?"
    told = "In fog a flag is hoisted. {} by default."
    assert signposted(reading_of(asked, hit(told.format("It is red")))).any()
    assert not signposted(reading_of(asked, hit(told.format("The horn is turned off")))).any()


def test_a_title_that_names_the_program_states_no_default_of_its_parts() -> None:
    for said, other in (
        ("By default, it is set to 9.", True),
        ("The mast height is 9 by default.", False),
    ):
        passage = hit(f"Settings of the rig. {said}", title="sailmaker")
        reading = reading_of("What is the default mast height in sailmaker?", passage)
        unit, above = reading.units[-1], reading.units[:-1]
        about = reading.passages[unit.hit]
        assert states_another_default(reading.question, unit, above, about) is other


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Default Mast Colour gives the colour of masts.", True),
        ("The default mast colour is red.", True),
        ("Sets the mast colour. The default is red.", True),
        ("-m The mast colour; by default it is red.", True),
        ("Sets the colour of sails. The default is red.", False),
        ("Default Sail Colour gives the colour of sails.", False),
        ("The default colour of sails is red.", False),
        ("The default mast height sets no sail colour.", False),
    ],
)
def test_a_default_that_shares_the_second_word_is_another(text: str, other: bool) -> None:
    reading = reading_of("What is the default sail colour?", hit(text))
    *above, unit = reading.units
    assert states_another_default(reading.question, unit, above, reading.passages[1]) is other


def test_what_holds_unless_something_happens_is_no_default() -> None:
    text = "If HOISTWAIT is set, the sail goes up late. The default is 5 minutes."
    reading = reading_of("What is HOISTWAIT unless it rains?", hit(text))
    five = reading.units[-1]
    before = above_of(reading.units)[five.hit, five.start]
    assert default_fit(reading.question, five, before, reading.passages[five.hit]) == 0.0


def test_what_stands_below_the_asked_deed_says_how_it_is_done() -> None:
    question = "How should the lamp oil be stored?"
    use = under("Using it", "The lamp oil can be burnt with or without a wick.")
    storing = under("Storing", "Keep it below 25 degrees in a tin.")
    best = best_of(reading_of(question, use, storing))
    assert best == "Keep it below 25 degrees in a tin."
    without = reading_of(question, use, under("Tins", "Keep it below 25 degrees in a tin."))
    assert best_of(without).startswith("The lamp oil can be burnt")


@pytest.mark.parametrize(
    ("question", "text", "without"),
    [
        ("What is the default value of tideDepth?", "tideDepth depends on the moon.", True),
        ("What is the default value of tideDepth?", "tideDepth is switched off.", False),
        ("What is the default value of tideDepth?", "void Moor(int tideDepth = 3)", False),
        ("What is tideDepth?", "tideDepth depends on the moon.", False),
    ],
)
def test_what_has_no_value_is_no_default(question: str, text: str, without: bool) -> None:
    assert tells_no_value(question, text) is without


@pytest.mark.parametrize(
    ("question", "text", "other"),
    [
        (
            "What is the default longest sail size of the Tern?",
            "The longest size of a mast. The default is 100 feet.",
            True,
        ),
        (
            "What is the default longest sail size of the Tern?",
            "The longest size of a sail. The default is 100 feet.",
            False,
        ),
        ("What is the default sail size of the Tern?", "The default is 20 lamps.", True),
        ("What is the default sail size of the Tern?", "A sail. The default is 20 feet.", False),
        ("What is the default number of lamps of the Tern?", "The default is 20 lamps.", False),
    ],
)
def test_a_default_that_counts_or_sizes_another_thing(
    question: str, text: str, other: bool
) -> None:
    reading = reading_of(question, hit(text, title="Tern"))
    *above, unit = reading.units
    assert states_another_default(reading.question, unit, above, reading.passages[1]) is other
