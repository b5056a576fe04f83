"""Whether a calculation is what its cited passages say: every cell stands there as printed, and the
formula comes out when it is reckoned again by the support check's own arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backend.evidence.arithmetic import computed
from backend.evidence.support import SUPPORTED, SupportCheck
from backend.types import Calculation, Chunk, Operation

_ADDED = frozenset([Operation.SUM, Operation.MEAN])
HALF_A_CENT = Decimal("0.005")
"""Results with two places may be so far from the exact ones."""
_EXTREMES = frozenset([Operation.LARGEST, Operation.SMALLEST])


def check_calculation(made: Calculation, passages: Sequence[Chunk]) -> SupportCheck:
    """Supported if every cell is in a passage and the formula comes out.

    Args:
        made: the calculation. Of one over a whole column the cells that the passages hold are
            looked for, the first of them at least: further ones stand in its table alone.
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
        if not holding and made.over and each is not made.operands[0]:
            continue
        if not any(each.text in text for text in holding):
            return SupportCheck(False, f"“{each.text}” is not in the cited passages.")
    if made.over:
        right = _is_of_column(made)
    elif made.operation in _EXTREMES:
        values = [each.value for each in made.operands]
        best = max(values) if made.operation is Operation.LARGEST else min(values)
        right = made.value == best and values.count(best) == 1
    else:
        right = made.operation is Operation.LOOKUP or bool(computed(made.formula))
    return SUPPORTED if right else SupportCheck(False, "The formula does not come out.")


def _is_of_column(made: Calculation) -> bool:
    """Whether the result over a whole column comes out of its cells."""
    values = [each.value for each in made.operands]
    if made.operation is Operation.COUNT:
        return made.value == len({(each.table_id, each.row) for each in made.operands})
    if made.operation is Operation.LIST:
        return [name for name, _ in made.listed] == [each.text for each in made.operands]
    if made.operation in _ADDED:
        total = sum(values, Decimal(0))
        if made.operation is Operation.SUM:
            return made.value == total
        return abs(made.value - total / len(values)) <= HALF_A_CENT
    if made.operation is Operation.GROWTH:
        rates = [
            later / before - 1 for later, before in zip(values[::2], values[1::2], strict=True)
        ]
        return rates.count(max(rates)) == 1 and abs(made.value - rates[0] * 100) <= HALF_A_CENT
    is_low = made.operation in (Operation.SMALLEST, Operation.BOTTOM)
    return made.value == (min(values) if is_low else max(values)) and values == sorted(
        values, reverse=not is_low
    )
