"""The first engine with text recognition: pages without a text layer are read from their picture,
and so are pictures on pages of text.

Run as a child process by `backend.readers.pdf`, for files whose first reading found such pages.
"""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import pypdfium2.raw as pdfium
from PIL import Image

from backend.guarded_process import serve
from backend.readers.engines.page_recognition import (
    RecognisedPage,
    Recogniser,
    back_on_page,
    straightened_place,
)
from backend.readers.engines.pdfium import FiguresReading, PageReading, read_pages
from backend.readers.engines.pdfium_frames import Rectangle, quarter_turned
from backend.readers.engines.pdfium_pictures import (
    density_of,
    hide_text,
    identity_of,
    placed_pictures,
)
from backend.readers.engines.pdfium_words import PageWords, word_boxes
from backend.readers.engines.protocol import EngineRequest, FileRefusal, Report, converse
from backend.readers.layout.page import lay_out
from backend.readers.layout.rows import fragments
from backend.readers.layout.shapes import Figure, PageLayout, Word, lines_of
from backend.types import Reading

SCALE = 240 / 72
"""Points of the picture per point of the page: Tesseract was trained on 300 a inch; 240 read as
well, and faster."""
MOST_POINTS = 16_000_000
LEAST_SURE = 0.3
"""Below this a page is a picture, and what was seen in it no text."""
LEAST_SURE_BESIDE = 0.6
"""The same for a page with printed words, which is more often a photograph with its caption."""
SHARE = 0.9
"""Share of the engine's time after which the remaining pages are left unread."""
PICTURES_SHARE = 0.5
"""Share of the engine's time after which pictures on pages of text are left unread."""
MOST_ON_PAGE, MOST_IN_FILE = 4, 200
"""Pictures on one page of text, and on all of a file, that are read."""
FIGURES_SECONDS = 60.0
"""Longest time for all pictures on one page of text: who waits hears of a page once it is done, and
takes two minutes without one for a file that runs in circles."""
MOST_TRIES = 2
"""How often a picture is looked at that was not read in its time: it may stand on every page."""
FIGURE_SCALE = 300 / 72
"""The same as SCALE for a picture on a page of text: its decimal points are a dot or two wide."""
MOST_FIGURE_POINTS = 8_000_000
FINER = 1.5
"""Points per point of a picture: its letters are often of a screen's size."""
TWICE = 0.5
"""Share of a printed word that recognised ones cover from which they are the same."""


def read(request: EngineRequest, report: Report) -> Reading:
    """Read a whole document; what its text layer does not tell from pictures, while there is
    time."""
    try:
        recogniser = Recogniser(request.languages, request.language_data)
    except LookupError as error:
        raise FileRefusal("no_language", detail=str(error)) from None
    with contextlib.closing(recogniser):
        return read_pages(request, report, PictureReader(recogniser, request.seconds))


class PictureReader:
    """A PageRecogniser by Tesseract. Each picture is read where it first stands: backgrounds and
    letterheads are the same on every page.

    `count` are the pictures on pages of text that it has looked at. One whose time was over before
    it was read is looked at once more where it stands again.

    Args:
        seconds: the engine's time.
    """

    def __init__(self, recogniser: Recogniser, seconds: float) -> None:
        self.left: list[int] = []
        self._recogniser = recogniser
        now = time.monotonic()
        self._until = now + SHARE * seconds
        self._pictures_until = now + PICTURES_SHARE * seconds
        self._known: set[bytes] = set()
        self._tries: Counter[bytes] = Counter()
        self.count = 0

    def page(self, document: Any, number: int) -> PageReading | None:
        """See `PageRecogniser.page`."""
        if time.monotonic() > self._until:
            return None
        with _loaded(document, number) as page:
            if page is None:
                return None
            found = self._seen(page)
            return None if found is None else self._whole(page, found, [], LEAST_SURE)

    def stamped(self, document: Any, number: int, layer: PageWords) -> PageReading | None:
        """See `PageRecogniser.stamped`."""
        with _loaded(document, number) as page:
            if page is None:
                return None
            pictures = placed_pictures(page)
            identities = {identity_of(pictures, box) for box in layer.pictures.boxes}
            if identities <= self._known:
                return None
            if time.monotonic() > self._until or self._is_given_up(identities):
                self.left.append(number)
                return None
            hide_text(page)
            found = self._seen(page)
            if found is None:
                return None
            reading = self._whole(page, found, _as_shown(layer), LEAST_SURE_BESIDE)
            if reading is None and found.unfinished:
                self.left.append(number)
                self._tries.update(identities)
            else:
                self._known |= identities - {b""}
            return reading

    def figures(self, document: Any, number: int, layer: PageWords) -> FiguresReading | None:
        """See `PageRecogniser.figures`."""
        figures: list[Figure] = []
        sure: list[tuple[float, int]] = []
        until = min(time.monotonic() + FIGURES_SECONDS, self._pictures_until)
        tried = 0
        left = False
        with _loaded(document, number) as page:
            if page is None:
                return None
            pictures = placed_pictures(page)
            hide_text(page)
            for box in layer.pictures.boxes:
                identity = identity_of(pictures, box)
                if identity in self._known:
                    continue
                if self._is_given_up({identity}):
                    left = True
                    continue
                seconds = until - time.monotonic()
                if seconds <= 0 or tried >= MOST_ON_PAGE or self.count >= MOST_IN_FILE:
                    left = True
                    break
                tried += 1
                self.count += 1
                found = self._labels(page, box, density_of(pictures, box), seconds)
                left |= found.unfinished
                if found.words:
                    figures.append(_figure(found, box, layer))
                    sure.append((found.sure, sum(len(word.text) for word in found.words)))
                if found.unfinished and not found.words:
                    self._tries[identity] += 1
                elif identity:
                    self._known.add(identity)
        if left:
            self.left.append(number)
        letters = sum(count for _, count in sure)
        if not letters:
            return None
        return FiguresReading(figures, sum(each * count for each, count in sure) / letters)

    def _is_given_up(self, identities: set[bytes]) -> bool:
        """Whether one of the pictures was not read in its time so often that it never will be."""
        return any(identity and self._tries[identity] >= MOST_TRIES for identity in identities)

    def _seen(self, page: Any) -> RecognisedPage | None:
        """What a loaded page says as a whole; None if it cannot be drawn."""
        width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        if width <= 0 or height <= 0:
            return None
        scale = min(SCALE, (MOST_POINTS / (width * height)) ** 0.5)
        picture = _picture(page, Rectangle(0.0, 0.0, width, height), scale)
        return None if picture is None else self._recogniser.read(picture, scale)

    def _whole(
        self, page: Any, found: RecognisedPage, layer: list[Word], least: float
    ) -> PageReading | None:
        """A loaded page from what was seen of it, with words of its layer as they are shown."""
        width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        if not found.words or found.sure < least or (layer and not found.telling):
            return None
        upright = (height, width) if found.turn % 2 else (width, height)
        beside = _beside(layer, found, (width, height))
        layout = lay_out([*found.words, *beside], *upright)
        _put_back(layout, found, upright)
        return PageReading(PageLayout(width, height, layout.items), found.sure)

    def _labels(self, page: Any, box: Rectangle, density: float, seconds: float) -> RecognisedPage:
        """What a picture on a loaded page says."""
        area = (box.right - box.left) * (box.bottom - box.top)
        scale = min(max(FIGURE_SCALE, FINER * density), (MOST_FIGURE_POINTS / area) ** 0.5)
        picture = _picture(page, box, scale)
        if picture is None:
            return RecognisedPage([], 0.0, unfinished=True)
        return self._recogniser.read_picture(picture, scale, seconds)


def _figure(found: RecognisedPage, box: Rectangle, layer: PageWords) -> Figure:
    """What a picture says, where it stands on the page."""
    width, height = box.right - box.left, box.bottom - box.top
    upright = (height, width) if found.turn % 2 else (width, height)
    layout = lay_out(found.words, *upright)
    _put_back(layout, found, upright)
    size = layer.width, layer.height
    place = quarter_turned((4 - layer.turn) % 4, *size)(box)
    for line in lines_of(layout):
        edges = line.shown or (line.left, line.top, line.right, line.bottom)
        line.shown = _moved(edges, box)
        line.cells = tuple(cell and _moved(cell, box) for cell in line.cells)
        line.left, line.right = line.left + place.left, line.right + place.left
        line.top, line.bottom = line.top + place.top, line.bottom + place.top
    return Figure(layout.items, *place)


@contextlib.contextmanager
def _loaded(document: Any, number: int) -> Iterator[Any]:
    """A page, closed afterwards; None if it cannot be loaded."""
    page = pdfium.FPDF_LoadPage(document, number)
    try:
        yield page or None
    finally:
        if page:
            pdfium.FPDF_ClosePage(page)


def _as_shown(layer: PageWords) -> list[Word]:
    """A page's words where they stand on it as it is shown."""
    return [
        Word(word.text, *box, word.size, word.bold, word.fixed)
        for word, box in zip(layer.words, word_boxes(layer), strict=True)
    ]


def _beside(
    layer: Sequence[Word], found: RecognisedPage, size: tuple[float, float]
) -> Iterator[Word]:
    """Words of the layer that were not recognised as well, where they stand on the straightened
    page: what was printed in one go moves as a whole, so that it stays level.

    Args:
        layer: as they are shown.
        size: of the page as it is shown.
    """
    turn = quarter_turned(found.turn, *size)
    upright = size[::-1] if found.turn % 2 else size
    turned = [
        Word(word.text, *turn(Rectangle(*word[1:5])), word.size, word.bold, word.fixed)
        for word in layer
    ]
    for piece in fragments(turned):
        x, y = (piece.left + piece.right) / 2, piece.centre
        across, down = straightened_place(x, y, found.skew, *upright)
        for word in piece.words:
            moved = word._replace(
                left=word.left + across - x,
                right=word.right + across - x,
                top=word.top + down - y,
                bottom=word.bottom + down - y,
            )
            if not _is_recognised(moved, found.words):
                yield moved


def _is_recognised(word: Word, recognised: Iterable[Word]) -> bool:
    """Whether recognised words cover most of a printed one: it was printed without ink, by somebody
    who recognised the page before."""
    covered = sum(
        max(0.0, min(word.right, other.right) - max(word.left, other.left))
        * max(0.0, min(word.bottom, other.bottom) - max(word.top, other.top))
        for other in recognised
        if any(map(str.isalnum, other.text))
    )
    return covered > TWICE * (word.right - word.left) * (word.bottom - word.top)


def _moved(
    edges: tuple[float, float, float, float], box: Rectangle
) -> tuple[float, float, float, float]:
    left, top, right, bottom = edges
    return left + box.left, top + box.top, right + box.left, bottom + box.top


def _picture(page: Any, box: Rectangle, scale: float) -> Image.Image | None:
    """A part of the page in grey, as it is shown, form fields and notes included."""
    width = max(1, round((box.right - box.left) * scale))
    height = max(1, round((box.bottom - box.top) * scale))
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, None, 0)
    if not bitmap:
        return None
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        flags = pdfium.FPDF_ANNOT | pdfium.FPDF_GRAYSCALE
        size = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        place = (
            -round(box.left * scale),
            -round(box.top * scale),
            *(round(e * scale) for e in size),
        )
        pdfium.FPDF_RenderPageBitmap(bitmap, page, *place, 0, flags)
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
