"""What picks nothing out, or is of another version or thing, is no likely answer."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.nothing_compared import (
    is_of_no_such_version,
    is_of_what_nothing_names,
    is_one_row_of_many,
    leaves_unnamed,
    picks_none_out,
)
from tests.unit.test_local_reader import hit
from tests.unit.test_signposts import reading_of


@pytest.mark.parametrize(
    ("question", "text", "none"),
    [
        ("Which of the oars was the cheapest?", "1) We looked at all oars.", False),
        ("Which of the oars was the cheapest?", "1) We looked at the oars.", True),
        ("Which of the oars was the cheapest?", "The ash oar cost 40 pounds.", False),
        ("Which of the oars is the longest?", "The ash oar is longer than ours.", False),
        ("Who was the fastest?", "Ada Finch came in first.", False),
        ("Who was the fastest?", "Ada Finch rowed with Bo Rask.", True),
        ("Which of the oars is ours?", "We looked at the oars.", False),
        ("Who was the guest?", "We looked at the oars.", False),
        ("When was the latest race?", "We looked at the oars.", False),
    ],
)
def test_what_compares_nothing_picks_none_out(question: str, text: str, none: bool) -> None:
    assert picks_none_out(reading_of(question, hit(text)).question, text) is none


@pytest.mark.parametrize(
    ("question", "text", "one"),
    [
        ("Which boat had the dearest repair?", "Repairs: Tern — Repair: mast; Cost: 310", True),
        ("How long was the longest repair?", "Repairs: Tern — Repair: mast; Hours: 31", True),
        ("Which boat had the mast repaired?", "Repairs: Tern — Repair: mast; Cost: 310", False),
        ("What is the highest load?", "Limits: Crane — Maximum load: 310 kg", False),
        ("Which boat had the dearest repair?", "The Tern had a new mast for 310 pounds.", False),
        ("What is the interest?", "Rates: Savings — Interest: 2 %", False),
        ("What should at least be kept?", "Savings: Purse — To be kept: 20 pounds", False),
    ],
)
def test_one_row_says_not_that_it_has_the_most(question: str, text: str, one: bool) -> None:
    assert is_one_row_of_many(reading_of(question, hit(text)).question, text) is one


@pytest.mark.parametrize(
    ("question", "text", "gone"),
    [
        ("What was the ballast of the Wren?", "It was a plank that had come loose.", True),
        ("What was the ballast of the Wren?", "The Wren was a gig of six oars.", False),
        ("What was the ballast of the Wren?", "It was iron. Ballast came later.", False),
        ("What is the phone number of the yard?", "Office: Ada Finch, 01778 555 21", False),
        ("How heavy was the ballast of the Wren?", "It was a plank of 9 kg.", False),
    ],
)
def test_what_nothing_names_is_told_by_nothing(question: str, text: str, gone: bool) -> None:
    reading = reading_of(question, hit(text))
    assert is_of_what_nothing_names(reading, reading.units[0]) is gone
    titled = reading_of(question, hit(text, title="The Wren and the yard"))
    assert not is_of_what_nothing_names(titled, titled.units[0])


@pytest.mark.parametrize(
    ("question", "text", "over", "other"),
    [
        ("When was Furl 2.0 released?", "Furl 1.4 came out in May 2030.", "Furl", True),
        ("When was Furl 2.0 released?", "It came out in May 2030.", "Furl", True),
        ("When was Furl 2.0 released?", "It came out in May 2030.", "Furl 2.0", False),
        ("When was Furl 2.0 released?", "Furl 2.0.1 came out in May 2030.", "Furl", False),
        ("When was Furl released?", "Furl 1.4 came out in May 2030.", "Furl", False),
        ("When did 3.5% of it go?", "It went in May 2030.", "Furl", False),
        ("What is new in Furl 2.0?", "Furl 1.4 was quick.", "Furl", False),
    ],
)
def test_another_version_tells_nothing(question: str, text: str, over: str, other: bool) -> None:
    assert is_of_no_such_version(reading_of(question, hit(text)).question, text, over) is other


@pytest.mark.parametrize(
    ("question", "text", "unnamed"),
    [
        ("Which yard delivered the wrong mast?", "A yard, which we left, sent it.", True),
        ("Which yard sent the wrong mast?", "In May a yard sent the wrong mast.", True),
        ("Which yard sent the wrong mast?", "A yard called wren sent the wrong mast.", False),
        ("Which yard sent the wrong mast?", "A small yard sent the wrong mast.", False),
        ("Which yard sent the wrong mast?", "In May a yard sent it, the Wren in Elm.", False),
        ("Which yard is open?", "A yard is open.", False),
        ("Who sent the wrong mast?", "A yard sent the wrong mast.", False),
    ],
)
def test_one_that_is_left_unnamed_is_not_told(question: str, text: str, unnamed: bool) -> None:
    assert leaves_unnamed(reading_of(question, hit(text)).question, text) is unnamed
