"""A figure whose cell was merged over several rows is told of none of them, nor compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.chunkers.table import row_text
from backend.ingestion.sections import sections_of
from backend.readers.html import read_html
from backend.records._table_packing import pack_table, unpack_table
from backend.tables.stored_tables import stored_tables
from backend.tasks.calculate.programs.calculation import calculate
from backend.tasks.calculate.programs.column_operations import calculate_columns
from backend.tasks.calculate.programs.row_sentence import row_sentence
from backend.types import Calculation, Reading, Refusal, StoredTable
from tests.unit.test_merged_cells import read, workbook

PAGE = (
    "<h1>Crates</h1><table><tr><th>Barge<th>Quay<th>Crates<th>Crew</tr>"
    "<tr><td>Otter<td>North<td rowspan=2>40<td>3</tr><tr><td>Heron<td>North<td>4</tr>"
    "<tr><td>Mole<td>South<td>25<td>2</tr><tr><td>Tern<td>South<td>12<td>5</tr></table>"
)
OVER = "The figure 40 stands in one cell over Otter and Heron"


def table_in(reading: Reading) -> StoredTable:
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    return table


TABLE = table_in(read_html(PAGE, "crates.html"))


@pytest.mark.parametrize(
    "question",
    [
        "What are the crates of Otter?",
        "What are the crates of Heron?",
        "What is the average of the crates?",
        "Which barge has the most crates?",
        "Which barge has the fewest crates?",
        "What are the three barges with the most crates?",
        "How many barges have more than 20 crates?",
        "What are the total crates of barges with more than 3 crew?",
        "How many crates per quay on average?",
        "What are the average crates per quay?",
        "What are the total crates of Otter and Tern?",
        "What are the crates per crew of Otter?",
        "By how much do the crates of Otter exceed those of Mole?",
    ],
)
def test_what_asks_for_one_of_its_rows_or_compares_them_is_open(question: str) -> None:
    for made in (calculate_columns(question, [TABLE], ""), calculate(question, [TABLE])):
        assert not isinstance(made, Calculation)
        if isinstance(made, Refusal) and made.is_open:
            assert made.reason.startswith(OVER) or made.readings


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What are the total crates?", "77"),
        ("What are the total crates of the North quay?", "40"),
        ("What are the total crates of the South quay?", "37"),
        ("What are the crates of Mole?", "25"),
        ("What is the crew of Otter?", "3"),
        ("Which barge has the most crew?", "Tern"),
        ("What are the average crates of the South quay?", "18.5"),
    ],
)
def test_sums_of_all_its_rows_and_other_figures_are_told(question: str, answer: str) -> None:
    made = calculate_columns(question, [TABLE], "")
    assert isinstance(made, Calculation)
    assert made.answer == answer


def test_the_reason_is_told_of_a_row_of_any_file(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Barge", "Quay", "Crates"], ["Otter", "North", 40]]
    rows += [["Heron", "North", None], ["Mole", "South", 25], ["Tern", "South", 12]]
    table = table_in(read(tmp_path, workbook(rows, "C2:C3")))
    for question in ("What are the crates of Otter?", "What are the crates of Heron?"):
        made = calculate_columns(question, [table], "")
        assert isinstance(made, Refusal)
        assert made.is_open
        assert made.reason.startswith(OVER)


def test_a_quoted_row_says_over_how_many_rows_its_figure_stands() -> None:
    said = row_text(TABLE, TABLE.rows[0])
    assert said == "Crates: Otter — Quay: North; Crates: 40 (one cell over 2 rows); Crew: 3"
    assert row_text(TABLE, TABLE.rows[2]) == "Crates: Mole — Quay: South; Crates: 25; Crew: 2"
    assert row_sentence("What are the crates of Otter?", TABLE, 0) == ""
    assert row_sentence("What are the crates of Mole?", TABLE, 2)


def test_what_is_stored_says_it_as_well() -> None:
    kept = unpack_table(TABLE.id, TABLE.document_id, pack_table(TABLE))
    assert kept == TABLE
    assert [cell.reach for cell in kept.rows[0].cells if cell] == [1, 2, 1]
