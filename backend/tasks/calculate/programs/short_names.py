"""Names that a list writes in full and short: "Priya Nair" in one row and "Priya" in another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

_WORD = r"[A-Z][\w'’-]+"
_IN_FULL = re.compile(rf"{_WORD}(?: (?:&|and|of|van|von|de|la|{_WORD}|[A-Z]\.)){{0,3}} {_WORD}")
_SHORT = re.compile(r"[A-Z][\w'’-]*\.?(?: [A-Z][\w'’-]*\.?){0,2}")
_INITIAL = re.compile(rf"{_WORD} [A-Z]\.?")
"""A name in full but for one letter, which may be the fullest that a list has."""
LEAST_IN_FULL = 0.2
"""Share of a column's texts that are names in full, at least: "Rose" and "Rose Cottage" among
plants and houses are two things."""


def names_in_full(texts: Iterable[str]) -> Mapping[str, str]:
    """What each short name of a column is short for, where that is one name alone.

    >>> dict(names_in_full(["Priya", "Priya Nair", "Tom Beck", "Tom B.", "Tom Hale", "Tom"]))
    {'Priya': 'Priya Nair', 'Tom B.': 'Tom Beck'}
    """
    return _names_in_full(tuple(sorted(set(texts))))


def may_be_several(text: str, texts: Iterable[str]) -> bool:
    """Whether a name is short for more than one name of a column: "Tom" of "Tom Beck" and "Tom
    Hale"."""
    held = sorted(set(texts))
    known = _names_in_full(tuple(held))
    longer = {known.get(each, each) for each in held if _is_short_for(text, each)}
    return len(longer) > 1


@lru_cache(1 << 8)
def _names_in_full(texts: tuple[str, ...]) -> dict[str, str]:
    full = [text for text in texts if _IN_FULL.fullmatch(text)]
    full += [
        text
        for text in texts
        if _INITIAL.fullmatch(text) and not any(_is_short_for(text, other) for other in full)
    ]
    if len(full) < LEAST_IN_FULL * len(texts):
        return {}
    found: dict[str, str] = {}
    for text in texts:
        if not _SHORT.fullmatch(text):
            continue
        longer = [other for other in full if _is_short_for(text, other)]
        # "Tom B." and "Tom Beck" are one, so that "Tom" is short for one of them
        longest = {
            other for other in longer if not any(_is_short_for(other, each) for each in longer)
        }
        if len(longest) == 1:
            found[text] = longest.pop()
    return found


def _is_short_for(short: str, full: str) -> bool:
    """Whether a name has the first words of another one, the last of them perhaps by its initial:
    "Priya", "Priya N." and "P. Nair" of "Priya Nair"."""
    one, other = short.split(), full.split()
    if one == other or len(one) > len(other):
        return False
    pairs = list(zip(one, other, strict=False))
    is_begun = all(_is_word_of(*pair) for pair in pairs)
    return is_begun and (len(one) < len(other) or any(first != second for first, second in pairs))


def _is_word_of(word: str, other: str) -> bool:
    initial = word.removesuffix(".")
    return word == other or (len(initial) == 1 and word != other and other.startswith(initial))
