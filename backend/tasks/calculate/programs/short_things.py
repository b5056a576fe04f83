"""Things that a list writes in full and short: "Great Hall" in one row and "Gt Hall" or "GH" in
another, "Library" and "Lib."."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

from backend.tasks.calculate.programs.short_names import names_in_full, names_people

_INITIALS = re.compile(r"[A-Z]{2,5}")
_JOINTS = frozenset(["and", "&", "of", "the", "for", "de", "la", "du"])
_WORD = re.compile(r"[^\W\d_]+\.?|\S+")
_LETTERS = re.compile(r"[^\W\d_]+")
LEAST_CUT = 3
"""Letters of a word that a point cuts short, at least."""
_VOWELS = frozenset("aeiouy")
LEAST_LEFT_OUT = 2
"""Letters that a word has more than the one that leaves some out, at least."""


def forms_in_full(header: str, texts: Iterable[str]) -> Mapping[str, str]:
    """What each short form of a column is short for: names of people and firms by their first
    words as well, of things only what is cut short or left out."""
    return names_in_full(texts) if names_people(header) else things_in_full(texts)


def things_in_full(texts: Iterable[str]) -> Mapping[str, str]:
    """What each short form is short for, where that is one text alone.

    >>> dict(things_in_full(["Great Hall", "Gt Hall", "GH", "Library", "Lib.", "Hall"]))
    {'GH': 'Great Hall', 'Gt Hall': 'Great Hall', 'Lib.': 'Library'}
    """
    return _things_in_full(tuple(sorted(set(texts))))


@lru_cache(1 << 8)
def _things_in_full(texts: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    by_letter: dict[str, list[str]] = defaultdict(list)
    for text in texts:
        by_letter[text[:1].casefold()].append(text)
    for text in filter(_may_be_short, texts):
        full = [other for other in by_letter[text[0].casefold()] if _is_short_for(text, other)]
        # what is itself short for one of them is no other thing
        longest = [each for each in full if not any(_is_short_for(each, other) for other in full)]
        if len(longest) == 1:
            found[text] = longest[0]
    return found


def _may_be_short(text: str) -> bool:
    """Whether something may be cut short or left out in a text; of a long list few may."""
    if "." in text or _INITIALS.fullmatch(text):
        return True
    words = _WORD.findall(text)
    return len(words) > 1 and any(not _VOWELS & set(word[1:].casefold()) for word in words)


def _is_short_for(short: str, full: str) -> bool:
    if len(short) >= len(full):
        return False
    words = _WORD.findall(full)
    if _INITIALS.fullmatch(short):
        initials = [word[0] for word in words if word.casefold() not in _JOINTS]
        return len(initials) > 1 and "".join(initials).upper() == short
    own = _WORD.findall(short)
    if len(own) != len(words):
        return False
    pairs = [(one, two) for one, two in zip(own, words, strict=True) if one != two]
    is_beside = len(pairs) < len(words)
    return bool(pairs) and all(_is_cut(*pair, is_beside=is_beside) for pair in pairs)


def _is_cut(short: str, full: str, *, is_beside: bool) -> bool:
    """Whether a word is the beginning of another one, with a point behind it, or leaves vowels and
    other letters of it out beside a word that both have ("Gt Hall")."""
    cut, whole = short.removesuffix(".").casefold(), full.casefold()
    if not _LETTERS.fullmatch(cut) or not _LETTERS.fullmatch(whole):
        return False
    if short.endswith("."):
        return len(cut) >= (1 if is_beside else LEAST_CUT) and whole.startswith(cut)
    if not is_beside or len(cut) < 2 or len(whole) < len(cut) + LEAST_LEFT_OUT:
        return False
    is_of_ends = cut[0] == whole[0] and cut[-1] == whole[-1] and not _VOWELS & set(cut[1:])
    letters = iter(whole)
    return is_of_ends and all(letter in letters for letter in cut)
