"""The line of an answer that answers by itself."""

from __future__ import annotations

import re

from components import verbatim

LONGEST_FIGURE = 24
"""Characters of a first line that may be drawn as a figure is: large."""
LONGEST_TITLE = 90
"""Characters of a first line that is set as a title is; a longer one is read as a sentence."""
_FIGURE = re.compile(r"(\(?[^\s\d(]{0,3}\d(?:[\d.,]*\d)?\)?(?:\s?%)?)(\D*)")
"""A figure with its sign and what follows it; a date has more digits and is none."""


def first_line(short: str) -> str:
    """The line as HTML: a figure large with its unit small beside it, a long line as a sentence."""
    if len(short) <= LONGEST_FIGURE and any(each.isdigit() for each in short):
        figure = _FIGURE.fullmatch(short)
        number, unit = figure.groups() if figure else (short, "")
        small = f"<span>{verbatim.html(unit)}</span>" if unit else ""
        number = verbatim.html(number)
        return f"<p class='quire-first quire-figure' dir='auto'>{number}{small}</p>"
    kind = "quire-first quire-long" if len(short) > LONGEST_TITLE else "quire-first"
    return f"<p class='{kind}' dir='auto'>{verbatim.html(short)}</p>"
