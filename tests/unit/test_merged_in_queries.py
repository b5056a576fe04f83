"""A language model's SELECT over a table in which two rows share one figure."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.language_model import _computed
from backend.tasks.calculate.written.sql_tables import sql_tables
from backend.types import Calculation, Refusal
from tests.unit.test_merged_figures import OVER, TABLE

TABLES = {table.name: table for table in sql_tables([TABLE])}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT AVG(crates) FROM t1",
        "SELECT barge FROM t1 ORDER BY crates DESC LIMIT 1",
        "SELECT SUM(crates) FROM t1 WHERE quay = 'North'",
        "SELECT COUNT(*) FROM t1 WHERE crates > 20",
        "SELECT crates FROM t1 WHERE barge = 'Heron'",
        "SELECT SUM(crates) FROM t1 GROUP BY quay",
    ],
)
def test_a_query_over_a_merged_figure_is_left_open(sql: str) -> None:
    made, again = _computed(sql, TABLES, None)
    assert isinstance(made, Refusal)
    assert made.is_open
    assert made.reason.startswith(OVER)
    assert not again


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("SELECT SUM(crates) FROM t1", "77"),  # 40 + 25 + 12
        ("SELECT SUM(crew) FROM t1 WHERE quay = 'North'", "7"),
        ("SELECT COUNT(*) FROM t1", "4"),
    ],
)
def test_a_query_without_one_is_told(sql: str, told: str) -> None:
    made, _ = _computed(sql, TABLES, None)
    assert isinstance(made, Calculation)
    assert made.answer == told
