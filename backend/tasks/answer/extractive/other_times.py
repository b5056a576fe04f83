"""What a sentence tells of another time than a question for a figure names.

How many came in 2021 is not told by how many came in 2022, how many in the fourth quarter not by
the whole year, and how many within a year not by all that ever came.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_BEGINNING
from backend.tasks.answer.extractive.required import years_named

_QUARTER = re.compile(
    r"(?i)\bq(?P<figure>[1-4])(?!\d)|\b[1-4]q(?=\d\d)"
    r"|\b(?:(?P<word>first|second|third|fourth)|(?P<short>1st|2nd|3rd|4th))[\s-]quarter"
)
_WORDS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}
_WHOLE_YEAR = re.compile(
    r"(?i)\b(?:(?:in|during|for|over|throughout) (?:the )?(?:whole |full |entire )?"
    r"(?:(?:fiscal|financial) )?(?:year\b|(?:19|20)\d\d\b)|full[- ]year|annual(?:ly)?"
    r"|year[- ]to[- ]date)"
)
_ON_A_DAY = re.compile(
    r"(?i)\b(?:at|by|as of|as at) (?:the )?(?:end|close|beginning|start|year[- ]?end|\d"
    rf"|{MONTH_BEGINNING})"
)
"""The end of a year is that of its last quarter."""
_SPAN = re.compile(r"\b((?:19|20)\d\d)\s?[-–/]\s?(\d\d)\b")
"""“2030–31” is 2031 as well."""
_FISCAL = re.compile(r"(?i)\b(?:fiscal|financial year|FY|quarter|q[1-4]|season)\b")
_EVER = re.compile(
    r"(?i)\b(?:to date|so far|cumulative(?:ly)?|all[- ]time|since (?:its|their|the|inception|launch"
    r"|then|\w+ (?:19|20)\d\d|(?:19|20)\d\d)|over the years|in its history"
    r"|(?:has|have) (?:\w+ )?\w+ed (?:a|in) total(?: of)?)\b"
)
"""All that ever was."""
_WITHIN = re.compile(
    r"(?i)^(?:and |but |so )?how (?:many|much)\b.* did\b.*"
    r"\b(?:in|during|over) (?:the )?(?:(?:fiscal|financial|calendar|year) )*(?:19|20)\d\d\b"
)
"""A figure of what was done within a year."""


def is_of_another_time(question: str, text: str, heading: str = "") -> bool:
    """Whether a sentence tells a figure of another year or quarter than the question names, of a
    whole year where a quarter is asked for, or of all that ever was where a year is.

    Args:
        question: for a figure.
        text: of the sentence.
        heading: what it stands under, which may name the time.
    """
    around = f"{heading} {text}"
    if _quarters(question):
        told = _quarters(around)
        if told:
            return told.isdisjoint(_quarters(question))
        return _WHOLE_YEAR.search(text) is not None and _ON_A_DAY.search(text) is None
    asked = years_named(question)
    if _WITHIN.match(question.strip()) and _is_of_ever(question, text, asked):
        return True
    told_years = _years(text)
    if len(asked) != 1 or not told_years or asked & (told_years | _years(heading)):
        return False
    nearly = {year + by for year in asked for by in (-1, 1)}
    return not (_FISCAL.search(question) and nearly & told_years)


def _is_of_ever(question: str, text: str, asked: frozenset[int]) -> bool:
    """Whether a sentence tells all that ever was, and its words for that do not name the year."""
    said = _EVER.search(text)
    if said is None or _EVER.search(question):
        return False
    within = re.search(r"(?i)\b(?:in|during) (?:fiscal )?(?:year )?((?:19|20)\d\d)\b", text)
    return within is None or int(within[1]) not in asked


def _quarters(text: str) -> frozenset[str]:
    return frozenset(
        match["figure"]
        or _WORDS.get((match["word"] or "").lower(), "")
        or (match["short"] or match[0])[0]
        for match in _QUARTER.finditer(text)
    )


def _years(text: str) -> frozenset[int]:
    spans = {int(f"{match[1][:2]}{match[2]}") for match in _SPAN.finditer(text)}
    return years_named(text) | spans
