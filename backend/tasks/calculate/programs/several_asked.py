"""Questions for the figure of several months, quarters, days of the week or names together, and
rows that are of one of them alone: what was used in May is not what was used in April and May."""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_NAME, QUARTER_ORDINALS, WEEKDAY, month_number
from backend.dates import dates_in

_AMOUNT = re.compile(r"(?i)^(?:how (?:much|many|far|often)|(?:what|which) (?:is|was|are|were) )\b")
_PLACED = r"(?:(?:in|on|of|for|from|by|during) )?(?:the )?"
_YEAR = r"(?:,? (?:19|20)\d\d)?"
_JOINT = rf"{_YEAR}(?:,? (?:and|or) |, | & ){_PLACED}"
_KINDS = (
    rf"\b(?:{MONTH_NAME})\b\.?",
    rf"\b(?:Q[1-4]|(?i:{'|'.join(QUARTER_ORDINALS)})(?: quarter)?)\b",
    rf"\b(?i:{WEEKDAY})s?\b",
)
_RUN = re.compile(r"(?i)\b(?:between|from|differ\w*|compar\w*|more|less|fewer|than)\b")
"""What says that two are not put together, or that all between them are meant, too."""
_LISTS = tuple(re.compile(rf"(?:{kind})(?:{_JOINT}(?:{kind}))+") for kind in _KINDS)
_EACH = tuple(re.compile(kind) for kind in _KINDS)
_MONTHS, _QUARTERS, _WEEKDAYS = range(3)
_NAME = r"[A-Z][^\W\d_]+(?: [A-Z][^\W\d_]+)*"
_NAMES = re.compile(rf"\b(?P<one>{_NAME}) and (?P<two>{_NAME})\b")
_JOINED = re.compile(r" (?:and|or|&) ")
_OF_QUARTERS = re.compile(r"(?i)q[1-4]|quarter")
"""The first and second prize are no quarters."""
_LETTERS = 3
_ORDINALS = {ordinal: f"q{at}" for at, ordinal in enumerate(QUARTER_ORDINALS, 1)}


def asks_several(question: str) -> bool:
    """Whether a question asks for the amount of several together."""
    return bool(_several(question)) or _two_names(question) is not None


def says_only_some(question: str, said: str) -> bool:
    """Whether a row does not say all of the periods that a question asks for together, or one of
    two names and not the other."""
    for kind, wanted in _several(question).items():
        if not wanted <= _said(kind, said):
            return True
    two = _two_names(question)
    if two is None:
        return False
    told = said.casefold()
    return len([name for name in two if name.casefold() in told]) == 1


def _several(question: str) -> dict[int, frozenset[str]]:
    """The periods by their kind; nothing where it asks for no amount, or for a run of them."""
    text = question.strip()
    if not _AMOUNT.search(text) or _RUN.search(text):
        return {}
    made: dict[int, frozenset[str]] = {}
    for kind, form in enumerate(_LISTS):
        match = form.search(text)
        is_kind = kind != _QUARTERS or (match is not None and _OF_QUARTERS.search(match[0]))
        if match is not None and is_kind and _JOINED.search(match[0]):
            named = frozenset(_key(kind, each) for each in _EACH[kind].findall(match[0]))
            if len(named) > 1:
                made[kind] = named
    return made


def _two_names(question: str) -> tuple[str, str] | None:
    """The two names that a question joins; None where it asks for no amount, or they are times."""
    text = question.strip()
    if not _AMOUNT.search(text) or _RUN.search(text) or _several(text):
        return None
    match = _NAMES.search(text)
    return (match["one"], match["two"]) if match is not None else None


def _key(kind: int, text: str) -> str:
    plain = text.casefold().rstrip(".")
    if kind == _MONTHS:
        return str(month_number(plain))
    if kind == _WEEKDAYS:
        return plain[:_LETTERS]
    word = plain.split()[0]
    return _ORDINALS.get(word, word)


def _said(kind: int, text: str) -> frozenset[str]:
    """What a row says of a kind of period; of months also those of its days."""
    said = {_key(kind, each) for each in _EACH[kind].findall(text)}
    if kind == _MONTHS:
        said |= {str(date.month) for date in dates_in(text) if date.month}
    if kind == _WEEKDAYS:
        words = (each.casefold()[:_LETTERS] for each in re.findall(r"[^\W\d_]+", text))
        said |= {word for word in words if word}
    return frozenset(said)
