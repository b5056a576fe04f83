"""Which of two rows of a question has more: "Which mooring has more rings, Elm or Larch?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.bound.binding import Binding
from backend.tasks.calculate.bound.cues import Wanted
from backend.tasks.calculate.programs.column_differences import ComparedSums, difference_of_sums
from backend.tasks.calculate.programs.telling import told
from backend.types.calculations import Calculation, Operand, Operation, Refusal

PAIR = 2
_ONE_OF_TWO = re.compile(r"(?i)^(?:which|what)\b.*(?:\bor\b|\bof (?:the two|[^,]+ and )).*")
_THAN = re.compile(r"(?i)\bthan\b|\bby how\b")


def asks_which_of_two(text: str, named: Binding) -> bool:
    """Whether a question wants the one of two rows whose figure is higher, or lower."""
    return (
        len(named.rows) == PAIR
        and named.cues.wanted is Wanted.DIFFERENCE
        and named.cues.sense != 0
        and not named.cues.is_move
        and _ONE_OF_TWO.match(text) is not None
        and _THAN.search(text) is None
    )


def which_of_two(named: Binding, cells: Sequence[Operand]) -> Calculation | Refusal | None:
    """The label of the row that is meant, with both figures; that it is open where they are the
    same, None where there are not two of one kind."""
    if len(cells) != PAIR:
        return None
    wanted = "higher" if named.cues.sense > 0 else "lower"
    first, second = (
        replace(told(Operation.LOOKUP, [cell], 1.0), over=f"{cell.header} of {cell.label}")
        for cell in cells
    )
    return difference_of_sums(ComparedSums("", "", wanted, named.rows), first, second)
