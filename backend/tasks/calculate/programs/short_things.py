"""Things that a list writes in full and short: "Great Hall" in one row and "Gt Hall" or "GH" in
another, "Library" and "Lib."."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from backend.calendar_words import MONTH_ABBREVIATIONS
from backend.tasks.calculate.programs.short_names import names_in_full, names_people

_INITIALS = re.compile(r"[A-Z]{2,5}")
_JOINTS = frozenset(["and", "&", "of", "the", "for", "de", "la", "du"])
_WORD = re.compile(r"[^\W\d_]+\.?|\S+")
_CUT_WORD = re.compile(r"(?<!\w)[A-Z][a-z]{1,5}\.(?=\s|$)")
MOST_WORDS = 4
MOST_TEXTS = 600
"""Texts of a column that are compared with each other; longer lists have no such names."""
FEWEST_INITIALS = 2
"""Texts of initials that a column writes in full as well: one alone may be something else, as "PC"
beside paper clips."""
_LETTERS = re.compile(r"[^\W\d_]+")
LEAST_CUT = 3
"""Letters of a word that a point cuts short, at least."""
_VOWELS = frozenset("aeiouy")
LEAST_BESIDE = 2
"""The same beside a word that both have, with a point or without."""
LONGEST_OF_TWO = 5
"""Letters of a word of which two are left ("Gt" of "Great"), at most."""
LEAST_LEFT_OUT = 2
"""Letters that a word has more than the one that leaves some out, at least."""


def forms_in_full(header: str, texts: Iterable[str]) -> Mapping[str, str]:
    """What each short form of a column is short for: names of people and firms by their first
    words as well, of things only what is cut short or left out."""
    return names_in_full(texts) if names_people(header) else things_in_full(texts)


def things_in_full(texts: Iterable[str]) -> Mapping[str, str]:
    """What each short form is short for, where that is one text alone.

    >>> dict(things_in_full(["Great Hall", "Gt Hall", "Library", "Lib.", "Hall"]))
    {'Gt Hall': 'Great Hall', 'Lib.': 'Library'}
    """
    return _things_in_full(tuple(sorted(set(texts))))


@lru_cache(1 << 8)
def _things_in_full(texts: tuple[str, ...]) -> dict[str, str]:
    names = [text for text in texts if len(text.split()) <= MOST_WORDS and text[:1].isupper()]
    if len(names) > MOST_TEXTS:
        return {}
    by_letter: dict[str, list[str]] = defaultdict(list)
    for text in names:
        by_letter[text[0]].append(text)
    cut: dict[str, str] = {}
    for text in filter(_may_be_cut, names):
        full = [other for other in by_letter[text[0]] if _is_cut_from(text, other)]
        if len(full) == 1:
            cut[text] = full[0]
    found = cut | _of_initials([text for text in names if text not in cut])
    # what is short for another short form is short for what that is short for
    return {text: found.get(full, full) for text, full in found.items()}


def _of_initials(names: Sequence[str]) -> dict[str, str]:
    """The initials of a column with what they stand for, if it writes all of them in full, and
    several."""
    full: dict[str, list[str]] = defaultdict(list)
    for text in names:
        full[_initials(text)].append(text)
    short = [text for text in names if _INITIALS.fullmatch(text)]
    if len(short) < FEWEST_INITIALS or any(len(full[text]) != 1 for text in short):
        return {}
    return {text: full[text][0] for text in short}


def _initials(text: str) -> str:
    """The initials of two words or more; empty for fewer."""
    words = [word for word in _WORD.findall(text) if word.casefold() not in _JOINTS]
    return "".join(word[0] for word in words).upper() if len(words) > 1 else ""


def _may_be_cut(text: str) -> bool:
    """Whether a word may be cut short or leave letters out in a text without figures."""
    if any(map(str.isdigit, text)):
        return False
    if _CUT_WORD.search(text):
        return True
    words = _WORD.findall(text)
    return len(words) > 1 and any(not _VOWELS & set(word[1:].casefold()) for word in words)


def _is_cut_from(short: str, full: str) -> bool:
    own, words = _WORD.findall(short), _WORD.findall(full)
    if len(short) >= len(full) or len(own) != len(words):
        return False
    pairs = [(one, two) for one, two in zip(own, words, strict=True) if one != two]
    is_beside = len(pairs) < len(words)
    return bool(pairs) and all(_is_cut(*pair, is_beside=is_beside) for pair in pairs)


def _is_cut(short: str, full: str, *, is_beside: bool) -> bool:
    """Whether a word in a capital is the beginning of another one, with a point behind it and no
    month, or leaves vowels and other letters of it out beside a word that both have ("Gt Hall")."""
    cut, whole = short.removesuffix(".").casefold(), full.casefold()
    if not (short[:1].isupper() and full[:1].isupper()):
        return False
    if not _LETTERS.fullmatch(cut) or not _LETTERS.fullmatch(whole) or cut in MONTH_ABBREVIATIONS:
        return False
    if short.endswith("."):
        return len(cut) >= (LEAST_BESIDE if is_beside else LEAST_CUT) and whole.startswith(cut)
    if not is_beside or len(cut) < LEAST_BESIDE or len(whole) < len(cut) + LEAST_LEFT_OUT:
        return False
    if len(cut) == LEAST_BESIDE and len(whole) > LONGEST_OF_TWO:
        return False
    is_of_ends = cut[0] == whole[0] and cut[-1] == whole[-1] and not _VOWELS & set(cut[1:])
    letters = iter(whole)
    return is_of_ends and all(letter in letters for letter in cut)
