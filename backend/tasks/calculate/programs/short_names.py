"""Names that a list writes in full and short: "Priya Nair" in one row and "Priya" in another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from backend.tasks.calculate.programs.comparison_words import called_people, called_things

_WORD = r"[A-Z][\w'’-]+"
_IN_FULL = re.compile(rf"{_WORD}(?: (?:&|and|of|van|von|de|la|{_WORD}|[A-Z]\.)){{0,3}} {_WORD}")
_CUT_SHORT = re.compile(rf"{_WORD} (?!(?:Jr|Sr|Jun|Sen)\.)[A-Z][a-z]{{1,3}}\.")
"""“Alder El.”, which may be the fullest form as well."""
_SHORT = re.compile(r"[A-Z][\w'’-]*\.?(?: [A-Z][\w'’-]*\.?){0,2}")
_INITIAL = re.compile(rf"{_WORD} [A-Z]\.?")
"""A name in full but for one letter, which may be the fullest that a list has."""
_WHO = frozenset(["who", "whom", "name", "person", "people"])
_NAMED = frozenset(
    [
        "who",
        "name",
        "client",
        "guest",
        "staff",
        "parent",
        "tenant",
        "athlete",
        "vet",
        "pupil",
        "child",
    ]
)
LEAST_IN_FULL = 0.2
"""Share of a column's texts that are names in full, at least: "Rose" and "Rose Cottage" among
plants and houses are two things."""


def names_in_full(texts: Iterable[str]) -> Mapping[str, str]:
    """What each short name of a column is short for, where that is one name alone.

    >>> dict(names_in_full(["Priya", "Priya Nair", "Tom Beck", "Tom B.", "Tom Hale", "Tom"]))
    {'Priya': 'Priya Nair', 'Tom B.': 'Tom Beck'}
    """
    return _names_in_full(tuple(sorted(set(texts))))


def names_people(header: str) -> bool:
    """Whether what stands over a column says that it names people or firms: "Driver", "Paid by",
    "Lent to". Of regions "North" and "North East" are two."""
    words = header.casefold().split()
    return bool(words) and (
        header.casefold() in called_people() | _WHO
        or words[-1] in ("by", "to", "with")
        or (words[-1].endswith(("er", "or")) and words[-1] not in called_things())
        or words[-1] in _NAMED
    )


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
        if (_INITIAL.fullmatch(text) or _CUT_SHORT.fullmatch(text))
        and not any(_is_short_for(text, other) for other in full)
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
    is_begun = all(_is_word_of(*pair, is_first=not at) for at, pair in enumerate(pairs))
    return is_begun and (len(one) < len(other) or any(first != second for first, second in pairs))


def _is_word_of(word: str, other: str, *, is_first: bool) -> bool:
    initial = word.removesuffix(".")
    is_initial = len(initial) == 1 and (word.endswith(".") or not is_first)
    return word == other or (is_initial and other.startswith(initial))
