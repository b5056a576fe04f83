"""Rows of "other" ones, of a result "before" something, or of another number: such words are too
common or too short to be ones that rows are told by, and change what they say."""

from __future__ import annotations

import re

_OTHER = re.compile(r"(?i)(?<!and )(?<!or )(?<!& )\bother\b(?! than)")
_BEFORE = re.compile(
    r"(?i)\b(?:income|earnings|profits?|loss(?:es)?|results?|surplus|deficit)\b[^,;]*?\bbefore\b"
)
_MARK = r"(?:\d{1,3}|[A-Z]|[IVX]{1,4})"
_MARKED = re.compile(rf"(?P<base>[^\W\d_].*?)[ -](?P<mark>{_MARK})")
_BEFORE_TAX = re.compile(r"(?i)\bpre-?tax\b")


def is_of_others(label: str, question: str) -> bool:
    """Whether a row is of other things than the question's: "Total other assets" are not the total
    assets. "Interest and other income" is of more than interest, and no such row."""
    return bool(_OTHER.search(label)) and not _OTHER.search(question)


def is_before_of(label: str, question: str) -> bool:
    """Whether one of the two speaks of a result before something and the other does not: "Income
    before income taxes" is neither the income nor the taxes."""
    return _says_before(label) is not _says_before(question)


def _says_before(text: str) -> bool:
    return bool(_BEFORE.search(text) or _BEFORE_TAX.search(text))


def is_of_another_number(label: str, question: str) -> bool:
    """Whether a row is called as the question says but for its number or letter: "South 2" is not
    "South 1", nor "Plan B" "Plan A"."""
    match = _MARKED.fullmatch(label.strip())
    if match is None:
        return False
    base = re.escape(match["base"]).replace(r"\ ", r"\s+")
    said = re.findall(rf"(?<!\w)(?i:{base})[ -]({_MARK})(?![\w.,]?\w)", question)
    return bool(said) and match["mark"] not in said
