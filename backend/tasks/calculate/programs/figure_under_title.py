"""The figure of a row, where the question names the row and the measure that its table's title is
about: "What was revenue in Norland in 2022?" over the row "Norland" of "Revenue by region"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from backend.glossaries import line_items
from backend.tables.headings_over import heading_over
from backend.tasks.calculate.programs.confidence import AHEAD_OF_VARIANTS
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import ASKING, figures_for, link
from backend.tasks.calculate.programs.requests import Request, request_of
from backend.tasks.calculate.programs.series import series_of, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_split_off, is_statement
from backend.types.calculations import Calculation, Operation
from backend.types.tables import StoredTable

_PARTS = (
    r"(?:geograph\w+|regions?|areas?|countr\w+|markets?|locations?|segments?|divisions?|products?"
    r"|categor\w+|offerings?|services?|business(?:es)?|channels?|types?|kinds?|lines?|brands?|sources?|groups?"
    r"|customers?|destinations?|ports?|districts?|species|crops?|activit\w+|programmes?|programs?)"
)
_BY_PARTS = re.compile(
    r"(?i)^(?:table \d+[.:]? |\d+[.:]? )?(?P<measure>(?:[^\W\d_][\w’'&-]*,? ){1,5}?)"
    r"(?:broken down |split |attributed |disaggregated )?(?:by|to|per) (?:[\w-]+ ){0,4}?"
    rf"{_PARTS}\b"
)
_OF_PARTS = re.compile(
    r"(?i)^(?:regional|geographic(?:al)?|segment|divisional|product) (?P<measure>(?:[a-z]+ ){1,3}?)"
    r"(?:results|summary|overview)\b"
)
_SUPPLEMENT = re.compile(
    r"(?i)^(?:supplement(?:al|ary) (?:data|information|schedules?)|breakdown|analysis|details?)"
    r"(?: of|:| ?[–—-]) (?P<measure>(?:(?!and\b)[a-z]+ ?){1,4}?)(?= ?\(|$)"
)
_SIGNIFICANT = re.compile(
    r"(?i)^(?:significant|major|principal|key) (?:products?|markets?|customers?|brands?) "
    r"(?P<measure>(?:net )?(?:revenues?|sales))\b(?! and\b|,| &)"
)
_PLAIN = words_of("total net our the consolidated annual")
"""What a title says of a measure that a question need not say."""
_ANY_PROFIT = _PLAIN | words_of("profit")
_SHARES = re.compile(r"(?i)%|\bper ?cent|\bshare\b|\bproportion\b|\bmix\b|\bgrowth\b|\bchanges?\b")
_NO_ROW = words_of("at of for")


def figure_under_title(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """The figure of the one period that is named, where every table whose title is of the measure
    and that has the row gives the same one; None else."""
    request = request_of(question)
    if request is None or request.operation is not Operation.LOOKUP:
        return None
    if len(request.subjects) != 1 or len(request.years) != 1:
        return None
    made = [
        found
        for table in tables
        if is_sound(table)
        and not is_statement(table)
        and not is_split_off(table, question)
        and (found := _in_table(question, request, table, tables, calendar))
    ]
    return of_one_voice(made)


def measure_of_title(title: str) -> str:
    """What a title is about by parts ("Revenue by region"); nothing of other titles, nor where it
    is of shares or of changes."""
    forms = (_BY_PARTS, _OF_PARTS, _SUPPLEMENT, _SIGNIFICANT)
    found = next(filter(None, (form.match(title.strip()) for form in forms)), None)
    return "" if found is None or _SHARES.search(title) else found["measure"].strip(" ,")


def _in_table(
    question: str,
    request: Request,
    table: StoredTable,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    over, said = "", measure_of_title(heading_over(table)) or measure_of_title(table.title)
    if not said:
        over, said = _measure_of_groups(table)
    measure = words_of(said) - _PLAIN if said else frozenset[str]()
    asked = words_of(request.subjects[0]) - ASKING - _PLAIN - _NO_ROW
    row = _without_measure(asked, measure)
    if not measure or not row or row == asked:
        return None
    linked = link(" ".join(sorted(row)), series_of(table, calendar))
    if linked is None or linked.named < 1 or linked.ahead < AHEAD_OF_VARIANTS:
        return None
    if not words_of(over) <= linked.series.heading:
        return None  # it stands under another heading
    called, heading = linked.series.words - _PLAIN, linked.series.heading - words_of(over)
    # a heading between a title's and the row is of it as well: “Domestic” over “Lamps”
    called = called | (heading & row if over else frozenset())
    if called != row or not heading <= row | measure:
        return None
    held = figures_for(linked.series, "", request.years[0], request.quarters)
    if len(held) != 1 or held[0].operand.unit == "%":
        return None
    cells = [held[0].operand]
    calculation = surely_told(
        question, Operation.LOOKUP, cells, request.years, table, beside, calendar
    )
    return (
        replace(calculation, sentence=f"{said}: {calculation.sentence}")
        if calculation is not None
        else None
    )


def _measure_of_groups(table: StoredTable) -> tuple[str, str]:
    """The one heading within a table that is a title by parts ("Revenue by product category"), with
    what it is about; empty where none or several are."""
    heads = {text for row in table.rows for text in row.group}
    found = [(text, said) for text in sorted(heads) if (said := measure_of_title(text))]
    return found[0] if len(found) == 1 else ("", "")


def _without_measure(asked: frozenset[str], measure: frozenset[str]) -> frozenset[str]:
    """What a question names besides a measure, by its own words or by others of one meaning; all
    where it names another one."""
    if measure <= asked:
        return asked - measure
    for meant in _meanings():
        if measure in meant:
            said = max((each for each in meant if each <= asked), key=len, default=frozenset[str]())
            return asked - said
    return asked


@cache
def _meanings() -> tuple[frozenset[frozenset[str]], ...]:
    """The words of the names of each line item, without those that a question need not say."""
    return tuple(
        frozenset(words_of(label) - _PLAIN for label in labels if words_of(label) - _ANY_PROFIT)
        for labels in line_items().values()
    )
