"""What one or two things of a price list cost, and how long one of them takes to come, where each
is meant by the words of its cells: "What would an oak block and a brass cleat cost together?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from backend.tasks.calculate.bound.named_by_cells import (
    WAITING,
    RowMeant,
    is_of_several,
    row_meant,
)
from backend.tasks.calculate.bound.places import FigurePlace
from backend.tasks.calculate.bound.worked_cells import told_of_cells
from backend.tasks.calculate.programs.column_answers import ONE, made, operands
from backend.tasks.calculate.programs.column_choice import (
    NOT_COVERED,
    column_of_tiers,
    is_money,
)
from backend.tasks.calculate.programs.column_words import (
    bare_question,
    headers_of,
    heading,
    is_of_periods,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import superlatives
from backend.tasks.calculate.programs.list_readings.cost_of_row import price_and_whole
from backend.tasks.calculate.programs.trusted_tables import is_sound, is_statement
from backend.types.calculations import Calculation, Operand, Operation, Refusal
from backend.types.tables import CellKind, StoredTable

_ALL = r"(?: (?P<all>(?:all )?together|altogether|combined|in total|in all))?"
_COST = re.compile(
    rf"(?i)^(?:how much|what) (?:do|does|would|will) (?P<what>.+?) (?:cost|come to){_ALL}$"
)
_IS = re.compile(rf"(?i)^how much (?:is|are|would be) (?P<what>.+?){_ALL}$")
_PRICE = re.compile(
    r"(?i)^(?:what is|what's|what are) the (?P<all>total |combined )?(?:prices?|costs?) (?:of|for) "
    r"(?P<what>.+?)(?: (?:together|altogether|combined|in total))?$"
)
_CHARGED = re.compile(
    r"(?i)^(?:how much|what) do (?:you|we|they) charge for (?P<what>.+?)(?P<all>)$"
)
_DEARER = re.compile(
    r"(?i)^(?:by )?how much (?P<how>dearer|more expensive|cheaper|less expensive) "
    r"(?:is|are|would be) (?P<one>.+?) than (?P<two>.+)$"
)
_COSTS_MORE = re.compile(
    r"(?i)^how much (?P<how>more|less) (?:do|does|would|will) (?P<one>.+?) cost than (?P<two>.+)$"
)
_DEAR = frozenset(["dearer", "more expensive", "more"])
_WAIT = re.compile(
    r"(?i)^how long (?:is|are|will|would) the (?:wait(?:ing time)?|lead time|delivery(?: time)?)"
    r"(?: be)? (?:for|of|on) (?P<what>.+)$"
    r"|^how long (?:do|does|would|will|must|should) (?:i|we|you|one|customers) "
    r"(?:have to |need to )?wait for (?P<for>.+)$"
    r"|^(?:what is|what's) the (?:delivery|waiting|lead) time (?:for|of|on) (?P<of>.+)$"
)
_TIMES = frozenset(["h", "min", "days", "weeks", "months", "hours", "minutes"])
_A_TIME = re.compile(r"(?i)\d.*\b(?:hour|day|week|month)s?\b")
_EACH = re.compile(r"(?i)\b(?:per|each|every|hourly|daily|weekly|monthly|from)\b|/")
"""A price of so much of it: what of it is meant is left open."""
_PACKS = re.compile(
    r"(?i)^(?:pack(?:age|et|s)?(?: size)?|packing|packed|pieces|pcs|qty|quantity|number|units?|per"
    r"|sold (?:in|by|as)|min(?:imum)?\.?(?: order| quantity)?)$"
)
"""Headers over how many of a thing its price is for."""
_ONE_PIECE = frozenset(["", "1", "one", "each", "piece", "pc", "pc.", "pcs", "single", "unit"])
_AND = re.compile(r"(?i),? (?:and|plus) ")
_OF_PRICES = stemmed(
    [
        *("unit", "list", "retail", "sale", "sales", "selling", "our", "full", "each", "piece"),
        *("item", "gross", "net", "total", "incl", "including", "excl", "excluding", "vat", "tax"),
    ]
)
"""What the header over prices may say besides: a "cost centre" is none."""
_Column = Callable[[StoredTable], int | None]
_SEVERAL = -1
"""That more than one column may be meant."""


def things_of_lists(question: str, tables: Sequence[StoredTable]) -> Calculation | None:
    """The price of one row, what two rows come to, what one costs more than another, or how long
    one takes; None for other questions, and where a row or column is not surely the only one.

    Args:
        question: as it was asked.
        tables: all of one document.
    """
    text = bare_question(question)
    lists = [table for table in tables if _is_list(table)]
    if match := _WAIT.match(text):
        phrase = match["what"] or match["for"] or match["of"]
        return _looked_up(phrase, _having(lists, _waiting), _waiting, tables)
    if match := _DEARER.match(text) or _COSTS_MORE.match(text):
        turned = match["how"].casefold() not in _DEAR
        phrases = (match["one"], match["two"])
        return _apart(phrases[::-1] if turned else phrases, lists, tables)
    match = next(filter(None, (form.match(text) for form in (_COST, _IS, _PRICE, _CHARGED))), None)
    if match is None:
        return None
    priced = _having(lists, _price)
    if match["all"]:
        return _together(match["what"], priced, tables)
    return _looked_up(match["what"], priced, _price, tables)


def _is_list(table: StoredTable) -> bool:
    is_plain = is_sound(table) and ":" not in table.label_name
    return is_plain and not is_statement(table) and not is_of_periods(table)


def _having(lists: Sequence[StoredTable], of: _Column) -> list[StoredTable]:
    return [table for table in lists if of(table) is not None]


def _price(table: StoredTable) -> int | None:
    """The only column of what a row costs, `_SEVERAL` where there are more."""
    headers = headers_of(table, "")
    meant = superlatives()["dearest"]
    column = column_of_tiers(meant, headers.figures, headers)
    if isinstance(column, Refusal):
        return None if column.reason == NOT_COVERED else _SEVERAL
    is_plain = headers.of(column) <= stemmed(meant.words) | _OF_PRICES
    if None not in price_and_whole(table) or not (is_plain or is_money(table.columns[column])):
        return _SEVERAL
    return column


def _waiting(table: StoredTable) -> int | None:
    """The only column of how long a row takes to come."""
    found = [
        at
        for at, column in enumerate(table.columns)
        if WAITING.match(heading(at, table))
        and (
            column.unit in _TIMES
            or (
                column.kind is CellKind.TEXT
                and any(_A_TIME.search(value_of(row, at)) for row in table.rows)
            )
        )
    ]
    return (found[0] if len(found) == 1 else _SEVERAL) if found else None


def _looked_up(
    phrase: str, lists: Sequence[StoredTable], of: _Column, beside: Sequence[StoredTable]
) -> Calculation | None:
    row = row_meant(phrase, lists)
    column = of(row.table) if row is not None else None
    if row is None or column is None or column == _SEVERAL:
        return None
    if of is _price and _is_of_packs(row):
        return None
    cell = row.table.rows[row.at].cells[column]
    if cell is not None and cell.value is None:  # "8 to 10 weeks"
        text = cell.text
        if of is not _waiting or not _A_TIME.search(text):
            return None
        cells = operands(row.table, [row.at], column, row.name)
        formula = f"{heading(column, row.table)} of {row.name} = {text}"
        return made(Operation.LOOKUP, text, ONE, formula, cells, row.name)
    return _worked(Operation.LOOKUP, [row], column, beside)


def _together(
    phrase: str, priced: Sequence[StoredTable], beside: Sequence[StoredTable]
) -> Calculation | None:
    """What the two rows that a phrase joins come to; None where it can be parted in two ways."""
    pairs = list(_pairs(phrase, priced))
    return _of_pair(Operation.SUM, pairs[0], beside) if len(pairs) == 1 else None


def _pairs(phrase: str, priced: Sequence[StoredTable]) -> Iterator[tuple[RowMeant, RowMeant]]:
    for joint in _AND.finditer(phrase):
        parts = (phrase[: joint.start()], phrase[joint.end() :])
        if (pair := _pair(parts, priced)) is not None:
            yield pair


def _pair(
    phrases: tuple[str, str], priced: Sequence[StoredTable]
) -> tuple[RowMeant, RowMeant] | None:
    """The rows of two phrases, each of one thing, in one list."""
    first, second = (row_meant(phrase, priced) for phrase in phrases)
    if first is None or second is None or first.table is not second.table:
        return None
    if first.at == second.at:
        return None
    of_one = not any(map(is_of_several, phrases, (first, second)))
    of_one = of_one and not any(map(_is_of_packs, (first, second)))
    return (first, second) if of_one else None


def _is_of_packs(row: RowMeant) -> bool:
    """Whether a row's price is that of several pieces, or of so much of it."""
    return any(
        _PACKS.match(heading(at, row.table).strip())
        and value_of(row.table.rows[row.at], at).strip().casefold() not in _ONE_PIECE
        for at in range(len(row.table.columns))
    )


def _apart(
    phrases: tuple[str, str], lists: Sequence[StoredTable], beside: Sequence[StoredTable]
) -> Calculation | None:
    """What the first of two costs more than the second; None where it costs less."""
    pair = _pair(phrases, _having(lists, _price))
    made_of_both = _of_pair(Operation.DIFFERENCE, pair, beside) if pair is not None else None
    return made_of_both if made_of_both is not None and made_of_both.value > 0 else None


def _of_pair(
    operation: Operation, pair: tuple[RowMeant, RowMeant], beside: Sequence[StoredTable]
) -> Calculation | None:
    table = pair[0].table
    column = _price(table)
    if column is None or column == _SEVERAL:
        return None
    texts = [heading(column, table)]
    texts += [
        value_of(table.rows[row.at], at)
        for row in pair
        for at, each in enumerate(table.columns)
        if each.kind is CellKind.TEXT
    ]
    if any(map(_EACH.search, (*texts, *(row.name for row in pair)))):
        return None
    return _worked(operation, pair, column, beside)


def _worked(
    operation: Operation, rows: Sequence[RowMeant], column: int, beside: Sequence[StoredTable]
) -> Calculation | None:
    table = rows[0].table
    used: list[Operand] = []
    for row in rows:
        cell = table.rows[row.at].cells[column]
        if cell is None or cell.value is None:
            return None
        used += operands(table, [row.at], column, row.name)
    done = told_of_cells(operation, used, [FigurePlace(table, column, ())], beside)
    return done if isinstance(done, Calculation) else None
