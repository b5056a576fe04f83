"""Which of two was first: their dates are read however they are written."""

from __future__ import annotations

import pytest

from backend.tasks.answer.extractive.comparison import compare
from tests.unit.test_local_reader import hit

QUESTION = "Who was born first, Ada Finch or Omar Rell?"


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ("3 May 1911", "5 June 1911", "Ada Finch (3 May 1911; Omar Rell: 5 June 1911)"),
        ("1911-06-05", "1911-05-03", "Omar Rell (1911-05-03; Ada Finch: 1911-06-05)"),
        ("5th of June, 1911", "3.5.1911", "Omar Rell (3.5.1911; Ada Finch: 5th of June, 1911)"),
        ("1911, in Hull", "May 1910", "Omar Rell (May 1910; Ada Finch: 1911)"),
        ("3/4/1911", "5/6/1911", ""),
    ],
)
def test_days_of_one_year_are_told_apart(one: str, other: str, first: str) -> None:
    hits = [
        hit(f"Ada Finch (born {one}) was a captain.", document="a", title="Ada Finch"),
        hit(f"Omar Rell (born {other}) was a cook.", document="b", title="Omar Rell"),
    ]
    found = compare(QUESTION, hits)
    assert (found.short if found else "") == first
