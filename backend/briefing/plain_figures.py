"""Which figures of tables a question can ask for by row and time alone.

A label such as "Net sales" may stand in several tables of a document, for the whole and for its
parts, and in the documents of several firms. A question is kept only where all that it could mean
is the same figure.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from backend.briefing.candidate_questions import AskedFigure
from backend.calendar_words import MONTH_BEGINNING
from backend.tables.column_scales import scale_of_cell
from backend.types import Cell, CellKind, Column, StoredRow, StoredTable

LEAST_DIGITS = 2
"""A figure of fewer digits is found in too many places to be told apart."""
PER_CENT = "%"
NUMERIC = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])
_FOOTNOTE = re.compile(r"\s*\([\d*]{1,2}\)|(?<=[^\W\d_])[*†]+|\s*[¹²³⁴⁵⁶⁷⁸⁹]+")
_QUALIFIER = re.compile(r"(?i), (?:net|gross|total)$")
_GENERAL = frozenset(
    (
        *("all", "balance", "consolidated", "domestic", "foreign", "global", "international"),
        *("local", "national", "net", "other", "others", "regional", "reported", "segment"),
        *("subtotal", "total", "totals", "worldwide"),
    )
)
"""Words that only say of which part a figure is: a label of no other ones asks for nothing."""
_HALF = re.compile(r"(?i)\b(?:related|other|and|or|of|net|based|adjusted|attributable)$")
"""A label that ends so asks for what is left out."""
_OF_TIME = re.compile(
    rf"(?i)\b(?:{MONTH_BEGINNING})[a-z]*\b|"
    r"\b(?:first|second|third|fourth|three|six|nine|twelve|thirteen|twenty|thirty|forty|fifty|"
    r"half|quarters?|months?|weeks?|years?|days?|fiscal|ended|ending|end|q[1-4]|fy|as|at|on|of|in|"
    r"the|for|to|and|unaudited|audited|actual|thousands?|millions?|billions?|dollars?|euros?|"
    r"usd|eur|gbp|us)\b"
)
"""Words of a column's header that say no more than when and in what its figures are."""
_DAY = re.compile(r"((?:19|20)\d\d)-(\d\d)-(\d\d)")
_SCALES = {Decimal(1_000): "thousand", Decimal(1_000_000): "million", Decimal(10**9): "billion"}


@dataclass(frozen=True, slots=True)
class ToldFigure:
    """A figure wherever it stands: whose, of which document, and what it is worth."""

    subject: str
    document_id: str
    value: Decimal


Index = Mapping[tuple[str, str, bool], frozenset[ToldFigure]]
"""By label in small letters, when it is of, and whether it is in per cent."""


def label_of(row: StoredRow) -> str:
    """A row's label without footnotes, colons and what stands behind its last comma."""
    label = " ".join(_FOOTNOTE.sub("", row.label).split()).rstrip(":*")
    return _QUALIFIER.sub("", label)


def figures_told(documents: Iterable[tuple[str, Iterable[StoredTable]]]) -> Index:
    """Every figure with a time in the tables of documents.

    Args:
        documents: whom each is about (empty if nobody is named), and its tables.
    """
    found: defaultdict[tuple[str, str, bool], set[ToldFigure]] = defaultdict(set)
    for subject, tables in documents:
        for table in tables:
            for row in table.rows:
                label = label_of(row)
                for place, cell in numeric_cells(table, row):
                    when = spoken_period(table.columns[place])
                    value = value_of(table, row, place)
                    if when and value is not None:
                        told = ToldFigure(subject, table.document_id, value)
                        found[_key(label, when, cell)].add(told)
    return {key: frozenset(told) for key, told in found.items()}


def numeric_cells(table: StoredTable, row: StoredRow) -> Iterator[tuple[int, Cell]]:
    """The cells of a row that hold a number, with the places of their columns."""
    for place, cell in enumerate(row.cells[: len(table.columns)]):
        if cell is not None and cell.kind in NUMERIC and cell.value is not None:
            yield place, cell


def value_of(table: StoredTable, row: StoredRow, place: int) -> Decimal | None:
    """What a cell is worth with its scale; None where it holds no number."""
    cell = row.cells[place]
    if cell is None or cell.value is None:
        return None
    return cell.value * scale_of_cell(table, row, place)


def is_plain(index: Index, figure: AskedFigure, cell: Cell) -> bool:
    """Whether a question by label and time can mean this figure alone: every other one of that
    label and time has the same value, but for those that are said to be somebody else's."""
    words = figure.label.casefold().split()
    if sum(each.isdigit() for each in cell.text) < LEAST_DIGITS or _GENERAL.issuperset(words):
        return False
    if _HALF.search(figure.label):
        return False
    told = index.get(_key(figure.label, figure.when, cell), frozenset())
    return all(
        each.value == figure.value
        for each in told
        if not (figure.subject and each.subject and each.subject != figure.subject)
    )


def is_told_elsewhere(index: Index, figure: AskedFigure, document_id: str) -> bool:
    """Whether another document has the figure, so that leaving out its own hides nothing."""
    return any(
        each.document_id != document_id and (not each.subject or each.subject == figure.subject)
        for per_cent in (False, True)
        for each in index.get((figure.label.casefold(), figure.when, per_cent), ())
    )


def names_only_time(column: Column) -> bool:
    """Whether a header says when figures are of and in what, and nothing that a question for row
    and time would leave out ("Comparable sales › 2023")."""
    rest = _OF_TIME.sub(" ", " ".join(column.path))
    if column.unit:
        rest = rest.replace(column.unit, " ")
    return re.search(r"[^\W\d_]", rest) is None


def printed(table: StoredTable, row: StoredRow, place: int) -> str:
    """A figure with its scale and unit, as "(471) million USD" or "15.6 %"."""
    cell = row.cells[place]
    if cell is None:
        return ""
    scale = _SCALES.get(scale_of_cell(table, row, place), "")
    unit = table.columns[place].unit
    if cell.kind is CellKind.PER_CENT:
        scale = unit = ""
    text = " ".join(cell.text.split())
    if any(each in "$€£¥%" for each in text):
        unit = ""
    return " ".join(each for each in (text, scale, unit) if each)


def spoken_as_figure(label: str, prose: str) -> bool:
    """Whether running text tells a figure of a label: "Net sales rose to 12 million"."""
    words = r"\s+".join(map(re.escape, label.split()))
    telling = r"(?:of|was|were|is|are|increased|decreased|rose|fell|grew|declined|total(?:l?ed)?)"
    return re.search(rf"(?i)\b{words}\s+{telling}\b[^.;]{{0,40}}?\d", prose) is not None


def spoken_period(column: Column) -> str:
    """When a column's figures are of, as a person asks: "in 2023", "on January 28, 2023", "in the
    13 weeks ended January 28, 2023"; empty where its header names no time."""
    period = column.period
    if re.fullmatch(r"(?:19|20)\d\d", period):
        return f"in {period}"
    if quarter := re.fullmatch(r"((?:19|20)\d\d)-Q([1-4])", period):
        return f"in Q{quarter[2]} {quarter[1]}"
    match = _DAY.match(period)
    if match is None:
        return ""
    try:
        day = date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return ""
    words = f"{day:%B} {day.day}, {day.year}"
    if "/" not in period:
        return f"on {words}"
    length = next((each for each in column.path if re.search(r"(?i)\bended\b", each)), "")
    lasted = re.match(r"(?i)(.*?\bended)\b", length)
    return f"in the {lasted[1].lower()} {words}" if lasted else f"in the period to {words}"


def _key(label: str, when: str, cell: Cell) -> tuple[str, str, bool]:
    return label.casefold(), when, cell.kind is CellKind.PER_CENT
