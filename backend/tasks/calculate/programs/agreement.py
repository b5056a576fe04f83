"""What several tables say together: those that fit best must agree, or nothing is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.tasks.calculate.programs.linking import HEADED
from backend.tasks.calculate.programs.rewording import places_of
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.choices import Interpretation

TABLES_DIFFER = "Several tables give different figures."
NOT_NAMED = "No row of the tables is called by these words."
"""The refusal of tables that have nothing to do with the question."""
TOO_WEAK = "No row fits the question well enough."
MISSING = "The cell does not exist."
OTHER_PERIOD = "The figures are of another period"
"""How the refusal begins of a table that has the row for a period that was not asked about."""
ALIKE = 0.05
"""Tables whose best rows fit so nearly alike are taken for equally good."""
ROUNDING = Decimal("0.005")
"""Figures of one thing may differ by this share: one table prints thousands, another millions."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one table says: how well its rows fit, and the figure or why there is none.

    `is_of_a_part` says that the table is of a part of the business that was not asked about,
    `is_of_taxes` that it tells what taxes come to, which were not asked about either.
    `guess` is the figure that it would say, where none of its rows fits well enough, `printed` what
    stands in its cells, where nothing but their scale is open.
    """

    fit: float
    is_statement: bool
    is_of_a_part: bool
    outcome: Calculation | Refusal
    guess: Calculation | None = None
    is_of_taxes: bool = False
    printed: tuple[tuple[str, Decimal], ...] = ()


def agreed(tried: Sequence[Attempt]) -> Calculation | Refusal:
    """The figure of the tables that fit best, the most precisely printed one.

    Tables without the cell have no say: where those that fit best have none of them, a statement
    that names the row in full under a heading is looked at. Tables of taxes have none where the
    question speaks of no tax and another table has the row as well. Tables of the whole business
    go before those of a part, financial statements before other tables. Where one of the rest
    refuses or says another figure, nothing is told; one that would guess the figure of which
    another leaves nothing to guess does not refuse it.
    """
    best = max((attempt.fit for attempt in tried), default=0.0)
    untaxed = [attempt for attempt in tried if not attempt.is_of_taxes]
    if any(attempt.fit >= best - ALIKE - HEADED for attempt in untaxed):
        tried, best = untaxed, max(attempt.fit for attempt in untaxed)
    tried = [_with_scale(attempt, tried) for attempt in tried]
    near = [attempt for attempt in tried if attempt.fit >= best - ALIKE]
    if not near:
        return Refusal(NOT_NAMED)
    if all(_is_missing(attempt.outcome) for attempt in near):
        near = [attempt for attempt in tried if _is_stated_behind(attempt, best)] or near
    near = [attempt for attempt in near if not _is_missing(attempt.outcome)] or near
    near = [attempt for attempt in near if not attempt.is_of_a_part] or near
    near = [attempt for attempt in near if attempt.is_statement] or near
    made = [attempt.outcome for attempt in near if isinstance(attempt.outcome, Calculation)]
    refused = [
        attempt.outcome
        for attempt in near
        if isinstance(attempt.outcome, Refusal) and not _would_say(attempt, made)
    ]
    if refused:
        return refused[0]
    first = min(made, key=lambda outcome: outcome.operands[0].scale)
    if all(is_same(first, outcome) for outcome in made):
        return first
    return Refusal(
        TABLES_DIFFER,
        tuple(dict.fromkeys(m.sentence for m in made)),
        is_open=True,
        readings=_of_pages(made),
    )


def _of_pages(made: Sequence[Calculation]) -> tuple[Interpretation, ...]:
    """One reading for each page whose tables give a figure; none for pages with two."""
    pages = [{operand.page + 1 for operand in one.operands} for one in made]
    counts = Counter(page for each in pages for page in each)
    return tuple(
        Interpretation(
            f"Page {number}: {one.operands[0].label}",
            ((("", f", according to page {number}"),),),
            places_of(one.operands),
        )
        for one, held in zip(made, pages, strict=True)
        for number in held
        if len(held) == 1 and counts[number] == 1
    )


def is_same(one: Calculation, other: Calculation) -> bool:
    """Whether two calculations say the same, but for rounding."""
    if one.operation is not other.operation or one.unit != other.unit:
        return False
    if one.operation is Operation.COUNT and one.listed and other.listed:
        return one.listed == other.listed  # as many, and others
    if one.over or one.operation in (Operation.LARGEST, Operation.SMALLEST):
        return one.answer == other.answer
    first, second = one.value * one.scale, other.value * other.scale
    return abs(first - second) <= ROUNDING * max(abs(first), abs(second))


def _with_scale(one: Attempt, tried: Sequence[Attempt]) -> Attempt:
    """An attempt that leaves nothing open but the scale, with that of a table which prints the same
    row with the same figures."""
    for made in (attempt.outcome for attempt in tried if one.printed):
        if isinstance(made, Calculation) and made.scale != 1:
            said = tuple((operand.label, operand.value) for operand in made.operands)
            if one.printed == said:
                return replace(one, outcome=made)
    return one


def _would_say(tried: Attempt, made: Sequence[Calculation]) -> bool:
    return tried.guess is not None and any(
        calculation.exact and is_same(tried.guess, calculation) for calculation in made
    )


def _is_stated_behind(tried: Attempt, best: float) -> bool:
    """Whether a statement names the row in full, and only the heading over it keeps it from fitting
    as well as the best rows do."""
    return (
        tried.is_statement
        and not tried.is_of_a_part
        and tried.fit >= best - ALIKE - HEADED
        and isinstance(tried.outcome, Calculation)
        and tried.outcome.exact
    )


def _is_missing(outcome: Calculation | Refusal) -> bool:
    return isinstance(outcome, Refusal) and (
        outcome.reason == MISSING or outcome.reason.startswith(OTHER_PERIOD)
    )
