"""When a text that answers a question counts as found in what is shown."""

from __future__ import annotations

import pytest

from bench._file_sets import FileQuestion, found_texts
from bench.files import by_texts_needed, measured, within

ROAD = "the old road leads over three stone bridges to the harbour"
TOWER = "a tower of red brick stands at the end of the pier"


def test_a_text_is_found_when_half_of_its_runs_of_five_words_are_shown() -> None:
    # eleven words hold seven runs; eight of them hold four
    first_eight = "the old road leads over three stone bridges"
    first_seven = "the old road leads over three stone"
    assert found_texts([ROAD, ROAD], [first_eight]) == [True, True]
    assert found_texts([ROAD], [first_seven]) == [False]


def test_a_text_may_be_shown_in_parts_and_in_other_spelling() -> None:
    parts = ["The Old road; leads over three.", "three stone bridges to the harbour!"]
    assert found_texts([ROAD, TOWER], parts) == [True, False]
    assert found_texts([ROAD], ["## Road\nThe old road, leads over three stone BRIDGES."]) == [True]


def test_short_texts_must_be_shown_whole() -> None:
    assert found_texts(["red brick"], ["a tower of red brick stands"]) == [False]
    assert found_texts(["red brick"], ["Red brick."]) == [True]
    assert found_texts([ROAD], []) == [False]


def test_a_budget_cuts_the_last_passage() -> None:
    assert within(["abcd", "efgh", "ijkl"], 6) == ["abcd", "ef"]
    assert within(["abcd"], 0) == []


def test_five_passages_count_and_their_characters() -> None:
    question = FileQuestion("q", "?", (ROAD, TOWER), ("a.md", "a.md"))
    shown = [ROAD, "-", "-", "-", "-", TOWER]
    found = measured(question, shown)
    assert found["R@5"] == pytest.approx(0.5)
    assert found["all@5"] == 0.0
    assert found["R in budget"] == 1.0
    assert found["all in budget"] == 1.0
    assert found["characters of 5"] == len(ROAD) + 4


def test_questions_are_told_apart_by_how_many_texts_they_need() -> None:
    values = {"naive": {"R@5": [1.0, 0.5, 0.25, 0.5], "all@5": [1.0, 0.0, 0.0, 0.0]}}
    found = by_texts_needed([2, 2, 4, 2], values)
    assert list(found) == ["2", "4"]
    assert found["2"]["questions"] == 3
    assert found["2"]["naive"]["R@5"][0] == pytest.approx(2 / 3)
    assert found["4"]["naive"]["R@5"] == pytest.approx([0.25, 0.25, 0.25])
    assert found["2"]["naive"]["all@5"][0] == pytest.approx(1 / 3)
