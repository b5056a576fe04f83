"""The numbered list above a sentence that speaks of it: “1. The name of the boat. 2. Its berth.
Please state these two things whenever you call.”"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tables.column_periods import NUMERALS
from backend.tasks.answer.extractive.units import Unit

MOST = 12
"""Items of a list that is told whole, at most."""
_POINTS_UP = re.compile(
    r"(?i)\b(?:these|those|all|the above|the (?:preceding|foregoing)) (?P<count>\d{1,2}|"
    + "|".join(list(NUMERALS)[:MOST])
    + r") (?!of\b)(?:[\w-]+ ){0,2}[a-z]+s\b"
)
COUNTED_ITEM = re.compile(r"\(?(?P<number>\d{1,2})[.)]\s*\S")
"""How an item of a numbered list begins."""


def first_above(beside: Sequence[Unit], at: int) -> int:
    """The number of the unit that begins the list which the unit `at` speaks of; `at` itself where
    it speaks of none, or the list right above has another number of items.

    Args:
        beside: the units of a passage, in their order.
    """
    found = _POINTS_UP.search(beside[at].text)
    if found is None:
        return at
    said = found["count"].casefold()
    wanted = int(said) if said.isdigit() else NUMERALS[said]
    if not 2 <= wanted <= MOST:
        return at
    # an item may have several sentences, of which the first is numbered
    for place in range(at - 1, -1, -1):
        item = COUNTED_ITEM.match(beside[place].text)
        if beside[place].heading != beside[at].heading:
            return at
        if item is None:
            continue
        number = int(item["number"])
        if number != wanted:
            return at
        if number == 1:
            return place
        wanted -= 1
    return at
