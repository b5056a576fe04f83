"""What part of the sum of a column the rows of one condition come to."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.column_answers import Selected, made
from backend.tasks.calculate.programs.column_conditions import has_measure
from backend.types.calculations import Calculation, Operation, Refusal


def part_of_all(selected: Selected) -> Calculation | Refusal:
    """The share that the figures of the rows that keep to the one condition have of all figures.

    With two conditions it is open of which rows. A part of figures below nought is none. The cells
    of the part come first.
    """
    link, table = selected.link, selected.table
    conditions = {equal.column for equal in link.equals} | {bound.column for bound in link.bounds}
    conditions |= {date.column for date in link.dates}
    if len(conditions) != 1 or link.blanks or link.compared:
        return Refusal("It is open of which rows the share is meant.")
    column = link.measure[0]
    if not all(has_measure(table, table.rows[at], column) for at in selected.entries):
        return Refusal("Some rows have no figure there: it is open of which the share is meant.")
    every = replace(selected, rows=selected.entries)
    own, unit = every.values(), every.unit()
    if isinstance(own, Refusal):
        return own
    if isinstance(unit, Refusal):
        return unit
    whole = sum(own.values(), Decimal(0))
    if unit[0] == "%" or whole <= 0 or any(each < 0 for each in own.values()):
        return Refusal("The figures are no parts of one sum.")
    part = sum((own[at] for at in selected.rows), Decimal(0))
    value = rounded(part / whole * HUNDRED)
    others = [at for at in selected.entries if at not in set(selected.rows)]
    formula = f"{written(part)} ÷ {written(whole)} = {written(value)} %"
    return replace(
        made(
            Operation.SHARE,
            written(value),
            value,
            formula,
            selected.cells([*selected.rows, *others], link.measure),
            f"share of {selected.subject}",
            "%",
        ),
        sentence=f"{written(value)} % ({selected.subject}: {formula}{selected.left})",
    )
