"""The largest figure of a list and whose it was: "What was the largest single catch of herring and
whose was it?", "What was our biggest payment and who to?". A row by itself is meant, whatever else
the same name has."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_answers import made, operands
from backend.tasks.calculate.programs.column_choice import columns_of_money
from backend.tasks.calculate.programs.column_conditions import (
    figure_at,
    has_measure,
    scale_at,
    unit_at,
)
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_units import names_of_unit, unit_of_header
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    WORD,
    bare_question,
    column_called,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    plain_heading,
    stemmed,
    value_of,
    words_of_title,
)
from backend.tasks.calculate.programs.deed_columns import repeats
from backend.tasks.calculate.programs.list_readings.account_entries import SENT_BACK
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.kind_booked import PARTIES, ways_of_money
from backend.tasks.calculate.programs.list_readings.rows_in_time import (
    TimeApart,
    rows_in_time,
    with_time_apart,
)
from backend.tasks.calculate.programs.list_readings.who_owes import PAYERS
from backend.tasks.calculate.programs.merged_figures import open_for_some
from backend.tasks.calculate.programs.void_entries import are_void
from backend.types.calculations import Calculation, Operation, measured
from backend.types.tables import StoredTable

_ENDS = {
    **dict.fromkeys(("highest", "largest", "biggest", "greatest"), False),
    **dict.fromkeys(("lowest", "smallest"), True),
}
_IT = r"(?:it|that|this)"
_OWNER = (
    rf"whose(?: (?:was|is) {_IT}| {_IT} (?:was|is))?|who (?:was|is) {_IT}(?: (?:for|from|to))?"
    rf"|who did {_IT} (?:belong|go) to|(?:to|for|from) whom(?: was {_IT})?|who (?:to|for|from)"
    rf"|who (?:brought|gave|placed|got|had|received) {_IT}"
    rf"|who {_IT} (?:was|is)(?: (?:for|from|to))?"
)
_DAY = rf"(?:on )?(?:when|what (?:day|date)|which (?:day|date))(?: (?:was|is) {_IT}| {_IT} was)?"
_PURPOSE = rf"what (?:(?:was|is) {_IT} )?for|what {_IT} was for"
_WHICH = (
    rf"(?:which|what) (?P<noun>[^\W\d_]+)(?: (?:was|is) {_IT}(?: (?:for|from|of|on|in|at|by))?)?"
)
_BEHIND = rf"(?:,? and (?:(?P<owner>{_OWNER})|(?P<day>{_DAY})|(?P<purpose>{_PURPOSE})|{_WHICH}))"
_FORM = re.compile(
    r"(?i)^what (?:was|is) (?:the|our|my|their) (?P<one>single )?"
    rf"(?P<how>{'|'.join(_ENDS)}) (?P<one_>single |individual |one )?"
    r"(?P<what>[^\W\d_]+(?: [^\W\d_]+){0,2}?)(?: of (?P<thing>[^\W\d_]+(?: [^\W\d_]+)?))?"
    rf"(?P<rest>(?: (?:in|during|since|after|before|between|from|so far|this) .+?)?){_BEHIND}?$"
)
_OF_ONE_ROW = stemmed(
    [
        *("load", "batch", "lot", "delivery", "consignment", "order", "payment", "donation"),
        *("catch", "haul", "sale", "purchase", "gift", "bill", "invoice", "expense", "entry"),
        *("bag", "shipment", "quantity", "amount"),
    ]
)
"""What is called so is one row, and nothing that rows come to."""
_PAID_OUT = stemmed(["payment", "expense", "purchase", "outgoing", "bill"])
_AMOUNTS = stemmed(["amount", "sum", "value", "total", "cost"])
_PURPOSES = stemmed(
    ["description", "detail", "details", "item", "purpose", "particulars", "for", "text", "what"]
)
_NUMBERS = stemmed(["no", "nr", "number", "id", "ref", "reference", "cheque", "voucher"])
_FURTHER_NAMES = stemmed(["full"])
_TAKING = stemmed(
    ["buyer", "customer", "client", "recipient", "beneficiary", "payee", "guest", "hirer", "renter"]
)
_GIVING = stemmed(["donor", "payer", "supplier", "vendor", "subscriber", "contractor", "merchant"])
_TRADING = stemmed(["buyer", "supplier", "vendor", "merchant", "shop", "firm", "company"])
"""Those who trade in what others have brought."""
_CAME = re.compile(r"(?i)\b(?:from|brought|gave)\b")
_WENT = re.compile(r"(?i)\b(?:to|got|had|received)\b")
_MOVED = re.compile(
    r"(?i)\btransfer(?:red|s)?\b|\b(?:brought|carried) forward\b|\b(?:opening|closing) balance\b"
    r"|\bb/f\b|\bc/f\b|^balance$"
)
"""How entries say that money was moved, and is the same before and after."""
_AGENT = re.compile(
    r"(?i)\b(?!order|quarter|number|voucher|cheque)[a-z]{2,}(?:er|or|man|woman)s?\b"
)
"""The end of words for those who do something: "skipper"."""
_FULL_NAME = re.compile(r"[^\W\d_a-z][\w’'-]+,? [^\W\d_a-z][\w.’'-]*")
"""A cell as a person is called: "Ada Reuss"."""


@dataclass(frozen=True, slots=True)
class _Meant:
    """The column of figures, and the one that says what is asked besides; None where only the
    figure is asked for. `is_row` says that the words are those for one row."""

    figures: int
    besides: int | None
    is_row: bool


def most_of_one_row(asked: AskedList) -> list[Outcome]:
    """The figure with what is asked besides of its row; nothing where two rows tie, a word is not
    accounted for, or what rows of one name come to may be meant as well."""
    match, table = _FORM.match(bare_question(asked.question)), asked.table
    if match is None or asked.is_part or not is_list(table):
        return []
    said = {name: value or "" for name, value in match.groupdict().items()}
    time = with_time_apart(said["rest"], table)
    meant = _meant(said, asked)
    if time is None or time.bare.strip() or meant is None:
        return []
    if not (match["owner"] or match["day"] or match["purpose"] or match["noun"] or meant.is_row):
        return []
    told = _told(meant, said, time, asked)
    return [] if told is None else [told]


def _meant(said: dict[str, str], asked: AskedList) -> _Meant | None:
    table = asked.table
    headers = headers_of(table, "")
    what, thing = stemmed(WORD.findall(said["what"])), stemmed(WORD.findall(said["thing"]))
    around = words_of_title(table, asked.about)
    is_row_word = what <= _OF_ONE_ROW or what <= around | headers.own
    is_one = bool(said["one"] or said["one_"])
    figures = _figures(what, thing, is_row_word=is_row_word or is_one, asked=asked)
    if figures is None:
        return None
    if LABEL not in headers.dates and repeats(LABEL, table) and what <= headers.own:
        return None  # an order of several lines comes to more than one of them
    besides = _besides(said, figures, asked)
    asks_more = any(said[name] for name in ("owner", "day", "purpose", "noun"))
    if asks_more and besides is None:
        return None
    is_row = is_one or (is_row_word and not what <= stemmed(["amount", "quantity"]))
    return _Meant(figures, besides, is_row)


def _figures(
    what: frozenset[str], thing: frozenset[str], *, is_row_word: bool, asked: AskedList
) -> int | None:
    """The only column of figures that is named: by the thing, by the noun itself, or as the money
    of a list of what the noun says."""
    table = asked.table
    headers = headers_of(table, "")
    if thing:
        found = [at for at in headers.figures if _is_header(thing, at, table)]
        found = found if is_row_word or what <= stemmed(["weight", "volume"]) else []
        return found[0] if len(found) == 1 else None
    found = [at for at in headers.figures if _is_header(what, at, table)]
    if found:
        return found[0] if len(found) == 1 else None
    out, into = ways_of_money(table, asked.about)
    if out is not None and into is not None:
        return out if what <= _PAID_OUT else None
    around = words_of_title(table, asked.about)
    if not what <= around | headers.own:
        return None
    money = columns_of_money(table, headers, _AMOUNTS)
    return money[0] if len(money) == 1 else None


def _is_header(said: frozenset[str], column: int, table: StoredTable) -> bool:
    """Whether words are a header, but for its unit."""
    head = headers_of(table, "").of(column)
    unit = unit_at(table, 0, column) or unit_of_header(table.columns[column].name)
    units = stemmed([unit, *names_of_unit(unit)]) if unit else frozenset[str]()
    return bool(said) and said <= head and head - said <= units


def _besides(said: dict[str, str], figures: int, asked: AskedList) -> int | None:
    """The column that says what is asked besides the figure."""
    table = asked.table
    headers = headers_of(table, "")
    out: int | None = None
    if said["owner"]:
        out, _ = ways_of_money(table, asked.about)
        names = PARTIES if figures == out else PAYERS | PARTIES
        found = [
            at
            for at in columns_of_words(table)
            if headers.of(at) & names and headers.of(at) <= names | _FURTHER_NAMES
        ]
    elif said["day"]:
        found = list(headers.dates)
    elif said["purpose"]:
        found = [
            at for at in columns_of_words(table) if headers.of(at) and headers.of(at) <= _PURPOSES
        ]
    elif said["noun"]:
        called = column_called(said["noun"], table)
        found = [] if called is None else [called]
    else:
        return None
    if len(found) != 1 or (said["owner"] and _is_another(said["owner"], found[0], table, out)):
        return None
    return found[0]


def _is_another(owner: str, column: int, table: StoredTable, out: int | None) -> bool:
    """Whether somebody else than a column names may be meant: one who gave what the column's own
    took, or one under another header that is of people."""
    headers = headers_of(table, "")
    is_taking, is_giving = headers.of(column) & _TAKING, headers.of(column) & _GIVING
    if out is None and ((_CAME.search(owner) and is_taking) or (_WENT.search(owner) and is_giving)):
        return True
    is_party = bool(headers.of(column) & _TRADING) and out is None
    return any(
        is_party and (_AGENT.search(heading(at, table)) or _are_full_names(at, table))
        for at in columns_of_words(table)
        if at != column
    )


def _are_full_names(column: int, table: StoredTable) -> bool:
    texts = [value_of(table.rows[at], column).strip() for at in entries_of(table)[0]]
    return 2 * sum(_FULL_NAME.fullmatch(text) is not None for text in texts) > len(texts)


def _told(
    meant: _Meant, said: dict[str, str], time: TimeApart, asked: AskedList
) -> Calculation | None:
    table, column, is_low = asked.table, meant.figures, _ENDS[said["how"].casefold()]
    found = rows_in_time(asked, time.when)
    if not isinstance(found, tuple):
        return None
    rows, where = found
    held = [at for at in rows if has_measure(table, table.rows[at], column)]
    if len(held) < 2 or open_for_some(table, [column], held, is_sum=False) is not None:
        return None
    units = {(unit_at(table, at, column), scale_at(table, at, column)) for at in held}
    if len(units) != 1:
        return None
    ((unit, scale),) = units
    unit = unit or unit_of_header(table.columns[column].name)
    sign = 1 if is_low else -1
    order = sorted(held, key=lambda at: (sign * figure_at(table, at, column), at))
    best, first = order[0], figure_at(table, order[0], column)
    if figure_at(table, order[1], column) == first or are_void([best], table):
        return None
    if _is_no_such(best, table) or (is_low and first <= 0):
        return None
    if _has_further_lines(best, table):
        return None
    figure = f"{written(first)}{measured(unit, scale)}"
    answer = figure
    if meant.besides is not None:
        name = value_of(table.rows[best], meant.besides)
        if not name or not (meant.is_row or _is_clear(meant, name, said, time, asked)):
            return None
        answer = f"{figure}{'; ' if ',' in name else ', '}{name}"
    many = f"{len(held)} of " if len(held) < len(entries_of(table)[0]) else ""
    over = f"{heading(column, table)} of {many}{len(entries_of(table)[0])} rows{where}"
    row = _row_in_words(best, column, table)
    left = _left_out(len(rows) - len(held), table)
    end = "smallest" if is_low else "largest"
    cells = operands(table, order, column)
    if meant.besides is not None:
        cells += operands(table, [best], meant.besides)
    return made(
        Operation.SMALLEST if is_low else Operation.LARGEST,
        answer,
        first,
        f"{end} {over}: {figure} ({row}){left}{time.said}",
        cells,
        over,
        unit,
        scale,
    )


def _is_no_such(at: int, table: StoredTable) -> bool:
    """Whether a cell of a row says that it was sent back, or only moved from one account to
    another."""
    texts = (value_of(table.rows[at], each) for each in columns_of_words(table))
    return any(SENT_BACK.search(text) or _MOVED.search(text) for text in texts)


def _has_further_lines(at: int, table: StoredTable) -> bool:
    """Whether other rows have the number of a row: what it is of may come to more."""
    headers = headers_of(table, "")
    numbered = [each for each in headers.all() if headers.of(each) & _NUMBERS]
    rows = entries_of(table)[0]
    own = {each: value_of(table.rows[at], each) for each in numbered}
    return any(
        own[each] and other != at and value_of(table.rows[other], each) == own[each]
        for each in numbered
        for other in rows
    )


def _is_clear(
    meant: _Meant, name: str, said: dict[str, str], time: TimeApart, asked: AskedList
) -> bool:
    """Whether the same is named by what the rows of each name come to, where it has several."""
    assert meant.besides is not None
    if not repeats(meant.besides, asked.table):
        return True
    end = "lowest" if _ENDS[said["how"].casefold()] else "highest"
    head, of = plain_heading(meant.figures, asked.table), heading(meant.besides, asked.table)
    summed = asked.ask(f"Which {of}{time.when} has the {end} total {head}")
    return isinstance(summed, Calculation) and summed.answer == name


def _row_in_words(at: int, figures: int, table: StoredTable) -> str:
    """What tells a row from others: its label and first words, each with its header."""
    columns = [each for each in columns_of_words(table) if value_of(table.rows[at], each)]
    days = [each for each in headers_of(table, "").dates if each not in columns]
    told: Sequence[int] = (*columns[:3], *days[:1])
    return "; ".join(
        f"{heading(each, table)}: {value_of(table.rows[at], each)}"
        for each in told
        if each != figures
    )


def _left_out(empty: int, table: StoredTable) -> str:
    totals = entries_of(table)[1]
    left = [
        f"{count} {what} left out"
        for count, what in ((totals, "of totals"), (empty, "without an entry"))
        if count
    ]
    return f" ({', '.join(left)})" if left else ""
