"""A length of time, a distance or a weight that a question names: what is told for another one, or
for less where more is asked, is told of another case.

“First class is paid if the journey takes more than four hours” says nothing of a flight of more
than six hours, where the evidence speaks of six hours too.
"""

from __future__ import annotations

import re

from backend.analysis import fold, stem
from backend.evidence.quantities import NUMBER_WORDS

_UNITS = {
    **dict.fromkeys(["minute", "minutes", "min"], "minute"),
    **dict.fromkeys(["hour", "hours", "hrs"], "hour"),
    **dict.fromkeys(["night", "nights"], "night"),
    **dict.fromkeys(["day", "days"], "day"),
    **dict.fromkeys(["week", "weeks"], "week"),
    **dict.fromkeys(["month", "months"], "month"),
    **dict.fromkeys(["mile", "miles"], "mile"),
    **dict.fromkeys(["km", "kilometre", "kilometres", "kilometer", "kilometers"], "km"),
    **dict.fromkeys(["kg", "kilo", "kilos", "kilogram", "kilograms"], "kg"),
}
_MORE = r"more than|longer than|over|above|beyond|exceeding|at least|heavier than|further than"
_LESS = r"less than|shorter than|under|below|up to|at most|within|lighter than|not more than"
_QUANTITY = re.compile(
    rf"(?i)(?:\b(?P<less>{_LESS})|\b(?P<more>{_MORE}))?\s*(?<![\w.,])"
    rf"(?P<number>\d+|{'|'.join(NUMBER_WORDS)})[\s-](?P<unit>{'|'.join(_UNITS)})\b"
)

_A_NUMBER = rf"(?P<number>\d+|{'|'.join(NUMBER_WORDS)})"
_WITH_SO_MANY = re.compile(
    rf"\b(?:with|for|of|has|have) {_A_NUMBER} (?P<what>[a-z]{{3,}})\b(?! (?:per|each|a)\b)"
)
_COST_OF_MANY = re.compile(
    rf"(?:and )?(?:how much|what) (?:do|does|did|will|would|are|is) {_A_NUMBER} "
    r"(?P<what>[a-z]{3,})"
)
_SIDE = re.compile(rf"\b(?:(?P<more>{_MORE})|{_LESS})$")
_SO_MANY = re.compile(rf"(?<![\w.,]){_A_NUMBER}[ -](?P<what>[a-z]{{3,}})\b")
_OR_SO = re.compile(
    rf"\b(?:{_MORE}|{_LESS}|between|from|to|per|each|every|any|all|or|and|than|times|minimum|maximum)\b"
)
BESIDE = 12
"""Letters beside a number among which a word for more or less stands."""
_SO_FAR_OFF = re.compile(
    rf"(?i)(?:\b(?P<side>(?P<less>{_LESS})|{_MORE})\s*)?(?<![\w.,])"
    rf"(?P<number>\d+|{'|'.join(NUMBER_WORDS)})[\s-](?P<unit>{'|'.join(_UNITS)})"
    r"(?: in)? (?P<off>before|beforehand|ahead|advance|after|late|early|old)\b"
)
"""“More than two weeks before”."""
_AND_THEN = re.compile(
    r"(?i)\b(?:after (?:that|which|this)|afterwards?|later(?: than (?:that|this))?|otherwise|else"
    r"|thereafter|beyond (?:that|this)|if not|failing (?:that|which)|from then)\b"
)
"""What goes on with the other side of a limit."""


def _quantities(text: str) -> list[tuple[str, str, str]]:
    """The quantities of a text: number, unit, and whether more or less than it is meant."""
    found = []
    for match in _QUANTITY.finditer(fold(text)):
        number = str(NUMBER_WORDS.get(match["number"], match["number"]))
        side = "less" if match["less"] else "more" if match["more"] else ""
        found.append((number, _UNITS[match["unit"]], side))
    return found


def is_for_another_quantity(question: str, text: str) -> bool:
    """Whether a question names one quantity with its unit, and a text has only others of that
    unit."""
    asked = _quantities(question)
    if len(asked) != 1:
        return False
    number, unit, _ = asked[0]
    told = {each for each, of, _ in _quantities(text) if of == unit}
    return bool(told) and number not in told


def is_for_another_number(question: str, text: str) -> bool:
    """Whether a question names so many of something (“a boat with four oars”, “What do 12 oars
    cost?”), and a text tells only of other numbers of that, or of more or less than so many."""
    asked = _WITH_SO_MANY.search(fold(question)) or _COST_OF_MANY.match(fold(question))
    if asked is None:
        return False
    what, wanted, plain = stem(asked["what"]), _number(asked["number"]), fold(text)
    matches = [match for match in _SO_MANY.finditer(plain) if stem(match["what"]) == what]
    return bool(matches) and all(_is_another(plain, match, wanted) for match in matches)


def _is_another(text: str, told: re.Match[str], wanted: str) -> bool:
    """Whether a number that a text tells, with “more than” or “up to” before it, is not the wanted
    one; what else stands beside it may leave that open."""
    number, before = _number(told["number"]), text[: told.start()].rstrip()
    side = _SIDE.search(before)
    if side is not None and number.isdigit() and wanted.isdigit():
        more = side["more"] is not None
        return int(wanted) < int(number) if more else int(wanted) > int(number)
    around = text[max(0, told.start() - BESIDE) : told.end() + BESIDE]
    return _OR_SO.search(around) is None and number != wanted


def _number(word: str) -> str:
    return str(NUMBER_WORDS.get(word, word))


def names_the_quantity(question: str, text: str) -> bool:
    """Whether a question names one quantity with its unit, and a text has it, too."""
    asked = _quantities(question)
    return len(asked) == 1 and asked[0][:2] in [quantity[:2] for quantity in _quantities(text)]


def is_for_the_other_side(question: str, text: str) -> bool:
    """Whether a question asks of more than a quantity and a text tells what holds for less than it,
    or the other way round."""
    asked = _quantities(question)
    if len(asked) != 1 or not asked[0][2] or _AND_THEN.search(text):
        return False
    number, unit, side = asked[0]
    sides = {told for each, of, told in _quantities(text) if (each, of) == (number, unit)}
    return bool(sides) and "" not in sides and side not in sides


def is_for_another_distance(question: str, text: str) -> bool:
    """Whether a question tells how long before, after or late something is, and a text only tells
    what holds for more than a longer time so, or for less than a shorter one: what is paid “less
    than two days before” is not paid three days before."""
    asked = list(_SO_FAR_OFF.finditer(fold(question)))
    if len(asked) != 1 or asked[0]["side"] or _AND_THEN.search(text):
        return False
    wanted, told = asked[0], list(_SO_FAR_OFF.finditer(fold(text)))
    same = [
        each
        for each in told
        if (_UNITS[each["unit"]], each["off"]) == (_UNITS[wanted["unit"]], wanted["off"])
    ]
    return bool(same) and all(_leaves_out(each, _number(wanted["number"])) for each in same)


def _leaves_out(limit: re.Match[str], wanted: str) -> bool:
    """Whether a limit is on another side of a number than the number itself."""
    number = _number(limit["number"])
    if not limit["side"] or not (number.isdigit() and wanted.isdigit()):
        return False
    return int(wanted) > int(number) if limit["less"] else int(wanted) < int(number)
