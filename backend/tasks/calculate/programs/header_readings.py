"""What a question over the rows of a list may mean where several columns fit its words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from backend.tasks.calculate.programs.column_words import WORD, heading, plain_heading, terms
from backend.tasks.calculate.programs.rewording import MOST_READINGS, as_said
from backend.types.choices import Interpretation
from backend.types.tables import StoredTable


def readings_of_columns(
    text: str,
    stems: frozenset[str],
    columns: Sequence[int],
    table: StoredTable,
    over: str = "{} of",
) -> tuple[Interpretation, ...]:
    """One reading for each column that fits equally well, by its header in place of the words that
    all of them share.

    Args:
        text: the part of the question that names the column.
        stems: those that a header of the columns has.
        columns: that fit.
        table: theirs.
        over: what a calculation over a column is said to be of, with its header in place of {}.
    """
    matches = [match for match in WORD.finditer(text) if stems & frozenset(terms(match.group()))]
    names = {at: plain_heading(at, table) for at in columns}
    if not matches or not _are_apart(names.values()):
        return ()
    said = text[matches[0].start() : matches[-1].end()]
    return tuple(
        Interpretation(
            name, (((said, as_said(name, said)),),), over=over.format(heading(at, table))
        )
        for at, name in names.items()
    )


def readings_of_amounts(columns: Sequence[int], table: StoredTable) -> tuple[Interpretation, ...]:
    """One reading for each column that "how much" may be of, where nothing is said of what."""
    names = {at: plain_heading(at, table) for at in columns}
    if not _are_apart(names.values()):
        return ()
    return tuple(
        Interpretation(
            name,
            tuple(((f"how {how}", f"How {how} {name}"),) for how in ("much", "many")),
            over=f"{heading(at, table)} of",
        )
        for at, name in names.items()
    )


def readings_of_value(
    said: str, places: Mapping[int, str], table: StoredTable
) -> tuple[Interpretation, ...]:
    """One reading for each column that holds a value, by its header before the value.

    Args:
        said: the value as the question names it.
        places: the value's text by column.
        table: the table.
    """
    names = {at: plain_heading(at, table) for at in places if heading(at, table) != "label"}
    if not _are_apart(names.values()):
        return ()
    return tuple(
        Interpretation(
            f"{name}: {places[at]}",
            (((said, f"{name} {said}"),), ((said, f"{said} {name}"),)),
            over=f"{heading(at, table)} is {places[at]}",
        )
        for at, name in names.items()
    )


def _are_apart(names: Collection[str]) -> bool:
    """Whether names can be told apart and looked through."""
    return all(names) and len(set(names)) == len(names) <= MOST_READINGS
