"""Pictures on a PDF page, and those whose text the page's text layer does not tell."""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import mmap
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium

from backend.readers.engines.pdfium_frames import Rectangle, Stored, frame_of, quarter_turned

LEAST_SHARE = 0.05
"""Share of its page that a picture covers at least: smaller ones are logos and ornaments."""
WHOLE_PAGE = 0.6
"""Share of a page from which the page is a picture with some words upon it."""
FEW_WORDS = 20
"""A picture with more words of the text layer upon it is a background, or was read by whoever put
them there."""
LEAST_DENSITY = 0.6
"""Points of a picture per point of the page below which no word could be read in it."""
MOST_POINTS = 100_000_000
"""A picture of more points takes too much memory."""
MOST_ON_PAGE = 300
"""Pictures of a page that are looked at."""
MOST_IN_FORMS = 2_000
"""Objects inside forms that are looked at."""
DEEPEST_FORM = 3
_TOUCHING = 2.0
"""Points between parts of one picture, which many programs cut into strips."""
_MARK = re.compile(rb"/Subtype\s*/Image\b")

Affine = tuple[float, float, float, float, float, float]
_SAME: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class PlacedPicture(NamedTuple):
    """A picture on a page: its box on the page as shown, its points, and PDFium's object."""

    box: Rectangle
    width: int
    height: int
    handle: Any


class UnreadPictures(NamedTuple):
    """Boxes, on the page as shown, of pictures whose text the text layer does not tell, the largest
    first. `whole` says that they are the page, and what is printed upon them a stamp."""

    boxes: tuple[Rectangle, ...] = ()
    whole: bool = False


def may_hold_pictures(path: Path) -> bool:
    """Whether a PDF file has a picture: the dictionary of one is never packed or ciphered.

    Looking at every object of every page would take a file without pictures several per cent of
    its reading time.
    """
    with path.open("rb") as file, contextlib.closing(_mapped(file.fileno())) as content:
        return _MARK.search(content) is not None


def _mapped(number: int) -> mmap.mmap:
    return mmap.mmap(number, 0, access=mmap.ACCESS_READ)


def placed_pictures(page: Any) -> list[PlacedPicture]:
    """The pictures of a loaded page that words could be read in, in the order in which they are
    drawn, those inside forms as well."""
    bounds = pdfium.FS_RECTF()
    pdfium.FPDF_GetPageBoundingBox(page, bounds)
    upright = frame_of(bounds, 0)
    width, height = bounds.right - bounds.left, bounds.top - bounds.bottom
    turn = quarter_turned(pdfium.FPDFPage_GetRotation(page) % 4, width, height)
    pictures: list[PlacedPicture] = []
    for handle, affine in _images(page):
        points = _points(handle)
        stored = _stored(handle, affine)
        if stored is None or not _is_legible(points[0] * points[1], stored):
            continue
        box = upright.place(stored)
        inside = Rectangle(
            max(box.left, 0.0), max(box.top, 0.0), min(box.right, width), min(box.bottom, height)
        )
        if inside.left < inside.right and inside.top < inside.bottom:
            pictures.append(PlacedPicture(turn(inside), *points, handle))
        if len(pictures) == MOST_ON_PAGE:
            break
    return pictures


def unread_pictures(
    pictures: Iterable[Rectangle], words: Sequence[Rectangle], width: float, height: float
) -> UnreadPictures:
    """Those of a page's pictures, parts of one put together, that words may stand in which the text
    layer does not tell.

    Args:
        pictures: boxes of pictures on the page as shown.
        words: boxes of the words of the text layer on the page as shown.
        width, height: of the page as shown.
    """
    bare = [box for box in pictures if _words_upon(box, words) <= FEW_WORDS]
    joined = [box for box in _joined(bare) if _words_upon(box, words) <= FEW_WORDS]
    page = width * height
    covered = sum(map(_area, joined))
    if len(words) <= FEW_WORDS and covered > WHOLE_PAGE * page:
        return UnreadPictures(tuple(joined), whole=True)
    large = [box for box in joined if _area(box) >= LEAST_SHARE * page]
    return UnreadPictures(tuple(sorted(large, key=lambda box: (-_area(box), box))))


def identity_of(pictures: Iterable[PlacedPicture], box: Rectangle) -> bytes:
    """What the same pictures have on every page: a digest of those that lie inside a box.

    Empty if there are none, or none whose content is at hand.
    """
    digest = hashlib.blake2b(digest_size=16)
    empty = True
    for picture in pictures:
        content = _content(picture.handle) if _lies_in(picture.box, box) else b""
        if content:
            digest.update(f"{picture.width} {picture.height} {len(content)} ".encode())
            digest.update(content)
            empty = False
    return b"" if empty else digest.digest()


def density_of(pictures: Iterable[PlacedPicture], box: Rectangle) -> float:
    """Points of the finest picture inside a box per point of the page; 0 without one."""
    return max(
        (
            (picture.width * picture.height / _area(picture.box)) ** 0.5
            for picture in pictures
            if _lies_in(picture.box, box)
        ),
        default=0.0,
    )


def hide_text(page: Any) -> None:
    """Let a loaded page be drawn without the words of its text layer."""
    for handle, _ in _objects(page, pdfium.FPDF_PAGEOBJ_TEXT):
        pdfium.FPDFTextObj_SetTextRenderMode(handle, pdfium.FPDF_TEXTRENDERMODE_INVISIBLE)


def _images(page: Any) -> Iterator[tuple[Any, Affine]]:
    return _objects(page, pdfium.FPDF_PAGEOBJ_IMAGE)


def _objects(page: Any, wanted: int) -> Iterator[tuple[Any, Affine]]:
    """The objects of one kind, each with the map from the space it is placed in to the page's."""
    get, kind_of = pdfium.FPDFPage_GetObject, pdfium.FPDFPageObj_GetType
    left = [MOST_IN_FORMS]
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        handle = get(page, index)
        kind = kind_of(handle)
        if kind == wanted:
            yield handle, _SAME
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _inside(handle, _SAME, wanted, left, DEEPEST_FORM)


def _inside(
    form: Any, outer: Affine, wanted: int, left: list[int], depth: int
) -> Iterator[tuple[Any, Affine]]:
    matrix = pdfium.FS_MATRIX()
    if depth == 0 or not pdfium.FPDFPageObj_GetMatrix(form, matrix):
        return
    inner = (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
    affine = _after(inner, outer)
    for index in range(max(0, pdfium.FPDFFormObj_CountObjects(form))):
        if left[0] == 0:
            return
        left[0] -= 1
        handle = pdfium.FPDFFormObj_GetObject(form, index)
        kind = pdfium.FPDFPageObj_GetType(handle)
        if kind == wanted:
            yield handle, affine
        elif kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _inside(handle, affine, wanted, left, depth - 1)


def _after(inner: Affine, outer: Affine) -> Affine:
    """The map that does the inner one first."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def _stored(handle: Any, affine: Affine) -> Stored | None:
    """Left, bottom, right and top of an object in the page's space as stored."""
    edges = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(handle, *edges):
        return None
    left, bottom, right, top = (edge.value for edge in edges)
    a, b, c, d, e, f = affine
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    found = (min(xs), min(ys), max(xs), max(ys))
    return found if all(-1e6 < edge < 1e6 for edge in found) else None


def _is_legible(points: int, stored: Stored) -> bool:
    """Whether a picture has enough points for words, and no more than can be held."""
    left, bottom, right, top = stored
    return LEAST_DENSITY**2 * (right - left) * (top - bottom) <= points <= MOST_POINTS


def _points(handle: Any) -> tuple[int, int]:
    width, height = ctypes.c_uint(), ctypes.c_uint()
    if not pdfium.FPDFImageObj_GetImagePixelSize(handle, width, height):
        return 0, 0
    return width.value, height.value


def _content(handle: Any) -> bytes:
    """A picture's bytes as they stand in the file, packed."""
    size = pdfium.FPDFImageObj_GetImageDataRaw(handle, None, 0)
    if size <= 0:
        return b""
    buffer = (ctypes.c_ubyte * size)()
    pdfium.FPDFImageObj_GetImageDataRaw(handle, buffer, size)
    return bytes(buffer)


def _joined(boxes: Sequence[Rectangle]) -> list[Rectangle]:
    """The boxes, those that touch put together until none does."""
    found: list[Rectangle] = []
    for rectangle in boxes:
        box = rectangle
        while touching := [other for other in found if _touch(box, other)]:
            found = [other for other in found if other not in touching]
            box = _around([box, *touching])
        found.append(box)
    return found


def _around(boxes: Sequence[Rectangle]) -> Rectangle:
    return Rectangle(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


def _touch(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.left <= other.right + _TOUCHING
        and other.left <= one.right + _TOUCHING
        and one.top <= other.bottom + _TOUCHING
        and other.top <= one.bottom + _TOUCHING
    )


def _words_upon(box: Rectangle, words: Iterable[Rectangle]) -> int:
    """How many words have their middle inside a box."""
    return sum(
        box.left <= (word.left + word.right) / 2 <= box.right
        and box.top <= (word.top + word.bottom) / 2 <= box.bottom
        for word in words
    )


def _lies_in(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.left >= other.left - _TOUCHING
        and one.top >= other.top - _TOUCHING
        and one.right <= other.right + _TOUCHING
        and one.bottom <= other.bottom + _TOUCHING
    )


def _area(box: Rectangle) -> float:
    return (box.right - box.left) * (box.bottom - box.top)
