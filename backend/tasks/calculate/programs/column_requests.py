"""What a question wants of a whole column: to count, list, rank, add up or average its rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.requests import quarters_in, years_in


class ColumnOperation(StrEnum):
    """What is done with the rows of a table."""

    COUNT = "count"
    LIST = "list"
    TOP = "top"
    BOTTOM = "bottom"
    SUM = "sum"
    MEAN = "mean"
    GROWTH = "growth"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A bound on the figures of a column: `near` are the words that may name it, those before the
    bound and those behind it. `unit` is an ISO 4217 code, "%" or empty; `is_scaled` says that
    the question names a scale ("5 million"), which `bound` then holds."""

    near: tuple[str, str]
    sign: str
    bound: Decimal
    unit: str
    is_scaled: bool


@dataclass(frozen=True, slots=True)
class ColumnRequest:
    """An operation over rows. `entity` are the words for the rows, `measure` those for the column
    of figures, both with what narrows them; `most` is how many rows a ranking wants."""

    operation: ColumnOperation
    entity: str
    measure: str
    comparisons: tuple[Comparison, ...]
    years: tuple[str, ...]
    quarters: tuple[str, ...]
    most: int = 1


_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT_WORD = rf"(?P<most>\d{{1,2}}|{'|'.join(_NUMBERS)})"
_RANK = (
    r"(?:(?P<high>most|highest|largest|greatest|biggest)"
    r"|(?P<low>fewest|lowest|smallest|least))"
)
_ASKING = r"(?:which|what(?: are)?|name|list|show(?: me)?|give(?: me)?)"
_HAVING = r"(?:have|has|had|with|by|shows?|showed)"
_TOP = (
    re.compile(
        rf"(?i)^(?:{_ASKING} )?(?:the )?{_COUNT_WORD} (?P<entity>.+?) {_HAVING} (?:the )?{_RANK} "
        r"(?P<measure>.+)$"
    ),
    re.compile(
        rf"(?i)^(?:{_ASKING} )?(?:the )?top {_COUNT_WORD} (?P<entity>.+?) by (?P<measure>.+)$"
    ),
    re.compile(rf"(?i)^(?:which|what) (?P<entity>.+?) {_HAVING} (?:the )?{_RANK} (?P<measure>.+)$"),
)
_GROWTH = re.compile(
    r"(?i)^(?:which|what) (?P<entity>.+?) (?:grew|rose|increased) (?:the )?"
    r"(?:(?P<high>fastest)|(?P<low>slowest))\b(?P<measure>.*)$"
)
_COUNT = re.compile(
    r"(?i)^(?:how many|what (?:is|was) the number of|count(?: of)?(?: the)?) (?P<entity>.+)$"
)
_LIST = re.compile(r"(?i)^(?:list|name|show(?: me)?|which|what are) (?P<entity>.+)$")
_ADDED = re.compile(
    r"(?i)^(?:what (?:is|was) )?(?:the )?(?:(?P<sum>total|sum)|(?P<mean>average|mean))"
    r"(?: of)? (?P<measure>.+)$"
)
_SIGNS = {
    ">": r"(?:more|greater|larger|higher) than|above|over|exceeding|exceeds?",
    "<": r"(?:less|fewer|lower|smaller) than|below|under",
    "≥": r"at least|no less than|not less than",
    "≤": r"at most|no more than|not more than|up to",
}
_BOUND = re.compile(
    r"(?i)\b(?:"
    + "|".join(f"(?P<s{at}>{words})" for at, words in enumerate(_SIGNS.values()))
    + r")\s+(?P<currency>[$€£¥])?\s?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d,.]*\d)"
    r"(?:\s?(?P<cent>%|per ?cent\b))?(?:\s(?P<times>thousand|million|billion)\b)?"
)
_TIMES = {"thousand": Decimal(10**3), "million": Decimal(10**6), "billion": Decimal(10**9)}
_CLAUSE = re.compile(r"(?i)\b(?:where|whose|with|and|that|which|have|has|had|in|of|for)\b|,")
_LEADING = re.compile(r"(?i)(?:\b(?:is|are|was|were|of)\s+)+$")
_ANY_DIGIT = re.compile(r"\d")


def column_request_of(question: str) -> ColumnRequest | None:
    """What the question wants of the rows of a table; None where it wants none of these operations.

    Bounds stand in `comparisons` and no longer in the texts.
    """
    text = " ".join(question.split()).rstrip(" ?.!")
    unbound = _BOUND.sub(" ", text)  # "above 2000" is no year
    years, quarters = years_in(unbound), quarters_in(unbound)

    def asks(operation: ColumnOperation, entity: str, measure: str, most: int = 1) -> ColumnRequest:
        found = tuple(_comparisons(entity) + _comparisons(measure))
        bare = (_BOUND.sub(" ", entity), _BOUND.sub(" ", measure))
        return ColumnRequest(operation, *bare, found, years, quarters, most)

    for pattern in _TOP:
        if found := pattern.match(text):
            held = found.groupdict()
            low = ColumnOperation.BOTTOM if held.get("low") else ColumnOperation.TOP
            return asks(low, held["entity"], held["measure"], _number(held.get("most") or "1"))
    if found := _GROWTH.match(text):
        if found["low"]:
            return None
        return asks(ColumnOperation.GROWTH, found["entity"], found["measure"])
    if found := _COUNT.match(text):
        return asks(ColumnOperation.COUNT, found["entity"], "")
    if found := _ADDED.match(text):
        operation = ColumnOperation.SUM if found["sum"] else ColumnOperation.MEAN
        return asks(operation, "", found["measure"])
    if found := _LIST.match(text):
        return asks(ColumnOperation.LIST, found["entity"], "")
    return None


def _comparisons(text: str) -> list[Comparison]:
    made: list[Comparison] = []
    for found in _BOUND.finditer(text):
        before = _CLAUSE.split(_LEADING.sub("", text[: found.start()]))[-1]
        behind = _CLAUSE.split(text[found.end() :])[0]
        sign = next(sign for at, sign in enumerate(_SIGNS) if found[f"s{at}"])
        times = (found["times"] or "").casefold()
        bound = Decimal(found["digits"].replace(",", "")) * _TIMES.get(times, Decimal(1))
        unit = "%" if found["cent"] else CURRENCIES.get(found["currency"] or "", "")
        near = (
            "" if _ANY_DIGIT.search(before) else before,
            "" if _ANY_DIGIT.search(behind) else behind,
        )
        made.append(Comparison(near, sign, bound, unit, bool(times)))
    return made


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS.index(word.casefold()) + 2
