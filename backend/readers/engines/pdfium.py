"""The first engine: PDFium. Run as a child process by `backend.readers.pdf`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pypdfium2.raw as pdfium

from backend.guarded_process import serve
from backend.readers.engines.page_quality import is_rubbish
from backend.readers.engines.pdfium_frames import Rectangle
from backend.readers.engines.pdfium_pictures import may_hold_pictures
from backend.readers.engines.pdfium_words import (
    Fonts,
    PageWords,
    layout_size,
    page_words,
    shown,
)
from backend.readers.engines.protocol import (
    EngineRequest,
    FileRefusal,
    Report,
    converse,
    listed,
    missing_text_warning,
)
from backend.readers.engines.recognised import Recognised
from backend.readers.layout.characters import clean
from backend.readers.layout.document import assemble
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import Bookmark, Figure, PageLayout, PrintedLine
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


class PageReading(NamedTuple):
    """A page that was read from its picture, and how sure its words are, 0 to 1."""

    layout: PageLayout
    sure: float


class FiguresReading(NamedTuple):
    """What was read in pictures on a page of text, and how sure it is, 0 to 1."""

    figures: list[Figure]
    sure: float


class PageRecogniser(Protocol):
    """Reads pages of a document, and pictures on them, as they are shown.

    `left` are the pages, counted from 0, with pictures that it did not read: there are more of them
    than it reads, or there was no time.
    """

    left: list[int]

    def page(self, document: Any, number: int) -> PageReading | None:
        """A page; None if there is nothing to read, or no time."""

    def stamped(self, document: Any, number: int, layer: PageWords) -> PageReading | None:
        """A page that is a picture with a few printed words, with these; None as above, and where
        the same picture was read before."""

    def figures(self, document: Any, number: int, layer: PageWords) -> FiguresReading | None:
        """The pictures on a page of text; None if they say nothing, or were read before."""


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document from its text layer."""
    return read_pages(request, report)


def read_pages(
    request: EngineRequest, report: Report, recognition: PageRecogniser | None = None
) -> Reading:
    """Read a whole document; what its text layer does not tell by `recognition`.

    Raises:
        Refusal: `scanned` if there are such pages or pictures, and they are wanted but cannot be
            read here.
    """
    document = open_document(request.path, request.password)
    try:
        count = pdfium.FPDF_GetPageCount(document)
        request.check_pages(count)
        fonts = Fonts()
        pages: list[PageLayout] = []
        silent: list[int] = []
        garbled: list[int] = []
        seen = Recognised(count)
        pictured = request.recognise or recognition is not None
        pictured = pictured and may_hold_pictures(request.path)
        for number in range(count):
            try:
                page = page_words(document, number, fonts, pictures=pictured)
            except ValueError:
                page = PageWords(*_page_size(document, number), [], 0)
            rubbish = is_rubbish(" ".join(word.text for word in page.words))
            unread = rubbish or (not page.words and _shows_something(document, number))
            if request.recognise and (unread or page.pictures.boxes):
                raise FileRefusal("scanned")
            found = None
            if recognition is not None and unread:
                found = recognition.page(document, number)
            elif recognition is not None and page.pictures.whole:
                found = recognition.stamped(document, number, page)
            if found is not None:
                pages.append(found.layout)
                seen.pages[number] = found.sure
            else:
                (garbled if rubbish else silent).extend([number] * (rubbish or not page.words))
                layout = _turned_back(lay_out(page.words, *layout_size(page), page.rules), page)
                if recognition is not None and not unread and not page.pictures.whole:
                    _add_figures(layout, recognition, document, number, page, seen)
                pages.append(layout)
            report(number + 1, count)
        if recognition is not None:
            seen.left = recognition.left
        entries, notes = seen.told()
        return assemble(
            pages,
            name=request.name,
            metadata={**_metadata(document), **entries},
            bookmarks=list(_bookmarks(document)),
            warnings=(*notes, *missing_text_warning(silent, count), *_garbled(garbled)),
        )
    finally:
        pdfium.FPDF_CloseDocument(document)


def _add_figures(
    layout: PageLayout,
    recognition: PageRecogniser,
    document: Any,
    number: int,
    page: PageWords,
    seen: Recognised,
) -> None:
    if not page.pictures.boxes:
        return
    found = recognition.figures(document, number, page)
    if found is not None:
        layout.figures = found.figures
        seen.pictures[number] = found.sure


def _shows_something(document: Any, number: int) -> bool:
    """Whether a page has anything on it, drawn or pictured."""
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return False
    try:
        return bool(pdfium.FPDFPage_CountObjects(page) > 0)
    finally:
        pdfium.FPDF_ClosePage(page)


def _garbled(pages: Sequence[int]) -> tuple[str, ...]:
    if not pages:
        return ()
    return (
        f"The text layer of {listed(pages)} says something else than the page shows, since its "
        "font names its letters wrongly: what stands there may not be found.",
    )


def open_document(path: Path, password: str) -> Any:
    """Open the file.

    Raises:
        Refusal: `encrypted` or `broken`.
    """
    secret = password.encode() if password else None
    document = pdfium.FPDF_LoadDocument(str(path).encode(), secret)
    if not document:
        encrypted = pdfium.FPDF_GetLastError() == pdfium.FPDF_ERR_PASSWORD
        raise FileRefusal("encrypted" if encrypted else "broken")
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
