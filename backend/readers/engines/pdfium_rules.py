"""Rules that a PDF page draws: straight lines, and the narrow filled boxes that serve as such."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import pypdfium2.raw as pdfium

from backend.readers.engines.pdfium_frames import Stored

THICKEST = 2.5
"""Points across which a rule is drawn at most; what is thicker is a bar or a ground."""
SHORTEST = 4.0
"""Points along which a rule runs at least."""
MOST_PATHS = 4_000
"""Paths of a page that are looked at: a page of more is a drawing."""
MOST_SEGMENTS = 20_000
"""The same of the segments of stroked paths."""


def drawn_rules(page: Any) -> list[Stored]:
    """The horizontal and vertical rules of a loaded page as stored, each as a box without breadth
    across; those inside forms are left out."""
    rules: list[Stored] = []
    paths = segments = 0
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        handle = pdfium.FPDFPage_GetObject(page, number)
        if pdfium.FPDFPageObj_GetType(handle) != pdfium.FPDF_PAGEOBJ_PATH:
            continue
        paths += 1
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(handle, fill, stroke)
        segments += max(0, pdfium.FPDFPath_CountSegments(handle)) if stroke.value else 0
        if paths > MOST_PATHS or segments > MOST_SEGMENTS:
            return []
        if fill.value or stroke.value:
            rules.extend(_rules_of(handle, bool(stroke.value)))
    return rules


def _rules_of(handle: Any, stroked: bool) -> Iterator[Stored]:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if pdfium.FPDFPageObj_GetBounds(handle, left, bottom, right, top):
        box = (left.value, bottom.value, right.value, top.value)
        rule = _as_rule(box)
        if rule is not None:
            yield rule
            return
    if stroked:
        yield from _stroked(handle)


def _as_rule(box: Stored) -> Stored | None:
    """A box that is long and narrow as a line in its middle."""
    left, bottom, right, top = box
    across, up = right - left, top - bottom
    if across >= SHORTEST and up <= THICKEST:
        middle = (bottom + top) / 2
        return left, middle, right, middle
    if up >= SHORTEST and across <= THICKEST:
        middle = (left + right) / 2
        return middle, bottom, middle, top
    return None


def _stroked(handle: Any) -> Iterator[Stored]:
    """The straight segments of a stroked path that run along or up the page."""
    matrix = pdfium.FS_MATRIX()
    if not pdfium.FPDFPageObj_GetMatrix(handle, matrix):
        return
    x, y = ctypes.c_float(), ctypes.c_float()
    last = (0.0, 0.0)
    for index in range(pdfium.FPDFPath_CountSegments(handle)):
        segment = pdfium.FPDFPath_GetPathSegment(handle, index)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = (
            matrix.a * x.value + matrix.c * y.value + matrix.e,
            matrix.b * x.value + matrix.d * y.value + matrix.f,
        )
        if kind == pdfium.FPDF_SEGMENT_LINETO:  # PDFium has one for what closes a figure as well
            yield from _straight(last, point)
        last = point


def _straight(one: tuple[float, float], other: tuple[float, float]) -> Iterator[Stored]:
    left, right = sorted((one[0], other[0]))
    bottom, top = sorted((one[1], other[1]))
    rule = _as_rule((left, bottom, right, top))
    if rule is not None and min(right - left, top - bottom) <= 0.5:
        yield rule
