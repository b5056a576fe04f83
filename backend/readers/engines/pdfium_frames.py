"""Boxes on PDF pages: as they are stored, upright as text is read, and as the page is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Rectangle(NamedTuple):
    """Edges of a box in points from the page's top left corner."""

    left: float
    top: float
    right: float
    bottom: float


Stored = tuple[float, float, float, float]
"""Left, bottom, right, top in PDF's space: origin at the bottom left."""


class Frame(NamedTuple):
    """How PDF's space (as stored, origin at the bottom left) maps to the upright page.

    x' = x_sign x + x_offset and y' = y_sign y + y_offset, with x and y exchanged first if `swap`.
    """

    swap: bool
    x_sign: float
    x_offset: float
    y_sign: float
    y_offset: float

    def place(self, box: Stored) -> Rectangle:
        """A box on the upright page."""
        left, bottom, right, top = box
        if self.swap:
            left, bottom, right, top = bottom, left, top, right
        x0 = self.x_sign * left + self.x_offset
        x1 = self.x_sign * right + self.x_offset
        y0 = self.y_sign * top + self.y_offset
        y1 = self.y_sign * bottom + self.y_offset
        if x1 < x0:
            x0, x1 = x1, x0
        if y1 < y0:
            y0, y1 = y1, y0
        return Rectangle(x0, y0, x1, y1)


def frame_of(bounds: Any, turn: int) -> Frame:
    """The frame in which text that lies turned clockwise by quarter turns stands upright."""
    left, bottom, right, top = bounds.left, bounds.bottom, bounds.right, bounds.top
    return (
        Frame(False, 1.0, -left, -1.0, top),
        Frame(True, -1.0, top, -1.0, right),
        Frame(False, -1.0, right, 1.0, -bottom),
        Frame(True, 1.0, -bottom, 1.0, -left),
    )[turn]


def quarter_turned(quarters: int, width: float, height: float) -> Callable[[Rectangle], Rectangle]:
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
