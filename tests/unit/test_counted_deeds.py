"""A figure of what was done is told by no other deed, no other time and nothing that is left."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.counted_deeds import lacks_counted_deed, tells_what_is_left
from backend.tasks.answer.extractive.holding_back import _tells_figure
from backend.tasks.answer.extractive.other_times import is_of_another_time


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many kiosks did Tern close in 2031?", "Tern has about 280 kiosks in nine towns."),
        ("How many kiosks were opened in 2031?", "Tern runs 280 kiosks."),
        ("How many ferries did the yard deliver?", "The yard had 12 ferries in stock."),
        ("How many pilots did Tern hire?", "Tern pays 40 pilots."),
    ],
)
def test_how_many_there_are_does_not_tell_how_many_something_was_done_to(
    question: str, text: str
) -> None:
    assert lacks_counted_deed(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many kiosks did Tern close in 2031?", "Nine kiosks were shut in 2031."),
        ("How many kiosks did Tern close in 2031?", "There were nine closures."),
        ("How many kiosks were opened in 2031?", "The year saw nine new kiosks."),
        ("How many pilots did Tern hire?", "Nine pilots joined the ferry."),
        ("How many kiosks does Tern have?", "Tern has about 280 kiosks."),
        ("How many kiosks are open on Sunday?", "All 280 kiosks serve tea on Sunday."),
        ("How many berths did the harbour have?", "The harbour had 40 berths."),
        ("Why did Tern close kiosks?", "Tern has about 280 kiosks."),
    ],
)
def test_a_word_for_the_deed_or_no_deed_leaves_the_answer(question: str, text: str) -> None:
    assert not lacks_counted_deed(question, text)


def test_the_heading_may_say_the_deed() -> None:
    question = "How many kiosks did Tern close in 2031?"
    assert not lacks_counted_deed(question, "Nine in the north, two in the south.", "Closures")


@pytest.mark.parametrize(
    ("question", "text", "is_left"),
    [
        (
            "How much did Tern spend on repairs in 2031?",
            "The remaining availability under the repair plan was 47 crowns.",
            True,
        ),
        ("How much did Tern pay for rope?", "Of the sum set aside 30 crowns are still left.", True),
        (
            "How much did Tern spend on repairs in 2031?",
            "Tern spent 12 crowns, and 47 crowns remain available.",
            False,
        ),
        ("How much did Tern pay for rope?", "The rope cost 30 crowns.", False),
        (
            "How much remained available of what Tern spent on repairs?",
            "47 crowns remain available.",
            False,
        ),
        ("How much is left of the repair fund?", "47 crowns are still left.", False),
    ],
)
def test_what_is_left_is_not_what_was_spent(question: str, text: str, is_left: bool) -> None:
    assert tells_what_is_left(question, text) is is_left


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many people worked for Tern at the end of 2030?", "Tern hired 23 people in 2031."),
        ("How many kiosks were there in the third quarter?", "1st quarter 130 10 0 140"),
        (
            "How many kiosks did Tern open in the fourth quarter?",
            "During fiscal 2031, Tern opened 47 kiosks.",
        ),
        (
            "How many ferries did Tern deliver in 2031?",
            "At 31 December 2031 Tern has delivered a total of 133 ferries.",
        ),
        ("How many ferries did Tern sell in 2031?", "To date Tern sold 133 ferries."),
    ],
)
def test_a_figure_of_another_time_does_not_tell_it(question: str, text: str) -> None:
    assert is_of_another_time(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many people worked for Tern in 2030?", "Tern employed 23 people."),
        ("How many people worked for Tern in 2030?", "As of 2031 and 2030 it had 25 and 23."),
        ("How many people worked for Tern in 2031?", "In 2030–31 Tern employed 23 people."),
        (
            "How many kiosks were there at the end of the fourth quarter?",
            "At the end of fiscal 2031 Tern had 280 kiosks.",
        ),
        ("How many kiosks were there in the third quarter?", "3rd quarter 130 10 0 140"),
        ("How many kiosks were there in Q3?", "In the third quarter there were 140 kiosks."),
        (
            "How much did Tern earn in the second quarter of fiscal 2031?",
            "In the three months to 31 December 2030 it earned 4 crowns.",
        ),
        ("How many kiosks did Tern open in fiscal 2031?", "By 28 January 2032 it opened 47."),
        (
            "How many ferries did Tern deliver in 2031?",
            "Tern has delivered a total of 33 ferries in 2031.",
        ),
        ("How many ferries did Tern deliver to date?", "To date Tern delivered 133 ferries."),
        ("How many ferries has Tern?", "Since 2001 Tern has bought 133 ferries."),
    ],
)
def test_the_same_time_or_none_leaves_the_answer(question: str, text: str) -> None:
    assert not is_of_another_time(question, text)


def test_the_heading_may_name_the_year() -> None:
    question = "How many people worked for Tern in 2030?"
    assert not is_of_another_time(question, "23, of whom 4 came in 2029.", "People 2030")


@pytest.mark.parametrize(
    ("text", "tells"),
    [
        ("The profit rate rose in the second quarter of fiscal 2031.", False),
        ("Profit fell in fiscal 2031 and 2030.", False),
        ("Profit was 9 crowns in the second quarter of fiscal 2031.", True),
        ("A quarter of the profit was given away.", True),
        ("In 2031 it was 9.", True),
    ],
)
def test_the_quarter_and_the_fiscal_year_are_no_figure(text: str, tells: bool) -> None:
    assert _tells_figure(text) is tells
