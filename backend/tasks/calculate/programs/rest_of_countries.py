"""The rest of the world is no country: it is not told as the one with the lowest sales."""

from __future__ import annotations

import re

from backend.tasks.calculate.programs.kinds_of_part import REST_OF_WORLD
from backend.types.calculations import Calculation, Operation, Refusal

_COUNTRY = re.compile(r"(?i)\b(?:which|what) (?:\w+ )?countr(?:y|ies)\b")
_RANKED = frozenset([Operation.LARGEST, Operation.SMALLEST])


def is_rest_for_country(question: str, made: Calculation) -> Refusal | None:
    """A refusal where a country is asked for, and what is left over besides them was found."""
    if made.operation not in _RANKED or not _COUNTRY.search(question):
        return None
    if not REST_OF_WORLD.search(made.answer):
        return None
    reason = f"“{made.answer}” is what is left over besides the countries."
    return Refusal(reason, (made.sentence,), is_open=True)
