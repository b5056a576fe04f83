"""The line of an answer that answers by itself."""

from __future__ import annotations

import re

from components import verbatim

LONGEST_FIGURE = 24
"""Characters of a first line that may be drawn as a figure is: large."""
LONGEST_TITLE = 90
"""Characters of a first line that is set as a title is; a longer one is read as a sentence."""
_FIGURE = re.compile(r"(\(?[^\s\d(]{0,3}\d(?:[\d.,]*\d)?\)?(?:\s?%)?)(.*)", re.DOTALL)


def first_line(short: str) -> str:
    """The line as HTML: a figure large with its unit small beside it, a long line as a sentence."""
    figure = _FIGURE.fullmatch(short) if len(short) <= LONGEST_FIGURE else None
    if figure is not None:
        number, unit = (verbatim.html(each) for each in figure.groups())
        unit = f"<span>{unit}</span>" if unit else ""
        return f"<p class='quire-first quire-figure' dir='auto'>{number}{unit}</p>"
    kind = "quire-first quire-long" if len(short) > LONGEST_TITLE else "quire-first"
    return f"<p class='{kind}' dir='auto'>{verbatim.html(short)}</p>"


def example() -> str:
    """An invented figure with its unit."""
    return "420 kg"
