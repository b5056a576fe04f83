"""The figure of one part of a business, asked for as a question of its own."""

from __future__ import annotations

from collections.abc import Callable

from backend.tasks.calculate.programs.series import words_of
from backend.types.calculations import Calculation, Operation, Refusal

Ask = Callable[[str], Calculation | Refusal | None]
"""What a question over the tables gives."""


def figure_of_part(ask: Ask, measure: str, part: str, when: str) -> Calculation | None:
    """The one cell that is told of a part, in a row that is called so; None where there is none.

    Args:
        when: as the question says it, " in the first quarter of 2031".
    """
    made = ask(f"What was the {measure} of {part}{when}?")
    if not isinstance(made, Calculation) or made.operation is not Operation.LOOKUP:
        return None
    is_its = len(made.operands) == 1 and words_of(part) <= words_of(made.operands[0].label)
    return made if is_its else None
