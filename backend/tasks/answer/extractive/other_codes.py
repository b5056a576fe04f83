"""Which of several things with a number is meant: version 3.1 is not version 3.2.

What is said of another one has the same word before another number, and nowhere the one that is
asked for.
"""

from __future__ import annotations

import re

from backend.analysis import term_texts

_CODE = r"(?:[A-Za-z]{1,3}-?\d[\w.-]*\w|[A-Za-z]\d|\d+[A-Za-z]|\d+(?:\.\d+)+)"
_NAMED = re.compile(rf"\b(?P<what>[^\W\d_]{{3,}}) (?P<code>{_CODE})(?![\w]|[.-]\w)")
"""“Version 3.1”, “room B2”, “class 5A”."""
_CAPITALS = re.compile(r"(?<![\w-])[A-Z]{2,}-?\d[\w-]*\b")


def is_of_another_code(question: str, text: str, over: str) -> bool:
    """Whether a question names a thing by a word and a code, and a text has only other codes behind
    that word, and the asked one nowhere, nor does what it stands under."""
    said = _folded(f"{over} {text}")
    for asked in _NAMED.finditer(question):
        what, code = term_texts(asked["what"]), asked["code"].casefold()
        if not what or code in said:
            continue
        told = [
            match["code"] for match in _NAMED.finditer(text) if term_texts(match["what"]) == what
        ]
        if any(_shape(each) == _shape(code) for each in told):
            return True
    return False


def names_another(question: str, text: str) -> bool:
    """Whether a question names a thing by a code of capital letters and figures, and a text has
    only others of its kind: what is said of cruise MS24-09 is not said of MS24-06."""
    codes = frozenset(_CAPITALS.findall(text))
    return any(
        code not in codes and any(_kind(code) == _kind(each) for each in codes)
        for code in _CAPITALS.findall(question)
    )


def _folded(text: str) -> frozenset[str]:
    """The words of a text, without what ends a sentence."""
    return frozenset(each.strip(".,;:()") for each in text.casefold().split())


def _kind(code: str) -> str:
    """A code without its figures."""
    return re.sub(r"\d", "9", code)


def _shape(code: str) -> str:
    """What two codes of one kind have in common: 3.1 and 3.2 do, 3.1 and B2 do not."""
    return re.sub(r"\d+", "9", re.sub(r"[A-Za-z]+", "a", code))
