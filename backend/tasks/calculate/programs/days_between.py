"""How many days lie between two dates of a row: "How many days after the invoice date was it
paid?", "What was the longest time between order and delivery?".

The days are put into a column that is made for the question, which is then asked like any other;
its cells are told as the two days that each is made of.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.dates import Span, are_of_one_calendar, beside
from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_dates import day_spans
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    content,
    headers_of,
    heading,
    stemmed,
    value_of,
)
from backend.types.calculations import Calculation, Operand, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredTable

SEVERAL = (
    "Several rows have these days: name one, or ask for the longest, shortest or average time."
)
BEFORE = "In some rows the second day is before the first."
_NAME = "Daycount"
"""Heads the column that is made, and is a word of no other."""
_UNIT = "days between dates"
"""Of that column; plain "days" would be taken for the length of a period."""
_ONE_DAY = re.compile(r"(?<![\d.,])1 days\b")
_PHRASE = r"(?:(?:the|its|their|her|his) )?(?P<{}>[^\W\d_]+(?: [^\W\d_]+){{0,3}}?)"
_SPAN = (
    rf"(?:between {_PHRASE.format('one')} and|from {_PHRASE.format('one_')} to) "
    rf"{_PHRASE.format('two')}"
)
_OF = r"(?: (?:of|for) (?P<row>.+))?"
_TIME = r"(?:time|number of days|days|interval|gap|delay)"
_FORMS = (
    re.compile(
        rf"(?i)^how many days (?:(?:are|were) (?:there )?|lie |passed |went by )?{_SPAN}{_OF}$"
    ),
    re.compile(
        rf"(?i)^how many days after {_PHRASE.format('one')} (?:was|were) (?P<row>.+) "
        r"(?P<two>[^\W\d_]+)$"
    ),
    re.compile(rf"(?i)^how long (?:did it take|does it take|was it|is it) {_SPAN}{_OF}$"),
    re.compile(
        rf"(?i)^what (?:is|was) the (?P<how>longest|shortest|average|mean) {_TIME} {_SPAN}"
        r"(?P<rest> (?:of|for|in|by) .+)?$"
    ),
    re.compile(
        rf"(?i)^which (?P<rows>.+?) (?:took|had|has) (?:the )?(?P<how>longest|shortest)"
        rf"(?: {_TIME})? {_SPAN}$"
    ),
)
_ANY = re.compile(
    r"(?i)\b(?:days|how long|longest|shortest|average|mean)\b.*\b(?:between|from|after)\b"
)
_NOBODY = frozenset(["it", "they", "each", "everything", "all"])
_AS_FIGURE = {"longest": "highest", "shortest": "lowest", "average": "average", "mean": "average"}
_DAY_WORDS = stemmed(["date", "day", "the", "of"])


@dataclass(frozen=True, slots=True)
class Elapsed:
    """A question over the days from the column `first` to the column `second`, which the last
    column of `table` holds."""

    question: str
    table: StoredTable
    first: int
    second: int


def may_ask_days(question: str) -> bool:
    """Whether a question has the words of this kind, whatever the table."""
    return _ANY.search(question) is not None


def elapsed_of(question: str, table: StoredTable) -> Elapsed | Refusal | None:
    """The question over a column of days; None where it asks for none, or the list has not exactly
    one column for each of the two days. A refusal where it does not say of which row."""
    if table.box is not None or not may_ask_days(question):
        return None
    text = bare_question(question)
    found = next((match for form in _FORMS if (match := form.match(text))), None)
    if found is None:
        return None
    held = found.groupdict()
    rows = entries_of(table)[0]
    said = (held["one"] or held.get("one_") or "", held["two"])
    first, second = (_dated(each, table, rows) for each in said)
    if first is None or second is None or first == second:
        return None
    how = (held.get("how") or "").casefold()
    row = (held.get("row") or "").strip()
    if held.get("rows"):
        asked = f"which {held['rows']} has the {_AS_FIGURE[how]} {_NAME}"
    elif how:
        asked = f"what is the {_AS_FIGURE[how]} {_NAME}{held.get('rest') or ''}"
    elif row and row.casefold() not in _NOBODY:
        asked = f"what is the {_NAME} of {row}"
    elif len(rows) == 1:
        asked = f"what is the {_NAME} of {table.rows[rows[0]].label}"
    else:
        return Refusal(SEVERAL, is_open=True)
    return Elapsed(asked, _with_days(table, rows, first, second), first, second)


def told_in_days(
    made: Calculation | Refusal | None, elapsed: Elapsed, table: StoredTable
) -> Calculation | Refusal | None:
    """What a question over the made column gives, with the two days of each row as its cells."""
    if not isinstance(made, Calculation):
        return None if made is None else replace(made, readings=(), lacks=())
    place = len(table.columns)
    rows = entries_of(table)[0]
    start, end = _read_both(table, elapsed.first, elapsed.second, rows)
    read = {elapsed.second: end, elapsed.first: start}
    cells: list[Operand] = []
    for operand in made.operands:
        if operand.column != place:
            cells.append(operand)
            continue
        if operand.value < 0:
            return Refusal(BEFORE, is_open=True)
        for column, days in read.items():
            (cell,) = operands(table, [operand.row], column)
            cells.append(replace(cell, value=Decimal(days[operand.row].first.toordinal())))
    name = f"days from {heading(elapsed.first, table)} to {heading(elapsed.second, table)}"

    def said(text: str) -> str:
        plain = text.replace(_NAME, name).replace(f" {_UNIT}", " days")
        return _ONE_DAY.sub("1 day", plain)

    return replace(
        made,
        answer=said(made.answer),
        unit="days" if made.unit else "",
        formula=said(made.formula),
        sentence=said(made.sentence),
        over=said(made.over),
        listed=tuple((label, said(figure)) for label, figure in made.listed),
        operands=tuple(cells),
        joint="−",
    )


def _dated(said: str, table: StoredTable, rows: Sequence[int]) -> int | None:
    """The only column of days that a phrase names: of each of its words the header, what the rows
    are called, or "date"."""
    headers = headers_of(table, "")
    words = content(said)
    known = headers.own | headers.around | _DAY_WORDS
    named = words - known or words & stemmed(["date"])
    found = [
        at
        for at in headers.dates
        if at >= 0
        and named
        and named <= headers.of(at)
        and day_spans([value_of(table.rows[row], at) for row in rows])
    ]
    if len(found) > 1:  # "invoice date" beside "due date"
        found = [at for at in found if headers.of(at) <= words | _DAY_WORDS]
    return found[0] if len(found) == 1 else None


def _with_days(table: StoredTable, rows: Sequence[int], first: int, second: int) -> StoredTable:
    start, end = _read_both(table, first, second, rows)
    days = {
        at: Decimal((end[at].first - start[at].first).days)
        for at in rows
        if at in start and at in end
    }
    made = tuple(
        replace(row, cells=(*row.cells, _cell(row.cells[second], days.get(at))))
        for at, row in enumerate(table.rows)
    )
    column = Column(_NAME, (_NAME,), CellKind.NUMBER, _UNIT, Decimal(1), "")
    return replace(table, columns=(*table.columns, column), rows=made)


def _cell(held: Cell | None, days: Decimal | None) -> Cell | None:
    """A cell of days that stands where the later one stands."""
    if held is None or days is None:
        return None
    return replace(held, text=str(days), kind=CellKind.NUMBER, value=days)


def _read_both(
    table: StoredTable, first: int, second: int, rows: Sequence[int]
) -> tuple[dict[int, Span], dict[int, Span]]:
    """The days of two columns, those of the second as they lie beside those of the first; nothing
    where one names years and the other does not."""
    start, end = _read(table, first, rows), _read(table, second, rows)
    if not are_of_one_calendar(start.values(), end.values()):
        return {}, {}
    return start, {at: beside(day, start[at]) if at in start else day for at, day in end.items()}


def _read(table: StoredTable, column: int, rows: Sequence[int]) -> dict[int, Span]:
    """The days of rows, where they are single days, as the whole column writes them."""
    texts = {at: value_of(table.rows[at], column) for at in rows}
    spans = day_spans(list(texts.values()))
    held = {at: spans[text] for at, text in texts.items() if text in spans}
    return {at: span for at, span in held.items() if span.first == span.last}
