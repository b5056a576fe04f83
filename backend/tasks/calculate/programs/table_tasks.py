"""What somebody has to do, or what there is to do at all, by a table of tasks: minutes and reports
close with one of what is to be done, by whom and by when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.analysis import term_texts
from backend.tasks.calculate.programs.column_answers import made, operands
from backend.tasks.calculate.programs.column_words import LABEL, value_of
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

MOST = 20
"""Tasks that are listed, at most: more are no answer."""
_TASK = re.compile(
    r"(?i)^(?:actions?(?: (?:points?|items?|required|needed|agreed))?|tasks?|to[- ]?do"
    r"|what(?: (?:is|has) to be done)?|(?:work )?to be done|recommend(?:ed )?(?:ations?|actions?)"
    r"|measures?|next steps?)$"
)
_OWNER = re.compile(
    r"(?i)^(?:(?:action )?owners?|responsible(?: person| officer)?|responsibility|assigned to"
    r"|assignees?|who|by whom|lead(?: officer)?|action by|person)$"
)
_DUE = re.compile(
    r"(?i)^(?:by(?: when)?|due(?: by| date)?|date due|deadline|when|until|target(?: date)?"
    r"|to be done by|complet(?:e|ion)(?: by| date)?|timescale)$"
)
_OF_ONE = re.compile(
    r"(?i)^(?:and )?(?:what|which (?:actions|tasks)) (?:does|must|should|will|is|has|did) "
    r"(?:the )?(?P<who>[^\W\d_](?:[^\W\d_]|[ .'’-])*?)"
    r" (?:(?:have|has|need|needs|supposed|asked|agree|agreed|required|meant)(?: (?=to\b)))?"
    r"(?:to )?(?:do|get done|take on|deal with|see to)\b(?P<rest>.*)$"
)
_OF_ALL = re.compile(
    r"(?i)^(?:and )?(?:what|which|list|show(?: me)?)(?: are| were)?(?: all)?(?: the)? "
    r"(?:action (?:points?|items?)|actions|tasks|to[- ]?dos?|next steps)"
    r"(?: (?:are|were) (?:there|agreed|noted|decided|set|given|assigned))?\b(?P<rest>.*)$"
)
_BY_WHEN = re.compile(r"(?i),? (?:and )?(?:by when|when|until when|by what date)\W*$")
_TITLES = re.compile(r"(?i)\b(?:mr|mrs|ms|miss|dr|prof(?:essor)?|cllr|councillor|sir)\b\.?")
_IDLE = frozenset(
    term_texts(
        "meeting minutes agreed noted decided set given assigned after following from of in at for "
        "on by to the a there listed document report their owners who deadlines now next then",
        keep_stop_words=True,
    )
)


@dataclass(frozen=True, slots=True)
class _TaskTable:
    """A table of tasks; its columns of what is to be done, by whom, and by when if it says so."""

    table: StoredTable
    task: int
    owner: int
    due: int | None

    def rows_of(self, who: frozenset[str]) -> list[int]:
        """The rows whose owner has all these words; all of them where there are none."""
        rows = [at for at, row in enumerate(self.table.rows) if not row.total]
        return [at for at in rows if who <= self.owner_of(at)]

    def owner_of(self, at: int) -> frozenset[str]:
        """The stems of who is to do a task."""
        return frozenset(term_texts(_TITLES.sub(" ", value_of(self.table.rows[at], self.owner))))


def table_tasks(question: str, tables: Sequence[StoredTable], about: str) -> Calculation | None:
    """The tasks of the only table of a document that has them, each with the day that it is due;
    None where the question asks for none, says more than who and when, or names nobody there.

    Args:
        question: as it was asked.
        tables: all of the document.
        about: its title, whose words say nothing more of a task.
    """
    plain = _plain(question)
    of_one = _OF_ONE.match(plain)
    asked = of_one or _OF_ALL.match(plain)
    of_tasks = [each for table in tables if is_sound(table) and (each := _tasks_of(table))]
    if asked is None or len(of_tasks) != 1:
        return None
    (found,) = of_tasks
    idle = _IDLE | frozenset(term_texts(f"{about} {found.table.title}", keep_stop_words=True))
    if not frozenset(term_texts(asked["rest"], keep_stop_words=True)) <= idle:
        return None
    who = frozenset(term_texts(_TITLES.sub(" ", of_one["who"]))) if of_one else frozenset[str]()
    if of_one and (not who or not of_one["who"].strip()[:1].isupper()):
        return None
    rows = found.rows_of(who)
    if not 1 <= len(rows) <= MOST or _are_of_several(found, who, rows):
        return None
    return _told(found, rows, of_one["who"].strip() if of_one else "")


def _plain(question: str) -> str:
    return _BY_WHEN.sub("", " ".join(question.split())).rstrip("?. ")


def _tasks_of(table: StoredTable) -> _TaskTable | None:
    """The table as one of tasks; None where a column is missing or there are two of a kind."""
    heads = [(LABEL, table.label_name), *((at, each.name) for at, each in enumerate(table.columns))]
    tasks, owners, dues = (
        [at for at, head in heads if kind.match(head.strip(" :"))] for kind in (_TASK, _OWNER, _DUE)
    )
    if len(tasks) != 1 or len(owners) != 1 or len(dues) > 1:
        return None
    return _TaskTable(table, tasks[0], owners[0], dues[0] if dues else None)


def _are_of_several(found: _TaskTable, who: frozenset[str], rows: Sequence[int]) -> bool:
    """Whether two people bear the name that is asked for. A task of several people has all of
    them, so the shortest of the cells that hold the name are looked at."""
    if not who:
        return False
    owners = {found.owner_of(at) for at in rows}
    fewest = min(map(len, owners))
    return len({owner for owner in owners if len(owner) == fewest}) > 1


def _told(found: _TaskTable, rows: Sequence[int], who: str) -> Calculation:
    table = found.table
    listed = tuple(_lines(found, rows))
    said = "; ".join(f"{what} ({due})" if due else what for what, due in listed)
    of = f" of {who}" if who else ""
    formula = f"{len(rows)} of {len(table.rows)} rows{of}" if who else f"{len(rows)} rows"
    columns = [found.task, *([found.due] if found.due is not None else [])]
    cells = tuple(
        cell
        for at in rows
        for column in columns
        if value_of(table.rows[at], column)
        for cell in operands(table, [at], column)
    )
    over = f"{table.columns[found.task].name if found.task >= 0 else table.label_name}{of}"
    return made(Operation.LIST, said, Decimal(len(rows)), formula, cells, over, listed=listed)


def _lines(found: _TaskTable, rows: Sequence[int]) -> Iterator[tuple[str, str]]:
    for at in rows:
        row = found.table.rows[at]
        due = value_of(row, found.due) if found.due is not None else ""
        yield value_of(row, found.task), due
