"""Each line of a label and its value is a sentence of its own; other lines stay together."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.label_lines import cut_label_lines, is_label_line
from backend.tasks.answer.extractive.units import cut_hits
from tests.unit.test_local_reader import hit

BOOKING = (
    "Thank you for your booking.\n\nGuest: Ada Finch and one child\nArrival: Friday, 11 July\n"
    "Room: double room with a view\nof the lake\nRate: 148.00 EUR per night"
)


def pieces(text: str) -> list[str]:
    return [text[start:end] for start, end in cut_label_lines(text, 0, len(text))]


def test_a_block_of_labels_is_cut_and_a_value_goes_on_over_a_line() -> None:
    texts = [unit.text for unit in cut_hits([hit(BOOKING)])]
    assert texts == [
        "Thank you for your booking.",
        "Guest: Ada Finch and one child",
        "Arrival: Friday, 11 July",
        "Room: double room with a view of the lake",
        "Rate: 148.00 EUR per night",
    ]


def test_a_label_may_say_more_in_brackets_and_its_value_may_be_short() -> None:
    assert pieces("Common (up to 1 in 10 people): a dry mouth\nRare: a rash") == [
        "Common (up to 1 in 10 people): a dry mouth",
        "Rare: a rash",
    ]
    assert [unit.text for unit in cut_hits([hit("Lectures: Monday, Hall B\nCredits: 6")])] == [
        "Lectures: Monday, Hall B",
        "Credits: 6",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "We met on Friday and agreed on three\nthings: the roof is mended, and the\nmast goes.",
        "Only one line has a label: this one\nand the next goes on\nwith what it says\nto the end",
        "No label here\nnor here",
        "One two three four five six seven: no label\nOne two three four five six seven: nor it",
    ],
)
def test_sentences_over_several_lines_stay_whole(text: str) -> None:
    assert pieces(text) == [text]


def test_a_label_line_is_a_few_words_a_colon_and_a_value() -> None:
    assert is_label_line("Credits: 6")
    assert not is_label_line("Credits:")
    assert not is_label_line("12:30")
    assert not is_label_line("and so on")


def test_short_lines_beside_labels_are_of_their_own_each() -> None:
    head = (
        "Inquest on the gig Wren\nRower: Ada Finch\nHeld at Port Elm\nIn the hall\nClerk: Bo Rask"
    )
    assert pieces(head) == head.split("\n")
    wrapped = "Inquest on the gig\nRower: Ada Finch\nheld at Port Elm\nin the hall\nClerk: Bo Rask"
    assert pieces(wrapped) == [wrapped]
