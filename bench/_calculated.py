"""A calculation in the terms of TAT-QA: spans, scale, and whether they are right."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from backend.types.calculations import Calculation, Operation
from bench._tatqa import Question, number_in, scores

_PERIODS = (
    Operation.LARGEST,
    Operation.SMALLEST,
    Operation.COUNT_OF_PERIODS,
    Operation.PERIODS,
    Operation.LIST,
    Operation.COUNT,
)
_SCALES = {Decimal(1000): "thousand", Decimal(10**6): "million", Decimal(10**9): "billion"}


def named_scale(made: Calculation) -> str:
    """The scale of a calculation by its name in TAT-QA."""
    if made.operation in _PERIODS:
        return ""
    return "percent" if made.unit == "%" else _SCALES.get(made.scale, "")


def spans_of(made: Calculation) -> list[str]:
    """What a calculation answers: each figure or period of a list by itself."""
    if made.operation is Operation.VALUES:
        return [text for _, text in made.listed]
    if made.operation is Operation.PERIODS:
        return [year for year, _ in made.listed]
    if made.operation is Operation.LIST:
        return [name for name, _ in made.listed]
    return [made.answer]


def scores_of(made: Calculation, question: Question) -> tuple[float, float]:
    """Exact match and F1 of a calculation."""
    return scores(spans_of(made), named_scale(made), question)


def is_right(made: Calculation, question: Question) -> bool:
    """Whether a calculation is right, also where the gold answer is rounded otherwise."""
    return scores_of(made, question)[0] == 1 or same_figure(made, question)


def same_figure(made: Calculation, question: Question) -> bool:
    """Whether the figure is the gold one as far as that is printed: rounded as it is ("$85.1
    million" for 85,123 thousand), and of any scale where the gold answer names none."""
    if len(question.answers) > 1 or made.operation is Operation.VALUES:
        return False
    text, value = question.answers[0].replace("%", "").strip(), made.value
    said = next((each for each in _SCALES.items() if text.endswith(f" {each[1]}")), None)
    if said is not None:
        text, value = text.removesuffix(said[1]), made.value * made.scale / said[0]
    gold = number_in(text)
    if gold is None:
        return False
    bare = value.quantize(Decimal(1).scaleb(int(gold.as_tuple().exponent)), ROUND_HALF_UP)
    return bare == gold and (said is not None or question.scale in ("", named_scale(made)))
