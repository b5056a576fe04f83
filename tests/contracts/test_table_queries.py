"""The databases that answer one SELECT over tables keep what they promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.ports import CELLS, QueryFailedError, TableQueries
from backend.tasks.calculate.written.running_sql import SqliteTables
from backend.tasks.calculate.written.sql_tables import sql_tables
from tests.contracts.table_queries_contract import TableQueriesContract
from tests.large_tables import source_of
from tests.unit.small_ledgers import ledger


class TestSqlite(TableQueriesContract):
    table, name, figure = "t1", "label", "sales"

    @pytest.fixture
    def queries(self, tmp_path: Path) -> TableQueries:
        rows = ((), "North", ("1.5",)), ((), "South", ("2.25",)), ((), "East", ("",))
        return SqliteTables(sql_tables([ledger((("Sales", ""),), rows)]))


class TestDuckdb(TableQueriesContract):
    table, name, figure = CELLS, "t0", "v1"

    @pytest.fixture
    def queries(self, tmp_path: Path) -> TableQueries:
        return source_of(tmp_path, "Region,Sales\nNorth,1.5\nSouth,2.25\nEast,\n").file

    @pytest.mark.parametrize(
        "sql",
        [
            "SET threads = 4",
            "SET enable_external_access = true",
            "INSTALL httpfs",
            "LOAD httpfs",
            "SELECT getenv('HOME')",
            "SELECT content FROM about",
            "SELECT name FROM duckdb_settings()",
            "SELECT table_name FROM information_schema.tables",
            "SELECT t0 FROM main.cells",
            "SELECT nextval('x')",
            "SHOW TABLES",
            "PIVOT cells ON t0",
            "EXPLAIN SELECT t0 FROM cells",
            "SELECT repeat('x', 1000000000)",
            "SELECT unnest(range(1000000000))",
        ],
    )
    def test_nothing_else_of_duckdb_is_within_reach(self, queries: TableQueries, sql: str) -> None:
        with pytest.raises(QueryFailedError):
            queries.select(sql, seconds=5.0, most=10)

    def test_variables_of_python_are_no_tables(self, queries: TableQueries) -> None:
        frame = {"a": [1]}
        with pytest.raises(QueryFailedError):
            queries.select("SELECT a FROM frame", seconds=5.0, most=10)
        assert frame
