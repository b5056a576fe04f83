"""Questions for the things of a kind (“What are the duties of the keeper?”) or for people (“Who are
the keepers?”), answered by a list that a sentence announces by their name: “His duties are:” behind
a sentence on the keeper."""

from __future__ import annotations

import re

from backend.analysis import term_texts
from backend.tasks.answer.extractive.complete import complete_one
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.units import Unit

HELD = 0.75
"""Least share of the question's weight that the announcement, the sentence before it and their
titles hold."""
FEWEST = 2
"""Items of such a list, at least."""

_ASKS_FOR = re.compile(
    r"(?i)^(?:what|which|who) are (?:the |all the |all )(?:[\w-]+ ){0,2}?(?P<kind>[a-z]+s)"
    r"(?= (?:of|in|for|to|when|if|that|which|on|from|with|by|at)\b|\W*$)"
)
_NAMES_THEM = re.compile(
    r"(?i)\b(?P<kind>[a-z]+s) (?:are|include)(?: as follows| the following)?:?$"
)
_ITEM = re.compile(r"(?:^|\s)(?:[•▪◦‣·]|\(?(?:\d{1,2}|[a-z])[.)])\s+\S")


def announces_things(reading: ReadEvidence, unit: Unit) -> bool:
    """Whether a sentence announces the very things that are asked for, and a list of them follows
    it in its passage."""
    asked = _ASKS_FOR.match(reading.question.text.strip())
    match = _NAMES_THEM.search(unit.text)
    if asked is None or match is None:
        return False
    if term_texts(asked["kind"]) != term_texts(match["kind"]):
        return False
    whole = complete_one(reading, unit)
    if len(_ITEM.findall(whole.text[len(unit.text) :])) < FEWEST:
        return False
    before = [each for each in reading.units if each.hit == unit.hit and each.end <= unit.start]
    held = unit.term_set | reading.passages[unit.hit].title_terms
    held |= frozenset(term_texts(unit.heading))
    held = held.union(*(each.term_set for each in before[-1:]))
    return reading.question.share_of(held) >= HELD
