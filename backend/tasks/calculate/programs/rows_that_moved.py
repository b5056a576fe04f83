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
from backend.tasks.calculate.programs.column_conditions import has_figure
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
_OF_DOERS = frozenset(["or", "er", "ors", "ers"])
"""What makes of a deed those who do it."""
_BEFORE = (
    r"than (?:in |at |it (?:had|was) |they (?:had|were) )?(?:the )?"
    r"(?:year before|previous year|prior year|last year|year earlier)"
)
_HOW_MUCH = r"(?P<by>,? (?:and )?(?:by )?how (?:many|much)(?: (?:fewer|more|less))?)?"
_THAN_BEFORE = re.compile(
    r"(?i)^(?:and )?(?:which|what) (?:of )?(?:the |our )?(?P<kind>[^,?]+?) "
    r"(?:had|have|saw|drew|recorded|received|attracted)"
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
_TOTAL = re.compile(r"(?i)^(?:grand )?(?:total|sum|overall|altogether|average|mean)\b")
_ALL = re.compile(r"(?i)^all (?P<of>.+)$")
_WORSE = re.compile(
    r"(?i)\b(?:lost|left|leavers?|leaving|waiting|queues?|position|place|rank(?:ing|s)?|complaints?"
    r"|cancel\w*|missed|deaths?|errors?|faults?|debts?|arrears|absen\w+|closed|times?|scores?)\b"
)
"""Figures of which it is open what losing, falling or more of them means."""
_SEVERAL = re.compile(r"(?i)\b(?:and|or|with|by type)\b|[&/]")
"""A title of two things: some rows may be of the one alone."""
_PERIOD = re.compile(r"\d+|[–/-]")
_YEAR = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<rest>.*)")
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


def asks_what_moved(question: str) -> bool:
    """Whether a question asks which things went up or down."""
    return _asked_in(question) is not None


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
    """Whether everything that is asked about is what a table is of, and all of its rows. One word
    at least must be the table's own, since those of the document's title fit all of its tables."""
    heads = " ".join(heading(at, table) for at in range(LABEL, len(table.columns)))
    own_text = f"{table.title} {table.label_name} {heads}"
    if _WORSE.search(own_text) or _SEVERAL.search(table.title):
        return False
    if len({row.group for row in table.rows}) > 1:
        return False
    own = frozenset(term_texts(own_text))
    around = own | frozenset(term_texts(f"{about} {text_around(table)}"))
    return all(_holds(around, word) for word in said) and any(_holds(own, word) for word in said)


def _holds(words: frozenset[str], word: str) -> bool:
    """Whether a stem is among the words, or one of a deed and those who do it."""
    return word in words or any(
        min(len(word), len(each)) >= SHORTEST
        and (word.removeprefix(each) in _OF_DOERS or each.removeprefix(word) in _OF_DOERS)
        for each in words
    )


def _moved(asked: _Asked, table: StoredTable) -> Calculation | None:
    columns = _two_periods(table)
    if columns is None:
        return None
    later, earlier = columns
    rows = [at for at, row in enumerate(table.rows) if not _is_total(table, at)]
    if not all(has_figure(table, at, column) for at in rows for column in columns):
        return None  # what has no figure may have moved most
    pairs = [(operands(table, [at], later)[0], operands(table, [at], earlier)[0]) for at in rows]
    if len(pairs) > FEWEST and _adds_up(pairs):
        pairs = pairs[:-1]
    labels = [one.label for one, _ in pairs]
    if len(pairs) < FEWEST or len(set(labels)) < len(labels) or not all(labels):
        return None
    if any(min(one.value, other.value) < 0 for one, other in pairs):
        return None
    went = [pair for pair in pairs if (pair[0].value < pair[1].value) is asked.is_down]
    went = [pair for pair in went if pair[0].value != pair[1].value]
    units = {(one.unit, one.scale) for pair in pairs for one in pair}
    return _told(went, len(pairs)) if 1 <= len(went) <= MOST and len(units) == 1 else None


def _is_total(table: StoredTable, at: int) -> bool:
    """Whether a row is the total: marked so, called so, or “all” of what the rows are."""
    row = table.rows[at]
    if row.total or _TOTAL.match(row.label):
        return True
    whole = _ALL.match(row.label)
    of = frozenset(term_texts(whole["of"])) if whole is not None else frozenset[str]()
    return bool(of) and of <= frozenset(term_texts(f"{table.title} {table.label_name}"))


def _adds_up(pairs: Sequence[tuple[Operand, Operand]]) -> bool:
    """Whether the last row is what the others come to, in either period."""
    *rest, last = pairs
    return all(last[at].value == sum(pair[at].value for pair in rest) for at in (0, 1))


def _two_periods(table: StoredTable) -> tuple[int, int] | None:
    """The columns of the later and the earlier period, a year apart, of a table that has two, whose
    names are alike but for the period; columns of shares and of changes do not count."""
    dated = [
        (column.period, at)
        for at, column in enumerate(table.columns)
        if column.period and column.kind in (CellKind.NUMBER, CellKind.CURRENCY)
    ]
    periods = sorted(dated, reverse=True)
    if len(periods) != 2 or not _are_a_year_apart(periods[0][0], periods[1][0]):
        return None
    names = {_PERIOD.sub("", table.columns[at].name).strip().casefold() for _, at in periods}
    return (periods[0][1], periods[1][1]) if len(names) == 1 else None


def _are_a_year_apart(later: str, earlier: str) -> bool:
    one, other = _YEAR.fullmatch(later), _YEAR.fullmatch(earlier)
    if one is None or other is None or one["rest"] != other["rest"]:
        return False
    return int(one["year"]) == int(other["year"]) + 1


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
