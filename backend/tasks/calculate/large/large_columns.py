"""Questions over all rows of a large table, without a language model.

A question is understood as one over a small table is, from the rows that it may mean; what it asks
for is worked out by a database over all rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial

from backend.ports import CELLS, LargeSource, QueryFailedError
from backend.tasks.calculate.large.condition_sql import (
    NOT_WORKED_OUT,
    Conditions,
    Sql,
    column_of,
    conditions_of,
    text_of,
    value_sql,
)
from backend.tasks.calculate.large.shown_rows import (
    SECONDS,
    SHOWN,
    ShownRows,
    rows_shown,
    rows_that_may_be_meant,
)
from backend.tasks.calculate.programs.arithmetic import rounded, written
from backend.tasks.calculate.programs.column_answers import (
    MOST_LISTED,
    ONE,
    Selected,
    made,
    operands,
    said_list,
)
from backend.tasks.calculate.programs.column_conditions import said_conditions
from backend.tasks.calculate.programs.column_dates import part_of, span_of
from backend.tasks.calculate.programs.column_linking import link_columns
from backend.tasks.calculate.programs.column_links import ColumnLink
from backend.tasks.calculate.programs.column_lookup import looked_up
from backend.tasks.calculate.programs.column_operations import MIXED, calculate_columns
from backend.tasks.calculate.programs.column_requests import ColumnOperation, ColumnRequest
from backend.tasks.calculate.programs.column_words import (
    FIGURES,
    LABEL,
    ROWS,
    heading,
    key_of,
)
from backend.tasks.calculate.programs.row_states import StatedQuestion
from backend.types.calculations import Calculation, Operand, Operation, Refusal, measured
from backend.types.large_tables import LargeTable, SqlValue
from backend.types.tables import CellKind, StoredTable

MOST_NAMES = 200
"""Names that a list gives."""
MOST_GROUPS = 500
"""Groups that a figure is worked out for."""
_PARTS = {"month": 7, "year": 4, "day": 10}
"""Characters of year-month-day that a part of it takes."""
_GROUPED = {
    ColumnOperation.COUNT: (Operation.COUNT_PER_GROUP, "count"),
    ColumnOperation.SUM: (Operation.SUM_PER_GROUP, "sum"),
    ColumnOperation.MEAN: (Operation.MEAN_PER_GROUP, "mean"),
    ColumnOperation.HIGHEST: (Operation.LARGEST_PER_GROUP, "largest"),
    ColumnOperation.LOWEST: (Operation.SMALLEST_PER_GROUP, "smallest"),
}
_EXACT = 18
"""Digits of a figure up to which a product of two is exact."""


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
        return Refusal("The question does not say which rows.")
    if source.file.table.last_is_open:
        return Refusal("It is open whether the last row sums up others.")
    conditions = conditions_of(link, source.file.table)
    if isinstance(conditions, Refusal):
        return conditions
    return _Asking(source, request, link, table, conditions).answer()


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many rows there are, keep to all conditions, or lack what is needed."""

    entries: int
    kept: int
    blank: int
    figureless: int


class _Asking:
    """One request and what it means, asked of a database."""

    def __init__(
        self,
        source: LargeSource,
        request: ColumnRequest,
        link: ColumnLink,
        table: StoredTable,
        conditions: Conditions,
    ) -> None:
        self._source = source
        self._large: LargeTable = source.file.table
        self._request = request
        self._link = link
        self._table = table
        self._conditions = conditions
        self._counts = _Counts(0, 0, 0, 0)

    def answer(self) -> Calculation | Refusal:
        self._counts = counts = self._counted_rows()
        if not counts.kept:
            return Refusal("The cell is empty." if counts.blank else "No row fits.")
        if self._link.measure and counts.figureless > counts.kept:
            return Refusal("Most rows have no figure.")
        operation = self._request.operation
        if self._link.group is not None:
            return self._of_groups()
        match operation:
            case ColumnOperation.COUNT:
                return self._count()
            case ColumnOperation.SHARE:
                return self._share()
            case ColumnOperation.LIST:
                return self._list()
            case ColumnOperation.SUM | ColumnOperation.MEAN:
                return self._added()
            case ColumnOperation.HIGHEST | ColumnOperation.LOWEST:
                return self._extreme()
            case ColumnOperation.TOP | ColumnOperation.BOTTOM:
                return self._ranked()
            case ColumnOperation.LOOKUP:
                return self._looked_up()
            case _:
                return Refusal(NOT_WORKED_OUT)

    # --- what is asked of the database ---------------------------------------------------------

    def _ask(self, sql: str, *conditions: Sql, most: int = 1) -> tuple[tuple[SqlValue, ...], ...]:
        parameters = [value for each in conditions for value in each.parameters]
        return self._source.file.select(sql, parameters, seconds=SECONDS, most=most)

    def _counted_rows(self) -> _Counts:
        at = self._conditions
        ((entries, held, figured, whole, kept),) = self._ask(
            f"SELECT count(*) FILTER (NOT is_sum), count(*) FILTER ({at.held.text}),"
            f" count(*) FILTER ({at.figured.text}), count(*) FILTER ({at.whole.text}),"
            f" count(*) FILTER ({at.kept.text}) FROM {CELLS}",
            *(at.held, at.figured, at.whole, at.kept),
        )
        all_held = int(held or 0)
        return _Counts(
            int(entries or 0),
            int(kept or 0),
            all_held - int(whole or 0),
            all_held - int(figured or 0),
        )

    def _first(
        self, order: str = "row_id", most: int = SHOWN, more: Sql | None = None
    ) -> ShownRows:
        """The first rows that are kept, in an order."""
        kept = self._conditions.kept
        also = f" AND {more.text}" if more else ""
        found = self._ask(
            f"SELECT row_id FROM {CELLS} WHERE {kept.text}{also} ORDER BY {order}, row_id"
            f" LIMIT {most}",
            kept,
            *((more,) if more else ()),
            most=most,
        )
        return rows_shown(self._source, [int(each) for (each,) in found if each is not None])

    # --- how it is said ------------------------------------------------------------------------

    @property
    def _left(self) -> str:
        counts = self._counts
        left = [
            f"{count:,} {what} left out"
            for count, what in (
                (self._large.sums, "of totals"),
                (counts.blank, "without an entry"),
            )
            if count
        ]
        return f" ({', '.join(left)})" if left else ""

    @property
    def _many(self) -> str:
        counts = self._counts
        of = f" of {counts.entries:,}" if counts.kept != counts.entries else ""
        rows = f"{counts.kept:,}{of} row{'s' if counts.entries != 1 else ''}"
        return f"{rows}{said_conditions(self._link, self._table)}"

    @property
    def _measured(self) -> str:
        link = self._link
        heads = [heading(each, self._table) for each in link.measure]
        return f" {link.joint} ".join(heads) if link.joint else heads[0]

    def _selected(self, shown: ShownRows) -> Selected:
        rows = list(range(len(shown.table.rows)))
        return Selected(self._request, self._link, shown.table, rows, rows, self._left)

    def _cells(self, shown: ShownRows, columns: Sequence[int]) -> tuple[Operand, ...]:
        rows = range(len(shown.table.rows))
        cells = [operands(shown.table, [at], each) for at in rows for each in columns]
        return shown.in_place(each for found in cells for each in found)

    def _made(self, found: Calculation) -> Calculation:
        return replace(found, of_rows=self._counts.kept)

    # --- figures -------------------------------------------------------------------------------

    def _figure(self) -> str | Refusal:
        """The figure of a row as SQL, of two columns by their joint."""
        link = self._link
        columns = [column_of(self._large, each) for each in link.measure]
        if any(each.kind not in FIGURES for each in columns):
            return Refusal(NOT_WORKED_OUT)
        if not link.joint:
            return value_sql(link.measure[0])
        if len({(each.unit, each.scale) for each in columns}) > 1 and link.joint in ("+", "−"):
            return Refusal("The two columns are of different units or scales.")
        signs = {"×": "*", "+": "+", "−": "-"}
        digits = [_digits(each.least, each.largest) + each.places for each in columns]
        if link.joint not in signs or max(digits) > _EXACT:
            return Refusal(NOT_WORKED_OUT)
        one, two = (
            f"CAST({value_sql(at)} AS DECIMAL({_EXACT}, {each.places}))"
            for at, each in zip(link.measure, columns, strict=True)
        )
        return f"({one} {signs[link.joint]} {two})"

    def _added(self) -> Calculation | Refusal:
        figure = self._figure()
        if isinstance(figure, Refusal):
            return figure
        shown = self._first()
        measure = self._selected(shown).unit()
        if isinstance(measure, Refusal):
            return measure
        unit, scale = measure
        is_mean = self._request.operation is ColumnOperation.MEAN
        if unit == "%" and not is_mean:
            return Refusal("Shares of different wholes are not added up.")
        kept = self._conditions.kept
        ((total,),) = self._ask(f"SELECT sum({figure}) FROM {CELLS} WHERE {kept.text}", kept)
        value = _decimal(total)
        if is_mean:
            value = rounded(value / self._counts.kept)
        result = f"{written(value)}{measured(unit, scale)}"
        what = "mean" if is_mean else "sum"
        subject = f"{self._measured} of {self._many}"
        return self._made(
            made(
                Operation.MEAN if is_mean else Operation.SUM,
                written(value),
                value,
                f"{what} of {subject} = {result}{self._left}",
                self._cells(shown, self._link.measure),
                subject,
                unit,
                scale,
                joint=self._link.joint,
            )
        )

    def _extreme(self) -> Calculation | Refusal:
        figure = self._figure()
        if isinstance(figure, Refusal):
            return figure
        is_low = self._request.operation is ColumnOperation.LOWEST
        shown = self._first(f"{figure} {'ASC' if is_low else 'DESC'}")
        measure = self._selected(shown).unit()
        if isinstance(measure, Refusal):
            return measure
        unit, scale = measure
        kept = self._conditions.kept
        function = "min" if is_low else "max"
        ((found,),) = self._ask(f"SELECT {function}({figure}) FROM {CELLS} WHERE {kept.text}", kept)
        value = _decimal(found)
        said = f"{written(value)}{measured(unit, scale)}"
        subject = f"{self._measured} of {self._many}"
        ((held,),) = self._ask(
            f"SELECT count(*) FROM {CELLS} WHERE {kept.text} AND {figure} = ?",
            kept,
            Sql("", (value,)),
        )
        of = f" (in {int(held or 0):,} rows)" if int(held or 0) > 1 else ""
        return self._made(
            made(
                Operation.SMALLEST if is_low else Operation.LARGEST,
                said,
                value,
                f"{'smallest' if is_low else 'largest'} {subject} = {said}{of}{self._left}",
                self._cells(shown, self._link.measure),
                subject,
                unit,
                scale,
                joint=self._link.joint,
            )
        )

    def _ranked(self) -> Calculation | Refusal:
        link, request = self._link, self._request
        is_dated = column_of(self._large, link.measure[0]).kind is CellKind.DATE
        figure = value_sql(link.measure[0]) if is_dated else self._figure()
        if isinstance(figure, Refusal):
            return figure
        kept = self._conditions.kept
        name = text_of(link.entity)
        if self._nameless(kept, name):
            return Refusal("A row has no name.")
        ((names, pairs),) = self._ask(
            f"SELECT count(DISTINCT lower({name})),"
            f" count(DISTINCT (lower({name}), {figure})) FROM {CELLS} WHERE {kept.text}",
            kept,
        )
        if names != pairs:
            return Refusal(f"Several rows are of one name of {heading(link.entity, self._table)}.")
        if int(names or 0) < max(2, request.most):
            return Refusal("There are too few rows to compare.")
        is_low = request.operation is ColumnOperation.BOTTOM
        wanted = request.most + MOST_LISTED
        ranked = self._ask(
            f"SELECT min({name}), {figure} AS figure, min(row_id) AS first_row FROM {CELLS}"
            f" WHERE {kept.text} GROUP BY lower({name}), figure"
            f" ORDER BY figure {'ASC' if is_low else 'DESC'}, first_row LIMIT {wanted}",
            kept,
            most=wanted,
        )
        best, others = ranked[: request.most], ranked[request.most :]
        tied = [each for each in others if each[1] == best[-1][1]]
        if tied:
            nearest = tuple(str(each[0]) for each in (*best, *tied))[:MOST_LISTED]
            return Refusal("Several rows tie.", nearest, is_open=True)
        shown = rows_shown(self._source, [int(each[2] or 0) for each in best])
        unit, scale = "", ONE
        if not is_dated:
            measure = self._selected(shown).unit()
            if isinstance(measure, Refusal):
                return measure
            unit, scale = measure
        behind = measured(unit, scale)
        listed = tuple(
            (
                str(each[0]),
                str(each[1]) if is_dated else f"{written(_decimal(each[1]))}{behind}",
            )
            for each in best
        )
        what = (
            ("first" if is_low else "last") if is_dated else ("smallest" if is_low else "largest")
        )
        operation = Operation.SMALLEST if is_low else Operation.LARGEST
        if request.most > 1:
            operation = Operation.BOTTOM if is_low else Operation.TOP
            what = f"{request.most} {what}"
        if is_dated:
            operation = Operation.FIRST if is_low else Operation.LAST
        subject = f"{self._measured} of {self._many}"
        told = ", ".join(f"{each}: {value}" for each, value in listed)
        first = best[0][1]
        value = Decimal(str(first).replace("-", "")) if is_dated else _decimal(first)
        return self._made(
            made(
                operation,
                said_list([each for each, _ in listed]),
                value,
                f"{what} {subject}: {told}{self._left}",
                self._cells(shown, link.measure),
                subject,
                unit,
                scale,
                listed=listed if request.most > 1 else (),
                joint=link.joint,
            )
        )

    # --- rows ----------------------------------------------------------------------------------

    def _count(self) -> Calculation | Refusal:
        link, request, kept = self._link, self._request, self._conditions.kept
        count = self._counts.kept
        over = self._many
        what = "count"
        column = LABEL
        if link.entity != ROWS:
            if self._is_mixed():
                return MIXED
            name = text_of(link.entity)
            ((different,),) = self._ask(
                f"SELECT count(DISTINCT lower({name})) FROM {CELLS} WHERE {kept.text}", kept
            )
            if int(different or 0) < count or request.is_distinct or link.entity != LABEL:
                count, column = int(different or 0), link.entity
                what = f"different {heading(link.entity, self._table)}"
                over = f"{what} in {self._many}"
        if column == LABEL and link.bounds:
            column = link.bounds[0].column
        elif column == LABEL and link.equals:
            column = max(each.column for each in link.equals)
        elif column == LABEL and link.dates:
            column = link.dates[0].column
        shown = self._first()
        said = f"{count:,}"
        between = "of" if what == "count" else "in"
        return self._made(
            made(
                Operation.COUNT,
                said,
                Decimal(count),
                f"{what} {between} {self._many} = {said}{self._left}",
                self._cells(shown, (column,)),
                over,
            )
        )

    def _share(self) -> Calculation | Refusal:
        link = self._link
        columns = {each.column for each in link.equals} | {each.column for each in link.bounds}
        columns |= {each.column for each in link.dates}
        if len(columns) != 1 or link.blanks or link.compared:
            return Refusal("It is open of which rows the share is meant.")
        (column,) = columns
        ((missing, different),) = self._ask(
            f"SELECT count(*) FILTER ({text_of(column)} IS NULL),"
            f" count(DISTINCT lower({text_of(link.entity)})) FROM {CELLS} WHERE NOT is_sum"
        )
        if missing:
            return Refusal("Some rows have no entry there: it is open of which the share is meant.")
        if link.entity != ROWS and int(different or 0) < self._counts.entries:
            return Refusal("It is open whether rows or what they name are counted.")
        counts = self._counts
        value = rounded(Decimal(counts.kept * 100) / counts.entries)
        formula = f"{counts.kept:,} ÷ {counts.entries:,} = {written(value)} %"
        found = made(
            Operation.SHARE,
            written(value),
            value,
            formula,
            self._cells(self._first(), (column,)),
            f"share of {self._many}",
            "%",
        )
        said = f"{written(value)} % ({self._many}: {formula}{self._left})"
        return self._made(replace(found, sentence=said))

    def _list(self) -> Calculation | Refusal:
        link, kept = self._link, self._conditions.kept
        entity = LABEL if link.entity == ROWS else link.entity
        name = text_of(entity)
        if self._nameless(kept, name):
            return Refusal("A row has no name.")
        if self._is_mixed():
            return MIXED
        ((different,),) = self._ask(
            f"SELECT count(DISTINCT lower({name})) FROM {CELLS} WHERE {kept.text}", kept
        )
        if int(different or 0) > MOST_NAMES:
            return Refusal(f"They are {int(different or 0):,}, too many to be listed.")
        found = self._ask(
            f"SELECT min_by({name}, row_id), min(row_id) AS first_row FROM {CELLS}"
            f" WHERE {kept.text} GROUP BY lower({name}) ORDER BY first_row",
            kept,
            most=MOST_NAMES,
        )
        texts = [str(each) for each, _ in found]
        shown = rows_shown(self._source, [int(each or 0) for _, each in found[:SHOWN]])
        head = heading(entity, self._table)
        return self._made(
            made(
                Operation.LIST,
                said_list(texts),
                Decimal(len(texts)),
                f"{head} of {self._many}: {len(texts):,}{self._left}",
                self._cells(shown, (entity, *link.compared)),
                self._many,
                listed=tuple((text, "") for text in texts),
            )
        )

    def _looked_up(self) -> Calculation | Refusal:
        shown = self._first(most=MOST_LISTED)
        if self._counts.kept > 1:
            labels = tuple(each.label for each in shown.table.rows if each.label)
            return Refusal(f"{self._counts.kept:,} rows fit.", labels, is_open=True)
        found = looked_up(self._selected(shown))
        if isinstance(found, Refusal):
            return found
        return self._made(replace(found, operands=shown.in_place(found.operands)))

    def _nameless(self, kept: Sql, name: str) -> bool:
        ((count,),) = self._ask(
            f"SELECT count(*) FROM {CELLS} WHERE {kept.text} AND {name} IS NULL", kept
        )
        return bool(count)

    def _is_mixed(self) -> bool:
        """See `column_operations.is_mixed`."""
        link, kept = self._link, self._conditions.kept
        if link.is_some or not (link.blanks or any(each.is_negated for each in link.equals)):
            return False
        name = text_of(link.entity)
        ((both,),) = self._ask(
            f"SELECT count(*) FROM (SELECT lower({name}) FROM {CELLS} WHERE {kept.text}"
            f" INTERSECT SELECT lower({name}) FROM {CELLS} WHERE NOT is_sum AND NOT ({kept.text}))",
            kept,
            kept,
        )
        return bool(both)

    # --- groups --------------------------------------------------------------------------------

    def _of_groups(self) -> Calculation | Refusal:
        link, request, kept = self._link, self._request, self._conditions.kept
        by = link.group
        if by is None or request.operation not in _GROUPED:
            return Refusal("It is open what is to be worked out for each group.")
        if request.is_open:
            return Refusal("It is open what is meant by most.", is_open=True)
        operation, word = _GROUPED[request.operation]
        key = self._key(by.column, by.part)
        if isinstance(key, Refusal):
            return key
        shown = self._first()
        unit, scale = "", ONE
        figure: str | Refusal = "count(*)"
        if request.operation is ColumnOperation.COUNT:
            if link.entity != ROWS:
                figure = f"count(DISTINCT lower({text_of(link.entity)}))"
        else:
            row_figure = self._figure()
            measure = self._selected(shown).unit()
            if isinstance(row_figure, Refusal):
                return row_figure
            if isinstance(measure, Refusal):
                return measure
            unit, scale = measure
            if unit == "%" and operation is Operation.SUM_PER_GROUP:
                return Refusal("Shares of different wholes are not added up.")
            functions = {"sum": "sum", "mean": "sum", "largest": "max", "smallest": "min"}
            figure = f"{functions[word]}({row_figure})"
        ((many,),) = self._ask(
            f"SELECT count(DISTINCT lower({key})) FROM {CELLS} WHERE {kept.text}", kept
        )
        if int(many or 0) < 2:
            return Refusal("There are not two groups to compare.")
        if int(many or 0) > MOST_GROUPS and not request.rank:
            return Refusal(f"They are {int(many or 0):,} groups, too many to be told.")
        found = self._ask(
            f"SELECT min_by({key}, row_id), {figure}, count(*), min(row_id) AS first_row"
            f" FROM {CELLS} WHERE {kept.text} GROUP BY lower({key}) ORDER BY first_row",
            kept,
            most=self._large.rows,
        )
        return self._told_of_groups(found, operation, word, (unit, scale), shown)

    def _key(self, column: int, part: str) -> str | Refusal:
        """What rows are put together by, as SQL."""
        if not part:
            return text_of(column)
        if column_of(self._large, column).kind is not CellKind.DATE:
            return Refusal(NOT_WORKED_OUT)
        at = value_sql(column)
        if part == "quarter":
            quarter = f"CAST((CAST(substr({at}, 6, 2) AS INTEGER) + 2) // 3 AS VARCHAR)"
            return f"('Q' || {quarter} || ' ' || substr({at}, 1, 4))"
        return f"substr({at}, 1, {_PARTS[part]})"

    def _told_of_groups(
        self,
        found: Sequence[Sequence[SqlValue]],
        operation: Operation,
        word: str,
        measure: tuple[str, Decimal],
        shown: ShownRows,
    ) -> Calculation | Refusal:
        link, request = self._link, self._request
        by = link.group
        assert by is not None
        unit, scale = measure
        names = [_named(str(each[0]), by.part) for each in found]
        if not by.part and len({key_of(each) for each in names}) < len(names):
            return Refusal("Two groups are of nearly one name.")
        is_mean = operation is Operation.MEAN_PER_GROUP
        figures = [
            rounded(_decimal(each[1]) / int(each[2] or 1)) if is_mean else _decimal(each[1])
            for each in found
        ]
        is_low = request.rank == "low"
        order = sorted(range(len(names)), key=lambda at: figures[at] if is_low else -figures[at])
        if not request.rank and by.part:
            order = sorted(range(len(names)), key=lambda at: _moment(str(found[at][0])))
        if request.rank:
            if len(order) <= request.most:
                return Refusal("There are too few groups to compare.")
            last = figures[order[request.most - 1]]
            if figures[order[request.most]] == last:
                tied = [names[at] for at in order if figures[at] == last]
                return Refusal("Several groups tie.", tuple(tied[:MOST_LISTED]), is_open=True)
        behind = measured(unit, scale)
        listed = tuple((names[at], f"{written(figures[at])}{behind}") for at in order)
        what = self._measured if link.measure else "rows"
        if not link.measure and link.entity != ROWS:
            what = heading(link.entity, self._table)
        per = heading(by.column, self._table)
        per = f"{by.part} of {per}" if by.part not in ("", "day") else per
        formula = f"{word} of {what} per {per}, {len(order):,} groups of {self._many}"
        if request.rank:
            answer = said_list([name for name, _ in listed[: request.most]])
            told = "; ".join(f"{name}: {figure}" for name, figure in listed[:MOST_LISTED])
            formula = f"{'smallest' if is_low else 'largest'} {formula}: {told}"
        else:
            answer = said_list([f"{name}: {figure}" for name, figure in listed], "; ")
        return self._made(
            made(
                operation,
                answer,
                figures[order[0]],
                f"{formula}{self._left}",
                self._cells(shown, link.measure or (link.entity,)),
                f"{what} per {per} of {self._many}",
                unit,
                scale,
                listed=listed[:MOST_GROUPS],
                joint=link.joint,
            )
        )


def _named(key: str, part: str) -> str:
    """A group's name: "March 2024" of 2024-03."""
    span = span_of(key) if part == "month" else None
    return part_of(span, part) if span is not None else key


def _moment(key: str) -> str:
    """What puts periods in their order: the year of a quarter first."""
    return f"{key[3:]} {key[:2]}" if key.startswith("Q") else key


def _digits(*texts: str) -> int:
    """The most digits before the decimals of some figures."""
    return max((len(each.lstrip("-").partition(".")[0]) for each in texts), default=0)


def _decimal(value: SqlValue) -> Decimal:
    return value if isinstance(value, Decimal) else Decimal(str(value or 0))
