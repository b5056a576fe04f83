"""What stands over a sentence is its heading, and what a numbered paragraph opens with stays."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit


def units(text: str) -> list[tuple[str, str]]:
    return [(unit.heading, unit.text) for unit in cut_hits([hit(text)])]


def test_a_first_line_in_capitals_heads_its_paragraph() -> None:
    text = "3 FAULTS FOUND\nThe hinge of the hatch is loose.\n\nNOTES & WISHES\nPaint it blue."
    assert units(text) == [
        ("FAULTS FOUND", "The hinge of the hatch is loose."),
        ("NOTES & WISHES", "Paint it blue."),
    ]


def test_capitals_inside_a_line_or_alone_head_nothing() -> None:
    assert units("The GULL AND TERN\nis an inn by the sea.") == [
        ("", "The GULL AND TERN is an inn by the sea.")
    ]
    assert units("CLOSED ON MONDAYS") == [("", "CLOSED ON MONDAYS")]


@pytest.mark.parametrize(
    "text",
    [
        "会議は五月三日に港で開かれ\n会員は皆来た。",
        "Договор аренды вступает в силу\nпервого мая этого года.",
        "KEEP OUT OF THE REACH OF CHILDREN\nand store it in the dry.",
        "THE SAILS ARE SOLD AS THEY ARE\nWITHOUT A WARRANTY OF ANY KIND.",
        "ADA FINCH\nTreasurer of the sailing club",
    ],
)
def test_what_goes_on_or_names_somebody_is_no_heading(text: str) -> None:
    ((heading, said),) = units(text)
    assert (heading, "".join(said.split())) == ("", "".join(text.split()))


def test_a_numbered_paragraph_keeps_what_it_opens_with() -> None:
    text = "5. Summer regatta. It will be held on 21 June.\n\n6. It rained. Nobody came to it."
    assert [each for _, each in units(text)] == [
        "5. Summer regatta. It will be held on 21 June.",
        "6. It rained. Nobody came to it.",
    ]


def test_an_item_is_no_heading_of_the_next_one() -> None:
    text = "1. Loose hinges.\n2. Torn sails of the skiff."
    assert [each for _, each in units(text)] == ["1. Loose hinges.", "2. Torn sails of the skiff."]
