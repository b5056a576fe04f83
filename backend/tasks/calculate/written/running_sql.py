"""Running a checked query: SQLite in memory, read-only, within limits of time, rows and size.

A second fence behind `allowed_sql`: whatever got past it can read these tables and no more.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from decimal import Decimal

from backend.ports import QueryFailedError
from backend.tasks.calculate.written.sql_tables import SqlTable
from backend.tasks.calculate.written.traced_sql import NOTE, Traced
from backend.types.large_tables import SqlValue

SECONDS = 0.5
"""Longest time that a query may run."""
MOST_ROWS = 200
"""Most rows that a query may give; more are no answer."""
MOST_CELLS = 20_000
"""Most cells that are noted."""
_STEPS = 1_000
"""So many instructions of SQLite's machine lie between two looks at the clock."""
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 5,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}
_READING = frozenset([sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ])
_FUNCTIONS = frozenset(
    [
        *("sum", "avg", "min", "max", "count", "abs", "round", "coalesce", "nullif", "lower"),
        *("upper", "length", "trim", "substr", "substring", "strftime", "like", NOTE),
    ]
)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that a query gave, and the cells that were noted: (spot, row), each once, in the
    order in which they were read."""

    rows: tuple[tuple[SqlValue, ...], ...]
    noted: tuple[tuple[int, int], ...]


class SqliteTables:
    """TableQueries over stored tables, copied into a database in memory."""

    def __init__(self, tables: Sequence[SqlTable]) -> None:
        self._tables = tables

    def select(
        self,
        sql: str,
        parameters: Sequence[SqlValue] = (),
        *,
        seconds: float = SECONDS,
        most: int = MOST_ROWS,
    ) -> tuple[tuple[SqlValue, ...], ...]:
        """See `backend.ports.TableQueries`."""
        return self.noted(sql, parameters, seconds=seconds, most=most).rows

    def noted(
        self,
        sql: str,
        parameters: Sequence[SqlValue] = (),
        *,
        seconds: float = SECONDS,
        most: int = MOST_ROWS,
    ) -> Rows:
        """The same with the cells that the query notes."""
        found: dict[tuple[int, int], None] = {}

        def note(spot: int, row: int | None, value: str | float | None) -> str | float | None:
            if row is not None and len(found) < MOST_CELLS:
                found[spot, row] = None
            return value

        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            for table in self._tables:
                connection.execute(table.creation())
                marks = ", ".join("?" * (len(table.columns) + 1))
                connection.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', table.rows())
            connection.create_function(NOTE, 3, note)
            for limit, longest in _LIMITS.items():
                connection.setlimit(limit, longest)
            connection.execute("PRAGMA query_only = ON")
            connection.set_authorizer(_authorised)
            ends = time.monotonic() + seconds
            connection.set_progress_handler(lambda: time.monotonic() > ends, _STEPS)
            try:
                given = [
                    float(parameter) if isinstance(parameter, Decimal) else parameter
                    for parameter in parameters
                ]
                asked = connection.execute(sql, given)
                if asked.description is None:
                    raise QueryFailedError("Only one SELECT is allowed.")
                rows = asked.fetchmany(most + 1)
            except (sqlite3.Error, sqlite3.Warning) as error:
                if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
                    words = f"The query took longer than {seconds:g} s."
                    raise QueryFailedError(words) from error
                raise QueryFailedError(f"SQLite says: {error}") from error
        if len(rows) > most:
            raise QueryFailedError(f"The query gives more than {most} rows.")
        return Rows(tuple(map(tuple, rows)), tuple(found))


def run(query: Traced, tables: Sequence[SqlTable], seconds: float = SECONDS) -> Rows:
    """The rows of a query over the tables, and the cells that it read.

    Raises:
        QueryFailedError: if it takes too long, gives too many rows, or SQLite refuses it.
    """
    return SqliteTables(tables).noted(query.sql, seconds=seconds)


def _authorised(
    action: int, one: str | None, two: str | None, database: str | None, trigger: str | None
) -> int:
    is_read = action in _READING
    is_known = action == sqlite3.SQLITE_FUNCTION and (two or "").casefold() in _FUNCTIONS
    return sqlite3.SQLITE_OK if is_read or is_known else sqlite3.SQLITE_DENY
