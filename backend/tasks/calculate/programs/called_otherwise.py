"""Rows that a question calls by another word of the field: "revenue" where the table says "Net
sales". The words of a line item stand in the glossaries (`[items]`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from backend.analysis import term_texts
from backend.calendar_words import MONTH_NAME, MONTHS
from backend.glossaries import balances, line_items
from backend.tables.headings_over import heading_over
from backend.tables.other_rows import is_before_of
from backend.tasks.calculate.programs.dated_series import days_in
from backend.tasks.calculate.programs.series import series_of, words_of
from backend.tasks.calculate.programs.trusted_tables import (
    is_of_a_part,
    is_of_cash_flows,
    is_statement,
)
from backend.types.tables import StoredTable

_SAID_ANYWAY = frozenset(
    term_texts(
        "what which how much many was were is are be been did does do has have had the a an of in "
        "for from to at on by and or year years fiscal financial period quarter ended change "
        "changed difference between increase increased decrease decreased grow grew growth rise "
        "rose fall fell end percent percentage company company's group consolidated reported tell "
        "me give show say please first second third fourth its their it they three six nine month "
        "months as",
        keep_stop_words=True,
    )
)
"""Further words ("per share", "each", "adjusted", "average") mean another figure."""
_MONTHS = frozenset(term_texts(" ".join(MONTHS), keep_stop_words=True))
_END_OF_MONTH = re.compile(rf"(?i)\b(?:end of|end|as of|as at|at) (?:{MONTH_NAME})\b")
_ENDED = re.compile(rf"(?i)\b(?:ended|ending) (?:on )?(?:\d{{1,2}} )?(?:{MONTH_NAME})\b")
_PREFERRED = re.compile(r"(?i)\bprefer(?:red|ence)\b")
_QUARTERLY = re.compile(r"(?i)\bquarterly\b")
_QUARTERS = re.compile(r"(?i)\bquarter|\bthree months\b|\bq[1-4]\b")
_DIVIDENDS = re.compile(r"(?i)\bdividends?\b")
_TOO_BARE = frozenset(map(words_of, ("sales", "turnover", "receivables")))
"""Labels that name a department or a heap of papers as well."""
_COST = re.compile(r"(?i)^(?:total )?costs? of\b")
_OF_ONE = re.compile(r"(?i)%|\b(?:rate|ratio|margin|per (?:common )?share)\b")
"""Rows that say of something how large it is beside something else, and not what it comes to."""
_ADJUSTING = ("adjusted", "core", "non-gaap", "underlying")
_ADJUSTED = re.compile(rf"(?i)\b(?:{'|'.join(_ADJUSTING)}) $")
_LEAST = 2
"""So many further line items make a table a statement of a business."""


def is_beside_other_costs(label: str, labels: Sequence[str]) -> bool:
    """Whether a row of costs that is no total stands beside one of others, so that it is a part:
    "Cost of products sold" beside "Cost of services"."""
    if not _COST.search(label) or label.casefold().startswith("total"):
        return False
    return any(_COST.search(each) and words_of(each) != words_of(label) for each in labels)


def _is_of_a_business(table: StoredTable, item: str) -> bool:
    """Whether a table holds rows of at least two line items besides one: a list of departments
    has a row "Sales" as well."""
    held = {series.words for series in series_of(table)}
    others = (
        other
        for other, labels in line_items().items()
        if other != item and any(words_of(label) in held for label in labels)
    )
    return len(set(others)) >= _LEAST


def _is_of_dividends(table: StoredTable, label: str, name: str) -> bool:
    """Whether what is told of one share stands in a table that is about dividends, of shares that
    have no preference."""
    over = " ".join((table.title, heading_over(table)))
    groups = (" ".join(row.group) for row in table.rows if row.label == label)
    is_preferred = any(map(_PREFERRED.search, (over, label, *groups)))
    return bool(_OF_ONE.search(name) and _DIVIDENDS.search(over)) and not is_preferred


def called_otherwise(question: str, tables: Sequence[StoredTable]) -> str:
    """The question with a line item as the tables' only row of that meaning calls it; empty where
    it names none or several, a row has its words, or none or several have other ones."""
    named = _named(question)
    if named is None:
        return ""
    item, found = named
    start, front = found.start(), _ADJUSTED.search(question[: found.start()])
    if front is not None:
        start = front.start()
    form = _END_OF_MONTH if item in balances() else _ENDED
    is_of_a_day = form.search(question) is not None
    is_of_a_day = is_of_a_day or (item in balances() and bool(days_in(question)))
    rest = re.sub(r"(?i)\bper cent\b", "percent", f"{question[:start]} {question[found.end() :]}")
    further = {
        text
        for text in term_texts(rest, keep_stop_words=True)
        if not re.fullmatch(r"(?:19|20)\d\d|fy\d+|q[1-4]", text)
        and not (is_of_a_day and re.fullmatch(r"\d{1,2}", text))
    }
    if further - _SAID_ANYWAY - (_MONTHS if is_of_a_day else frozenset()):
        return ""
    meant = [words_of(label) for label in line_items()[item]]
    meant = [each for each in meant if each not in _TOO_BARE]
    if front is not None:
        meant = [words_of(how) | each for how in _ADJUSTING for each in meant]
    name = question[start : found.end()]
    stated = [
        stored_table
        for stored_table in tables
        if is_statement(stored_table)
        and not (item in balances() and is_of_cash_flows(stored_table))
        and not is_of_a_part(stored_table, question)
        and _rows_meant(name, meant, [stored_table])
    ]
    # financial statements go before what other tables call so, and among flows it may be a change
    stated = [
        stored_table for stored_table in stated if not is_of_cash_flows(stored_table)
    ] or stated
    rows = _rows_meant(name, meant, stated or tables)
    if len({words_of(row) for row in rows}) != 1:
        return ""
    if _QUARTERLY.search(rows[0]) and not _QUARTERS.search(question):
        return ""  # a quarter's dividend is not the year's
    for table in stated or tables:
        labels = [series.label for series in series_of(table)]
        is_of_a_business = (
            front is not None or is_statement(table) or _is_of_a_business(table, item)
        ) or _is_of_dividends(table, rows[0], name)
        if rows[0] in labels and (not is_of_a_business or is_beside_other_costs(rows[0], labels)):
            return ""
    return f"{question[:start]}{rows[0].lower()}{question[found.end() :]}"


def _rows_meant(
    name: str, meant: Sequence[frozenset[str]], tables: Sequence[StoredTable]
) -> list[str]:
    """The rows of tables that mean what is named by another word; none where a row has the word
    itself, unless it is a line item of another meaning ("Cost of revenue")."""
    asked, said = words_of(name), re.compile(rf"(?i)\b{re.escape(name)}(?!\w)")
    others = _all_meant()
    held = {series.label: series.words for table in tables for series in series_of(table)}
    for label, words in held.items():
        # "Other income, net" has the words of net income and does not call itself so
        is_so_called = asked <= words and said.search(label) is not None
        if _OF_ONE.search(label) and not _OF_ONE.search(name):
            continue
        if is_before_of(label, name):
            continue
        if words == asked or (is_so_called and words not in meant and words not in others):
            return []
    return [
        label for label, words in held.items() if words in meant and not is_before_of(label, name)
    ]


@cache
def _all_meant() -> frozenset[frozenset[str]]:
    """The words of the labels of all line items."""
    return frozenset(words_of(label) for labels in line_items().values() for label in labels)


@cache
def _patterns() -> tuple[tuple[str, tuple[re.Pattern[str], ...]], ...]:
    """What each line item is called, by itself and in rows, the longest first."""
    return tuple(
        (
            item,
            tuple(
                re.compile(rf"(?i)\b{re.escape(label)}(?!\w)")
                for label in sorted({item, *labels}, key=lambda each: (-len(each), each))
            ),
        )
        for item, labels in line_items().items()
    )


def _named(question: str) -> tuple[str, re.Match[str]] | None:
    """The one line item that a question names, by its longest label."""
    found: list[tuple[str, re.Match[str]]] = []
    for item, patterns in _patterns():
        match = next(filter(None, (pattern.search(question) for pattern in patterns)), None)
        if match is not None:
            found.append((item, match))
    whole = [
        (item, match)
        for item, match in found
        if not any(
            other is not match and other.start() <= match.start() and match.end() <= other.end()
            for _, other in found
        )
    ]
    return whole[0] if len(whole) == 1 else None
