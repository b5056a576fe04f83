"""Which rows of a table are entries of one kind, and which sum up others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from backend.calendar_words import MONTH_FORMS, month_number
from backend.remembered import Remembered
from backend.tables.rounded_sums import RunningSums
from backend.tasks.calculate.programs.average_rows import average_rows
from backend.tasks.calculate.programs.column_words import LABEL, value_of
from backend.tasks.calculate.programs.series import MOST_KEPT, KeptTable
from backend.types.tables import CellKind, StoredRow, StoredTable

_SUMMARY = re.compile(
    r"(?i)^(?:(?:grand |sub)?-?totals?|sum|average|mean|overall|gesamt|summe|insgesamt)\b[ :]*$"
)

_ALL_OF = re.compile(r"(?i)^(?:all|overall|combined|together|whole|entire)\b")
"""What a row that adds up the rows above it may be called: "All regions"."""
_YEAR = re.compile(r"(?:(?:the )?(?:whole|full|all) )?year(?: total)?[ :]*")
_DUE = re.compile(
    r"(?i)^(?:(?:grand |sub)?-?total|invoice total|(?:amount|balance) (?:due|payable|owed)"
    r"|to (?:be )?pa(?:y|id)|(?:net|gross) (?:amount|total)"
    r"|zwischensumme|gesamtbetrag|rechnungsbetrag)\b"
    r"(?: (?:amount|due|payable|to pay|net|gross|(?:incl|excl)\w*\.?(?: of)? \w+))*"
    r"(?: ?\(.*\))?[ :]*$"
)
_BARE = re.compile(r"(?i)^(?:net|gross|netto|brutto|due|balance|to pay)[ :]*$")
"""Names of sums that may be those of things as well: "Net" in a shop for fishing."""
_TAX = re.compile(
    r"(?i)^(?:\+ ?)?(?:plus )?(?:\d+(?:[.,]\d+)? ?% )?"
    r"(?:vat|gst|(?:sales |value added )?tax|mwst|ust|tva|iva|btw|moms)\b"
)
_TAKEN_OFF = re.compile(
    r"(?i)^(?:[-−–] ?)?(?:less|minus|deposit|advance|down[- ]payment|part[- ]payment|prepayment"
    r"|(?:already )?paid|payments?|received|retention|discount|rebate|credit|anzahlung|rabatt)\b"
)
_STILL_DUE = re.compile(r"(?i)\b(?:due|payable|owed|to pay|to be paid|outstanding|left to pay)\b")
FEWEST_ABOVE = 2
"""Rows above the first sum, at least."""
MOST_NESTED = 200
"""A longer list with words in its columns is none of parts and their sums."""
MOST_EMPTY_OF = 4
"""Of so many columns of words one may be empty in a row that is an entry nevertheless."""
FEWEST_SUMS = 2
"""Columns that must add up before a row without a word of it is taken for a sum."""


def entries_of(table: StoredTable) -> tuple[list[int], int, tuple[str, ...]]:
    """The rows that are entries, how many rows sum up others, and what leaves it open: labels of
    rows that may sum up others, and headings that stand as rows of their own.

    A row whose figures happen to be the sums of those above it is an entry if it fills the
    columns of words and dates as most others do, of four or more all but one; the row of a sum
    leaves them empty. Where a row without words has the sums of those right above or below it, it
    is open which rows are entries.
    """
    entries, totals, doubtful = _ENTRIES.of(KeptTable(table), lambda: _entries_of(table))
    return list(entries), totals, doubtful


def _entries_of(table: StoredTable) -> tuple[tuple[int, ...], int, tuple[str, ...]]:
    words = [
        at
        for at, column in enumerate(table.columns)
        if column.kind in (CellKind.TEXT, CellKind.DATE) and _is_filled(table, at)
    ]
    sums = frozenset[int]()
    if not words or len(table.rows) <= MOST_NESTED:
        sums = _KEPT.of(KeptTable(table), lambda: _sums_of(table))
    entries: list[int] = []
    totals = 0
    doubtful: list[str] = []
    left = {*closing_rows(table), *average_rows(table), *tax_rows(table), *year_of_months(table)}
    for at, row in enumerate(table.rows):
        filled = sum(bool(value_of(row, word)) for word in words)
        has_words = bool(words) and filled >= len(words) - len(words) // MOST_EMPTY_OF
        if at in left:
            totals += 1
        elif (heading := _lost_heading(row)) is not None:
            doubtful.append(heading)
        elif _is_summary(row):
            totals += 1
        elif not row.total or (row.label and has_words):
            if at in sums and not has_words:
                doubtful.append(row.label or " › ".join(row.group))
            entries.append(at)
        else:
            if row.label:
                doubtful.append(row.label)
            totals += 1
    return tuple(entries), totals, tuple(doubtful)


def closing_rows(table: StoredTable) -> range:
    """The rows that close a bill: from the first one that sums up others to the end, if none of
    those has all that the rows above have, or is a tax, or what was paid before the rest that the
    last one says is due. Empty where the list goes on below."""
    first = next(
        (at for at, row in enumerate(table.rows) if _closes(row) or _closes_barely(table, at)),
        len(table.rows),
    )
    if first < FEWEST_ABOVE:
        return range(0)
    above, below = table.rows[:first], table.rows[first + 1 :]
    filled = [
        at
        for at in (LABEL, *range(len(table.columns)))
        if all(value_of(each, at) for each in above)
    ]
    is_due = bool(below) and _STILL_DUE.search(first_text(below[-1])) is not None
    for row in below:
        lacks = any(not value_of(row, at) for at in filled)
        named = _TAX.match(first_text(row)) or (is_due and _TAKEN_OFF.match(first_text(row)))
        if not (lacks or _closes(row) or named):
            return range(0)
    while first > FEWEST_ABOVE and _is_deduction(table, first - 1):
        first -= 1
    return range(first, len(table.rows))


def year_of_months(table: StoredTable) -> range:
    """The last row of a list of months that follow on each other, where it is called "Year"."""
    *labels, last = [row.label.strip().casefold() for row in table.rows] or [""]
    is_year = _YEAR.fullmatch(last) is not None and len(labels) >= FEWEST_ABOVE
    many = len(table.rows)
    if not is_year or not all(each in MONTH_FORMS for each in labels):
        return range(0)
    months = [month_number(each) for each in labels]
    follow = all(later == sooner % 12 + 1 for sooner, later in pairwise(months))
    return range(many - 1, many) if follow else range(0)


def tax_rows(table: StoredTable) -> frozenset[int]:
    """The rows of a bill with a total that are a tax and lack what every other row above it has,
    such as a quantity."""
    first = next((at for at, row in enumerate(table.rows) if _closes(row)), len(table.rows))
    taxes = [at for at in range(first) if _TAX.match(first_text(table.rows[at]))]
    if first == len(table.rows) or not taxes:
        return frozenset()
    others = [row for at, row in enumerate(table.rows[:first]) if at not in taxes]
    filled = [
        at for at in range(len(table.columns)) if all(value_of(other, at) for other in others)
    ]
    if len(others) < FEWEST_ABOVE:
        return frozenset()
    return frozenset(
        at for at in taxes if any(not value_of(table.rows[at], each) for each in filled)
    )


def _closes_barely(table: StoredTable, at: int) -> bool:
    """Whether a row is called "Net" or the like and lacks something that all rows above it have."""
    if at < FEWEST_ABOVE or not _BARE.match(first_text(table.rows[at])):
        return False
    above = table.rows[:at]
    return any(
        all(value_of(each, column) for each in above) and not value_of(table.rows[at], column)
        for column in range(len(table.columns))
    )


def _is_deduction(table: StoredTable, at: int) -> bool:
    """Whether a row right above the first sum is a discount: it is called so, and lacks something
    that the first row has."""
    first, row = table.rows[0], table.rows[at]
    lacks = any(value_of(first, each) and not value_of(row, each) for each in range(len(row.cells)))
    return lacks and _TAKEN_OFF.match(first_text(row)) is not None


def first_text(row: StoredRow) -> str:
    """What a row is called: its label, or its first cell if that is a text."""
    cell = next((each for each in row.cells if each is not None), None)
    own = cell.text if cell is not None and cell.kind is CellKind.TEXT else ""
    return row.label.strip() or own


def _closes(row: StoredRow) -> bool:
    return _is_summary(row) or _DUE.match(first_text(row)) is not None


def _sums_of(table: StoredTable) -> frozenset[int]:
    """The rows that sum up those right above or right below them."""
    last = len(table.rows) - 1
    below = _that_add_up(replace(table, rows=table.rows[::-1]))
    return _that_add_up(table) | {last - at for at in below}


def _that_add_up(table: StoredTable) -> frozenset[int]:
    """The rows that are, in at least two columns of amounts and in none not, the sum of the rows
    right above them in their group. Rates beside them ("% change") are no amounts."""
    columns = [at for at, column in enumerate(table.columns) if column.unit != "%"]
    values = {column: [_value_of(row, column) for row in table.rows] for column in columns}
    sums = {column: RunningSums(values[column]) for column in columns}
    columns.sort(
        key=lambda column: not sums[column].direction
    )  # those that leave few rows to look at
    found: set[int] = set()
    first = 0
    for at, row in enumerate(table.rows):
        if at and table.rows[at - 1].group != row.group:
            first = at
        amounts = [column for column in columns if values[column][at]]
        if len(amounts) >= FEWEST_SUMS and _have_a_start(
            [sums[amount] for amount in amounts], at, first
        ):
            found.add(at)
    return frozenset(found)


_KEPT: Remembered[KeptTable, frozenset[int]] = Remembered(
    MOST_KEPT, lambda key: len(key.table.rows) * len(key.table.columns)
)
_ENTRIES: Remembered[KeptTable, tuple[tuple[int, ...], int, tuple[str, ...]]] = Remembered(
    MOST_KEPT, lambda key: len(key.table.rows) * len(key.table.columns)
)
"""A question looks at a table once for every reading of its own."""


def _have_a_start(columns: Sequence[RunningSums], at: int, first: int) -> bool:
    """Whether from one row on, two rows above at least, all columns add up to their figure."""
    starts = set(columns[0].starts(at, first, at - 2))
    for column in columns[1:]:
        if not starts:
            return False
        starts &= set(column.starts(at, min(starts), max(starts)))
    return bool(starts)


def _value_of(row: StoredRow, at: int) -> Decimal | None:
    cell = row.cells[at]
    return cell.value if cell is not None else None


def _is_summary(row: StoredRow) -> bool:
    texts: Sequence[str] = [row.label, *(value_of(row, at) for at in range(len(row.cells)))]
    first = next((text for text in texts if text), "")
    is_named = "total" in row.label.casefold() or _ALL_OF.match(row.label) is not None
    return bool(_SUMMARY.match(first)) or (row.total and is_named)


def _lost_heading(row: StoredRow) -> str | None:
    """The text of a row that has nothing else: it heads the rows below, which are of another kind
    than those above."""
    held = [cell for cell in row.cells if cell is not None]
    alone = not row.label and len(held) == 1 and len(row.cells) > 1
    return held[0].text if alone and held[0].kind is CellKind.TEXT else None


def _is_filled(table: StoredTable, column: int) -> bool:
    filled = sum(bool(value_of(row, column)) for row in table.rows)
    return 2 * filled > len(table.rows)
