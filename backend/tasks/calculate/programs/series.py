"""Tables as series: one name with figures, each of a period. Periods may stand over or beside."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.analysis import term_texts
from backend.remembered import Remembered
from backend.tables.cell_values import CURRENCIES, cell_value, is_year
from backend.tables.column_periods import period_of, says_part, says_to_date, says_whole_year
from backend.tables.column_scales import measure_of, scale_of_cell
from backend.tables.headings_over import text_around
from backend.tables.period_labels import is_period_label
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.period_parts import length_of
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.types.calculations import Operand
from backend.types.tables import HEADER_JOINT, Cell, CellKind, Column, StoredRow, StoredTable
from backend.years_over_two import over_two_years

MOST_KEPT = 50_000
"""Cells of the tables whose figures are kept: those of several long reports, about 1.5 KB each."""
_REMEMBERED = 4096
"""Texts whose words are kept: a question is compared with the same labels in every table."""
_PER_CENT = re.compile(r"(?i)(?<!\d)(?<!\d )(?:%|\bper ?cent\b)")
"""Behind a number it is a rate that a row is named by: the VAT of "VAT 10 %" is an amount."""
_UNIT_BEHIND = re.compile(
    r"\s*\((?:[^\W\d]{1,4}|[^\W\d]{1,6}/[^\W\d]{1,6}|%|[$€£¥]\s?(?:000s?|m|k)?"
    r"|square metres|hours|minutes|litres|tonnes)\)\s*$"
)
_MOVEMENTS = re.compile(
    r"(?i)^(?:net )?(?:changes?|\(?increase\)?|\(?decrease\)?|movements?)\b.*\b(?:in|of)\b.*"
    r"\b(?:assets|liabilities|working capital)\b"
)
_SUM_OF_FLOWS = re.compile(
    r"(?i)^(?:net |total )*cash (?:flows? )?\(?(?:provided|used|generated|from)\b.*\bactivities\b"
)
"""The row that closes a part of a statement of cash flows, whatever it stands under."""
_DEDUCTED = re.compile(
    r"(?i)(?<=\w), (?:net of|less)(?: an?)? (?:allowances?|accumulated|provisions?|reserves?)\b.*$"
)
"""What was taken off a row of a balance sheet, often with the amounts: it is no name of the row."""
_NET = re.compile(r"(?i), net(?: of [^,]+)?$")
_TOO_PLAIN = frozenset(
    term
    for word in ("income", "loss", "sales", "revenue", "earnings", "interest", "gain", "expense")
    for term in term_texts(word)
)
"""What "net" says more of than that something was deducted: "Income, net"."""
_ATTRIBUTED = re.compile(
    r"(?<=[Aa]ttributable to) (?![Nn]on|[Mm]inorit|[Ss]hare|[Ss]tock|[Cc]ommon|[Oo]wner|[Ee]quity"
    r"|[Oo]rdinary|[Pp]referred|[Cc]ontinuing)"
    r"(?:[A-Z][\w.&'’-]*,?(?: (?:&|of|and) (?=[A-Z]))? ?)+(?:plc\b)?"
)
"""The company that a result belongs to: mostly the one whose report it is, which a question calls
by a shorter name."""
_FOOTNOTE = re.compile(r"(?<=[a-z]{3})\d(?:,\d)*\s*$")
_MONEY = frozenset(CURRENCIES.values())
LENGTHS = frozenset(["days", "weeks", "months", "quarters", "years"])
"""Units of time that are as often lengths of periods."""
_LENGTH_IN_BRACKETS = re.compile(rf"(?i)\((?:in )?(?P<length>{'|'.join(sorted(LENGTHS))})\)$")
_TO_DATE = "to date"
_TOTAL = frozenset(term_texts("total"))
_NO_MONEY = re.compile(
    r"(?i)\b(?:number of|numbers?|shares (?:outstanding|issued)|employees|headcount|in years"
    r"|(?<!long[ -])(?<!short[ -])term|life|ratio|rate|margin|per share|rights|units"
    r"|weighted average shares)\b"
)


@dataclass(frozen=True, slots=True)
class SeriesFigure:
    """A cell of a series: its year ("" where none is named), its quarter or shorter length, and
    the words of its header apart from the series' own name."""

    operand: Operand
    year: str
    part: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Series:
    """A row (or, where the rows are periods, a column) of a table. A movement is a row of a
    statement of cash flows that says by how much what it is called after changed."""

    table_id: str
    label: str
    words: frozenset[str]
    group: frozenset[str]
    around: frozenset[str]
    figures: tuple[SeriesFigure, ...]
    is_movement: bool = False
    heading: frozenset[str] = frozenset()


@lru_cache(_REMEMBERED)
def words_of(text: str) -> frozenset[str]:
    """The stems of a text's words, without years and other figures."""
    terms = frozenset(term for term in term_texts(text) if not any(map(str.isdigit, term)))
    return terms or frozenset(
        term for term in term_texts(text, keep_stop_words=True) if not any(map(str.isdigit, term))
    )


def without_deducted(label: str) -> str:
    """A label without what was taken off: "Receivables, net of allowance for losses of 3" are
    receivables."""
    return _DEDUCTED.sub("", label)


def is_no_money(label: str) -> bool:
    """Whether a label says that its figures are counts, terms, rates or the like."""
    return bool(_NO_MONEY.search(label))


def unit_of_cell(cell: Cell, label: str, column: Column) -> str:
    """The unit of a cell: its own text or its label may say another one than its column does, as in
    a list of properties ("750 W", "9.4 kg"). A length of time is one where the cell prints it ("60
    days") or the header has it in brackets; that of a period over a column ("52 weeks ended") is
    none. A currency does not reach counts, terms and rates."""
    if cell.kind is CellKind.PER_CENT or column.unit == "%" or _PER_CENT.search(label):
        return "%"
    if own := _own_length(cell, column) or _own_unit(cell, column):
        return own
    if column.unit.casefold() in LENGTHS or _NO_MONEY.search(label):
        return ""
    return column.unit


def _own_length(cell: Cell, column: Column) -> str:
    """The length of time that a figure is of, in the plural: as the cell prints it, else as the
    header has it in brackets ("Lead time (days)")."""
    if cell.kind is not CellKind.NUMBER:
        return ""
    printed = cell_value(cell.text).unit if any(map(str.isalpha, cell.text)) else ""
    if printed:
        plural = f"{printed.casefold().removesuffix('s')}s"
        return plural if plural in LENGTHS else ""
    match = _LENGTH_IN_BRACKETS.search(column.name)
    return match["length"].casefold() if match else ""


def _own_unit(cell: Cell, column: Column) -> str:
    """The unit behind a cell's number where its column's, which most cells have, is another one."""
    if not column.unit or column.unit in _MONEY or cell.kind is not CellKind.NUMBER:
        return ""
    if not any(each.isalpha() for each in cell.text):
        return ""
    own = cell_value(cell.text).unit
    return own if own != column.unit else ""


def series_of(table: StoredTable, calendar: FiscalCalendar | None = None) -> tuple[Series, ...]:
    """The series of a table that hold at least one figure; their periods are named by a calendar
    where one is given. Those of the latest tables are kept: a question reads each table for every
    reading of its own."""
    return _KEPT.of((KeptTable(table), calendar), lambda: _made(table, calendar))


class KeptTable:
    """A table as a key that is quick to look up: by its id, then by what it holds."""

    __slots__ = ("table",)

    def __init__(self, table: StoredTable) -> None:
        self.table = table

    def __hash__(self) -> int:
        return hash((self.table.document_id, self.table.id))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeptTable) and (
            self.table is other.table or self.table == other.table
        )


def cells_in(key: tuple[KeptTable, FiscalCalendar | None]) -> int:
    """How large the table of a key is."""
    table = key[0].table
    return len(table.rows) * len(table.columns)


_KEPT: Remembered[tuple[KeptTable, FiscalCalendar | None], tuple[Series, ...]] = Remembered(
    MOST_KEPT, cells_in
)


def _made(table: StoredTable, calendar: FiscalCalendar | None) -> tuple[Series, ...]:
    around = words_of(text_around(table))
    dated = [bool(years_in(row.label)) for row in table.rows]
    upright = sum(dated) * 2 > len(dated) and not any(years_in(each.name) for each in table.columns)
    figures: dict[tuple[int, int], SeriesFigure] = {}
    heads = [_head(table, column) for column in table.columns]
    for at, row in enumerate(table.rows):
        above = tuple(each for each in row.group if is_period_label(each))
        for number, (cell, column) in enumerate(zip(row.cells, table.columns, strict=True)):
            if cell is None or cell.value is None:
                continue
            of_cell = column.period if upright else _period_under(above, column)
            period = row.label if upright else (of_cell or column.name)
            named = f"{column.name} {' '.join(row.group)}" if not upright else row.label
            over_two = not upright and over_two_years(column.name)
            years = years_in(column.name if over_two else period) or years_in(named)
            fiscal = calendar.named(of_cell) if calendar is not None and not upright else None
            year, part = fiscal or (
                years[0] if years else "",
                _part(f"{period} {named}", above),
            )
            figures[at, number] = SeriesFigure(
                Operand(
                    table.document_id,
                    table.id,
                    at,
                    number,
                    column.name if upright else row.label,
                    row.label if upright else _joined(*above, heads[number]),
                    years[0] if upright and years else of_cell,
                    cell.text,
                    cell.value,
                    measure_of(row.label).scale or scale_of_cell(table, row, number),
                    unit_of_cell(cell, row.label, column),
                    cell.start,
                    cell.end,
                    cell.page,
                    cell.box,
                ),
                year,
                part,
                words_of(row.label if upright else column.name),
            )
    found: list[Series] = []
    if upright:
        for number, column in enumerate(table.columns):
            held = tuple(figures[at, number] for at in range(len(dated)) if (at, number) in figures)
            found.append(
                Series(table.id, column.name, _named(column.name), _units(held), around, held)
            )
    else:
        for at, row in enumerate(table.rows):
            held = tuple(
                figures[at, number]
                for number in range(len(table.columns))
                if (at, number) in figures
            )
            heading = words_of(" ".join(row.group)) if row.group else frozenset[str]()
            group = heading | _units(held)
            moves = any(_MOVEMENTS.search(each) for each in row.group)
            moves = moves and not _SUM_OF_FLOWS.search(row.label)
            found.append(
                Series(table.id, row.label, _named_row(row), group, around, held, moves, heading)
            )
    return tuple(series for series in found if series.figures and series.label)


def _named(label: str) -> frozenset[str]:
    """The words of a label without a unit in brackets ("Seeds (kg)"), a raised number behind it
    that was printed as one with its last word ("Seeds2"), or what was taken off ("Seeds, less
    allowance for damage: 3")."""
    whole = _ATTRIBUTED.sub(" ", label)
    bare = _FOOTNOTE.sub("", _UNIT_BEHIND.sub("", without_deducted(whole)))
    words = words_of(bare if bare.strip() else label)
    without = words_of(_NET.sub("", bare)) if _NET.search(bare) else words
    return words if without <= _TOO_PLAIN else without


def _named_row(row: StoredRow) -> frozenset[str]:
    """The words that name a row: of a total that is printed without a label, those of what it adds
    up ("Total net revenues")."""
    words = _named(row.label)
    return (words - _TOTAL or words) if row.label_cell is None and row.total else words


def _units(figures: Sequence[SeriesFigure]) -> frozenset[str]:
    return words_of(" ".join(sorted({figure.operand.unit for figure in figures})))


def _period_under(above: Sequence[str], column: Column) -> str:
    """The period of a cell: where the header names a mere year or none, a period that stands above
    the row says the rest ("Fourth quarter" over a row, "2022" over its column)."""
    if not above or (column.period and not is_year(column.period)):
        return column.period
    return period_of((*above, *column.path)) or column.period


def _head(table: StoredTable, column: Column) -> str:
    """A column's header with what stands over the labels where that, and not the header, says which
    part of a year the column is of."""
    part = bool(column.period) and not is_year(column.period)
    if part and says_part(table.label_name) and not says_part(column.name):
        return _joined(table.label_name, column.name)
    return column.name


def _joined(*parts: str) -> str:
    return HEADER_JOINT.join(part for part in parts if part)


def _part(period: str, above: Sequence[str]) -> str:
    """The part of a year that a header or a period above the row names: "Q1", "3M", "to date";
    empty for a whole year or a day."""
    if length := length_of(period):
        return length
    quarters = quarters_in(period.replace("-Q", " Q"))
    if quarters:
        return quarters[0]
    if says_to_date(period) and not says_whole_year(period):
        return _TO_DATE
    parts = parts_in(" ".join(above))
    return parts[0] if parts else ""
