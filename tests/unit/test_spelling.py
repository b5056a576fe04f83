"""British and American spellings lead to each other."""

from __future__ import annotations

import pytest

from backend.spelling import other_spellings

PAIRS = [
    ("colours", "colors"),
    ("behaviour", "behavior"),
    ("organised", "organized"),
    ("visualisation", "visualization"),
    ("analyse", "analyze"),
    ("centre", "center"),
    ("kilometres", "kilometers"),
    ("licence", "license"),
    ("catalogue", "catalog"),
    ("cancelled", "canceled"),
    ("judgement", "judgment"),
    ("anaemia", "anemia"),
    ("grey", "gray"),
    ("programme", "program"),
]


@pytest.mark.parametrize(("british", "american"), PAIRS)
def test_each_spelling_leads_to_the_other(british: str, american: str) -> None:
    assert american in other_spellings(british.title())
    assert british in other_spellings(american)


@pytest.mark.parametrize("word", ["four", "hour", "colon", "rise", "water", "grebe", ""])
def test_a_word_that_is_spelled_in_one_way_has_no_other(word: str) -> None:
    assert other_spellings(word) == frozenset()
