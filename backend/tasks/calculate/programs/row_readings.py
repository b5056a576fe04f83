"""What a question may mean where several rows of a table fit its words equally well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backend.tasks.calculate.programs.rewording import MOST_READINGS, as_said, places_of, words_for
from backend.tasks.calculate.programs.series import Series
from backend.types.calculations import Operand
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable


def readings_of_rows(
    subject: str, cells: Mapping[Series, Sequence[Operand]], tables: Sequence[StoredTable]
) -> tuple[Interpretation, ...]:
    """One reading for each row that has the cells, by its label, and by the label over its group
    where rows of one label fit; none where two rows cannot be told apart by either.

    Args:
        subject: the part of the question that names the rows.
        cells: those that the question needs, by series; none where one is missing.
        tables: those that the series are of.
    """
    held = {series: used for series, used in cells.items() if used}
    if not 0 < len(held) <= MOST_READINGS:
        return ()
    by_id = {each.id: each for each in tables}
    labels = [series.label for series in held]
    found: list[Interpretation] = []
    for series, used in held.items():
        said = words_for(subject, series.words | series.group)
        group = by_id[used[0].table_id].rows[used[0].row].group
        names = [series.label]
        if labels.count(series.label) > 1:
            names = [f"{series.label} ({each})" for each in group[-1:]]
        if said and names:
            wording = ((said, as_said(names[0], said)),)
            found.append(Interpretation(names[0], (wording,), places_of(used)))
    return tuple(found)
