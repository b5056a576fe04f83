"""What two prices that sentences name come to together, or how far they are apart: a letter says
“new lead £3,150” and “the slope £18,400”, and nobody has added them up.

Amounts in tables are worked out by `backend/tasks/calculate`; these stand in prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from backend.analysis import term_texts
from backend.tasks.answer.extractive.named_amounts import NamedAmount, named_amounts
from backend.tasks.answer.extractive.units import Unit, cut_hits
from backend.types import Hit

MOST_SPLITS = 6
"""Words “and” at which two names are told apart, at most."""
_TOGETHER = r"(?:together|combined|in total|in all|altogether|added up|taken together|all told)"
_BE = r"(?:would|do|does|did|will)"
_DEED = r"(?: (?:cost|costs|come to|amount to|add up to))?"
_SUMS = (
    re.compile(
        rf"(?i)^(?:and )?(?:what|how much) {_BE} (?P<both>.+?){_DEED},? {_TOGETHER}{_DEED}\W*$"
    ),
    re.compile(
        r"(?i)^(?:and )?what (?:is|are|was|were|would be) the (?:total|combined|overall)"
        rf" (?:costs?|price|fees?) (?:of|for) (?P<both>.+?)(?:,? {_TOGETHER})?\W*$"
    ),
)
_APART = re.compile(
    rf"(?i)^(?:and )?how much (?:(?P<more>dearer|more expensive|more)|(?P<less>cheaper|less))"
    rf" (?:is|are|was|were|{_BE}) (?P<one>.+?){_DEED} than (?:for )?(?P<two>.+?)"
    rf"(?: (?:is|does|did|was|would|will|do))?{_DEED}\W*$"
)
_ASKS_COST = re.compile(r"(?i)\b(?:costs?|price|fees?|dearer|cheaper|expensive)\b")
_OF_BOTH = re.compile(
    rf"(?i)\b(?:{_TOGETHER}|both(?! \w+s\b)|total|sum|joint(?:ly)?|pair|each|either|than|difference"
    r"|twice|half|extra|additional(?:ly)?|surcharge|supplement|discount|on top|saves?|saving|dearer"
    r"|cheaper|longer|shorter|more|less)\b"
)
_ANY_AMOUNT = re.compile(
    r"(?i)(?<![\w.,])[£€$]?\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven"
    r"|twelve|half|a dozen|hundred|thousand)\b"
)
_SEVERAL = re.compile(
    r"(?i)\b(?:both|each|every|two|three|four|five|six|seven|eight|nine|ten|\d+)\b"
)
"""A question for several of a thing, whose price may be that of one."""
_AND = re.compile(r"(?i) (?:and|plus|with) (?:for )?")


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
    """The sum or the difference of two prices that the question names; None for other questions,
    where either is named nowhere in the very words or with several amounts, where they are of two
    units, or where what is to be dearer is cheaper."""
    asked = _asked_in(" ".join(question.split()))
    if asked is None or not _ASKS_COST.search(question):
        return None
    amounts = [amount for sentence in cut_hits(hits) for amount in named_amounts(sentence)]
    found = {(one, two) for pair in asked.pairs for one, two in _named_by(pair, amounts)}
    return _told(asked, *found.pop()) if len(found) == 1 else None


def tells_one_alone(question: str, text: str) -> bool:
    """Whether it is asked what two things come to, or how far they are apart, and a text has the
    amount of no more than one, no word for both, and not the names of both."""
    asked = _asked_in(" ".join(question.split()))
    if asked is None or _OF_BOTH.search(text) or len(_ANY_AMOUNT.findall(text)) > 1:
        return False
    said = frozenset(term_texts(text))
    return not any(one & said and two & said for one, two in asked.pairs)


def _asked_in(question: str) -> _Asked | None:
    for form in _SUMS:
        if (match := form.match(question)) is not None:
            pairs = tuple(islice(_split(match["both"]), MOST_SPLITS))
            return _Asked(pairs, is_sum=True) if pairs else None
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
    """The stems of a name; none where several of a thing are meant."""
    return frozenset() if _SEVERAL.search(name) else frozenset(term_texts(name))


def _named_by(
    pair: tuple[frozenset[str], frozenset[str]], amounts: Sequence[NamedAmount]
) -> Iterator[tuple[NamedAmount, NamedAmount]]:
    """The amounts of both names, if each has one alone, and they are of one unit."""
    one, two = (_only(name, amounts) for name in pair)
    if one is None or two is None or one is two or one.unit != two.unit:
        return
    yield one, two


def _only(name: frozenset[str], amounts: Sequence[NamedAmount]) -> NamedAmount | None:
    """The amount whose words are a name, no more and no less, where no other amount has them: the
    ladder for the roof is not the roof."""
    held = [amount for amount in amounts if name and name <= amount.name]
    named = [amount for amount in held if amount.name == name]
    alone = len({(amount.value, amount.unit) for amount in held}) == 1
    return named[0] if named and alone else None


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
    coin, _, per = one.unit.partition("/")
    places = 0 if one.is_whole and two.is_whole else 2
    return f"{coin}{value:,.{places}f}{f' per {per}' if per else ''}"
