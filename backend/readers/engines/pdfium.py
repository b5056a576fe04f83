"""The first engine: PDFium. Run as a child process by `backend.readers.pdf`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdfium2.raw as pdfium

from backend.guarded_process import serve
from backend.readers.engines.pdfium_words import (
    Fonts,
    PageWords,
    Rectangle,
    layout_size,
    page_words,
    shown,
)
from backend.readers.engines.protocol import (
    Refusal,
    Report,
    Request,
    converse,
    missing_text_warning,
)
from backend.readers.layout.characters import clean
from backend.readers.layout.document import assemble
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import Bookmark, PageLayout, PrintedLine
from backend.types import Reading

MAX_BOOKMARKS = 5_000
MAX_BOOKMARK_DEPTH = 12
METADATA = (
    "Title",
    "Author",
    "Subject",
    "Keywords",
    "Creator",
    "Producer",
    "CreationDate",
    "ModDate",
)


def read(request: Request, report: Report) -> Reading:
    """Read a whole document."""
    document = open_document(request.path, request.password)
    try:
        count = pdfium.FPDF_GetPageCount(document)
        request.check_pages(count)
        fonts = Fonts()
        pages: list[PageLayout] = []
        silent: list[int] = []
        for number in range(count):
            try:
                page = page_words(document, number, fonts)
            except ValueError:
                page = PageWords(*_page_size(document, number), [], 0)
            if not page.words:
                silent.append(number)
            pages.append(_turned_back(lay_out(page.words, *layout_size(page)), page))
            report(number + 1, count)
        return assemble(
            pages,
            name=request.name,
            metadata=_metadata(document),
            bookmarks=list(_bookmarks(document)),
            warnings=missing_text_warning(silent, count),
        )
    finally:
        pdfium.FPDF_CloseDocument(document)


def open_document(path: Path, password: str) -> Any:
    """Open the file.

    Raises:
        Refusal: `encrypted` or `broken`.
    """
    secret = password.encode() if password else None
    document = pdfium.FPDF_LoadDocument(str(path).encode(), secret)
    if not document:
        encrypted = pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD
        raise Refusal("encrypted" if encrypted else "broken")
    return document


def _page_size(document: Any, number: int) -> tuple[float, float]:
    size = pdfium.FS_SIZEF()
    if not pdfium.FPDF_GetPageSizeByIndexF(document, number, size):
        return 612.0, 792.0
    return size.width, size.height


def _turned_back(layout: PageLayout, page: PageWords) -> PageLayout:
    """Put the lines' boxes back on the page as it is shown."""
    if page.turn:
        turn = shown(page)
        for item in layout.items:
            lines = (
                [item]
                if isinstance(item, PrintedLine)
                else [*item.header_lines, *(line for line, _ in item.rows)]
            )
            for line in lines:
                box = turn(Rectangle(line.left, line.top, line.right, line.bottom))
                line.shown = (box.left, box.top, box.right, box.bottom)
                line.cells = tuple(cell and _box(turn(Rectangle(*cell))) for cell in line.cells)
    return layout


def _box(rectangle: Rectangle) -> tuple[float, float, float, float]:
    return rectangle.left, rectangle.top, rectangle.right, rectangle.bottom


def _metadata(document: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for key in METADATA:
        length = pdfium.FPDF_GetMetaText(document, key.encode(), None, 0)
        if 2 < length <= 8192:
            buffer = ctypes.create_string_buffer(length)
            pdfium.FPDF_GetMetaText(document, key.encode(), buffer, length)
            text = clean(buffer.raw[: length - 2].decode("utf-16-le", "replace")).strip()
            if text:
                found[key] = text
    return found


def _bookmarks(document: Any) -> Iterator[Bookmark]:
    """The outline in order. Loops, depth and number are bounded: the file may be hostile."""
    seen: set[int] = set()
    stack = [(pdfium.FPDFBookmark_GetFirstChild(document, None), 1)]
    while stack and len(seen) < MAX_BOOKMARKS:
        mark, level = stack.pop()
        address = ctypes.cast(mark, ctypes.c_void_p).value if mark else None
        if address is None or address in seen or level > MAX_BOOKMARK_DEPTH:
            continue
        seen.add(address)
        length = pdfium.FPDFBookmark_GetTitle(mark, None, 0)
        if 2 < length <= 4096:
            buffer = ctypes.create_string_buffer(length)
            pdfium.FPDFBookmark_GetTitle(mark, buffer, length)
            title = clean(buffer.raw[: length - 2].decode("utf-16-le", "replace")).strip()
            destination = pdfium.FPDFBookmark_GetDest(document, mark)
            page = pdfium.FPDFDest_GetDestPageIndex(document, destination) if destination else -1
            yield Bookmark(title, level, page)
        stack.append((pdfium.FPDFBookmark_GetNextSibling(document, mark), level))
        stack.append((pdfium.FPDFBookmark_GetFirstChild(document, mark), level + 1))


if __name__ == "__main__":
    serve(converse(read))
