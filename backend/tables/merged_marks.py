"""How a quoted row says that a figure stands in one cell over several rows."""

from __future__ import annotations

import re

_SAID = re.compile(r" \(one cell over \d+ rows\)$")


def marked(value: str, reach: int) -> str:
    """A cell's text, with over how many rows it reaches where these are several."""
    return f"{value} (one cell over {reach} rows)" if reach > 1 else value


def is_marked(text: str) -> bool:
    """Whether a quoted cell is that of several rows: it is the figure of none of them."""
    return _SAID.search(text) is not None
