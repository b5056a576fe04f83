"""Which column of a table is meant: by the words beside it, its period, or a comparing word."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from backend.calendar_words import MONTHS
from backend.dates import Span, names_year, span_of
from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.column_bounds import ColumnBound
from backend.tasks.calculate.programs.column_conditions import spans_of
from backend.tasks.calculate.programs.column_dates import DateBound
from backend.tasks.calculate.programs.column_values import TWO_COLUMNS
from backend.tasks.calculate.programs.column_words import (
    LIGHT_VERBS,
    WORD,
    Headers,
    content,
    nearest,
    stemmed,
    words_in,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.comparison_words import MeantHeaders, verbs
from backend.tasks.calculate.programs.header_readings import readings_of_columns
from backend.tasks.calculate.programs.period_parts import length_of
from backend.tasks.calculate.programs.requests import quarters_in, years_in
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, Column, StoredTable

MONEY_WORDS = frozenset(["euro", "euros", "dollar", "dollars", "pound", "pounds", *CURRENCIES])
_DEALS = stemmed(
    [
        *("order", "invoice", "bill", "receipt", "booking", "purchase", "delivery"),
        *("transaction", "payment"),
    ]
)
_SPENDING = stemmed(["expense", "expenses", "expenditure", "costs", "spending", "sales"])
_AMOUNTS = stemmed(["amount", "cost", "costs", "turnover", "revenue"])
_PRICES = stemmed(["price", "rate", "cost", "fee"])
_WHOLE = stemmed(["total", "amount", "sum"])
_GROSS = stemmed(["gross"])
_NET = stemmed(["net", "vat", "tax"])
_ISSUED = stemmed(
    ["issued", "issue", "invoiced", "billed", "ordered", "booked", "placed", "created", "entered"]
)
"""Headers of the day that is a row's own where others say what became of it."""
_LAST_YEAR = 2100
NOT_COVERED = "The table has no column or value for some of the words."


def bounded(
    each: ColumnBound, headers: Headers, table: StoredTable
) -> tuple[int, frozenset[str]] | Refusal:
    """The column of a bound: named before it, else behind it, else the only one; with the stems of
    a verb that stands for it ("earn over 50,000")."""
    before, behind = (words_in(text) for text in each.near)
    for words in (before[::-1], behind, words_in(each.place)):
        found, used = nearest(words, headers.figures, headers)
        if len(found) > 1:
            near = " ".join(reversed(words) if words == before[::-1] else words)
            over = f"{{}} {each.sign}"
            readings = readings_of_columns(near, used, found, table, over)
            return Refusal(TWO_COLUMNS, readings=readings)
        if found:
            return found[0], frozenset()
        for word in words:
            if (meant := verbs().get(word.casefold())) is not None:
                column = column_of_tiers(meant, headers.figures, headers)
                return column if isinstance(column, Refusal) else (column, stemmed([word]))
    if each.sign == "=" or not stemmed(behind) <= stemmed(MONEY_WORDS):
        return Refusal(NOT_COVERED)  # "at least 5 orders" is no bound on an amount
    if len(headers.figures) == 1:
        return headers.figures[0], frozenset()
    fits = [at for at in headers.figures if each.unit and table.columns[at].unit == each.unit]
    if len(fits) == 1:
        return fits[0], frozenset()
    return Refusal(TWO_COLUMNS if headers.figures else NOT_COVERED)


def dated(
    each: DateBound, table: StoredTable, headers: Headers, rows: Sequence[int]
) -> tuple[int, Span] | ColumnBound | Refusal:
    """The column of a bound on dates and the days that it means; a bound on figures where those
    before it name a column of whole years ("founded before 1700")."""
    words = words_in(each.near)[::-1]
    found, _ = nearest(words, headers.dates, headers)
    figures, _ = nearest(words[:3], headers.figures, headers)
    figures = [at for at in figures if _may_hold_years(table, at, rows)]
    is_year = each.text.isdigit()
    if not found and len(figures) == 1 and is_year and each.sign in "<≤>≥":
        return ColumnBound((each.near, ""), each.sign, Decimal(each.text), "", is_scaled=False)
    if not found and each.is_bare:
        return Refusal("It is open whether years or figures are meant.")
    if not found and _says_what_happened(each.near):
        # "placed in March" is not of the day of shipping
        plain = content("date day") | headers.own | headers.around
        found = [at for at in headers.dates if headers.of(at) <= plain]
        if not found:
            return Refusal(NOT_COVERED)
    found = found or _own_dates(headers)
    if len(found) != 1:
        return Refusal(TWO_COLUMNS if found else NOT_COVERED)
    spans = spans_of(table, found[0], list(rows))
    if not spans:
        return Refusal("It is open which of day and month comes first in the dates.")
    if each.span is not None:
        is_of_list = names_year(each.span) is names_year(next(iter(spans.values())))
        return (found[0], each.span) if is_of_list else Refusal(NOT_COVERED)
    years = {day.year for span in spans.values() for day in span}
    if len(years) != 1:
        return Refusal("It is open of which year the month is meant.")
    span = span_of(f"{MONTHS[each.month - 1]} {years.pop()}")
    return (found[0], span) if span is not None else Refusal(NOT_COVERED)


def _may_hold_years(table: StoredTable, column: int, rows: Sequence[int]) -> bool:
    """Whether the figures of a column may be years, of which a year is a bound: "since 2023" is
    none of what was spent in "Spend 2024 (GBP)"."""
    of, cells = table.columns[column], [table.rows[at].cells[column] for at in rows]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    plain = of.kind is CellKind.NUMBER and not (of.unit or of.period) and of.scale == 1
    return plain and all(value == int(value) and value <= _LAST_YEAR for value in values)


def _says_what_happened(text: str) -> bool:
    words = WORD.findall(text)
    return bool(words) and words[-1].casefold() in LIGHT_VERBS


def chosen(columns: Sequence[int], text: str, headers: Headers) -> int | None:
    """The only one of columns of dates, the one that a text names, or that of the rows' own."""
    if len(columns) == 1:
        return columns[0]
    found, _ = nearest(words_in(text)[::-1], columns, headers)
    found = found or _own_dates(headers)
    return found[0] if len(found) == 1 else None


def _own_dates(headers: Headers) -> list[int]:
    """The column of the rows' own dates among several ("Order date" where the rows are orders), all
    where none is."""
    plain = content("date day") | headers.own
    own = [at for at in headers.dates if headers.of(at) <= plain]
    own = own or [at for at in headers.dates if headers.of(at) & _ISSUED]
    return own if len(own) == 1 else list(headers.dates)


_BEGINNINGS = content(
    "bought purchased acquired built founded born birth registered opened hired joined started "
    "commissioned"
)
"""Headers of the date from which a thing is as old as it is."""


def meant_column(
    meant: MeantHeaders,
    table: StoredTable,
    headers: Headers,
    entity: str,
    *,
    is_of_row: bool = False,
) -> int | Refusal:
    """The column that a comparing word or verb stands for; of dates the one that bears the name of
    the rows, a plain one, or the only one if it says since when the thing is there.

    What an order or a bill costs is what it comes to, and not the price of one of its things.

    Args:
        meant: what the word stands for.
        table: the table.
        headers: those of the table.
        entity: the words for the rows.
        is_of_row: whether the question names a row by its label.
    """
    if not meant.is_dated:
        whole = _whole_amounts(table, headers) if meant.is_of_price and is_deal(headers) else []
        words = content(entity)
        if len(whole) == 1 and (is_of_row or words & headers.own):
            return whole[0]
        return column_of_tiers(meant, headers.figures, headers)
    named, _ = nearest(words_in(entity)[::-1], headers.dates, headers)
    plain = [at for at in headers.dates if headers.of(at) <= content("date day year")]
    began = [at for at in headers.dates if headers.of(at) & _BEGINNINGS]
    found = named or plain or (began if len(headers.dates) == 1 else [])
    if not headers.dates:
        years = [at for at in headers.figures if holds_years(table, at)]
        begun = [at for at in years if headers.of(at) & _BEGINNINGS]
        found = nearest(words_in(entity)[::-1], years, headers)[0] or begun
    if len(found) != 1:
        return Refusal(TWO_COLUMNS if found else NOT_COVERED)
    return found[0]


def columns_of_money(table: StoredTable, headers: Headers, amounts: frozenset[str]) -> list[int]:
    """The columns of figures that are of money, by their unit or by headers of such words alone."""
    return [
        at
        for at in headers.figures
        if is_money(table.columns[at]) or (headers.of(at) and headers.of(at) <= amounts)
    ]


def _whole_amounts(table: StoredTable, headers: Headers) -> list[int]:
    """The columns of what a whole row comes to."""
    of_all = [at for at in headers.figures if headers.of(at) & _WHOLE]
    return [at for at in of_all if is_money(table.columns[at])] or of_all


def is_deal(headers: Headers) -> bool:
    """Whether a row is of something that was bought or paid, and not the thing itself."""
    return bool(headers.own & _DEALS)


def plain_money(table: StoredTable, headers: Headers, columns: Sequence[int]) -> list[int]:
    """The columns of a list of deals or expenses that hold money though no currency is printed:
    those headed as amounts; gross ones beside net ones or a tax; as totals only beside what one
    thing costs, since those of a list of votes are none."""
    if not (headers.own | headers.around) & (_DEALS | _SPENDING):
        return []
    if gross := [at for at in columns if headers.of(at) & _GROSS]:
        taxed = any(headers.of(at) & _NET for at in headers.figures)
        return gross if taxed else []
    priced = any(headers.of(at) & _PRICES for at in headers.figures)
    words = _AMOUNTS | (_WHOLE if priced else frozenset())
    return [at for at in columns if headers.of(at) & words and not table.columns[at].unit]


def is_money(column: Column) -> bool:
    """Whether the figures of a column are sums of money, by their sign or header."""
    return column.kind is CellKind.CURRENCY or column.unit in CURRENCIES.values()


def column_of_tiers(meant: MeantHeaders, columns: Sequence[int], headers: Headers) -> int | Refusal:
    """The only one of columns whose header has a word of the first tier that any has."""
    for tier in meant.headers:
        found = [at for at in columns if headers.of(at) & stemmed(tier)]
        if len(found) > 1:
            return Refusal(TWO_COLUMNS)
        if found:
            return found[0]
    return Refusal(NOT_COVERED)


def named_figures(
    words: frozenset[str],
    headers: Headers,
    columns: Sequence[int],
    around: frozenset[str],
    table: StoredTable,
    text: str,
) -> int | Refusal:
    """The column of figures that the words of a text name; the only one needs no name of its own
    where the words stand around the table."""
    ranked = sorted(
        ((len(headers.of(at) & words), -len(headers.of(at) - words), at) for at in columns),
        reverse=True,
    )
    if not ranked:
        return Refusal("The table has no such column of figures.")
    if not ranked[0][0]:
        alone = len(ranked) == 1 and bool(words) and words <= around
        return ranked[0][2] if alone else Refusal(NOT_COVERED)
    fits = sorted(at for *fit, at in ranked if tuple(fit) == ranked[0][:2])
    if len(fits) > 1:
        shared = words & frozenset().union(*(headers.of(at) for at in fits))
        return Refusal(TWO_COLUMNS, readings=readings_of_columns(text, shared, fits, table))
    return fits[0]


def of_period(
    table: StoredTable, columns: Sequence[int], years: Sequence[str], quarters: Sequence[str]
) -> list[int]:
    """The columns of figures of the period that is asked for; all where none is."""
    if not years and not quarters:
        return list(columns)
    if len(years) > 1 or len(quarters) > 1:
        return []
    return [at for at in columns if _is_of(table.columns[at], years, quarters)]


def pair_of_periods(
    table: StoredTable, headers: Headers, asked: Sequence[str], quarters: Sequence[str]
) -> tuple[int, int] | Refusal:
    """The columns that a growth is between: of the period asked for and of a year before, or of
    the two years that are named."""
    years = sorted(asked)
    if not 0 < len(years) < 3:
        return Refusal("It takes two periods to compare.")
    later, earlier = years[-1], years[0] if len(years) == 2 else str(int(years[0]) - 1)
    plain = [at for at in headers.figures if table.columns[at].kind is not CellKind.PER_CENT]
    found = [
        [at for at in plain if _is_of(table.columns[at], (year,), quarters)]
        for year in (later, earlier)
    ]
    if any(len(each) > 1 for each in found):
        return Refusal(TWO_COLUMNS)
    if not all(found):
        return Refusal("The table has no column of the period.")
    return found[0][0], found[1][0]


def _is_of(column: Column, years: Sequence[str], quarters: Sequence[str]) -> bool:
    said = column.period or column.name
    own = quarters_in(said.replace("-Q", " Q"))
    return years_in(said) == tuple(years) and own == tuple(quarters) and not length_of(said)
