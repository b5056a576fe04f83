"""Numbers in text, brought to one form: 17,846 = 17846, 8 percent = 8%, $1.2 billion = 1,200m."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

_SCALES = {
    "hundred": 2,
    "thousand": 3,
    "k": 3,
    "million": 6,
    "mn": 6,
    "m": 6,
    "billion": 9,
    "bn": 9,
    "b": 9,
    "trillion": 12,
    "tn": 12,
    "percent": -2,
    "per cent": -2,
    "%": -2,
    "percentage points": -2,
}
_UNITS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
NUMBER_WORDS = {
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
}
"""Numbers that are written as one word, with their values."""
_ORDINAL_WORDS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth"),
)
_ORDINALS = {word: value for value, word in enumerate(_ORDINAL_WORDS, start=1)}
_WORD = "|".join(sorted((*NUMBER_WORDS, *_ORDINALS), key=len, reverse=True))
_FIGURE = re.compile(
    r"(?<![\w.,])(?P<sign>[-−(]?\s?[$£€¥]?\s?)"
    r"(?P<figure>\d{1,3}(?:[,\u00a0\u202f’']\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?P<ordinal>st|nd|rd|th)?"
    r"(?:(?P<gap>[\s-]?)(?P<scale>hundred|thousand|million|billion|trillion|percentage points|"
    r"percent|per cent|%|bn|mn|tn|[kmb])(?![^\W\d_]))?"
    rf"|\b(?P<word>(?:{_WORD})(?:[ -](?:{_WORD}))?)\b"
    r"(?:[ -](?P<word_scale>hundred|thousand|million|billion|trillion|percent|per cent)\b)?",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[,\u00a0\u202f’']")
_ROUNDING = re.compile(
    r"(?i)(?:about|approximately|approx\.?|around|roughly|nearly|almost|some|over|under|~|≈|"
    r"more than|less than|close to|at least|up to)\s*[$£€¥]?$"
)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as it is meant. `value` includes the scale; `mantissa` is what is printed.

    `digits` counts the printed decimals; `rounded` says that the words before it, or a scale word
    after it, allow the exact figure to be longer. `spelled` marks number words.
    """

    text: str
    value: Decimal
    mantissa: Decimal
    scale: int
    digits: int
    rounded: bool
    spelled: bool


def quantities(text: str) -> list[Quantity]:
    """The numbers of a text in order, number words up to ninety-nine included."""
    found = []
    for match in _FIGURE.finditer(text):
        if match["word"]:
            found.append(_spelled(match))
            continue
        scale = match["scale"].lower() if match["scale"] else ""
        if scale in {"k", "m", "b"} and match["gap"]:
            scale = ""  # "5 m" is five metres
        power = _SCALES.get(scale, 0)
        mantissa = Decimal(_SEPARATORS.sub("", match["figure"]))
        decimals = len(match["figure"].partition(".")[2])
        hedged = bool(_ROUNDING.search(text[max(0, match.start() - 16) : match.start("figure")]))
        found.append(
            Quantity(
                match.group().strip(" (-−") if not scale else match.group().strip(" ("),
                mantissa.scaleb(power),
                mantissa,
                power,
                decimals,
                hedged or power > 2,
                False,
            )
        )
    return found


def is_among(claimed: Quantity, evidence: Iterable[Quantity]) -> bool:
    """Whether the evidence holds the claimed number.

    A figure without a scale in the evidence matches a scaled claim by its digits, because tables
    name their unit ("in millions") elsewhere; a rounded claim matches a figure that rounds to it.
    """
    return any(_same(claimed, quantity) for quantity in evidence)


def _same(claimed: Quantity, seen: Quantity) -> bool:
    if claimed.value == seen.value:
        return True
    if (claimed.scale == 0) != (seen.scale == 0) and claimed.mantissa == seen.mantissa:
        return True
    if not claimed.rounded or seen.value == 0:
        return False
    for shift in (0, 3, 6, 9):
        exact = seen.value.scaleb(shift) if seen.scale == 0 else seen.value
        printed = exact.scaleb(-claimed.scale)
        if round(printed, claimed.digits) == claimed.mantissa and claimed.mantissa >= 1:
            return True
        if seen.scale != 0:
            break
    return False


def _spelled(match: re.Match[str]) -> Quantity:
    total = Decimal(0)
    for word in re.split(r"[ -]", match["word"].lower()):
        total += NUMBER_WORDS.get(word, _ORDINALS.get(word, 0))
    scale = match["word_scale"].lower() if match["word_scale"] else ""
    power = _SCALES.get(scale, 0)
    return Quantity(match.group(), total.scaleb(power), total, power, 0, False, True)
