"""A page's picture with its passage marked, for programs that cannot draw boxes themselves."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from backend.types import PageImage

MARK = (36, 64, 154)
WIDTH = 3
"""Pixels of the frame; it stands outside of the print."""


def marked_page(page: PageImage) -> bytes:
    """The page as PNG with a frame round each of its boxes."""
    if not page.boxes:
        return page.png
    with Image.open(io.BytesIO(page.png)) as picture:
        drawn = picture.convert("RGB")
    pen = ImageDraw.Draw(drawn)
    for box in page.boxes:
        pen.rectangle(
            (box.left - WIDTH, box.top - WIDTH, box.right + WIDTH, box.bottom + WIDTH),
            outline=MARK,
            width=WIDTH,
        )
    out = io.BytesIO()
    drawn.save(out, "PNG")
    return out.getvalue()
