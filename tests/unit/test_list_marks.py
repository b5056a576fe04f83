"""Marks of items and numbers of clauses."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.list_marks import ITEM, without_clause_number


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("- oars", True),
        ("• oars", True),
        ("(b) oars", True),
        ("iv) oars", True),
        ("2. oars", True),
        ("-v prints all", False),
        ("oars - two", False),
    ],
)
def test_an_item_begins_with_its_mark(text: str, item: bool) -> None:
    assert (ITEM.match(text) is not None) is item


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ("3.2 A deposit is paid.", "A deposit is paid."),
        ("4. The Hirer may paint.", "The Hirer may paint."),
        ('12) "Boat" means the hull.', '"Boat" means the hull.'),
        ("12 boats are in the shed.", "12 boats are in the shed."),
        ("2.5 metres of rope are needed.", "2.5 metres of rope are needed."),
        ("The shed has 4. It is old.", "The shed has 4. It is old."),
    ],
)
def test_a_clause_is_read_without_its_number(text: str, without: str) -> None:
    assert without_clause_number(text) == without
