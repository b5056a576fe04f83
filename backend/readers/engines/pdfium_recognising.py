"""The first engine with text recognition: pages without a text layer are read from their picture.

Run as a child process by `backend.readers.pdf`, for files whose first reading found such pages.
"""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections.abc import Callable
from typing import Any

import pypdfium2.raw as pdfium
from PIL import Image

from backend.guarded_process import serve
from backend.readers.engines.page_recognition import RecognisedPage, Recogniser, back_on_page
from backend.readers.engines.pdfium import PageReading, read_pages
from backend.readers.engines.pdfium_words import Rectangle, quarter_turned
from backend.readers.engines.protocol import EngineRequest, FileRefusal, Report, converse
from backend.readers.layout.page import lay_out
from backend.readers.layout.shapes import PageLayout, lines_of
from backend.types import Reading

SCALE = 240 / 72
"""Points of the picture per point of the page: Tesseract was trained on 300 a inch; 240 read as
well, and faster."""
MOST_POINTS = 16_000_000
LEAST_SURE = 0.3
"""Below this a page is a picture, and what was seen in it no text."""
SHARE = 0.9
"""Share of the engine's time after which the remaining pages are left unread."""


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document; pages without text from their picture, while there is time."""
    try:
        recogniser = Recogniser(request.languages, request.language_data)
    except LookupError as error:
        raise FileRefusal("no_language", detail=str(error)) from None
    until = time.monotonic() + SHARE * request.seconds
    with contextlib.closing(recogniser):

        def recognise(document: Any, number: int) -> PageReading | None:
            if time.monotonic() > until:
                return None
            return _recognised(recogniser, document, number)

        return read_pages(request, report, recognise)


def _recognised(recogniser: Recogniser, document: Any, number: int) -> PageReading | None:
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return None
    try:
        width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        if width <= 0 or height <= 0:
            return None
        scale = min(SCALE, (MOST_POINTS / (width * height)) ** 0.5)
        picture = _picture(page, max(1, round(width * scale)), max(1, round(height * scale)))
    finally:
        pdfium.FPDF_ClosePage(page)
    if picture is None:
        return None
    found = recogniser.read(picture, scale)
    if not found.words or found.sure < LEAST_SURE:
        return None
    upright = (height, width) if found.turn % 2 else (width, height)
    layout = lay_out(found.words, *upright)
    _put_back(layout, found, upright)
    return PageReading(PageLayout(width, height, layout.items), found.sure)


def _picture(page: Any, width: int, height: int) -> Image.Image | None:
    """The page in grey, as it is shown, form fields and notes included."""
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, None, 0)
    if not bitmap:
        return None
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        flags = pdfium.FPDF_ANNOT | pdfium.FPDF_GRAYSCALE
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        content = _bytes_of(bitmap, stride * height)
        return Image.frombuffer("L", (width, height), content, "raw", "L", stride, 1).copy()
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


def _bytes_of(bitmap: Any, size: int) -> bytes:
    address = pdfium.FPDFBitmap_GetBuffer(bitmap)
    return ctypes.string_at(address, size)


def _put_back(layout: PageLayout, found: RecognisedPage, upright: tuple[float, float]) -> None:
    """Say of each line and cell where it stands on the page as it is shown."""
    width, height = upright
    # The page was turned clockwise to be upright: the way back is the rest of the full turn.
    turn: Callable[[Rectangle], Rectangle] = quarter_turned((4 - found.turn) % 4, width, height)

    def shown(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        back = turn(back_on_page(Rectangle(*box), found.skew, width, height))
        return back.left, back.top, back.right, back.bottom

    if found.turn or found.skew:
        for line in lines_of(layout):
            line.shown = shown((line.left, line.top, line.right, line.bottom))
            line.cells = tuple(cell and shown(cell) for cell in line.cells)


if __name__ == "__main__":
    serve(converse(read))
