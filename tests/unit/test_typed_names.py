"""A name that is typed in small letters may begin a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.tasks.answer.extractive.typed_names import (
    cut_before_typed_names,
    is_of_longer_path,
)
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in cut_before_typed_names(text, 0, len(text))]


def test_a_command_and_its_verb_begin_a_sentence() -> None:
    text = (
        "Other commands say how a picture will be drawn. draw makes flat pictures. "
        "redraw() repeats the last one (if there is one). "
        "loft.cfg holds what is read before them all."
    )
    assert pieces(text) == [
        "Other commands say how a picture will be drawn.",
        "draw makes flat pictures.",
        "redraw() repeats the last one (if there is one).",
        "loft.cfg holds what is read before them all.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The beam holds approx. four tons are its limit when wet.",
        "We met at noon without agenda. everybody agreed on the plan at once.",
        "They keep hens, ducks, etc. and geese is what they sell.",
        "It is over. draw makes flat ones.",
        "The last of the letters came late. that is why they left.",
        "The last of the letters came. late is all.",
    ],
)
def test_what_an_abbreviation_or_a_careless_hand_writes_is_not_cut(text: str) -> None:
    assert pieces(text) == [text]


def test_the_reader_quotes_the_command_that_is_asked_for_alone() -> None:
    text = "These commands say how a picture will be drawn. redraw repeats the last one of them."
    assert [unit.text for unit in cut_hits([hit(text)])] == [
        "These commands say how a picture will be drawn.",
        "redraw repeats the last one of them.",
    ]


@given(st.text(alphabet="ab. cs()is\n", max_size=80))
def test_nothing_but_white_space_is_lost(text: str) -> None:
    assert "".join("".join(pieces(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("question", "text", "longer"),
    [
        ("Must /sails be dry?", "What lies in /old/sails must not be dried.", True),
        ("Must /sails be dry?", "What lies in /sails/old must not be dried.", True),
        ("Must /sails be dry?", "What lies in /sails must be dry.", False),
        ("Must /sails be dry?", "Both /sails and /old/sails must be dry.", False),
        ("Must /sails/ be dry?", "Keep it in /sails.", False),
        ("Must the sails be dry?", "What lies in /old/sails must not be dried.", False),
        ("Is a jib and/or a lug used?", "A lug and/or a jib is used.", False),
        ("Must /sails be dry?", "Sails must be dry.", False),
    ],
)
def test_what_holds_for_a_longer_path_need_not_hold(question: str, text: str, longer: bool) -> None:
    assert is_of_longer_path(question, text) is longer
