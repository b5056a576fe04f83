"""Prices that a sentence names one beside the other, each with the words that say of what it is:
“The slope would cost £18,400, new lead £3,150, and the slates £260.”"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from backend.analysis import term_texts
from backend.tasks.answer.extractive.units import Unit

MOST = 8
"""Amounts of a sentence; one with more is a table that lost its lines."""
BEFORE = 40
"""Characters before an amount in which a word may make it a bound."""
_SCALES = {
    "": Decimal(1),
    "k": Decimal(1000),
    "thousand": Decimal(1000),
    "m": Decimal(10**6),
    "million": Decimal(10**6),
    "bn": Decimal(10**9),
    "billion": Decimal(10**9),
}
_AMOUNT = re.compile(
    r"(?i)(?<![\w.,/-])(?P<coin>[£$€])(?P<sum>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?:(?P<joined>[km]|bn)(?![\w²³])| (?P<scale>thousand|million|billion)\b)?(?![\d/])"
)
_BOUND = re.compile(
    r"(?i)(?:\b(?:up to|at (?:least|most)|(?:more|less|fewer) than|over|under|above|below|between"
    r"|within|from|maximum of|minimum of|not exceeding|by|every|each)|[–-]) ?$"
)
"""An amount behind it is a bound or a step."""
_ABOUT = re.compile(r"(?i)\b(?:about|around|roughly|some|approximately|nearly|almost|ca\.?) $")
_RANGE = re.compile(r"(?i)^ ?(?:to|–|-|or) ?[£$€]?\d")
_EACH = re.compile(
    r"(?i)^ (?:(?P<per>per|an?|each|every) (?P<one>[^\W\d_]+)|(?P<alone>each|apiece)\b)"
)
_ITS_NAME = re.compile(r"(?i)^ (?:for|on) ")
_CUT = re.compile(r"(?i)[,;:()]|\b(?:and|but|while|whereas)\b")
_OF_COST = re.compile(
    r"(?i)\b(?:costs?|costing|priced?|prices|charged?|charges|fees?|rents?|estimates?|quot(?:es?|ed)"
    r"|pays?|paid|spent|adds?|comes? to|came to|would be)\b"
)
"""A sentence of prices has such a word."""
_OTHERWISE = re.compile(
    r"(?i)n['’]t\b|\b(?:not|no|never|without|grants?|deposits?|insur\w+|vat|tax(?:es)?|fines?|sav\w+"
    r"|lost|loss|gain\w*|discount\w*|loans?|debts?|budget\w*|cheaper|dearer|more|less|extra|refund\w*"
    r"|worth|valued?|raised|income|earned|instead|if not|set|together|both|in total|altogether"
    r"|than)\b|\b(?:19|20)\d\d\b"
)
"""What makes amounts something else than prices of today, or already is what several come to."""
_IDLE = frozenset(
    term_texts("cost costs price prices charge fee rent estimate quote pay add come would about")
)


@dataclass(frozen=True, slots=True)
class NamedAmount:
    """A price of a sentence.

    `value` is in `unit`: a sign of currency, with what one of it is of behind a stroke (“£/month”).
    `text` is as the sentence prints it; `name` are the stems of all words that say of what it is;
    `is_about` says that the sentence calls it so.
    """

    value: Decimal
    unit: str
    text: str
    name: frozenset[str]
    is_about: bool
    sentence: Unit

    @property
    def is_whole(self) -> bool:
        """Whether it is printed without decimals."""
        return self.value == self.value.to_integral_value()


def named_amounts(sentence: Unit) -> list[NamedAmount]:
    """The prices of a sentence with their names, in its order; none where one of them is a bound or
    a range, or the sentence speaks of anything else than what things cost.

    A name stands before its amount, back to the amount before it; behind it where each amount of
    the sentence is followed by “for” or “on”.
    """
    text = sentence.text
    if not _OF_COST.search(text) or _OTHERWISE.search(text):
        return []
    matches = list(_AMOUNT.finditer(text))
    if not 1 <= len(matches) <= MOST or any(_is_bound(text, match) for match in matches):
        return []
    ends = [match.end() + len(_per_of(text, match)[1]) for match in matches]
    starts = [*(match.start() for match in matches[1:]), len(text)]
    behind = [text[end:start] for end, start in zip(ends, starts, strict=True)]
    if all(map(_ITS_NAME.match, behind)):
        names = [_CUT.split(each, maxsplit=1)[0] for each in behind]
    else:
        froms = [0, *ends[:-1]]
        names = [text[start : match.start()] for match, start in zip(matches, froms, strict=True)]
    return list(_made(sentence, matches, names))


def _made(sentence: Unit, matches: list[re.Match[str]], names: list[str]) -> Iterator[NamedAmount]:
    text = sentence.text
    for match, name in zip(matches, names, strict=True):
        per = _per_of(text, match)[0]
        before = text[max(0, match.start() - BEFORE) : match.start()]
        yield NamedAmount(
            value=_value_of(match),
            unit=f"{match['coin']}/{per}" if per else match["coin"],
            text=f"{match[0]} per {per}" if per else match[0],
            name=frozenset(term_texts(name)) - _IDLE,
            is_about=_ABOUT.search(before) is not None,
            sentence=sentence,
        )


def _is_bound(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - BEFORE) : match.start()]
    return _BOUND.search(before) is not None or _RANGE.match(text[match.end() :]) is not None


def _per_of(text: str, match: re.Match[str]) -> tuple[str, str]:
    """What one of an amount is of (“month” of “£3 a month”), and the words that say so."""
    found = _EACH.match(text[match.end() : match.end() + BEFORE])
    if found is None:
        return "", ""
    return (found["one"] or found["alone"]).casefold(), found[0]


def _value_of(match: re.Match[str]) -> Decimal:
    scale = (match["joined"] or match["scale"] or "").casefold()
    return Decimal(match["sum"].replace(",", "")) * _SCALES[scale]
