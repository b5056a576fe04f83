"""Large tables in a library: taken in, asked, checked, mended, replaced and deleted."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.errors import ReadingError, StorageError
from backend.ingestion.column_keeping import column_file_of, columns_key, has_columns, keep_columns
from backend.ingestion.files import FileStore
from backend.readers.delimited import DelimitedReader
from backend.settings import load_settings
from backend.types import ROWS_IN_COLUMNS, Answer, Document, JobState, Query, Verdict
from backend.workbench import Workbench, open_workbench
from tests.large_tables import quiet

ROWS = 20_000
LIMIT = 1_000


def orders(rows: int = ROWS, amount: int = 3) -> bytes:
    """Orders of four regions in turn; every tenth is open."""
    regions = ("North", "South", "East", "West")
    lines = ["Order,Region,Units,Amount (EUR),State"]
    lines += [
        f"{100_000 + at},{regions[at % 4]},{at % 7},{at % 100}.{amount}0,"
        f"{'open' if at % 10 == 0 else 'paid'}"
        for at in range(rows)
    ]
    return "\n".join(lines).encode()


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    settings = load_settings({"QUIRE_LARGE_TABLE_ROWS": str(LIMIT)}, library=tmp_path / "library")
    opened = open_workbench(settings, start_workers=False)
    opened.library.create_collection("Shop")
    yield opened
    opened.close()


def added(workbench: Workbench, content: bytes, name: str = "orders.csv") -> Document:
    collection = workbench.library.collection_named("Shop")
    workbench.library.add_file(collection.id, name, content)
    workbench.queue.work_until_idle(threading.Event())
    assert {view.job.state for view in workbench.queue.jobs()} == {JobState.DONE}
    return next(
        document for document in workbench.library.documents(collection.id) if document.name == name
    )


def asked(workbench: Workbench, question: str) -> Answer:
    asking = workbench.questions.ask(
        Query(question, workbench.library.collection_named("Shop").id), "naive"
    )
    assert asking.wait(600)
    assert asking.answer is not None, asking.error
    return asking.answer


def columns_in(workbench: Workbench) -> list[Path]:
    root = workbench.parts.settings.library / workbench.parts.settings.files
    return sorted(root.rglob("*.columns"))


def test_a_large_table_is_asked_over_all_its_rows(workbench: Workbench) -> None:
    document = added(workbench, orders())
    assert has_columns(document)
    assert document.chunks < 100
    answer = asked(workbench, "What is the total of units in the north?")
    # every fourth row, from 0, has at % 7 units
    units = sum(at % 7 for at in range(0, ROWS, 4))
    assert (answer.verdict, answer.short) == (Verdict.CALCULATED, f"{units:,}")
    made = answer.calculation
    assert made is not None
    assert (made.of_rows, len(made.operands)) == (ROWS // 4, 20)
    assert [sentence.supported for sentence in answer.sentences] == [True]
    cited = {
        workbench.parts.records.text(document.id, citation.start, citation.end)
        for citation in answer.citations
    }
    assert cited == {
        "orders is a table of 20,000 rows and 5 columns: Order, Region, Units, Amount (EUR) and "
        "State. Each row has its own Order."
    }
    shown = workbench.evidence.large_rows(
        made.operands[0].table_id, [operand.row for operand in made.operands]
    )
    assert shown is not None
    assert shown[1] == tuple(range(0, 80, 4))
    assert {row.cells[0].text for row in shown[0].rows if row.cells[0]} == {"North"}
    far = asked(workbench, "What is the amount of order 119999?")
    assert far.short == "99.30 EUR"
    refused = asked(workbench, "What is the total of units of blue orders?")
    assert refused.calculation is None

    # --- checked and mended
    assert workbench.maintenance.check() == ()
    (path,) = columns_in(workbench)
    path.write_bytes(b"damaged")
    assert any("missing or damaged" in problem.what for problem in workbench.maintenance.check())
    workbench.maintenance.repair()
    assert workbench.maintenance.check() == ()
    assert asked(workbench, "How many orders are open?").short == f"{ROWS // 10:,}"

    # --- a newer version takes the place of both
    newer = added(workbench, orders(2_000, amount=5))
    (replaced,) = columns_in(workbench)
    assert replaced.name.startswith(newer.sha256)
    assert asked(workbench, "How many orders are there?").short == "2,000"

    # --- deleted with its document
    workbench.library.delete_documents([newer.id])
    assert columns_in(workbench) == []
    assert workbench.maintenance.check() == ()


# --- the reader ----------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso8859-1"])
def test_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    body = "".join(f"Größe {at % 9},{at}\r\n" for at in range(3_000))
    path = tmp_path / "sizes.csv"
    path.write_bytes(f"Name,Wert\r\n{body}".encode(encoding))
    found = DelimitedReader(200, 500).large_table(path, "sizes.csv", quiet)
    assert found is not None
    table, rows = found
    assert (table.rows, table.columns[0].name, table.columns[0].different) == (3_000, "Name", 9)
    assert table.columns[0].frequent[0][0] == "Größe 0"
    assert next(rows)[1][0] == ("Größe 0", None)


def test_letters_beyond_ascii_far_down_the_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "names.csv"
    body = "".join(f"Name {at},{at}\n" for at in range(200_000))
    path.write_bytes(f"Name,Value\n{body}Müller,1\n".encode("iso8859-1"))
    assert path.stat().st_size > 2 << 20
    reader = DelimitedReader(200, 500)
    reading = reader.read(path, "names.csv", None, quiet)
    assert reading.metadata["Encoding"] != "utf-8"
    assert not any("not readable" in warning for warning in reading.warnings)


def test_a_chosen_encoding_has_a_file_of_columns_of_its_own() -> None:
    assert columns_key("a.csv", "") == columns_key("b.csv", "")
    assert columns_key("a.csv", "") != columns_key("a.csv", "cp1252")
    assert columns_key("a.csv", "") != columns_key("a.tsv", "")
    assert columns_key("a.csv", "") != columns_key("a.xlsx", "")


def test_a_table_within_the_limit_is_read_row_by_row(tmp_path: Path) -> None:
    path = tmp_path / "few.csv"
    path.write_bytes(orders(50))
    reader = DelimitedReader(200, 50)
    assert len(reader.read(path, "few.csv", None, quiet).tables[0].rows) == 50
    reading = DelimitedReader(200, 49).read(path, "few.csv", None, quiet)
    assert reading.metadata[ROWS_IN_COLUMNS] == "50"


def test_a_cell_without_end_is_refused_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "open.csv"
    path.write_bytes(orders(500) + b'\n1,"' + b"x\n" * 100_000)
    with pytest.raises(ReadingError, match="cannot be read"):
        DelimitedReader(200, 100).read(path, "open.csv", None, quiet)


# --- the file of columns -------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> FileStore:
    return FileStore(tmp_path / "files", 10**9)


def give_up(store: FileStore, sha256: str) -> None:
    """Write half of a file of columns."""
    with store.arriving_columns(sha256, "other") as place:
        place.write_bytes(b"half")
        raise StorageError("The disk is full.", "Free some space.")


def test_a_file_of_columns_appears_whole_or_not_at_all(store: FileStore) -> None:
    sha256 = store.put(b"a,b").sha256
    with store.arriving_columns(sha256, "k") as place:
        place.write_bytes(b"whole")
        assert not store.columns(sha256, "k").exists()
        assert store.columns_left() == []  # somebody writes it
        store.clear_arrivals()
        assert place.exists()
    assert store.columns(sha256, "k").read_bytes() == b"whole"
    assert list(store.stored()) == [sha256]
    with pytest.raises(StorageError):
        give_up(store, sha256)
    assert not store.columns(sha256, "other").exists()
    assert store.columns_left() == []
    store.remove(sha256)
    assert not store.columns(sha256, "k").exists()


def test_what_a_crash_leaves_is_named_and_goes(store: FileStore, tmp_path: Path) -> None:
    sha256 = store.put(b"a,b").sha256
    left = tmp_path / "files" / "columns-0123"
    left.mkdir()
    (left / "lock").touch()
    (left / "made").write_bytes(b"half")
    alone = store.columns("f" * 64, "k")
    alone.parent.mkdir()
    alone.write_bytes(b"whole")
    assert (store.columns_left(), store.columns_alone()) == ([left], [alone])
    store.clear_arrivals()
    assert (store.columns_left(), store.columns_alone()) == ([], [])
    assert not left.exists()
    assert list(store.stored()) == [sha256]


def test_of_a_file_that_was_deleted_meanwhile_nothing_stays(store: FileStore) -> None:
    sha256 = store.put(b"a,b").sha256
    with store.arriving_columns(sha256, "k") as place:
        place.write_bytes(b"whole")
        store.remove(sha256)
    assert not store.columns(sha256, "k").exists()


def test_leftovers_in_a_library_are_named_by_check(workbench: Workbench) -> None:
    root = workbench.parts.settings.library / workbench.parts.settings.files
    left = root / "columns-0123"
    with workbench.ingestion.files.held():  # or the start's own clearing may come between
        left.mkdir(parents=True)
        (left / "lock").touch()
        assert any("columns-0123" in problem.what for problem in workbench.maintenance.check())
    workbench.maintenance.repair()
    assert not left.exists()
    assert workbench.maintenance.check() == ()


def test_a_damaged_file_of_columns_is_no_table(workbench: Workbench) -> None:
    document = added(workbench, orders(1_500))
    parts = workbench.ingestion
    assert not keep_columns(parts, document, quiet)
    (path,) = columns_in(workbench)
    path.unlink()
    with pytest.raises(StorageError, match="missing"):
        column_file_of(document, parts.files, parts.column_files)
    assert keep_columns(parts, document, quiet)
    assert column_file_of(document, parts.files, parts.column_files).table.rows == 1_500
