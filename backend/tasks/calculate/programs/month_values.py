"""Months that a column holds as words: "in June" over a column "Month" of January, February …

Where a column holds dates, months are spans of them (`column_dates.py`); here they are values.
"""

from __future__ import annotations

import re

from backend.calendar_words import (
    MONTH_FORMS,
    MONTH_NAME,
    MONTHS,
    QUARTER_ORDINALS,
    month_number,
)
from backend.tables.cell_values import is_year
from backend.tasks.calculate.programs.column_words import LABEL, heading, is_list, value_of
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, StoredTable

NO_YEAR = Refusal("It is open of which year the month is meant.", is_open=True)
_SHORT = 3
_FIRST = "jan"
_IN_MONTH = re.compile(
    rf"(?i)\b(?:in|during|for|of) (?P<month>{MONTH_NAME})\b"
    r"(?! ?\d|\.? (?:19|20)\d\d)"
)
_IN_QUARTER = re.compile(
    rf"(?i)\b(?:in|during|for|of) "
    rf"(?:the (?P<quarter>{'|'.join(QUARTER_ORDINALS)}) quarter|(?P<short>q[1-4]))\b"
    r"(?! (?:of )?(?:19|20)\d\d)"
)
_JOINT = r"(?:,? (?:and|or) |, | & )(?:(?:in|during|for|of) )?(?:the )?"
_IN_MONTHS = re.compile(
    rf"\b(?i:in|during|for|of) (?:both )?(?P<all>(?:{MONTH_NAME})(?:{_JOINT}(?:{MONTH_NAME}))+)\b"
    r"(?! ?\d|\.? (?:19|20)\d\d)"
)
_MONTH = re.compile(rf"\b(?:{MONTH_NAME})\b")
_ONE_QUARTER = rf"(?:q[1-4]|{'|'.join(QUARTER_ORDINALS)})"
_IN_QUARTERS = re.compile(
    rf"(?i)\b(?:in|during|for|of) (?:both )?(?:the )?"
    rf"(?P<all>{_ONE_QUARTER}(?: quarter)?(?:{_JOINT}{_ONE_QUARTER}(?: quarters?)?)+)\b"
    r"(?! (?:of )?(?:19|20)\d\d)"
)
_EACH_QUARTER = re.compile(rf"(?i){_ONE_QUARTER}")
_OF_YEARS = re.compile(r"(?i)\b(?:19|20)\d\d\b|\byears?\b")
_YEAR = re.compile(r"(?i)(?:calendar |financial |fiscal )?years?|period|season")
_FROM_TO = re.compile(
    rf"\b(?:(?i:from) (?P<month>{MONTH_NAME}) (?i:to|until|till|through)"
    rf"|(?i:between) (?P<month_>{MONTH_NAME}) (?i:and)) (?P<last>{MONTH_NAME})\b"
    r"(?! ?\d|\.? (?:19|20)\d\d)"
)


def lacks_year(question: str, table: StoredTable) -> bool:
    """Whether a question names months, and no year, of a list in which these come again in another
    year."""
    forms = (_FROM_TO, _IN_QUARTER, _IN_QUARTERS, _IN_MONTHS)
    named = [match for form in forms for match in form.finditer(question)]
    if not named and not _IN_MONTH.search(question):
        return False
    if _OF_YEARS.search(question) or not is_list(table):
        return False
    texts = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    months = [at for at in (*texts, LABEL) if _months_in(table, at)]
    years = [at for at in (*range(len(table.columns)), LABEL) if _are_years(table, at)]
    if len(months) != 1 or len(years) != 1:
        return False
    of_months: dict[str, set[str]] = {}
    for row in table.rows:
        if not row.total and (month := value_of(row, months[0]).strip()):
            of_months.setdefault(month.casefold(), set()).add(value_of(row, years[0]).strip())
    return any(len(each) > 1 for each in of_months.values())


def are_months(table: StoredTable, at: int) -> bool:
    """Whether a column holds nothing but months."""
    return bool(_months_in(table, at))


def _are_years(table: StoredTable, at: int) -> bool:
    """Whether a column says the year of its months: "Year", and not "Year joined"."""
    if _YEAR.fullmatch(heading(at, table).strip()) is None:
        return False
    texts = [text for row in table.rows if not row.total and (text := value_of(row, at).strip())]
    return bool(texts) and all(map(is_year, texts))


def with_months_named(question: str, table: StoredTable) -> str:
    """The question with the column of its one month named behind it ("… where Month is June"), or
    of its months from one to another; as it was where it names none or several, or where not
    exactly one column holds nothing but months, or a month is not among them."""
    runs, quarters = list(_FROM_TO.finditer(question)), list(_IN_QUARTER.finditer(question))
    several = list(_IN_MONTHS.finditer(question))
    if parts := list(_IN_QUARTERS.finditer(question)):
        quarters = parts
    found = [*runs, *quarters, *several] or list(_IN_MONTH.finditer(question))
    if len(found) != 1 or any(column.kind is CellKind.DATE for column in table.columns):
        return question
    columns = [at for at, column in enumerate(table.columns) if column.kind is CellKind.TEXT]
    columns += [LABEL] if table.label_name and is_list(table) else []
    held = [(at, values) for at in columns if (values := _months_in(table, at))]
    if len(held) != 1:
        return question
    (match,), ((at, values),) = found, held
    if quarters and next(iter(values)) != _FIRST:
        return question  # a year that begins in April has another second quarter
    if runs:
        months = _run_of(match["month"] or match["month_"], match["last"])
    elif several:
        months = _MONTH.findall(match["all"])
    else:
        months = _of_quarters(match) if quarters else [match["month"]]
    named = [values.get(month.casefold()[:_SHORT]) for month in months]
    value = " or ".join(each for each in named if each is not None)
    if None in named or not named:
        return question
    end = len(question.rstrip(" ?.!"))
    rest = f"{question[: match.start()].rstrip()}{question[match.end() : end]}"
    name = table.label_name if at == LABEL else table.columns[at].name
    return f"{rest.rstrip(' ,')} where {name} is {value}"


def _run_of(first: str, last: str) -> list[str]:
    """The months from one to another of a year; none where the second comes before the first."""
    return list(MONTHS[month_number(first) - 1 : month_number(last)])


def _of_quarters(found: re.Match[str]) -> list[str]:
    """The months of the quarters that are named."""
    held = found.groupdict()
    named = held.get("quarter") or held.get("short")
    words = [named] if named else _EACH_QUARTER.findall(held["all"])
    return [month for word in dict.fromkeys(words) for month in _of_quarter(word)]


def _of_quarter(word: str) -> list[str]:
    """The months of a quarter of the calendar year."""
    plain = word.casefold()
    number = QUARTER_ORDINALS.index(plain) if plain in QUARTER_ORDINALS else int(word[-1]) - 1
    return list(MONTHS[3 * number : 3 * number + 3])


def _months_in(table: StoredTable, at: int) -> dict[str, str]:
    """The months of a column as they are written, by their first three letters; none where it
    holds anything else but totals."""
    rows = [row for row in table.rows if at != LABEL or not row.total]
    texts = dict.fromkeys(text for row in rows if (text := value_of(row, at).strip()))
    names = {text.casefold() for text in texts}
    if not texts or not names <= MONTH_FORMS:
        return {}
    return {text.casefold()[:_SHORT]: text for text in texts}
