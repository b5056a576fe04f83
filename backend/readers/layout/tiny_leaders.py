"""Leader dots that are set in a font of their own, a point high or less.

Their boxes are far lower than the words of their line, so that they would stand between it and the
next one, and tear a table's rows apart.
"""

from __future__ import annotations

from collections.abc import Iterable

from backend.readers.layout.shapes import Word

_MARKS = frozenset([".", "·", "…", "_"])
_TINY = 0.4
"""Share of the size of the word before it, of a mark that is set in a font of its own."""


def level_with_words(words: Iterable[Word]) -> list[Word]:
    """The words in their order, a tiny mark with the height and the size of the last word before it
    on whose line it stands."""
    found: list[Word] = []
    before: Word | None = None
    for word in words:
        if word.text not in _MARKS:
            before = word
        is_beside = before is not None and before is not word and _is_beside(word, before)
        found.append(_level(word, before) if before is not None and is_beside else word)
    return found


def _level(mark: Word, word: Word) -> Word:
    return mark._replace(top=word.top, bottom=word.bottom, size=word.size)


def _is_beside(mark: Word, word: Word) -> bool:
    """Whether a mark that is far smaller than a word stands within its line, to its right."""
    middle = (mark.top + mark.bottom) / 2
    is_tiny = mark.size < _TINY * word.size
    return is_tiny and mark.left >= word.left and word.top <= middle <= word.bottom
