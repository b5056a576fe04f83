"""What a short form stands for, said where it is spelled out: “TASO (Tidal Archive of the Southern
Ocean)”, “Tidal Archive of the Southern Ocean (TASO)”."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.analysis import STOP_WORDS

LEAST_LETTERS = 2
"""Letters, and words that are no function words, at least. Two words with capitals may be the name
of a person whose initials these are."""
_SPELLED_BEHIND = r"(?<![\w-]){name}s?\d?\s\((?P<long>[^()]{{5,90}})\)"
"""A figure behind the short form calls a footnote."""
_SPELLED_BEFORE = r"(?P<long>[^().;:!?]{{5,120}}?)\s\({name}s?\d?(?:[,;][^()]*)?\)"
_GLOSSED = re.compile(
    r"(?<![\w-])(?P<name>(?<!\d )[A-Z]{2,8}(?= ?[(=]| [–—-] )|(?<!\w )(?<!, )[A-Z]{2,8}(?=: ))"
    r"(?: ?\(| [–—-] | ?= ?|: )\s*"
    r"(?P<long>[^\W\d_][^(),;:.=–—]{2,60}?)(?=[),;.]| or | and |$)"
)
"""What stands right behind a short form: “HW (high water)”, “HW — high water, or”; behind a colon
only where the short form opens what is said, and never behind a figure (“3 PM – pump mended”)."""
_WORD = re.compile(r"[^\W\d_][\w'’]*")


def spells_out(name: str, text: str) -> bool:
    """Whether a text gives the words that a short form in capitals stands for.

    The short form's letters must be the initials of these words, in order; function words may be
    skipped (Schwartz & Hearst, "A Simple Algorithm for Identifying Abbreviation Definitions in
    Biomedical Text", 2003, with initials only).
    """
    letters = [each.lower() for each in name if each.isalpha()]
    if len(letters) < LEAST_LETTERS or not name.isupper():
        return False
    if name not in text:
        return False
    quoted = re.escape(name)
    for behind in re.finditer(_SPELLED_BEHIND.format(name=quoted), text):
        if _are_initials(letters, _WORD.findall(behind["long"])):
            return True
    for before in re.finditer(_SPELLED_BEFORE.format(name=quoted), text):
        words = _WORD.findall(before["long"])
        if any(_are_initials(letters, words[at:]) for at in range(len(words))):
            return True
    return False


def glossed(name: str, text: str) -> str:
    """A short form in capitals with the words that it stands for right behind it, in brackets or
    behind a dash, as they stand in a text (“HW — high water”); empty where there are none.

    The letters are the initials of these words. One of them may be a function word where another
    short form beside it is told likewise: “IT (in training)” says it of a person.
    """
    if len(name) < LEAST_LETTERS or not name.isupper() or name not in text:
        return ""
    several = len({each["name"] for each in _glosses(text)}) > 1
    for found in _glosses(text, LEAST_LETTERS - several):
        if found["name"] == name:
            return f"{found.group()}{')' if '(' in found.group() else ''}"
    return ""


def _glosses(text: str, least: int = 1) -> list[re.Match[str]]:
    """The short forms of a text that have their words right behind them.

    Args:
        least: words among these that are no function words, at least.
    """
    return [
        found
        for found in _GLOSSED.finditer(text)
        if _are_initials(found["name"].lower(), _WORD.findall(found["long"]), least)
    ]


def _are_initials(letters: Sequence[str], words: Sequence[str], least: int = LEAST_LETTERS) -> bool:
    """Whether letters are the initials of all of some words but function words, in order.

    Args:
        least: words among them that are no function words, at least.
    """
    at = 0
    telling = 0
    for word in words:
        initial = word[0].lower()
        plain = word.lower() in STOP_WORDS
        if at < len(letters) and initial == letters[at]:
            at += 1
            telling += not plain
        elif not plain:
            return False
    people = len(words) == LEAST_LETTERS and all(word[0].isupper() for word in words)
    return at == len(letters) and telling >= least and not people
