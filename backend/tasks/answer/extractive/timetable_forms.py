"""Short forms of timetables: “dep. 10:35” says when something leaves, and “arr. 13:50” when it
arrives, though neither has a word of the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from backend.analysis import term_texts
from backend.tasks.answer.extractive.question import Question
from backend.tasks.answer.extractive.units import Unit

_HOUR = r"\.? ?(?:at )?(?:[01]?\d|2[0-4])[:.h]?[0-5]\d\b"
_FORMS = (
    (
        re.compile(rf"(?i)\b(?:dep|dpt){_HOUR}"),
        frozenset(term_texts("leave leaves depart departs departure departing sail sails start")),
    ),
    (
        re.compile(rf"(?i)\barr{_HOUR}"),
        frozenset(term_texts("arrive arrives arrival arriving reach reaches land lands")),
    ),
)


def with_timetable_forms(question: Question, units: Sequence[Unit]) -> list[Unit]:
    """The units, those with an hour behind such a short form with the words of the question that it
    stands for among their terms."""
    asked = question.weights.keys()
    wanted = [(form, meant & asked) for form, meant in _FORMS if meant & asked]
    if not wanted:
        return list(units)
    found = []
    for unit in units:
        more = frozenset[str]().union(*(meant for form, meant in wanted if form.search(unit.text)))
        found.append(replace(unit, term_set=unit.term_set | more) if more else unit)
    return found
