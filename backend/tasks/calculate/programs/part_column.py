"""A column that is a part of the one before it: “Boats” and “of which leaking” say how many of the
boats leak, and what share of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.tables.cell_values import CURRENCIES
from backend.tables.headings_over import text_around
from backend.tasks.calculate.programs.arithmetic import CannotComputeError
from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_conditions import has_figure
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import ASKING
from backend.tasks.calculate.programs.part_of_total import share_asked
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice
from backend.tasks.calculate.programs.telling import told
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operation
from backend.types.tables import CellKind, StoredTable

SURE = 0.95
LONGEST = 300
"""Characters of a question for a count, at most."""
_AMOUNTS = frozenset([CellKind.NUMBER, CellKind.CURRENCY])
_OF_WHICH = re.compile(r"(?i)^(?:thereof|(?:of|out of) (?:which|whom|these|them|those)),?\s+(.+)$")
_HOW_MANY_OF = re.compile(
    r"(?i)^how many of (?P<whole>.+?) (?:is|are|was|were|have been|had been) (?P<part>[^,?]*\w)\W*$"
)
_ALL = words_of("all the every total whole overall")
_BUT = r"other than|except|excluding|without|apart from"
_OTHERS = re.compile(rf"(?i)\b(?:{_BUT})\b")
_NOT_ALL = re.compile(rf"(?i)\b(?:{_BUT}|but|and|or|not|between)\b|[,&/]")
"""What makes a whole another one than its column or row."""
_NO_STATE = re.compile(r"(?i)\b(?:not|no|never|neither|un\w+|in|on|by|from|since|until|before)\b")


@dataclass(frozen=True, slots=True)
class _Asked:
    part: frozenset[str]
    whole: frozenset[str]
    operation: Operation


def part_column(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """How many of a whole are so, or what share of it, where two columns and one row say it; None
    for other questions, and where tables differ."""
    del calendar  # nothing of it depends on years
    asked = _asked_in(question)
    if asked is None or not asked.part or not asked.whole:
        return None
    made = [each for table in tables if is_sound(table) for each in _in_table(asked, table)]
    return of_one_voice(made)


def _asked_in(question: str) -> _Asked | None:
    text = " ".join(question.split())
    counted = _HOW_MANY_OF.match(text[:LONGEST])
    if counted is not None:
        if _NOT_ALL.search(counted["whole"]):
            return None
        part, whole, operation = counted["part"], words_of(counted["whole"]), Operation.LOOKUP
    elif (share := share_asked(question)) is not None and not share.years and not share.quarters:
        part, whole, operation = share.part, share.whole, Operation.SHARE
    else:
        return None
    if _NO_STATE.search(part) or _OTHERS.search(text):
        return None
    return _Asked(words_of(part) - ASKING, whole - ASKING - _ALL, operation)


def _in_table(asked: _Asked, table: StoredTable) -> Iterator[Calculation]:
    for column, within in _parts(table):
        own = words_of(_last(table, within))
        state = _OF_WHICH.match(_last(table, column))
        # all words of the header: those on hire are not the boats
        if state is None or words_of(state[1]) != asked.part or not own <= asked.whole or not own:
            continue
        if asked.operation is Operation.LOOKUP and _is_money(table, column, within):
            continue
        row = _row_of(asked.whole - own, table)
        if row is None or not all(has_figure(table, row, at) for at in (column, within)):
            continue
        (part,), (whole,) = (operands(table, [row], at) for at in (column, within))
        cells = [part, whole] if asked.operation is Operation.SHARE else [part]
        if not 0 <= part.value <= whole.value:
            continue
        try:
            yield told(asked.operation, cells, SURE)
        except CannotComputeError:
            continue


def _is_money(table: StoredTable, *columns: int) -> bool:
    """Whether any of some columns has amounts, which are no number of things."""
    held = [table.columns[at] for at in columns]
    return any(each.kind is CellKind.CURRENCY or each.unit in CURRENCIES.values() for each in held)


def _parts(table: StoredTable) -> Iterator[tuple[int, int]]:
    """Columns of figures that are a part of one before them, and that one."""
    within = -1
    for at, column in enumerate(table.columns):
        if column.kind not in _AMOUNTS:
            continue
        if _OF_WHICH.match(_last(table, at)) is None:
            within = at
        elif within >= 0:
            yield at, within


def _last(table: StoredTable, column: int) -> str:
    path = table.columns[column].path
    return path[-1] if path else table.columns[column].name


def _row_of(rest: frozenset[str], table: StoredTable) -> int | None:
    """The row that the other words name in full; the one total where they only say what the table
    is of."""
    named = [at for at, row in enumerate(table.rows) if rest and words_of(row.label) == rest]
    if not named and rest <= words_of(text_around(table)):
        named = [at for at, row in enumerate(table.rows) if row.total]
    return named[0] if len(named) == 1 else None
