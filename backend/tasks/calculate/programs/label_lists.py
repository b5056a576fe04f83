"""Which rows something is made of: "What are the components of current assets?", and how many.

The rows of a heading that is called so, those that add up to a total of that name, or all rows of a
table without headings. A bound in the question picks those whose figure keeps to it. Tables that
give different lists leave it open, and then nothing is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.analysis import term_texts
from backend.tables.rounded_sums import last_place
from backend.tasks.calculate.programs.column_answers import made, operands, said_list
from backend.tasks.calculate.programs.column_words import LABEL
from backend.tasks.calculate.programs.kinds_of_part import (
    NO_PART,
    REGIONS,
    SEGMENTS,
    kind_named,
    says_kind,
)
from backend.tasks.calculate.programs.measures import stated_unit
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import is_no_money
from backend.tasks.calculate.programs.trusted_tables import has_own_header, is_sound
from backend.tasks.calculate.ranking.question_forms import Bound, bound_in, less_the_bound
from backend.tasks.calculate.ranking.table_cells import TableFigure, cells_of, named_terms
from backend.types.calculations import Calculation, Operand, Operation, measured
from backend.types.tables import StoredRow, StoredTable

FEWEST = 2
OF_ROUNDING = 200
"""A total of less in its last place is met exactly, or not at all."""
MOST = 20
"""Rows of a list; a longer one is a table, and its rows are no parts of one thing."""
_CLASS = (
    r"(?:line |financial )?items?|components?|types?|kinds?|categor(?:y|ies)|elements?|class(?:es)?"
    r"|sources?|parts?|segments?|(?:geographic(?:al)? )?(?:regions?|areas?)|countries"
)
_LIST = re.compile(
    r"(?i)^(?:(?:list|name) (?:all )?|(?:what|which)(?: (?:are|were|is|was))? )(?:all )?(?:of )?"
    rf"(?:the )?(?P<before>(?:[\w-]+ ){{0,2}}?)(?P<kind>{_CLASS})\b(?P<rest>.*)$"
)
_COUNT = re.compile(
    rf"(?i)^how many (?:of the )?(?P<before>(?:[\w-]+ ){{0,2}}?)(?P<kind>{_CLASS})\b(?P<rest>.*)$"
)
_ONE = re.compile(
    r"(?i)^(?:(?:line |financial )?item|component|type|kind|category|element|class"
    r"|source|part|segment|(?:geographic(?:al)? )?(?:region|area))$"
)
_SAYING = (
    "table list listed show shown present presented provide provided report reported include "
    "included including make making made up there under within company comprise comprising "
    "consist consists contain contained consider considered calculate calculating calculation "
    "use used factor factored find found different main various respective individual all "
    "total following financial year fiscal exceed exceeded recorded record given disclose "
    "disclosed each amount value tabulate respectively major"
)
_LIGHT = frozenset(term for word in _SAYING.split() for term in term_texts(word))
"""Words that ask for rows, and name none."""
_EXTREME = re.compile(
    r"(?i)n['’]t\b|\b(?:not|no|nor|neither|except|without|exclud\w+|highest|largest|lowest|smallest|most|least|higher|larger|lower|smaller|greatest"
    r"|change|changed|increase[ds]?|decrease[ds]?|percentage|average|between|why|main|primary)\b"
)
"""What asks for one of the rows, for the other ones, for a figure, or for what only prose says."""


@dataclass(frozen=True, slots=True)
class LabelsAsked:
    """What rows are asked for: `topic` are the stems of what they are parts of, empty for those of
    the whole table; `kind` is the word for them.
    """

    kind: str
    topic: frozenset[str]
    counts: bool
    bound: Bound | None
    years: tuple[str, ...]
    is_of_table: bool


def labels_asked(question: str) -> LabelsAsked | None:
    """What rows a question asks for; None where it asks for none."""
    text = " ".join(question.split()).rstrip(" ?.")
    counted = _COUNT.match(text)
    found = counted or _LIST.match(text)
    if found is None or _EXTREME.search(text) or quarters_in(text) or parts_in(text):
        return None
    if counted is None and _ONE.match(found["kind"]):
        return None
    bound = bound_in(text)
    years = years_in(text)
    if len(years) > 1 or (bound is None and less_the_bound(text) != text):
        return None
    said = less_the_bound(f"{found['before']} {found['rest']}")
    topic = frozenset(named_terms(said)) - _LIGHT
    of_table = re.search(r"(?i)\btable\b", text) is not None
    return LabelsAsked(found["kind"], topic, counted is not None, bound, years, of_table)


def label_list(question: str, tables: Sequence[StoredTable]) -> Calculation | None:
    """The rows that a question asks for, each by its label, or how many they are; None where the
    tables do not tell, or tell different ones."""
    asked = labels_asked(question)
    if asked is None:
        return None
    found = [
        (table, block)
        for table in tables
        if is_sound(table)
        for block in dict.fromkeys(_blocks(asked, table))
        if _is_of_kind(asked.kind, table, block)
    ]
    told = [each for table, block in found if (each := _told(asked, table, block)) is not None]
    if len(told) != len(found) or len({each.listed for each in told}) != 1:
        return None
    return told[0]


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows of a table that belong together; `name` is their heading or total."""

    rows: tuple[int, ...]
    name: str


def _blocks(asked: LabelsAsked, table: StoredTable) -> Iterator[_Block]:
    """The rows of each part of a table that is called as the question says."""
    rows = table.rows
    if not asked.topic:
        plain = [at for at, row in enumerate(rows) if row.label and not row.total]
        if asked.is_of_table and not any(row.group for row in rows) and _is_a_list(plain, rows):
            yield _Block(tuple(plain), table.label_name or "the table")
        return
    for group in dict.fromkeys(row.group for row in rows if row.group):
        if not _is_called(group[-1], asked.topic):
            continue
        first = next(at for at, row in enumerate(rows) if row.group == group)
        of = _until_a_total(rows, first)
        if _is_a_list(of, rows):
            yield _Block(tuple(of), group[-1])
            return
    totals = [at for at, row in enumerate(rows) if row.total and _is_called(row.label, asked.topic)]
    made_of = [_parts_of(rows, at) for at in totals]
    if all(made_of):  # of two totals of one name the parts of both must be known
        for at, of in zip(totals, made_of, strict=True):
            yield _Block(tuple(of), rows[at].label)


def _is_of_kind(kind: str, table: StoredTable, block: _Block) -> bool:
    """Whether rows may be what is asked for: no column holds these things instead, and regions and
    segments are called so, without rows beside them that are none."""
    terms = frozenset(term_texts(kind))
    if any(terms & frozenset(term_texts(column.name)) for column in table.columns):
        return False
    if kind_named(kind) not in (REGIONS, SEGMENTS):
        return True
    labels = [table.rows[at].label for at in block.rows]
    return says_kind(kind, table, labels) and not any(map(NO_PART.search, labels))


def _until_a_total(rows: Sequence[StoredRow], first: int) -> list[int]:
    """The rows of a heading from its first one on, down to a total or a line without a label."""
    of: list[int] = []
    for at in range(first, len(rows)):
        row = rows[at]
        if row.group != rows[first].group or row.total or not row.label:
            break
        of.append(at)
    return of


def _is_called(label: str, topic: frozenset[str]) -> bool:
    """Whether a heading or a total says all of the topic, and nothing else."""
    own = frozenset(named_terms(label)) - _LIGHT
    return bool(own) and own == topic


def _is_a_list(of: Sequence[int], rows: Sequence[StoredRow]) -> bool:
    """Whether rows have a name each, and are as many as one reads out."""
    names = [rows[at].label for at in of]
    cells = all(rows[at].label_cell is not None for at in of)
    return FEWEST <= len(of) <= MOST and all(names) and len(set(names)) == len(names) and cells


def _parts_of(rows: Sequence[StoredRow], total: int) -> list[int]:
    """The rows right above a total that add up to it in every column that has a figure there."""
    wanted = {
        column: cell.value
        for column, cell in enumerate(rows[total].cells)
        if cell is not None and cell.value is not None and "%" not in cell.text
    }
    sums = dict.fromkeys(wanted, Decimal(0))
    of: list[int] = []
    about: list[int] = []
    for at in range(total - 1, -1, -1):
        if rows[at].total or not rows[at].label or rows[at].group != rows[total - 1].group:
            break
        of.insert(0, at)
        for column in sums:
            cell = rows[at].cells[column]
            sums[column] += cell.value if cell is not None and cell.value is not None else 0
        if not wanted or not _is_a_list(of, rows):
            continue
        if sums == wanted:
            return of
        if all(abs(sums[each] - value) <= _rounding(value) for each, value in wanted.items()):
            about = list(of)
    return about


def _rounding(total: Decimal) -> Decimal:
    """How far rounded figures may be from their total: one in its last place, nothing where that
    is no small part of it."""
    last = last_place(total)
    return last if abs(total) >= OF_ROUNDING * last else Decimal(0)


def _told(asked: LabelsAsked, table: StoredTable, block: _Block) -> Calculation | None:
    """The rows, or those of them whose figure keeps to the bound."""
    rows = block.rows
    figures: dict[int, Operand] = {}
    kept = list(rows)
    if asked.bound is not None:
        measures: set[tuple[str, bool]] = set()
        for at in rows:
            spot = _figure_of(asked, table, at)
            keeps = spot is not None and _keeps(asked.bound, spot.operand)
            if spot is None or keeps is None:
                return None
            unit = stated_unit(spot.operand, table)
            measures.add((unit, is_no_money(table.rows[at].label)))
            if keeps:
                figures[at] = replace(spot.operand, unit=unit)
        if len(measures) > 1:
            return None  # people among amounts of money
        kept = list(figures)
    elif asked.years and any(_figure_of(asked, table, at) is None for at in rows):
        return None  # a row without a figure may not have been one of them in that year
    if not kept:
        return None
    cells: list[Operand] = []
    for at in kept:
        cells += operands(table, [at], LABEL, block.name)
        cells += [figures[at]] if at in figures else []
    names = [table.rows[at].label_cell for at in kept]
    listed = tuple(
        (cell.text, figures[at].text if at in figures else "")
        for at, cell in zip(kept, names, strict=True)
        if cell is not None
    )
    return _as_calculation(asked, block, listed, tuple(cells))


def _figure_of(asked: LabelsAsked, table: StoredTable, row: int) -> TableFigure | None:
    """The one figure of a row in the year that is asked for, or in any; None where it has none or
    several."""
    spots = [
        spot
        for spot in cells_of(table).spots
        if spot.operand.row == row
        and spot.is_of_part(())
        and (not asked.years or spot.year in asked.years)
    ]
    if len(spots) != 1 or not has_own_header(spots[0].operand, table):
        return None
    return spots[0]


def _keeps(bound: Bound, cell: Operand) -> bool | None:
    """Whether a figure lies beyond a bound; None where it is open in what scale or unit.

    A bound without a scale may be meant as the table prints its figures, or in full: where that is
    not the same, it is open.
    """
    if bound.is_per_cent != (cell.unit == "%") or (bound.scale != 1 and cell.scale == 1):
        return None
    least = bound.value * bound.scale
    in_full = cell.value * cell.scale
    readings = {in_full} if bound.scale != 1 else {in_full, cell.value}
    kept = {figure > least if bound.is_over else figure < least for figure in readings}
    return kept.pop() if len(kept) == 1 else None


def _as_calculation(
    asked: LabelsAsked,
    block: _Block,
    listed: tuple[tuple[str, str], ...],
    cells: tuple[Operand, ...],
) -> Calculation:
    """The list with its labels as cells, or how many they are with the list behind it."""
    said = said_list([name for name, _ in listed])
    many = len(block.rows)
    of_many = f"{len(listed)} of {many}" if asked.bound is not None else f"{many}"
    over = f"{of_many} rows of {block.name}"
    figures = [cell for cell in cells if cell.column != LABEL]
    if figures:
        behind = measured(figures[0].unit, figures[0].scale)
        shown = ", ".join(f"{name}: {figure}" for name, figure in listed)
        formula = f"{over}: {shown}{behind}"
    else:
        formula = f"{over}: {said}"
    count = Decimal(len(listed))
    if asked.counts:
        return made(Operation.COUNT, str(count), count, formula, cells, over, listed=listed)
    return made(Operation.LIST, said, count, formula, cells, over, listed=listed)
