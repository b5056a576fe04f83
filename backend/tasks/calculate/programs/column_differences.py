"""By how much one sum of a column exceeds another: "How much more did we spend on travel than on
food?"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from backend.tasks.calculate.programs.arithmetic import written
from backend.types.calculations import Calculation, Operation, Refusal, measured

_PLACE = r"(?:on|for|in|at|with|to|from)"
_COMPARED = re.compile(
    r"(?i)^how much (?:(?P<more>more)|less) (?:money )?"
    rf"(?P<did>(?:do|does|did|has|have|was|were) .*?\b[^\W\d_]+) (?P<one>{_PLACE} .+?) than "
    rf"(?P<two>(?P<place>{_PLACE} )?.+)$"
)
_BETWEEN = re.compile(
    r"(?i)^what (?:is|was) the difference between (?:the |our )?(?P<what>.+?) "
    rf"(?P<one>{_PLACE} .+?) and (?P<two>(?P<place>{_PLACE} )?.+)$"
)


@dataclass(frozen=True, slots=True)
class ComparedSums:
    """The questions for the two sums, that which is taken from last."""

    larger: str
    smaller: str


def compared_sums(question: str) -> ComparedSums | None:
    """The two sums whose difference a question wants; None where it wants none."""
    text = " ".join(question.split()).strip(" ?.!")
    if found := _COMPARED.match(text):
        one, two = _both(found)
        sums = [f"how much {found['did']} {each}" for each in (one, two)]
        return ComparedSums(*(sums if found["more"] else sums[::-1]))
    if found := _BETWEEN.match(text):
        one, two = _both(found)
        return ComparedSums(*(f"what is the total {found['what']} {each}" for each in (one, two)))
    return None


def _both(found: re.Match[str]) -> tuple[str, str]:
    place = found["one"].split(" ", 1)[0]
    return found["one"], found["two"] if found["place"] else f"{place} {found['two']}"


def difference_of_sums(
    larger: Calculation | Refusal | None, smaller: Calculation | Refusal | None
) -> Calculation | Refusal | None:
    """The first sum less the second, with the cells of both; below nought where the second is the
    larger one. A refusal of either is that of both; None where either is no sum."""
    for each in (larger, smaller):
        if isinstance(each, Refusal):
            return each
    if not isinstance(larger, Calculation) or not isinstance(smaller, Calculation):
        return None
    if {larger.operation, smaller.operation} != {Operation.SUM} or larger.joint or smaller.joint:
        return None
    if {each.place for each in larger.operands} & {each.place for each in smaller.operands}:
        return Refusal("The two sums share rows: it is open what their difference is of.")
    if (larger.unit, larger.scale) != (smaller.unit, smaller.scale):
        return Refusal("The two sums have different units or scales.")
    value = larger.value - smaller.value
    unit, scale = larger.unit, larger.scale
    figures = f"{written(larger.value)} − {written(smaller.value)} = {written(value)}"
    formula = f"{figures}{measured(unit, scale)}"
    over = f"{larger.over} − {smaller.over}"
    return Calculation(
        Operation.DIFFERENCE,
        written(value),
        value,
        unit,
        scale,
        formula,
        f"{written(value)}{measured(unit, scale)} ({over}: {formula})",
        (*larger.operands, *smaller.operands),
        1.0,
        exact=True,
        over=over,
    )
