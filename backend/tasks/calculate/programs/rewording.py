"""Other words in a question, so that it has one reading."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.types.calculations import Operand, period_words
from backend.types.choices import Place

MOST_READINGS = 6
"""More than these are no choice that a person looks through."""
_LENGTHS = {
    "12M": "year",
    "52W": "52 weeks",
    "53W": "53 weeks",
    "3M": "three months",
    "6M": "six months",
    "9M": "nine months",
    "13W": "thirteen weeks",
    "26W": "twenty-six weeks",
    "39W": "thirty-nine weeks",
}
_BEFORE = (
    r"(?:(?:in|of|for|at|on|during)\s+)?(?:the\s+)?"
    r"(?:(?:(?:first|second|third|fourth|1st|2nd|3rd|4th)\s+quarter|Q[1-4])\s+(?:of\s+)?)?"
    r"(?:the\s+)?(?:(?:fiscal|financial|calendar)\s+)?(?:year\s+)?(?:FY|CY|F)?\s?['’]?"
)
"""What may stand before a year and belongs to it: "in the fourth quarter of fiscal year 2022"."""


def reworded(question: str, pairs: Sequence[tuple[str, str]]) -> str:
    """The question with other words; empty where it does not have the words that give way."""
    text = " ".join(question.split())
    for said, instead in pairs:
        if not said:
            end = len(text) - len(text.rstrip(" ?.!"))
            text = f"{text[: len(text) - end]}{instead}{text[len(text) - end :]}"
            continue
        match = re.search(rf"(?i)(?<!\w){re.escape(said)}(?!\w)", text)
        if match is None:
            return ""
        text = f"{text[: match.start()]}{instead}{text[match.end() :]}"
    return text


def words_for_year(text: str, year: str) -> str:
    """A year as a question names it, with what stands before and belongs to it; empty where it is
    not named in full, or has something behind it ("2022's")."""
    match = re.search(rf"(?i)(?<!\w){_BEFORE}{year}(?![\w'’-])", text)
    return match.group() if match is not None else ""


def period_said(period: str) -> str:
    """A period of a column as a question names it: "in the year ended January 28, 2023"; empty
    where it has no last day."""
    day, _, length = period.partition("/")
    words = period_words(day).split()
    if len(words) < 2 or words[0].startswith("Q"):
        return ""
    ends = f"{words[1]} {words[0]}, {words[2]}" if len(words) == 3 else " ".join(words)
    if not length:
        return f"at {ends}" if len(words) == 3 else f"in {ends}"
    weeks = f"{length[:-1]} weeks" if length.endswith("W") else ""
    said = _LENGTHS.get(length, weeks)
    return f"in the {said} ended {ends}" if said else ""


def as_said(name: str, said: str) -> str:
    """A name with the first letter as the question has it: "net income of members" for a row "Net
    income of members" where the question says "net income"."""
    same = name[:1].casefold() == said[:1].casefold() and not name[1:2].isupper()
    return f"{said[:1]}{name[1:]}" if same else name


def places_of(operands: Sequence[Operand]) -> frozenset[Place]:
    """The cells of operands."""
    return frozenset(operand.place for operand in operands)
