"""Questions for money: what a thing costs is told by its price, a fee or a bill as well.

"How much does it cost?" names the kind of the answer by its verb. A sentence that gives an amount
of money says that much without the verb.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import NUMBER
from backend.tasks.answer.extractive.units import Unit

MONEY = re.compile(
    r"(?i)[$£€¥]\s?\d|\b(?:usd|eur|gbp|chf|jpy|cad|aud)\s?\d|(?:\d|\b(?:hundred|thousand|million|"
    r"billion))\s?(?:[€£¥$]|(?:us )?dollars?\b|euros?\b|pounds?\b|cents?\b|pence\b|francs?\b|"
    r"crowns?\b|yen\b|rupees?\b|usd\b|eur\b|gbp\b|chf\b)"
)
_WORDS = frozenset(
    term_texts(
        "cost costs price prices priced charge charged charges fee fees pay paid worth spend"
    )
)
_ASKED = re.compile(
    r"(?i)\bhow (?:much|expensive|cheap)\b"
    r"|\bwhat\b.*\b(?:costs?|pay|paid|charged?|price|fees?|worth)\b"
)

_COSTS = re.compile(
    r"(?i)\bwhat (?:do|does|did|will|would) (?!the (?:[\w-]+ )?cost\b)[^?]*?(?<!-)\bcost"
    r"(?=\W*$| (?:me|us|you|to|for|per|in|at|on|if|when|an?|each)\b)"
    r"|^(?:and )?how much (?:do|does|did|will|would) [^?]*?(?<!-)\bcost\W*$"
)
"""Not what a cost estimate includes, nor what a delay cost somebody."""
_FIGURE = re.compile(rf"(?<![\w.])\d[\d.,]*\d|{NUMBER.pattern}", re.IGNORECASE)
_OF_NO_MONEY = re.compile(
    r"(?i)[\w.,]*[\s-]?(?:[kmgt]i?b|bytes?|[km]?g|kilos?|km|[cm]?m|metres?|meters?|miles?|feet|litres?"
    r"|[km]?w|watts?|seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|°)(?!\w)"
)
_FREE = re.compile(
    r"(?i)\b(?:free|nothing|gratis|complimentary|included|half|same|as much as|rates?|fares?"
    r"|on request|donations?|nobody pays|no (?:extra |additional |further )?"
    r"(?:charges?|costs?|fees?)|(?:with|at) no charge|without (?:a )?(?:charge|fee|cost))\b"
)
"""What tells a price without a figure."""


def asks_what_it_costs(question: str) -> bool:
    """Whether a question asks what something costs."""
    return _COSTS.search(question) is not None


def tells_cost(question: str, text: str) -> bool:
    """Whether a text may tell what something costs: by an amount of money, by a figure that is not
    the question's own (“a three-day ticket” has no price in it) and has no unit of something else
    (“64 GB”, “two years”), or as free.
    """
    if MONEY.search(text) or _FREE.search(text):
        return True
    own = {match.group().casefold() for match in _FIGURE.finditer(question)}
    return any(
        match.group().casefold() not in own and _OF_NO_MONEY.match(text, match.end()) is None
        for match in _FIGURE.finditer(text)
    )


def asked_words(question: str) -> frozenset[str]:
    """The stems of a question for money that only say that money is meant; none of another."""
    if not _ASKED.search(question):
        return frozenset()
    return _WORDS & frozenset(term_texts(question))


def names_money(terms: Iterable[str]) -> bool:
    """Whether stems hold a word for what is paid."""
    return not _WORDS.isdisjoint(terms)


def with_prices(question: str, units: Sequence[Unit]) -> list[Unit]:
    """The units, those that give an amount of money with the question's words for money among
    their terms: “The price is 90 pounds” says what it costs."""
    words = asked_words(question)
    if not words:
        return list(units)
    return [
        replace(unit, term_set=unit.term_set | words) if MONEY.search(unit.text) else unit
        for unit in units
    ]
