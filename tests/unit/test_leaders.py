"""Contents and indexes are told from what they lead to."""

from __future__ import annotations

import pytest

from backend.chunkers._drafts import drafts_of
from backend.chunkers._units import Region
from backend.leaders import before_leader, has_leader, is_contents, leads_to_pages, led_lines
from tests.chunking import SmallEmbedder, reading_of

CONTENTS = "1 The yard . . . . . . . . . 3\n2 Ropes and blocks ............ 12\nIndex …………… iv"
PROSE = "The yard closes at six. Ropes are kept dry... and blocks are oiled."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CONTENTS, True),
        ("keel, laying of . . . . . . . . . 14", True),
        (PROSE, False),
        ("Wait... what? Yes.", False),
        ("Version 1.2.3.4 of the list", False),
        (f"{PROSE} {PROSE}\n{CONTENTS[:28]}", False),
        ("", False),
        ("Chair ........ Ada Finch", False),
        ("Chair ............ Ada Finch", False),
        ("Tea ........ 2.50\nCake ....... 3.20", False),
        ("Tea ........ 3 pounds a pot", False),
        ("Masts ........ A-1\nOars ........ 2-14\nKeel ........ 14, 16", True),
        ("1 The yard ........ 3 2 Ropes ........ 12", True),
        ("ropes.csv . . . . . . . 10, 32\nset_sail_area . . . . . 5", True),
        ("1.2 Made for version 2.1 of ropes.org/old_sails ........ 12", True),
        ("load ropes.first of all_ropes\n... ...\n", False),
    ],
)
def test_contents_are_told_by_the_share_of_their_entries(text: str, expected: bool) -> None:
    assert is_contents(text) is expected


def test_lines_that_dots_lead_through_are_told_from_contents() -> None:
    lines = [
        "Chair ........ Ada Finch",
        "1 The yard ........ 3",
        "Tea . . . . . 2.50",
        "Wait... Ada",
    ]
    text = "\n".join(lines)
    assert [text[start:end] for start, end in led_lines(text)] == [lines[0], lines[2]]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Ropes . . . . . . 12", True),
        ("ropes.csv. . . . . . 12, 14", True),
        ("Ropes ........ ix", True),
        ("Ropes . . . . . .", False),
        ("Ropes . . . . . . 2.50", False),
        ("Ropes . . . . . . 12 or so", False),
        ("Ropes 12", False),
    ],
)
def test_entries_end_in_the_pages_that_dots_lead_to(line: str, expected: bool) -> None:
    assert leads_to_pages(line) is expected


def test_the_words_before_a_leader_are_told_without_it() -> None:
    assert before_leader("Ropes of 2.5 cm . . . . . 3") == "Ropes of 2.5 cm"
    assert before_leader("Ropes are kept dry...") == "Ropes are kept dry..."


def test_three_dots_are_no_leader() -> None:
    assert not has_leader("Ropes are kept dry... always")
    assert has_leader("Ropes . . . . 3")


def test_passages_leave_contents_out_unless_there_is_nothing_else() -> None:
    text = f"{CONTENTS}\n\n{PROSE}"
    pieces = [((0, len(CONTENTS)), 20), ((len(CONTENTS) + 2, len(text)), 12)]
    whole = [Region(0, len(text), 0)]
    found = drafts_of(reading_of(text), pieces, whole, SmallEmbedder(), 50, 50)
    assert [draft.text for draft in found] == [PROSE]
    alone = drafts_of(reading_of(CONTENTS), pieces[:1], whole, SmallEmbedder(), 50, 50)
    assert [draft.text for draft in alone] == [CONTENTS]
