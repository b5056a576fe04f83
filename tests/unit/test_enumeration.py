"""Words as one says them: “a, b and c”."""

from __future__ import annotations

import pytest

from backend.types import enumeration


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_words_are_said_as_a_list(words: list[str], said: str) -> None:
    assert enumeration(words) == said
