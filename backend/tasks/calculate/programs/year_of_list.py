"""Lists with columns of several years, asked for one of them: "How much did we spend with Alder in
2031?" of columns "Spend › 2030" and "Spend › 2031".

The columns of all other years are left out, and what remains is asked like any list whose headers
name a year.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from backend.calendar_words import MONTH_NAME
from backend.tables.cell_values import is_year
from backend.tasks.calculate.programs.column_words import FIGURES, WORD, is_of_periods
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.trusted_tables import is_statement
from backend.types.calculations import Calculation, Operand, Refusal
from backend.types.tables import CellKind, StoredRow, StoredTable

_IN_YEAR = re.compile(r"(?i)\b(?:in|for|of|during) (?:the year |all of )?((?:19|20)\d\d)\b")
_SAYS_WHEN = re.compile(
    rf"(?i)(?:{MONTH_NAME}|(?:fiscal|financial|calendar|FY|CY|years?|months?|quarters?|weeks?|periods?"
    r"|half|three|six|nine|twelve|ended|ending|end|the|as|at|of|for|in|on|and|to|from|through"
    r"|\d+(?:st|nd|rd|th)?))$"
)
"""Words of a header that say no more than when: "Year ended 31 December, 2031"."""


@dataclass(frozen=True, slots=True)
class YearOfList:
    """A list with the columns of one year alone; `columns` are the numbers that these have in the
    list as it stands."""

    table: StoredTable
    columns: tuple[int, ...]


def year_of_list(question: str, table: StoredTable) -> YearOfList | None:
    """The list for the only year that a question names; None where it names none or a part of one,
    the columns of the list are not of several whole years, or a day in the rows may be meant."""
    named = _IN_YEAR.findall(question)
    if len(named) != 1 or len(years_in(question)) != 1 or quarters_in(question):
        return None
    if parts_in(question) or not is_of_periods(table) or is_statement(table):
        return None
    figures = [column for column in table.columns if column.kind in FIGURES]
    years = {figure.period for figure in figures if figure.period}
    if len(years) < 2 or named[0] not in years or not all(map(is_year, years)):
        return None
    if any(column.kind is CellKind.DATE for column in table.columns):
        return None
    columns = tuple(
        at for at, column in enumerate(table.columns) if column.period in ("", named[0])
    )
    own = [table.columns[at] for at in columns if table.columns[at].period]
    if not all(_says_what(each.name.replace(each.period, "")) for each in own):
        return None  # what the figures are is said by the rows, some of which sum up others
    rows = tuple(_cut(row, columns) for row in table.rows)
    heads = tuple(table.columns[at] for at in columns)
    return YearOfList(replace(table, columns=heads, rows=rows), columns)


def _says_what(header: str) -> bool:
    """Whether words of a header say more than when."""
    return not all(_SAYS_WHEN.match(word) for word in WORD.findall(header))


def _cut(row: StoredRow, columns: tuple[int, ...]) -> StoredRow:
    return replace(row, cells=tuple(row.cells[at] for at in columns))


def told_of_year(made: Calculation | Refusal | None, cut: YearOfList) -> Calculation | None:
    """A figure over the list of one year with the cells of the list as it stands."""
    if not isinstance(made, Calculation):
        return None
    return replace(made, operands=tuple(_placed(operand, cut) for operand in made.operands))


def _placed(each: Operand, cut: YearOfList) -> Operand:
    return each if each.column < 0 else replace(each, column=cut.columns[each.column])
