"""Quarters that a text names, whatever their year."""

from __future__ import annotations

import re

_QUARTER = re.compile(r"(?i)\bq([1-4])(?!\d)|\b(first|second|third|fourth)[\s-]quarter")
_ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}


def quarters_in(text: str) -> frozenset[str]:
    """`1` to `4`: "Q2" is the second quarter."""
    return frozenset(
        match.group(1) or _ORDINALS[match.group(2).lower()] for match in _QUARTER.finditer(text)
    )
