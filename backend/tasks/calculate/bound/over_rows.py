"""What the rows of one table answer where a question binds columns and conditions, and leaves open
which rows: which rank first, which are above plan, how many were sold out, what all come to."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from backend.calendar_words import MONTH_NAME
from backend.tasks.calculate.bound.binding import Binding
from backend.tasks.calculate.bound.cues import Wanted
from backend.tasks.calculate.bound.headers_named import PLANNED, names_a_line
from backend.tasks.calculate.bound.places import TIMES, FigurePlace, is_later
from backend.tasks.calculate.bound.row_names import names_column
from backend.tasks.calculate.bound.sum_column import total_row
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_conditions import figure_at, kept_rows
from backend.tasks.calculate.programs.column_links import ColumnLink, Pair
from backend.tasks.calculate.programs.column_operations import operate_link
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import Equal
from backend.tasks.calculate.programs.column_words import FIGURES, ROWS, WORD, stemmed
from backend.tasks.calculate.programs.list_doubts import doubt_of
from backend.tasks.calculate.programs.plain_verbs import is_level, is_of_pieces_or_one
from backend.tasks.calculate.programs.rows_for_pieces import columns_of_pieces
from backend.tasks.calculate.programs.running_balances import carries_on
from backend.types.calculations import Calculation, Refusal
from backend.types.tables import StoredTable

_HOW_MUCH = re.compile(r"(?i)^how (?:much|many)\b")
_HOW_MUCH_IS = re.compile(r"^(?i:how much (?:money )?(?:is|was) (?:there )?(?:still )?)[a-z]+$")
_WHAT = re.compile(r"(?i)^what\b")
_SHARE_OF = re.compile(
    r"(?i)\b(?:share|proportion|percentage|per ?cent|fraction) of (?:(?:all|the|our|total) )*"
    r"([^\W\d_]+)"
)
_COUNTED = re.compile(r"(?i)^how many ([^\W\d_]+)")
_HOW_MANY = re.compile(r"(?i)^how many\b")
_DONE = r"\b(?:were|was|are|is|been|being) (?:[a-z]+ly )?{}\b"
"""A word of a header as what was done with what is counted: "sold"."""
_ANY_TIME = re.compile(rf"\b(?:{MONTH_NAME})\b\.?|\b(?:Q[1-4]|(?:19|20)\d\d)\b")
_IDLE = frozenset(["in", "at", "of", "for", "by", "on", "per", "the", "total"])
OWN = re.compile(r"(?i)\b(?:its|their|his|her|own)\b")
"""A share of its own budget is none of the budget of all."""


def over_rows(
    named: Binding, places: Sequence[FigurePlace], table: StoredTable, text: str, about: str
) -> Calculation | None:
    """The answer over the rows of a table; None where the question binds no such request.

    Args:
        named: what the question names.
        places: the columns that it leaves.
        table: theirs.
        text: the question.
        about: the title of the document.
    """
    read = _read(named, places, table, text)
    if read is None:
        return None
    made = operate_link(*read, table)
    if isinstance(made, Refusal) or doubt_of(text, made, [table], about) is not None:
        return None
    return made


def _read(
    named: Binding, places: Sequence[FigurePlace], table: StoredTable, text: str
) -> tuple[ColumnRequest, ColumnLink] | None:
    cues = named.cues
    columns = tuple(place.column for place in places)
    is_one = len(columns) == 1 and (names_a_line(named.values) or _only_times(named.values))
    if cues.is_every:
        return None
    if named.rows:
        is_share = cues.wanted is Wanted.SHARE and len(named.rows) == 1
        if not is_one or not is_share or named.equals or named.dates:
            return None
        is_other = OWN.search(text) or is_of_the_row(named, table, text)
        return None if is_other else _request(ColumnOperation.PART, named, table, columns)
    match cues.wanted:
        case Wanted.RANK if cues.is_of_price:
            return _of_price(named, columns, table)
        case Wanted.RANK if is_one and (named.names_rows or cues.is_listing):
            operation = ColumnOperation.BOTTOM if cues.is_low else ColumnOperation.TOP
            return _request(operation, named, table, columns)
        case Wanted.MEAN if is_one:
            return _request(ColumnOperation.MEAN, named, table, columns)
        case Wanted.SUM if is_one and _adds_up(table, columns[0]):
            return _request(ColumnOperation.SUM, named, table, columns)
        case Wanted.SUM if named.dates and not named.values and _is_all_money(table, columns):
            return _request(ColumnOperation.SUM, named, table, columns)
        case Wanted.DIFFERENCE if _asks_rows(named) and cues.sense and len(columns) == 2:
            heads = {(table.columns[at].unit, table.columns[at].scale) for at in columns}
            pair = ordered(named, places)
            if pair is None or len(heads) > 1:
                return None
            operation = ColumnOperation.COUNT if cues.is_counting else ColumnOperation.LIST
            sign = ">" if cues.sense > 0 else "<"
            pairs = (Pair(pair[0].column, sign, pair[1].column),)
            return _request(operation, named, table, (), pairs)
        case Wanted.CELL if is_one and _is_in_columns(named, table, columns[0], text):
            return _request(ColumnOperation.SUM, named, table, columns)
        case Wanted.CELL if named.equals or named.dates:
            return _of_some_rows(named, columns, table, text)
    return None


def _is_all_money(table: StoredTable, columns: tuple[int, ...]) -> bool:
    """Whether one column of money is all that a "total" may be of."""
    return len(columns) == 1 and is_money(table.columns[columns[0]]) and _adds_up(table, columns[0])


def _only_times(values: Mapping[str, object]) -> bool:
    """Whether a time is all that is named of the columns; if one of them has it, it is meant."""
    return bool(values) and set(values) <= set(TIMES)


def _of_price(
    named: Binding, columns: tuple[int, ...], table: StoredTable
) -> tuple[ColumnRequest, ColumnLink] | None:
    """The request for the cheapest or dearest row, by the only column of money that is left."""
    money = tuple(at for at in columns if is_money(table.columns[at]))
    is_of_rows = named.names_rows or named.cues.is_listing or bool(named.equals)
    if not money or not is_of_rows or (names_a_line(named.values) and money != columns):
        return None
    operation = ColumnOperation.BOTTOM if named.cues.is_low else ColumnOperation.TOP
    requests = [_request(operation, named, table, (at,)) for at in money]
    first = {_first_row(link, table, is_low=named.cues.is_low) for _, link in requests}
    return requests[0] if len(money) == 1 or (len(first) == 1 and None not in first) else None


def _first_row(link: ColumnLink, table: StoredTable, *, is_low: bool) -> int | None:
    """The only row that comes first by a column; None where two do."""
    kept = kept_rows(table, link, entries_of(table)[0])
    if isinstance(kept, Refusal) or not kept.rows:
        return None
    figures = {at: figure_at(table, at, link.measure[0]) for at in kept.rows}
    best = min(figures.values()) if is_low else max(figures.values())
    held = [at for at, figure in figures.items() if figure == best]
    return held[0] if len(held) == 1 else None


def _is_in_columns(named: Binding, table: StoredTable, column: int, text: str) -> bool:
    """Whether it is counted what the whole table is of, a column is where or how, and a row of the
    total bears out that all rows are there: "How many nights were spent in cabins?"."""
    counted = _COUNTED.match(text)
    return (
        counted is not None
        and not stemmed([counted[1]]) & _lines_said(named)
        and not named.names_rows
        and total_row(table, [column]) is not None
        and _adds_up(table, column)
    )


def _asks_rows(named: Binding) -> bool:
    return named.names_rows and (named.cues.is_counting or named.cues.is_listing)


def _of_some_rows(
    named: Binding, columns: tuple[int, ...], table: StoredTable, text: str
) -> tuple[ColumnRequest, ColumnLink] | None:
    """The request for the rows that keep to conditions, for their number, or for their figures."""
    counts = _HOW_MANY.match(text) is not None
    if counts and named.counts_values and _is_done_with_them(named, columns, table, text):
        return _request(ColumnOperation.SUM, named, table, columns)
    if len(columns) == 1 and names_a_line(named.values):
        if _WHAT.match(text):
            return _of_one_row(named, columns, table)
        is_of_rows = counts and (named.names_rows or is_money(table.columns[columns[0]]))
        if not _HOW_MUCH.match(text) or is_of_rows or not _adds_up(table, columns[0]):
            return None  # "how many events" are no tickets, and no euros
        return _request(ColumnOperation.SUM, named, table, columns)
    if named.values:
        return None
    if named.counts_values and (held := columns_of_pieces(table)):
        return _request(ColumnOperation.SUM, named, table, held) if len(held) == 1 else None
    if _asks_rows(named):
        operation = ColumnOperation.COUNT if named.cues.is_counting else ColumnOperation.LIST
        return _request(operation, named, table, ())
    if _HOW_MUCH_IS.match(text) and _is_all_money(table, columns):
        return _request(ColumnOperation.SUM, named, table, columns)
    return None


def _is_done_with_them(
    named: Binding, columns: tuple[int, ...], table: StoredTable, text: str
) -> bool:
    """Whether the only column that is meant tells how many of what is counted were sold, lent or
    the like: its header has but that word, or only its time is named."""
    if len(columns) != 1 or is_money(table.columns[columns[0]]) or not _adds_up(table, columns[0]):
        return False
    if _only_times(named.values):
        return True
    name = _ANY_TIME.sub(" ", table.columns[columns[0]].name)
    words = [word for word in WORD.findall(name.casefold()) if word not in _IDLE]
    return len(words) == 1 and bool(re.search(_DONE.format(re.escape(words[0])), text.casefold()))


def _of_one_row(
    named: Binding, columns: tuple[int, ...], table: StoredTable
) -> tuple[ColumnRequest, ColumnLink] | None:
    """The request for a figure of the only row that keeps to the conditions; None where there are
    more: what is to be made of them is not said."""
    request, link = _request(ColumnOperation.SUM, named, table, columns)
    kept = kept_rows(table, link, entries_of(table)[0])
    is_one = not isinstance(kept, Refusal) and len(kept.rows) == 1
    return (request, link) if is_one else None


def is_of_the_row(named: Binding, table: StoredTable, text: str) -> bool:
    """Whether a share may be of all figures of a row: its column is not what stands behind "share
    of", and the table has other ones."""
    whole = _SHARE_OF.search(text)
    figures = [column for column in table.columns if column.kind in FIGURES]
    return whole is not None and len(figures) > 1 and not stemmed([whole[1]]) & _lines_said(named)


def _lines_said(named: Binding) -> frozenset[str]:
    """The stems of the headers that a question names."""
    lines = [value for name, held in named.values.items() if name not in TIMES for value in held]
    return stemmed(WORD.findall(" ".join(lines)))


def _request(
    operation: ColumnOperation,
    named: Binding,
    table: StoredTable,
    columns: tuple[int, ...],
    pairs: tuple[Pair, ...] = (),
) -> tuple[ColumnRequest, ColumnLink]:
    equals = named.equals
    if named.rows:
        equals = (Equal(names_column(table), named.rows),)
    entity = named.entity
    if operation is ColumnOperation.COUNT and not named.is_of_names:
        entity = ROWS
    link = ColumnLink(entity, columns, equals, (), named.dates, pairs=pairs)
    return ColumnRequest(operation, "", "", most=named.cues.most), link


def _adds_up(table: StoredTable, column: int) -> bool:
    return not (
        is_level(table, column)
        or is_of_pieces_or_one(table, column)
        or carries_on(table, column, entries_of(table)[0])
    )


def ordered(
    named: Binding, places: Sequence[FigurePlace]
) -> tuple[FigurePlace, FigurePlace] | None:
    """Two columns, that first which the other is set against: what stands behind "than" or "per"
    goes last, else the earlier period, else the plan. None where more than one thing tells the two
    apart, or nothing says which goes first."""
    differing = [
        name
        for name in dict.fromkeys(key for place in places for key, _ in place.values)
        if places[0].value(name) != places[1].value(name)
    ]
    if len(differing) != 1:
        return None
    (name,) = differing
    values = [figure_place.value(name) for figure_place in places]
    if named.base is not None:
        behind = next((each for each in named.base if each in values), None)
        if behind is None:
            return None
        is_turned = values[0] == behind
    elif named.cues.wanted is Wanted.PER:
        order = named.values.get(name, ())
        if len(order) != len(places):
            return None
        is_turned = list(order) != values
    elif name in TIMES:
        is_turned = is_later(values[1], values[0])
    elif any(plans := [bool(stemmed(WORD.findall(value)) & PLANNED) for value in values]):
        is_turned = plans[0]
    else:
        return None
    first, second = places[::-1] if is_turned else places
    return first, second
