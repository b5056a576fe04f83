"""A page of a document as it was printed, with the passage marked on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import streamlit as st
from PIL import Image, ImageChops, ImageDraw

from backend.types import Box, PageImage

HIGHLIGHT = (255, 226, 122)
BAR = (36, 64, 154)
BAR_PIXELS = 5


@dataclass(frozen=True, slots=True)
class PageImageView:
    """A page, and what a person who cannot see it is told."""

    image: PageImage
    description: str


def page_image(data: PageImageView, *, key: str) -> None:
    """Draws the page over the whole width."""
    with st.container(key=f"page-image-{key}"):
        marked = marked_page(data.image.png, data.image.boxes)
        st.image(marked, width="stretch", alt=data.description)


@st.cache_data(max_entries=60, show_spinner=False)
def marked_page(png: bytes, boxes: Sequence[Box]) -> bytes:
    """The page as PNG with the boxes multiplied onto it, so that the print stays readable, and a
    bar in the margin beside them."""
    page = Image.open(BytesIO(png)).convert("RGB")
    if boxes:
        ink = Image.new("RGB", page.size, (255, 255, 255))
        draw = ImageDraw.Draw(ink)
        for box in boxes:
            draw.rectangle((box.left, box.top, box.right, box.bottom), fill=HIGHLIGHT)
        page = ImageChops.multiply(page, ink)
        draw = ImageDraw.Draw(page)
        for left, top, bottom in margin_bars(boxes):
            draw.rounded_rectangle((left, top, left + BAR_PIXELS, bottom), radius=2, fill=BAR)
    result = BytesIO()
    page.save(result, "PNG", compress_level=3)
    return result.getvalue()


def margin_bars(boxes: Sequence[Box]) -> list[tuple[float, float, float]]:
    """Where the bars stand: (left, top, bottom), one per run of boxes that follow each other."""
    bars: list[tuple[float, float, float]] = []
    for box in sorted(boxes, key=lambda each: (each.top, each.left)):
        left = max(0.0, box.left - 3 * BAR_PIXELS)
        height = box.bottom - box.top
        if bars and box.top - bars[-1][2] < 1.5 * height and abs(left - bars[-1][0]) < 150:
            last = bars[-1]
            bars[-1] = (min(last[0], left), last[1], max(last[2], box.bottom))
        else:
            bars.append((left, box.top, box.bottom))
    return bars
