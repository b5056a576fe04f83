"""Two columns of figures set beside each other: "Who did better in rowing than in sailing?", "In
which months did we pay more than we received?", "How much better did Ada do in the one than in the
other?"."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.column_words import (
    bare_question,
    column_said,
    headers_of,
    is_list,
    plain_heading,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.column_done import column_done
from backend.tasks.calculate.programs.list_readings.less_is_better import is_less_better
from backend.types.calculations import Calculation
from backend.types.tables import StoredTable

_DOES = r"(?:(?:did|do|does|has|have|had|is|are|was|were) )?"
_HOW = r"(?P<how>better|worse|more|less|higher|lower)"
_GETS = r"(?:got|get|gets|did|do|done|had|has|have|scored?|reached)?"
_IN_BOTH = r" in (?:the )?(?P<left>.+?) than in (?:the )?(?P<right>.+)"
_WHO = re.compile(
    rf"(?i)^(?P<who>who|(?:which|what) .+?) {_DOES}{_GETS} ?{_HOW}(?: marks?| points?)?{_IN_BOTH}$"
)
_HOW_MUCH = re.compile(
    rf"(?i)^(?:by )?how much {_HOW} (?:did|does|do|has|had|was|is) (?P<who>.+?)"
    rf"(?: {_GETS[:-1]})?{_IN_BOTH}$"
)
_DEEDS = re.compile(
    r"(?i)^(?:in |on |for )?which (?P<who>.+?) did (?:we|they|i|you|it) "
    r"(?P<left>[^\W\d_]+)(?: out| in)? (?P<how>more|less) (?:money )?than "
    r"(?:we|they|i|you|it) (?P<right>[^\W\d_]+)(?: out| in)?$"
)
_DEEDS_OF = re.compile(
    r"(?i)^which (?P<who>.+?) (?:(?:have|has|had) )?(?P<left>[^\W\d_]+) (?P<how>more|less|fewer) "
    r"(?:[^\W\d_]+ )?than (?:they|it|he|she) (?:(?:have|has|had) )?(?P<right>[^\W\d_]+)$"
)
_BELOW = frozenset(["worse", "less", "lower", "fewer"])
_JUDGED = frozenset(["better", "worse"])


def two_columns(asked: AskedList) -> list[Outcome]:
    """Whose figure of one column is above that of the other, or by how much it is; nothing where
    the words do not name one column of figures each, alike in unit and scale."""
    if asked.is_part or not is_list(asked.table):
        return []
    text = bare_question(asked.question)
    match = _HOW_MUCH.match(text) or _WHO.match(text)
    if match is not None:
        sides = _said(match["left"], asked.table), _said(match["right"], asked.table)
    elif (match := _DEEDS.match(text) or _DEEDS_OF.match(text)) is not None:
        sides = column_done(match["left"], asked.table), column_done(match["right"], asked.table)
    else:
        return []
    left, right = sides
    if left is None or right is None or not _are_alike(left, right, asked.table):
        return []
    how = match["how"].casefold()
    if how in _JUDGED and not _is_better_above(left, right, asked):
        return []
    one, two = (plain_heading(at, asked.table) for at in (left, right))
    if match.re is _HOW_MUCH:
        one, two = (two, one) if how in _BELOW else (one, two)
        made = asked.ask(f"What is the total {one} minus {two} of {match['who']}")
        is_so = isinstance(made, Calculation) and made.value > 0
        return [made] if made is not None and is_so else []
    who = match["who"] if match["who"].casefold() != "who" else f"which {asked.table.label_name}"
    who = re.sub(r"(?i)^(?:which |what )?", "Which ", who, count=1)
    made = asked.ask(f"{who} with {one} {'below' if how in _BELOW else 'above'} {two}")
    return [made] if isinstance(made, Calculation) else []


def _said(text: str, table: StoredTable) -> int | None:
    return column_said(text, table, headers_of(table, "").figures)


def _are_alike(left: int, right: int, table: StoredTable) -> bool:
    one, two = table.columns[left], table.columns[right]
    return left != right and (one.kind, one.unit, one.scale) == (two.kind, two.unit, two.scale)


def _is_better_above(left: int, right: int, asked: AskedList) -> bool:
    """Whether more of a column is better as far as anybody knows: it has no unit and is no time,
    rank or number of faults."""
    plain = all(asked.table.columns[at].unit in ("", "%") for at in (left, right))
    return plain and not is_less_better(asked, left, right)
