"""Labels that a sheet prints once over the rows of a group, whose totals tell that it does so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.readers.layout.spanned_cells import is_figure

_TOTAL = re.compile(
    r"(?i)^(?:sub-?total|total|sum)(?: (?:of|for))?:? (?P<of>.+)$"
    r"|^(?P<of_>.+?):? (?:sub-?)?total$"
)


def with_group_labels(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows below a header, with the label of its group in each row that has none.

    Every row has a text of its own in the second column, but for those of totals; and each group
    whose label reaches over rows without one ends in a total that is called by it. Where this does
    not hold, an empty label may as well be one that nobody knows.
    """
    found = [list(row) for row in rows]
    label = ""
    open_rows: list[int] = []
    filled: dict[int, str] = {}
    for number, row in enumerate(rows):
        first, second = (row[0].strip(), row[1].strip()) if len(row) > 1 else ("", "")
        if second and is_figure(second, leads=True):
            return found
        if first and second:
            if open_rows:
                return found  # a group without a total
            label = first
        elif second and label:
            open_rows.append(number)
        elif first:
            total = _TOTAL.match(first)
            of = (total["of"] or total["of_"]).casefold() if total else ""
            if open_rows and of != label.casefold():
                return found
            filled.update(dict.fromkeys(open_rows, label))
            open_rows, label = [], ""
        else:
            return found
    if open_rows:
        return found
    for number, text in filled.items():
        found[number][0] = text
    return found
