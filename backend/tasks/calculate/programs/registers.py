"""Counts of two tables of which one lists all that there are: the crew on one sheet, and who kept
which watch on another. "How many sailors are there?" means all of them."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_words import key_of
from backend.types.calculations import Calculation, Operation

_WHERE = " where "


def of_registers(answers: Sequence[Calculation]) -> list[Calculation]:
    """The answers without counts of names that are but some of those which another table lists, one
    in each row; counts under conditions stay."""
    if not all(
        answer.operation is Operation.COUNT and _WHERE not in answer.over for answer in answers
    ):
        return list(answers)
    names = [
        frozenset(key_of(cell.text) for cell in calculation.operands) for calculation in answers
    ]
    return [
        answer
        for answer, own in zip(answers, names, strict=True)
        if not any(
            own < others and len(others) == len(register.operands)
            for register, others in zip(answers, names, strict=True)
        )
    ]
