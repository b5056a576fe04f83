"""A figure in the sentence behind the one that answers is told with it."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.first_line import first_line
from tests.unit.test_complete_quotes import reading_of

ASKED = "What mesh size should the net have?"
SAID = "Give the net a small mesh size."


def whole_of(behind: str, question: str = ASKED, said: str = SAID) -> str:
    reading = reading_of(f"{said} {behind} Nets are dear.", question)
    return complete_one(reading, reading.units[0]).text


@pytest.mark.parametrize(
    "behind",
    [
        "Something like 20 mm will do for most nets.",
        "A size of 20 mm is usual with us here.",
        "Usually 20 mm is enough for all nets.",
        "It should be about 20 mm for herring nets.",
        "Try 20 mm first, as we did here.",
        "20 mm is what we have here.",
    ],
)
def test_the_figure_behind_a_sentence_without_one_is_told_with_it(behind: str) -> None:
    assert whole_of(behind) == f"{SAID} {behind}"


@pytest.mark.parametrize(
    "behind",
    [
        "The boats are 12 metres long.",  # another thing is spoken of
        "It was made in 1931.",
        "It is mended since 2 May 1931.",
        "A size is named on page 12 for each.",
        "It is £20 for members here.",  # money
        "It holds 20 kg of fish.",  # how much it holds is not what it is
        "About 20 skippers have one each.",  # so many others
        "Between 9 and 12 boats lie here.",
        "Something like that will do.",
        "Usually nobody looks at nets until they are torn in heavy seas, which was so for 3 of us.",
    ],
)
def test_another_figure_is_not(behind: str) -> None:
    assert whole_of(behind) == SAID


def test_only_for_a_size_or_value_and_where_the_sentence_tells_none() -> None:
    behind = "Something like 20 mm will do for most nets."
    assert whole_of(behind, "Who gives the net a small mesh size?") == SAID
    assert whole_of(behind, "How many nets have a small mesh size?") == SAID
    own = "Give the net a small mesh size of 30 mm."
    assert whole_of(behind, said=own) == own
    assert whole_of(f"\n\n{behind}") == SAID
    assert whole_of(behind.replace("most nets", "nets " * 40)) == SAID


def test_both_stand_in_the_first_line() -> None:
    reading = reading_of(f"{SAID} Something like 20 mm will do.", ASKED)
    unit = reading.units[0]
    line = first_line(reading.question, unit, None, frozenset(), complete_one(reading, unit))
    assert line == f"{SAID} Something like 20 mm will do."
