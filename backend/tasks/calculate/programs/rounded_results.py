"""A calculation told as exactly, and in the scale, that a question asks for.

What was computed stays in the formula, with the asked form behind it: "(4 + 3 + 4) ÷ 3 = 3.67 ≈ 4".
Where two places are too few to say how the exact figure is rounded, nothing is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context, Decimal

from backend.evidence.arithmetic import reckoned
from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.asked_rounding import (
    MONEY,
    ONE,
    PER_CENT,
    SCALES,
    AskedRounding,
)
from backend.tasks.calculate.programs.column_answers import said_list
from backend.types.calculations import (
    PER_GROUP,
    TO_TWO_PLACES,
    Calculation,
    Operation,
    Refusal,
    Rounded,
    difference_in,
    measured,
    number_told,
)

OPEN_SIZE = (
    "It is open whether the step is meant of the whole amount or of the figure as it stands, which "
    "is in {size}s."
)
TOO_COARSE = "The figure is known to too few places to round it as asked."
OTHER_MONEY = "The question asks for another currency than the figure has."
NOT_OF_THIS = "The figure cannot be rounded to the nearest {word}."
SMALL = "It is open whether the figures are in {size}s already."
_EXACT = Context(prec=50, rounding=ROUND_HALF_UP)
_NOUGHT = Decimal(0)
_PLACES = 2
"""Places to which a figure that does not come out is told where nothing else is asked for."""
_IN_LISTS = frozenset([Operation.VALUES, *PER_GROUP])
_SINGLE = frozenset(
    [
        *(Operation.LOOKUP, Operation.SUM, Operation.DIFFERENCE, Operation.MEAN_OF_GROUPS),
        *(Operation.QUERY, *TO_TWO_PLACES),
    ]
)
_AS_PRINTED = frozenset([Operation.LOOKUP, Operation.SUM, Operation.DIFFERENCE])
_BARE = frozenset([Operation.CHANGE, Operation.SHARE, Operation.RATIO])


class _OpenError(Exception):
    """Why a figure cannot be told as asked, for the person who asked."""


def rounded_as_asked(made: Calculation, asked: AskedRounding | None) -> Calculation | Refusal:
    """A calculation told as a question wants it.

    It stays as it was where its answer is a name or a count, or has that form already. A scale is
    not asked of shares, changes and ratios: there it says what the cells are in.
    """
    if asked is None:
        return made
    if asked.refused:
        return Refusal(asked.refused, (made.sentence,), is_open=True)
    try:
        if made.operation in _IN_LISTS and _lists_figures(made):
            return _rounded_list(made, asked)
        if made.operation in _SINGLE and _is_figure(made):
            return _rounded(made, asked)
    except _OpenError as error:
        return Refusal(str(error), (made.sentence,), is_open=True)
    return made


def _lists_figures(made: Calculation) -> bool:
    """Whether the answer is a list of all figures, and no ranking that names some."""
    said = [f"{name}: {figure}" for name, figure in made.listed]
    return bool(said) and (
        made.operation is Operation.VALUES or made.answer == said_list(said, "; ")
    )


def _is_figure(made: Calculation) -> bool:
    bare = written(made.value)
    return made.answer in (bare, f"{bare}{measured(made.unit, made.scale)}")


def _rounded(made: Calculation, asked: AskedRounding) -> Calculation:
    _must_fit(made, asked)
    exact, slack = exactly_known(made)
    scale, step = _form(made, asked, made.value)
    if scale == made.scale and not asked.rounds:
        return made
    ratio = _EXACT.divide(made.scale, scale)
    if asked.significant:
        first = _EXACT.multiply(exact, ratio)
        step = ONE.scaleb(first.adjusted() - asked.significant + 1) if first else ONE
    if made.operation in _AS_PRINTED and _is_finer(step, scale, [made.value], made.scale):
        step = None  # noughts behind what is printed would say more than is known
        if scale == made.scale:
            return made
    # what does not come out is told in another scale to the places that it is told to in its own
    value = _to_step(made.value if step is None else exact, slack, ratio, step)
    if scale == made.scale and written(value) == written(made.value):
        return made
    return _retold(made, value, scale, step, is_exact=exact == made.value)


def _is_finer(
    step: Decimal | None, scale: Decimal, figures: Sequence[Decimal], own: Decimal
) -> bool:
    """Whether a step is finer than the last place of the most precise of some figures.

    Args:
        scale: that of the step.
        own: that of the figures.
    """
    if step is None:
        return False
    last = min(int(figure.as_tuple().exponent) for figure in figures)
    return step * scale < ONE.scaleb(min(last, 0)) * own


def _must_fit(made: Calculation, asked: AskedRounding) -> None:
    """Refuses what is asked of another unit than the figure has."""
    is_currency = len(made.unit) == 3 and made.unit.isupper()
    if asked.money and is_currency and asked.money != made.unit:
        raise _OpenError(OTHER_MONEY)
    fits = {
        "": True,
        MONEY: is_currency or (not made.unit and made.operation not in _BARE),
        PER_CENT: made.unit == PER_CENT,
    }.get(asked.unit, asked.unit == made.unit)
    if not fits:
        named = {PER_CENT: "per cent", MONEY: "unit of money"}
        raise _OpenError(NOT_OF_THIS.format(word=named.get(asked.unit, asked.unit)))


def _form(
    made: Calculation, asked: AskedRounding, least: Decimal
) -> tuple[Decimal, Decimal | None]:
    """The scale that a figure is told in, and the step in it.

    Args:
        least: the smallest figure that is told.
    """
    is_bare = made.unit == PER_CENT or made.operation in _BARE
    scale, step = made.scale, asked.step
    if asked.scale is not None and not is_bare:
        scale = asked.scale
        if made.scale == 1 and 0 < abs(least) < scale:
            raise _OpenError(SMALL.format(size=_name(scale)))
    if step is None or not asked.of_amount:
        return scale, step
    if is_bare and step > 1:
        raise _OpenError(NOT_OF_THIS.format(word=written(step)))
    if scale > max(step, ONE):
        raise _OpenError(OPEN_SIZE.format(size=_name(scale)))
    if asked.scale is None and made.scale != 1:
        scale = max(size for size in SCALES.values() if size <= step)
    return scale, _EXACT.divide(step, scale)


def _name(scale: Decimal) -> str:
    return next((name for name, size in SCALES.items() if size == scale), f"× {scale:f}")


def exactly_known(made: Calculation) -> tuple[Decimal, Decimal]:
    """The figure as exactly as its working says it, and how far from it the exact one may be."""
    if made.sides:
        one, other = (exactly_known(side) for side in made.sides)
        of_one, of_other = (
            _EXACT.divide(calculation.scale, made.scale) for calculation in made.sides
        )
        apart = abs(one[0] * of_one - other[0] * of_other)
        return apart, one[1] * of_one + other[1] * of_other
    if made.converted is None:
        if made.operation in _AS_PRINTED and made.joint != "÷":
            return made.value, _NOUGHT
        exact = reckoned(made.formula)
        if exact is not None and made.operation in TO_TWO_PLACES:
            return exact, _NOUGHT
        if made.operation is Operation.MEAN and not made.joint and not made.of_rows:
            values = [operand.value for operand in made.operands]
            return _EXACT.divide(sum(values, _NOUGHT), Decimal(len(values))), _NOUGHT
    places = max(_PLACES, -int(made.value.as_tuple().exponent))
    return made.value, ONE.scaleb(-places) / 2


def _to_step(exact: Decimal, slack: Decimal, ratio: Decimal, step: Decimal | None) -> Decimal:
    """A figure in its new scale, to the nearest step, half away from nought.

    Raises:
        _OpenError: if the figures that it may be are not all rounded alike.
    """
    if step is None:
        if slack and ratio > 1:
            raise _OpenError(TOO_COARSE)
        return Decimal(f"{_EXACT.multiply(exact, ratio).normalize():f}")
    low, high = (
        _nearest_step(_EXACT.multiply(each, ratio), step) for each in (exact - slack, exact + slack)
    )
    if low != high:
        raise _OpenError(TOO_COARSE)
    return low


def _nearest_step(value: Decimal, step: Decimal) -> Decimal:
    count = _EXACT.divide(value, step).quantize(ONE, rounding=ROUND_HALF_UP, context=_EXACT)
    places = max(0, -int(step.as_tuple().exponent))
    found = _EXACT.multiply(count, step).quantize(ONE.scaleb(-places), context=_EXACT)
    return found if found else abs(found)


def _retold(
    made: Calculation, value: Decimal, scale: Decimal, step: Decimal | None, *, is_exact: bool
) -> Calculation:
    """A figure in its new form, with the one before it in formula and sentence."""
    in_words = difference_in if made.operation is Operation.DIFFERENCE else measured
    said = f"{written(value)}{in_words(made.unit, scale)}"
    before = f"{written(made.value)}{in_words(made.unit, made.scale)}"
    is_same = value * scale == made.value * made.scale and (is_exact or step is not None)
    sign = "=" if is_same else "≈"
    is_finer = step is not None and step * scale < Decimal("0.01") * made.scale
    if made.operation is Operation.QUERY:
        formula = made.formula
    elif is_finer and made.operation in TO_TWO_PLACES and made.formula.endswith(f" = {before}"):
        formula = f"{made.formula.removesuffix(before)}{said}"
    else:
        bare = made.formula.removesuffix(before)
        if bare == made.formula:
            bare = made.formula.removesuffix(written(made.value))
        if bare == made.formula:
            bare = f"{made.formula}; "
        formula = f"{bare}{before} {sign} {said}"
    is_said = made.answer != written(made.value)
    return replace(
        made,
        answer=said if is_said else written(value),
        value=value,
        scale=scale,
        formula=formula,
        sentence=_sentence(made, said, formula),
        rounded=Rounded(made.value, made.scale, made.answer, made.formula, made.listed, step),
    )


def _sentence(made: Calculation, said: str, formula: str) -> str:
    if made.operation is Operation.QUERY:
        return f"{said} ({made.answer})"
    if f"({made.formula})" in made.sentence:
        return f"{said} ({formula})"
    if made.sentence.endswith(made.formula):
        return f"{made.sentence.removesuffix(made.formula)}{formula}"
    if made.sentence.endswith(made.figure):
        return f"{made.sentence.removesuffix(made.figure)}{said} ({made.figure})"
    if made.formula in made.sentence:
        head, _, tail = made.sentence.rpartition(made.formula)
        return f"{said}{head.removeprefix(made.figure)}{formula}{tail}"
    return f"{said} ({formula})"


def _rounded_list(made: Calculation, asked: AskedRounding) -> Calculation:
    """Several figures, each in its new form."""
    _must_fit(made, asked)
    if made.operation is Operation.VALUES:
        figures = [operand.value for operand in made.operands]
    else:
        behind = measured(made.unit, made.scale)
        figures = [number_told(figure.removesuffix(behind)) for _, figure in made.listed]
    scale, step = _form(made, asked, min(map(abs, figures)))
    ratio = _EXACT.divide(made.scale, scale)
    is_printed = made.operation is not Operation.MEAN_PER_GROUP and made.converted is None
    if is_printed and made.joint != "÷" and _is_finer(step, scale, figures, made.scale):
        step = None
    is_exact = made.operation is not Operation.MEAN_PER_GROUP and made.converted is None
    slack = _NOUGHT if is_exact and made.joint != "÷" else ONE.scaleb(-_PLACES) / 2
    values: list[Decimal] = []
    for each in figures:
        fitting = step
        if asked.significant:
            first = _EXACT.multiply(each, ratio)
            fitting = ONE.scaleb(first.adjusted() - asked.significant + 1) if first else ONE
        values.append(_to_step(each, slack, ratio, fitting))
    if scale == made.scale and list(map(written, values)) == list(map(written, figures)):
        return made
    behind = measured(made.unit, scale)
    listed = tuple(
        (name, f"{written(value)}{behind}")
        for (name, _), value in zip(made.listed, values, strict=True)
    )
    said = [f"{name}: {figure}" for name, figure in listed]
    is_of_values = made.operation is Operation.VALUES
    answer = "; ".join(said) if is_of_values else said_list(said, "; ")
    head = made.sentence.removesuffix(made.answer) if is_of_values else ""
    return replace(
        made,
        answer=answer,
        value=values[0],
        scale=scale,
        sentence=f"{head}{answer} ({made.formula})",
        listed=listed,
        rounded=Rounded(made.value, made.scale, made.answer, made.formula, made.listed, step),
    )
