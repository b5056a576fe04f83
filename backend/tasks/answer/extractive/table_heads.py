"""The head of a table with its first row, which reads like a sentence and says nothing.

Who asks which course is full is not answered by the names of the columns and the row that happens
to stand first below them.
"""

from __future__ import annotations

import re

from backend.tasks.answer.extractive.table_lines import JOINT

FEWEST_NAMES = 3
"""Names of columns, at least; two may be a line of a form."""
_FIGURE = re.compile(r"[-–−$€£(+]?\d")


def is_table_head(raw: str) -> bool:
    """Whether a text, with its line ends, is a line of names of columns and a row with figures."""
    first, *rest = (line.strip() for line in (raw.strip() or " ").splitlines())
    names = first.split(JOINT)
    if len(names) < FEWEST_NAMES or any(map(_FIGURE.match, names)):
        return False
    rows = [line.split(JOINT) for line in rest]
    return bool(rows) and all(
        len(cells) >= FEWEST_NAMES and any(map(_FIGURE.match, cells)) for cells in rows
    )
