"""What every database promises that answers one SELECT over tables."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from backend.ports import QueryFailedError, TableQueries
from backend.types import SqlValue


class TableQueriesContract:
    """Over three rows: North 1.5, South 2.25 and an East without a figure."""

    table: str
    name: str
    figure: str

    @pytest.fixture
    def queries(self, tmp_path: Path) -> TableQueries:
        raise NotImplementedError

    def ask(self, queries: TableQueries, sql: str, *parameters: SqlValue, **limits: float):  # type: ignore[no-untyped-def]
        filled = sql.format(table=self.table, name=self.name, figure=self.figure)
        seconds, most = limits.get("seconds", 30.0), int(limits.get("most", 200))
        return queries.select(filled, parameters, seconds=seconds, most=most)

    def test_figures_are_added_up(self, queries: TableQueries) -> None:
        ((total, count),) = self.ask(queries, "SELECT SUM({figure}), COUNT({figure}) FROM {table}")
        assert (Decimal(str(total)), count) == (Decimal("3.75"), 2)

    def test_texts_are_compared_without_their_case(self, queries: TableQueries) -> None:
        found = self.ask(queries, "SELECT {name} FROM {table} WHERE {name} = 'nORTH'")
        assert found == (("North",),)

    def test_parameters_are_no_sql(self, queries: TableQueries) -> None:
        sql = "SELECT COUNT(*) FROM {table} WHERE {name} = ?"
        assert self.ask(queries, sql, "South") == ((1,),)
        assert self.ask(queries, sql, "x' OR 'x' = 'x") == ((0,),)

    def test_figures_are_compared_with_decimals(self, queries: TableQueries) -> None:
        sql = "SELECT {name} FROM {table} WHERE {figure} > ?"
        assert self.ask(queries, sql, Decimal("1.5")) == (("South",),)
        assert len(self.ask(queries, sql, Decimal("1.49"))) == 2

    def test_what_is_not_printed_is_null(self, queries: TableQueries) -> None:
        sql = "SELECT {name} FROM {table} WHERE {figure} IS NULL"
        assert self.ask(queries, sql) == (("East",),)

    @pytest.mark.parametrize(
        "sql",
        [
            "SELECT 1; SELECT 2",
            "INSERT INTO {table} ({name}) VALUES ('x')",
            "UPDATE {table} SET {figure} = 1",
            "DELETE FROM {table}",
            "DROP TABLE {table}",
            "CREATE TABLE x (a INTEGER)",
            "CREATE TEMP TABLE x (a INTEGER)",
            "ATTACH ':memory:' AS x",
            "PRAGMA database_list",
            "SELECT load_extension('x')",
            "SELECT no_such_column FROM {table}",
            "SELECT a FROM no_such_table",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n",
            "VACUUM",
            "",
        ],
    )
    def test_all_but_one_select_over_the_tables_fails(
        self, queries: TableQueries, sql: str
    ) -> None:
        with pytest.raises(QueryFailedError):
            self.ask(queries, sql)
        assert self.ask(queries, "SELECT COUNT(*) FROM {table}") == ((3,),)

    def test_no_file_is_within_reach(self, queries: TableQueries, tmp_path: Path) -> None:
        secret, target = tmp_path / "secret.csv", tmp_path / "taken.csv"
        secret.write_text("a,b\n1,2\n", "utf-8")
        for sql in (
            f"SELECT * FROM '{secret}'",
            f"SELECT * FROM read_csv('{secret}')",
            f"SELECT * FROM read_text('{secret}')",
            f"SELECT * FROM glob('{tmp_path}/*')",
            f"SELECT readfile('{secret}')",
            f"COPY {{table}} TO '{target}'",
            f"ATTACH '{tmp_path / 'x.db'}' AS x",
            f"VACUUM INTO '{target}'",
        ):
            with pytest.raises(QueryFailedError):
                self.ask(queries, sql)
        assert not target.exists()
        assert not (tmp_path / "x.db").exists()

    def test_what_takes_long_is_stopped(self, queries: TableQueries) -> None:
        tables = ", ".join(f"{{table}} AS x{at}" for at in range(24))
        with pytest.raises(QueryFailedError, match="longer than"):
            self.ask(
                queries, f"SELECT SUM(x0.{{figure}} + x23.{{figure}}) FROM {tables}", seconds=0.05
            )
        assert self.ask(queries, "SELECT COUNT(*) FROM {table}") == ((3,),)

    def test_more_rows_than_are_wanted_fail(self, queries: TableQueries) -> None:
        assert len(self.ask(queries, "SELECT {name} FROM {table}", most=3)) == 3
        with pytest.raises(QueryFailedError, match="more than 2 rows"):
            self.ask(queries, "SELECT {name} FROM {table}", most=2)
