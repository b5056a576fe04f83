"""Hours of a timetable that a question names by stop and line."""

from __future__ import annotations

import pytest

from backend.tasks.calculate.bound.bound_figures import bound_figure
from backend.types import Calculation, StoredTable
from tests.unit.csv_lists import list_of

FERRY = list_of(
    "Pier,First ferry,Second ferry,Last ferry\nElm,06:10,08:10,18:25\nLarch,06:18,-,18:33\n"
    "Oak,06:27,08:30,18:42\n",
    "ferry.csv",
)
BOTH = list_of(
    "Pier,Arr. first ferry,Dep. first ferry\nElm,06:10,06:15\nOak,06:27,06:30\n", "b.csv"
)
MIXED = list_of("Pier,First ferry,Fare\nElm,06:10,4\nOak,06:27,5\n", "m.csv")


@pytest.mark.parametrize(
    ("question", "table", "hour"),
    [
        ("When does the first ferry leave Elm?", FERRY, "06:10"),
        ("What time does the last ferry arrive at Oak?", FERRY, "18:42"),
        ("At what time does the second ferry stop at Oak?", FERRY, "08:30"),
        ("When does the second ferry stop at Larch?", FERRY, ""),  # it does not
        ("When does the third ferry leave Elm?", FERRY, ""),
        ("When does the ferry leave Elm?", FERRY, ""),
        ("When does the first ferry leave Elm on Sundays?", FERRY, ""),
        ("When does the first ferry leave Elm for Oak?", FERRY, ""),
        ("When does the first ferry leave Yew?", FERRY, ""),
        ("Why does the first ferry leave Elm?", FERRY, ""),
        ("When does the first ferry leave Elm?", BOTH, ""),
        ("When does the first ferry leave Elm?", MIXED, ""),
    ],
)
def test_stop_and_line_are_named(question: str, table: StoredTable, hour: str) -> None:
    made = bound_figure(question, [table], "")
    assert (made.answer if isinstance(made, Calculation) else "") == hour
