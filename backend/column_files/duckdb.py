"""Files of columns by DuckDB.

What is written was read and typed before: DuckDB is given rows that Quire has written out itself,
in one form, and neither guesses nor reads a stranger's file. What is read is read by a connection
that can do nothing else: the file is opened read-only, no other file and no network is within
reach, and none of it can be switched back on.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from backend.errors import StorageError
from backend.ports import CELLS, QueryFailedError
from backend.serialisation import from_json, to_json
from backend.types import CellKind, LargeColumn, LargeTable, SqlValue, TypedCell

if TYPE_CHECKING:
    import duckdb

FORMAT = "1"
"""Of the file's tables; one of another format is as good as none, and made again."""
_ABOUT = "about"
MEMORY = "512MB"
"""Most memory that a query or the writing of a file takes, besides what is written out."""
_FIGURES = (CellKind.NUMBER, CellKind.CURRENCY, CellKind.PER_CENT)
_MOST_DIGITS = 38
_Config = dict[str, str | bool | int | float | list[str]]
_CLOSED: _Config = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "python_enable_replacements": False,
    "threads": 1,
    "memory_limit": MEMORY,
}
_LOCKED: _Config = {"lock_configuration": True, "max_temp_directory_size": "0GB"}


_REFUSED = frozenset(["TABLE_FUNCTION", "RECURSIVE_CTE_NODE", "PIVOT", "SHOW_REF", "COLUMN_DATA"])
_FUNCTIONS = frozenset(
    [
        *("sum", "avg", "min", "max", "count", "count_star", "min_by", "abs", "round", "nullif"),
        *("lower", "upper", "length", "trim", "substr", "substring", "strftime", "contains"),
        *("strip_accents", "replace", "row", "like_escape", "ilike_escape"),
        *("+", "-", "*", "/", "//", "%", "||", "~~", "!~~", "~~*", "!~~*"),
    ]
)


class DuckdbFiles:
    """ColumnFiles by DuckDB."""

    def write(
        self, target: Path, table: LargeTable, rows: Iterable[tuple[bool, Sequence[TypedCell]]]
    ) -> None:
        """See `backend.ports.ColumnFiles`. Beside the file its rows stand as text meanwhile, in a
        folder of its name with the ending `.rows`."""
        beside = target.with_name(f"{target.name}.rows")
        with contextlib.ExitStack() as undone, contextlib.ExitStack() as left:
            undone.callback(target.unlink, missing_ok=True)
            left.callback(target.with_name(f"{target.name}.wal").unlink, missing_ok=True)
            left.callback(shutil.rmtree, beside, ignore_errors=True)
            try:
                beside.mkdir()
                written = beside / "rows.csv"
                _write_out(written, table, rows)
                self._gather(target, table, written, beside)
                with target.open("r+b") as made:
                    os.fsync(made.fileno())
            except OSError as error:
                raise _not_written(error.strerror or str(error)) from error
            undone.pop_all()

    @staticmethod
    def _gather(target: Path, table: LargeTable, written: Path, beside: Path) -> None:
        import duckdb  # noqa: PLC0415

        names = ["row_id BIGINT", "is_sum BOOLEAN"]
        types = {"row_id": "BIGINT", "is_sum": "BOOLEAN"}
        for at, column in enumerate(table.columns):
            names.append(f"t{at} VARCHAR COLLATE NOCASE")
            types[f"t{at}"] = "VARCHAR"
            if kind := _type_of(column):
                names.append(f"v{at} {kind}")
                types[f"v{at}"] = kind
        config: _Config = {**_CLOSED, "enable_external_access": True, "temp_directory": str(beside)}
        try:
            with duckdb.connect(str(target), config=config) as connection:
                connection.execute("SET allowed_paths = ?", [[str(written)]])
                connection.execute("SET enable_external_access = false")
                connection.execute("SET lock_configuration = true")
                connection.execute(f"CREATE TABLE {CELLS} ({', '.join(names)})")
                connection.execute(
                    f"INSERT INTO {CELLS} SELECT * FROM read_csv(?, header = false, delim = ',', "
                    "quote = '\"', escape = '\"', auto_detect = false, nullstr = '', "
                    f"max_line_size = 100000000, columns = {_structure(types)})",
                    [str(written)],
                )
                connection.execute(f"CREATE TABLE {_ABOUT} (format VARCHAR, content VARCHAR)")
                connection.execute(f"INSERT INTO {_ABOUT} VALUES (?, ?)", [FORMAT, to_json(table)])
                connection.execute("CHECKPOINT")
        except duckdb.Error as error:
            raise _not_written(str(error)) from error

    def open(self, path: Path) -> DuckdbFile:
        """See `backend.ports.ColumnFiles`."""
        return DuckdbFile(path)


class DuckdbFile:
    """ColumnFile over one file, which is open as long as this is used; by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: duckdb.DuckDBPyConnection | None = None
        self._one = threading.Lock()
        if not path.is_file():
            raise _unread("it is missing")
        try:
            ((form, content),) = self._run(
                f"SELECT format, content FROM {_ABOUT}", (), seconds=30.0, most=1, tables={_ABOUT}
            )
            if form != FORMAT:
                raise _unread("it is of another version")
            self._table = from_json(LargeTable, str(content))
        except (QueryFailedError, ValueError, TypeError, KeyError) as error:
            raise _unread(str(error)) from error

    @property
    def table(self) -> LargeTable:
        """See `backend.ports.ColumnFile`."""
        return self._table

    def select(
        self, sql: str, parameters: Sequence[SqlValue] = (), *, seconds: float, most: int
    ) -> tuple[tuple[SqlValue, ...], ...]:
        """See `backend.ports.TableQueries`."""
        return self._run(sql, parameters, seconds=seconds, most=most, tables={CELLS})

    def _run(
        self,
        sql: str,
        parameters: Sequence[SqlValue],
        *,
        seconds: float,
        most: int,
        tables: set[str],
    ) -> tuple[tuple[SqlValue, ...], ...]:
        import duckdb  # noqa: PLC0415

        try:
            with self._one:
                connection = self._opened()
                _check(connection, sql, tables)
                with _ended_after(connection, seconds) as ended:
                    try:
                        found = connection.execute(sql, list(parameters)).fetchmany(most + 1)
                    except duckdb.InterruptException as error:
                        if ended.is_set():
                            words = f"The query took longer than {seconds:g} s."
                            raise QueryFailedError(words) from error
                        raise
        except duckdb.Error as error:
            raise QueryFailedError(f"DuckDB says: {str(error)[:300]}") from error
        if len(found) > most:
            raise QueryFailedError(f"The query gives more than {most} rows.")
        return tuple(tuple(map(_plain, row)) for row in found)

    def _opened(self) -> duckdb.DuckDBPyConnection:
        import duckdb  # noqa: PLC0415

        if self._connection is None:
            self._connection = duckdb.connect(
                str(self._path), read_only=True, config={**_CLOSED, **_LOCKED}
            )
        return self._connection


@contextlib.contextmanager
def _ended_after(
    connection: duckdb.DuckDBPyConnection, seconds: float
) -> Iterator[threading.Event]:
    """Interrupt what runs on a connection after a time; the event says that this was done."""
    ended = threading.Event()

    def end() -> None:
        ended.set()
        connection.interrupt()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield ended
    finally:
        timer.cancel()
        timer.join()


def _check(connection: duckdb.DuckDBPyConnection, sql: str, tables: set[str]) -> None:
    """A second fence: one SELECT over these tables, of known functions alone. DuckDB's own reading
    of the query is looked at, and nothing of it has run.

    Raises:
        QueryFailedError: if it is anything else.
    """
    ((told,),) = connection.execute("SELECT json_serialize_sql(?)", [sql]).fetchall()
    read = json.loads(told)
    if read.get("error") or len(read.get("statements", ())) != 1:
        raise QueryFailedError("Only one SELECT is allowed.")
    nodes = list(_nodes(read))
    own = {
        each["key"]
        for node in nodes
        if isinstance(held := node.get("cte_map"), dict)
        for each in held.get("map", ())
    }
    for node in nodes:
        if node.get("type") in _REFUSED:
            raise QueryFailedError(f"{node['type']} is not allowed.")
        if "table_name" in node and node.get("type") == "BASE_TABLE":
            name = str(node["table_name"])
            is_plain = not node.get("schema_name") and not node.get("catalog_name")
            if not is_plain or name not in tables | own:
                raise QueryFailedError(f"There is no table {name}.")
        function = node.get("function_name")
        if function is not None and function not in _FUNCTIONS:
            raise QueryFailedError(f"The function {function} is not allowed.")


def _nodes(read: object) -> Iterator[dict[str, Any]]:
    """Every object within a JSON value."""
    left = [read]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            yield each
            left += each.values()
        elif isinstance(each, list):
            left += each


def _write_out(
    path: Path, table: LargeTable, rows: Iterable[tuple[bool, Sequence[TypedCell]]]
) -> None:
    valued = [bool(_type_of(column)) for column in table.columns]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for number, (is_sum, cells) in enumerate(rows):
            line: list[object] = [number, "true" if is_sum else "false"]
            for (text, value), has_value in zip(cells, valued, strict=True):
                line.append(text)
                if has_value:
                    line.append(value)
            writer.writerow(line)


def _structure(types: dict[str, str]) -> str:
    return "{" + ", ".join(f"'{name}': '{kind}'" for name, kind in types.items()) + "}"


def _type_of(column: LargeColumn) -> str:
    """The type of a column's figures or days; empty for words. Days are texts, which order and
    compare as days do."""
    if column.kind in _FIGURES:
        return f"DECIMAL({_MOST_DIGITS}, {column.places})"
    return "VARCHAR" if column.kind is CellKind.DATE else ""


def _plain(value: object) -> SqlValue:
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, str | int | float | Decimal):
        return value
    return str(value)


def _not_written(reason: str) -> StorageError:
    return StorageError(
        f"The table's file of columns could not be written: {reason[:200]}.",
        "Free some space, or check that the library folder can be written, and add it again.",
    )


def _unread(reason: str) -> StorageError:
    return StorageError(
        f"A table's file of columns cannot be read: {reason}.",
        "“Repair” on the page Status makes it again from the uploaded file.",
    )
