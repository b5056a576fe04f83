"""Lists with a column for each month: "What is the budget of Sales from March to May?".

Such a table is turned: each of its figures becomes a row of its own, with its month as a date
beside it, and is then asked about like any list. What comes out is told with the cells of the
table as it stands. Months without a year are put into one that no list is of, and told without.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from backend.calendar_words import MONTH_NAME, MONTH_TITLES, MONTHS, month_number
from backend.tables.cell_values import CURRENCIES
from backend.tasks.calculate.programs.column_answers import operands
from backend.tasks.calculate.programs.column_rows import entries_of
from backend.tasks.calculate.programs.column_wording import with_best_sold
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    WORD,
    bare_question,
    is_of_deed,
    plain_heading,
    stemmed,
    value_of,
)
from backend.tasks.calculate.programs.comparison_words import counted_people, quantities
from backend.tasks.calculate.programs.month_questions import (
    OF_WHOLE_YEAR,
    MonthList,
    lacking_months,
    may_ask_of_months,
    spans_named,
    with_months_asked,
)
from backend.tasks.calculate.programs.plain_verbs import is_level
from backend.tasks.calculate.programs.requests import years_in
from backend.types.calculations import Calculation, Operation, Refusal
from backend.types.tables import Cell, CellKind, Column, StoredRow, StoredTable

FEWEST = 3
"""Columns of months that make a table one of months."""
MOST_CELLS = 20_000
"""A larger table is not turned: each figure would be a row for every question."""
_LONGEST = 400
"""Signs; a longer text is no such question, and its forms are slow to try on it."""
_NO_YEAR = "1801"
"""Stands for the year that months have which are printed without one."""
_ROWS = re.compile(r"(?<=\d) rows\b")
_HEAD = re.compile(rf"(?i)(?P<month>{MONTH_NAME})\b\.?(?:,?[ -](?P<year>(?:19|20)\d\d))?")
_SAID = rf"(?P<month>{MONTH_NAME})\b\.?(?! ?\d)"
_BEHIND = re.compile(
    rf"\b(?P<word>(?i:in|for|of|during|since|after|before|until|till|from|to|and|between)) {_SAID}"
)
_TWO = re.compile(
    rf"\b(?i:in|for|during) (?P<one>{MONTH_NAME}) and (?P<two>{MONTH_NAME})\b(?! ?\d)"
)
_QUARTER = re.compile(
    r"(?i)\b(?:in|for|of|during) (?:the )?(?:(?P<word>first|second|third|fourth|last) "
    r"(?P<part>quarter|half)|(?P<short>[QH][1-4]))(?: of the year)?\b(?! (?:of )?(?:19|20)\d\d)"
)
_AT = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_WHOLE_YEAR = re.compile(rf"(?i) {OF_WHOLE_YEAR}")
_MOST = re.compile(
    r"(?i)\b(?:which|what) month ha[sd] the (?:highest|lowest|largest|smallest|greatest|most|fewest"
    r"|least) (?!total|average|mean)"
)
_IN_MONTH = re.compile(
    r"(?i)^in (?:which|what) month (?:is|was) (?:the )?(.+?) (?:the )?"
    r"(highest|lowest|largest|smallest|greatest)(?=[ ?.!]*$)"
)
_VERBS = r"(?P<verb>have|had|get|got|spend|receive|need|cost|use|consume|burn|draw)"
_HELD = re.compile(
    rf"(?i)^(?:how much|what) (?:do|did|does|has|have|will) (?:the )?(?P<who>.+?) {_VERBS}\b"
    r"(?P<rest>.*?)(?: together| in total| in all)?[ ?.!]*$"
)
_IN_MONTH_DID = re.compile(
    rf"(?i)^(?:in )?(?:which|what) month (?:do|did|does) (?:the )?(?P<who>.+?) {_VERBS} (?:the )?"
    r"(?P<end>most|least)[ ?.!]*$"
)
_QUANTITY = re.compile(
    rf"(?i)^(?P<start>what (?:is|was) the )(?:{'|'.join(sorted(quantities()))})(?= of )"
)
_FROM_TO = re.compile(
    rf"\b(?:(?i:from) (?P<one>{MONTH_NAME}) (?i:to|until|till|through)"
    rf"|(?i:between) (?P<one_>{MONTH_NAME}) (?i:and)) (?P<two>{MONTH_NAME})\b"
)
_OF_MONTHS = re.compile(
    r"(?i)(?:,? ?\b(?:per|by|each|every) month\b|\bmonthly\b"
    r"|,? ?\(?\b(?:in |for |of )?(?:19|20)\d\d\b\)?)"
)
_MADE = ("produced", "sold", "earned")
"""Of a table of these nothing was used."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A question over a turned table: its last column holds the figures, the one before it their
    month. `rows` and `columns` say by each of its rows where the figure stands in the table."""

    question: str
    table: StoredTable
    rows: tuple[int, ...]
    columns: tuple[int, ...]


_QUARTER_HEAD = re.compile(
    r"(?i)(?:q(?P<at>[1-4])|(?P<at_>[1-4])q)(?:[ -]*(?P<year>(?:19|20)\d\d))?"
)
_QUARTER_NAMED = re.compile(
    r"(?i)\b(?:the )?(?:q(?P<at>[1-4])|(?P<word>first|second|third|fourth) quarter)\b"
    r"(?:(?: of)?,? ?(?P<year>(?:19|20)\d\d))?"
)
_COST = re.compile(
    r"(?i)^(?:how much|what) (?:do|did|does) (?:the |an? )?(?P<who>.+?) cost(?P<rest>.*?)"
    r"(?P<mean> on average)?$"
)
_SUMS = frozenset(
    [Operation.SUM, Operation.SUM_PER_GROUP, Operation.MEAN_OF_GROUPS, Operation.SHARE]
)
_PER_LABEL = frozenset([Operation.SUM_PER_GROUP, Operation.MEAN_OF_GROUPS])
_OF_SIDES = frozenset([Operation.DIFFERENCE, Operation.COMPARISON])
_SPENT = stemmed(
    [
        *("price", "cost", "costs", "fee", "fees", "fare", "charge", "charges", "expense"),
        *("expenses", "expenditure", "spending", "spent", "outlay", "bill", "bills", "rent"),
    ]
)
"""Names of figures that say what something cost."""
_PRICED = re.compile(rf"(?:{'|'.join(map(re.escape, CURRENCIES))})\s*(?:/|\bper\b)")
"""A figure in "EUR per kg" is a price, whatever it is called."""
_COME_ANEW = ("attendance", "attendees", "guests", "passengers", "patients", "riders", "spectators")
_STAND = stemmed(
    [
        *counted_people().difference(_COME_ANEW, ("travellers", "travelers", "visitors")),
        *("subscribers", "followers", "tenants", "workers", "volunteers", "debt", "debts"),
        *("liabilities", "assets", "loans", "inventory", "capacity"),
    ]
)
"""Names of what is still there in the next quarter: it is not added up over several."""
_IN_TIME = _SPENT | stemmed(
    [
        *("hours", "days", "sales", "revenue", "turnover", "income", "visits", "payments"),
        *("wages", "salaries", "donations", "purchases", "orders", "complaints", "absences"),
    ]
)
"""What comes anew in each quarter, also where it is that of people: "staff costs"."""
_NOT_ADDED = Refusal("Figures of this kind, such as prices and marks, are not added up.")
NO_COST = Refusal(
    "The figures of this list do not say what something cost. Ask for them by its title.",
    is_open=True,
)
NO_SUM_OF_PERIODS = Refusal(
    "Those who are counted in one period are counted in the next one again, so that the figures of "
    "several periods are not added up. Ask for one period, or for the average.",
    is_open=True,
)


def may_ask_months(question: str) -> bool:
    """Whether a question has a form that only a table of months answers, whatever the table."""
    text = question.strip()
    if len(text) > _LONGEST:
        return False
    known = any(form.match(text) for form in (_HELD, _IN_MONTH, _IN_MONTH_DID, _COST))
    return known or may_ask_of_months(with_best_sold(bare_question(text)))


def has_months(table: StoredTable) -> bool:
    """Whether a table has a column for each of several months."""
    return len(_months_of(table)) >= FEWEST


def turned_of(question: str, table: StoredTable, about: str) -> Turned | Refusal | None:
    """The question over the turned table; None where the table is none of months, is of another
    year than is asked for, or has no name for its figures; a refusal where it lacks months of the
    question, or it is open which end of its figures is meant.

    Args:
        question: as it was asked.
        table: a list with one column for each month.
        about: the title of its document.
    """
    months = _months_of(table)
    name = _name_of(table, about)
    if table.box is None and name and not months:
        return _of_quarters(question, table, name, f"{table.title} {about}")
    if table.box is not None or len(months) < FEWEST or not name:
        return None
    kinds = {(table.columns[at].unit, table.columns[at].scale) for at in months}
    entries, _, doubtful = entries_of(table)
    if len(kinds) > 1 or doubtful or len(entries) * len(months) > MOST_CELLS:
        return None
    asked, known = years_in(question), years_in(f"{table.title} {about}")
    own = {year for _, year in months.values()}
    year = known[0] if len(set(known)) == 1 else _NO_YEAR
    if own == {""}:
        own = {year}
    elif "" in own:
        return None
    else:
        year = own.pop() if len(own) == 1 else ""
        own = {year} if year else {each for _, each in months.values()}
    if not own.issuperset(asked):
        return None
    days = {at: f"{month.title()} {found or year}" for at, (month, found) in months.items()}
    text = with_best_sold(bare_question(question))
    did = _HELD.match(text) or _IN_MONTH_DID.match(text)
    if did and did["verb"].casefold() in ("cost", "spend") and not _says_cost(name, table, months):
        return NO_COST
    asked_of = with_months_asked(text, MonthList(table, name, f"{table.title} {about}"))
    if isinstance(asked_of, Refusal):
        return asked_of
    plain = spans_named(asked_of)
    if len(own) == 1:
        held = {month for month, _ in months.values()}
        if (lacking := lacking_months(plain, held, _spanned(plain))) is not None:
            return lacking
    return _turned(_said(plain, year, name), table, name, entries, days)


def _of_quarters(
    question: str, table: StoredTable, name: str, around: str
) -> Turned | Refusal | None:
    """The question over a turned table of quarters; None where it has no such columns, or asks for
    one that it lacks; a refusal where it asks for costs of other figures."""
    quarters: dict[int, tuple[str, str]] = {}
    for at, column in enumerate(table.columns):
        head = _QUARTER_HEAD.fullmatch(plain_heading(at, table))
        if head is not None and column.kind in FIGURES:
            quarters[at] = head["at"] or head["at_"], head["year"] or ""
    known = set(years_in(around))
    only = known.pop() if len(known) == 1 else ""
    held = {at: (number, year or only) for at, (number, year) in quarters.items()}
    years = {year for _, year in held.values()}
    entries, _, doubtful = entries_of(table)
    kinds = {(table.columns[at].unit, table.columns[at].scale) for at in held}
    is_clear = len(set(held.values())) == len(held) >= FEWEST and len(kinds) == 1 and not doubtful
    if not is_clear or "" in years or not years.issuperset(years_in(question)):
        return None
    year = next(iter(years)) if len(years) == 1 else ""
    text = _QUARTER_NAMED.sub(lambda each: _full_quarter(each, year), bare_question(question))
    if any(
        (match["at"], match["year"]) not in held.values() for match in _QUARTER_HEAD.finditer(text)
    ):
        return None
    if len(text) <= _LONGEST and (found := _COST.match(text)):
        if not _says_cost(name, table, held):
            return NO_COST
        how = "average " if found["mean"] else ""
        text = f"what is the {how}{name} of {found['who']}{found['rest']}"
    days = {at: f"Q{number} {own}" for at, (number, own) in held.items()}
    return _turned(text, table, name, entries, days, "Quarter")


def _full_quarter(found: re.Match[str], year: str) -> str:
    word = (found["word"] or "").casefold()
    number = found["at"] or str(_AT[word] + 1)
    own = found["year"] or year
    return f"Q{number} {own}".strip()


def told_of_turned(
    made: Calculation | Refusal | None, turned: Turned, table: StoredTable
) -> Calculation | Refusal | None:
    """What a question over the turned table gives, with the cells of the table as it stands."""
    if made is None:
        return None
    if isinstance(made, Refusal):
        return replace(made, readings=(), lacks=(), nearest=tuple(map(_plain, made.nearest)))
    figures = len(turned.table.columns) - 1
    if made.operation in _SUMS and len(made.operands) > 1 and is_level(turned.table, figures):
        return _NOT_ADDED
    if _adds_up_periods(made, turned) and stands(turned.table.columns[figures].name):
        return NO_SUM_OF_PERIODS
    cells = [
        replace(
            operands(table, [turned.rows[operand.row]], turned.columns[operand.row])[0],
            label=_plain(operand.label),
        )
        if operand.column >= figures - 1
        else replace(operand, row=turned.rows[operand.row])
        for operand in made.operands
    ]
    told = replace(
        made,
        answer=_plain(made.answer),
        formula=_plain(made.formula),
        sentence=_plain(made.sentence),
        over=_plain(made.over),
        listed=tuple((_plain(label), _plain(figure)) for label, figure in made.listed),
        operands=tuple(cells),
    )
    if made.operation is Operation.LIST and made.operands[0].column == figures - 1:
        # months have no cell of their own: those of their figures say that they are meant
        listed = tuple(
            (name, cell.text) for (name, _), cell in zip(told.listed, cells, strict=True)
        )
        return replace(told, operation=Operation.PERIODS, listed=listed)
    return told


def _adds_up_periods(made: Calculation, turned: Turned) -> bool:
    """Whether figures of several months or quarters are put into one sum."""
    if made.operation in _OF_SIDES:
        return len(made.operands) > 2 and len({turned.columns[at.row] for at in made.operands}) > 1
    if made.operation not in _SUMS:
        return False
    sums: dict[str, set[int]] = {}
    for operand in made.operands:
        label = operand.label if made.operation in _PER_LABEL else ""
        sums.setdefault(label, set()).add(turned.columns[operand.row])
    return any(len(periods) > 1 for periods in sums.values())


def stands(name: str) -> bool:
    """Whether figures of this name say how many or how much there is at a time."""
    words = stemmed(WORD.findall(name))
    return bool(words & _STAND) and not words & _IN_TIME


def _says_cost(name: str, table: StoredTable, figures: Iterable[int]) -> bool:
    """Whether figures say what something cost: by their name, or as money per piece."""
    units = [table.columns[at].unit for at in figures]
    for at, column in enumerate(table.columns):
        if column.name.casefold().strip() == "unit":
            units += [value_of(row, at) for row in table.rows]
    said = stemmed(WORD.findall(name))
    return bool(said & _SPENT) or any(map(_PRICED.search, units))


def _plain(text: str) -> str:
    return _ROWS.sub(" figures", text.replace(f" {_NO_YEAR}", ""))


def _months_of(table: StoredTable) -> dict[int, tuple[str, str]]:
    """The columns of figures that are headed by a month, with its name and year; no two of one."""
    found: dict[int, tuple[str, str]] = {}
    for at, column in enumerate(table.columns):
        head = _HEAD.fullmatch(plain_heading(at, table))
        if head is not None and column.kind in FIGURES:
            found[at] = _full(head["month"]), head["year"] or ""
    return found if len(set(found.values())) == len(found) else {}


def _at(month: str) -> int:
    return month_number(month) - 1


def _full(month: str) -> str:
    return MONTHS[_at(month)]


def _name_of(table: StoredTable, about: str) -> str:
    """What the figures are called: the title without what the rows are called, and without its year
    and that they are of months."""
    own = stemmed(WORD.findall(table.label_name))
    title = table.title or about
    words = (_OF_MONTHS.sub("", title).strip(" ,;:–-") or title).split()
    kept = [word for word in words if not own or not stemmed([word]) <= own]
    return " ".join(kept or words)


def _turned(
    question: str,
    table: StoredTable,
    name: str,
    entries: Sequence[int],
    days: dict[int, str],
    period: str = "Month",
) -> Turned:
    texts = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    rows: list[StoredRow] = []
    places: list[tuple[int, int]] = []
    for at in entries:
        row = table.rows[at]
        for column, day in days.items():
            cell = row.cells[column]
            where = cell or row.label_cell
            month = where and replace(where, text=day, kind=CellKind.DATE, value=None)
            held: tuple[Cell | None, ...] = (*(row.cells[text] for text in texts), month, cell)
            rows.append(replace(row, cells=held, total=False))
            places.append((at, column))
    first = table.columns[next(iter(days))]
    columns = (
        *(table.columns[text] for text in texts),
        Column(period, (period,), CellKind.DATE, "", Decimal(1), ""),
        replace(first, name=name, path=(name,), period=""),
    )
    return Turned(
        question,
        replace(table, columns=columns, rows=tuple(rows)),
        tuple(row for row, _ in places),
        tuple(column for _, column in places),
    )


def _said(question: str, year: str, name: str) -> str:
    """The question with its months as the turned table has them: with their year, parts of the year
    from their first to their last month."""
    text = _IN_MONTH.sub(r"which month has the \2 total \1", " ".join(question.split()))
    told = not any(is_of_deed(each, name) for each in _MADE)
    if told and (held := _IN_MONTH_DID.match(text)):
        end = "lowest" if held["end"].casefold() == "least" else "highest"
        text = f"Which month has the {end} total {name} of {held['who']}"
    elif told and (held := _HELD.match(text)):
        text = f"What is the total {name} of {held['who']}{held['rest']}"
    if said := _QUANTITY.match(text):
        text = f"{said['start']}{name}{text[said.end() :]}"
    if not year:
        return text
    text = _MOST.sub(r"\g<0>total ", text)
    text = _TWO.sub(lambda each: _run(each, year), text)
    text = _QUARTER.sub(lambda each: _part(each, year), text)
    text = _BEHIND.sub(lambda each: f"{each['word']} {_full(each['month']).title()} {year}", text)
    return _WHOLE_YEAR.sub("", text)


def _spanned(text: str) -> list[str]:
    """The months from the first to the last of each part of a year that a question names."""
    runs: list[tuple[int, int]] = []
    for match in _QUARTER.finditer(text):
        first, length = _part_of_year(match)
        runs.append((first, first + length - 1))
    for match in _FROM_TO.finditer(text):
        runs.append((_at(match["one"] or match["one_"]), _at(match["two"])))
    for match in _TWO.finditer(text):
        runs += [(_at(match[part]), _at(match[part])) for part in ("one", "two")]
    runs += [(_at(match["month"]), _at(match["month"])) for match in _BEHIND.finditer(text)]
    return [MONTHS[at] for first, last in runs for at in range(first, min(last, 11) + 1)]


def _run(found: re.Match[str], year: str) -> str:
    """Two months as a run from one to the other, where they follow each other."""
    one, two = (_at(found[part]) for part in ("one", "two"))
    if two != one + 1:
        return found[0]
    return f"from {MONTH_TITLES[one]} {year} to {MONTH_TITLES[two]} {year}"


def _part(found: re.Match[str], year: str) -> str:
    first, length = _part_of_year(found)
    if first >= len(MONTHS):
        return found[0]
    last = MONTH_TITLES[first + length - 1]
    return f"from {MONTH_TITLES[first]} {year} to {last} {year}"


def _part_of_year(found: re.Match[str]) -> tuple[int, int]:
    """The first month of a part of the year, from 0, and how many months it has."""
    short = found["short"]
    is_half = short[0] in "Hh" if short else found["part"].casefold() == "half"
    at = int(short[1]) - 1 if short else _AT[found["word"].casefold()]
    length = 6 if is_half else 3
    first = at * length
    return (first % len(MONTHS) if first < 0 else first), length
