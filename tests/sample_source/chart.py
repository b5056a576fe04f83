"""The sample's bar charts.

Their lettering is drawn as outlines, as most charts in reports come from a drawing program: a
reader meets a picture there, and the numbers stand in the table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from fontTools.pens.reportLabPen import ReportLabPen
from fontTools.ttLib import TTFont
from reportlab.graphics.shapes import Drawing, Group, Line, Path, Rect
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.units import mm

from tests.sample_source.style import GREY, INK, RULE, TEAL

FOUR_SERIES = (RULE, HexColor("#8FB9BD"), HexColor("#4A8D95"), TEAL)
TWO_SERIES = (HexColor("#B9CFD1"), TEAL)
BASE = 26.0
LEFT = 24.0


class Lettering:
    """Text as outlines of one face."""

    def __init__(self, face: TTFont) -> None:
        self._glyphs = face.getGlyphSet()
        self._names = face.getBestCmap()
        self._units = face["head"].unitsPerEm

    def width(self, text: str, size: float) -> float:
        """Width of the text in points."""
        units = sum(self._glyphs[self._names[ord(each)]].width for each in text)
        return float(units * size / self._units)

    def draw(
        self, text: str, x: float, y: float, size: float, colour: Color, anchor: float = 0.0
    ) -> Group:
        """The text at (x, y); `anchor` is the share of its width that lies left of x."""
        scale = size / self._units
        drawn = Group(transform=(scale, 0, 0, scale, x - anchor * self.width(text, size), y))
        along = 0.0
        for each in text:
            glyph = self._glyphs[self._names[ord(each)]]
            pen = ReportLabPen(self._glyphs, Path(fillColor=colour, strokeColor=None))
            glyph.draw(pen)
            drawn.add(Group(pen.path, transform=(1, 0, 0, 1, along, 0)))
            along += glyph.width
        return drawn


def bars(
    labels: Sequence[str],
    series: Sequence[tuple[str, Sequence[float]]],
    *,
    lettering: Lettering,
    top: float,
    grid: Sequence[float],
    width: float = 160 * mm,
    height: float = 52 * mm,
) -> Drawing:
    """A grouped bar chart with its values above the bars."""
    fills = TWO_SERIES if len(series) == len(TWO_SERIES) else FOUR_SERIES
    room = height - BASE - 18
    drawing = Drawing(width, height)
    for value in grid:
        y = BASE + room * value / top
        drawing.add(Line(LEFT, y, width, y, strokeColor=RULE, strokeWidth=0.5))
        drawing.add(lettering.draw(f"{value:g}", LEFT - 4, y - 2.6, 7, GREY, 1.0))
    group = (width - LEFT) / len(labels)
    bar = min(24.0, group * 0.8 / len(series))
    for number, label in enumerate(labels):
        middle = LEFT + group * (number + 0.5)
        start = middle - bar * len(series) / 2
        for index, (_, values) in enumerate(series):
            tall = room * values[number] / top
            left = start + index * bar
            drawing.add(
                Rect(
                    left + 1,
                    BASE,
                    bar - 2,
                    max(tall, 0.4),
                    fillColor=fills[index],
                    strokeColor=None,
                )
            )
            value = f"{values[number]:g}"
            drawing.add(lettering.draw(value, left + bar / 2, BASE + tall + 3, 6.6, INK, 0.5))
        drawing.add(lettering.draw(label, middle, BASE - 11, 8, INK, 0.5))
    x = LEFT
    for index, (name, _) in enumerate(series):
        drawing.add(Rect(x, 1, 7, 7, fillColor=fills[index], strokeColor=None))
        drawing.add(lettering.draw(name, x + 10, 1.5, 7.4, GREY))
        x += 24 + lettering.width(name, 7.4)
    return drawing
