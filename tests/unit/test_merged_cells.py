"""Cells that reach over several rows or columns: words are of each, a figure counts once."""

from __future__ import annotations

import io
import threading
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.worksheet.worksheet import Worksheet

from backend.errors import ReadingError
from backend.ingestion.sections import sections_of
from backend.readers import spreadsheet
from backend.readers.engines import merged_ranges as ranges_module
from backend.readers.engines.merged_ranges import merged_ranges
from backend.readers.engines.protocol import FileRefusal
from backend.readers.html import read_html
from backend.readers.layout.spanned_cells import (
    MergedRange,
    MergedRows,
    SpannedCell,
    grid_of,
    is_figure,
    rows_without,
)
from backend.settings import Settings, load_settings
from backend.tables.stored_tables import stored_tables
from backend.types import Query, Reading, Verdict
from backend.workbench import open_workbench

SALES = [
    ["Region", "Shop", "Sales (EUR)"],
    ["North", "Aldmouth", 10],
    [None, "Bexhaven", 20],
    ["South", "Corle", 30],
    [None, "Dunmere", 40],
]


def rows_of(reading: Reading) -> list[list[str]]:
    """Header and rows of the only table."""
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    header = [table.label_name, *(column.name for column in table.columns)]
    return [
        header,
        *([row.label, *(cell.text if cell else "" for cell in row.cells)] for row in table.rows),
    ]


def workbook(rows: list[list[object]], *merged: str) -> bytes:
    """A workbook of one sheet with merged cells."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    for row in rows:
        sheet.append(row)
    for each in merged:
        sheet.merge_cells(each)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def read(folder: Path, content: bytes, settings: Settings | None = None) -> Reading:
    path = folder / "sales.xlsx"
    path.write_bytes(content)
    reader = spreadsheet.build(settings or Settings())
    return reader.read(path, path.name, None, lambda *_: None)


def test_a_merged_label_is_that_of_each_of_its_rows(tmp_path: Path) -> None:
    reading = read(tmp_path, workbook(SALES, "A2:A3", "A4:A5"))
    assert [row[0] for row in rows_of(reading)] == ["Region", "North", "North", "South", "South"]
    assert reading.warnings == ()


def test_what_is_merged_is_counted_and_added_up_over_all_its_rows(tmp_path: Path) -> None:
    library = load_settings({}, library=tmp_path / "library")
    workbench = open_workbench(library, start_workers=False)
    collection = workbench.library.create_collection("Sales").id
    workbench.library.add_file(collection, "sales.xlsx", workbook(SALES, "A2:A3", "A4:A5"))
    workbench.queue.work_until_idle(threading.Event())
    for question, short in (
        ("What were the total sales in the North?", "30 EUR"),
        ("How many rows are of the North?", "2"),
    ):
        asking = workbench.questions.ask(Query(question, collection), "naive")
        assert asking.wait(600)
        answer = asking.answer
        assert answer is not None
        assert (answer.verdict, answer.short) == (Verdict.CALCULATED, short)
    workbench.close()


def test_a_merged_figure_stands_once_and_the_rows_without_it_are_said(tmp_path: Path) -> None:
    rows = [
        ["Order", "Item", "Pieces", "Freight"],
        [1001, "Oars", 2, 15.5],
        [None, "Rope", 3, None],
        [1002, "Sail", 1, 9],
    ]
    reading = read(tmp_path, workbook(rows, "A2:A3", "D2:D3"))
    assert rows_of(reading)[1:] == [
        ["1001", "Oars", "2", "15.5"],
        ["1001", "Rope", "3", ""],
        ["1002", "Sail", "1", "9"],
    ]
    (warning,) = reading.warnings
    assert warning.startswith("1 row has no figure of their own where a cell was merged")


def test_headers_reach_over_their_columns_and_titles_and_groups_stay_lines(tmp_path: Path) -> None:
    rows = [
        ["Harvest of the year", None, None, None],
        ["Kind", "Spring", None, "Autumn"],
        ["Rye", 1, 2, 3],
        ["Of the island", None, None, None],
        ["Oats", 4, 5, 6],
    ]
    reading = read(tmp_path, workbook(rows, "A1:D1", "B2:C2", "A4:D4"))
    (table,) = stored_tables(reading, sections_of(reading, "d"), "d")
    assert table.title == "Harvest of the year"
    # two columns of one name are told apart by their place
    assert [column.path[0] for column in table.columns] == ["Spring", "Spring", "Autumn"]
    assert [row.label for row in table.rows][-1] == "Oats"


def test_a_large_workbook_is_filled_and_told_of_as_well(tmp_path: Path) -> None:
    rows: list[list[object]] = [["Region", "Shop", "Sales"]]
    merged = []
    for at in range(30):
        rows += [[f"R{at}", "Aldmouth", 3], [None, "Bexhaven", 4]]
        merged.append(f"A{2 * at + 2}:A{2 * at + 3}")
    settings = replace(Settings(), large_table_rows=50)
    content = workbook(rows, *merged, "C2:C3")
    reading = read(tmp_path, content, settings)
    assert any(warning.startswith("1 row has no figure") for warning in reading.warnings)
    found = spreadsheet.build(settings).large_table(
        tmp_path / "sales.xlsx", "sales.xlsx", lambda *_: None
    )
    assert found is not None
    cells = [cells for _, cells in found[1]]
    assert [cell[0][0] for cell in cells] == [f"R{at // 2}" for at in range(60)]
    assert [cell[2][0] for cell in cells][:4] == ["3", None, "3", "4"]


def test_merged_cells_are_found_behind_the_rows_wherever_pieces_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    xml = (
        '<x:worksheet><x:sheetData><c><is><t>&lt;</t></is></c><mergeCell ref="A1:B9"/>'
        f"</x:sheetData>{' ' * 40}<x:mergeCells count='2'><x:mergeCell ref='AA2:A3'/>"
        '<x:mergeCell  x="1" ref = "$C$10:$C$12" ></x:mergeCell></x:mergeCells></x:worksheet>'
    )
    wanted = [MergedRange(1, 0, 2, 26), MergedRange(9, 2, 11, 2)]
    for size in (7, 60, 1 << 20):
        monkeypatch.setattr(ranges_module, "_PIECE", size)
        assert merged_ranges(io.BytesIO(xml.encode())) == wanted
        assert merged_ranges(io.BytesIO(xml.encode("utf-16"))) == wanted
    monkeypatch.setattr(ranges_module, "MAX_MERGED", 1)
    with pytest.raises(FileRefusal):
        merged_ranges(io.BytesIO(xml.encode()))


def test_too_many_merged_cells_are_refused_with_what_to_do(tmp_path: Path) -> None:
    content = io.BytesIO(workbook(SALES))
    refs = "".join(f'<mergeCell ref="A{k}:A{k + 1}"/>' for k in range(2, 200_004, 2))
    changed = io.BytesIO()
    with zipfile.ZipFile(content) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if name.endswith("sheet1.xml"):
                part = part.replace(b"</sheetData>", b"</sheetData>" + refs.encode())
            new.writestr(name, part)
    with pytest.raises(ReadingError, match="merged cells") as refused:
        read(tmp_path, changed.getvalue())
    assert refused.value.code == "too_large"


TEXTS = st.sampled_from(["", "North", "Rye", "7", "1,250", "2024"])


@given(
    st.lists(st.lists(TEXTS, min_size=4, max_size=4), max_size=8),
    st.lists(st.builds(MergedRange, *(st.integers(0, 7) for _ in range(4))), max_size=5),
)
def test_no_cell_that_says_something_is_changed_and_no_figure_is_repeated(
    grid: list[list[str]], ranges: list[MergedRange]
) -> None:
    merged = MergedRows(ranges)
    for row in grid:
        filled = merged.filled(row)
        assert len(filled) == len(row)
        for before, after in zip(row, filled, strict=True):
            assert after == before or not before
            assert before or not is_figure(after, leads=after.isdecimal())
        assert any(row) or filled == row


def test_a_row_without_anything_of_its_own_stays_empty() -> None:
    merged = MergedRows([MergedRange(0, 0, 9, 0)])
    filled = [merged.filled(row) for row in (["North", "7"], ["", ""], ["", "8"])]
    assert filled == [["North", "7"], ["", ""], ["North", "8"]]


# --- HTML ----------------------------------------------------------------------------------------


def test_a_page_repeats_words_over_rows_and_no_figures() -> None:
    text = (
        "<table><tr><th>Region<th>Shop<th>Sales<th>Open<th>Rated</tr>"
        "<tr><td rowspan=2>North<td>Aldmouth<td rowspan=2>50<td>Yes<td>Yes</tr>"
        "<tr><td>Bexhaven<td>No<td>No</tr>"
        "<tr><td>South<td>Corle<td colspan=2>30<td>Yes</tr></table>"
    )
    reading = read_html(text, "a.html")
    assert rows_of(reading)[1:] == [
        ["North", "Aldmouth", "50", "Yes", "Yes"],
        ["North", "Bexhaven", "", "No", "No"],
        ["South", "Corle", "30", "", "Yes"],
    ]
    assert len(reading.warnings) == 1


def test_rows_below_a_figure_are_counted_as_far_as_there_are_any() -> None:
    cells = [[SpannedCell("x"), SpannedCell("5", 1, 9)], [SpannedCell("y")], [SpannedCell("z")]]
    assert rows_without(cells) == 2
    assert grid_of(cells, header=False) == [["x", "5"], ["y", ""], ["z", ""]]
    assert grid_of(cells, header=True)[2] == ["z", "5"]
