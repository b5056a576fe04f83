"""An answer must be about the names and years of its question, however they are written."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.required import (
    abbreviates_words,
    context_of,
    folded_words,
    holds_letters,
    holds_name,
    missing_nouns,
    missing_required,
    required,
    years_named,
)
from tests.unit.test_local_reader import hit


def missing(question: str, text: str, title: str = "") -> tuple[str, ...]:
    return missing_required(required(question), [context_of(hit(text, title=title))])


def test_names_are_runs_of_capitals_but_not_the_opening_word() -> None:
    assert required("Does Orla Quist still lead Tern Ferries?").names == (
        "Orla Quist",
        "Tern Ferries",
    )
    assert required("Exports of wool in March?").names == ()
    assert required("What was EBX's margin in FY2021?").names == ("EBX",)
    assert required("What was EBX's margin in FY2021?").years == {2021}


def test_the_first_word_is_a_name_where_something_is_only_named_with_its_year() -> None:
    assert required("Kestrel total assets at the end of 2031").names == ("Kestrel",)
    assert required("Kestrel total assets").names == ()
    assert required("Revenue 2031").names == ()
    assert required("Did sales rise in 2031?").names == ()
    assert required("List ferries of 2031").names == ()


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What was Tern's UK revenue in 2031?", ("Tern", "UK")),
        ("What did Tern’s Norland Ferries earn?", ("Tern", "Norland Ferries")),
        ("What did Salt & Marsh's Norland arm earn?", ("Salt & Marsh", "Norland")),
        ("What did Tern Ferries earn?", ("Tern Ferries",)),
    ],
)
def test_a_name_ends_where_it_owns_what_follows(question: str, names: tuple[str, ...]) -> None:
    assert required(question).names == names


def test_a_name_with_an_and_may_begin_a_question() -> None:
    assert required("Salt & Marsh's revenue rose by how much?").names == ("Salt & Marsh",)
    assert required("Salt & Marsh employed how many?").names == ("Salt & Marsh",)
    assert required("Salt & pepper cost how much?").names == ()
    assert required("Salt and Marsh plants cost how much?").names == ("Marsh",)


@pytest.mark.parametrize(
    ("name", "text", "held"),
    [
        ("European", "Sales in Europe rose.", True),
        ("US", "British customers paid.", False),
        ("UK", "American customers paid.", False),
        ("US", "Domestic sales rose.", False),  # home may be elsewhere
        ("Asian", "Sales in Asia rose.", True),
        ("Norland", "Domestic sales rose.", False),
        ("European", "Sales of the Union rose.", False),
    ],
)
def test_a_place_may_be_named_for_its_adjective(name: str, text: str, held: bool) -> None:
    assert holds_name(context_of(hit(text)), name) is held
    assert missing(f"What were Tern sales in {name}?", f"Tern. {text}") == (() if held else (name,))


def test_a_name_may_stand_in_the_title_run_together_or_as_an_abbreviation() -> None:
    assert missing("What did Tern Ferries earn?", "Income was 5.", "TERN FERRIES LTD") == ()
    assert missing("What did Ternferries earn?", "Income of Tern Ferries was 5.") == ()
    assert missing("What did TFL earn?", "Tern Ferries Limited earned 5.") == ()
    assert missing("What did Tern Ferries earn?", "Gull Buses earned 5.") == ("Tern Ferries",)


def test_years_are_compared_by_meaning() -> None:
    assert missing("What was income in FY2022?", "Income of fiscal 2022 was 5.") == ()
    assert missing("What was income in FY2022?", "The year ended June 30, 2022: 5.") == ()
    assert missing("What was income in FY2022?", "52 weeks ended January 28, 2023: 5.") == ()
    assert missing("What was income in FY2022?", "Income of 2019 was 5.") == ("2022",)
    assert years_named("weeks ended March 4, 2023") == {2023}


def held(text: str) -> frozenset[str]:
    return context_of(hit(text)).stems


def test_only_nouns_that_no_passage_has_in_any_form_are_missing() -> None:
    text = "Exports fell as wool became dear; the reduction was small."
    assert missing_nouns("What drove the reduced exports of wool?", held(text)) == ()
    assert missing_nouns("How many grey seals live in the bay?", held("The bay is deep.")) == (
        "grey",
        "seals",
    )
    assert missing_nouns("Which grey colours has it?", held("Gray colors are mixed.")) == ()
    assert missing_nouns("What toll did the fair pay?", held("The fair has stalls.")) == ("toll",)
    assert missing_nouns("What kind of toll is there?", held("The fair is old.")) == ("toll",)
    assert missing_nouns("What happens?", held("The fair has stalls.")) == ()
    assert missing_nouns("What else does the fair have?", held("The fair has stalls.")) == ()
    assert missing_nouns("When does the fair begin?", held("The fair has stalls.")) == ()
    assert missing_nouns("Warum hat die Brücke Lampen?", held("Brücke, Lampen.")) == ()
    asked = "What was the margin? Round your answer to two decimal places."
    assert missing_nouns(asked, held("The margin was 5.")) == ()


def test_a_version_or_figure_that_no_passage_has_is_missing() -> None:
    assert missing("When will Ternmap 4.0 come out?", "Ternmap 3.0 came out in May.") == ("4.0",)
    assert missing("When did Ternmap 4.0 come out?", "Ternmap 4.0.2 came out in May.") == ()
    asked = "Who carried 480,000 bricks?"
    assert missing(asked, "The Heron carried 420,000 bricks.") == ("480,000",)
    assert missing(asked, "The Heron carried 480000 bricks.") == ()
    assert missing("Did they sell more than 1.5 million?", "They sold 1.7 million.") == ()


def test_a_compound_word_is_there_if_its_last_part_is() -> None:
    held = frozenset({"hive", "sail"})
    assert missing_nouns("What became of the beehives?", held) == ()
    assert missing_nouns("What became of the mainsail?", held) == ()
    assert missing_nouns("What became of the sailcloth?", held) == ("sailcloth",)


def test_an_abbreviation_of_words_that_stand_together_is_not_missing() -> None:
    words = folded_words("Weight per sack rose to 51 kg; sacks were few.")
    assert abbreviates_words("WPS", words)
    assert not abbreviates_words("WSP", words)
    assert not abbreviates_words("wps", words)
    assert not abbreviates_words("W", words)


def test_a_number_in_words_is_not_missing_where_its_figure_stands() -> None:
    assert missing_nouns("What are the five basic sails?", held("5 basic sails are kept.")) == ()
    assert missing_nouns("What are the five basic sails?", held("Basic sails are kept.")) == (
        "five",
    )


@pytest.mark.parametrize(
    ("name", "text", "has"),
    [
        ("Pepsi", "A report of PepsiCo on its year.", True),
        ("Cobol", "GnuCobol reads it.", True),
        ("Paris", "The parish council met.", False),
        ("Helen", "The lender is paid.", False),
        ("Evans", "There are five vans.", False),
    ],
)
def test_a_name_is_a_part_of_a_word_where_a_capital_says_so(
    name: str, text: str, has: bool
) -> None:
    assert holds_letters(name, text) is has
