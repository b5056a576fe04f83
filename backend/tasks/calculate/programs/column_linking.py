"""Which columns and cells of a table the words of a column request mean; all words must be used."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from backend.analysis import term_texts
from backend.tasks.calculate.programs.column_requests import (
    ColumnOperation,
    ColumnRequest,
    Comparison,
)
from backend.tasks.calculate.programs.requests import quarters_in, years_in
from backend.types.calculations import Refusal
from backend.types.tables import CellKind, Column, StoredRow, StoredTable

LABEL = -1
"""Stands for the column of the rows' labels."""
GROUP = -2
"""Stands for the labels above groups of rows."""
NOT_COVERED = "Not every word of the question is a column, a value or an operation of the table."
TWO_COLUMNS = "Two columns fit equally well."
MOST_WORDS = 6
"""A longer text of a cell is no value that a question names."""
_FIGURES = frozenset([CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT])
_FUNCTION = frozenset(
    [
        *("the", "a", "an", "of", "in", "is", "are", "was", "were", "be", "for", "at", "by"),
        *("with", "have", "has", "had", "that", "which", "whose", "where", "and", "do", "does"),
        *("did", "there", "from", "all", "on", "located", "based", "value", "values", "equals"),
    ]
)
_ROWS = frozenset(["row", "rows", "entry", "entries", "record", "records", "item", "items"])
_NAMING = frozenset(["id", "no", "nr", "number", "name", "code", "key"])
_IN_BRACKETS = re.compile(r"\([^)]*\)")
_WORD = re.compile(r"[^\W_]+(?:[.'’&-][^\W_]+)*")
_PERIOD = re.compile(r"(?i)\b(?:(?:19|20)\d\d|q[1-4]|(?:first|second|third|fourth) quarter)\b")


@dataclass(frozen=True, slots=True)
class Equal:
    """A column that must hold a text."""

    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Bound:
    """A column of figures that must keep to a bound."""

    column: int
    comparison: Comparison


@dataclass(frozen=True, slots=True)
class ColumnLink:
    """What a request means in a table: the column that names the rows, the column of figures (for
    a growth the later and the earlier one), and the conditions."""

    entity: int
    measure: tuple[int, ...]
    equals: tuple[Equal, ...]
    bounds: tuple[Bound, ...]


def link_columns(request: ColumnRequest, table: StoredTable, about: str) -> ColumnLink | Refusal:
    """The columns and values that the request names, or why they are not clear.

    Args:
        request: what is asked.
        table: the one that may answer.
        about: further words that stand for the whole table: the title of its document.
    """
    headers = [_stems(_IN_BRACKETS.sub(" ", column.name)) for column in table.columns]
    own = _stems(table.label_name)
    around = _stems(" ".join((about, table.title, *table.section[-1:]))) | _stemmed(_ROWS)
    equals, entity_left, measure_left = _values(request, table, [*headers, own])
    if isinstance(equals, Refusal):
        return equals
    if any(_is_common(each, around | own) for each in equals):
        return Refusal("It is open whether a word of the question names the rows or a value.")
    entity_words, measure_words = _content(entity_left), _content(measure_left)
    used = frozenset[str]().union(*(_header(each.column, headers, own) for each in equals))
    columns = [at for at, each in enumerate(table.columns) if each.kind in _FIGURES]
    bounds: list[Bound] = []
    for each in request.comparisons:
        column = _bounded(each, headers, columns, table)
        if isinstance(column, Refusal):
            return column
        bounds.append(Bound(column, each))
    bounding = frozenset[str]().union(*(headers[each.column] for each in bounds))
    free = measure_words - bounding
    if not any(headers[at] & free for at in columns):
        free = measure_words
    measure = _measure(request, table, columns, free, headers, around | own | used)
    if isinstance(measure, Refusal):
        return measure
    for at in (*measure, *(each.column for each in bounds)):
        used |= headers[at] | _stems(table.columns[at].unit)
    entity = LABEL
    if request.operation not in (ColumnOperation.SUM, ColumnOperation.MEAN):
        found = _entity(entity_left, used, headers, columns, own, around)
        if isinstance(found, Refusal):
            return found
        entity = found
    known = used | _header(entity, headers, own) | around | own
    if not entity_words | measure_words <= known:
        return Refusal(NOT_COVERED)
    return ColumnLink(entity, measure, tuple(equals), tuple(bounds))


def value_of(row: StoredRow, column: int) -> str:
    """The text of a row in a column, its label or its innermost group."""
    if column == LABEL:
        return row.label
    if column == GROUP:
        return row.group[-1] if row.group else ""
    cell = row.cells[column]
    return cell.text if cell is not None else ""


def key_of(text: str) -> tuple[str, ...]:
    """What two texts of one value have in common: the stems of their words, in their order."""
    return tuple(term for word in _WORD.findall(text) for term in _terms(word))


def _values(
    request: ColumnRequest, table: StoredTable, headers: Sequence[frozenset[str]]
) -> tuple[list[Equal] | Refusal, str, str]:
    """The values that the texts name, the longest first, and the texts without them."""
    known: dict[tuple[str, ...], dict[int, str]] = {}
    alike: set[tuple[tuple[str, ...], int]] = set()
    texts = [at for at, each in enumerate(table.columns) if each.kind is CellKind.TEXT]
    for row in table.rows:
        for column in (GROUP, LABEL, *texts):
            text = value_of(row, column)
            key = key_of(text)
            if 0 < len(key) <= MOST_WORDS and not any(set(key) <= each for each in headers):
                first = known.setdefault(key, {}).setdefault(column, text)
                if first.casefold().strip() != text.casefold().strip():
                    alike.add((key, column))
    found: list[Equal] = []
    asked = frozenset(key_of(f"{request.entity} {request.measure}"))
    left: list[str] = []
    for text in (request.entity, request.measure):
        words = _WORD.findall(text)
        at = 0
        kept: list[str] = []
        while at < len(words):
            for size in range(min(MOST_WORDS, len(words) - at), 0, -1):
                key = key_of(" ".join(words[at : at + size]))
                if key in known and (size > 1 or words[at].casefold() not in _FUNCTION):
                    break
            else:
                kept.append(words[at])
                at += 1
                continue
            places = known[key]
            if len(places) > 1:
                named = [
                    each for each in places if _header(each, headers[:-1], headers[-1]) & asked
                ]
                if len(named) != 1:
                    return Refusal(TWO_COLUMNS), "", ""
                places = {named[0]: places[named[0]]}
            ((column, value),) = places.items()
            if (key, column) in alike or any(each.column == column for each in found):
                return Refusal("The question names several values of one column."), "", ""
            found.append(Equal(column, value))
            at += size
        left.append(" ".join(kept))
    return found, left[0], left[1]


def _measure(
    request: ColumnRequest,
    table: StoredTable,
    columns: Sequence[int],
    words: frozenset[str],
    headers: Sequence[frozenset[str]],
    around: frozenset[str],
) -> tuple[int, ...] | Refusal:
    """The column of figures that is ranked or added up, two for a growth, none for a count."""
    if request.operation is ColumnOperation.GROWTH:
        return _pair(request, table, columns)
    if request.operation in (ColumnOperation.COUNT, ColumnOperation.LIST):
        return Refusal(NOT_COVERED) if request.years or request.quarters else ()
    found = _named(words, headers, _dated(request, table, columns), around)
    return found if isinstance(found, Refusal) else (found,)


def _is_common(each: Equal, around: frozenset[str]) -> bool:
    return set(key_of(each.text)) <= around


def _named(
    words: frozenset[str],
    headers: Sequence[frozenset[str]],
    columns: Sequence[int],
    around: frozenset[str],
) -> int | Refusal:
    """The column of figures that the words name; the only one needs no name of its own where the
    words stand around the table."""
    ranked = sorted(
        ((len(headers[at] & words), -len(headers[at] - words), at) for at in columns), reverse=True
    )
    if not ranked:
        return Refusal("The table has no such column of figures.")
    if not ranked[0][0]:
        alone = len(ranked) == 1 and bool(words) and words <= around
        return ranked[0][2] if alone else Refusal(NOT_COVERED)
    if len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]:
        return Refusal(TWO_COLUMNS)
    return ranked[0][2]


def _bounded(
    each: Comparison,
    headers: Sequence[frozenset[str]],
    columns: Sequence[int],
    table: StoredTable,
) -> int | Refusal:
    """The column of a bound: named before it, else behind it, else the only one."""
    for text in each.near:
        words = _stems(text)
        if any(headers[at] & words for at in columns):
            return _named(words, headers, columns, frozenset())
    if len(columns) == 1:
        return columns[0]
    fits = [at for at in columns if each.unit and table.columns[at].unit == each.unit]
    return fits[0] if len(fits) == 1 else Refusal(TWO_COLUMNS if columns else NOT_COVERED)


def _entity(
    text: str,
    used: frozenset[str],
    headers: Sequence[frozenset[str]],
    figures: Sequence[int],
    own: frozenset[str],
    around: frozenset[str],
) -> int | Refusal:
    """The column that names the rows: the one whose header has the first word that a header has,
    else the labels. A title names the rows only where their label does not: a table "Sales" may
    list shops."""
    words = [term for term in key_of(text) if term in _content(text) - used]
    for term in words:
        found = [at for at, header in enumerate((*headers, own)) if term in header]
        if len(found) > 1:
            return Refusal(TWO_COLUMNS)
        if found and found[0] in figures:
            return Refusal("What is counted or listed are figures of a column.")
        if found:
            return found[0] if found[0] < len(headers) else LABEL
    named = own - _stemmed(_NAMING)
    known = _stemmed(_ROWS) if named else around
    return LABEL if words and known.issuperset(words) else Refusal(NOT_COVERED)


def _dated(request: ColumnRequest, table: StoredTable, columns: Sequence[int]) -> list[int]:
    """The columns of figures of the period that is asked for; all where none is."""
    if not request.years and not request.quarters:
        return list(columns)
    if len(request.years) > 1 or len(request.quarters) > 1:
        return []
    return [at for at in columns if _is_of(table.columns[at], request.years, request.quarters)]


def _is_of(column: Column, years: Sequence[str], quarters: Sequence[str]) -> bool:
    said = column.period or column.name
    own = quarters_in(said.replace("-Q", " Q"))
    shorter = any(f"/{each}" in said for each in ("3M", "6M", "9M", "13W", "26W", "39W"))
    return years_in(said) == tuple(years) and own == tuple(quarters) and not shorter


def _pair(
    request: ColumnRequest, table: StoredTable, columns: Sequence[int]
) -> tuple[int, int] | Refusal:
    """The columns that a growth is between: of the period asked for and of a year before, or of
    the two years that are named."""
    years = sorted(request.years)
    if not 0 < len(years) < 3:
        return Refusal("It takes two periods to compare.")
    later, earlier = years[-1], years[0] if len(years) == 2 else str(int(years[0]) - 1)
    plain = [at for at in columns if table.columns[at].kind is not CellKind.PER_CENT]
    found = [
        [at for at in plain if _is_of(table.columns[at], (year,), request.quarters)]
        for year in (later, earlier)
    ]
    if any(len(each) > 1 for each in found):
        return Refusal(TWO_COLUMNS)
    if not all(found):
        return Refusal("The table has no column of the period.")
    return found[0][0], found[1][0]


def _header(column: int, headers: Sequence[frozenset[str]], own: frozenset[str]) -> frozenset[str]:
    if column == LABEL:
        return own
    return headers[column] if column >= 0 else frozenset()


def _content(text: str) -> frozenset[str]:
    bare = _PERIOD.sub(" ", text)
    words = (word for word in _WORD.findall(bare) if word.casefold() not in _FUNCTION)
    return frozenset(term for word in words for term in _terms(word))


def _stems(text: str) -> frozenset[str]:
    return _content(text)


def _stemmed(words: frozenset[str]) -> frozenset[str]:
    return frozenset(term for word in words for term in _terms(word))


def _terms(word: str) -> list[str]:
    return list(term_texts(word, keep_stop_words=True))
