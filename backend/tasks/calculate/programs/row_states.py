"""What a question says of rows by two of their columns: "paid late", "overdue on 1 April 2026",
"below their reorder level", and what a column of days that is empty until something is done says of
a row: "unpaid".

A word of this kind is taken out of the question, and stands as a condition instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.dates import names_year, span_of
from backend.tasks.calculate.programs.before_after import rows_changed
from backend.tasks.calculate.programs.column_choice import is_money
from backend.tasks.calculate.programs.column_dates import day_spans
from backend.tasks.calculate.programs.column_links import ColumnLink, Dated, NotYet, Pair
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_values import CONTRARY
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    PEOPLE,
    WORD,
    Headers,
    bare_question,
    column_said,
    headers_of,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.yes_no_wording import (
    BE,
    DENIED,
    OWED,
    OWES,
    asks_what_is_left,
    paid_as_total,
    present_forms,
)
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, StoredTable

_DUE = stemmed(
    [
        *("due", "deadline", "promised", "expected", "planned", "scheduled", "target", "until"),
        *("agreed", "required", "wanted"),
    ]
)
"""Headers of the day by which something has to be done."""
_DONE = (
    "paid settled returned delivered shipped received completed finished closed resolved submitted "
    "handed arrived repaid done"
)
_WORDS_OF_DONE = stemmed(_DONE.split())
_PAYING = stemmed(["paid", "settled", "repaid"])
_DAY = r"(?P<day>[^?]*?\d[^?]*?)"
_OVERDUE = re.compile(
    rf"(?i)(?:\b{BE} )?(?:\bthere )?(?:\bstill )?\b(?:overdue|past due|past (?:its|their) due date"
    rf"|in arrears)\b(?: (?:on|at|by|as of|as at) {_DAY}(?=$| and | where ))?"
)
_LATE = re.compile(
    rf"(?i)\b(?:{BE} )?(?:been )?(?:(?P<deed>[^\W\d_]+) )?(?:too )?(?P<how>late|in time|on time)$"
)
_COMPARED = re.compile(
    r"(?i)\b(?:(?<=\w )(?:that|which) )?"
    r"(?:is|are|was|were|has|have|had|with|lies?|stands?|fell|went)?\s*"
    r"(?P<left>(?:[^\W\d_]+ ){0,3}?)"
    r"(?P<sign>below|under|beneath|less than|fewer than|lower than|above|over|more than"
    r"|higher than|greater than|exceeds|exceed|exceeded|exceeding|before|earlier than|after"
    r"|later than)"
    r"(?: (?:its|their|the|his|her|our))? (?P<right>[^\W\d_]+(?: [^\W\d_]+){0,3})$"
)
_MORE_THAN = re.compile(
    r"(?i)\b(?:(?<=\w )(?:that|which) )?(?:has|have|had|with|got)\s+"
    r"(?P<sign>more|fewer|less)\s(?P<left>[^\W\d_]+(?: [^\W\d_]+){0,3}) than"
    r"(?: (?:its|their|the|it has|they have))? (?P<right>[^\W\d_]+(?: [^\W\d_]+){0,3})$"
)
_AS_OF = re.compile(
    r"(?i)\b(?:as of|as at|status on|position at)\s+(?:the )?"
    r"(?P<day>[\w ,./-]*?(?:19|20)\d\d(?:-\d\d-\d\d)?)"
)
_SIGNS = {
    **dict.fromkeys(("below", "under", "beneath", "less than", "fewer than", "lower than"), "<"),
    **dict.fromkeys(("before", "earlier than"), "<"),
}
_OWED = re.compile(rf"(?i)\b(?:still )?(?:{OWED})\b")
_HOW_MUCH = re.compile(
    r"(?i)^how much(?: money)?(?: (?:is|are|was|were))?(?: there)?(?: still)?"
    r"(?P<rest>(?: (?:to|by|for|from|in|of) .+)?)$"
)
_DONE_IN = re.compile(
    r"(?i)^how much (?:money )?(?:(?:has|have) been|was|were"
    r"|did (?P<who>(?!(?:we|i|you|they) ).+?)) "
    rf"(?P<deed>pay|{_DONE.replace(' ', '|')})(?P<when> (?:in|during|before|after|since|until|on"
    r"|between) .+)$"
)
_ANY = re.compile(
    rf"(?i)\b(?:overdue|past due|arrears|late|(?:in|on) time|un[^\W\d_]+|outstanding|owing|owed|owe"
    rf"|{DENIED} [^\W\d_]+|how much|below|under|beneath|above|over|than|exceed\w*|before|after)\b"
)


_PAYMENTS = _PAYING | stemmed(["payment", "payments", "deposit", "instalment", "installment"])
"""Headers of money that was paid, where others say what was to be paid."""
_NO_MONEY = _DUE | stemmed(["day", "term", "terms", "number", "no", "id", "period", "delay"])
_PAID_BY = re.compile(r"(?i)\b(?:by|to|from|with|via|for|through|into|how|where)\b")
"""Behind "paid" in a header this names a person or a way, and no state."""
_OF_PAYMENT = re.compile(
    r"(?i)^(?:how much\b.*|what (?:is|are|was|were)(?: still)?) (?:pay|paid|settled?|repay|repaid"
    rf"|unpaid|unsettled|{OWED})\b"
)
_PART_PAYMENTS = Refusal(
    "The list has columns of what was to be paid and of what was paid, and it is open which is "
    "meant.",
    is_open=True,
)
PAYS_OR_PAID = Refusal(
    "It is open whether what was paid or what has to be paid is meant. Ask what was paid, or for "
    "the total of the column.",
    is_open=True,
)
_PAYS = re.compile(r"(?i)^how much(?: money)? (?:do|does) (?!.*\b(?:so far|already|owe)\b)")
_NO_STATE = Refusal(
    "A column says of each row whether it is paid. Ask for the rows by its words.", is_open=True
)
_NOT_SAID = Refusal("The list does not say how much is still to be paid, or to whom.", is_open=True)


@dataclass(frozen=True, slots=True)
class StatedQuestion:
    """A question without its words for the state of rows, and the conditions that they are.

    `is_some` says that one such row is enough for what has it: "customers with unpaid invoices".
    """

    text: str
    pairs: tuple[Pair, ...] = ()
    dates: tuple[Dated, ...] = ()
    not_yet: tuple[NotYet, ...] = ()
    blanks: tuple[int, ...] = ()
    is_some: bool = False
    filled: tuple[int, ...] = ()

    def narrowing(self, link: ColumnLink) -> ColumnLink:
        """What a request means together with these conditions."""
        return replace(
            link,
            dates=(*link.dates, *self.dates),
            blanks=(*link.blanks, *self.blanks),
            filled=self.filled,
            pairs=self.pairs,
            not_yet=self.not_yet,
            is_some=self.is_some,
        )


def may_state(question: str) -> bool:
    """Whether a question has a word of this kind, whatever the table."""
    return _ANY.search(question) is not None


def states_of(question: str, table: StoredTable, about: str = "") -> StatedQuestion:
    """The question with the conditions that its words mean in a list; as it was where the list has
    not exactly one column for each of them.

    Something is done late on a day after the one by which it had to be, and overdue on a day if it
    had to be done before and is not done, or was later. A list of a file alone says so: a table
    within a document need not have the day of each row.
    """
    plain = StatedQuestion(question)
    if (changed := rows_changed(question, table, about)) is not None:
        return StatedQuestion(changed[0], pairs=(changed[1],))
    if table.box is not None or not may_state(question):
        return plain
    text = bare_question(question)
    rows = entries_of(table)[0]
    for reading in (_overdue, _late, _undone, _done_in, _paid, _more_than, _between):
        if (stated := reading(text, table, rows)) is not None:
            return stated
    return plain


def _days(table: StoredTable, words: frozenset[str], rows: Sequence[int]) -> list[int]:
    """The columns of days whose header has one of some stems, each of which can be read."""
    headers = headers_of(table, "")
    return [
        at
        for at in headers.dates
        if at >= 0
        and headers.of(at) & words
        and day_spans([value_of(table.rows[row], at) for row in rows])
    ]


def _done(table: StoredTable, rows: Sequence[int], deed: frozenset[str]) -> int | None:
    """The column of the day on which something was done: what the question says that was done, or
    the only one where it says nothing."""
    found = _days(table, deed or _WORDS_OF_DONE, rows)
    found = [at for at in found if not headers_of(table, "").of(at) & _DUE]
    return found[0] if len(found) == 1 else None


def _due(table: StoredTable, rows: Sequence[int]) -> int | None:
    found = _days(table, _DUE, rows)
    return found[0] if len(found) == 1 else None


def _overdue(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    match = _OVERDUE.search(text)
    due, done = _due(table, rows), _done(table, rows, frozenset())
    if match is None or due is None or done is None:
        return None
    said = (match["day"] or "").strip() or _day_of(table)
    day = span_of(said)
    if day is None or day.first != day.last:
        return None
    texts = [value_of(table.rows[row], due) for row in rows]
    if not all(map(names_year, day_spans(texts).values())):
        return None
    return StatedQuestion(
        _as_sum(text[: match.start()] + text[match.end() :]),
        dates=(Dated(due, "<", day, said),),
        not_yet=(NotYet(done, day, said),),
    )


def _day_of(table: StoredTable) -> str:
    """The only day that a list says it is of ("as of 31 March 2026"); empty where it says none, or
    several."""
    said = " ".join((table.title, *table.section[-1:], table.lead_in))
    days = {match["day"].strip(" ,.") for match in _AS_OF.finditer(said)}
    span = span_of(next(iter(days))) if len(days) == 1 else None
    return days.pop() if span is not None and span.first == span.last else ""


def lacks_day(question: str, table: StoredTable) -> bool:
    """Whether a question asks what is overdue of a list of days by which things are due, and
    neither says on which day."""
    text = bare_question(question)
    match = _OVERDUE.search(text)
    if table.box is not None or match is None or match["day"] or _day_of(table):
        return False
    rows = entries_of(table)[0]
    return _due(table, rows) is not None and _done(table, rows, frozenset()) is not None


def _late(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    match = _LATE.search(text)
    due = _due(table, rows)
    if match is None or due is None:
        return None
    word = (match["deed"] or "").casefold()
    deed = stemmed([word]) & _WORDS_OF_DONE
    done = _done(table, rows, deed)
    if done is None:
        return None
    sign = ">" if match["how"].casefold() == "late" else "≤"
    start = match.start() if deed or not word else match.start("deed") + len(word)
    return StatedQuestion(_as_sum(text[:start]), pairs=(Pair(done, sign, due),))


def _undone(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    """What is not done has an empty day; where every row has one, nothing is known of it."""
    for at in _days(table, _WORDS_OF_DONE, rows):
        stems = headers_of(table, "").of(at)
        if stems & _DUE or all(value_of(table.rows[row], at) for row in rows):
            continue
        is_paying = bool(stems & _PAYING)
        if is_paying and (owes := OWES.match(text)):
            return StatedQuestion(f"what is the total money of {owes['who']}", blanks=(at,))
        forms = [_denial(word) for word in _DONE.split() if stems & stemmed([word])]
        forms += [_OWED] if is_paying else []
        for form in forms:
            bare, count = form.subn(" ", text)
            match = form.search(text)
            if count == 1 and match is not None:
                is_some = bool(match.groupdict().get("some"))
                return StatedQuestion(_as_sum(bare), blanks=(at,), is_some=is_some)
    return None


def _done_in(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    """How much was paid in a month is what was paid then, and not what was billed."""
    match = _DONE_IN.match(text)
    if match is None:
        return None
    done = _done(table, rows, stemmed([match["deed"]]) & _WORDS_OF_DONE)
    if done is None or not stemmed([match["deed"]]) & headers_of(table, "").of(done):
        return None
    header = table.columns[done].name
    who = f" of {match['who']}" if match["who"] else ""
    return StatedQuestion(f"what is the total money{who} with {header}{match['when']}")


def _paid(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    """How much was paid is what the rows come to that have a day of payment: what was billed is not
    paid yet. Of a large table it is not known here whether others have none."""
    held = [at for at in _days(table, _PAYING, rows) if not headers_of(table, "").of(at) & _DUE]
    plain = paid_as_total(text, table.columns[held[0]].name) if len(held) == 1 else ""
    if parts := _part_payments(table, headers_of(table, "")):
        head = plain_heading(parts[0], table)
        paid = plain.replace("total money", f"total {head}", 1)
        return StatedQuestion(paid) if plain and len(parts) == 1 else None
    return StatedQuestion(plain, filled=(held[0],)) if plain else None


def payment_open(question: str, table: StoredTable) -> Refusal | None:
    """Why it is open how much was paid or is owed, where a list does not say it row by row: a
    payment may be one of a part, a cell of its day no day, or its mark neither yes nor no."""
    text = bare_question(question)
    asks = paid_as_total(text) or OWES.match(text) or _OF_PAYMENT.match(text)
    if table.box is not None or not asks:
        return None
    headers = headers_of(table, "")
    rows = entries_of(table)[0]
    states = [
        at
        for at, column in enumerate(table.columns)
        if column.kind not in FIGURES
        and headers.of(at) & _PAYING
        and not headers.of(at) & _DUE
        and not _PAID_BY.search(column.name)
    ]
    if not states:
        said_in_words = paid_as_total(text) or asks_what_is_left(text)
        return _NO_STATE if said_in_words and _says_paid(table, rows) else None
    if _PAYS.match(text) and any(
        not value_of(table.rows[row], at) for row in rows for at in states
    ):
        return PAYS_OR_PAID
    if _part_payments(table, headers) and not (_is_day(table, states) and paid_as_total(text)):
        return _PART_PAYMENTS
    if asks_what_is_left(text):
        return _NOT_SAID
    for at in states:
        texts = [value_of(table.rows[row], at).strip() for row in rows]
        said = {each.casefold() for each in texts}
        is_marked = any(said <= {yes, no} and yes in said for yes, no in CONTRARY.items())
        if not is_marked and not day_spans(texts):
            name = table.columns[at].name
            return Refusal(
                f"Some cells under {name} are neither a day nor yes or no, so that it is open "
                "which rows are paid.",
                is_open=True,
            )
    return None


def _says_paid(table: StoredTable, rows: Sequence[int]) -> bool:
    """Whether a column of words such as "Status" says of rows that they are paid."""
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    said = {value_of(table.rows[row], at).strip().casefold() for row in rows for at in texts}
    return bool(said & {"paid", "unpaid", "settled", "partly paid", "partially paid", "part paid"})


def _is_day(table: StoredTable, states: Sequence[int]) -> bool:
    return len(states) == 1 and table.columns[states[0]].kind is CellKind.DATE


def _part_payments(table: StoredTable, headers: Headers) -> list[int]:
    """The columns of what was paid, where others say what was to be paid."""
    money = [
        at
        for at in headers.figures
        if is_money(table.columns[at])
        or (table.columns[at].kind is CellKind.NUMBER and not table.columns[at].unit)
    ]
    paid = [at for at in money if headers.of(at) & _PAYMENTS and not headers.of(at) & _NO_MONEY]
    return paid if len(paid) < len(money) else []


def _denial(word: str) -> re.Pattern[str]:
    """What denies a participle: "unpaid", "has not been paid", "not yet paid"."""
    said = "|".join((word, *({"paid": ("pay",)}.get(word, ())), *present_forms(word)))
    return re.compile(
        rf"(?i)\b(?:(?:{BE} )?(?:still )?un{word}(?=$| (?:by|for|from|in|of|on|to|where)\b)"
        rf"|(?P<some>un{word})|{DENIED} (?:{said}))\b(?: yet)?(?: for)?"
    )


def _between(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    """Two columns of figures of one unit, or of days, of which one is said to be the smaller."""
    match = _COMPARED.search(text)
    if match is None:
        return None
    right = column_said(match["right"], table, range(len(table.columns)))
    if right is None:
        return None
    kind = table.columns[right].kind
    alike = [
        at
        for at, column in enumerate(table.columns)
        if at != right
        and (column.kind in FIGURES) == (kind in FIGURES)
        and (column.kind is CellKind.DATE) == (kind is CellKind.DATE)
        and (column.kind in FIGURES or column.kind is CellKind.DATE)
        and column.unit == table.columns[right].unit
    ]
    if len(alike) > 1 and _are_whole(table, right):  # a stock and its limit are counted, prices not
        alike = [at for at in alike if _are_whole(table, at)]
    left = _left_of(match["left"], text[: match.start()], table, alike)
    if left is None:
        return None
    if kind is CellKind.DATE and any(at not in _days(table, _all(table), rows) for at in alike):
        return None
    sign = _SIGNS.get(match["sign"].casefold(), ">")
    at, before = left
    return StatedQuestion(_as_sum(before), pairs=(Pair(at, sign, right),))


def _more_than(text: str, table: StoredTable, rows: Sequence[int]) -> StatedQuestion | None:
    """Two columns of figures of one unit, of which one is said to hold more: "more people enrolled
    than places". Each must be a column's whole header, but for a word for people."""
    match = _MORE_THAN.search(text)
    if match is None:
        return None
    figures = [at for at, column in enumerate(table.columns) if column.kind in FIGURES]
    left, right = (_counted_column(match[side], table, figures) for side in ("left", "right"))
    if left is None or right is None or left == right:
        return None
    one, two = table.columns[left], table.columns[right]
    if (one.kind, one.unit, one.scale) != (two.kind, two.unit, two.scale):
        return None
    sign = ">" if match["sign"].casefold() == "more" else "<"
    return StatedQuestion(_as_sum(text[: match.start()]), pairs=(Pair(left, sign, right),))


def _counted_column(text: str, table: StoredTable, figures: Sequence[int]) -> int | None:
    """The column whose header a text says, with a word for people or without."""
    said = column_said(text, table, figures)
    if said is not None:
        return said
    words = [word for word in WORD.findall(text) if word.casefold() not in PEOPLE]
    return column_said(" ".join(words), table, figures) if words else None


def _are_whole(table: StoredTable, column: int) -> bool:
    cells = (row.cells[column] for row in table.rows)
    values = [cell.value for cell in cells if cell is not None and cell.value is not None]
    return bool(values) and all("." not in str(value) for value in values)


def _all(table: StoredTable) -> frozenset[str]:
    headers = headers_of(table, "")
    return frozenset().union(*(headers.of(at) for at in headers.dates if at >= 0))


def _left_of(
    named: str, before: str, table: StoredTable, alike: Sequence[int]
) -> tuple[int, str] | None:
    """The column that is compared and what is left of the question: a column that the words right
    before name, else the only one of its kind, and then those words belong to the rows."""
    words = WORD.findall(named)
    for start in range(len(words)):
        at = column_said(" ".join(words[start:]), table, range(len(table.columns)))
        if at is not None:
            kept = f"{before} {' '.join(words[:start])}"
            return (at, kept) if at in alike else None
    if len(alike) != 1:
        return None
    return alike[0], f"{before} {named}"


def _as_sum(text: str) -> str:
    """A question for money of which only its state was left."""
    bare = " ".join(text.split()).strip(" ,")
    if match := _HOW_MUCH.match(bare):
        return f"what is the total money{match['rest'] or ''}"
    return re.sub(rf"(?i) (?:{BE}|went|fell|came|ran|gone|been)$", "", bare)
