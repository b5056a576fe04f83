"""What stands between two lines of one text."""

from __future__ import annotations

import pytest

from backend.readers.layout.line_ends import joined


@pytest.mark.parametrize(
    ("upper", "lower", "whole"),
    [
        ("the fer-", "ry left", "the ferry left"),
        ("the fer\u2010", "ry left", "the ferry left"),  # the sign of a program that breaks words
        ("a long-", "term berth", "a long-term berth"),
        ("a long\u2010", "term berth", "a long\u2010term berth"),
        ("an up\u2010to\u2010", "date chart", "an up\u2010to\u2010date chart"),
        ("the Mill\u2010", "Ferry line", "the Mill\u2010Ferry line"),
        ("the ferry", "left", "the ferry left"),
        ("oars and/", "or poles", "oars and/or poles"),
    ],
)
def test_a_word_that_was_broken_is_whole_again(upper: str, lower: str, whole: str) -> None:
    assert joined(upper, lower) == whole
