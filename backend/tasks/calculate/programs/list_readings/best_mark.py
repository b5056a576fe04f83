"""The best mark is the highest one: "Who has the best rowing mark?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    bare_question,
    column_said,
    headers_of,
    is_list,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.less_is_better import is_less_better
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

LEAST_TOP = 20
"""The highest figure is at least so much where more is better: of grades from 1 to 6, or to 15,
nobody knows which are."""
_BEST = re.compile(
    r"(?i)\b(?P<how>best|worst) (?P<what>(?:[^\W\d_]+ ){0,2}?)(?:marks?|scores?|points|results?)\b"
    r"(?P<in>(?: in (?:the )?(?P<behind>[^\W\d_]+(?: [^\W\d_]+)?))?)$"
)


def best_mark(asked: AskedList) -> list[Outcome]:
    """The highest or lowest figure of the column that is named; nothing where none is, or it is
    open whether more is better."""
    text = bare_question(asked.question)
    match = _BEST.search(text)
    if match is None or asked.is_part or not is_list(asked.table):
        return []
    headers = headers_of(asked.table, "")
    column = column_said(match["what"] or match["behind"] or "", asked.table, headers.figures)
    if column is None or not holds_points(column, asked.table) or is_less_better(asked, column):
        return []
    how = "highest" if match["how"].casefold() == "best" else "lowest"
    head = asked.table.columns[column].name
    before = re.sub(r"(?i)^who\b", f"Which {asked.table.label_name}", text[: match.start()])
    made = asked.ask(f"{before}{how} {head}")
    return [made] if isinstance(made, Calculation) else []


def holds_points(column: int, table: StoredTable) -> bool:
    """Whether the figures of a column are points of which more is better: no grades, and no figures
    with a unit."""
    cells = [row.cells[column] for row in table.rows]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    return not table.columns[column].unit and bool(values) and max(values) >= LEAST_TOP
