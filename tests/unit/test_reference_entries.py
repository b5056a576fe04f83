"""Entries of reference manuals, short forms and switches answer what their name means or does."""

from __future__ import annotations

import string
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.definitions.reference_heads import (
    headed_name,
    is_any_reference_head,
    is_reference_entry,
    is_reference_head,
    is_syntax,
)
from backend.tasks.answer.extractive import judging
from backend.tasks.answer.extractive.features import unit_features
from backend.tasks.answer.extractive.fit import FIT
from backend.tasks.answer.extractive.short_forms import spells_out
from backend.tasks.answer.extractive.verdicts import Thresholds
from backend.tasks.answer.extractive.weights import load_weights
from backend.types import Hit, Verdict
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import best_of, reading_of, under, worth_of


@pytest.mark.parametrize(
    "head",
    [
        "[Function] furl sail &key slowly",
        "[Function]furl sail",
        "furl sail &key slowly [Function]",
        "sails:furl sail &optional speed [Generic Function]",
        "sails.furl(sail, speed) [Method]",
        "*furl* [Variable]",
        "— Function: furl sail",
        "-- Macro: furl (sail) body",
        "furl sail &key slowly [Function] on-deck below-deck with-help",
        "furl(sail : string, speed : int) : int",
        "furl(sail: str) -> list[str]",
    ],
)
def test_a_head_says_of_what_kind_the_name_is(head: str) -> None:
    assert is_reference_head("furl", head)
    assert not is_reference_head("unfurl", head)
    assert not is_reference_head("fur", head)
    assert not is_reference_entry("furl", head)


@pytest.mark.parametrize(
    "text",
    [
        "furl the sail [3] before the wind comes",
        "Function: what a thing is for",
        "See furl [Function] for how sails are furled.",
        "The function furl takes a sail.",
        "furl",
        "furl(s)",
        "furl(s): the sails that are rolled up",
        "furl (annual) : int",
    ],
)
def test_other_lines_are_no_heads(text: str) -> None:
    assert not is_reference_head("furl", text)


def test_a_head_and_what_it_does_may_stand_in_one_line() -> None:
    text = "sails:furl sail [Function] Rolls the sail up."
    assert is_reference_entry("furl", text)
    assert not is_reference_head("furl", text)
    assert not is_reference_entry("sail", text)


def test_a_signature_and_what_it_does_may_stand_in_one_line() -> None:
    text = "furl(sail : string) : int rolls the sail up."
    assert is_reference_entry("furl", text)
    assert not is_reference_head("furl", text)
    assert not is_reference_entry("furl", "furl(sail : string) : int up")
    assert not is_reference_entry("sail", text)


def test_what_stands_below_a_signature_says_what_it_does() -> None:
    manual = hit(
        "furl(sail : string) : int\n\nrolls the sail up and ties it.\n\n"
        "hoist(sail : string) : int\n\npulls the sail to the top of the mast."
    )
    assert best_of(reading_of("What does furl do?", manual)) == "rolls the sail up and ties it."
    hoist = "pulls the sail to the top of the mast."
    assert best_of(reading_of("What does hoist return?", manual)) == hoist
    headed = under("reef(sail : string) : int", "makes the sail smaller by one row. It is quick.")
    assert best_of(reading_of("What does reef do?", headed)).startswith("makes the sail smaller")
    # the signature itself says nothing of what tells two of them apart
    worth = worth_of("What is the difference between furl and hoist?", manual)
    assert worth["hoist(sail : string) : int"] == 0


def test_a_line_of_syntax_stands_between() -> None:
    assert is_syntax("Syntax: (furl sail*)")
    assert is_any_reference_head("Syntax: (furl sail*)")
    assert is_any_reference_head("furl sail [Function]")
    assert not is_any_reference_head("furl sail [Function] Rolls the sail up.")
    assert not is_syntax("The syntax: it is strict.")


MANUAL = hit(
    "sails:furl sail &key slowly [Function]\n\n"
    "Syntax: (furl sail)\n\n"
    "Rolls the sail up and ties it. Furling takes a minute.\n\n"
    "sails:tie-up object [Function]\n\n"
    "Binds the object to the nearest cleat."
)


def test_what_stands_below_the_head_of_a_plain_word_says_what_it_does() -> None:
    assert best_of(reading_of("What does furl do?", MANUAL)) == "Rolls the sail up and ties it."
    below = best_of(reading_of("What does tie-up do?", MANUAL))
    assert below == "Binds the object to the nearest cleat."


def test_the_next_head_is_no_answer() -> None:
    worth = worth_of("What does furl do?", MANUAL)
    assert worth["sails:tie-up object [Function]"] == 0
    assert worth["Binds the object to the nearest cleat."] == 0


@given(name=st.text(string.ascii_lowercase, min_size=1, max_size=12), rest=st.text(max_size=40))
def test_no_text_is_both_head_and_entry(name: str, rest: str) -> None:
    for text in (f"{name} {rest}", f"{name} {rest} [Function]", f"[Macro] {name} {rest}", rest):
        assert not (is_reference_head(name, text) and is_reference_entry(name, text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("TASO", "The TASO (Tidal Archive of the Southern Ocean) keeps them."),
        ("TASO", "Use TASO2 (Tidal Archive of the Southern Ocean) for it."),
        ("TASO", "It lies in the Tidal Archive of the Southern Ocean (TASO)."),
        ("TASO", "Old logs, Tidal Archive of the Southern Ocean (TASO; since 1950)."),
    ],
)
def test_a_short_form_is_spelled_out(name: str, text: str) -> None:
    assert spells_out(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("TASO", "The TASO (see page 12) keeps them."),
        ("TASO", "The TASO (Tidal Archive) keeps them."),
        ("TASO", "The Tidal Archive (Quay Street) and the TASO are old."),
        ("TASO", "The TASOS (Tidal Archive of the Southern Ocean) is another."),
        ("Taso", "Taso (Tidal Archive of the Southern Ocean)"),
        ("T", "T (Tide)"),
    ],
)
def test_brackets_with_something_else_spell_nothing_out(name: str, text: str) -> None:
    assert not spells_out(name, text)


def test_the_words_of_a_short_form_are_a_definition_and_less_than_what_it_is() -> None:
    spelled = "For tides the TASO (Tidal Archive of the Southern Ocean) is asked first."
    defined = "TASO is a collection of tide tables."
    worth = worth_of("What is TASO?", hit(f"{spelled} {defined} TASO closes at five."))
    assert 0 < worth[spelled] < worth[defined] == FIT
    assert worth["TASO closes at five."] == 0


SWITCHES = hit(
    "Switches of sailmaker:\n\n"
    "  -L[IST]      List the sails on board\n"
    "  -W[EIGH]     Weigh the anchor\n\n"
    "The switch -m2 sends the log of the sails to the harbour. Sails are listed on board."
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which switch lists the sails on board?", "-L[IST] List the sails on board"),
        ("Which switch of sailmaker weighs the anchor?", "-W[EIGH] Weigh the anchor"),
        (
            "Which switch sends the log to the harbour?",
            "The switch -m2 sends the log of the sails to the harbour.",
        ),
    ],
)
def test_the_switch_that_does_something_is_named_by_its_entry(question: str, answer: str) -> None:
    worth = {text: worth for text, worth in worth_of(question, SWITCHES).items() if worth}
    assert [text for text in worth if answer in text] == list(worth)
    assert list(worth.values()) == [FIT]


def test_what_brackets_deny_is_not_denied_of_the_switch() -> None:
    text = "-#, --speed=# set the speed of the winch to # (0 is no speed)."
    question = "Which switch sets the speed of the winch?"
    assert worth_of(question, hit(text))[text] == FIT
    denied = "-s does not set the speed of the winch at all."
    assert not any(worth_of(question, hit(denied)).values())


@pytest.mark.parametrize(
    "question",
    [
        "Which switch lists the flags on board?",
        "Which switch of ropemaker weighs the anchor?",
        "Which sailor lists the sails on board?",
        "Which switch is it that lists?",
        "Which switch lists it?",
        "Which switch is on board?",
    ],
)
def test_an_entry_that_does_something_else_names_nothing(question: str) -> None:
    assert not any(worth_of(question, SWITCHES).values())


def test_what_a_switch_is_to_do_stands_behind_its_name() -> None:
    text = "1) Command line switch -q to silence the program for good."
    worth = worth_of("What does the -q switch of sailmaker do?", hit(f"{text} It was added late."))
    assert 0 < worth[text] < FIT
    worth = worth_of("What does the -x switch of sailmaker do?", hit(f"{text} It was added late."))
    assert not any(worth.values())


def test_a_heading_of_some_words_of_a_name_is_not_its_section() -> None:
    text = "Reef lines hold the sail. Some of them are red."
    section = under("Reef lines", text, title="How to reset a sail")
    assert not any(worth_of("What does reset-reef-lines do?", section).values())
    assert any(worth_of("What are the reef lines?", section).values())


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("sails:furl sail &key slowly [Function]", "furl"),
        ("[Macro] with-sail (sail) &body body", "with-sail"),
        ("-- Variable: *wind*", "wind"),
        ("furl sail [Function] Rolls it up.", "furl"),
        ("See [Function] furl", ""),
        ("A sail [3] is furled.", ""),
        ("[Function] ()", ""),
        ("furl sail      [Function]", "furl"),
        ("  (with-sails body) [Macro]", "with-sails"),
        ("calm-sea [Condition]", "calm-sea"),
        ("Tenant shall vacate the [Property] on or before the Termination Date.", ""),
        ("Deposit due on [Property]", ""),
        ("Deposit [Property]", ""),
        ("- Type: Diesel", ""),
        ("— Method: Cash", ""),
        ("", ""),
    ],
)
def test_the_name_in_a_head(line: str, name: str) -> None:
    assert headed_name(line) == name


def test_a_word_alone_names_no_switch() -> None:
    shout = hit("Switches:\n\n-S[HOUT] Shout\n\n-W[EIGH] Weigh the anchor now")
    assert not any(worth_of("Which switch shouts?", shout).values())


def test_what_stands_below_its_head_is_likely_whatever_the_probability(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reading = reading_of("What does tie-up do?", MANUAL)
    # nothing else of its form may lift it
    monkeypatch.setattr(judging, "_speaks_for_itself", lambda *arguments: False)
    unsure = replace(load_weights(), thresholds=Thresholds(1.1, 0.999, 0.999))
    judgement = judging.judge(reading, unit_features(reading), unsure, {}, missing=False)
    assert judgement.units[0].text == "Binds the object to the nearest cleat."
    assert judgement.verdict is Verdict.LIKELY


def test_a_line_of_very_many_dots_is_read_at_once() -> None:
    assert headed_name("_." * 500 + "5 [Option]").endswith("5")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which option prints the version?", "--no-version Do not print the version."),
        ("Which key opens the boiler room?", "NOTE: The boiler room opens at nine."),
        ("Which function approves travel expenses?", "HR approves travel expenses."),
        ("What does the -q option do?", "There is no option -q to silence the program here."),
        ("What is IT?", "Ann Bell, IT (in training), comes on Monday."),
        ("What is PR?", "It went to PR (Peter Rowe) in May."),
    ],
)
def test_shouted_words_denials_and_initials_point_to_nothing(question: str, text: str) -> None:
    assert not any(worth_of(question, hit(text)).values())


def test_a_short_form_may_be_spelled_out_later() -> None:
    assert spells_out("TASO", "TASO (see p. 3). TASO (Tidal Archive of the Southern Ocean)")


def options(entry: str) -> Hit:
    return hit(f"{entry}\n\nIt has other options.", title="sailmaker")


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("How do I list the sails on board?", "-L List the sails on board"),
        ("How can I weigh the anchor of sailmaker?", "--weigh Weighs the anchor."),
        ("How do I turn off the lamp?", "-l Turns the lamp off."),
        ("How do I turn on the winch?", "-w Turn on the winch."),
    ],
)
def test_the_entry_that_does_it_says_how(question: str, entry: str) -> None:
    assert worth_of(question, options(entry))[entry] == FIT


@pytest.mark.parametrize(
    ("question", "entry"),
    [
        ("How do I turn on the lamp?", "-l Turns the lamp off."),
        ("How do I list the flags on board?", "-L List the sails on board"),
        ("How do I list the sails on board?", "-L Do not list the sails on board"),
        ("How do I list the sails on board?", "List the sails on board in the log."),
        ("How do I list them?", "-L List the sails on board"),
        ("How does it list the sails on board?", "-L List the sails on board"),
    ],
)
def test_another_entry_does_not(question: str, entry: str) -> None:
    assert not worth_of(question, options(entry))[entry]
