"""Whether a calculation is what its cited passages say: every cell stands there as printed, and the
formula comes out when it is reckoned again by the support check's own arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from backend.evidence.arithmetic import computed
from backend.evidence.support import SUPPORTED, SupportCheck
from backend.types import Calculation, Chunk, Operation

_EXTREMES = frozenset([Operation.LARGEST, Operation.SMALLEST])


def check_calculation(made: Calculation, passages: Sequence[Chunk]) -> SupportCheck:
    """Supported if every cell is in a passage and the formula comes out.

    Args:
        made: the calculation.
        passages: those that the answer cites.
    """
    for each in made.operands:
        holding = [
            chunk.text
            for chunk in passages
            if chunk.document_id == each.document_id
            and chunk.start <= each.start
            and each.end <= chunk.end
        ]
        if not any(each.text in text for text in holding):
            return SupportCheck(False, f"“{each.text}” is not in the cited passages.")
    if made.operation in _EXTREMES:
        values = [each.value for each in made.operands]
        best = max(values) if made.operation is Operation.LARGEST else min(values)
        right = made.value == best and values.count(best) == 1
    else:
        right = made.operation is Operation.LOOKUP or bool(computed(made.formula))
    return SUPPORTED if right else SupportCheck(False, "The formula does not come out.")
