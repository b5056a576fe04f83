"""Figures that a statement tells in lines which no question names: what is earned per share, basic
and diluted, and all that is owed as debt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.tasks.calculate.programs.agreement import ROUNDING
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import figures_for
from backend.tasks.calculate.programs.named_figures import SEVERAL, further_words, without
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import Series, series_of, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.telling import values_told
from backend.tasks.calculate.programs.trusted_tables import (
    is_balance_sheet,
    is_statement,
    of_the_whole,
)
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_ASKS_VALUE = re.compile(
    r"(?i)^(?:what|how (?:much|high|large)) (?:is|was|are|were)\b(?!.*\b(?:ris\w+|rose|f[ae]ll\w*"
    r"|dr[oa]p\w*|higher|lower|more|less|highest|lowest|largest|smallest|share of|per ?cent\w*|%))"
)
_PER_SHARE = re.compile(
    r"(?i)\b(?:(?P<kind>basic|diluted) )?(?:(?:net )?(?:earnings?|income|loss|profit|result)"
    r" per (?:common |ordinary )?share|EPS)(?: \(EPS\))?(?:,? \(?(?P<behind>basic|diluted)\)?)?"
)
_OF_A_SHARE = re.compile(r"(?i)\bper (?:common |ordinary )?share\b|\bEPS\b")
_WAYS = ("basic", "diluted")
_NO_RESULT = re.compile(
    r"(?i)\b(?:weighted|average|outstanding|dividends?|continuing|discontinued|dilutive|adjusted"
    r"|core|non-gaap|book value|excluding)\b"
)
_RESULT = re.compile(r"(?i)^(?:net )?(?:earnings?|income|loss|profit)\b")
_DEBT_ASKED = re.compile(
    r"(?i)\b(?P<total>total )?(?:debts?|borrowings|indebtedness)\b(?: outstanding)?"
)
_DEBT = re.compile(
    r"(?i)\b(?:debts?|borrowings|notes payable|loans payable|commercial paper|overdrafts?"
    r"|(?:senior|convertible) notes|term loans?|debentures|bonds payable)\b"
)
_NO_DEBT = re.compile(
    r"(?i)^total\b|\b(?:interest|securities|receivables?|issuance|deferred|leases?|investments?)\b"
)
_LONG = re.compile(r"(?i)\b(?:long[- ]term|non-?current|senior|convertible)\b")
_ASIDE = re.compile(r"\(.*$|:.*$")


def per_share(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """What is earned per share in the one period that is named, as the statement of the whole tells
    it; basic and diluted where they differ and the question says neither. None else."""
    found = _asked(question, _PER_SHARE)
    if found is None:
        return None
    kind = (found["kind"] or found["behind"] or "").casefold()
    calculations: list[Calculation] = []
    for table in filter(is_statement, of_the_whole(question, tables)):
        ways = [
            _only(question, _rows_per_share(table, way, calendar), table, tables, calendar)
            for way in ((kind,) if kind else _WAYS)
        ]
        told = [way for way in ways if way is not None]
        calculations += [_beside(told)] if len(told) == len(ways) else []
    return of_one_voice(calculations)


def debt_owed(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """All debt of the one year end that is named: the lines of the balance sheet that are debt,
    added up. None where the table has no long-term debt, or a row prints another total."""
    found = _asked(question, _DEBT_ASKED)
    if found is None or quarters_in(question):
        return None
    calculations: list[Calculation] = []
    year = years_in(question)[0]
    for table in filter(is_balance_sheet, of_the_whole(question, tables)):
        rows = _rows_of_debt(table, calendar)
        cells = [figures_for(row, "", year, ()) for row in rows]
        if not cells or any(len(cell) != 1 for cell in cells):
            continue
        if found["total"] and len(cells) < len(_WAYS):
            continue
        operands = [cell[0].operand for cell in cells]
        operation = Operation.SUM if len(operands) > 1 else Operation.LOOKUP
        calculation = surely_told(question, operation, operands, (year,), table, tables, calendar)
        calculations += [calculation] if calculation is not None else []
    calculation = of_one_voice(calculations)
    return (
        None
        if calculation is None or _prints_another(calculation, year, tables, calendar)
        else calculation
    )


def _asked(question: str, form: re.Pattern[str]) -> re.Match[str] | None:
    """What a question says for a figure, where it asks for nothing but that, of one year."""
    match = form.search(question)
    if match is None or not _ASKS_VALUE.match(question.strip()) or len(years_in(question)) != 1:
        return None
    rest = without(question, match)
    return None if SEVERAL.search(rest) or further_words(rest) else match


def _rows_per_share(table: StoredTable, way: str, calendar: FiscalCalendar | None) -> list[Series]:
    """The rows of what is earned per share in one way: by their own label, or under a heading that
    says the rest."""
    found = []
    for series in series_of(table, calendar):
        row = table.rows[series.figures[0].operand.row]
        said = " ".join((*row.group[-1:], row.label))
        is_result = _RESULT.search(row.label) or row.label.casefold().startswith(_WAYS)
        if _OF_A_SHARE.search(said) and way in said.casefold() and is_result:
            found += [] if _NO_RESULT.search(said) else [series]
    return found


def _only(
    question: str,
    rows: Sequence[Series],
    table: StoredTable,
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    """The figure of the only row that is meant."""
    years, parts = years_in(question), quarters_in(question) or parts_in(question)
    if len(rows) != 1:
        return None
    held = figures_for(rows[0], "", years[0], parts)
    if len(held) != 1:
        return None
    cells = [held[0].operand]
    return surely_told(question, Operation.LOOKUP, cells, years, table, tables, calendar)


def _beside(ways: Sequence[Calculation]) -> Calculation:
    """One figure where all ways give the same, each with its name else."""
    last = ways[-1]
    if len({calculation.value for calculation in ways}) == 1:
        return replace(last, exact=True)
    cells = [replace(way.operands[0], unit="") for way in ways]
    listed = [(way, cell.text) for way, cell in zip(_WAYS, cells, strict=True)]
    return replace(values_told(listed, cells, 1.0, f"Per share, {cells[0].when}"), exact=True)


def _rows_of_debt(table: StoredTable, calendar: FiscalCalendar | None) -> list[Series]:
    """The lines below the assets that are debt; none where no line of them is of long-term debt."""
    labels = [row.label.casefold() for row in table.rows]
    if "total assets" not in labels:
        return []
    below = labels.index("total assets")
    found = []
    for series in series_of(table, calendar):
        at = series.figures[0].operand.row
        bare = _ASIDE.sub("", series.label)
        if at > below and _DEBT.search(bare) and not _NO_DEBT.search(bare):
            found.append(series)
    long = (
        _LONG.search(" ".join((*table.rows[each.figures[0].operand.row].group, each.label)))
        for each in found
    )
    return found if any(long) else []


def _prints_another(
    told: Calculation,
    year: str,
    tables: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> bool:
    """Whether a row "Total debt" has other figures for the year: then more than these lines is
    debt."""
    wanted = words_of("total debt")
    return any(
        abs(cell.value - told.value) > ROUNDING * abs(told.value)
        and abs(cell.value * cell.scale - told.value * told.scale)
        > ROUNDING * abs(told.value * told.scale)
        for table in tables
        for series in series_of(table, calendar)
        if series.words == wanted
        for cell in (figure.operand for figure in figures_for(series, "", year, ()))
    )
