"""The readings of a refused question as questions to click: only those that are answered."""

from __future__ import annotations

import re
from collections.abc import Callable

from backend.tasks.calculate.programs.rewording import MOST_READINGS, places_of, reworded
from backend.types import Calculation, Choice, Interpretation, Operation, Place, Refusal

Ask = Callable[[str], Calculation | Refusal | None]
"""Computes another question over the same documents."""
_Told = tuple[frozenset[Place], Operation, str]
"""The cells that a figure is made of, how, and the answer: the most and the least are of one set of
cells."""


def choices_of(question: str, refusal: Refusal, ask: Ask) -> tuple[Choice, ...]:
    """The readings of a question, each with a question that was computed to have this reading.

    Where a reading is open in another way still (first the row, then the period), its own readings
    are offered in its place. One that no wording leads to is left out, as is one that is computed
    in the same way from the same cells, with the same answer, as one before it; where of several
    readings only one is left, it is none, unless the reason names them all: a person would think
    that there is no other.
    """
    made: dict[_Told, Choice] = {}
    readings = refusal.readings[:MOST_READINGS]
    for reading in readings:
        for each, told in _of_reading(question, reading, ask):
            made.setdefault(told, each)
    are_named = all(each.label in refusal.reason for each in readings)
    least = 1 if are_named else min(2, len(readings))
    return tuple(made.values())[:MOST_READINGS] if len(made) >= least else ()


def _of_reading(question: str, reading: Interpretation, ask: Ask) -> list[tuple[Choice, _Told]]:
    """The choices that a reading comes to, with the cells and the operation that each is computed
    from and by."""
    for pairs in reading.wordings:
        text = reworded(question, pairs)
        if not text or text == question:
            continue
        found = ask(text)
        if isinstance(found, Calculation) and _is_of(found, reading):
            return [(Choice(reading.label, text), _told(found))]
        if isinstance(found, Refusal):
            further = [
                (Choice(f"{reading.label}, {_lowered(inner.label)}", choice.question), told)
                for inner in found.readings[:MOST_READINGS]
                # one of other rows is never offered, and each wording costs a calculation
                if not inner.cells or _rows(inner.cells) == _rows(reading.cells)
                for choice, told in _settled(text, inner, ask)
                if _rows(told[0]) == _rows(reading.cells)
            ]
            if further:
                return further
    return []


def _settled(question: str, reading: Interpretation, ask: Ask) -> list[tuple[Choice, _Told]]:
    """The choice of a reading that nothing else is open in."""
    for pairs in reading.wordings:
        text = reworded(question, pairs)
        found = ask(text) if text and text != question else None
        if isinstance(found, Calculation) and _is_of(found, reading):
            return [(Choice(reading.label, text), _told(found))]
    return []


def _told(made: Calculation) -> _Told:
    return places_of(made.operands), made.operation, made.answer


def _rows(cells: frozenset[Place]) -> frozenset[tuple[str, int]]:
    return frozenset((table, row) for table, row, _ in cells)


def _lowered(label: str) -> str:
    return f"{label[:1].lower()}{label[1:]}"


def _is_of(made: Calculation, reading: Interpretation) -> bool:
    if reading.cells:
        return places_of(made.operands) == reading.cells
    form = rf"(?:^| where | and ){re.escape(reading.over)}(?!\w)"
    return bool(reading.over) and re.search(form, made.over) is not None
