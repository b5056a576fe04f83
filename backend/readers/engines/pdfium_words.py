"""The words of a PDF page with their boxes, straight from PDFium's text page.

PDFium gives a page's characters in drawing order with blanks where it sees gaps. A word's box comes
from its first and last character alone; only words that turn out to run over two lines are looked
at letter by letter.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from backend.readers.layout.characters import clean
from backend.readers.layout.shapes import Word

BOLD = 600
_WORD = re.compile("[^\\s\x00\x02\ufffe]+[\x02\ufffe]?")
_HYPHEN = re.compile("[\x02\ufffe]$")  # PDFium's mark for a hyphen at a line's end
_BOLD_NAME = re.compile(r"(?i)bold|black|heavy|semibold|demi")


class PageWords(NamedTuple):
    """A page's size as shown and its words, upright as they are read.

    `turn` is by how many quarter turns (clockwise) most of the text lies on the page as shown:
    layout works on words as if the page were turned back; `shown` maps a box to the page as shown.
    """

    width: float
    height: float
    words: list[Word]
    turn: int


class Rectangle(NamedTuple):
    """Edges of a box; of a character's in PDF's space `top` is above `bottom` and larger."""

    left: float
    top: float
    right: float
    bottom: float


class Fonts:
    """Whether a font is bold, remembered by the font's address while its document is open."""

    def __init__(self) -> None:
        self._bold: dict[int, bool] = {}

    def bold(self, textpage: Any, index: int) -> bool:
        """Whether the character at the index is set in a bold font."""
        textobject = pdfium.FPDFText_GetTextObject(textpage, index)
        if not textobject:
            return False
        font = pdfium.FPDFTextObj_GetFont(textobject)
        if not font:
            return False
        address = ctypes.cast(font, ctypes.c_void_p).value or 0
        known = self._bold.get(address)
        if known is None:
            buffer = (ctypes.c_char * 256)()
            pdfium.FPDFFont_GetBaseFontName(font, buffer, 256)
            name = buffer.value.decode("latin-1")
            known = _BOLD_NAME.search(name) is not None or pdfium.FPDFFont_GetWeight(font) >= BOLD
            self._bold[address] = known
        return known


def page_words(document: Any, number: int, fonts: Fonts) -> PageWords:
    """Words of one page.

    Raises:
        ValueError: if PDFium cannot load the page.
    """
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        raise ValueError(f"page {number} cannot be loaded")
    try:
        textpage = pdfium.FPDFText_LoadPage(page)
        if not textpage:
            raise ValueError(f"page {number} has no text page")
        try:
            return _read(page, textpage, fonts)
        finally:
            pdfium.FPDFText_ClosePage(textpage)
    finally:
        pdfium.FPDF_ClosePage(page)


def _read(page: Any, textpage: Any, fonts: Fonts) -> PageWords:
    width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
    rotation = pdfium.FPDFPage_GetRotation(page) % 4
    bounds = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, bounds)
    place = _placement(bounds, rotation)
    text = _characters(textpage)
    spans = [match.span() for match in _WORD.finditer(text)]
    turns = [_turn(textpage, start) for start, _ in spans]
    turn = Counter(turns).most_common(1)[0][0] if turns else 0
    facing = (turn + rotation) % 4
    upright = _turned((4 - facing) % 4, width, height)
    words: list[Word] = []
    aside: list[Word] = []
    for (start, end), own in zip(spans, turns, strict=True):
        target = words if own == turn else aside
        _add_words(target, textpage, text, start, end, lambda box: upright(place(box)), fonts)
    return PageWords(width, height, words + aside, facing)


def shown(page: PageWords) -> Callable[[Rectangle], Rectangle]:
    """From the upright layout to the page as shown."""
    return _turned(page.turn, *layout_size(page))


def layout_size(page: PageWords) -> tuple[float, float]:
    """Width and height of the page when its text is upright."""
    return (page.height, page.width) if page.turn % 2 else (page.width, page.height)


def _characters(textpage: Any) -> str:
    """The page's characters; position k is PDFium's character k."""
    count = pdfium.FPDFText_CountChars(textpage)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (2 * count + 2))()
    written = pdfium.FPDFText_GetText(textpage, 0, count, buffer)
    units = bytes(buffer)[: 2 * max(0, written - 1)]
    text = units.decode("utf-16-le", "surrogatepass")
    if len(text) == count == written - 1:
        return text
    # Positions differ where characters were left out or lie beyond the basic plane.
    codes = (pdfium.FPDFText_GetUnicode(textpage, index) for index in range(count))
    return "".join(chr(code) if 0 < code < 0x110000 else "\x00" for code in codes)


def _add_words(
    words: list[Word],
    textpage: Any,
    text: str,
    start: int,
    end: int,
    place: Callable[[Rectangle], Rectangle],
    fonts: Fonts,
) -> None:
    first = place(_box(textpage, start))
    last = place(_box(textpage, end - 1)) if end - start > 1 else first
    size = max(first.bottom - first.top, 0.1)
    if abs((first.top + first.bottom) - (last.top + last.bottom)) > 1.6 * size and end - start > 1:
        middle = _line_break(textpage, start, end, place)
        _add_words(words, textpage, text, start, middle, place, fonts)
        _add_words(words, textpage, text, middle, end, place, fonts)
        return
    letters = clean(_HYPHEN.sub("-", text[start:end]))
    if not letters:
        return
    words.append(
        Word(
            letters,
            min(first.left, last.left),
            min(first.top, last.top),
            max(first.right, last.right),
            max(first.bottom, last.bottom),
            size,
            fonts.bold(textpage, start),
        )
    )


def _line_break(
    textpage: Any, start: int, end: int, place: Callable[[Rectangle], Rectangle]
) -> int:
    """The first character of a word that stands on another line than its first one."""
    first = place(_box(textpage, start))
    size = max(first.bottom - first.top, 0.1)
    for index in range(start + 1, end):
        box = place(_box(textpage, index))
        if abs((first.top + first.bottom) - (box.top + box.bottom)) > 1.6 * size:
            return index
    return end - 1


def _box(textpage: Any, index: int) -> Rectangle:
    box = pdfium.FS_RECTF()
    pdfium.FPDFText_GetLooseCharBox(textpage, index, box)
    values = (box.left, box.top, box.right, box.bottom)
    return Rectangle(*(value if math.isfinite(value) else 0.0 for value in values))


def _turn(textpage: Any, index: int) -> int:
    """Quarter turns, clockwise, of the character on the page as stored."""
    angle = pdfium.FPDFText_GetCharAngle(textpage, index)
    return round(angle / (math.pi / 2)) % 4 if angle > 0 else 0


def _placement(bounds: Any, rotation: int) -> Callable[[Rectangle], Rectangle]:
    """From PDF's space (origin at the bottom left, as stored) to the page as shown.

    `rotation` counts the quarter turns clockwise by which the page is shown.
    """
    left, bottom, right, top = bounds.left, bounds.bottom, bounds.right, bounds.top
    if rotation == 1:
        return lambda box: Rectangle(
            box.bottom - bottom, box.left - left, box.top - bottom, box.right - left
        )
    if rotation == 2:
        return lambda box: Rectangle(
            right - box.right, box.bottom - bottom, right - box.left, box.top - bottom
        )
    if rotation == 3:
        return lambda box: Rectangle(
            top - box.top, right - box.right, top - box.bottom, right - box.left
        )
    return lambda box: Rectangle(box.left - left, top - box.top, box.right - left, top - box.bottom)


def _turned(quarters: int, width: float, height: float) -> Callable[[Rectangle], Rectangle]:
    """Turn a box of a page of the given size clockwise by quarter turns, with the page."""
    if quarters == 1:
        return lambda box: Rectangle(height - box.bottom, box.left, height - box.top, box.right)
    if quarters == 2:
        return lambda box: Rectangle(
            width - box.right, height - box.bottom, width - box.left, height - box.top
        )
    if quarters == 3:
        return lambda box: Rectangle(box.top, width - box.right, box.bottom, width - box.left)
    return lambda box: box
