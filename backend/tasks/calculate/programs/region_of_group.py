"""The sales of one product in one part of the world, where the rows are regions below groups: "How
much did the kayak bring in worldwide in 2031?" is the row "WW" below "KAYAK", and no other "WW"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.tables.headings_over import heading_over
from backend.tables.other_rows import is_of_others
from backend.tasks.calculate.programs.column_words import bare_question
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.linking import figures_for
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import SeriesFigure, series_of, words_of
from backend.tasks.calculate.programs.sure_result import of_one_voice, surely_told
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_split_off, is_statement
from backend.types.calculations import GROUP_JOINT, Calculation, Operation
from backend.types.tables import StoredTable

_HOME, _ABROAD, _ALL = "US", "Intl", "WW"
_LABELS = {
    _HOME: re.compile(r"US|USA|U\.S\.(?:A\.)?|(?i:United States)"),
    _ABROAD: re.compile(r"(?i:intl\.?|int['’]l\.?|international)"),
    _ALL: re.compile(r"(?:WW|(?i:world[- ]?wide|global))"),
}
_SAID = {
    _HOME: re.compile(r"\b(?:USA?|U\.S\.(?:A\.)?|(?i:United States))(?![\w$]|[ -]dollars?\b)"),
    _ABROAD: re.compile(r"(?i)\binternational(?:ly)?\b|\bint(?:['’]l|l)\b"),
    _ALL: re.compile(r"(?i)\bworld[- ]?wide\b|\bglobal(?:ly)?\b|\bWW\b"),
}
"""Each region as a question says it: small letters would make "us" of the country."""
_WITHOUT = re.compile(r"(?i)\b(?:outside|beyond|except|exclud\w+|without|non|ex|not|other than)\b")
_WAS = re.compile(
    r"(?i)^(?:what|how (?:much|high|large)) (?:is|was|were|are) (?:the )?(?P<what>.+)$"
)
_SOLD = re.compile(
    r"(?i)^(?:how much|what)(?: (?:money|revenue|sales))? (?:did|has|have) (?P<who>.+?) "
    r"(?:bring in|brought in|sell for|sold for|sell|sold|take in|taken in|generate[d]?)\b"
    r"(?P<rest>.*)$"
)
_SALES = words_of("sales revenue revenues turnover")
_PLAIN = words_of("net reported") | words_of("at of for in from")
_ASIDE = words_of(
    "what how much amount value total company company's be is was did year fiscal financial "
    "quarter first second third fourth full whole"
)
"""What may be said besides the product: any other word makes another figure of it, such as its
growth, an average or what was sold in a month."""
_OTHER = words_of("cost costs profit income margin adjusted operating operational growth")
"""What makes another measure of sales."""
FEWEST = 2
"""Groups with the same regions below them, and regions below each."""


def is_region(label: str) -> bool:
    """Whether a label is that of a region, as stands below each of several groups."""
    return any(form.fullmatch(label.strip()) for form in _LABELS.values())


@dataclass(frozen=True, slots=True)
class RegionAsked:
    """The stems of what is sold, the region, empty where none is named, and the period."""

    group: frozenset[str]
    region: str
    years: tuple[str, ...]
    quarters: tuple[str, ...]


def region_asked(question: str) -> RegionAsked | None:
    """What a question for sales wants; None where it has another form, or does not name one year
    and at most one region."""
    text = bare_question(question)
    years, quarters = years_in(text), quarters_in(text) or parts_in(text)
    regions = [region for region, said in _SAID.items() if said.search(text)]
    if len(years) != 1 or len(quarters) > 1 or len(regions) > 1 or _WITHOUT.search(text):
        return None
    region = regions[0] if regions else ""
    bare = _SAID[region].sub(" ", text) if region else text
    sold, was = _SOLD.match(bare), _WAS.match(bare)
    if sold is not None:
        said = words_of(f"{sold['who']} {sold['rest']}")
    elif was is not None and words_of(was["what"]) & _SALES:
        said = words_of(was["what"])
    else:
        return None
    group = said - _ASIDE - _SALES - _PLAIN
    return RegionAsked(group, region, years, quarters) if group else None


def region_of_group(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | None:
    """The figure of the row that region and group name together, where every table of such rows
    that has it gives the same one. Without a region it is the whole, where that is what the others
    below the group come to. None else."""
    asked = region_asked(question)
    if asked is None:
        return None
    made = [
        calculation
        for table in tables
        if is_sound(table) and not is_statement(table) and not is_split_off(table, question)
        for at, name in _rows(question, asked, table)
        if (calculation := _of_row(question, asked, table, at, name, tables, calendar)) is not None
    ]
    return of_one_voice(made)


def _rows(question: str, asked: RegionAsked, table: StoredTable) -> Iterator[tuple[int, str]]:
    """The rows of the region below the group that is named, each with the name of its group;
    nothing of a table that has no such rows throughout, or where two fit."""
    below = Counter(row.group for row in table.rows if row.group and _region_of(row.label))
    if sum(many >= FEWEST for many in below.values()) < FEWEST:
        return
    wanted = asked.region or _ALL
    found = [
        (at, name)
        for at, row in enumerate(table.rows)
        if below[row.group] >= FEWEST
        and _region_of(row.label) == wanted
        and words_of(name := _name_of(row.group)) == asked.group
        and not is_of_others(name, question)
    ]
    if len(found) == 1:
        yield found[0]


def _region_of(label: str) -> str:
    return next((each for each, form in _LABELS.items() if form.fullmatch(label.strip())), "")


def _name_of(group: Sequence[str]) -> str:
    """The innermost group, with the line before it where its name goes on from there."""
    name = group[-1]
    for before in reversed(group[:-1]):
        if not before.rstrip().endswith("/"):
            break
        name = f"{before} {name}"
    return name


def _of_row(
    question: str,
    asked: RegionAsked,
    table: StoredTable,
    at: int,
    name: str,
    beside: Sequence[StoredTable],
    calendar: FiscalCalendar | None,
) -> Calculation | None:
    figure = _figure(asked, table, at, calendar)
    if figure is None or not _is_of_sales(figure, table):
        return None
    if not asked.region and not _is_whole(asked, table, at, figure.operand.value, calendar):
        return None
    operand = replace(figure.operand, label=f"{name}{GROUP_JOINT}{figure.operand.label}")
    return surely_told(question, Operation.LOOKUP, [operand], asked.years, table, beside, calendar)


def _figure(
    asked: RegionAsked, table: StoredTable, at: int, calendar: FiscalCalendar | None
) -> SeriesFigure | None:
    """The only figure of a row in the period."""
    for series in series_of(table, calendar):
        if series.figures[0].operand.row == at:
            held = figures_for(series, "", asked.years[0], asked.quarters)
            return held[0] if len(held) == 1 and held[0].operand.unit != "%" else None
    return None


def _is_of_sales(figure: SeriesFigure, table: StoredTable) -> bool:
    """Whether the header, or else the nearest title that says it, is of sales and nothing else."""
    for text in (figure.operand.header, heading_over(table), table.title, *table.section[-1:]):
        said = words_of(text)
        if said & _SALES:
            return not said & _OTHER
        if said & _OTHER:
            return False
    return False


def _is_whole(
    asked: RegionAsked,
    table: StoredTable,
    at: int,
    value: Decimal,
    calendar: FiscalCalendar | None,
) -> bool:
    """Whether the other rows below the same group come to a row's figure, but for rounding."""
    rows = [
        other
        for other, row in enumerate(table.rows)
        if other != at and row.group == table.rows[at].group
    ]
    parts = [_figure(asked, table, other, calendar) for other in rows]
    held = [part.operand.value for part in parts if part is not None]
    return len(held) == len(rows) >= FEWEST and abs(sum(held) - value) <= len(held)
