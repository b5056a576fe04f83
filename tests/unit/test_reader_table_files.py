"""Tables that come as files: delimited text, workbooks, HTML, Markdown. Bad ones say why."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from backend.errors import ReadingError
from backend.ingestion.sections import sections_of
from backend.readers import delimited, html, spreadsheet
from backend.readers.delimited import read_delimited, separator_of
from backend.readers.detection import media_type_of
from backend.readers.engines.engine_child import EngineLimits
from backend.readers.engines.engine_rows import EngineRows
from backend.readers.html import read_html
from backend.readers.text import read_text
from backend.settings import Settings
from backend.tables.stored_tables import stored_tables
from backend.types import Reading, StoredTable

NOTHING = lambda *_: None  # noqa: E731 - nobody watches the progress


def tables(reading: Reading) -> tuple[StoredTable, ...]:
    return stored_tables(reading, sections_of(reading, "d"), "d")


def plain(table: StoredTable) -> list[list[str]]:
    """Header and rows as texts."""
    header = [table.label_name, *(column.name for column in table.columns)]
    return [
        header,
        *([row.label, *(cell.text if cell else "" for cell in row.cells)] for row in table.rows),
    ]


def spans_hold(reading: Reading) -> bool:
    """Whether every cell's span in the text holds the cell's text."""
    return all(
        reading.text[cell.start : cell.end] == cell.text
        for table in tables(reading)
        for row in table.rows
        for cell in (row.label_cell, *row.cells)
        if cell is not None
    )


# --- delimited text ------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_what_separates_the_cells_is_found(separator: str) -> None:
    rows = [["Kind", "2022 (kg)", "2023 (kg)"], ["Rye, winter", "420", "760"], ["Oats", "12", "7"]]
    text = "\r\n".join(separator.join(f'"{cell}"' for cell in row) for row in rows)
    assert separator_of(text) == separator
    reading = read_delimited(text, "seeds_2023.csv")
    (table,) = tables(reading)
    assert plain(table) == rows
    assert [(column.unit, column.period) for column in table.columns] == [
        ("kg", "2022"),
        ("kg", "2023"),
    ]
    assert spans_hold(reading)


def test_decimal_commas_are_not_separators() -> None:
    (table,) = tables(read_delimited("Ort;Menge\nKiel;1.234,56\nBonn;7,5\n", "a.csv"))
    assert [str(row.cells[0].value) for row in table.rows if row.cells[0]] == ["1234.56", "7.5"]


def test_ragged_rows_are_read_and_said() -> None:
    reading = read_delimited("a,b,c\nx,1,2\ny,3\nz,4,5,6\n", "a.csv")
    (table,) = tables(reading)
    assert plain(table)[1:] == [["x", "1", "2", ""], ["y", "3", "", ""], ["z", "4", "5", "6"]]
    assert reading.warnings[0].startswith("2 rows have not 3 cells like the others (line 3, 4)")


def test_lines_around_a_table_are_its_title_and_notes() -> None:
    text = (
        "Harvest of all fields,,\nin thousands,,\n,2022,2023\nRye,1,2\nOats,3,4\n\nSource: own,,\n"
    )
    reading = read_delimited(text, "a.csv")
    (table,) = tables(reading)
    assert table.title == "Harvest of all fields"
    assert [int(column.scale) for column in table.columns] == [1000, 1000]
    assert "Source: own" in reading.text


def test_empty_rows_and_columns_part_tables() -> None:
    text = "a,b,,c,d\nx,1,,y,2\nz,3,,w,4\n,,,,\ne,f\nv,5\nu,6\n"
    found = tables(read_delimited(text, "a.csv"))
    assert [plain(table)[0] for table in found] == [["a", "b"], ["c", "d"], ["e", "f"]]


def test_headers_of_two_rows_reach_over_their_columns() -> None:
    text = ",Spring,,Autumn,\n,2022,2023,2022,2023\nRye,1,2,3,4\nOats,5,6,7,8\n"
    (table,) = tables(read_delimited(text, "a.csv"))
    assert [column.path for column in table.columns] == [
        ("Spring", "2022"),
        ("Spring", "2023"),
        ("Autumn", "2022"),
        ("Autumn", "2023"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    text = "Ort,Größe\n" + "".join(f"Münchner Straße {n},{n}\n" for n in range(50))
    path = tmp_path / "a.csv"
    path.write_bytes(text.encode(encoding))
    reading = delimited.build(Settings()).read(path, "a.csv", None, NOTHING)
    assert plain(tables(reading)[0])[:2] == [["Ort", "Größe"], ["Münchner Straße 0", "0"]]


def test_too_many_cells_are_refused() -> None:
    with pytest.raises(ReadingError, match="500,000 cells") as refused:
        read_delimited("a,b,c,d,e\n" + "1,2,3,4,5\n" * 100_001, "a.csv")
    assert refused.value.code == "too_large"


# --- workbooks -----------------------------------------------------------------------------------


def workbook(path: Path, fill: Callable[[openpyxl.Workbook], None]) -> Reading:
    """Make a workbook, read it."""
    book = openpyxl.Workbook()
    fill(book)
    book.save(path)
    return spreadsheet.build(Settings()).read(path, path.name, None, NOTHING)


def test_a_workbook_is_read_sheet_by_sheet_with_the_sense_of_its_formats(tmp_path: Path) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        assert sheet is not None
        sheet.title = "Seeds"
        sheet.append(["Kind", "Price", "Share", "Sown", "Kg"])
        sheet.append(["Rye", -1234.5, 0.125, None, 3])
        sheet.append(["Oats", 7, 0.875, None, 4.25])
        for row in (2, 3):
            sheet[f"B{row}"].number_format = '"$"#,##0.00'
            sheet[f"C{row}"].number_format = "0%"
        book.create_sheet("Empty")
        other = book.create_sheet("Boats")
        other.append(["Name", "Length (m)"])
        other.append(["Odette", 12.3])
        other.append(["Grete", 9])

    reading = workbook(tmp_path / "station_2024.xlsx", fill)
    seeds, boats = tables(reading)
    assert plain(seeds) == [
        ["Kind", "Price", "Share", "Kg"],
        ["Rye", "-$1,234.5", "12.5%", "3"],
        ["Oats", "$7", "87.5%", "4.25"],
    ]
    assert [column.kind for column in seeds.columns] == ["currency", "per_cent", "number"]
    assert (seeds.section, boats.section) == (("Seeds",), ("Boats",))
    assert (seeds.pages, boats.pages) == ((0,), (1,))
    assert spans_hold(reading)


def test_a_workbook_is_read_from_the_library_where_files_have_no_suffix(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Kind", "Price"])
    sheet.append(["Rye", 12])
    book.save(tmp_path / "seeds.xlsx")
    kept = (tmp_path / "seeds.xlsx").rename(tmp_path / "0f3a")
    reading = spreadsheet.build(Settings()).read(kept, "seeds.xlsx", None, NOTHING)
    assert plain(tables(reading)[0]) == [["Kind", "Price"], ["Rye", "12"]]


@pytest.mark.parametrize("said", ["A1", "A1:B2", "C3:D9", "A1:Z4000", ""])
def test_a_sheet_is_read_whole_whatever_extent_it_says_to_have(tmp_path: Path, said: str) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    rows = [["Kind", "Price", "Kg"], ["Rye", 12, 3], ["Oats", 7, 4], ["Barley", 8, 5]]
    for row in rows:
        sheet.append(row)
    book.save(tmp_path / "whole.xlsx")
    path = tmp_path / "seeds.xlsx"
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as whole, zipfile.ZipFile(path, "w") as changed:
        for each in whole.namelist():
            content = whole.read(each)
            if each.endswith("sheet1.xml"):
                assert b'<dimension ref="A1:C4" />' in content
                wrong = f'<dimension ref="{said}" />' if said else ""
                content = content.replace(b'<dimension ref="A1:C4" />', wrong.encode())
            changed.writestr(each, content)
    reading = spreadsheet.build(Settings()).read(path, path.name, None, NOTHING)
    expected = [[str(cell) for cell in row] for row in rows]
    assert plain(tables(reading)[0]) == expected
    engine = EngineRows(spreadsheet.ROWS, path, path.name, EngineLimits(60, 2_048))
    large = [[cell for cell in row if cell] for row in engine.rows()]
    assert large == expected


def test_formulas_without_values_hidden_sheets_and_macros_are_said(tmp_path: Path) -> None:
    def fill(book: openpyxl.Workbook) -> None:
        sheet = book.active
        assert sheet is not None
        sheet.append(["Kind", "Kg", "Double"])
        sheet.append(["Rye", 3, "=B2*2"])
        sheet.append(["Oats", 4, "=B3*2"])
        secret = book.create_sheet("Secret")
        secret.append(["a", 1])
        secret.sheet_state = "hidden"

    path = tmp_path / "a.xlsx"
    reading = workbook(path, fill)
    (table,) = tables(reading)
    assert plain(table) == [["Kind", "Kg"], ["Rye", "3"], ["Oats", "4"]]
    assert [warning.split(",")[0].split(":")[0] for warning in reading.warnings] == [
        "2 formulas hold no value",
        "Hidden sheets were left out",
    ]
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/vbaProject.bin", b"x")
        archive.writestr("xl/externalLinks/externalLink1.xml", b"<x/>")
    again = spreadsheet.build(Settings()).read(path, path.name, None, NOTHING)
    assert any("macros" in warning for warning in again.warnings)
    assert any("other files" in warning for warning in again.warnings)


def test_a_workbook_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    def refusal(content: bytes) -> str:
        path = tmp_path / "a.xlsx"
        path.write_bytes(content)
        with pytest.raises(ReadingError) as refused:
            spreadsheet.build(Settings()).read(path, path.name, None, NOTHING)
        assert refused.value.what
        assert refused.value.remedy
        return refused.value.code

    assert refusal(b"") == "empty"
    assert refusal(b"PK\x03\x04 no archive") == "broken"
    assert refusal(b"\xd0\xcf\x11\xe0" + b"\0" * 600) == "encrypted"
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(6):
            archive.writestr(f"xl/worksheets/sheet{number}.xml", b"\0" * 100_000_000)
    assert bomb.stat().st_size < 1_000_000
    assert refusal(bomb.read_bytes()) == "too_large"


# --- HTML and Markdown ---------------------------------------------------------------------------

PAGE = """<!doctype html><html><head><title>Field&nbsp;book</title><style>p{}</style></head><body>
<h1>Seeds</h1><p>In <b>thousands</b> of kg.<br>Weighed dry.</p><script>alert("1")</script>
<table><caption>Harvest</caption>
<tr><th rowspan="2">Kind</th><th colspan="2">Spring</th></tr><tr><th>2022</th><th>2023</th></tr>
<tr><td>Rye</td><td>$</td><td>1,200</td><td>(3)</td></tr>
<tr><td>Oats</td><td>$</td><td>7</td><td>&mdash;</td></tr></table>
<ul><li>first<li>second</ul><table><tr><td>only one cell</td></tr></table></body></html>"""


def test_html_gives_headings_texts_and_tables() -> None:
    page = PAGE.replace("<td>$</td><td>", "<td>$")
    reading = read_html(page, "a.html")
    assert reading.title == "Field book"
    assert [(b.kind, reading.text[b.start : b.end].split("\n")[0]) for b in reading.blocks] == [
        ("heading", "Seeds"),
        ("paragraph", "In thousands of kg."),
        ("table", "Kind  Spring"),
        ("list", "• first"),
        ("list", "• second"),
        ("paragraph", "only one cell"),
    ]
    (table,) = tables(reading)
    assert plain(table) == [
        ["Kind", "Spring › 2022", "Spring › 2023"],
        ["Rye", "$1,200", "(3)"],
        ["Oats", "$7", "—"],
    ]
    assert table.title == "Harvest"
    assert [column.period for column in table.columns] == ["2022", "2023"]
    assert "alert" not in reading.text
    assert spans_hold(reading)


def test_a_table_inside_a_table_and_one_that_is_never_closed() -> None:
    text = (
        "<table><tr><td>a<table><tr><td>x<td>1<tr><td>y<td>2</table></td><td>b</td></tr>"
        "<tr><td>c<td>3"
    )
    found = tables(read_html(text, "a.html"))
    assert [row.label for row in found[0].rows] == ["x", "y"]


def test_html_without_words_is_refused() -> None:
    with pytest.raises(ReadingError, match="shows no words"):
        read_html("<html><body><script>draw()</script></body></html>", "a.html")


def test_huge_spans_do_no_harm() -> None:
    cell = '<td colspan="99999" rowspan="99999">x</td>'
    reading = read_html(f"<table><tr>{cell}<td>1</td></tr><tr><td>y<td>2</table>", "a.html")
    assert len(reading.text) < 10_000


def test_the_charset_that_a_page_names_is_used(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes('<meta charset="iso-8859-2"><p>Łódź</p>'.encode("iso-8859-2"))
    assert html.build(Settings()).read(path, "a.html", None, NOTHING).text == "Łódź"


def test_a_table_of_markdown_is_typed() -> None:
    header = "# Seeds\n\n| Kind | Kg | Share |\n|---|--:|--:|\n"
    text = f"{header}| **Rye** | 1,200 | 12.5 % |\n| Oats | - | 3 |\n"
    (table,) = tables(read_text(text, "a.md", markdown=True))
    assert plain(table) == [["Kind", "Kg", "Share"], ["Rye", "1,200", "12.5 %"], ["Oats", "-", "3"]]
    assert table.columns[1].kind == "per_cent"


# --- detection -----------------------------------------------------------------------------------

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a.csv", b"a,b\n1,2", "text/csv"),
        ("A.TSV", b"a\tb", "text/tab-separated-values"),
        ("a.xlsx", b"PK\x03\x04...", XLSX),
        ("a.xlsm", b"PK\x03\x04...", XLSX),
        ("a.xlsx", b"\xd0\xcf\x11\xe0", XLSX),
        ("a.htm", b"<p>", "text/html"),
        ("page", b"  <!DOCTYPE html><p>", "text/html"),
        ("a.txt", b"<!DOCTYPE html> is how pages begin", "text/plain"),
    ],
)
def test_the_kind_of_a_file(name: str, head: bytes, kind: str) -> None:
    assert media_type_of(name, head) == kind


@pytest.mark.parametrize(
    ("name", "head"), [("a.ods", b"PK\x03\x04"), ("a.xls", b"\xd0\xcf\x11\xe0")]
)
def test_other_office_files_are_refused_with_what_to_do(name: str, head: bytes) -> None:
    with pytest.raises(ReadingError, match="XLSX") as refused:
        media_type_of(name, head)
    assert refused.value.code == "unsupported"
