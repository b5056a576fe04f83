"""Headers of what was wanted, asked for or allowed, beside which another column says what came of
it."""

from __future__ import annotations

from functools import cache

from backend.tasks.calculate.programs.column_words import stemmed

_WANTED = (
    "due deadline promised planned expected budget budgeted target min minimum ordered booked plan "
    "quote quoted estimate estimated agreed limit needed required"
)


@cache
def wanted_stems() -> frozenset[str]:
    """The stems of such headers."""
    return stemmed(_WANTED.split())
