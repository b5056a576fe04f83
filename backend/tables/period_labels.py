"""Texts that name a period and nothing else: "Fourth quarter", "Twelve months ended June 30, 2022".

Such a text heads the rows beneath it, wherever it stands: in a header, over the labels, or in a row
of its own in the middle of a table.
"""

from __future__ import annotations

import re

from backend.calendar_words import MONTH_FORMS

_WORDS = re.compile(r"[^\W\d_]+")
_OF_TIME = (
    "first second third fourth quarter quarters quarterly half year years yearly annual fiscal "
    "financial calendar full three six nine eleven twelve thirteen fourteen sixteen seventeen "
    "twenty thirty forty fifty two wks "
    "month months week weeks day days period periods date ytd qtd q fy cy h "
    "geschäftsjahr jahr quartal halbjahr monate trimestre semestre exercice année ejercicio año"
)
_BETWEEN = (
    "ended ending end the of as at to and for in on from through st nd rd th unaudited audited"
)
_TIME_WORDS = MONTH_FORMS | frozenset(_OF_TIME.split())
_OTHER_WORDS = frozenset(_BETWEEN.split())
_FIGURES = re.compile(r"\d[\d,.]*")
_YEAR = re.compile(r"(?:19|20)\d\d")


def is_period_label(text: str) -> bool:
    """Whether a text names a period and nothing else; a bare figure that is no year does not."""
    words = [word.casefold() for word in _WORDS.findall(text)]
    if any(word not in _TIME_WORDS and word not in _OTHER_WORDS for word in words):
        return False
    if any(word in _TIME_WORDS for word in words):
        return not any(len(figure.rstrip(",.")) > 4 for figure in _FIGURES.findall(text))
    return not words and _YEAR.fullmatch(text.strip(" :()*")) is not None
