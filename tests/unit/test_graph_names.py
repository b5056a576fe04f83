"""Names in text: what counts as one, in which forms, and what it stands for."""

from __future__ import annotations

import sys

import pytest

from backend.passage_view.names import (
    abbreviations,
    lead_name,
    name_key,
    names_in,
    other_names,
    title_keys,
)
from backend.passage_view.nesting import nested_names


def surfaces(text: str) -> list[str]:
    return [name.surface for name in names_in(text)]


def test_spans_point_at_the_name_in_the_text() -> None:
    text = "In 1843 Ada Lovelace wrote to Charles Babbage."
    assert [text[name.start : name.end] for name in names_in(text)] == [
        "Ada Lovelace",
        "Charles Babbage",
    ]


def test_names_begin_with_any_capital_of_any_script() -> None:
    capitals = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isupper()]
    missed = [capital for capital in capitals if not surfaces(f"we met {capital}bc there")]
    assert missed == []


def test_a_capital_at_the_beginning_of_a_sentence_is_no_name_by_itself() -> None:
    assert surfaces("Profits rose. Margins fell in Norway.") == ["Norway"]


def test_a_single_word_that_is_a_name_elsewhere_is_one_at_the_beginning_too() -> None:
    assert surfaces("We met Wilma. Wilma was early.") == ["Wilma", "Wilma"]


def test_a_text_that_begins_with_its_subject_names_it() -> None:
    assert surfaces("Teutberga (died 875) was a queen.") == ["Teutberga"]


def test_names_joined_by_and_come_whole_and_in_parts() -> None:
    assert surfaces("a film by Simon Pegg and Nick Frost") == [
        "Simon Pegg and Nick Frost",
        "Simon Pegg",
        "Nick Frost",
    ]


def test_names_end_with_their_sentence() -> None:
    assert surfaces("they left for Paris. The Louvre was shut") == ["Paris", "Louvre"]


def test_a_blank_line_ends_a_name() -> None:
    assert surfaces("we saw Bergen\n\nOslo") == ["Bergen"]


def test_dates_and_numbers_are_not_names() -> None:
    assert surfaces("It opened on 30 July 1970 with 1,200 seats in May 2001.") == []


def test_capitals_of_other_scripts_are_names() -> None:
    assert surfaces("книга о Лев Толстой и войне") == ["Лев Толстой"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Beatles", "Beatles"),
        ("Érebus", "EREBUS"),
        ("St. Maurice's Abbey", "St Maurice Abbey"),
        ("Spider-Man", "Spider Man"),
    ],
)
def test_spellings_of_one_name_share_a_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other) != ""


def test_a_short_form_is_taken_only_if_its_letters_are_the_initials() -> None:
    text = "The Harbour Safety Board (HSB) and the Rail Office (XYZ) met."
    assert list(abbreviations(text)) == [("Harbour Safety Board", "HSB")]


def test_function_words_may_lack_a_letter_in_the_short_form() -> None:
    assert list(abbreviations("the University of North Wales (UNW)")) == [
        ("University of North Wales", "UNW")
    ]


def test_other_names_are_read_from_the_beginning() -> None:
    text = "Demon Dice, originally published as Chaos Progenitus, is a game."
    assert other_names(text) == ["Chaos Progenitus"]
    assert other_names("x" * 500 + " also known as Far Away") == []


def test_the_lead_name_is_the_subject_that_a_text_begins_with() -> None:
    assert lead_name("Christopher Edward Nolan (born 1970) is a director.") == (
        "Christopher Edward Nolan"
    )
    assert lead_name("The profits were high.") == ""


def test_a_title_is_named_in_shorter_forms_with_less_certainty() -> None:
    assert title_keys("John Quincy Adams (president)") == {
        "john quincy adams president": 1.0,
        "john quincy adams": 0.95,
        "john adams": 0.5,
    }
    assert title_keys("Paris, Texas") == {"paris texas": 1.0, "paris": 0.7}


def test_names_inside_a_name_neither_begin_nor_end_with_a_function_word() -> None:
    names = ["bank of england", "bank", "of", "bank of", "england", "new bank", "bank of england 2"]
    numbers = {name: number for number, name in enumerate(names)}
    found = {(names[one], names[other]) for one, other in nested_names(numbers).tolist()}
    assert found == {
        ("bank of england", "bank"),
        ("bank of england", "england"),
        ("bank of", "bank"),
        ("new bank", "bank"),
        ("bank of england 2", "bank"),
        ("bank of england 2", "england"),
        ("bank of england 2", "bank of england"),
    }


def test_names_end_where_a_cell_of_a_table_ends() -> None:
    text = (
        "Replace 18 moorings at Gull Reach  Harbour Board May  2025  26,100\n"
        "Sow 600,000 seeds at Mill Sands  Mei-Lin Sato March  2025  14,800\n"
        "Jonas Lindqvist  Instruments  2022\nRuna Halvorsen  Volunteers  2023"
    )
    names = surfaces(text)
    assert {"Gull Reach", "Harbour Board", "Mill Sands", "Mei-Lin Sato"} <= set(names)
    assert {"Jonas Lindqvist", "Runa Halvorsen"} <= set(names)
    assert not any("000" in name or "100" in name or "2022" in name for name in names)


def test_a_number_at_the_end_of_a_line_ends_a_name_and_other_lines_do_not() -> None:
    assert "New York Times" in surfaces("He wrote to the New York\nTimes in spring.")
    assert surfaces("It sold Deck 2022\nRuna Halvorsen steered.") == ["Deck 2022", "Runa Halvorsen"]


def test_a_month_with_a_day_or_year_is_no_part_of_a_name() -> None:
    assert "Mei-Lin Sato" in surfaces("We thank Mei-Lin Sato March 2025 for all.")
    assert "Brian May" in surfaces("The guitar of Brian May 2 was loud, Brian May said.")
