"""Figures of running text as they are printed, and what they are worth."""

from __future__ import annotations

from decimal import Decimal

SUM = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
"""Pattern of a figure, its thousands parted by commas or not."""
NUMERALS = dict(
    zip(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"),
        (2, 3, 4, 5, 6, 7, 8, 9, 10, 12),
        strict=True,
    )
)
"""The small numbers that are written out, with what they are."""


def value_of(figure: str) -> Decimal:
    """What a figure that `SUM` matches is worth."""
    return Decimal(figure.replace(",", ""))


def places_of(value: Decimal) -> int:
    """How many decimals a value has."""
    exponent = value.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0
