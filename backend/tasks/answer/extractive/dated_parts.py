"""Which of several dates of a sentence a question means: “opens on 16 May and closes on 13
September” holds two, and each belongs to its own verb."""

from __future__ import annotations

import re
from itertools import pairwise

from backend.analysis import term_texts, terms
from backend.scope.periods import without_times
from backend.tasks.answer.extractive.phrases import DATES, YEARS

_BETWEEN = re.compile(r"(?i);\s|\b(?:and|but|while|whereas|until|till|und|aber|mais|pero)\b")
"""Between the parts of a sentence that may say when something else was; no comma, which stands
inside of dates."""


def date_of_its_part(question: str, text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the date that stands beside the last words of the question that tell the parts
    of a sentence apart; the span that was given where its parts do not tell.

    Args:
        question: as it was asked.
        text: of a sentence.
        start: of the date that was taken for the answer, in the text.
        end: of it.
    """
    dated = [(part, span) for part in _parts(text) if (span := _first_date(text, *part))]
    if len(dated) < 2:
        return start, end
    held = {part: frozenset(term_texts(text[part[0] : part[1]])) for part, _ in dated}
    for term in reversed([each.text for each in terms(without_times(question))]):
        holding = [(part, span) for part, span in dated if term in held[part]]
        if len(holding) == 1:
            (first, last), span = holding[0]
            return (start, end) if first <= start < last else span
    return start, end


def _parts(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(match.start() for match in _BETWEEN.finditer(text)), len(text)]
    return list(pairwise(cuts))


def _first_date(text: str, start: int, end: int) -> tuple[int, int] | None:
    match = DATES.search(text, start, end) or YEARS.search(text, start, end)
    return match.span() if match else None
