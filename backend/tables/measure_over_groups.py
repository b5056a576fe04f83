"""A measure that is printed once over several groups of columns is said of all of their columns.

“SALES ($MM)” stands in the middle above “FOURTH QUARTER” and “TWELVE MONTHS”, and reaches the
columns below its own letters alone: the first column of each quarter would be in dollars, beside
others in millions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from backend.tables.column_scales import scale_said

Path = tuple[str, ...]


def with_measure_over_groups(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The headers of a table's columns, each with the measure that stands on top of at least half
    of them, if it says a scale and each other column stands in a group with some that have it.
    Unchanged otherwise.

    >>> with_measure_over_groups([("Q1", "2030"), ("Sales ($MM)", "Q1", "2031")])
    (('Sales ($MM)', 'Q1', '2030'), ('Sales ($MM)', 'Q1', '2031'))
    """
    tops = Counter(path[0] for path in paths if len(path) > 1)
    top = next((each for each in tops if scale_said((each,)) is not None), None)
    if top is None or not len(paths) <= 2 * tops[top] < 2 * len(paths):
        return tuple(paths)
    groups = {path[1] for path in paths if len(path) > 2 and path[0] == top}
    rest = [path for path in paths if path[:1] != (top,)]
    if not all(len(path) > 1 and path[0] in groups for path in rest):
        return tuple(paths)
    return tuple(path if path[:1] == (top,) else (top, *path) for path in paths)
