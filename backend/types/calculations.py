"""A figure that was computed from cells of tables, with everything that it was computed from."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from backend.types.layout import Box


class Operation(StrEnum):
    """What was done with the cells."""

    LOOKUP = "lookup"
    SUM = "sum"
    MEAN = "mean"
    DIFFERENCE = "difference"
    CHANGE = "change_in_per_cent"
    SHARE = "share"
    RATIO = "ratio"
    LARGEST = "largest"
    SMALLEST = "smallest"


@dataclass(frozen=True, slots=True)
class Operand:
    """A cell that was used: which one, where it stands, and its value before its scale.

    `[start, end)` is its span in the document's text; `period` as `Column.period`.
    """

    document_id: str
    table_id: str
    row: int
    column: int
    label: str
    header: str
    period: str
    text: str
    value: Decimal
    scale: Decimal
    unit: str
    start: int
    end: int
    page: int
    box: Box | None


@dataclass(frozen=True, slots=True)
class Calculation:
    """An answer with its working.

    `value` is before `scale`: what is meant is value * scale. Where `answer` names a period, they
    are those of its figure. `unit` is that of `Column.unit`, "%" for shares and changes.
    `confidence`, between 0 and 1, is the estimate of a model that was fitted to training questions.
    """

    operation: Operation
    answer: str
    value: Decimal
    unit: str
    scale: Decimal
    formula: str
    sentence: str
    operands: tuple[Operand, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was computed, and what the question could have meant, the nearest first."""

    reason: str
    choices: tuple[str, ...] = ()
