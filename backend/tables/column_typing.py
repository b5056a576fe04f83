"""What the columns of a table hold: kind, unit, scale and period of each, and the typed cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

from backend.tables.cell_values import (
    CURRENCIES,
    CellValue,
    cell_value,
    is_year,
    writes_decimal_comma,
)
from backend.tables.column_periods import period_of, says_part, says_whole_year
from backend.tables.column_scales import (
    ONE,
    measure_of,
    scale_said,
    unit_around,
    with_thousands_named,
)
from backend.tables.measure_over_groups import with_measure_over_groups
from backend.tables.table_parts import Grid, Place
from backend.types.layout import Box
from backend.types.tables import HEADER_JOINT, Cell, CellKind, Column

_YEARS = re.compile(r"(?i)\b(?:years?|dates?|periods?|fiscal|matur\w+|expir\w+|founded|season)\b")
_OF_NUMBERS = re.compile(r"(?i)\b(?:(?<!/)no|nr|number|ref|id|code)\b\.?\s*$|#\s*$")
_PER_CENT = re.compile(r"(?i)%|\bper ?cent\b|\bpercentage\b")
_MAXIMUM = re.compile(r"(?i)\bmax(?:imum)?\b")
_LENGTHS = re.compile(r"(?i)\b(?:months?|weeks?|quarters?|years?) ended\b|\bquarter\b")
_OF_A_QUARTER = re.compile(
    r"(?i)(?:Q[1-4]|[1-4]Q|(?:first|second|third|fourth)[ -]quarter)"
    r"(?:\W+(?:%|per ?cent|changes?|results?|sales|only|unaudited))*\W*"
)
"""The title of a table that names a quarter and little else: “Q4 % Change” over 2022 and 2021."""
_BARE_MEASURE = re.compile(
    r"(?i)(?:(?:all\s+)?(?:amounts|figures|values|dollars|euros|pounds)\s+)?"
    r"(?:(?:US|U\.S\.|C|A|HK)?\s?[$€£¥]|USD|EUR|GBP|CHF)?\s*(?:"
    r"in\s+(?:[$€£¥]\s?|(?:USD|EUR|GBP|CHF)\s)?(?:thousands|millions|billions)"
    r"(?:\s+of\s+(?:u\.?s\.?\s+)?(?:dollars|euros|pounds))?"
    r"|(?<=[$€£¥DRPF]\s)(?:thousand|million|billion)s?"
    r"|(?<=[$€£¥])\s?(?:m|mm|mn|bn|['’‘]?000)|(?<=[$€£¥])(?:million|billion))"
)
"""A statement without brackets; “million” alone behind a currency, as in “$ million” and “€m”."""
_DATED = re.compile(r"(?:FY\s?)?(?:19|20)\d\d\s+(?P<measure>\S.*)", re.DOTALL)
FEW_HELD = 0.05
"""Share of rows that may hold something in a column whose header is that of the labels."""
LONGEST_ABOVE = 200
"""A longer text before a table is prose: the quarter of which it tells is not the table's."""
LONGEST_SIGN = 3
"""Letters of the signs of units: "kg", "EUR", "pcs"."""
_NUMERIC = (CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT)
_SMALL_UNITS = frozenset("bdghklmstw")
"""Letters that are units or scales."""
MAX_BARE_PER_CENT = Decimal(1000)
"""Figures over this under a per cent are no per cent."""


def typed_columns(
    grid: Grid, context: Sequence[str]
) -> tuple[tuple[Column, ...], list[tuple[Cell | None, ...]]]:
    """The columns of a grid, and per row its typed cells.

    Args:
        context: what is said around the table of unit and scale, the nearest first.
    """
    grid = replace(grid, paths=with_measure_over_groups(grid.paths))
    comma = writes_decimal_comma(
        place.text for row in grid.rows for place in row[1:] if place is not None
    )
    values = [
        [cell_value(place.text, decimal_comma=comma) if place else None for place in row[1:]]
        for row in grid.rows
    ]
    columns: list[Column] = []
    of_all = dict.fromkeys((*_said_of_all(grid.paths), *_said_on_top(grid)))
    # what stands over a column that holds next to nothing is said of the labels, and so of all
    unheld = [
        " ".join(path)
        for number, path in enumerate(grid.paths)
        if sum(row[number] is not None for row in values) <= len(values) * FEW_HELD
    ]
    context = [*of_all, *unheld, *context]
    for number, path in enumerate(grid.paths):
        held = [row[number] for row in values]
        there = [each for each in held if each is not None]
        column = _column(grid, path, there, context)
        columns.append(column)
        for row, value in zip(values, held, strict=True):
            if value is not None:
                row[number] = _as_column(value, column)
    cells = [
        tuple(
            _cell(place, value) if place is not None and value is not None else None
            for place, value in zip(row[1:], typed, strict=True)
        )
        for row, typed in zip(grid.rows, values, strict=True)
    ]
    return _told_apart(columns), cells


def is_dated_measure(text: str) -> bool:
    """Whether a header says nothing but a year and the scale of its figures: "2019 €m"."""
    match = _DATED.fullmatch(text.strip())
    return match is not None and is_measure(match["measure"])


def _said_of_all(paths: Sequence[tuple[str, ...]]) -> list[str]:
    """What headers say of unit and scale for all columns: what stands in brackets, and what is
    printed without any where no other column has words of its own beside it, as “tonnes” beside “$
    million”."""
    return [
        part
        for path in paths
        for depth, part in enumerate(path)
        if is_measure(part)
        if part.startswith("(") or all(each[depth : depth + 1] in ((), (part,)) for each in paths)
    ]


def _said_on_top(grid: Grid) -> list[str]:
    """What the first row says, where it is a label alone and says nothing but unit and scale."""
    label, *cells = grid.rows[0] if grid.rows else (None,)
    alone = label is not None and not any(cells)
    return [label.text] if label is not None and alone and is_measure(label.text) else []


def _column(
    grid: Grid, path: tuple[str, ...], values: Sequence[CellValue], context: Sequence[str]
) -> Column:
    own = measure_of(" ".join(path))
    if own.unit == "min" and any(_MAXIMUM.search(part) for each in grid.paths for part in each):
        own = own._replace(unit="")  # the smallest figures, beside the largest
    if own.unit not in CURRENCIES.values() and len(path) > 1 and _is_bare(path[-1]):
        own = own._replace(
            unit=""
        )  # “Dose (mg/l)” over “0.8” is what the columns are told apart by
    # without brackets and of some columns alone it may tell them apart: “£m” beside “US$m”
    path = tuple(
        part
        for part in path
        if not is_measure(part) or not (part.startswith("(") or part in context)
    )
    kind = _kind(path, values)
    if kind is CellKind.DATE and is_of_numbers(" ".join(path)):
        kind = CellKind.TEXT  # "01/2024" is an invoice
    scale, unit = ONE, ""
    around = ("".join(grid.label_path), *context)
    if kind is CellKind.PER_CENT:
        unit = "%"
    elif kind in (CellKind.NUMBER, CellKind.CURRENCY):
        units = Counter(value.unit for value in values if value.unit and value.unit != "%")
        unit = _shared(units, values) or own.unit.replace("%", "")
        if not unit:
            said = map(unit_around, around)
            unit = next((each for each in said if each and each != "%"), "")
        scale = own.scale or scale_said(around) or ONE
    period = _period(grid, path, context)
    return Column(HEADER_JOINT.join(path), path, kind, unit, scale, period)


def _is_bare(name: str) -> bool:
    """Whether a name is a number of which something else is told, and no year."""
    return cell_value(name).kind is CellKind.NUMBER and not is_year(name)


def _shared(units: Counter[str], values: Sequence[CellValue]) -> str:
    """The unit of most figures that have one; a word or a letter behind a few figures, not the
    first ("1 tube" among tablets, plot "19 B"), is theirs alone."""
    if not units:
        return ""
    figures = [value for value in values if value.kind in _NUMERIC]
    unit = units.most_common(1)[0][0]
    is_sign = unit in _SMALL_UNITS if len(unit) == 1 else len(unit) <= LONGEST_SIGN
    are_few = 2 * units.total() <= len(figures) and not figures[0].unit
    return "" if are_few and not is_sign else unit


def is_of_numbers(header: str) -> bool:
    """Whether a header says that a column numbers its rows: "Invoice no."."""
    return _OF_NUMBERS.search(header) is not None


def is_measure(text: str) -> bool:
    """Whether a header says nothing but unit and scale: "(in thousands)", "U.S. $ in thousands",
    "$ million"."""
    if text.startswith("(") and text.endswith(")"):
        return measure_of(text).scale is not None
    return _BARE_MEASURE.fullmatch(with_thousands_named(text).strip()) is not None


def _kind(path: tuple[str, ...], values: Sequence[CellValue]) -> CellKind:
    """The kind that a column's cells speak for: of figures, the first tells what the others are."""
    kinds = Counter(value.kind for value in values if value.kind is not CellKind.NIL)
    figures = [value for value in values if value.kind in _NUMERIC]
    if not kinds:
        return CellKind.NIL
    if 2 * len(figures) < sum(kinds.values()):
        return CellKind.DATE if kinds[CellKind.DATE] > kinds[CellKind.TEXT] else CellKind.TEXT
    if _are_codes(figures):
        return CellKind.TEXT
    if _are_years(path, figures):
        return CellKind.DATE
    first = figures[0]
    small = all(abs(figure.value or ONE) < MAX_BARE_PER_CENT for figure in figures)
    others = {figure.kind for figure in figures}
    said = first.kind is CellKind.PER_CENT or _PER_CENT.search(" ".join(path)) is not None
    if CellKind.CURRENCY not in others and small and said:
        return CellKind.PER_CENT
    return CellKind.CURRENCY if CellKind.CURRENCY in others else CellKind.NUMBER


def _are_codes(figures: Sequence[CellValue]) -> bool:
    """Whether numbers with a letter behind them are names, as those of classes and rooms are ("7A",
    "7b"): units of one letter would be one unit, and "b", "k", "m" may stand for a scale."""
    units = {figure.unit for figure in figures}
    if len(units) < 2 or not all(len(unit) == 1 and unit.isalpha() for unit in units):
        return False
    return all(map(str.isupper, units)) or not units <= _SMALL_UNITS


def _are_years(path: tuple[str, ...], figures: Sequence[CellValue]) -> bool:
    texts = [str(figure.value) for figure in figures]
    if not all(is_year(text) for text in texts) or any(
        figure.kind is not CellKind.NUMBER or figure.unit for figure in figures
    ):
        return False
    if path and _YEARS.search(" ".join(path)):
        return True
    rising = [int(text) for text in texts]
    return not path and len(rising) > 2 and all(upper != lower for upper, lower in pairwise(rising))


def _as_column(value: CellValue, column: Column) -> CellValue:
    """A cell of a column of per cent is one, sign or not; a year is no figure."""
    if column.kind is CellKind.PER_CENT and value.kind is CellKind.NUMBER:
        return value._replace(kind=CellKind.PER_CENT, unit="%")
    if column.kind is CellKind.DATE and value.kind is CellKind.NUMBER:
        return value._replace(kind=CellKind.DATE, value=None)
    return value


def _period(grid: Grid, path: tuple[str, ...], context: Sequence[str]) -> str:
    """The period of a header; of a mere year, what stands over the labels or before the table may
    say how long it is or on which day it ends ("Three months ended December 31," 2022)."""
    found = period_of(path)
    if not found or not is_year(found):
        return found
    if says_whole_year(grid.title):
        return found
    if _OF_A_QUARTER.fullmatch(grid.title.strip()):
        return period_of((grid.title, *path)) or found
    over_labels = " ".join(grid.label_path)
    whole = says_whole_year(" ".join((over_labels, *path)))
    for text in (over_labels, *(each for each in context if len(each) <= LONGEST_ABOVE)):
        if whole and says_part(text) and not says_whole_year(text):
            continue  # of a table beside it
        if (
            text
            and not is_year(period_of((text,))[:4] or "x")
            and (text == over_labels or _LENGTHS.search(text))
        ):
            fuller = period_of((text, *path))
            if fuller and fuller != found:
                return fuller
    return found


def _cell(place: Place, value: CellValue) -> Cell:
    return Cell(
        place.text,
        value.kind,
        value.value,
        place.start,
        place.end,
        place.page,
        _rounded(place.box),
        value.note,
        place.reach,
    )


def label_cell(place: Place | None) -> Cell | None:
    """The cell of a row's label."""
    if place is None:
        return None
    return _cell(place, CellValue(CellKind.TEXT, None, "", ""))


def _rounded(box: Box | None) -> Box | None:
    """Boxes as the records keep them, so that what comes back is what went in."""
    if box is None:
        return None
    return Box(*(round(edge, 2) for edge in (box.left, box.top, box.right, box.bottom)))


def _told_apart(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Columns under one header, one of them per cent, are told apart by a "%" in its path."""
    names = Counter(column.path for column in columns)
    mixed = {
        path
        for path, count in names.items()
        if count > 1 and len({column.kind for column in columns if column.path == path}) > 1
    }
    return tuple(
        replace(column, path=(*column.path, "%"), name=HEADER_JOINT.join((*column.path, "%")))
        if column.path in mixed and column.kind is CellKind.PER_CENT
        else column
        for column in columns
    )
