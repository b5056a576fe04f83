"""The values that a sentence tells, as two sentences are compared by them: amounts of money,
figures with what they count, days, times, days of the week and names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME, WEEKDAY, month_number

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
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90"}
_NO_UNIT = r"(?!(?:to|and|or|in|on|at|of|not|but|is|was|are|were|instead|the|an?|for|from)\b)"
_DAYS = "|".join(day.title() for day in WEEKDAY.split("|"))
_VALUE = re.compile(
    rf"(?P<money>[£$€]\s?(?P<sum>{_NUMBER})|\b(?P<sum_behind>{_NUMBER})\s?"
    r"(?:pounds?|euros?|dollars?|francs?|EUR|GBP|USD|CHF)\b)"
    rf"|(?P<day>\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{MONTH_NAME})\b"
    rf"|\b(?P<m_first>{MONTH_NAME})\.? (?P<d_behind>\d{{1,2}})(?:st|nd|rd|th)?\b"
    r"|\bthe (?P<d_alone>\d{1,2})(?:st|nd|rd|th)\b)"
    r"|(?P<time>\b(?P<h>\d{1,2})(?:[.:](?P<min>[0-5]\d))?\s?(?P<half>[ap])\.?m\b"
    r"|\b(?P<h24>[01]?\d|2[0-3]):(?P<min24>[0-5]\d)\b|\b(?P<noon>noon|midday|midnight)\b)"
    rf"|(?P<number>\b(?P<figure>{_NUMBER}|(?i:{'|'.join(_SPELLED)}))(?:\s?(?P<sign>%|°)"
    rf"|[ -]{_NO_UNIT}(?P<unit>[a-z]+)\b|(?P<joined>[a-z]{{1,3}})?\b))"
    rf"|(?P<weekday>\b(?:{_DAYS})s?\b)"
    r"|(?P<name>(?<=[a-z,;(] )[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)"
)


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
    [('day', '5-12', ''), ('money', '5', ''), ('number', '3', 'dai')]
    """
    return tuple(_value(match) for match in _VALUE.finditer(text))


def _value(match: re.Match[str]) -> ToldValue:
    held = {name: text for name, text in match.groupdict().items() if text}
    start, end = match.span()
    if "money" in held:
        return ToldValue("money", _plain(held.get("sum") or held["sum_behind"]), "", start, end)
    if "day" in held:
        month = held.get("m") or held.get("m_first")
        day = held.get("d") or held.get("d_behind") or held["d_alone"]
        what = f"{month_number(month)}-{int(day)}" if month else f"-{int(day)}"
        return ToldValue("day", what, "", start, end)
    if "time" in held:
        return ToldValue("time", _time(held), "", start, end)
    if "weekday" in held:
        return ToldValue("weekday", held["weekday"].casefold().removesuffix("s"), "", start, end)
    if "number" in held:
        counted = held.get("sign") or held.get("unit") or held.get("joined") or ""
        unit = (term_texts(counted) or [counted])[0] if counted else ""
        figure = held["figure"].casefold()
        return ToldValue("number", _plain(_SPELLED.get(figure, figure)), unit, start, end)
    return ToldValue("name", held["name"].casefold(), "", start, end)


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
        return True
    if one.kind != "day" or other.kind != "day":
        return False
    days = [each.what.partition("-") for each in (one, other)]
    return days[0][2] == days[1][2] and not (days[0][0] and days[1][0])


def may_replace(new: ToldValue, old: ToldValue) -> bool:
    """Whether a value is another one of the same sort: both days, or so many of the same thing."""
    return (
        new.kind == old.kind
        and not same_value(new, old)
        and (new.unit == old.unit or not (new.unit and old.unit))
    )
