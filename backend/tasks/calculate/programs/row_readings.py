"""What a question may mean where several rows of a table fit its words equally well."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.analysis import STOP_WORDS
from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.rewording import MOST_READINGS, as_said, places_of
from backend.tasks.calculate.programs.series import Series, words_of
from backend.types.calculations import Operand
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable

_OPERATIONS = ASKING - words_of("ratio share proportion percentage percent average mean")
"""What may stand behind a row's name: a year, "grow", "between"."""
_WORD = re.compile(r"[^\W_]+(?:[.'’&-][^\W_]+)*")


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
    by_id = {table.id: table for table in tables}
    labels = [series.label for series in held]
    interpretations: list[Interpretation] = []
    for series, used in held.items():
        said = words_for_row(subject, series)
        group = by_id[used[0].table_id].rows[used[0].row].group
        names = [series.label]
        if labels.count(series.label) > 1:
            names = [f"{series.label} ({each})" for each in group[-1:]]
        if said and names:
            wording = ((said, as_said(names[0], said)),)
            interpretations.append(Interpretation(names[0], (wording,), places_of(used)))
    return tuple(interpretations) if len(interpretations) == len(held) else ()


def words_for_row(subject: str, series: Series) -> str:
    """The words of a question that stand for a row: its label where that is said as it is printed,
    else from the first to the last word that label or group have. Empty where a further word may
    belong to them: who asks for the current ratio asks for no current assets."""
    label = re.search(rf"(?i)(?<!\w){re.escape(series.label)}(?!\w)", subject)
    if label is not None:
        return label.group()
    words = list(_WORD.finditer(subject))
    stems = series.words | series.group
    found = [at for at, word in enumerate(words) if words_of(word.group()) & stems]
    if not found:
        return ""
    behind = words[found[-1] + 1].group() if found[-1] + 1 < len(words) else ""
    if behind and behind.casefold() not in STOP_WORDS and words_of(behind) - _OPERATIONS:
        return ""
    return subject[words[found[0]].start() : words[found[-1]].end()]
