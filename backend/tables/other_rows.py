"""Rows of "other" ones: the word is too common to be one that rows are told by, and changes what
they say."""

from __future__ import annotations

import re

_OTHER = re.compile(r"(?i)(?<!and )(?<!or )(?<!& )\bother\b(?! than)")


def is_of_others(label: str, question: str) -> bool:
    """Whether a row is of other things than the question's: "Total other assets" are not the total
    assets. "Interest and other income" is of more than interest, and no such row."""
    return bool(_OTHER.search(label)) and not _OTHER.search(question)
