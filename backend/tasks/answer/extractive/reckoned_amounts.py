"""What two amounts that sentences name come to together, or how far they are apart: a letter says
“new lead £3,150” and “the slope £18,400”, and nobody has added them up.

Amounts in tables are worked out by `backend/tasks/calculate`; these stand in prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.analysis import term_texts
from backend.tasks.answer.extractive.named_amounts import NamedAmount, named_amounts
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.types import Hit

_TOGETHER = r"(?:together|combined|in total|in all|altogether|added up|taken together|all told)"
_BE = r"(?:would|do|does|did|will|is|are|was|were|have|has|had|can|must)"
_DEED = (
    r"(?: (?:be|cost|costs|come to|amount to|add up to|make|take|takes|last|lasts|weigh|weighs"
    r"|bring in|raise|need|hold|pay|earn|spend|get|receive|give|have|had))?"
)
_SUMS = (
    re.compile(
        rf"(?i)^(?:and )?(?:what|how (?:much|long|many(?: (?P<noun>[\w-]+))?)) {_BE} "
        rf"(?P<both>.+?){_DEED},? {_TOGETHER}{_DEED}\W*$"
    ),
    re.compile(
        r"(?i)^(?:and )?what (?:is|are|was|were|would be) the (?:total|combined|overall)"
        r"(?: (?:costs?|price|sum|amount|value|weight|length|time|fees?))? (?:of|for) "
        rf"(?P<both>.+?)(?:,? {_TOGETHER})?\W*$"
    ),
)
_MORE = r"more|dearer|longer|higher|bigger|larger|heavier|older|further|taller|deeper|wider|faster"
_LESS = r"less|fewer|cheaper|shorter|lower|smaller|lighter|younger|nearer|narrower"
_APART = re.compile(
    rf"(?i)^(?:and )?how (?:much|many)(?: [\w-]+)?? (?:(?P<more>{_MORE})|(?P<less>{_LESS}))"
    rf"(?: (?:expensive|money|time|[\w-]+s))?? {_BE} (?P<one>.+?){_DEED} than (?:for )?"
    rf"(?P<two>.+?)(?: (?:is|does|did|was|would|will|do))?{_DEED}\W*$"
)
_OF_BOTH = re.compile(
    rf"(?i)\b(?:{_TOGETHER}|both|total|sum|joint(?:ly)?|pair|each|either|than|difference|twice|half"
    r"|extra|additional(?:ly)?)\b"
)
_ANY_AMOUNT = re.compile(r"(?<![\w.,])[£€$]?\d[\d,.]*")
_AND = re.compile(r"(?i) (?:and|plus|with) (?:for )?")
_IDLE = frozenset(term_texts("cost costs price fee fees charge pay option ones both two"))


@dataclass(frozen=True, slots=True)
class ReckonedAmounts:
    """The line that says how two amounts were reckoned, and the sentences that name them."""

    line: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    pairs: tuple[tuple[frozenset[str], frozenset[str]], ...]
    is_sum: bool
    is_less: bool = False


def reckoned_amounts(question: str, hits: Sequence[Hit]) -> ReckonedAmounts | None:
    """The sum or the difference of two amounts that the question names; None for other questions,
    where either is named nowhere or with several amounts, where they are of two units, or where
    what is to be more is less."""
    asked = _asked_in(" ".join(question.split()))
    if asked is None:
        return None
    amounts = [amount for sentence in cut_hits(hits) for amount in named_amounts(sentence)]
    found = {(one, two) for pair in asked.pairs for one, two in _named_by(pair, amounts)}
    return _told(asked, *found.pop()) if len(found) == 1 else None


def tells_one_alone(question: str, text: str) -> bool:
    """Whether it is asked what two things come to, or how far they are apart, and a text has the
    amount of no more than one and no word for both."""
    if _asked_in(" ".join(question.split())) is None or _OF_BOTH.search(text):
        return False
    return len(_ANY_AMOUNT.findall(text)) < 2


def _asked_in(question: str) -> _Asked | None:
    for form in _SUMS:
        if (match := form.match(question)) is not None:
            return _Asked(tuple(_split(match["both"])), is_sum=True)
    match = _APART.match(question)
    if match is None:
        return None
    pair = (_words(match["one"]), _words(match["two"]))
    return _Asked((pair,), is_sum=False, is_less=bool(match["less"]))


def _split(both: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The two names, at each word that may stand between them."""
    for match in _AND.finditer(both):
        one, two = _words(both[: match.start()]), _words(both[match.end() :])
        if one and two:
            yield one, two


def _words(name: str) -> frozenset[str]:
    """The stems of a name; where only such are left, those that otherwise say nothing of it."""
    stems = frozenset(term_texts(name))
    return stems - _IDLE or stems


def _named_by(
    pair: tuple[frozenset[str], frozenset[str]], amounts: Sequence[NamedAmount]
) -> Iterator[tuple[NamedAmount, NamedAmount]]:
    """The amounts of both names, if each has one alone, and they are of one unit."""
    one, two = (_only(name, amounts) for name in pair)
    if one is None or two is None or one is two or one.unit != two.unit or one.unit == "%":
        return
    yield one, two


def _only(name: frozenset[str], amounts: Sequence[NamedAmount]) -> NamedAmount | None:
    """The amount whose own words hold a whole name, where no other amount is called so."""
    named = [amount for amount in amounts if name and name <= amount.name]
    return named[0] if len({(amount.value, amount.unit) for amount in named}) == 1 else None


def _told(asked: _Asked, one: NamedAmount, two: NamedAmount) -> ReckonedAmounts | None:
    if not asked.is_sum and (one.value < two.value) is not asked.is_less:
        return None
    if not asked.is_sum and one.value == two.value:
        return None
    first, second = (two, one) if asked.is_less else (one, two)
    value = first.value + second.value if asked.is_sum else first.value - second.value
    about = "about " if one.is_about or two.is_about else ""
    sign = "+" if asked.is_sum else "−"
    line = f"{first.text} {sign} {second.text} = {about}{_written(value, one, two)}"
    sentences = dict.fromkeys((one.sentence, two.sentence))
    return ReckonedAmounts(line, tuple(sorted(sentences, key=lambda unit: (unit.hit, unit.start))))


def _written(value: Decimal, one: NamedAmount, two: NamedAmount) -> str:
    """A value as its amounts are written: with pence where either has them, in its unit."""
    whole = value == value.to_integral_value()
    number = f"{value:,.0f}" if whole else f"{value.normalize():,f}"
    unit, _, per = one.unit.partition("/")
    behind = f" per {per}" if per else ""
    if unit in ("£", "€", "$"):
        number = f"{value:,.2f}" if not (one.is_whole and two.is_whole) else number
        return f"{unit}{number}{behind}"
    return f"{number} {one.noun or two.noun}{behind}".strip()
