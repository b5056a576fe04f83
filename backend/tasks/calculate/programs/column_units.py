"""In which unit a column of a list is: as its cells or its header print it, or as its header is
called ("Minutes")."""

from __future__ import annotations

import re
from functools import cache

from backend.tasks.calculate.programs.comparison_words import unit_sizes, units_in_words
from backend.types.tables import HEADER_JOINT, Column

_IN_BRACKETS = re.compile(r"\([^)]*\)")
_WORD = re.compile(r"[^\W\d_]+")
_TIME = "time"
_BEHIND = frozenset(["of", "worked", "spent", "needed", "taken", "paid", "used", "lost"])
"""What stands behind a unit in a header that is its name: "Hours of work"."""
_SINGLE = frozenset(["hour", "minute", "second"])
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_OTHERWISE = re.compile(r"[/\d]")
_NOT_OF_TIME = frozenset(
    [
        *("per", "a", "an", "each", "every", "last", "first", "next", "within", "after", "before"),
        *(
            "during",
            "by",
            "at",
            "for",
            "between",
            "over",
            "outside",
            "until",
            "since",
            "from",
            "to",
        ),
        *("rush", "peak", "opening", "man", "person", "watt", "kilowatt", "megawatt", "gigawatt"),
        *("amp", "ampere"),
    ]
)
"""Words of a header that is no name of a time, though it ends in one: "Guests per hour"."""
_OF_ONE = frozenset(
    [
        *("price", "cost", "rate", "charge", "fee", "fare", "tariff", "allowance", "tax", "duty"),
        *("value", "wage", "pay", "toll", "royalty", "levy", "deposit", "discount", "density"),
    ]
)
"""Words of a header before a unit of which each one is so much: "Price kg"."""
_OTHER_UNIT = frozenset(
    [
        *("cubic", "cu", "fluid", "troy", "dry", "imperial", "us"),
    ]
)
"""Words that make another unit of the one behind them."""
_OF_GOODS = ("mass", "volume")
_SHORTEST_SIGN = 2


@cache
def _names() -> dict[str, str]:
    """Units by their names and signs, in small letters."""
    return units_in_words() | {unit.casefold(): unit for unit in units_in_words().values()}


def unit_named(name: str) -> str:
    """The unit that a name or sign stands for; as it is where none is known."""
    return _names().get(name.casefold(), name)


def unit_of_header(name: str) -> str:
    """The unit that a header is the name of ("Litres", "Hours of work"), or ends in ("Rehearsal
    minutes", "Flour kg"); empty where it is none, as are rates ("Wage per hour", "Price kg") and
    single hours, which tell when something was."""
    last = name.rsplit(HEADER_JOINT, maxsplit=1)[-1]
    bare = _YEAR.sub(" ", _IN_BRACKETS.sub(" ", last))
    words = [word.casefold() for word in _WORD.findall(bare)]
    if _OTHERWISE.search(bare) or not _NOT_OF_TIME.isdisjoint(words):
        return ""
    if len(words) > 1 and words[1] in _BEHIND:
        words = words[:1]
    if len(words) > 1 and (measured_in := _behind_a_thing(words)):
        return measured_in if measured_in in bare or words[-1] in units_in_words() else ""
    unit = units_in_words().get(words[-1], "") if words else ""
    size = unit_sizes().get(unit)
    if size is None:
        return ""
    if size.kind != _TIME:
        return unit if len(words) == 1 else ""
    before = words[:-1]
    if words[-1] in _SINGLE or any(each in units_in_words() for each in before):
        return ""
    return "" if "in" in before[:-1] else unit  # "Time in hours", but not "Sales in opening hours"


def _behind_a_thing(words: list[str]) -> str:
    """The unit of weight or room that stands behind what is measured, by its sign or as the name of
    many: "Flour kg", "Cider litres". Of a length it may be another one ("Passenger km")."""
    *before, last = words
    unit = _names().get(last, "")
    size = unit_sizes().get(unit)
    is_sign = last == unit.casefold() and len(last) >= _SHORTEST_SIGN
    is_many = last in units_in_words() and last.endswith("s")
    if size is None or size.kind not in _OF_GOODS or not (is_sign or is_many):
        return ""
    others = _OF_ONE | _OTHER_UNIT | frozenset(_names())
    return "" if not others.isdisjoint(before) else unit


def names_of_unit(unit: str) -> frozenset[str]:
    """What a unit is called in words."""
    return frozenset(name for name, of in units_in_words().items() if of == unit and unit)


def unit_of_column(column: Column) -> str:
    """The unit of a column's figures, by its sign; empty where nothing says one."""
    return unit_named(column.unit) if column.unit else unit_of_header(column.name)
