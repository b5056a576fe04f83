"""Financial years over two calendar years, as they are written: "2030/31", "2030-31", "2030/2031".

Such a year is known by the one in which it ends. "2030-2031" may as well be both years, and
"2010-11" a month.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OVER_TWO = re.compile(
    r"(?<![/\w.–-])(?P<first>(?:19|20)\d\d) ?"
    r"(?:/ ?(?P<last>(?:19|20)?\d\d)|–(?P<dashed>\d\d)|-(?P<joined>1[3-9]|[2-9]\d))"
    r"\b(?![/.–-]\d)"
)


def with_last_years(text: str) -> str:
    """The text with each such year as the one in which it ends."""
    return _OVER_TWO.sub(lambda found: _last(found) or found[0], text)


def over_two_years(text: str) -> tuple[str, ...]:
    """The years over two that a text names, as it writes them."""
    return tuple(found[0] for found in _named(text))


def _named(text: str) -> Iterator[re.Match[str]]:
    return (found for found in _OVER_TWO.finditer(text) if _last(found))


def _last(found: re.Match[str]) -> str:
    """The year in which it ends; empty where the two do not follow each other."""
    last = str(int(found["first"]) + 1)
    said = found["last"] or found["dashed"] or found["joined"]
    return last if said in (last, last[2:]) else ""
