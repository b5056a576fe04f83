"""Which of several rules holds for an amount: of “up to £300”, “from £300 to £1,500” and “above
£1,500” the second one is of a job that costs £900."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.reading import ReadEvidence

LEAST_SHARE = 0.3
"""Share of the best score that a sentence has whose rule holds for the amount."""
_UP_TO_TWELVE = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_NUMBERS = {name: number for number, name in enumerate(_UP_TO_TWELVE, 1)}
_DAYS = {"hour": 1 / 24, "day": 1.0, "night": 1.0, "week": 7.0, "month": 30.4, "year": 365.0}
_COINS = {"£": "GBP", "€": "EUR", "$": "USD", "pound": "GBP", "euro": "EUR", "dollar": "USD"}
_NUMBER = rf"\d[\d,]*(?:\.\d+)?|{'|'.join(_NUMBERS)}"
_UNIT = (
    r"(?:working )?(?:hour|day|night|week|month|year)s?|pounds?|euros?|dollars?|guests?|people"
    r"|persons?|miles?|km|kg|metres?|m|ha|hectares?|litres?|per cent|%|years? old"
)
_AMOUNT = rf"(?:[£€$] ?(?:{_NUMBER})|(?:{_NUMBER})(?: ?-?(?:{_UNIT})\b| ?%)?)"
_ONE = re.compile(
    rf"(?i)(?<![\w.,])(?:(?P<coin>[£€$]) ?)?(?P<number>{_NUMBER})(?![\w.,]*\d)"
    rf"(?: ?-?(?P<unit>{_UNIT})\b| ?(?P<cent>%))?"
)
_BETWEEN = re.compile(
    rf"(?i)\b(?:from|between) (?P<low>{_AMOUNT}) (?:to|and|up to) (?P<high>{_AMOUNT})"
    rf"|(?<![\w.,])(?P<low2>{_AMOUNT}) ?(?:to|–|-) ?(?P<high2>{_AMOUNT})"
)
_AT_MOST = re.compile(
    rf"(?i)\b(?:up to|at most|no more than|not more than|under|below|less than|fewer than|within"
    rf"|(?:a )?maximum of|not exceeding) (?P<one>{_AMOUNT})"
    rf"|(?<![\w.,])(?P<two>{_AMOUNT}) or (?:less|fewer|under|below|younger)\b"
)
_AT_LEAST = re.compile(
    rf"(?i)\b(?:over|above|more than|at least|from|longer than|exceeding|beyond) (?P<one>{_AMOUNT})"
    rf"|(?<![\w.,])(?P<two>{_AMOUNT}) (?:or|and) (?:more|over|above|longer|older|up(?:wards)?)\b"
)

_SIDE = re.compile(
    r"(?i)\b(?:(?P<above>over|above|older than|more than)|under|below|younger than|less than) "
    r"(?:the age of )?(?P<number>\d{1,3})\b(?![.,]?\d)"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of a unit: a currency, "days" for any length of time, or a word in the singular."""

    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Bounds:
    """Amounts of a unit from the lowest to the highest."""

    low: float
    high: float
    unit: str

    def hold(self, amount: Amount) -> bool:
        """Whether an amount lies within."""
        return amount.unit == self.unit and self.low <= amount.value <= self.high


def amounts_in(text: str) -> list[Amount]:
    """The amounts of a text that have a unit."""
    return [amount for found in _ONE.finditer(text) if (amount := _amount(found)).unit]


def bounds_in(text: str) -> list[Bounds]:
    """The bounds that a text states, in the order of their forms."""
    found: list[Bounds] = []

    def between(match: re.Match[str]) -> str:
        first, last = (match[name] or match[f"{name}2"] for name in ("low", "high"))
        low, high = _read(first), _read(last)
        if low is not None and not low.unit:
            low = _read(_with_unit_of(last, first))  # "two to six weeks"
        if low is not None and high is not None and low.unit == high.unit != "":
            found.extend([Bounds(low.value, high.value, high.unit)] * (low.value <= high.value))
        return " "

    rest = _BETWEEN.sub(between, text)
    for form, is_low in ((_AT_MOST, False), (_AT_LEAST, True)):
        for match in form.finditer(rest):
            one = _read(match["one"] or match["two"])
            if one is not None and one.unit:
                bounds = (one.value, float("inf")) if is_low else (float("-inf"), one.value)
                found.append(Bounds(*bounds, one.unit))
    return found


def with_amount_within_first(
    reading: ReadEvidence, scores: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """The scores, where the question names an amount and the best sentence states bounds of its
    unit that do not hold it: it changes places with one of its passage whose bounds do. To a
    question for yes or no it may be the answer that they do not."""
    asked = list(_asked(reading.question.text))
    if not asked or not len(scores) or reading.question.kind is AnswerKind.YES_NO:
        return scores
    best = int(np.argmax(scores))
    passage = reading.candidates[best].hit
    held = [_holds(unit.text, asked) for unit in reading.candidates]
    if held[best] is not False:
        return scores
    holding = [
        at
        for at, holds in enumerate(held)
        if holds is True
        and reading.candidates[at].hit == passage
        and scores[at] >= LEAST_SHARE * scores[best]
    ]
    return with_best_of(scores, holding)


def are_of_one_scale(question: str, one: str, other: str) -> bool:
    """Whether two texts state other bounds of the unit of an amount that a question names: neither
    rule takes the place of the other."""
    units = {amount.unit for amount in amounts_in(question)}
    held, others = (
        {each for each in bounds_in(text) if each.unit in units} for text in (one, other)
    )
    return bool(held and others) and held.isdisjoint(others)


def tells_other_side(question: str, text: str) -> bool:
    """Whether a text is of those above a number that a question asks of below it, or the other way
    round: children over 12 for “children under 12”."""
    asked = [(_is_above(found), found["number"]) for found in _SIDE.finditer(question)]
    told = {(_is_above(found), found["number"]) for found in _SIDE.finditer(text)}
    return any((not side, number) in told and (side, number) not in told for side, number in asked)


def _is_above(found: re.Match[str]) -> bool:
    return found["above"] is not None


def _asked(question: str) -> Iterator[Amount]:
    """The amounts of a question that are the only ones of their unit, where it states no bounds."""
    if bounds_in(question):
        return
    amounts = amounts_in(question)
    units = [amount.unit for amount in amounts]
    yield from (amount for amount in amounts if units.count(amount.unit) == 1)


def _holds(text: str, asked: list[Amount]) -> bool | None:
    """Whether some bounds of a text hold an amount; None where it has none of such a unit."""
    bounds = bounds_in(text)
    told = [each.hold(amount) for each in bounds for amount in asked if each.unit == amount.unit]
    return any(told) if told else None


def _with_unit_of(whole: str, number: str) -> str:
    """A number with the unit that stands around another one."""
    found = _ONE.fullmatch(whole.strip())
    if found is None:
        return number
    behind = found["unit"] or found["cent"] or ""
    return f"{found['coin'] or ''}{number.strip()} {behind}".strip()


def _read(text: str) -> Amount | None:
    found = _ONE.fullmatch(text.strip())
    return _amount(found) if found is not None else None


def _amount(found: re.Match[str]) -> Amount:
    said = found["number"].casefold()
    number = float(_NUMBERS.get(said) or said.replace(",", ""))
    if found["coin"]:
        return Amount(number, _COINS[found["coin"]])
    if found["cent"]:
        return Amount(number, "%")
    unit = (found["unit"] or "").casefold().removeprefix("working ").removesuffix(" old")
    singular = unit if unit in ("people", "per cent") else unit.removesuffix("s")
    if singular in _DAYS:
        return Amount(number * _DAYS[singular], "days")
    return Amount(number, "%" if singular == "per cent" else _COINS.get(singular, singular))
