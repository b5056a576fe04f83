"""Quantities in a list: “- 3 large apples” says how many apples are needed, and nothing of pears.

Such items are short and alike, so that a ranking takes one for another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from backend.analysis import term_texts
from backend.tasks.answer.extractive.forms import has_verb
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

LONGEST = 12
"""Words of an item, at most."""

_ASKS = re.compile(
    r"(?i)^(?:and )?how (?:much|many) (?:(?:grams|g|ml|litres|spoons|cups|pieces) of )?"
    r"(?P<thing>(?!of\b)[a-z][\w’'-]*(?: [a-z][\w’'-]*){0,2}?)"
    r" (?:do|does|did|is|are|was|were|should|must|will|can|go|goes|belongs?)\b"
)
_ITEM = re.compile(
    r"(?:[•▪◦‣*–—-]\s+)?(?:\d[\d.,/–-]*|[½¼¾⅓⅔])\s?(?:[½¼¾⅓⅔]\s?)?(?:x |× )?"
    r"(?P<what>[^\W\d_][^.!?;:]*)$"
)
_LEAD_IN = re.compile(r"^[^:.]{2,60}:\s+(?=[•▪◦‣*–—-]\s)")
_BETWEEN = re.compile(r"\s(?=[•▪◦‣*–—-]\s+[\d½¼¾⅓⅔])")
"""Between short items that stand in one unit."""
_IDLE = frozenset(
    term_texts("need needed use used take taken require required recipe go goes add put want make")
)
"""Words of the question that no item has."""


def is_quantity_of_another(question: str, text: str) -> bool:
    """Whether it is asked how much or how many of a thing, and a text is an item of a list with the
    quantity of something else."""
    thing = _thing(question)
    return bool(thing) and (items := _items(text)) != () and all(map(thing.isdisjoint, items))


def tells_quantity(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence is the item with the quantity of the very thing, in a document that has
    all else of the question in its titles, and no other document has such an item."""
    if not _is_quantity_of(reading.question, unit, reading):
        return False
    own = reading.passages[unit.hit].document
    return all(reading.passages[item.hit].document == own for item in _items_of(reading))


def _items_of(reading: ReadEvidence) -> Iterable[Unit]:
    return (unit for unit in reading.units if _is_quantity_of(reading.question, unit, reading))


def _is_quantity_of(question: Question, unit: Unit, reading: ReadEvidence) -> bool:
    thing = _thing(question.text)
    if not thing or not any(thing <= item for item in _items(unit.text)):
        return False
    over = reading.passages[unit.hit].title_terms | frozenset(term_texts(unit.heading))
    return question.weights.keys() - thing - _IDLE <= over | unit.term_set


def _thing(question: str) -> frozenset[str]:
    asked = _ASKS.match(question.strip())
    return frozenset(term_texts(asked["thing"])) if asked is not None else frozenset()


def _items(text: str) -> tuple[frozenset[str], ...]:
    """Of each item of a text that is nothing but short items, the stems of what it is a quantity
    of; none for other texts."""
    found = [_item(each) for each in _BETWEEN.split(_LEAD_IN.sub("", text.strip()))]
    return tuple(found) if all(found) else ()


def _item(text: str) -> frozenset[str]:
    item = _ITEM.match(text.strip()) if len(text.split()) <= LONGEST else None
    if item is None or has_verb(text):
        return frozenset()
    return frozenset(term_texts(item["what"]))
