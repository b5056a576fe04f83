"""How far a figure of a list moved from one period to another: "How much did the income of the
Great Hall grow from January to February, in per cent?", "What was the change in visitors between
2022 and 2023?", "How much higher were sales in Q2 than in Q1?".

Each period's figure is a question of its own: the one cell of the period where there is one, else
what its rows come to. Where the figures are of how many there are at a time, the rows of both
periods must be of the same things, each once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from backend.calendar_words import MONTH_NAME
from backend.tasks.calculate.programs.column_dates import day_spans
from backend.tasks.calculate.programs.column_differences import (
    APART,
    MOVED,
    PER_CENT,
    PER_CENT_DOWN,
    PER_CENT_UP,
    ComparedSums,
    difference_of_sums,
)
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    columns_of_words,
    heading,
    key_of,
    value_of,
)
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.turned_periods import stands
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import CellKind, StoredTable

_PERIOD = (
    rf"(?:the )?(?:(?:first|second|third|fourth) quarter|q[1-4]|{MONTH_NAME}|(?:19|20)\d\d)"
    r"(?:(?: of)? (?:19|20)\d\d)?"
)
_UP = r"rise|rose|risen|grow|grew|grown|increased?|go up|went up|gone up|climb(?:ed)?"
_DOWN = (
    r"fall|fell|fallen|drop(?:ped)?|decreased?|go down|went down|gone down|declined?|sink|sank"
    r"|shrink|shrank"
)
_BETWEEN = rf"(?:from|between) (?P<earlier>{_PERIOD}) (?:to|and|until) (?P<later>{_PERIOD})"
_SAID_BEHIND = re.compile(
    r"(?i),? (?:in|as an?) (?:per ?cent(?:age)?|%)(?: terms| points)?$|,? in relative terms$"
)
_POINTS = re.compile(r"(?i)\bpoints\b")
_BY = (
    r"(?:by )?how much|by (?:(?P<rate>how many|how much|what) (?:per ?cent|%)|what (?P<rate_>per"
    r"centage))"
)
_DID_MOVE = re.compile(
    rf"(?i)^(?:{_BY}) (?:did|has|have) (?:the |our )?(?P<what>.+?) "
    rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN})|changed?) {_BETWEEN}$"
)
_NOUN = re.compile(
    r"(?i)^(?:what|how (?:large|big|high|great)) (?:is|was) the (?P<rate>percentage |per ?cent )?"
    r"(?:(?P<up>rise|increase|growth|gain)|(?P<down>fall|drop|decrease|decline)|change|difference) "
    rf"in (?:the |our )?(?P<what>.+?) {_BETWEEN}$"
)
_HIGHER = re.compile(
    r"(?i)^(?:by )?how (?:much|many (?P<rate>per ?cent|%)) "
    r"(?:(?P<up>higher|larger|greater)|(?P<down>lower|smaller)) (?:is|was|are|were) "
    r"(?:the |our )?(?P<what>.+?) (?:in|for|during) "
    rf"(?P<later>{_PERIOD}) than (?:(?:in|for|during) )?(?P<earlier>{_PERIOD})$"
)
_FORMS = (_DID_MOVE, _NOUN, _HIGHER)
_YEAR = re.compile(r"(?:19|20)\d\d$")
_NOT_ADDED = re.compile(
    r"(?i)^(?:total|average|mean|median|highest|lowest|largest|smallest|price|share)\b"
)


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """What moved, from which period to which, and what is wanted of it (`ComparedSums`)."""

    what: str
    later: str
    earlier: str
    wanted: str


def moved_between(question: str) -> MovedFigure | None:
    """What a question asks for; None where it has none of these forms."""
    text = " ".join(question.split()).strip(" ?.!")
    behind = _SAID_BEHIND.search(text)
    if behind is not None and _POINTS.search(behind[0]):
        return None
    plain = text[: behind.start()] if behind is not None else text
    found = next(filter(None, (form.match(plain) for form in _FORMS)), None)
    if found is None:
        return None
    held = found.groupdict()
    later, earlier = held["later"], held["earlier"]
    if not _YEAR.search(earlier) and (year := _YEAR.search(later)):
        earlier = f"{earlier} {year[0]}"  # "from March to May 2031"
    elif not _YEAR.search(later) and _names_later_first(found) and (year := _YEAR.search(earlier)):
        later = f"{later} {year[0]}"  # "higher in May than in March 2031"
    is_rate = bool(behind or held.get("rate") or held.get("rate_"))
    if is_rate:
        wanted = PER_CENT_UP if held["up"] else PER_CENT_DOWN if held["down"] else PER_CENT
    else:
        wanted = MOVED if held["up"] or held["down"] else APART
    if held["down"] and not is_rate:
        later, earlier = earlier, later  # what it fell by is above nought
    return MovedFigure(held["what"], later, earlier, wanted)


def _names_later_first(found: re.Match[str]) -> bool:
    """Whether a form names the later period first."""
    return found.re is _HIGHER


def told_of_move(
    moved: MovedFigure,
    ask: Callable[[str], Calculation | Refusal | None],
    tables: Sequence[StoredTable],
) -> Calculation | Refusal | None:
    """How far it moved; a refusal where it is open, None where the periods have no figure."""
    outcome: Calculation | Refusal | None = None
    for start in _starts(moved.what):
        sides = [ask(f"{start} {moved.what} in {each}?") for each in (moved.later, moved.earlier)]
        one, other = sides
        if not isinstance(one, Calculation) or not isinstance(other, Calculation):
            continue
        if not _are_alike(one, other, tables):
            continue
        if (lacking := _lacking(moved, one, other, tables)) is not None:
            return lacking
        asked = ComparedSums(moved.later, moved.earlier, moved.wanted)
        outcome = difference_of_sums(asked, one, other)
        if isinstance(outcome, Calculation):
            return outcome
    return outcome


def _starts(what: str) -> Iterator[str]:
    yield "what is the"
    if _NOT_ADDED.match(what) is None:
        yield "what is the total"


def _are_alike(one: Calculation, other: Calculation, tables: Sequence[StoredTable]) -> bool:
    """Whether the figures of both are of one column, and may be added up where several rows are of
    one period: what there is at a time is, of each thing once, and of the same things in both."""
    heads = {operand.header for operand in (*one.operands, *other.operands)}
    if len(heads) != 1:
        return False
    if one.operation is not Operation.SUM or max(len(one.operands), len(other.operands)) == 1:
        return True
    for table in tables:
        columns = {operand.column for operand in one.operands if operand.table_id == table.id}
        if not columns:
            continue
        column = columns.pop()
        if not (is_level(table, column) or stands(heading(column, table))):
            continue
        sides = [[operand.row for operand in side.operands] for side in (one, other)]
        if not any(_are_of_the_same(table, at, *sides) for at in columns_of_words(table)):
            return False
    return True


def _lacking(
    moved: MovedFigure, one: Calculation, other: Calculation, tables: Sequence[StoredTable]
) -> Refusal | None:
    """That a list of periods has a row of something in one period and none in the other, where both
    have each thing once: what they come to is then not of the same things."""
    for table in tables:
        sides = [
            [operand.row for operand in side.operands if operand.table_id == table.id]
            for side in (one, other)
        ]
        if not all(sides) or max(map(len, sides)) == 1 or _has_days(table):
            continue
        for at in columns_of_words(table):
            held = [[value_of(table.rows[row], at) for row in rows] for rows in sides]
            first, second = (dict.fromkeys(each) for each in held)
            each_once = all(len(set(each)) == len(each) for each in held)
            if each_once and first.keys() & second.keys() and first.keys() != second.keys():
                lacks = [each for each in first | second if each not in first or each not in second]
                period = moved.later if lacks[0] not in first else moved.earlier
                return Refusal(f"The list has no row of {lacks[0]} in {period}.", is_open=True)
    return None


def _has_days(table: StoredTable) -> bool:
    """Whether rows are of single days: what is bought on one need not be bought again."""
    dates = (
        LABEL,
        *(at for at, column in enumerate(table.columns) if column.kind is CellKind.DATE),
    )
    spans = [span for at in dates for span in day_spans(_texts_of(table, at)).values()]
    return any(span.first == span.last for span in spans)


def _texts_of(table: StoredTable, column: int) -> list[str]:
    """The texts of a column without those of totals."""
    return [value_of(row, column) for row in table.rows if not row.total]


def _are_of_the_same(table: StoredTable, at: int, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two groups of rows have the same texts in a column, each once."""
    held = [[key_of(value_of(table.rows[row], at)) for row in rows] for rows in (one, other)]
    return all(len(set(each)) == len(each) and all(each) for each in held) and set(held[0]) == set(
        held[1]
    )
