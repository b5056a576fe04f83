"""Which SQL of a language model may run: one SELECT over the given tables, of known parts alone.

Everything is refused that is not on the list: statements, functions and forms that nobody thought
of are then none of what can run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from backend.tasks.calculate.written.sql_tables import SqlTable

DIALECT = "sqlite"
LONGEST = 4_000
"""Characters of a query; a longer one is no question over a few tables."""
_FORMS: tuple[type[exp.Expression], ...] = (
    *(exp.Select, exp.Subquery, exp.From, exp.Join, exp.Where, exp.Group, exp.Having, exp.Order),
    *(exp.Ordered, exp.Limit, exp.Offset, exp.Distinct, exp.With, exp.CTE, exp.Table),
    *(exp.TableAlias, exp.Alias, exp.Column, exp.Identifier, exp.Literal, exp.Null, exp.Boolean),
    *(exp.Paren, exp.Tuple, exp.And, exp.Or, exp.Not, exp.Is, exp.In, exp.Between, exp.Like),
    *(exp.Exists, exp.Filter, exp.Escape),
    *(exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE),
    *(exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod, exp.Neg, exp.DPipe),
    *(exp.Sum, exp.Avg, exp.Min, exp.Max, exp.Count, exp.Abs, exp.Round, exp.Coalesce),
    *(exp.Nullif, exp.Case, exp.If, exp.Lower, exp.Upper, exp.Length, exp.Trim, exp.Substring),
    *(exp.Cast, exp.DataType, exp.TimeToStr, exp.TsOrDsToTimestamp),
)
_TYPES = frozenset([exp.DType.INT, exp.DType.BIGINT, exp.DType.TEXT])
_TYPES |= {exp.DType.FLOAT, exp.DType.DOUBLE, exp.DType.DECIMAL, exp.DType.VARCHAR}

_BARE = ("0", "1", "0.0", "1.0")
_NUMERAL = re.compile(r"\W*\d")
_AROUND = (exp.Paren, exp.Neg, exp.Cast, exp.Alias, exp.Tuple, exp.Mul, exp.Div, exp.Mod)
_CHOOSING = (
    *(exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.In, exp.Between, exp.Like),
    *(exp.Limit, exp.Offset, exp.Ordered, exp.Group),
)


class NotAllowedError(Exception):
    """A query that must not run; the message says why, for the model that wrote it."""


def allowed(sql: str, tables: Mapping[str, SqlTable]) -> exp.Select:
    """The query, parsed.

    Args:
        sql: what the language model wrote.
        tables: those that may be read, by their SQL names.

    Raises:
        NotAllowedError: unless it is one SELECT of allowed parts over these tables.
    """
    if len(sql) > LONGEST:
        raise NotAllowedError(f"The query is longer than {LONGEST} characters.")
    try:
        statements = sqlglot.parse(sql.strip().rstrip(";"), dialect=DIALECT)
    except (SqlglotError, RecursionError) as error:
        raise NotAllowedError(f"The query cannot be parsed: {str(error)[:200]}") from error
    if len(statements) != 1 or not isinstance(statements[0], exp.Select):
        raise NotAllowedError("Only one SELECT is allowed.")
    query = statements[0]
    named = {each.alias_or_name.casefold() for each in query.find_all(exp.CTE)}
    for node in query.walk():
        _check(node, tables, named)
    for each in query.find_all(exp.Literal):
        if _is_a_figure_of_its_own(each):
            raise NotAllowedError(f"The figure {each.this} stands in no table.")
    known = {each.name for table in tables.values() for each in table.columns}
    known |= {each.alias.casefold() for each in query.find_all(exp.Alias)}
    for alias in query.find_all(exp.TableAlias):
        known |= {each.name.casefold() for each in alias.columns}
    for column in query.find_all(exp.Column):
        # SQLite reads an unknown name in double quotes as a text
        if column.name.casefold() not in known:
            raise NotAllowedError(f'There is no column "{column.name}".')
    return query


def _check(node: exp.Expr, tables: Mapping[str, SqlTable], named: set[str]) -> None:
    is_counted = isinstance(node, exp.Star) and isinstance(node.parent, exp.Count)
    if type(node) not in _FORMS and not is_counted:
        raise NotAllowedError(f"{_called(node)} is not allowed.")
    if isinstance(node, exp.With) and node.args.get("recursive"):
        raise NotAllowedError("A recursive query is not allowed.")
    if isinstance(node, exp.Table):
        name = node.name.casefold()
        if node.args.get("db") or not isinstance(node.this, exp.Identifier):
            raise NotAllowedError("Only the given tables may be read.")
        if name not in tables and name not in named:
            raise NotAllowedError(f"There is no table {node.name}.")
    if isinstance(node, exp.CTE) and node.alias_or_name.casefold() in tables:
        raise NotAllowedError("A part of a query may not be called as a table is.")
    if isinstance(node, exp.DataType) and node.this not in _TYPES:
        raise NotAllowedError(f"The type {node.sql(DIALECT)} is not allowed.")


def _is_a_figure_of_its_own(literal: exp.Literal) -> bool:
    """Whether a number, or a text that begins as one and that SQLite reckons with, could be put out
    as a figure or be a part of one: only what chooses, orders or counts off rows, counts places, or
    is multiplied with a column, as a share that is turned into per cent, is sure to be none."""
    if literal.this in _BARE or (literal.is_string and not _NUMERAL.match(literal.this)):
        return False
    node: exp.Expr = literal
    while isinstance(node.parent, _AROUND):
        if isinstance(node.parent, exp.Mul | exp.Div | exp.Mod) and _has_column(node.parent):
            return False
        node = node.parent
    if isinstance(node.parent, exp.Round | exp.Substring):
        return node.parent.this is node
    return not isinstance(node.parent, _CHOOSING)


def _has_column(node: exp.Expr) -> bool:
    return node.find(exp.Column, exp.Count, exp.Subquery) is not None


def _called(node: exp.Expr) -> str:
    if isinstance(node, exp.Star):
        return "A star for all columns"
    if isinstance(node, exp.Anonymous):
        return f"The function {node.name}"
    return type(node).__name__
