"""Questions over all rows of a large table, without a language model.

A question is understood as one over a small table is, from the rows that it may mean; what it asks
for is worked out by a database over all rows.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from functools import partial

from backend.ports import CELLS, LargeSource, QueryFailedError
from backend.tasks.calculate.large.asked_table import AskedTable, decimal_of
from backend.tasks.calculate.large.condition_sql import (
    NOT_WORKED_OUT,
    Sql,
    column_of,
    conditions_of,
    text_of,
    value_sql,
)
from backend.tasks.calculate.large.large_groups import grouped_again, of_groups
from backend.tasks.calculate.large.merged_in_large import merged_open
from backend.tasks.calculate.large.shown_rows import (
    SHOWN,
    rows_shown,
    rows_that_may_be_meant,
)
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import (
    MOST_LISTED,
    ONE,
    made,
    said_list,
)
from backend.tasks.calculate.programs.column_linking import link_columns
from backend.tasks.calculate.programs.column_lookup import looked_up
from backend.tasks.calculate.programs.column_operations import MIXED, calculate_columns
from backend.tasks.calculate.programs.column_rankings import SEVERAL_OF_NAME
from backend.tasks.calculate.programs.column_repeats import of_repeats
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_words import (
    LABEL,
    ROWS,
    heading,
)
from backend.tasks.calculate.programs.row_states import StatedQuestion
from backend.tasks.calculate.programs.ties import ranks_of
from backend.types.calculations import Calculation, Operation, Refusal, measured
from backend.types.tables import CellKind, StoredTable

MOST_NAMES = 200
"""Names that a list gives."""


def calculate_large(question: str, source: LargeSource) -> Calculation | Refusal | None:
    """The answer over all rows of a large table; None where the question wants no such operation.

    Every word of the question must be an operation, a column, a value or name the table, as over
    small tables. Names that are said in part are not completed.
    """
    try:
        meant = rows_that_may_be_meant(source, question)
        return calculate_columns(question, [meant.table], source.title, partial(_operated, source))
    except QueryFailedError as error:
        return Refusal(f"The table could not be asked. {error}")


def _operated(
    source: LargeSource,
    request: ColumnRequest,
    table: StoredTable,
    about: str,
    stated: StatedQuestion | None,
) -> Calculation | Refusal:
    """See `column_operations.operate`; `table` holds the rows that the question may mean."""
    link = link_columns(request, table, about, range(len(table.rows)))
    if isinstance(link, Refusal):
        return link
    if stated is not None:
        link = stated.narrowing(link)
    if request.operation is ColumnOperation.LIST and not link.is_narrowed:
        return Refusal("It is open which rows are meant.")
    if source.file.table.last_is_open:
        return Refusal("It is open whether the last row sums up others.")
    if (merged := merged_open(request, link, source.file.table)) is not None:
        return merged
    conditions = conditions_of(link, source.file.table)
    if isinstance(conditions, Refusal):
        return conditions
    return _answered(AskedTable(source, request, link, table, conditions))


def _answered(asked: AskedTable) -> Calculation | Refusal:
    """What a request comes to over all rows."""
    asked.counts = counts = asked.counted_rows()
    if not counts.kept:
        return Refusal(
            "The cell is empty." if counts.blank else "No row of the list fits all of this."
        )
    if asked.link.measure and counts.figureless > counts.kept:
        return Refusal("Most rows have no figure.")
    operation = asked.request.operation
    if asked.link.group is not None:
        return of_groups(asked)
    match operation:
        case ColumnOperation.COUNT:
            return _count(asked)
        case ColumnOperation.SHARE:
            return _share(asked)
        case ColumnOperation.LIST:
            return _list(asked)
        case ColumnOperation.PART:
            return _part(asked)
        case ColumnOperation.SUM | ColumnOperation.MEAN:
            return _added(asked)
        case ColumnOperation.HIGHEST | ColumnOperation.LOWEST:
            return _extreme(asked)
        case ColumnOperation.TOP | ColumnOperation.BOTTOM:
            return _ranked(asked)
        case ColumnOperation.LOOKUP:
            return _looked_up(asked)
        case _:
            return Refusal(NOT_WORKED_OUT)


def _added(asked: AskedTable) -> Calculation | Refusal:
    figure = asked.figure()
    if isinstance(figure, Refusal):
        return figure
    shown = asked.first()
    measure = asked.selected(shown).unit()
    if isinstance(measure, Refusal):
        return measure
    unit, scale = measure
    is_mean = asked.request.operation is ColumnOperation.MEAN
    if unit == "%" and not is_mean:
        return Refusal("Shares of different wholes are not added up.")
    kept = asked.conditions.kept
    ((total,),) = asked.ask(f"SELECT sum({figure}) FROM {CELLS} WHERE {kept.text}", kept)
    value = decimal_of(total)
    if is_mean:
        value = rounded(value / asked.counts.kept)
    result = f"{written(value)}{measured(unit, scale)}"
    what = "mean" if is_mean else "sum"
    subject = f"{asked.measured} of {asked.many}"
    return asked.made(
        made(
            Operation.MEAN if is_mean else Operation.SUM,
            written(value),
            value,
            f"{what} of {subject} = {result}{asked.left}",
            asked.cells(shown, asked.link.measure),
            subject,
            unit,
            scale,
            joint=asked.link.joint,
        )
    )


def _extreme(asked: AskedTable) -> Calculation | Refusal:
    if column_of(asked.large, asked.link.measure[0]).kind is CellKind.DATE:
        return _end_of_time(asked)
    figure = asked.figure()
    if isinstance(figure, Refusal):
        return figure
    is_low = asked.request.operation is ColumnOperation.LOWEST
    shown = asked.first(f"{figure} {'ASC' if is_low else 'DESC'}")
    measure = asked.selected(shown).unit()
    if isinstance(measure, Refusal):
        return measure
    unit, scale = measure
    kept = asked.conditions.kept
    function = "min" if is_low else "max"
    ((found,),) = asked.ask(f"SELECT {function}({figure}) FROM {CELLS} WHERE {kept.text}", kept)
    value = decimal_of(found)
    said = f"{written(value)}{measured(unit, scale)}"
    subject = f"{asked.measured} of {asked.many}"
    ((held,),) = asked.ask(
        f"SELECT count(*) FROM {CELLS} WHERE {kept.text} AND {figure} = ?",
        kept,
        Sql("", (value,)),
    )
    of = f" (in {int(held or 0):,} rows)" if int(held or 0) > 1 else ""
    return asked.made(
        made(
            Operation.SMALLEST if is_low else Operation.LARGEST,
            said,
            value,
            f"{'smallest' if is_low else 'largest'} {subject} = {said}{of}{asked.left}",
            asked.cells(shown, asked.link.measure),
            subject,
            unit,
            scale,
            joint=asked.link.joint,
        )
    )


def _end_of_time(asked: AskedTable) -> Calculation | Refusal:
    """The first or the last day of the rows."""
    kept, at = asked.conditions.kept, value_sql(asked.link.measure[0])
    is_low = asked.request.operation is ColumnOperation.LOWEST
    function, word = ("min", "first") if is_low else ("max", "last")
    ((day,),) = asked.ask(f"SELECT {function}({at}) FROM {CELLS} WHERE {kept.text}", kept)
    subject = f"{asked.measured} of {asked.many}"
    return asked.made(
        made(
            Operation.FIRST if is_low else Operation.LAST,
            str(day),
            Decimal(str(day).replace("-", "")),
            f"{word} {subject} = {day}{asked.left}",
            asked.cells(asked.first(f"{at} {'ASC' if is_low else 'DESC'}"), asked.link.measure),
            subject,
        )
    )


def _part(asked: AskedTable) -> Calculation | Refusal:
    """See `column_parts`: the part that the rows of one condition have in what all come to."""
    link, kept, figure = asked.link, asked.conditions.kept, asked.figure()
    if isinstance(figure, Refusal):
        return figure
    if len(link.conditioned) != 1 or link.blanks or link.compared:
        return Refusal("It is open of which rows the share is meant.")
    ((total, missing, least),) = asked.ask(
        f"SELECT sum({figure}), count(*) FILTER ({figure} IS NULL), min({figure}) FROM {CELLS}"
        " WHERE NOT is_sum"
    )
    if missing:
        return Refusal("Some rows have no figure there: it is open of which the share is meant.")
    shown = asked.first()
    unit = asked.selected(shown).unit()
    if isinstance(unit, Refusal):
        return unit
    whole = decimal_of(total)
    if unit[0] == "%" or whole <= 0 or decimal_of(least) < 0:
        return Refusal("The figures are no parts of one sum.")
    ((own,),) = asked.ask(f"SELECT sum({figure}) FROM {CELLS} WHERE {kept.text}", kept)
    value = rounded(decimal_of(own) * 100 / whole)
    formula = f"{written(decimal_of(own))} ÷ {written(whole)} = {written(value)} %"
    subject = f"{asked.measured} of {asked.many}"
    found = made(
        Operation.SHARE,
        written(value),
        value,
        formula,
        asked.cells(shown, link.measure),
        f"share of {subject}",
        "%",
    )
    said = f"{written(value)} % ({subject}: {formula}{asked.left})"
    return asked.made(replace(found, sentence=said))


def _ranked(asked: AskedTable) -> Calculation | Refusal:
    link, request = asked.link, asked.request
    is_dated = column_of(asked.large, link.measure[0]).kind is CellKind.DATE
    figure = value_sql(link.measure[0]) if is_dated else asked.figure()
    if isinstance(figure, Refusal):
        return figure
    kept = asked.conditions.kept
    name = text_of(link.entity)
    if asked.nameless(kept, name):
        return Refusal("A row has no name.")
    ((names, pairs),) = asked.ask(
        f"SELECT count(DISTINCT lower({name})),"
        f" count(DISTINCT (lower({name}), {figure})) FROM {CELLS} WHERE {kept.text}",
        kept,
    )
    if names != pairs:
        refused = Refusal(f"{SEVERAL_OF_NAME} of {heading(link.entity, asked.table)}.")
        return of_repeats(request, link, asked.table, refused, partial(grouped_again, asked))
    if int(names or 0) < max(2, request.most):
        return Refusal("There are too few rows to compare.")
    is_low = request.operation is ColumnOperation.BOTTOM
    wanted = request.most + MOST_LISTED
    ranked = asked.ask(
        f"SELECT min({name}), {figure} AS figure, min(row_id) AS first_row FROM {CELLS}"
        f" WHERE {kept.text} GROUP BY lower({name}), figure"
        f" ORDER BY figure {'ASC' if is_low else 'DESC'}, first_row LIMIT {wanted}",
        kept,
        most=wanted,
    )
    figures = [
        Decimal(str(each[1]).replace("-", "")) if is_dated else decimal_of(each[1])
        for each in ranked
    ]
    ranks = ranks_of([str(each[0]) for each in ranked], figures, request.most, int(names or 0))
    if isinstance(ranks, Refusal):
        return ranks
    best = [ranked[at] for at in ranks.best]
    shown = rows_shown(asked.source, [int(each[2] or 0) for each in best])
    unit, scale = "", ONE
    if not is_dated:
        measure = asked.selected(shown).unit()
        if isinstance(measure, Refusal):
            return measure
        unit, scale = measure
    behind = measured(unit, scale)
    listed = tuple(
        (
            str(each[0]),
            str(each[1]) if is_dated else f"{written(decimal_of(each[1]))}{behind}",
        )
        for each in best
    )
    what = ("first" if is_low else "last") if is_dated else ("smallest" if is_low else "largest")
    operation = Operation.SMALLEST if is_low else Operation.LARGEST
    if request.most > 1:
        operation = Operation.BOTTOM if is_low else Operation.TOP
        what = f"{request.most} {what}"
    if is_dated:
        operation = Operation.FIRST if is_low else Operation.LAST
    subject = f"{asked.measured} of {asked.many}"
    told = ", ".join(f"{each}: {value}" for each, value in listed)
    return asked.made(
        made(
            operation,
            ranks.answer,
            figures[0],
            f"{what} {subject}: {told}{asked.left}",
            asked.cells(shown, link.measure),
            subject,
            unit,
            scale,
            listed=listed if len(listed) > 1 else (),
            joint=link.joint,
        )
    )


# --- rows ----------------------------------------------------------------------------------


def _count(asked: AskedTable) -> Calculation | Refusal:
    link, request, kept = asked.link, asked.request, asked.conditions.kept
    count = asked.counts.kept
    over = asked.many
    what = "count"
    column = LABEL
    if link.entity != ROWS:
        if asked.is_mixed():
            return MIXED
        name = text_of(link.entity)
        ((different,),) = asked.ask(
            f"SELECT count(DISTINCT lower({name})) FROM {CELLS} WHERE {kept.text}", kept
        )
        if int(different or 0) < count or request.is_distinct or link.entity != LABEL:
            count, column = int(different or 0), link.entity
            what = f"different {heading(link.entity, asked.table)}"
            over = f"{what} in {asked.many}"
    if column == LABEL and link.bounds:
        column = link.bounds[0].column
    elif column == LABEL and link.equals:
        column = max(equal.column for equal in link.equals)
    elif column == LABEL and link.dates:
        column = link.dates[0].column
    shown = asked.first()
    said = f"{count:,}"
    between = "of" if what == "count" else "in"
    return asked.made(
        made(
            Operation.COUNT,
            said,
            Decimal(count),
            f"{what} {between} {asked.many} = {said}{asked.left}",
            asked.cells(shown, (column,)),
            over,
        )
    )


def _share(asked: AskedTable) -> Calculation | Refusal:
    link = asked.link
    columns = {equal.column for equal in link.equals} | {bound.column for bound in link.bounds}
    columns |= {date.column for date in link.dates}
    if len(columns) != 1 or link.blanks or link.compared:
        return Refusal("It is open of which rows the share is meant.")
    (column,) = columns
    ((missing, different),) = asked.ask(
        f"SELECT count(*) FILTER ({text_of(column)} IS NULL),"
        f" count(DISTINCT lower({text_of(link.entity)})) FROM {CELLS} WHERE NOT is_sum"
    )
    if missing:
        return Refusal("Some rows have no entry there: it is open of which the share is meant.")
    if link.entity != ROWS and int(different or 0) < asked.counts.entries:
        return Refusal("It is open whether rows or what they name are counted.")
    counts = asked.counts
    value = rounded(Decimal(counts.kept * 100) / counts.entries)
    formula = f"{counts.kept:,} ÷ {counts.entries:,} = {written(value)} %"
    found = made(
        Operation.SHARE,
        written(value),
        value,
        formula,
        asked.cells(asked.first(), (column,)),
        f"share of {asked.many}",
        "%",
    )
    said = f"{written(value)} % ({asked.many}: {formula}{asked.left})"
    return asked.made(replace(found, sentence=said))


def _list(asked: AskedTable) -> Calculation | Refusal:
    link, kept = asked.link, asked.conditions.kept
    entity = LABEL if link.entity == ROWS else link.entity
    name = text_of(entity)
    if asked.nameless(kept, name):
        return Refusal("A row has no name.")
    if asked.is_mixed():
        return MIXED
    ((different,),) = asked.ask(
        f"SELECT count(DISTINCT lower({name})) FROM {CELLS} WHERE {kept.text}", kept
    )
    if int(different or 0) > MOST_NAMES:
        return Refusal(f"They are {int(different or 0):,}, too many to be listed.")
    found = asked.ask(
        f"SELECT min_by({name}, row_id), min(row_id) AS first_row FROM {CELLS}"
        f" WHERE {kept.text} GROUP BY lower({name}) ORDER BY first_row",
        kept,
        most=MOST_NAMES,
    )
    texts = [str(each) for each, _ in found]
    shown = rows_shown(asked.source, [int(each or 0) for _, each in found[:SHOWN]])
    head = heading(entity, asked.table)
    return asked.made(
        made(
            Operation.LIST,
            said_list(texts),
            Decimal(len(texts)),
            f"{head} of {asked.many}: {len(texts):,}{asked.left}",
            asked.cells(shown, (entity, *link.compared)),
            asked.many,
            listed=tuple((text, "") for text in texts),
        )
    )


def _looked_up(asked: AskedTable) -> Calculation | Refusal:
    shown = asked.first(most=MOST_LISTED)
    if asked.counts.kept > 1:
        labels = tuple(row.label for row in shown.table.rows if row.label)
        return Refusal(f"{asked.counts.kept:,} rows fit.", labels, is_open=True)
    found = looked_up(asked.selected(shown))
    if isinstance(found, Refusal):
        return found
    return asked.made(replace(found, operands=shown.in_place(found.operands)))
