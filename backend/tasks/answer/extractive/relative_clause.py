"""A question about something that it describes instead of naming it: "the boat that carried …".

Two passages answer it: one says what the description fits, the other what is asked of that. The
description is looked up first, and the question is asked again with the name that was found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.calendar_words import FULL_MONTH, WEEKDAY
from backend.tasks.answer.extractive.units import Unit

_DESCRIBED = re.compile(
    r"(?i)^(?P<head>.{4,80}?\b(?:of|by|for|in|at|from|with|to|on|does|did|is|was|has))\s+"
    r"(?P<noun>(?:the|an?)\s+(?:(?!(?:of|by|for|in|at|from|with|to|on)\b)[^\W\d_][\w'’-]*\s+){1,3})"
    r"(?:that|which|who)\s+(?P<clause>(?:[^?,]|(?<=\d),(?=\d)){6,120})\?*$"
)
_NAME = re.compile(r"(?:\b[Tt]he\s+)?[^\W\d_a-z][\w'’-]*(?:\s+[^\W\d_a-z][\w'’-]*)*")
_NUMBER = re.compile(r"\d[\d.,]*\d|\d")
_NO_NAME = re.compile(
    r"(?i)^(?:the|a|an|it|he|she|they|we|i|this|that|these|those|there|in|on|at|after|before|when|"
    rf"{FULL_MONTH}|{WEEKDAY})$"
)


@dataclass(frozen=True, slots=True)
class Described:
    """The parts of such a question: what stands before the description, what is described, and the
    clause that describes it."""

    head: str
    noun: str
    clause: str


def described(question: str) -> Described | None:
    """The parts of a question that describes what it is about; None for any other."""
    match = _DESCRIBED.match(" ".join(question.split()))
    if match is None:
        return None
    return Described(match["head"], match["noun"].strip(), match["clause"].strip())


def named_by(parts: Described, units: Sequence[Unit]) -> tuple[str, Unit] | None:
    """The name of what the clause describes, with the sentence that says so.

    The sentence must hold every word and every number of the clause; the name is what stands
    before them. None unless all such sentences give one name.
    """
    wanted = frozenset(term_texts(parts.clause))
    numbers = frozenset(_NUMBER.findall(parts.clause))
    found: dict[str, Unit] = {}
    for unit in units:
        if not wanted or not wanted <= unit.term_set:
            continue
        if not numbers <= frozenset(_NUMBER.findall(unit.text)):
            continue
        name = _name_before(unit.text, wanted)
        if name:
            found.setdefault(name, unit)
    return next(iter(found.items())) if len(found) == 1 else None


def asked_of(parts: Described, name: str) -> str:
    """The question with the name in place of the description."""
    return f"{parts.head} {name}?"


def _name_before(text: str, wanted: frozenset[str]) -> str:
    """The last name that stands before the first word of the clause."""
    first = next(
        (m.start() for m in re.finditer(r"\w+", text) if not wanted.isdisjoint(term_texts(m[0]))),
        0,
    )
    names = [
        match.group()
        for match in _NAME.finditer(text[:first])
        if not all(_NO_NAME.match(word) for word in match.group().split())
    ]
    name = names[-1] if names else ""
    return name[:1].lower() + name[1:] if name.startswith("The ") else name
