"""What a sentence counts and those behind it name one by one: “Two repairs are left. First, the
keel has to be scraped. Second, the mast leans.”

The sentence that counts answers nothing by itself, and is quoted with the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tables.column_periods import NUMERALS
from backend.tasks.answer.extractive.forms import announces_several
from backend.tasks.answer.extractive.promised_tables import LONGEST
from backend.tasks.answer.extractive.units import Unit

FEWEST = 2
"""Things that are named, at least."""
MOST = 12
WORDS = 12
"""Words of a sentence that announces a list by counting its items, at most."""
_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_COUNTS = re.compile(
    r"(?i)(?:^|[\s,(])(?P<count>" + "|".join(list(NUMERALS)[1:MOST]) + r"|[2-9]|1[0-2]) "
    r"(?!of\b)(?:[\w-]+ ){0,2}?"
    r"(?!(?:minutes|hours|days|weeks|months|years|times|was|is|has)\b)[a-z-]+s\b(?:[^:?]*)[.!]$"
)
_KNOWN = re.compile(r"(?i)\b(?:the|both|all|its|their|his|her|our|my|your|these|those) $")
_NUMBERED = rf"(?P<at>{'|'.join(_ORDER)})"
_IS = r"(?: of (?:them|these|those))? (?:is|are|was|were|would be|will be|has|concerns?)\b"
_IN_TURN = re.compile(
    rf"(?i)(?:and |but )?(?:{_NUMBERED}(?:ly)?, \S"
    rf"|the {_NUMBERED.replace('at', 'the')}(?: (?:one|[a-z]+))?{_IS}"
    rf"|(?P<one>one){_IS}|(?P<next>(?:and )?(?:last(?:ly)?|finally),|(?:another|the (?:other|last))"
    rf"(?: one)?{_IS}))"
)


def counted(text: str) -> int:
    """How many things a sentence says that there are; 0 where it counts none, or spans of time."""
    found = _COUNTS.search(text)
    if found is None:
        return 0
    said = found["count"].casefold()
    return int(said) if said.isdigit() else NUMERALS[said]


def announces_items(text: str, items: int) -> bool:
    """Whether a short sentence counts so many things, and not those that are known already: “with
    charts in the two grey boxes” announces none.

    Args:
        items: of the list below it.
    """
    found = _COUNTS.search(text)
    if found is None or len(text.split()) > WORDS or counted(text) != items:
        return False
    return _KNOWN.search(text[: found.start("count")]) is None


def last_counted_off(beside: Sequence[Unit], at: int) -> int:
    """The place of the last sentence that names one of the things which a sentence counts, where
    those right behind it do so in order; the sentence's own place where they do not.

    Args:
        beside: all units of the passage, in order.
        at: the sentence's place among them.
    """
    announced = beside[at]
    most = counted(announced.text) or (MOST if announces_several(announced.text) else 0)
    last, found = at, 0
    for place, unit in enumerate(beside[at + 1 :] if most else (), start=at + 1):
        if unit.end - announced.start > LONGEST or unit.heading != announced.heading:
            break
        number = _number_of(unit.text, found + 1)
        if number == found + 1 and number <= most:
            last, found = place, number
        elif number or not found or found == most:
            break  # something else is counted, or all have been named
    return last if found >= FEWEST else at


def _number_of(text: str, expected: int) -> int:
    """Which of several things a sentence opens with; 0 where it opens with none.

    Args:
        expected: the number that “another” or “finally” stands for.
    """
    found = _IN_TURN.match(text)
    if found is None:
        return 0
    if found["one"]:
        return 1
    if found["next"]:
        return expected if expected > 1 else 0
    return _ORDER.index((found["at"] or found["the"]).casefold()) + 1
