"""Each line of a calendar, a programme or of opening hours is a paragraph of its own."""

from __future__ import annotations

import pytest

from backend.readers.layout.paragraphs import Paragraph, pieces_of
from backend.readers.layout.schedules import begins_entry
from backend.readers.layout.shapes import PageLayout, PrintedLine


def read(*lines: str) -> list[str]:
    printed = [
        PrintedLine(text, 72, 100 + 12 * at, 72 + 5 * len(text), 110 + 12 * at, 10, False, slack=20)
        for at, text in enumerate(lines)
    ]
    page = PageLayout(600, 800, tuple(printed))
    return [piece.text for piece in pieces_of(page, 0) if isinstance(piece, Paragraph)]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("Mon 4 May Locks closed", True),
        ("Thurs 7 May", True),
        ("Monday: 9 to 5", True),
        ("Saturdays closed", True),
        ("12 May Regatta", True),
        ("May 12 Regatta", True),
        ("3rd June Regatta", True),
        ("9:30 Welcome", True),
        ("9.30 am Welcome", True),
        ("10 pm Lights out", True),
        ("Monument to the keeper", False),
        ("Sunken barge", False),
        ("May be late", False),
        ("Marches 4", False),
        ("2.10 Reefing", False),
        ("12 mats", False),
        ("9:30:15 log", False),
    ],
)
def test_an_entry_begins_with_a_day_or_an_hour(text: str, begins: bool) -> None:
    assert begins_entry(text) is begins


def test_entries_of_a_calendar_are_apart() -> None:
    lines = (
        "Mon 4 May Locks closed",
        "Tue 12 - Thu 14 May Regatta",
        "Fri 22 May Dance, in the hall",
    )
    assert read(*lines) == list(lines)


def test_what_an_entry_goes_on_with_stays_with_it() -> None:
    assert read("Mon 4 May Locks closed for", "repairs all day", "Tue 12 May Regatta") == [
        "Mon 4 May Locks closed for repairs all day",
        "Tue 12 May Regatta",
    ]


def test_a_sentence_that_runs_on_with_a_date_is_one() -> None:
    for ends in ("and on", "until", "to", "between 1 May and", "by post,"):
        assert len(read(f"12 May 2031 was dry {ends}", "4 June 2031 it rained.")) == 1


def test_prose_is_not_parted_by_a_date_that_begins_a_line() -> None:
    assert (
        len(read("The locks were closed in the week of", "12 May and open again", "4 June 2031."))
        == 1
    )
