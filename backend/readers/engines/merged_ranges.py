"""The merged cells of a sheet of an XLSX workbook, read from its XML as it streams by."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import IO

from backend.readers.engines.protocol import FileRefusal
from backend.readers.layout.spanned_cells import MergedRange

MAX_MERGED = 100_000
"""Most merged cells of one sheet."""
_PIECE = 1 << 20
_LONGEST = 1_000
"""Characters that a tag is taken to have at most."""
_END_OF_ROWS = re.compile(r"</(?:\w+:)?sheetData\s*>|<(?:\w+:)?sheetData\s*/>")
_MERGED = re.compile(
    r"""<(?:\w+:)?mergeCell\s[^<>]{0,400}?\bref\s*=\s*["']\$?([A-Z]{1,3})\$?(\d{1,7}):"""
    r"""\$?([A-Z]{1,3})\$?(\d{1,7})["'][^<>]{0,400}>"""
)


def merged_ranges(part: IO[bytes]) -> list[MergedRange]:
    """The merged cells of a sheet's XML, which names them behind its rows; memory does not grow
    with the sheet.

    Raises:
        Refusal: `too_many_merged`.
    """
    ranges: list[MergedRange] = []
    before, among_rows = "", True
    for piece in _texts(part):
        text = before + piece
        if among_rows:
            end = _END_OF_ROWS.search(text)
            if end is None:
                before = text[-_LONGEST:]
                continue
            text, among_rows = text[end.end() :], False
        last = 0
        for match in _MERGED.finditer(text):
            last = match.end()
            left, right = sorted((_column(match[1]), _column(match[3])))
            top, bottom = sorted((int(match[2]) - 1, int(match[4]) - 1))
            ranges.append(MergedRange(top, left, bottom, right))
        if len(ranges) > MAX_MERGED:
            raise FileRefusal("too_many_merged", len(ranges))
        before = text[max(last, len(text) - _LONGEST) :]
    return ranges


def _texts(part: IO[bytes]) -> Iterator[str]:
    first = part.read(_PIECE)
    wide = first[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    # all that is looked for is ASCII, which is written alike in every other encoding of XML
    decoder = codecs.getincrementaldecoder("utf-16" if wide else "latin-1")("replace")
    while first:
        yield decoder.decode(first)
        first = part.read(_PIECE)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("A") + 1
    return number - 1
