"""What went out of a cashbook and came in, by the kind that an entry is booked under: "How much did
we spend on rope?", "How much came in from tolls this year?" of a list with a column "Category" and
two of money, "In" and "Out"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.arithmetic import written
from backend.tasks.calculate.programs.column_conditions import (
    figure_at,
    has_measure,
)
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_words import (
    WORD,
    bare_question,
    columns_of_words,
    headers_of,
    heading,
    is_list,
    key_of,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.list_readings.account_entries import (
    INTO,
    OUT,
    SENT_BACK,
    sum_of_entries,
)
from backend.tasks.calculate.programs.list_readings.asked_list import AskedList, Outcome
from backend.tasks.calculate.programs.list_readings.rows_in_time import (
    rows_in_time,
    with_time_apart,
)
from backend.tasks.calculate.programs.void_entries import are_void
from backend.types.calculations import Refusal
from backend.types.tables import StoredTable

_UNIT = r"(?: ?\([^()]*\)| [£$€]| (?:gbp|eur|usd|chf))?"
_PLAIN_OUT = re.compile(
    rf"(?i)^(?:outgoings?|payments?|expenditures?|expenses|spent|disbursements?|outflows?){_UNIT}$"
)
_PLAIN_INTO = re.compile(rf"(?i)^(?:incomings?|receipts|received|income|inflows?){_UNIT}$")
_BARE_OUT, _BARE_INTO = (re.compile(rf"(?i)^{word}{_UNIT}$") for word in ("out", "in"))
"""Headers that may as well be of goods that went in and out."""
_DOUBLE = re.compile(r"(?i)^(?:debit|credit)")
"""Headers that books of two sides use the other way round than banks."""
_CASH = stemmed(["cash", "cashbook", "account", "ledger", "bank", "money", "treasurer", "finance"])
_CENTS = re.compile(r"\d[.,]\d\d$")
_KINDS = stemmed(
    [
        *("category", "type", "kind", "class", "classification", "account", "heading", "head"),
        *("purpose", "budget", "nominal", "group", "area", "fund", "analysis", "cost", "centre"),
        *("center", "code", "name", "line", "expense", "income", "item", "subcategory"),
    ]
)
_SURE_KINDS = _KINDS - stemmed(["name", "line", "code", "cost", "item", "expense", "income"])
PARTIES = stemmed(
    [
        *("payee", "supplier", "vendor", "party", "counterparty", "merchant", "shop", "payer"),
        *("customer", "donor", "recipient", "beneficiary", "contractor", "firm", "company"),
    ]
)
"""Headers over the names of those who are paid or pay."""
WE = r"(?:i|we|you|they|the (?:club|society|association|committee|group|charity|trust))"
"""Those whose list it is, as questions call them."""
_ALL = r"(?: in total| altogether| overall| in all)?"
_MANY = r"how much(?: money)?"
_OUT_FORMS = (
    rf"(?:{_MANY}|what) (?:did|do|have|has|had) {WE} (?:spend|spent){_ALL} "
    r"(?:on|for|at|with) (?P<who>.+)",
    rf"(?:{_MANY}|what) (?:did|have|has|had) {WE} (?:pay|paid)(?: out)?{_ALL} "
    r"(?:(?:on|for|to|in) )?(?P<who>.+)",
    rf"(?:{_MANY}|what) (?:was|has been|have been|got) (?:spent|paid)(?: out)?{_ALL} "
    r"(?:on|for|to) (?P<who>.+)",
    rf"{_MANY} (?:went|has gone|have gone) (?:out )?(?:on|to|into|for) (?P<who>.+)",
    rf"(?:{_MANY}|what) did (?P<who>.+?) cost(?: us)?(?P<later>.*)",
    rf"(?:{_MANY}|what) (?:has|have) (?P<who>.+?) cost(?: us)?(?P<later>.*)",
    r"(?:what|how much) (?:is|was|are|were) (?:the|our) (?:total |whole )?"
    r"(?:spend|spending|expenditure|outlay) (?:on|for) (?P<who>.+)",
)
_IN_FORMS = (
    rf"{_MANY} (?:did|have|has|had) {WE} (?:get|got|receive|received|take|taken|collect"
    rf"|collected|earn|earned)(?: in)?{_ALL} (?:from|for|through) (?P<who>.+)",
    rf"{_MANY} (?:came|has come|have come) in{_ALL} (?:from|for|through) (?P<who>.+)",
    rf"{_MANY} (?:was|has been|have been) (?:received|taken|collected|earned){_ALL} "
    r"(?:from|for|through) (?P<who>.+)",
    r"(?:what|how much) (?:is|was) (?:the|our) (?:total |whole )?income from (?P<who>.+)",
)
_WENT, _CAME = (
    tuple(re.compile(rf"(?i)^{form}$") for form in forms) for forms in (_OUT_FORMS, _IN_FORMS)
)
_BACK = re.compile(r"(?i)\b(?:back|returns?|credit(?:ed)?|rebates?|repay\w*|deposits?)\b")
_LITTLE = re.compile(r"(?i)^(?:the |our |my |your |all |all the |all our )+")
_TAIL = re.compile(r"(?i),?(?: so far| in total| altogether| overall| in all| to date)$")
_AND = "and"


def kind_booked(asked: AskedList) -> list[Outcome]:
    """The sum of the entries of that kind on the side that is asked for, with the other side and
    the year in the formula where they matter; nothing where it is open which entries are of that
    kind, or some of them are no payments."""
    text, table = _TAIL.sub("", bare_question(asked.question)), asked.table
    went = next(filter(None, (form.match(text) for form in _WENT)), None)
    came = next(filter(None, (form.match(text) for form in _CAME)), None)
    found = went or came
    if found is None or asked.is_part or not is_list(table):
        return []
    out, into = ways_of_money(table, asked.about)
    if out is None or into is None:
        return []
    column, other = (out, into) if went is not None else (into, out)
    said = f"{found['who']}{found.groupdict().get('later') or ''}"
    time = with_time_apart(said, table)
    who = _bare(time.bare) if time is not None else ""
    kind = _column_of(who, table) if who else None
    if time is None or kind is None:
        return []
    text_of = next(
        value_of(table.rows[at], kind)
        for at in entries_of(table)[0]
        if _is_called(value_of(table.rows[at], kind), who)
    )
    found_rows = rows_in_time(asked, time.when, f" where {heading(kind, table)} is {text_of}")
    if not isinstance(found_rows, tuple):
        return [found_rows] if found_rows is not None and found_rows.is_open else []
    rows, where = found_rows
    if not _are_all(rows, kind, text_of, table, bool(time.when)):
        return []
    if are_void(rows, table) or _is_elsewhere(who, kind, column, table):
        return []
    back = [at for at in rows if has_measure(table, table.rows[at], other)]
    if _is_open(back, rows, kind, (column, other), table):
        return []
    held = [at for at in rows if has_measure(table, table.rows[at], column)]
    if not held:
        reason = f"No entry of that kind has a figure under {heading(column, table)}."
        return [Refusal(reason, is_open=True)]
    besides = _not_taken_off(back, other, table) if back else ""
    return sum_of_entries(table, held, column, where.strip(), f"{besides}{time.said}")


def ways_of_money(table: StoredTable, about: str) -> tuple[int | None, int | None]:
    """The only columns of what went out and came in, if they are surely of money."""
    figures = headers_of(table, "").figures
    heads = {at: heading(at, table).replace("_", " ").strip() for at in figures}

    def only(*forms: re.Pattern[str]) -> int | None:
        found = [at for at, head in heads.items() if any(form.match(head) for form in forms)]
        return found[0] if len(found) == 1 else None

    out, into = only(OUT, _PLAIN_OUT, _BARE_OUT), only(INTO, _PLAIN_INTO, _BARE_INTO)
    if out is None or into is None:
        return None, None
    units = {table.columns[at].unit for at in (out, into)}
    if not units <= {"", *CURRENCIES.values()}:
        return None, None
    is_bare = any(form.match(heads[at]) for form in (_BARE_OUT, _BARE_INTO) for at in (out, into))
    if is_bare and "" in units:
        around = stemmed(WORD.findall(" ".join((about, table.title, *table.section[-1:]))))
        texts = [value_of(row, at) for row in table.rows for at in (out, into)]
        if not around & _CASH and not all(_CENTS.search(text) for text in texts if text):
            return None, None  # of goods
    return out, into


def _bare(who: str) -> str:
    return _LITTLE.sub("", _TAIL.sub("", who).strip(" ,"))


def _is_called(text: str, who: str) -> bool:
    """Whether a value is what is named; "the repair" is one of the "Repairs"."""
    own, said = (tuple(term for term in key_of(each) if term != _AND) for each in (text, who))
    is_one_of_them = text.casefold().endswith("s") and not who.casefold().endswith("s")
    return bool(own) and own == said and not is_one_of_them


def _column_of(who: str, table: StoredTable) -> int | None:
    """The only column of kinds, or of those who are paid, that has what is named as a value."""
    headers = headers_of(table, "")
    found = [
        at
        for at in columns_of_words(table)
        if _says_kind(headers.of(at))
        and any(_is_called(value_of(table.rows[row], at), who) for row in entries_of(table)[0])
    ]
    return found[0] if len(found) == 1 else None


def _says_kind(head: frozenset[str]) -> bool:
    is_kind = bool(head & _SURE_KINDS) and head <= _KINDS
    is_party = bool(head & PARTIES) and head <= PARTIES | stemmed(["name"])
    return is_kind or is_party


def _are_all(
    rows: Sequence[int], kind: int, text: str, table: StoredTable, is_of_time: bool
) -> bool:
    """Whether rows are those of one value, or of a time some of them."""
    key = key_of(text)
    all_rows = [at for at in entries_of(table)[0] if key_of(value_of(table.rows[at], kind)) == key]
    return set(rows) <= set(all_rows) if is_of_time else list(rows) == all_rows


def _is_elsewhere(who: str, kind: int, column: int, table: StoredTable) -> bool:
    """Whether an entry of another kind with a figure on that side has all words of what is named:
    it is open if that is meant as well."""
    said = {term for term in key_of(who) if term != _AND}
    texts = [at for at in columns_of_words(table) if at != kind]
    return any(
        said <= set(key_of(value_of(row, at)))
        for row in (table.rows[each] for each in entries_of(table)[0])
        if not _is_called(value_of(row, kind), who) and has_measure(table, row, column)
        for at in texts
    )


def _is_open(
    back: Sequence[int],
    rows: Sequence[int],
    kind: int,
    sides: tuple[int, int],
    table: StoredTable,
) -> bool:
    """Whether what went the other way may be meant to be taken off: it was sent back, or came from
    one who was paid as well, one entry has both, or the headers do not say for sure which way is
    which."""
    if not back:
        return False
    words = columns_of_words(table)
    texts = (value_of(table.rows[at], each) for at in back for each in words)
    parties = [at for at in words if headers_of(table, "").of(at) & PARTIES and at != kind]
    one_way, other_way = (
        {
            key_of(value_of(table.rows[at], each))
            for at in rows
            if has_measure(table, table.rows[at], side)
            for each in parties
        }
        for side in sides
    )
    are_both = any(has_measure(table, table.rows[at], sides[0]) for at in back)
    is_double = any(_DOUBLE.match(heading(at, table)) for at in sides)
    is_same_party = bool(one_way & (other_way - {()}))
    is_sent = any(SENT_BACK.search(text) or _BACK.search(text) for text in texts)
    return are_both or is_double or is_same_party or is_sent


def _not_taken_off(back: Sequence[int], other: int, table: StoredTable) -> str:
    total = sum((figure_at(table, at, other) for at in back), Decimal(0))
    return f" (not taken off: {written(total)} under {heading(other, table)})"
