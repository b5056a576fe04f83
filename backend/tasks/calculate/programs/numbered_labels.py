"""Lists whose rows begin with their number: the name of position 6 of a bill is "Varnish", and no
"6"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from backend.tasks.calculate.programs.column_words import value_of
from backend.types.tables import CellKind, StoredTable

FEWEST = 2


def column_of_names(table: StoredTable, entries: Sequence[int]) -> int | None:
    """The column that says what the rows are, where their labels only number them; None where the
    labels are names, or no column of texts has one for each row."""
    labels = [table.rows[at].label.rstrip(".") for at in entries]
    if len(labels) < FEWEST or not all(label.isdigit() for label in labels):
        return None
    numbers = [int(label) for label in labels]
    steps = {after - before for before, after in pairwise(numbers)}
    if len(steps) > 1 or not steps <= {1, 10, 100}:
        return None
    for at, column in enumerate(table.columns):
        if column.kind is CellKind.TEXT:
            named = [value_of(table.rows[entry], at) for entry in entries]
            return at if all(named) and len(set(named)) == len(named) else None
    return None
