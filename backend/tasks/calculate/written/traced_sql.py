"""A query that also says which cells it read: rewritten before it runs.

Every column of a given table that stands in what a SELECT puts out is put out through a function
that notes table, row and column. The conditions of a query note nothing: they choose rows and are
no part of a figure. Where the outermost SELECT only looks rows up, the numbers of the rows are put
out beside them instead, so that of many that were ordered only those that are shown are noted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlglot import exp

from backend.tasks.calculate.written.allowed_sql import DIALECT
from backend.tasks.calculate.written.sql_tables import ROW, SqlTable

NOTE = "note_cell"
"""The function that notes a cell and gives its value back."""
_AGGREGATES = (exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Count)
_ROW_ITSELF = ""


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column of a table that the output column `output` is made of; an empty `column` stands for
    the row itself, which is counted."""

    output: int
    table: str
    column: str


@dataclass(frozen=True, slots=True)
class Traced:
    """The rewritten query.

    `parsed` is what was written, `outputs` are the expressions of its outermost SELECT. `spots` are
    what the first argument of the noting function counts. `looked_up` are those that each row of
    the result has by the numbers of the rows behind its last output: (spot, place behind it).
    """

    sql: str
    parsed: exp.Select
    outputs: tuple[exp.Expr, ...]
    spots: tuple[SourceColumn, ...]
    looked_up: tuple[tuple[SourceColumn, int], ...]


@dataclass(frozen=True, slots=True)
class Untold:
    """A query whose cells are not noted while it runs, since they are too many.

    `query` is rewritten but not yet text, the rest as in `Traced`. `behind` are the cells that each
    SELECT within it reads: their spots, and the SELECT of their rows' numbers.
    """

    query: exp.Select
    parsed: exp.Select
    outputs: tuple[exp.Expr, ...]
    looked_up: tuple[tuple[SourceColumn, int], ...]
    behind: tuple[tuple[tuple[SourceColumn, ...], exp.Select], ...]


def traced(query: exp.Select, tables: Mapping[str, SqlTable]) -> Traced:
    """The query with its cells noted. Quotients are never cut to whole numbers."""
    tracing = _Tracing(query.copy(), tables)
    tracing.rewrite_all()
    sql = tracing.finished().sql(DIALECT)
    outputs = tuple(query.expressions)
    return Traced(sql, query, outputs, tuple(tracing.spots), tuple(tracing.looked_up))


def untold(query: exp.Select, tables: Mapping[str, SqlTable]) -> Untold:
    """The query without a note of its cells, and the SELECTs of the rows that they are in."""
    tracing = _Tracing(query.copy(), tables, is_noted=False)
    tracing.rewrite_all()
    behind = tuple(
        (tuple(spots), rows)
        for select, alias, spots in tracing.read.values()
        if (rows := _rows_of(select, alias, query)) is not None
    )
    outputs = tuple(query.expressions)
    return Untold(tracing.finished(), query, outputs, tuple(tracing.looked_up), behind)


def _rows_of(select: exp.Select, alias: str, query: exp.Select) -> exp.Select | None:
    """The numbers of the rows of a table that a SELECT reads."""
    made = exp.Select(expressions=[exp.column(ROW, table=alias, quoted=True)])
    for part in ("from_", "joins", "where"):
        if found := select.args.get(part):
            held = [each.copy() for each in found] if isinstance(found, list) else found.copy()
            made.set(part, held)
    if found := query.args.get("with_"):
        made.set("with_", found.copy())
    return made


class _Tracing:
    """A query while it is rewritten."""

    def __init__(
        self, query: exp.Select, tables: Mapping[str, SqlTable], *, is_noted: bool = True
    ) -> None:
        self.query = query
        self.read: dict[tuple[int, str], tuple[exp.Select, str, list[SourceColumn]]] = {}
        self._is_noted = is_noted
        self.spots: list[SourceColumn] = []
        self.looked_up: list[tuple[SourceColumn, int]] = []
        self._tables = tables
        self._is_plain = _only_looks_up(query)
        self._behind: list[str] = []

    def rewrite_all(self) -> None:
        """Divide figures as they are, and note what each SELECT puts out."""
        for each in list(self.query.find_all(exp.Div)):
            each.set("this", exp.cast(each.this.copy(), "DOUBLE", dialect=DIALECT))
        for select in list(self.query.find_all(exp.Select)):
            self.rewrite(select)

    def rewrite(self, select: exp.Select) -> None:
        """Note what one SELECT, the outermost or one within it, puts out."""
        sources = _sources(select, self._tables)
        for at, output in enumerate(list(select.expressions)):
            of = at if select is self.query else _output_of(select, self.query)
            for column in list(output.find_all(exp.Column)):
                found = _source_of(column, sources) if _select_of(column) is select else None
                if found is not None:
                    self._column(column, select, *found, of)
            given = [(name, table) for name, table in sources.items() if table is not None]
            for star in list(output.find_all(exp.Star)):
                if _select_of(star) is select and len(given) == 1:
                    alias, counted = given[0]
                    row = exp.column(ROW, table=alias, quoted=True)
                    spot = SourceColumn(of, counted.name, _ROW_ITSELF)
                    star.replace(self._noted(spot, alias, row, select))

    def finished(self) -> exp.Select:
        """The query, with the numbers of the rows that it looks up put out last."""
        for alias in self._behind:
            self.query.append("expressions", exp.column(ROW, table=alias, quoted=True))
        return self.query

    def _column(
        self, column: exp.Column, select: exp.Select, alias: str, table: SqlTable, of: int
    ) -> None:
        spot = SourceColumn(of, table.name, column.name.casefold())
        if select is self.query and self._is_plain:
            if alias not in self._behind:
                self._behind.append(alias)
            self.looked_up.append((spot, self._behind.index(alias)))
            return
        noted = self._noted(spot, alias, column, select)
        is_bare = column.parent is select  # it keeps its name for the query around it
        column.replace(exp.alias_(noted, column.name, quoted=True) if is_bare else noted)

    def _noted(
        self, spot: SourceColumn, alias: str, column: exp.Column, select: exp.Select
    ) -> exp.Expr:
        self.spots.append(spot)
        self.read.setdefault((id(select), alias), (select, alias, []))[2].append(spot)
        if not self._is_noted:
            return column.copy()
        row = exp.column(ROW, table=alias, quoted=True)
        number = exp.Literal.number(len(self.spots) - 1)
        return exp.Anonymous(this=NOTE, expressions=[number, row, column.copy()])


def _only_looks_up(query: exp.Select) -> bool:
    """Whether the outermost SELECT puts out rows as they are."""
    if query.args.get("group") or query.args.get("distinct"):
        return False
    own = (
        each
        for output in query.expressions
        for each in output.find_all(*_AGGREGATES)
        if _select_of(each) is query
    )
    return next(own, None) is None


def _sources(select: exp.Select, tables: Mapping[str, SqlTable]) -> dict[str, SqlTable | None]:
    """What a SELECT reads from, by the names it has there: given tables, and None for parts of the
    query itself."""
    read = [select.args.get("from_"), *(select.args.get("joins") or [])]
    found: dict[str, SqlTable | None] = {}
    for each in read:
        if each is not None:
            source = each.this
            is_given = isinstance(source, exp.Table)
            found[source.alias_or_name] = tables.get(source.name.casefold()) if is_given else None
    return found


def _source_of(
    column: exp.Column, sources: Mapping[str, SqlTable | None]
) -> tuple[str, SqlTable] | None:
    """The given table that a column is read from; None where it is of a part of the query, of a
    query around it, or of either of two."""
    name = column.name.casefold()
    found = [
        (alias, table)
        for alias, table in sources.items()
        if table is not None
        and column.table.casefold() in ("", alias.casefold())
        and any(each.name == name for each in table.columns)
    ]
    return found[0] if len(found) == 1 else None


def _select_of(node: exp.Expr) -> exp.Select | None:
    return node.find_ancestor(exp.Select)


def _output_of(select: exp.Select, query: exp.Select) -> int:
    """The output of the outermost SELECT that a query within it stands in; all (-1) where it stands
    in none."""
    node: exp.Expr | None = select
    while node is not None and node.parent is not query:
        node = node.parent
    return next((at for at, expression in enumerate(query.expressions) if expression is node), -1)
