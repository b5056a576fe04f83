"""The values that a sentence tells, as two sentences are compared by them: amounts of money,
figures with what they count, days, times, days of the week and names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.calendar_words import FULL_MONTH, MONTH_NAME, WEEKDAY, month_number

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_SPELLED = {
    name: str(at)
    for at, name in enumerate(
        (
            *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
            *("eighteen", "nineteen", "twenty"),
        ),
        start=1,
    )
} | dict(
    zip(
        ("thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        ("30", "40", "50", "60", "70", "80", "90"),
        strict=True,
    )
)
_NO_UNIT = r"(?!(?:to|and|or|in|on|at|of|not|but|is|was|are|were|instead|the|an?|for|from)\b)"
_DAYS = "|".join(day.title() for day in WEEKDAY.split("|"))
_ONES = "|".join(list(_SPELLED)[:9])
_TENS = "|".join(name for name, value in _SPELLED.items() if int(value) >= 20)
_WORDS = rf"(?:{_TENS})-(?:{_ONES})|{'|'.join(_SPELLED)}"
_MANY = r"(?:\s?(?P<{name}>k|m|bn|thousand|million|billion)\b)?"
_CURRENCIES = r"pounds?|euros?|dollars?|francs?|EUR|GBP|USD|CHF|€"
_YEAR = r"(?:,? (?P<{name}>(?:19|20)\d\d)\b)?"
_VALUE = re.compile(
    rf"(?P<money>(?P<sign_before>[£$€]|\b(?:EUR|GBP|USD|CHF)\b)\s?(?P<sum>{_NUMBER})"
    + _MANY.format(name="many")
    + rf"|\b(?P<sum_behind>{_NUMBER})\s?(?P<sign_behind>{_CURRENCIES})(?!\w))"
    r"|(?P<figures>\b(?P<fd>\d{1,2})[./](?P<fm>\d{1,2})[./](?P<fy>(?:19|20)?\d\d)\b"
    r"|\b(?P<iy>(?:19|20)\d\d)-(?P<im>\d\d)-(?P<iday>\d\d)\b)"
    rf"|(?P<day>\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{MONTH_NAME})\b\.?"
    + _YEAR.format(name="y")
    + rf"|\b(?P<m_first>{MONTH_NAME})\.? (?P<d_behind>\d{{1,2}})(?:st|nd|rd|th)?\b(?![:.]\d)"
    + _YEAR.format(name="y_behind")
    + r"|\b[Tt]he (?P<d_alone>\d{1,2})(?:st|nd|rd|th)\b(?=[,.;:)?!]|\W*$"
    r"| (?:of|and|to|not|but|at|in|from|instead|because|as|is|was|for)\b))"
    rf"|(?P<month>\b(?:{FULL_MONTH})\b(?! \d))"
    r"|(?P<time>\b(?P<h>\d{1,2})(?:[.:](?P<min>[0-5]\d))?\s?(?P<half>[ap])\.?m\b"
    r"|\b(?P<h24>[01]?\d|2[0-3]):(?P<min24>[0-5]\d)\b|\b(?P<noon>noon|midday|midnight)\b)"
    rf"|(?P<number>\b(?P<figure>{_NUMBER}|(?i:{_WORDS}))(?:\s?(?P<sign>%|°|per ?cent\b)"
    rf"|[ -]{_NO_UNIT}(?P<unit>[a-z]+)\b|(?P<joined>[a-z]{{1,3}})?\b))"
    rf"|(?P<weekday>\b(?:{_DAYS})s?\b)"
    r"|(?P<name>(?:(?<=[a-z,;(] )|^)[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)+|(?<=[a-z,;(] )[A-Z][\w'’-]+)"
)
_TIMES_MANY = {"k": "000", "thousand": "000", "m": "000000", "million": "000000"}


@dataclass(frozen=True, slots=True)
class ToldValue:
    """A value of a text, which it is from `start` to before `end`. Values of one `kind` and `unit`
    may stand for each other; `what` tells them apart."""

    kind: str
    what: str
    unit: str
    start: int
    end: int

    @property
    def key(self) -> tuple[str, str]:
        """What the same value has in another text, whatever it counts there."""
        return self.kind, self.what


@lru_cache(1 << 12)
def told_values(text: str) -> tuple[ToldValue, ...]:
    """The values of a text, in order.

    >>> [(each.kind, each.what, each.unit) for each in told_values("not 12 May but £5 for 3 days")]
    [('day', '5-12-', ''), ('money', '5', 'GBP'), ('number', '3', 'day')]
    """
    return tuple(_value(match) for match in _VALUE.finditer(text))


def _value(match: re.Match[str]) -> ToldValue:
    held = {name: text for name, text in match.groupdict().items() if text}
    start, end = match.span()
    if "money" in held:
        figure = _plain(held.get("sum") or held["sum_behind"]) + _TIMES_MANY.get(
            held.get("many", ""), held.get("many", "")
        )
        sign = held.get("sign_before") or held["sign_behind"]
        return ToldValue(
            "money", figure, _CURRENCY.get(sign.casefold().rstrip("s"), sign), start, end
        )
    if "figures" in held or "day" in held:
        return ToldValue("day", _day(held), "", start, end)
    if "month" in held:
        return ToldValue("month", str(month_number(held["month"])), "", start, end)
    if "time" in held:
        return ToldValue("time", _time(held), "", start, end)
    if "weekday" in held:
        return ToldValue("weekday", held["weekday"].casefold().removesuffix("s"), "", start, end)
    if "number" in held:
        counted = held.get("sign") or held.get("unit") or held.get("joined") or ""
        unit = (term_texts(counted) or [counted])[0] if counted else ""
        unit = "%" if counted.startswith("per") and "sign" in held else unit
        return ToldValue("number", _spelled(held["figure"]), unit, start, end)
    return ToldValue("name", held["name"].casefold(), "", start, end)


_CURRENCY = {
    "£": "GBP",
    "pound": "GBP",
    "gbp": "GBP",
    "€": "EUR",
    "euro": "EUR",
    "eur": "EUR",
    "$": "USD",
    "dollar": "USD",
    "usd": "USD",
    "franc": "CHF",
    "chf": "CHF",
}


def _day(held: dict[str, str]) -> str:
    """A day as month, day and year, each empty where it is not said; in figures as they stand."""
    if "iy" in held:
        return f"{int(held['im'])}-{int(held['iday'])}-{held['iy']}"
    if "fd" in held:
        year = held["fy"] if len(held["fy"]) > 2 else f"20{held['fy']}"
        return f"{int(held['fm'])}-{int(held['fd'])}-{year}"
    month = held.get("m") or held.get("m_first")
    day = held.get("d") or held.get("d_behind") or held["d_alone"]
    year = held.get("y") or held.get("y_behind") or ""
    return f"{month_number(month) if month else ''}-{int(day)}-{year}"


def _spelled(figure: str) -> str:
    tens, _, ones = figure.casefold().partition("-")
    if ones:
        return str(int(_SPELLED[tens]) + int(_SPELLED[ones]))
    return _plain(_SPELLED.get(tens, figure))


def _plain(figure: str) -> str:
    whole, point, rest = figure.replace(",", "").partition(".")
    rest = rest.rstrip("0")
    return f"{whole.lstrip('0') or '0'}{point if rest else ''}{rest}"


def _time(held: dict[str, str]) -> str:
    if noon := held.get("noon"):
        return "0:00" if noon == "midnight" else "12:00"
    if hour := held.get("h24"):
        return f"{int(hour)}:{held['min24']}"
    late = held["half"] == "p"
    return f"{int(held['h']) % 12 + 12 * late}:{held.get('min', '00')}"


def same_value(one: ToldValue, other: ToldValue) -> bool:
    """Whether two values are the same: "the 20th" is the 20th of any month."""
    if one.key == other.key:
        return one.kind != "money" or one.unit == other.unit
    if one.kind != "day" or other.kind != "day":
        return False
    parts = zip(one.what.split("-"), other.what.split("-"), strict=True)
    return all(mine == theirs or not (mine and theirs) for mine, theirs in parts)


def may_replace(new: ToldValue, old: ToldValue) -> bool:
    """Whether a value is another one of the same sort: both days, or so many of the same thing."""
    return (
        new.kind == old.kind
        and not same_value(new, old)
        and (new.unit == old.unit or not (new.unit and old.unit))
    )
