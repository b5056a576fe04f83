"""Which column of a table names the rows that a request is about, and which holds what it asks."""

from __future__ import annotations

from collections.abc import Sequence

from backend.tasks.calculate.programs.column_choice import NOT_COVERED
from backend.tasks.calculate.programs.column_requests import (
    ColumnOperation,
    ColumnRequest,
    WantedColumn,
)
from backend.tasks.calculate.programs.column_values import (
    TWO_COLUMNS,
    Equal,
    first_phrase,
    yes_columns,
)
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    ROWS,
    Headers,
    content,
    heading,
    key_of,
    names_doers_alone,
    value_of,
    words_for_rows,
)
from backend.tasks.calculate.programs.column_years import holds_years
from backend.tasks.calculate.programs.comparison_words import called_people, doers
from backend.tasks.calculate.programs.header_readings import readings_of_columns
from backend.types.calculations import Refusal
from backend.types.tables import StoredTable

_NUMBERED = "id no nr number key code"
"""Words of a header over labels that name nobody."""
_PLACES = (
    content("city town place location site where"),
    content("room shelf berth desk cabinet"),
    content("address street"),
    content("region country county state"),
)
"""Headers over where something is, the likeliest first."""
_NO_ROWS = (
    ColumnOperation.SUM,
    ColumnOperation.MEAN,
    ColumnOperation.HIGHEST,
    ColumnOperation.LOWEST,
    ColumnOperation.LOOKUP,
    ColumnOperation.PART,
)


def column_of_cell(
    request: ColumnRequest,
    text: str,
    headers: Headers,
    equals: Sequence[Equal],
    table: StoredTable,
    rows: Sequence[int],
) -> int | Refusal:
    """The column of the cell that a look-up asks for, apart from those that say of which row.

    Args:
        request: what is asked.
        text: its words without the values that it names.
        headers: those of the table.
        equals: the values that say of which row.
        table: the table.
        rows: its entries.
    """
    taken = {equal.column for equal in equals}
    words = content(text)
    free = words - frozenset().union(*(headers.of(column) for column in taken))
    columns = [at for at in headers.all() if at not in taken]
    if request.asked is WantedColumn.DATE:
        columns = [at for at in columns if at in headers.dates or holds_years(table, at)]
    elif request.asked is WantedColumn.FIGURE:
        phrase = frozenset(first_phrase(text))
        columns = [at for at in headers.figures if at in columns and headers.of(at) & phrase]
    elif request.asked is WantedColumn.PLACE:
        columns = next((held for tier in _PLACES if (held := _under(tier, columns, headers))), [])
        return columns[0] if len(columns) == 1 else Refusal(NOT_COVERED)
    elif request.asked is WantedColumn.YES_OR_NO:
        decided = {at for at, _ in yes_columns(table, rows).values()}
        columns = [at for at in columns if at in decided]
    elif request.asked is WantedColumn.PERSON:
        numbers = headers.own & content(_NUMBERED)
        columns = [at for at in columns if at not in (*headers.dates, *headers.figures)]
        columns = [at for at in columns if at != LABEL or not numbers]
    ranked = sorted(
        (
            (len(headers.of(at) & free), -len(headers.of(at) - free), at)
            for at in columns
            if headers.of(at) & free
        ),
        reverse=True,
    )
    if not ranked and request.asked is WantedColumn.DATE and table.box is None:
        # "When did we order it?": the day of a row is that of what the rows are
        plain = [at for at in headers.dates if headers.of(at) <= content("date day") and at >= 0]
        if len(headers.dates) == len(plain) == 1:
            return plain[0]
    if not ranked:
        return Refusal(NOT_COVERED)
    fits = sorted(at for *fit, at in ranked if tuple(fit) == ranked[0][:2])
    head = first_phrase(text)[:1]  # an "hourly rate" is a rate
    fits = [at for at in fits if headers.of(at).issuperset(head)] or fits
    if len(fits) > 1:
        shared = free & frozenset().union(*(headers.of(at) for at in fits))
        return Refusal(TWO_COLUMNS, readings=readings_of_columns(text, shared, fits, table))
    return fits[0]


def column_of_names(
    request: ColumnRequest,
    headers: Headers,
    table: StoredTable,
    rows: Sequence[int],
    used: frozenset[str],
    equals: Sequence[Equal] = (),
) -> int | Refusal:
    """The column that names what is counted, listed or ranked: the one whose header has a word of
    the phrase that the question begins with; the rows themselves where they are only called rows.

    Args:
        request: what is asked.
        headers: those of the table.
        table: the table.
        rows: its entries.
        used: stems that a value, a bound or the measure stands for already.
        equals: the values that the question names.
    """
    if request.operation in _NO_ROWS:
        return LABEL
    if request.group and request.operation is not ColumnOperation.COUNT:
        return LABEL
    if request.asked is WantedColumn.PERSON:
        person = [at for at in headers.all() if headers.of(at) == content("name")]
        called = called_people() | doers().keys()
        people = [at for at in headers.all() if heading(at, table).casefold() in called]
        person = person or (people if table.box is None else [])
        return person[0] if len(person) == 1 else Refusal(NOT_COVERED)
    phrase = first_phrase(request.entity)  # "wool rugs were ordered" counts no orders
    if request.operation is ColumnOperation.COUNT and _are_rows_of(phrase, headers, equals):
        return ROWS
    ranks = request.operation in (ColumnOperation.TOP, ColumnOperation.BOTTOM)
    if ranks and _are_rows_of(phrase, headers, equals):  # "the cheapest main course" is a dish
        return LABEL
    for term in [term for term in phrase if term not in used] or phrase[:1]:
        found = [
            at
            for at in headers.all()
            if term in headers.of(at)
            and not names_doers_alone(term, request.entity, heading(at, table))
        ]
        if LABEL in found:
            return _named_rows(request, headers, table, rows)
        exact = [at for at in found if headers.of(at) == frozenset([term])]
        found = exact if len(exact) == 1 else found
        things = [at for at in found if at not in (*headers.figures, *headers.dates)]
        found = things if len(things) == 1 else found  # "Borrower" beside "Borrowed on"
        if len(found) > 1:
            return Refusal(TWO_COLUMNS)
        if found and request.operation is ColumnOperation.LIST and found[0] in headers.dates:
            return found[0]
        if found and found[0] in (*headers.figures, *headers.dates):
            return Refusal("Figures and dates of a column are not counted as things.")
        if found:
            return found[0]
        if term in words_for_rows(headers):
            return ROWS
    return Refusal(NOT_COVERED)


def _are_rows_of(phrase: Sequence[str], headers: Headers, equals: Sequence[Equal]) -> bool:
    """Whether what is counted is called by a value and its header: "night shifts" are the rows
    whose Shift is Night."""
    return bool(phrase) and any(
        phrase[0] in headers.of(equal.column)
        and not equal.is_negated
        and any(frozenset(key_of(text)) <= frozenset(phrase[1:]) for text in equal.texts)
        for equal in equals
        if equal.column >= 0
    )


def _named_rows(
    request: ColumnRequest, headers: Headers, table: StoredTable, rows: Sequence[int]
) -> int:
    """The labels, or the column of names where the labels are numbers that nobody asks for."""
    if request.operation is ColumnOperation.COUNT:
        return LABEL
    names = [at for at in headers.all()[:-1] if headers.of(at) == content("name")]
    if not names and not content(request.entity) & content(_NUMBERED):
        called = headers.own - content(_NUMBERED)  # "Item" beside "Item no."
        names = [at for at in headers.all()[:-1] if called and headers.of(at) == called]
    if not headers.own & content(_NUMBERED) or len(names) != 1:
        return LABEL
    held = [key_of(value_of(table.rows[at], names[0])) for at in rows]
    return names[0] if all(held) and len(set(held)) == len(held) else LABEL


def _under(words: frozenset[str], columns: Sequence[int], headers: Headers) -> list[int]:
    return [at for at in columns if at >= 0 and headers.of(at) & words]
