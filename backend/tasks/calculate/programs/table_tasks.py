"""What somebody has to do, or what there is to do at all, by a table of tasks: minutes and reports
close with one of what is to be done, by whom and by when."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.analysis import term_texts
from backend.calendar_words import MONTHS
from backend.dates import dates_in
from backend.tasks.calculate.programs.column_answers import made, operands
from backend.tasks.calculate.programs.column_words import LABEL, heading, value_of
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_WORD = re.compile(r"[\w’'-]+")
MOST = 20
"""Tasks that are listed, at most: more are no answer."""
_TASK = re.compile(
    r"(?i)^(?:actions?(?: (?:points?|items?|required|needed|agreed))?|tasks?|to[- ]?do"
    r"|what (?:is|has) to be done|(?:work )?to be done|recommended actions?|next steps?)$"
)
_WHAT = re.compile(r"(?i)^(?:what|description|item|matter|point)$")
"""What a column of tasks is called where the table has their name."""
_OF_TASKS = re.compile(
    r"(?i)^(?:\d+[.)]? )?(?:summary of |list of )?(?:actions?(?: (?:points?|items?|list|agreed))?"
    r"|agreed actions|tasks?|to[- ]?dos?(?: list)?|next steps)$"
)
OWNERS = (
    r"(?:action )?owners?|responsible(?: person| officer)?|assigned to|assignee|who|by whom"
    r"|action by"
)
"""What a column is called that says who is to do something."""
_OWNER = re.compile(rf"(?i)^(?:{OWNERS}|responsibility|assignees)$")
_DUE = re.compile(
    r"(?i)^(?:by(?: when)?|due(?: by| date)?|date due|deadline|to be done by"
    r"|complet(?:e|ion)(?: by| date)?)$"
)
_STATUS = re.compile(r"(?i)^(?:status|state|progress|done\??|completed?\??|closed\??)$")
_DONE = frozenset(["done", "complete", "completed", "closed", "yes", "cancelled", "✓", "dropped"])
_OPEN = frozenset(["", "open", "no", "ongoing", "in progress", "outstanding", "pending", "new"])
_PAST = re.compile(r"(?i)\b(?:log|register|diary|history|past|completed|closed|done)\b")
"""A title over what was done, and is no more to be."""
_HAVE_TO = r"(?:(?:have|has|need|needs|supposed|asked|agree|agreed|required|meant)(?: (?=to\b)))"
_NAME = r"[^\W\d_](?:[^\W\d_]|[ .'’-])*?"
_OF_ONE = re.compile(
    r"(?i)^(?:and )?(?:what|which (?:actions|tasks)) (?:"
    rf"(?:does|is|has|did|was) (?:the )?(?P<who>{_NAME}) {_HAVE_TO}to "
    rf"|(?:must|should|will|shall) (?:the )?(?P<whom>{_NAME}) {_HAVE_TO}?(?:to )?"
    r")(?:do|get done|take on|deal with|see to)\b(?P<rest>.*)$"
)
_OF_ALL = re.compile(
    r"(?i)^(?:and )?(?:what|which|list|show(?: me)?)(?: are| were)?(?: all)?(?: the)? "
    r"(?:action (?:points?|items?)|actions|tasks|to[- ]?dos?|next steps)"
    r"(?: (?:are|were) (?:there|agreed|noted|decided|set|given))?\b(?P<rest>.*)$"
)
_HOW_MANY = re.compile(
    r"(?i)^(?:and )?how many (?:(?P<things>things)|jobs?|tasks?|actions?(?: (?:points?|items?))?"
    r"|to[- ]?dos?) (?:"
    rf"did (?:the )?(?P<did>{_NAME}) (?:get|receive|take on|have)(?: to do)?"
    rf"|(?:was|were) (?:the )?(?P<was>{_NAME}) (?:given|assigned)(?: to do)?"
    rf"|(?:has|have) (?:the )?(?P<has>{_NAME}) (?:been (?:given|assigned)|taken on)(?: to do)?"
    rf"|(?:went|were given|were assigned|fell) to (?:the )?(?P<to>{_NAME})"
    rf"|(?:does|do) (?:the )?(?P<does>{_NAME}) (?:still )?(?:have|need)(?: to do)?"
    rf"|(?:has|have) (?:the )?(?P<got>{_NAME}) (?:still )?(?:got )?to do"
    r")(?P<rest>(?: (?:after|at|from|following|in|of)\b.*)?)$"
)
"""How many one person was given, done or not, or has to do."""
_OF_EVERYBODY = re.compile(
    r"(?i)\b(?:all|everyone|everybody|both|each|team|committee|board|group|others|members)\b"
)
_STILL = ("does", "got")
_BY_WHEN = re.compile(r"(?i),? (?:and )?(?:by when|when|until when|by what date)\W*$")
_AFTER_MEETING = re.compile(
    r"(?i)\b(?:after|at|from|following|in|of) (?:the |our |this |that )?(?:last |[a-z]+ ){0,3}"
    r"(?:meeting|minutes|board|committee|council)\b"
)
_MEETING = frozenset(
    [
        *("after", "at", "from", "following", "in", "of", "the", "our", "this", "that", "last"),
        *("meeting", "minutes", "board", "committee", "council", "team", "club", "trustees"),
    ]
)
_NOT = re.compile(r"(?i)n['’]t\b|\b(?:not|never|only|except|nobody|and|or)\b|[,&]")
_TITLES = re.compile(r"(?i)\b(?:mr|mrs|ms|miss|dr|prof(?:essor)?|cllr|councillor|sir)\b\.?")
_PARTS = re.compile(r"(?i)\s*(?:,|;|/|&|\band\b|\bwith\b|\n)\s*")
_IDLE = frozenset(
    ["there", "now", "next", "then", "agreed", "noted", "decided", "set", "and", "their", "owners"]
)


@dataclass(frozen=True, slots=True)
class _TaskTable:
    """A table of tasks; its columns of what is to be done, by whom, and, if it says so, by when and
    how far it is."""

    table: StoredTable
    task: int
    owner: int
    due: int | None
    status: int | None

    def rows(self, *, with_done: bool = False) -> list[int]:
        """The rows of what is still to be done, or of that and what is done."""
        return [
            at
            for at, row in enumerate(self.table.rows)
            if not row.total and (with_done or self._said(at, self.status) not in _DONE)
        ]

    def has_those_of_all(self, *, with_done: bool) -> bool:
        """Whether some of the rows are for everybody, who may be counted to each or to none."""
        owners = (
            value_of(self.table.rows[at], self.owner) for at in self.rows(with_done=with_done)
        )
        return any(map(_OF_EVERYBODY.search, owners))

    def owners_of(self, at: int) -> frozenset[frozenset[str]]:
        """The stems of each of those who are to do a task."""
        said = _PARTS.split(_TITLES.sub(" ", value_of(self.table.rows[at], self.owner)))
        return frozenset(frozenset(term_texts(each)) for each in said if each.strip())

    def is_whole(self) -> bool:
        """Whether every row says what is to be done and by whom, the days are days, and how far it
        is is said in words that are known."""
        every = range(len(self.table.rows))
        dues = [value_of(self.table.rows[at], self.due) for at in every if self.due is not None]
        return (
            all(value_of(self.table.rows[at], self.task).strip() for at in every)
            and all(self.owners_of(at) for at in every)
            and not any("%" in due for due in dues)
            and all(self._said(at, self.status) in _DONE | _OPEN for at in every)
        )

    def _said(self, at: int, column: int | None) -> str:
        return "" if column is None else value_of(self.table.rows[at], column).casefold().strip()


def table_tasks(question: str, tables: Sequence[StoredTable], about: str) -> Calculation | None:
    """The tasks of the only table of a document that has them, each with the day that it is due,
    or how many somebody has or was given; None where the question asks for none, says more than who
    and when, or names nobody there, or somebody whose name others bear. What is done is left out,
    but of what somebody was given.

    Args:
        question: as it was asked.
        tables: all of the document.
        about: its title, which may name the month of the meeting.
    """
    asked = _asked_in(question)
    if asked is None or not _is_of_the_meeting(asked["rest"], about):
        return None
    if asked.re is _HOW_MANY and asked["things"] and " to do" not in asked[0]:
        return None
    found = [each for table in tables if is_sound(table) and (each := _tasks_of(table))]
    if len(found) != 1 or not found[0].is_whole():
        return None
    (tasks,) = found
    named = asked.groupdict()
    for other in ("rest", "things"):
        named.pop(other, None)
    is_past = asked.re is _HOW_MANY and not any(named[each] for each in _STILL)
    name = next((each.strip() for each in named.values() if each), "")
    rows = _rows_of(tasks, name, is_past=is_past) if name else tasks.rows()
    if not 1 <= len(rows) <= MOST:
        return None
    if asked.re is _HOW_MANY and tasks.has_those_of_all(with_done=is_past):
        return None
    return _counted(tasks, rows, name) if asked.re is _HOW_MANY else _told(tasks, rows, name)


def asks_tasks(question: str) -> bool:
    """Whether a question asks for all that is to be done, or all that one person has to do."""
    return _asked_in(question) is not None


def _asked_in(question: str) -> re.Match[str] | None:
    plain = _BY_WHEN.sub("", " ".join(question.split())).rstrip("?. ")
    return _OF_ONE.match(plain) or _OF_ALL.match(plain) or _HOW_MANY.match(plain)


def _is_of_the_meeting(rest: str, about: str) -> bool:
    """Whether the rest of a question says nothing but which meeting is meant, in words that hold
    for all tasks; of its time only what the document's title has."""
    titled = frozenset(word.casefold() for word in _WORD.findall(about))
    for mention in dates_in(about):  # "2031-04-12" is in April
        titled |= {str(mention.year), *MONTHS[mention.month - 1 : mention.month]}
    words = [word.casefold() for word in _WORD.findall(rest)]
    if not any(word not in _IDLE for word in words):
        return True
    meant = _AFTER_MEETING.search(rest) is not None
    return meant and all(word in _IDLE | _MEETING or word in titled for word in words)


def _rows_of(tasks: _TaskTable, name: str, *, is_past: bool = False) -> list[int]:
    """The rows of the one whom a question names, with what is done where `is_past`; none where the
    name is part of several names."""
    who = frozenset(term_texts(_TITLES.sub(" ", name)))
    if not who or not name[:1].isupper() or _NOT.search(name):
        return []
    every = {owner for at in range(len(tasks.table.rows)) for owner in tasks.owners_of(at)}
    meant = {owner for owner in every if owner == who} or {each for each in every if who <= each}
    if len(meant) != 1:
        return []
    rows = tasks.rows(with_done=is_past)
    return [at for at in rows if meant & tasks.owners_of(at)]


def _tasks_of(table: StoredTable) -> _TaskTable | None:
    """The table as one of tasks; None where a column is missing or there are two of a kind, or it
    is one of what was done."""
    if _PAST.search(table.title):
        return None
    heads = [(LABEL, table.label_name), *((at, each.name) for at, each in enumerate(table.columns))]
    tasks, owners, dues, states = (
        [at for at, head in heads if kind.match(head.strip(" :"))]
        for kind in (_TASK, _OWNER, _DUE, _STATUS)
    )
    if not tasks and any(map(_OF_TASKS.match, (table.title.strip(), *table.section[-1:]))):
        tasks = [at for at, head in heads if _WHAT.match(head.strip(" :"))]
    if len(tasks) != 1 or len(owners) != 1 or len(dues) > 1 or len(states) > 1:
        return None
    return _TaskTable(
        table, tasks[0], owners[0], dues[0] if dues else None, states[0] if states else None
    )


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
    over = f"{heading(found.task, table)}{of}"
    return made(Operation.LIST, said, Decimal(len(rows)), formula, cells, over, listed=listed)


def _counted(found: _TaskTable, rows: Sequence[int], who: str) -> Calculation:
    """How many they are, and which."""
    table = found.table
    listed = tuple(_lines(found, rows))
    many = str(len(rows))
    formula = f"{many} of {len(table.rows)} rows of {who}: {'; '.join(what for what, _ in listed)}"
    cells = operands(table, rows, found.task)
    over = f"{heading(found.task, table)} of {who}"
    return made(Operation.COUNT, many, Decimal(many), formula, cells, over, listed=listed)


def _lines(found: _TaskTable, rows: Sequence[int]) -> Iterator[tuple[str, str]]:
    for at in rows:
        row = found.table.rows[at]
        due = value_of(row, found.due) if found.due is not None else ""
        yield value_of(row, found.task), due
