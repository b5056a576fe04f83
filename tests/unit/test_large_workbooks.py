"""Workbooks of very many rows: read a piece at a time in a child process, asked like large CSV."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import openpyxl
import pytest

from backend.errors import CancelledError, ReadingError
from backend.ingestion.column_keeping import columns_key
from backend.ports import LargeTableReader
from backend.readers import spreadsheet
from backend.readers.engines.engine_child import EngineLimits, EngineRefusedError
from backend.readers.engines.engine_rows import EngineRows
from backend.settings import Settings, load_settings
from backend.types import ROWS_IN_COLUMNS, CellKind, Query, Verdict
from backend.workbench import Workbench, open_workbench
from tests.large_tables import quiet

LIMIT = 50
SETTINGS = replace(Settings(), large_table_rows=LIMIT)


def workbook(rows: int, *others: str) -> bytes:
    """Loads of two mills, a day each, and sheets of one cell."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Loads"
    sheet.append(["Load", "Day", "Mill", "Weight (kg)"])
    for at in range(rows):
        mill = "Upper" if at % 2 else "Lower"
        sheet.append([f"L{at}", datetime(2024, 1 + at % 12, 5), mill, at + 0.5])
    for name in others:
        book.create_sheet(name).append(["Only", 1])
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def kept(folder: Path, content: bytes) -> Path:
    path = folder / "loads.xlsx"
    path.write_bytes(content)
    return path


def test_a_workbook_of_many_rows_is_read_as_a_large_table(tmp_path: Path) -> None:
    path = kept(tmp_path, workbook(120))
    reader = spreadsheet.build(SETTINGS)
    assert isinstance(reader, LargeTableReader)
    reading = reader.read(path, path.name, None, quiet)
    assert reading.metadata[ROWS_IN_COLUMNS] == "120"
    assert reading.metadata["Sheet"] == "Loads"
    assert "By Day it reaches from 5 January 2024 to 5 December 2024." in reading.text

    found = reader.large_table(path, path.name, quiet)
    assert found is not None
    table, rows = found
    assert [column.kind for column in table.columns] == [
        CellKind.TEXT,
        CellKind.DATE,
        CellKind.TEXT,
        CellKind.NUMBER,
    ]
    every = list(rows)
    assert len(every) == 120
    assert every[1] == (
        False,
        (("L1", None), ("2024-02-05", "2024-02-05"), ("Upper", None), ("1.5", Decimal("1.5"))),
    )


def test_fewer_rows_and_several_sheets_are_read_row_by_row(tmp_path: Path) -> None:
    reader = spreadsheet.build(SETTINGS)
    small = kept(tmp_path, workbook(LIMIT - 1))
    assert ROWS_IN_COLUMNS not in reader.read(small, small.name, None, quiet).metadata
    several = kept(tmp_path, workbook(120, "Notes"))
    reading = reader.read(several, several.name, None, quiet)
    assert ROWS_IN_COLUMNS not in reading.metadata
    assert len(reading.tables) == 2


def test_of_several_sheets_with_too_many_cells_the_largest_is_read_and_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path, workbook(120, "Notes"))

    def too_many(*_: object) -> None:
        raise EngineRefusedError("too_many_cells")

    monkeypatch.setattr(spreadsheet, "ask_engine", too_many)
    reading = spreadsheet.build(SETTINGS).read(path, path.name, None, quiet)
    assert reading.metadata[ROWS_IN_COLUMNS] == "120"
    assert any("Loads alone" in warning and "Notes" in warning for warning in reading.warnings)


def test_rows_come_in_pieces_and_once_more_when_asked(tmp_path: Path) -> None:
    path = kept(tmp_path, workbook(12_000))  # more than two pieces
    rows = EngineRows(spreadsheet.ROWS, path, path.name, EngineLimits(60, 2_048))
    assert sum(1 for _ in rows.rows()) == sum(1 for _ in rows.rows()) == 12_001
    assert (rows.sheet, rows.count) == ("Loads", 12_001)
    # who wants no more ends the child
    first = rows.rows()
    assert next(first)[0] == "Load"
    first.close()


def test_a_cancelled_reading_ends(tmp_path: Path) -> None:
    path = kept(tmp_path, workbook(120))

    def cancelled(stage: str, done: int, total: int) -> None:
        raise CancelledError("Cancelled.")

    with pytest.raises(CancelledError):  # while the child starts
        spreadsheet.build(SETTINGS).large_table(path, path.name, cancelled)


@pytest.mark.parametrize("content", [b"PK\x03\x04 no archive", b"\xd0\xcf\x11\xe0" + b"\0" * 600])
def test_what_is_no_workbook_is_refused(tmp_path: Path, content: bytes) -> None:
    path = kept(tmp_path, content)
    with pytest.raises(ReadingError) as refused:
        spreadsheet.build(SETTINGS).large_table(path, path.name, quiet)
    assert refused.value.code in ("broken", "encrypted")


def test_a_workbook_without_a_table_has_none(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    saved = io.BytesIO()
    book.save(saved)
    path = kept(tmp_path, saved.getvalue())
    assert spreadsheet.build(SETTINGS).large_table(path, path.name, quiet) is None


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    settings = load_settings({"QUIRE_LARGE_TABLE_ROWS": str(LIMIT)}, library=tmp_path / "library")
    opened = open_workbench(settings, start_workers=False)
    opened.library.create_collection("Mills")
    yield opened
    opened.close()


def test_a_large_workbook_is_asked_over_all_its_rows(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Mills")
    workbench.library.add_file(collection.id, "loads.xlsx", workbook(1_200))
    workbench.queue.work_until_idle(threading.Event())
    asking = workbench.questions.ask(
        Query("What is the total weight of the upper mill?", collection.id), "naive"
    )
    assert asking.wait(600)
    answer = asking.answer
    assert answer is not None
    # 1 + 3 + … + 1199 = 600², and 600 halves
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, "360,300.0 kg")
    assert answer.calculation is not None
    assert answer.calculation.of_rows == 600
    assert workbench.maintenance.check() == ()


def merged_workbook() -> bytes:
    """Loads, of which two share one cell of weight."""
    book = openpyxl.load_workbook(io.BytesIO(workbook(120)))
    sheet = book["Loads"]
    sheet.merge_cells("D10:D11")  # 8.5 for L8 and L9
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def test_a_figure_over_two_rows_is_known_of_a_large_workbook(tmp_path: Path) -> None:
    path = kept(tmp_path, merged_workbook())
    reader = spreadsheet.build(SETTINGS)
    assert isinstance(reader, LargeTableReader)
    found = reader.large_table(path, path.name, quiet)
    assert found is not None
    assert [column.shared for column in found[0].columns] == [0, 0, 0, 1]


OVER_TWO_ROWS = {
    "What is the total weight?": "7,190.5 kg",  # 0.5 + 1.5 + … + 119.5 = 7,200, less 9.5
    "What is the total weight of the upper mill?": "",  # L9 is of the upper mill, L8 is not
    "What is the average weight?": "",
    "How many loads are there?": "120",
    "How many loads weigh more than 100 kg?": "",
}


def test_a_figure_over_two_rows_counts_only_in_the_sum_of_all(workbench: Workbench) -> None:
    collection = workbench.library.collection_named("Mills")
    workbench.library.add_file(collection.id, "loads.xlsx", merged_workbook())
    workbench.queue.work_until_idle(threading.Event())
    told = {}
    for question in OVER_TWO_ROWS:
        asking = workbench.questions.ask(Query(question, collection.id), "naive")
        assert asking.wait(600)
        answer = asking.answer
        assert answer is not None
        told[question] = answer.short if answer.verdict is Verdict.CALCULATED else ""
    assert told == OVER_TWO_ROWS


def test_a_file_of_before_is_asked_until_it_is_made_again(
    workbench: Workbench, tmp_path: Path
) -> None:
    collection = workbench.library.collection_named("Mills")
    workbench.library.add_file(collection.id, "loads.xlsx", workbook(120))
    workbench.queue.work_until_idle(threading.Event())
    (path,) = (tmp_path / "library").rglob("*.columns")
    new, old = (columns_key(name, "") for name in ("loads.xlsx", "loads.csv"))
    assert new in path.name
    path.rename(path.with_name(path.name.replace(new, old)))
    question = Query("What is the total weight?", collection.id)

    def told() -> str:
        asking = workbench.questions.ask(question, "naive")
        assert asking.wait(600)
        assert asking.answer is not None
        return asking.answer.short

    assert told() == "7,200.0 kg"
    assert workbench.maintenance.check() == ()
    assert [column.repairable for column in workbench.maintenance.repair_columns()] == [True]
    assert told() == "7,200.0 kg"
    assert workbench.maintenance.repair_columns() == ()
