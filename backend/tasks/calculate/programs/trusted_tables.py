"""Which tables may be computed from, and which of several that fit alike is the one meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.tables.headings_over import heading_over
from backend.tasks.calculate.programs.requests import years_in
from backend.tasks.calculate.programs.series import words_of
from backend.types.calculations import Operand
from backend.types.tables import CellKind, StoredRow, StoredTable

GROUP_LABEL = "The label of the row may be that of the rows below it as well, which have none."
FEWEST_NAMED = 4
"""Rows of one label each, at least, beside which a blank one is a label that is missing."""
_NAMES = (
    r"(?:statements? of (?:comprehensive )?(?:income|operations|earnings|profit|cash flows?"
    r"|financial (?:position|activities))|income statements?|cash flow statements?"
    r"|balance sheets?)"
)
_STATEMENT = re.compile(rf"(?i)\b{_NAMES}\b")
_EXCERPT = re.compile(r"(?i)\bselected\b|\bstatements? (?:and other )?(?:data|information)\b")
"""What is called "Selected income statement data" is a part of one, often of a part of the
business."""
_BALANCES = re.compile(r"(?i)\bbalance sheets?\b|\bstatements? of financial position\b")
_CONSOLIDATED = re.compile(rf"(?i)\bconsolidated (?:[\w-]+ )?{_NAMES}\b")
_CASH_FLOWS = re.compile(
    r"(?i)\bstatements? of (?:consolidated )?cash flows?|\bcash flow statements?"
)
_SPLIT = (
    r"held for sale|discontinued|disposal groups?|guarantors?|cross[- ]guarantees?|obligors?"
    r"|parent (?:company|only)|pro forma|equity[- ]method (?:investments?|investees?)|investees?"
    r"|unconsolidated (?:affiliates?|subsidiar(?:y|ies)|entit(?:y|ies))"
)
_OF_ANY_BUSINESS = words_of("equity")
"""A word of what is split off that is one of every balance sheet."""
_SPLIT_OFF = re.compile(rf"(?i)\b(?:{_SPLIT})\b")
_MENTION = re.compile(
    r"(?i)\b(?:in|on|of|from|within|to|with|by) (?:the|our|its|their) (?:accompanying )?"
    r"(?:(?:condensed|unaudited|interim|consolidated),? )*(?:statements?|balance sheets?|income"
    r" statements?|cash flow statements?)\b"
)
"""A sentence that speaks of a statement is no title of one."""
_PART = re.compile(
    rf"(?i)\b(?:segment|division|business unit|region|subsidiar(?:y|ies)|{_SPLIT})\b"
)
_TAXES = re.compile(
    r"(?i)\bdeferred (?:income )?tax|\b(?:reconcil\w+|provisions?|differences?)\b.*\btax(?:es)?\b"
)
"""What stands over a table of taxes alone."""
_WHOLE = re.compile(
    r"(?i)\b(?:and|&) (?:its |their )?(?:consolidated )?subsidiar(?:ies|y companies)\b"
)
"""The group itself: a company and all that it owns."""
_NO_FIGURES = frozenset([CellKind.TEXT, CellKind.DATE])


def is_sound(table: StoredTable) -> bool:
    """Whether header and columns stand together: a year over the labels belongs to a column."""
    over_labels = years_in(table.label_name) and any(
        years_in(column.name) for column in table.columns
    )
    return not over_labels or not any(column.period for column in table.columns)


def has_own_header(operand: Operand, table: StoredTable) -> bool:
    """Whether the operand's column has a header that no other column of figures has; a table of one
    column needs none."""
    names = [column.name for column in table.columns if column.kind not in _NO_FIGURES]
    own = table.columns[operand.column].name
    return len(names) < 2 or (bool(own) and names.count(own) == 1)


def is_statement(table: StoredTable) -> bool:
    """Whether it is a balance sheet, or a statement of income or cash flows: where a line stands
    there and elsewhere for a part of the business, that of the statement is meant."""
    return any(
        _STATEMENT.search(each) and not (_MENTION.search(each) or _EXCERPT.search(each))
        for each in _over(table)
    )


def is_of_a_part(table: StoredTable, question: str) -> bool:
    """Whether title or section say that a table is of a part of the business which the question
    does not name: its "Net sales" are not those of the whole."""
    asked = words_of(question)
    told = (_WHOLE.sub("", title) for title in _own_titles(table))
    titles = (each for each in told if _PART.search(each))
    return any(not words_of(_PART.sub("", title)) <= asked for title in titles)


def of_the_whole(question: str, tables: Sequence[StoredTable]) -> list[StoredTable]:
    """The tables of the whole business from which may be computed."""
    return [table for table in tables if is_sound(table) and not is_of_a_part(table, question)]


def is_split_off(table: StoredTable, question: str) -> bool:
    """Whether title or section say that a table is of what was or will be no part of the whole, or
    of some of its companies, and the question names nothing of it: such a figure is none of the
    whole, not even where no other table has one."""
    asked = words_of(question)
    over = _own_titles(table)
    found = [
        words_of(match.group()) - _OF_ANY_BUSINESS
        for text in over
        for match in _SPLIT_OFF.finditer(text)
    ]
    return any(not words & asked for words in found)


def is_of_taxes(table: StoredTable, question: str) -> bool:
    """Whether a table tells what taxes come to, and the question does not speak of any: what its
    row "Share awards" holds is the tax on them, and not what they cost."""
    over = heading_over(table) or table.title
    return (
        _TAXES.search(over) is not None
        and re.search(r"(?i)\btax", question) is None
        and not is_statement(table)
    )


def is_of_cash_flows(table: StoredTable) -> bool:
    """Whether it is a statement of cash flows: what a row of a balance sheet is called is there
    what it changed by."""
    return any(_CASH_FLOWS.search(each) for each in _over(table))


def is_balance_sheet(table: StoredTable) -> bool:
    """Whether what stands in it is what there is on a day."""
    return any(_BALANCES.search(each) for each in (table.title, heading_over(table)))


def _over(table: StoredTable) -> tuple[str, ...]:
    """What stands over a table: its title, its section, and a heading right above it, since the
    title may be that of an earlier table of the page."""
    return tuple(dict.fromkeys((table.title, *table.section[-1:], heading_over(table))))


def _own_titles(table: StoredTable) -> tuple[str, ...]:
    """What says which part of a business a table is of: of consolidated statements their own title,
    since the section may be the last one before them."""
    own = tuple(each for each in (table.title, heading_over(table)) if _CONSOLIDATED.search(each))
    return tuple(dict.fromkeys(own)) or _over(table)


def is_of_a_group(operand: Operand, question: str, table: StoredTable) -> bool:
    """Whether the label of an operand's row may stand over the rows below it, which have none but
    words of their own; not where the question names the row by such a word."""
    if operand.table_id != table.id or not reaches_below(table, operand.row):
        return False
    said = question.casefold()
    return not any(word.casefold() in said for word in _words_of(table.rows[operand.row]))


def reaches_below(table: StoredTable, row: int) -> bool:
    """Whether a row and the one below have words of their own, and the lower one has no label: that
    of the upper one may be of both. Where it is the only one, among rows that are each called
    otherwise, its own label is missing: labels over groups leave more of them blank."""
    if not _is_nameless_below(table, row):
        return False
    labels = [each.label.strip().casefold() for each in table.rows]
    named = [label for label in labels if label]
    is_missing = len(labels) == len(named) + 1 and len(set(named)) == len(named) >= FEWEST_NAMED
    return not is_missing


def lacks_name_below(table: StoredTable, row: int) -> str:
    """What is said of a row that stands above one whose label is missing; empty for others."""
    if not _is_nameless_below(table, row):
        return ""
    return f" (the row below has no {table.label_name or 'name'})"


def _is_nameless_below(table: StoredTable, row: int) -> bool:
    if row + 1 >= len(table.rows) or table.rows[row + 1].label.strip():
        return False
    return bool(_words_of(table.rows[row]) and _words_of(table.rows[row + 1]))


def _words_of(row: StoredRow) -> list[str]:
    return [cell.text for cell in row.cells if cell is not None and cell.kind is CellKind.TEXT]
