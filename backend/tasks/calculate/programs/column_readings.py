"""What a question over the rows of a list may mean where several rows or columns fit."""

from __future__ import annotations

from collections.abc import Sequence

from backend.dates import part_of
from backend.tasks.calculate.programs.column_answers import Selected
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_groups import per_of
from backend.tasks.calculate.programs.column_links import Grouping
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_values import Equal
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    heading,
    key_of,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.rewording import MOST_READINGS, places_of
from backend.types.calculations import Calculation, Refusal
from backend.types.choices import Interpretation

_PERIODS = ("day", "week", "month", "quarter", "year", "season", "date")


def readings_of_entries(equals: Sequence[Equal], selected: Selected) -> tuple[Interpretation, ...]:
    """One reading for each row that fits, named by its label in place of the value that several
    rows share; none where two rows have one label, or very many rows fit."""
    table, rows = selected.table, selected.rows
    labels = {at: table.rows[at].label for at in rows}
    keys = {key_of(each) for each in labels.values()}
    if len(rows) > MOST_READINGS or len(keys) < len(rows) or not all(keys):
        return ()
    values = [equal.texts[0] for equal in equals if not equal.is_negated and len(equal.texts) == 1]
    interpretations: list[Interpretation] = []
    for at, label in labels.items():
        named = f"{heading(LABEL, table)} {label}" if table.label_name else label
        wordings = tuple(((value, name),) for value in values for name in (label, named))
        cells = places_of(selected.cells([at], selected.link.measure))
        interpretations.append(Interpretation(named, wordings, cells))
    return tuple(interpretations)


def taken_together(selected: Selected) -> tuple[Interpretation, ...]:
    """What all rows that fit come to, where the question asks for what things cost or the like."""
    request, link = selected.request, selected.link
    adds_up = request.meant is not None and not request.meant.is_dated
    if request.operation is not ColumnOperation.LOOKUP or not adds_up:
        return ()
    cells = places_of(selected.cells(selected.rows, link.measure))
    return (Interpretation("All together", ((("", " together"),),), cells),)


def often(counted: Calculation) -> Interpretation:
    """That "most" is meant of the rows."""
    return Interpretation("Most often", ((("", " often"),),), places_of(counted.operands))


def in_amount(request: ColumnRequest, head: str, added: Calculation) -> Interpretation:
    """That "most" is meant of what the rows come to.

    Args:
        request: with the verb that "most" stands behind.
        head: of the column that was added up.
        added: its figures by group.
    """
    verb = request.act
    wordings = tuple(
        ((f"{verb} {most}", f"has the highest total {head}"),) for most in ("most", "the most")
    )
    return Interpretation(f"Highest total {head}", wordings, places_of(added.operands))


def is_row_per_time(selected: Selected, by: Grouping) -> bool:
    """Whether each row is a month, quarter or year of its own by which a mean is asked for: a mean
    for each of them were its own figure, so that the mean of all is meant. Rows that are days may
    be one a month by chance."""
    table, rows = selected.table, selected.rows
    if not by.part and not stemmed(WORD.findall(heading(by.column, table))) & stemmed(_PERIODS):
        return False
    texts = [value_of(table.rows[at], by.column) for at in rows]
    if by.part:
        spans = spans_of(table, by.column, selected.entries)
        held = [spans.get(text) for text in texts]
        if any(each is None or each.first == each.last for each in held):
            return False
        texts = [part_of(each, by.part) for each in held if each is not None]
    return all(texts) and len({key_of(text) for text in texts}) == len(rows)


def mean_per_group(selected: Selected, by: Grouping) -> Refusal | None:
    """That an average per group may be that of what the groups come to, or one for each of them;
    None where it is not open.

    "The average sales per month" may be either where they add up, "the average price per month" is
    not. "The average number of hours per month" is that of the months, "per shift" may be either:
    each row may be one.
    """
    table, request = selected.table, selected.request
    period = stemmed(WORD.findall(by.part or heading(by.column, table))) & stemmed(_PERIODS)
    levels = any(is_level(table, each) for each in selected.link.measure)
    if bool(period) is request.is_of_totals or levels:
        return None
    per, over = f"per {request.group}", f"{selected.measure} per {per_of(by, table)} of"
    said = f"{request.measure} {per}"
    further: tuple[Interpretation, ...] = ()
    of_totals: tuple[tuple[tuple[str, str], ...], ...]
    if request.is_of_totals:
        plain = ((f"number of {said}", request.measure),)
        further = (Interpretation("Mean of all rows", (plain,), over=f"{selected.measure} of"),)
        of_totals = ((("number of", "total"),),)
        for_each = (((f"number of {said}", f"{request.measure} for each {request.group}"),),)
    else:
        means = ("average", "mean")
        of_totals = tuple(((f"{mean} {said}", f"average total {said}"),) for mean in means)
        for_each = (((per, f"for each {request.group}"),),)
    return Refusal(
        f"It is open whether the mean is that of what each {request.group} comes to, or one for "
        f"each {request.group} is wanted.",
        is_open=True,
        readings=(
            Interpretation(f"Mean of what each {request.group} comes to", of_totals, over=over),
            Interpretation(f"One mean for each {request.group}", for_each, over=over),
            *further,
        ),
    )
