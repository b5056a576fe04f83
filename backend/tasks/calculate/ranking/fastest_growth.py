"""Which of the rows of one kind grew most against the same period of the year before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.tasks.calculate.programs.arithmetic import HUNDRED, rounded, written
from backend.tasks.calculate.programs.fiscal_calendar import FiscalCalendar
from backend.tasks.calculate.programs.kinds_of_part import says_kind
from backend.tasks.calculate.programs.measures import open_scale
from backend.tasks.calculate.programs.requests import parts_in, quarters_in, years_in
from backend.tasks.calculate.programs.series import words_of
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.tasks.calculate.ranking.table_cells import TableFigure, cells_of, stems_of
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import StoredTable

_GREW = re.compile(
    r"(?i)^(?:for ?, )?(?:which|what)(?: of)? (?P<entity>[^?]*?\b(?:divisions?|segments?|regions?"
    r"|categor(?:y|ies)|business(?:es)?(?: units?)?|units?|areas?|countr(?:y|ies)"
    r"|markets?|brands?|products?"
    r"|lines?|geograph(?:y|ies)))\b(?P<rest>.*)$"
)
_UP = re.compile(
    r"(?i)\b(?:grew|grow|rose|increased|expanded)\b.*\b(?:fastest|(?:the )?most|strongest)\b"
    r"|\b(?:fastest|highest|largest|strongest|biggest|greatest)\b.*\bgrowth\b"
    r"|\bfastest[- ]growing\b"
)
_DOWN = re.compile(
    r"(?i)\b(?:fell|declined|dropped|shrank|decreased)\b.*\b(?:fastest|(?:the )?most|sharpest)\b"
    r"|\b(?:largest|biggest|sharpest|steepest|greatest)\b.*\b(?:decline|drop|fall|decrease)\b"
)
_MEASURES = re.compile(
    r"(?i)\b(?:operating (?:profit|income)|(?:net )?(?:income|profit|sales|revenues?)|ebitda?r?"
    r"|turnover|volumes?|earnings|costs?|expenses?|assets)\b"
)
_SALES = words_of("revenue revenues sales turnover")
"""What grows where a question does not say of what."""
_NO_PART = re.compile(r"(?i)^total\b|\bcorporate\b|\beliminat|\bunallocated\b|\bconsolidated\b")
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class _Asked:
    entity: str
    measure: frozenset[str]
    years: tuple[str, ...]
    parts: tuple[str, ...]
    is_down: bool


def growth_in(question: str) -> _Asked | None:
    """What a question for the fastest growing row asks; None where it is none."""
    text = " ".join(question.split()).rstrip(" ?.")
    match = _GREW.match(text)
    down = match is not None and _DOWN.search(text) is not None
    years = years_in(text)
    if match is None or not (down or _UP.search(text)) or not 0 < len(years) < 3:
        return None
    named = _MEASURES.search(match["rest"]) or _MEASURES.search(match["entity"])
    measure = stems_of(named.group()) if named else frozenset[str]()
    parts = quarters_in(text) or parts_in(text)
    return _Asked(match["entity"], measure, tuple(sorted(years)), parts, down)


def fastest_growth(
    question: str, tables: Sequence[StoredTable], calendar: FiscalCalendar | None = None
) -> Calculation | Refusal | None:
    """The row of a block of rows whose figure grew, or fell, most; None where the question asks for
    none. Where the question does not say of what, revenue is meant.

    A block is the rows under one heading, or of a table whose title names the measure. Totals and
    what is not allocated are no row of the kind.
    """
    asked = growth_in(question)
    if asked is None:
        return None
    blocks = [
        (table, rows)
        for table in tables
        if is_sound(table)
        for rows in _blocks(asked, table, calendar)
    ]
    # of several tables the one whose heading says regions is meant, where regions are asked about
    of_kind = [
        (table, rows)
        for table, rows in blocks
        if says_kind(asked.entity, table, [one.operand.label for one, _ in rows])
    ]
    made = [_worked_out(asked, rows, table, tables) for table, rows in of_kind or blocks]
    told = [each for each in made if isinstance(each, Calculation)]
    if not told:
        return next((each for each in made if isinstance(each, Refusal)), Refusal(_NONE))
    if len({each.answer for each in told}) > 1:
        sentences = tuple(dict.fromkeys(each.sentence for each in told))
        return Refusal("Several tables give different answers.", sentences, is_open=True)
    return told[0]


_NONE = "No table has rows of this kind with figures of both periods."


def _blocks(
    asked: _Asked, table: StoredTable, calendar: FiscalCalendar | None
) -> list[list[tuple[TableFigure, TableFigure]]]:
    """The later and earlier cell of each row, by the blocks that are of the measure."""
    later = asked.years[-1]
    earlier = asked.years[0] if len(asked.years) == 2 else str(int(later) - 1)
    blocks: dict[tuple[str, ...], list[tuple[TableFigure, TableFigure]]] = {}
    above = stems_of(f"{table.title} {table.label_name}")
    for line in cells_of(table, calendar).lines.values():
        row = table.rows[line[0].operand.row]
        head = frozenset(stem for one in row.group for stem in stems_of(one)) or above
        wanted = asked.measure or _SALES
        fits = wanted <= head if asked.measure else bool(wanted & head)
        if not fits or row.total or _NO_PART.search(row.label) or line[0].is_per_cent:
            continue
        found = [
            [each for each in line if each.year == year and each.is_of_part(asked.parts)]
            for year in (later, earlier)
        ]
        if all(len(each) == 1 for each in found):
            blocks.setdefault(row.group, []).append((found[0][0], found[1][0]))
    return [block for block in blocks.values() if len(block) >= _FEWEST]


def _worked_out(
    asked: _Asked,
    rows: Sequence[tuple[TableFigure, TableFigure]],
    table: StoredTable,
    beside: Sequence[StoredTable],
) -> Calculation | Refusal:
    operands = [cell.operand for pair in rows for cell in pair]
    if reason := open_scale(Operation.GROWTH, operands, table, beside):
        return Refusal(reason)
    if any(operand.value <= 0 for operand in operands):
        return Refusal("A figure is nought or negative: its growth can be read both ways.")
    if any(one.operand.scale != other.operand.scale for one, other in rows):
        return Refusal("The figures have different scales.")
    rates = [
        (rounded((one.operand.value / other.operand.value - 1) * HUNDRED), one, other)
        for one, other in rows
    ]
    rates.sort(key=lambda each: each[0], reverse=not asked.is_down)
    if rates[0][0] == rates[1][0]:
        return Refusal("Several rows tie.", (rates[0][1].operand.label, rates[1][1].operand.label))
    rate, best, before = rates[0]
    if (rate > 0) == asked.is_down:
        return Refusal("No row did.")
    name = best.operand.label
    group = " ".join(table.rows[best.operand.row].group[-1:]) or table.title
    working = f"{written(best.operand.value)} ÷ {written(before.operand.value)} − 1"
    periods = f"{best.operand.when} against {before.operand.when}"
    formula = f"{working} = {written(rate)} %"
    return Calculation(
        Operation.GROWTH,
        name,
        rate,
        "%",
        Decimal(1),
        formula,
        f"{name}: {formula} ({group}, {periods}; {'most' if not asked.is_down else 'least'} of "
        f"{len(rates)} rows)",
        tuple(cell.operand for _, one, other in rates for cell in (one, other)),
        1.0,
        over=f"Growth in {group}, {periods}",
        listed=tuple((one.operand.label, f"{written(each)} %") for each, one, _ in rates),
    )
