"""What the form of a question says of the operation that it wants, whatever the list holds."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from backend.tasks.calculate.composed.mentions import SaidWord

_FILE = Path(__file__).with_name("cues.toml")
_STARTS = "yes or no"
"""The cue that must open a question."""
SUPERLATIVE = r"(?!(?:interest|request|forest|guest|test|rest|west|east)\b)\w{3,}est"
"""Pattern of an adjective in the superlative."""
_SUPERLATIVE = re.compile(rf"(?i)\b{SUPERLATIVE}\b")
_UP_TO_TWELVE = "two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {name: at for at, name in enumerate(_UP_TO_TWELVE.split(), 2)}
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_MANY = rf"\d{{1,2}}|{'|'.join(_NUMBERS)}"
_OFTEN = (
    re.compile(rf"(?i)(?P<more>more than )?\b(?P<n>once|twice|thrice|(?:{_MANY})(?= times\b))\b"),
    re.compile(rf"(?i)(?P<more>more than )?\b(?P<n>{_MANY})\b"),
)
"""How often something is to be there; a number alone says so where no other words do."""
_IN_WORDS = re.compile(rf"(?i)\b(?:{'|'.join(_NUMBERS)})\b")
_OF_TWO_COLUMNS = ("late", "early", "beyond", "below")
_DIGITS = re.compile(r"\d{1,9}(?:\.\d+)?")


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    """What each cue is said by."""
    found = {
        name: re.compile(rf"(?i)(?<!\w)(?:{'|'.join(words)})(?!\w)")
        for name, words in _words()["cues"].items()
    }
    opening = "|".join(_words()["cues"][_STARTS])
    return found | {_STARTS: re.compile(rf"(?i)^(?:{opening})")}


@cache
def _kinds() -> dict[str, re.Pattern[str]]:
    """The words for each kind of figures."""
    return {
        name: re.compile(rf"(?i)\b(?:{'|'.join(words)})\b")
        for name, words in _words()["kinds"].items()
    }


@cache
def _ranking() -> re.Pattern[str]:
    """How many of a ranking are asked for: "top three", "the two biggest"."""
    ends = "|".join((*_words()["cues"]["high"], *_words()["cues"]["low"]))
    return re.compile(
        r"(?i)\b(?:top|best|biggest|first|last|highest|largest|worst|cheapest) "
        rf"(?P<n>{_MANY})\b|\b(?P<m>{_MANY}) (?:{ends})\b"
    )


@dataclass(frozen=True, slots=True)
class QuestionCues:
    """Which cues a question has, the places of their words, the kinds of figures that its words
    speak of with theirs, how many of a ranking are asked for, and how many times something is to be
    there at least."""

    names: frozenset[str]
    places: dict[str, frozenset[int]]
    kinds: dict[str, frozenset[int]]
    most: int
    times: int = 2


def cues_of(question: str, words: Sequence[SaidWord]) -> QuestionCues:
    """The cues of a question, whose words are given in their order."""
    starts: list[int] = []
    at = 0
    for word in words:
        at = question.index(word.text, at)
        starts.append(at)
        at += len(word.text)

    def places(form: re.Pattern[str]) -> frozenset[int]:
        spans = [match.span() for match in form.finditer(question)]
        return frozenset(
            place
            for place, start in enumerate(starts)
            if any(first <= start < last for first, last in spans)
        )

    found = {name: places(form) for name, form in _forms().items()}
    held = {name: own for name, own in found.items() if own}
    if "high" not in held and "low" not in held and (other := places(_SUPERLATIVE)):
        held["high"] = other
    kinds = {name: own for name, form in _kinds().items() if (own := places(form))}
    top = _ranking().search(question)
    said = (top["n"] or top["m"]).casefold() if top else ""
    most = int(said) if said.isdigit() else _NUMBERS.get(said, 1)
    return QuestionCues(frozenset(held), held, kinds, max(1, most), _times(question))


def _times(question: str) -> int:
    """How many times at least: "more than once", "twice", "three times"."""
    found = next(filter(None, (form.search(question) for form in _OFTEN)), None)
    if found is None:
        return 2
    said = found["n"].casefold()
    number = int(said) if said.isdigit() else (_NUMBERS | _TIMES)[said]
    return number + 1 if found["more"] else number


def with_digits(question: str) -> str:
    """A question with its numbers in digits."""
    return _IN_WORDS.sub(lambda found: str(_NUMBERS[found[0].casefold()]), question)


def number_said(word: str) -> Decimal | None:
    """The number that a word is, in digits or as "twelve"; None where it is none."""
    plain = word.casefold()
    if plain in _NUMBERS:
        return Decimal(_NUMBERS[plain])
    return Decimal(plain) if _DIGITS.fullmatch(plain) else None


def compares_columns(question: str) -> bool:
    """Whether a question asks how what came of something stands to what was wanted: "late", "still
    owing". A list that tells it by two of its columns need have no word of the question.

    >>> compares_columns("How many deliveries came in late?")
    True
    """
    return any(_forms()[name].search(question) for name in _OF_TWO_COLUMNS)


def is_courtesy(word: str) -> bool:
    """Whether a word names nothing in a list."""
    return word.casefold() in _words()["courtesy"]["words"]
