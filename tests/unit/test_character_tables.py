"""Tables that a plain text draws with characters are read cell by cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.readers.layout.character_tables import with_pipe_tables
from backend.readers.text import read_text

GRID = """\
   +-----------------------+
   | Rope  | Used for      |
   |-------+---------------|
   | tarred| the shrouds,  |
   |       | in winter too |
   |-------+---------------|
   |       | lines that    |
   | plain | run through   |
   |       | a block       |
   +-----------------------+"""
OF_DATABASE = """\
+------+-------+
| boat | crew  |
+------+-------+
| Auk  |     4 |
| Tern | NULL  |
+------+-------+"""
PRINTED = """\
 boat | crew
------+------
 Auk  |    4
 Tern |
(2 rows)"""
BOXES = """\
┌──────┬──────┐
│ boat │ crew │
╞══════╪══════╡
│ Auk  │ 4    │
├──────┼──────┤
│ Tern │ 5    │
└──────┴──────┘"""


@pytest.mark.parametrize(
    ("drawn", "rows"),
    [
        (
            GRID,
            [
                "| Rope | Used for |",
                "| --- | --- |",
                "| tarred | the shrouds, in winter too |",
                "| plain | lines that run through a block |",
            ],
        ),
        (OF_DATABASE, ["| boat | crew |", "| --- | --- |", "| Auk | 4 |", "| Tern | NULL |"]),
        (
            PRINTED,
            ["| boat | crew |", "| --- | --- |", "| Auk | 4 |", "| Tern |  |", "(2 rows)"],
        ),
        (BOXES, ["| boat | crew |", "| --- | --- |", "| Auk | 4 |", "| Tern | 5 |"]),
    ],
    ids=["cells of several lines", "rows without rules", "without a frame", "boxes"],
)
def test_each_row_is_a_line(drawn: str, rows: list[str]) -> None:
    text = f"The ropes are these:\n\n{drawn}\n\nThey are stowed below."
    made = "\n".join(rows)
    assert with_pipe_tables(text) == f"The ropes are these:\n\n{made}\n\nThey are stowed below."


@pytest.mark.parametrize(
    "text",
    [
        "+--------------+\n| Mind the gap |\n+--------------+",
        "+---+\n|   |----+\n+---+    |\n| sail   |\n+--------+",
        "| Auk | 4 |\n| Tern | 5 |",
        "+------+-------+\n| boat | crew  |\n| Auk and Tern |\n+------+-------+\n| a    | b     |",
        "a || b\n--+--\nwhile (a | b)",
        "if (a | b) {\n-----\n}",
        "Costs\n-----+-----\nA line without bars",
    ],
    ids=["a notice", "a drawing", "no rule", "over columns", "code", "more code", "no rows"],
)
def test_what_is_no_table_stays_as_it_is(text: str) -> None:
    assert with_pipe_tables(text) == text


def test_a_table_of_a_text_is_kept_with_its_cells() -> None:
    reading = read_text(f"Ropes\n\nThese are carried.\n\n{GRID}\n", "ropes.txt", markdown=False)
    (table,) = reading.tables
    assert table.header == ("Rope", "Used for")
    assert [row.cells for row in table.rows] == [
        ("tarred", "the shrouds, in winter too"),
        ("plain", "lines that run through a block"),
    ]
    assert reading.text[table.start : table.end].startswith("| Rope | Used for |")


@given(st.text(st.characters(exclude_characters="|+│┃║╎╏┆┇┊┋"), max_size=200))
def test_a_text_without_bars_is_never_changed(text: str) -> None:
    assert with_pipe_tables(text) == text
