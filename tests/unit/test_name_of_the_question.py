"""Of two sentences that are nearly alike the one with the question's name is told."""

from __future__ import annotations

import numpy as np
import pytest

from backend.tasks.answer.extractive.rows import row_fit, row_line
from backend.tasks.answer.extractive.rule_scores import (
    titles_of,
    with_its_name_first,
    with_what_is_measured_first,
)
from backend.tasks.answer.extractive.typed_names import as_words, typed_in
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of

QUESTION = "Who gave the Petrel to the club?"
WITHOUT = "Ada Finch deserves our thanks for the gift of three barges."
NAMED = "Tom Reed gave us the Petrel in spring."


@pytest.mark.parametrize(
    ("first", "second", "scores", "wanted"),
    [
        (WITHOUT, NAMED, (0.42, 0.41), (0.41, 0.42)),
        (WITHOUT, NAMED, (0.42, 0.37), (0.42, 0.37)),  # not nearly as good
        (NAMED, WITHOUT, (0.42, 0.41), (0.42, 0.41)),
        ("She gave it in spring.", NAMED, (0.42, 0.41), (0.42, 0.41)),  # may be of the Petrel
        (WITHOUT, "Tom Reed gave us the Tern in spring.", (0.42, 0.41), (0.42, 0.41)),
    ],
)
def test_nearly_alike_sentences_change_places(
    first: str, second: str, scores: tuple[float, float], wanted: tuple[float, float]
) -> None:
    found = hit(f"{first} {second}")
    reading = reading_of(QUESTION, found)
    assert [candidate.text for candidate in reading.candidates] == [first, second]
    changed = with_its_name_first(reading, np.array(scores), titles_of([found]))
    assert tuple(changed) == wanted


def test_what_stands_under_the_name_needs_not_say_it() -> None:
    found = hit(f"{WITHOUT} {NAMED}")
    reading = reading_of(QUESTION, found)
    titled = {number: frozenset({"The Petrel"}) for number in titles_of([found])}
    assert tuple(with_its_name_first(reading, np.array((0.42, 0.41)), titled)) == (0.42, 0.41)


def test_a_typed_name_is_meant_letter_for_letter_in_any_passage() -> None:
    many = hit("Keys: maxSizes — Meaning: A list of sizes.", document="a")
    one = hit("Keys: maxSize — Meaning: The largest size.", document="b")
    reading = reading_of("What does maxSize do?", many, one)
    changed = with_its_name_first(reading, np.array((1.08, 1.03)), titles_of([many, one]))
    assert tuple(changed) == (1.03, 1.08)
    plain = reading_of("What does the largest size do?", many, one)
    kept = with_its_name_first(plain, np.array((1.08, 1.03)), titles_of([many, one]))
    assert tuple(kept) == (1.08, 1.03)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Set maxSize or max_size, or give --max-size.", {"maxSize", "max_size", "--max-size"}),
        ("The option -q is quiet.", {"-q"}),
        ("A web-based tool of Ada Finch, in Java.", set()),
        ("McCloud wrote it in PostScript.", set()),
    ],
)
def test_names_that_only_programs_have(text: str, names: set[str]) -> None:
    assert typed_in(text) == names


def test_a_typed_label_is_found_by_its_words_unless_it_is_typed() -> None:
    text = "Keys of the viewer: borderWidth — Meaning: how wide the border is; Default: 3"
    assert as_words("borderWidth or border_width") == "border width or border width"
    assert as_words("iPhone, pH, eBay and kWh") == "iphone, ph, ebay and kwh"
    asked = reading_of("How much is the default border width of the viewer?", hit(text)).question
    assert row_fit(asked, text) > 0.9
    assert row_line(asked, text, 200) == "borderWidth — Default: 3"
    typed = reading_of("How much is the default borderWidth of the viewer?", hit(text)).question
    assert row_fit(typed, text) > 0.9
    other = reading_of("How much is the default border_height of the viewer?", hit(text)).question
    assert row_fit(other, text) == 0.0


@pytest.mark.parametrize(
    ("question", "first", "second", "swapped"),
    [
        ("By how much are fares up?", "It cost 12 francs.", "Fares are up 9 % this year.", False),
        ("By how much are fares up?", "The tar cost 12 francs.", "Fares are up 9 %.", True),
        ("By how much are fares up?", "The tar cost 12 francs.", "Fares are up a lot.", False),
        ("By how much are fares up?", "Some fares cost 12 francs.", "Fares are up 9 %.", False),
        ("Why are fares up?", "The tar cost 12 francs.", "Fares are up 9 %.", False),
    ],
)
def test_a_figure_of_what_is_asked_stands_before_one_of_something_else(
    question: str, first: str, second: str, swapped: bool
) -> None:
    reading = reading_of(question, hit(f"{first} {second}"))
    changed = with_what_is_measured_first(reading, np.array((0.6, 0.4)))
    assert (changed.tolist() == [0.4, 0.6]) is swapped
