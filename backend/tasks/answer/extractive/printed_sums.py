"""Figures of running text as they are printed, and what they are worth."""

from __future__ import annotations

from decimal import Decimal

from backend.tables.column_periods import NUMERALS

SUM = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
"""Pattern of a figure, its thousands parted by commas or not."""
WRITTEN_OUT = "|".join((*list(NUMERALS)[1:10], "twelve"))
"""Pattern of the numbers that several of a thing are counted by in words."""


def value_of(figure: str) -> Decimal:
    """What a figure that `SUM` matches is worth."""
    return Decimal(figure.replace(",", ""))
