"""Which rows of a table went up or down from the one of its two periods to the other: “Which piers
had fewer visitors than the year before, and how many fewer?”"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from backend.analysis import term_texts
from backend.tables.headings_over import text_around
from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_answers import made, operands
from backend.tasks.calculate.programs.column_words import LABEL, content, heading
from backend.tasks.calculate.programs.requests import quarters_in, years_in
from backend.tasks.calculate.programs.trusted_tables import is_sound
from backend.types.calculations import Calculation, Operand, Operation, measured
from backend.types.tables import CellKind, StoredTable

MOST = 12
"""Rows that are told, at most."""
FEWEST = 3
"""Rows of a table from which some are picked."""
SHORTEST = 4
"""Letters that two words of one root share at least: “visits” and “visitors”."""
_BEFORE = (
    r"than (?:in |at |it (?:had|was) |they (?:had|were) )?(?:the )?"
    r"(?:year before|previous (?:year|period)|prior year|last year|year earlier|before"
    r"|(?P<year>(?:19|20)\d\d(?:[–/-]\d\d)?))"
)
_HOW_MUCH = r"(?P<by>,? (?:and )?(?:by )?how (?:many|much)(?: (?:fewer|more|less))?)?"
_THAN_BEFORE = re.compile(
    r"(?i)^(?:and )?(?:which|what) (?:of )?(?:the |our )?(?P<kind>[^,?]+?) "
    r"(?:had|have|saw|got|made|took|sold|drew|recorded|received|attracted|cost|spent|earned|were|was)"
    r" (?P<way>fewer|less|lower|smaller|more|higher|larger)(?P<measure> [^,?]*?)? "
    rf"{_BEFORE}{_HOW_MUCH}\W*$"
)
_WENT = re.compile(
    r"(?i)^(?:and )?(?:which|what) (?:of )?(?:the |our )?(?P<kind>[^,?]+?) "
    r"(?:(?P<down>fell|dropped|shrank|declined|decreased|went down|lost)"
    r"|(?P<up>rose|grew|increased|went up|gained))(?P<measure> (?!by\b|to\b|from\b|below\b|above\b"
    r"|most\b|fastest\b|least\b)[^,?]*?)?"
    r"(?: (?:on|over|since|compared with|against) (?:the )?(?:year before|previous year|last year"
    rf"|year))?{_HOW_MUCH}\W*$"
)
_DOWN = frozenset(["fewer", "less", "lower", "smaller"])
_NO_ROW = re.compile(r"(?i)\b(?:other|total|all|sum|overall|altogether|average)\b")
_IDLE = frozenset(
    term_texts(
        "different their its own total number numbers figure figures many kind type sort item line"
    )
)


@dataclass(frozen=True, slots=True)
class _Asked:
    said: frozenset[str]
    is_down: bool


def rows_that_moved(question: str, tables: Sequence[StoredTable], about: str) -> Calculation | None:
    """The rows whose later figure is below, or above, the earlier one, each with the difference;
    None where none is, where no table or several are of what is asked for, or it has other periods
    than two.

    Args:
        question: as it was asked.
        tables: all of the document.
        about: its title.
    """
    asked = _asked_in(question)
    if asked is None:
        return None
    fitting = [table for table in tables if is_sound(table) and _is_of(asked.said, table, about)]
    found = [each for table in fitting if (each := _moved(asked, table)) is not None]
    return found[0] if len(fitting) == len(found) == 1 else None


def _asked_in(question: str) -> _Asked | None:
    text = " ".join(question.split())
    match = _THAN_BEFORE.match(text) or _WENT.match(text)
    if match is None or quarters_in(text) or years_in(text):
        return None
    named = match.groupdict()
    is_down = bool(named.get("down")) or (named.get("way") or "").casefold() in _DOWN
    said = content(f"{named['kind']} {named.get('measure') or ''}") - _IDLE
    return _Asked(said, is_down) if said else None


def _is_of(said: frozenset[str], table: StoredTable, about: str) -> bool:
    """Whether everything that is asked about is what a table is of. One word at least must be the
    table's own, since those of the document's title fit all of its tables."""
    heads = " ".join(heading(at, table) for at in range(LABEL, len(table.columns)))
    own = frozenset(term_texts(f"{table.title} {table.label_name} {heads}"))
    around = own | frozenset(term_texts(f"{about} {text_around(table)}"))
    return all(_holds(around, word) for word in said) and any(_holds(own, word) for word in said)


def _holds(words: frozenset[str], word: str) -> bool:
    """Whether a stem, or one that begins with it or that it begins with, is among the words."""
    return word in words or any(
        min(len(word), len(each)) >= SHORTEST and (word.startswith(each) or each.startswith(word))
        for each in words
    )


def _moved(asked: _Asked, table: StoredTable) -> Calculation | None:
    columns = _two_periods(table)
    if columns is None:
        return None
    later, earlier = columns
    rows = [
        at
        for at, row in enumerate(table.rows)
        if row.label and not row.total and not _NO_ROW.search(row.label)
    ]
    pairs = [
        (operands(table, [at], later)[0], operands(table, [at], earlier)[0])
        for at in rows
        if _has_both(table, at, later, earlier)
    ]
    if len(pairs) < FEWEST or any(min(pair[0].value, pair[1].value) < 0 for pair in pairs):
        return None
    went = [pair for pair in pairs if (pair[0].value < pair[1].value) is asked.is_down]
    went = [pair for pair in went if pair[0].value != pair[1].value]
    if (
        not 1 <= len(went) <= MOST
        or len({(one.unit, one.scale) for pair in pairs for one in pair}) > 1
    ):
        return None
    return _told(went, len(pairs))


def _two_periods(table: StoredTable) -> tuple[int, int] | None:
    """The columns of the later and the earlier period of a table that has two of one length;
    columns of shares and of changes besides do not count."""
    dated = [
        (column.period, at)
        for at, column in enumerate(table.columns)
        if column.period and column.kind in (CellKind.NUMBER, CellKind.CURRENCY)
    ]
    periods = sorted(dated, reverse=True)
    if len(periods) != 2 or len(periods[0][0]) != len(periods[1][0]):
        return None
    return (periods[0][1], periods[1][1]) if periods[0][0] != periods[1][0] else None


def _has_both(table: StoredTable, at: int, later: int, earlier: int) -> bool:
    cells = (table.rows[at].cells[later], table.rows[at].cells[earlier])
    return all(cell is not None and cell.value is not None for cell in cells)


def _told(went: Sequence[tuple[Operand, Operand]], of: int) -> Calculation:
    behind = measured(went[0][0].unit, went[0][0].scale)
    listed = tuple(
        (one.label, f"{written(one.value - other.value)}{behind}") for one, other in went
    )
    formula = "; ".join(
        f"{one.text} − {other.text} = {told}"
        for (one, other), (_, told) in zip(went, listed, strict=True)
    )
    first, second = went[0]
    over = f"{first.header} against {second.header}, {len(went)} of {of} rows"
    cells = tuple(cell for pair in went for cell in pair)
    said = "; ".join(f"{name} ({told})" for name, told in listed)
    return made(Operation.LIST, said, Decimal(len(went)), formula, cells, over, listed=listed)
