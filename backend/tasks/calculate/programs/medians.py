"""Questions for a median: "What is the median weight of the boats built in Elm?".

They are asked as for an average first, so that every reading of columns and rows is the same; of
its figures the middle one is told, or the mean of the two in the middle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from statistics import median

from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_words import headers_of, heading
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import StoredTable

_MEDIAN = re.compile(r"(?i)\bmedian\b")
_AVERAGE = re.compile(r"(?i)\b(?:average|mean)\b")
NO_MEDIAN = Refusal("The median of such figures is not worked out.")


def as_average(question: str, tables: Sequence[StoredTable]) -> str:
    """The question for the average instead of the median; empty where it wants none, both, or a
    column is headed so."""
    if len(_MEDIAN.findall(question)) != 1 or _AVERAGE.search(question):
        return ""
    heads = (heading(at, table) for table in tables for at in headers_of(table, "").all())
    return "" if any(map(_MEDIAN.search, heads)) else _MEDIAN.sub("average", question)


def median_of(mean: Calculation | Refusal | None) -> Calculation | Refusal | None:
    """The median of the figures that an average was made of; a refusal where they stand for
    others."""
    if not isinstance(mean, Calculation):
        return mean
    if mean.operation is not Operation.MEAN or mean.joint or mean.converted:
        return NO_MEDIAN
    value: Decimal = median(operand.value for operand in mean.operands)
    behind = measured(mean.unit, mean.scale)
    said = f"{written(mean.value)}{behind}"
    left = mean.formula[mean.formula.rfind(said) + len(said) :]
    formula = f"median of {mean.over} = {written(value)}{behind}{left}"
    return replace(
        mean,
        operation=Operation.MEDIAN,
        answer=written(value),
        value=value,
        formula=formula,
        sentence=f"{written(value)}{behind} ({formula})",
    )
