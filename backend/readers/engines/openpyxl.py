"""The engine for XLSX: openpyxl, values as they were saved. A child process of
`backend.readers.spreadsheet`."""

from __future__ import annotations

import datetime
import re
import zipfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Any

import openpyxl
from openpyxl.cell.read_only import EMPTY_CELL

from backend.guarded_process import serve
from backend.readers.engines.merged_ranges import merged_ranges
from backend.readers.engines.protocol import EngineRequest, FileRefusal, Report, converse
from backend.readers.layout.spanned_cells import MergedRows
from backend.readers.layout.titles import title_of_name
from backend.readers.layout.written_tables import (
    MAX_CELLS,
    MAX_UNPACKED_MEGABYTES,
    TextBuilder,
    add_region,
    regions,
)
from backend.types import Reading

MAX_MEMBERS = 10_000
MAX_BLANK_ROWS = 1_000
"""After so many empty rows a sheet is taken to end: some programs format a million of them."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_CURRENCY = re.compile(r"\[\$([^\]-]{1,4})[^\]]*\]|([$€£¥₹₩])")
_QUOTED = re.compile(r'"([^"]*)"')
_MACROS = ("vbaproject.bin",)
_LINKS = "externallinks/"


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole workbook."""
    names = checked(request.path)
    values = opened(request.path, values=True)
    visible = sum(worksheet.sheet_state == "visible" for worksheet in values.worksheets)
    most_rows = request.max_rows if visible == 1 else 0
    formulas = opened(request.path, values=False)
    builder = TextBuilder()
    title = title_of_name(PurePosixPath(request.name.replace("\\", "/")).name)
    missing = cells = 0
    hidden: list[str] = []
    sheets = values.worksheets
    for number, sheet in enumerate(sheets):
        report(number, len(sheets))
        if sheet.sheet_state != "visible":
            hidden.append(sheet.title)
            continue
        grid: list[list[str]] = []
        filled = 0
        merged = merged_rows(sheet)
        for texts, absent in _rows(sheet, formulas[sheet.title]):
            row = merged.filled(texts)
            missing += absent
            cells += sum(1 for cell in row if cell)
            grid.append(row)
            filled += any(row)
            if cells > MAX_CELLS or (most_rows and filled > most_rows):
                raise FileRefusal("too_many_cells", MAX_CELLS)
        builder.rows_without += merged.without
        parts = regions(grid)
        if not parts:
            continue
        builder.page()
        builder.block("heading", sheet.title, 1)
        for part in parts:
            add_region(builder, part)
    report(len(sheets), len(sheets))
    if not builder.tables and not builder.blocks:
        raise FileRefusal("empty")
    return builder.reading(title, {"Format": "XLSX"}, about_parts(names, hidden, missing))


def checked(path: Path) -> list[str]:
    """The names of the file's parts, if it is a workbook that may be unpacked.

    Raises:
        Refusal: `encrypted`, `too_large` or `broken`.
    """
    with path.open("rb") as file:
        if file.read(4) == _OLD_OFFICE:  # what XLSX becomes under a password
            raise FileRefusal("encrypted")
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError):
        raise FileRefusal("broken") from None
    if len(members) > MAX_MEMBERS or (
        sum(member.file_size for member in members) > MAX_UNPACKED_MEGABYTES * 1024 * 1024
    ):
        raise FileRefusal("too_large", len(members))
    return [member.filename.lower() for member in members]


def opened(path: Path, *, values: bool) -> Any:
    """The workbook, with what its formulas gave or with the formulas."""
    # The library keeps files without a suffix, which openpyxl insists on for a path; the file is
    # read row by row from this handle, which ends with the process.
    return openpyxl.load_workbook(
        path.open("rb"), read_only=True, data_only=values, keep_vba=False, keep_links=False
    )


def _rows(values: Any, formulas: Any) -> Iterator[tuple[list[str], int]]:
    """Per row its cells' texts, and how many of them are formulas without a value."""
    blank = 0
    for row, written in zip_longest(rows_of(values), rows_of(formulas), fillvalue=()):
        texts = [_text(cell) for cell in row]
        absent = sum(
            1
            for cell, formula in zip(row, written, strict=False)
            if cell.value is None and formula.data_type == "f"
        )
        blank = 0 if any(texts) else blank + 1
        if blank > MAX_BLANK_ROWS:
            return
        yield texts, absent


def rows_of(sheet: Any) -> Iterator[tuple[Any, ...]]:
    """All rows of a sheet with their cells, as wide as it says to be or wider.

    The extent that a sheet says to have is wrong in files of some programs, and openpyxl leaves out
    without a word what lies beyond.
    """
    width = int(sheet.max_column or 0)
    sheet.reset_dimensions()
    for row in sheet.iter_rows():
        yield (*row, *[EMPTY_CELL] * (width - len(row)))


def merged_rows(sheet: Any) -> MergedRows:
    """What fills the merged cells of a sheet, row by row.

    Raises:
        Refusal: `too_many_merged`.
    """
    # A workbook that is read row by row tells nothing of them (openpyxl 3.1): they stand in the
    # sheet's own part, behind its rows.
    with sheet.parent._archive.open(sheet._worksheet_path) as part:
        return MergedRows(merged_ranges(part))


def texts_of(sheet: Any, merged: MergedRows) -> Iterator[list[str]]:
    """The texts of a sheet's rows with its merged cells filled, down to where it is taken to
    end."""
    blank = 0
    for row in rows_of(sheet):
        texts = [_text(cell) for cell in row]
        blank = 0 if any(texts) else blank + 1
        if blank > MAX_BLANK_ROWS:
            return
        yield merged.filled(texts)


def _text(cell: Any) -> str:
    """A cell as a person reads it, but with every digit: the format gives sign and kind alone."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, int | float):
        return _number(value, str(cell.number_format or ""))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return " ".join(str(value).split())


def _number(value: float, form: str) -> str:
    currency = _CURRENCY.search(form)
    plain = _QUOTED.sub("", form)
    if "%" in plain:
        return f"{_digits(value * 100, grouped=False)}%"
    sign = (currency[1] or currency[2]).strip() if currency else ""
    digits = _digits(abs(value), grouped="," in plain)
    return f"{'-' if value < 0 else ''}{sign}{digits}"


def _digits(value: float, *, grouped: bool) -> str:
    """A number with up to 15 significant digits, which is what a workbook holds exactly."""
    text = f"{value:.15g}"
    if "e" in text:
        text = f"{value:.15f}".rstrip("0").rstrip(".")
    whole, point, decimals = text.partition(".")
    if grouped and whole.lstrip("-").isdigit():
        whole = f"{int(whole):,}"
    return f"{whole}{point}{decimals}"


def about_parts(names: list[str], hidden: list[str], missing: int) -> list[str]:
    """What was left out of a workbook, in sentences."""
    found: list[str] = []
    if missing:
        formulas = "1 formula holds" if missing == 1 else f"{missing:,} formulas hold"
        found.append(
            f"{formulas} no value, because the workbook was never computed: those cells are "
            "empty. Open it in a spreadsheet program, save it and add it again."
        )
    if hidden:
        found.append(f"Hidden sheets were left out: {', '.join(hidden[:8])}.")
    if any(name.endswith(_MACROS) for name in names):
        found.append("The workbook's macros were left out; nothing of them was run.")
    if any(_LINKS in name for name in names):
        found.append(
            "The workbook refers to other files, which were not opened: what they gave when it was "
            "saved was read."
        )
    return found


if __name__ == "__main__":
    serve(converse(read))
