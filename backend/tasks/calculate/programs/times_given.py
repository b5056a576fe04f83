"""Who gives so many days: "Which suppliers give us 60 days to pay?" of a column that has "60 days",
"60 days net" and "in advance".

Such a column is neither one of figures nor one of names; a row counts where its cell begins with
the time that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    bare_question,
    content,
    headers_of,
    heading,
    plain_heading,
    stemmed,
    value_of,
)
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_GIVING = (
    r"(?:give|gives|gave|offer|offers|offered|allow|allows|allowed|grant|grants|granted"
    r"|have|has|had)"
)
_ASKED = re.compile(
    r"(?i)^(?P<how>which|what|how many) (?P<who>[^\W\d_]+) "
    rf"(?P<verb>{_GIVING})(?: (?:us|me|you|them))?"
    r"(?P<before> [^\d]+?)? (?P<number>\d+)[ -](?P<unit>day|week|month|year)s?(?P<behind> [^\d]+)?$"
)
_TIME = re.compile(r"(?i)(?P<number>\d+)[ -](?P<unit>day|week|month|year)s?\b(?P<more>.*)$")
_TO_PAY = stemmed(["pay", "payment", "payments", "credit", "invoice", "term", "terms", "due"])
"""Headers of the time in which to pay."""
_PLAIN = frozenset(
    (
        *("net", "to", "pay", "payment", "credit", "from", "after", "of", "the", "date", "day"),
        *("invoice", "invoicing", "receipt", "delivery", "order", "end", "month", "strictly"),
    )
)
"""Words behind a time that bind it to nothing but its beginning."""
_HAVING = frozenset(["have", "has", "had"])
LEAST_TIMES = 0.5
"""Share of the filled cells that begin with a time, at least."""


def given_times(question: str, table: StoredTable, about: str) -> Calculation | None:
    """The rows whose time begins as asked, or how many they are; None where the question wants no
    such thing, two columns hold times, or a cell that fits says more, which may be a condition.

    Args:
        question: as it was asked.
        table: a list.
        about: the title of its document.
    """
    asked = _ASKED.match(bare_question(question))
    if asked is None or table.box is not None:
        return None
    headers = headers_of(table, about)
    if not stemmed([asked["who"]]) <= headers.own | headers.around:
        return None
    entries, totals, doubtful = entries_of(table)
    columns = [at for at in range(len(table.columns)) if _holds_times(table, at, entries)]
    if doubtful or len(columns) != 1:
        return None
    column = columns[0]
    said = content(f"{asked['before'] or ''} {asked['behind'] or ''}")
    own = headers.of(column) | (_TO_PAY if headers.of(column) & _TO_PAY else frozenset())
    if not said <= own or (asked["verb"].casefold() in _HAVING and not said):
        return None
    texts = {at: value_of(table.rows[at], column) for at in entries}
    rows = [at for at, text in texts.items() if _is_so_long(text, asked)]
    is_of_words = any(text and not _is_plain(text) for text in texts.values())
    if not is_of_words and asked["verb"].casefold() in _HAVING:
        return None  # a column of nothing but times is one of figures
    if not rows or any(_says_more(texts[at]) for at in rows):
        return None
    return _told(asked["how"], table, rows, column, len(entries), totals)


def _holds_times(table: StoredTable, column: int, entries: Sequence[int]) -> bool:
    texts = [value_of(table.rows[at], column) for at in entries]
    filled = [text for text in texts if text]
    times = [text for text in filled if _TIME.match(text)]
    return bool(times) and len(times) >= LEAST_TIMES * len(filled)


def _is_so_long(text: str, asked: re.Match[str]) -> bool:
    match = _TIME.match(text)
    return match is not None and (int(match["number"]), match["unit"].casefold()) == (
        int(asked["number"]),
        asked["unit"].casefold(),
    )


def _is_plain(text: str) -> bool:
    match = _TIME.match(text)
    return match is not None and not match["more"].strip()


def _says_more(text: str) -> bool:
    """Whether a cell says more than from when on and how a time counts: "60 days, 30 for the first
    order", "60 days for members only"."""
    match = _TIME.match(text)
    if match is None:
        return False
    return not {each.casefold() for each in re.findall(r"\w+", match["more"])} <= _PLAIN


def _told(
    how: str, table: StoredTable, rows: Sequence[int], column: int, entries: int, totals: int
) -> Calculation:
    names = [table.rows[at].label for at in rows]
    values = dict.fromkeys(value_of(table.rows[at], column) for at in rows)
    left = f" ({totals} of totals left out)" if totals else ""
    where = f"where {plain_heading(column, table)} is {' or '.join(values)}"
    many = f"{len(rows)} of {entries} rows {where}"
    cells = tuple(
        operand
        for at in rows
        for place in (LABEL, column)
        for operand in operands(table, [at], place)
    )
    if how.casefold() == "how many":
        formula = f"count of {many} = {len(rows)}{left}"
        behind = tuple(cell for cell in cells if cell.column == column)
        number = Decimal(len(rows))
        return made(Operation.COUNT, str(len(rows)), number, formula, behind, many)
    formula = f"{heading(LABEL, table)} of {many}: {len(rows)}{left}"
    listed = tuple(
        (name, value_of(table.rows[at], column)) for name, at in zip(names, rows, strict=True)
    )
    return made(
        Operation.LIST,
        said_list(names),
        Decimal(len(rows)),
        formula,
        cells,
        many,
        listed=listed,
    )
