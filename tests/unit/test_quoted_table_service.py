"""The small tables of quoted rows come from the records, and go with their document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from backend.ports import Records
from backend.records import sqlite
from backend.services.quoted_tables import QuotedTables, rows_quoted
from backend.settings import Settings
from backend.tables.stored_tables import stored_tables
from backend.types import (
    LABELS,
    Calculation,
    Cell,
    Chunk,
    CollectionSettings,
    Hit,
    QuotedRow,
    StoredRow,
    StoredTable,
)
from components import calculation
from tests.factories import make_bundle, with_tables
from tests.pages.standin import make_answer
from tests.unit.test_table_typing import reading


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    store = sqlite.build(Settings(library=tmp_path))
    yield store
    store.close()


@pytest.fixture
def row(records: Records) -> Chunk:
    """A passage that stands for the second row of a stored table."""
    collection = records.create_collection("Mine", CollectionSettings())
    bundle = with_tables(make_bundle(collection.id))
    records.publish([bundle])
    return bundle.chunks[-1]


def test_a_passage_of_a_row_has_its_table_and_prose_has_none(records: Records, row: Chunk) -> None:
    prose = replace(row, id="p", kind="prose", table_id="", row=-1)
    found = QuotedTables(records).of_passages("Lamp?", [Hit(prose, 1.0, ()), Hit(row, 0.5, ())])
    assert {number: table.rows for number, table in found.items()} == {
        2: (QuotedRow("Lamp", (), ("0.10",)),)
    }


def test_a_row_that_the_table_does_not_have_is_left_out(records: Records, row: Chunk) -> None:
    beyond = replace(row, row=99)
    assert QuotedTables(records).of_passages("Lamp?", [Hit(beyond, 1.0, ())]) == {}


def test_a_deleted_document_is_not_shown_from_memory(records: Records, row: Chunk) -> None:
    tables = QuotedTables(records)
    assert tables.of_passages("Lamp?", [Hit(row, 1.0, ())])
    records.delete_documents([row.document_id])
    assert tables.of_passages("Lamp?", [Hit(row, 1.0, ())]) == {}


STALLS = reading(
    [["Jam sales", "30", "25"], ["Costs", "", ""], ["Sugar", "7", "6"]],
    [("(in thousands)",), ("2022",), ("2021",)],
)


@pytest.mark.parametrize(
    ("quoted", "rows"),
    [
        ("Jam sales  30  25", [0]),
        ("Costs\nSugar  7  6", [1]),
        ("Jam sales  30  25\nCosts\nSugar  7  6", [0, 1]),
        ("30  25\nCosts\nSugar  7  6", []),
        ("Sugar", []),
    ],
)
def test_a_stretch_of_rows_and_their_groups_is_those_rows(quoted: str, rows: list[int]) -> None:
    (table,) = stored_tables(STALLS, (), "d")
    start = STALLS.text.index(quoted)
    assert rows_quoted(table, [(start, start + len(quoted))], [quoted]) == rows


def test_a_stretch_that_says_more_than_rows_and_headers_is_none() -> None:
    (table,) = stored_tables(STALLS, (), "d")
    row = "Jam sales  30  25"
    for before, rows in (("2022 2021 (in thousands)\n", [0]), ("Wasps cost 2022 ", [])):
        moved = replace(table, rows=tuple(_moved(each, len(before)) for each in table.rows))
        assert rows_quoted(moved, [(0, len(before + row))], [before + row]) == rows


def _moved(row: StoredRow, by: int) -> StoredRow:
    def cell(each: Cell | None) -> Cell | None:
        return each and replace(each, start=each.start + by, end=each.end + by)

    return replace(row, cells=tuple(map(cell, row.cells)), label_cell=cell(row.label_cell))


def test_the_row_of_a_computed_figure_is_shown_with_its_cell_first(
    records: Records, row: Chunk
) -> None:
    table = records.table(row.table_id)
    last = len(table.columns) - 1
    answer = make_answer(calculation=computed_from(table, (row.row,), last))
    found = QuotedTables(records).computed_from(answer, "Lamp?")
    assert found is not None
    assert found.asked == 1
    cell = table.rows[row.row].cells[last]
    assert cell is not None
    assert found.rows[0].cells[0] == cell.text
    many = make_answer(calculation=computed_from(table, (0, 1, 2, 3), last))
    assert QuotedTables(records).computed_from(many, "Lamp?") is None
    assert QuotedTables(records).computed_from(make_answer(), "Lamp?") is None
    records.delete_documents([row.document_id])
    assert QuotedTables(records).computed_from(answer, "Lamp?") is None


def test_a_figure_of_labels_alone_is_shown_by_what_each_question_asks(
    records: Records, row: Chunk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table,) = stored_tables(STALLS, (), row.document_id)
    monkeypatch.setattr(records, "table", lambda _: table)
    answer = make_answer(calculation=computed_from(table, (0,), LABELS))
    tables = QuotedTables(records)
    for year, sales in (("2022", "30"), ("2021", "25")):
        found = tables.computed_from(answer, f"Which stall had jam sales in {year}?")
        assert found is not None
        assert found.asked == 1
        assert found.rows[0].cells[0] == sales


def computed_from(table: StoredTable, rows: Sequence[int], column: int) -> Calculation:
    """A calculation over one column of some rows."""
    made = calculation.example().calculation
    cell = made.operands[0]
    operands = tuple(
        replace(cell, document_id=table.document_id, table_id=table.id, row=each, column=column)
        for each in rows
    )
    return replace(made, operands=operands)
