"""Words that a page draws more than once in one place.

Some programs make a word bold by drawing it again a hair's breadth aside, and some files hold their
text twice, once for the screen and once for searching. Read as they stand, every word comes twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from backend.readers.layout.shapes import Word

_APART = 0.12
"""How far two drawings of one word are apart at most, in the shorter side of the word's box."""
_CELL = 8.0
"""Points of a square of the page whose words are compared with each other."""


def without_overlaid(words: Sequence[Word]) -> list[Word]:
    """The words, each once where the same one is drawn again in its place: the first drawing
    stays."""
    drawn: dict[tuple[str, int, int], list[Word]] = defaultdict(list)
    kept = []
    for word in words:
        column, row = int(word.left // _CELL), int(word.top // _CELL)
        around = ((word.text, column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1))
        if any(_is_over(word, other) for cell in around for other in drawn.get(cell, ())):
            continue
        drawn[word.text, column, row].append(word)
        kept.append(word)
    return kept


def _is_over(one: Word, other: Word) -> bool:
    """Whether two words of one text have the same box, but for a hair's breadth."""
    apart = _APART * min(one.bottom - one.top, one.right - one.left)  # a turned word is tall
    return all(abs(a - b) <= apart for a, b in zip(one[1:5], other[1:5], strict=True))
