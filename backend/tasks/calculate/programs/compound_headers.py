"""Headers in which the thing that is counted only says more of another one: "Test time" holds no
number of tests."""

from __future__ import annotations

import re
from itertools import pairwise

from backend.tasks.calculate.programs.column_units import names_of_unit, unit_of_column
from backend.tasks.calculate.programs.column_words import IN_BRACKETS, WORD, stemmed
from backend.types.tables import Column

_COUNTED = re.compile(
    r"(?i)\b(?:how many|(?:any |no )?more|most|fewer|fewest|less|least|number of)\s+"
    r"(?P<what>(?:[^\W\d_]+\s+){0,2}?[^\W\d_]{2,}s)\b"
)
"""What is counted: the first word in the plural, with up to two before it."""
_BEHIND = re.compile(
    r"(?i)(?:\w+(?:ed|ing|en)|sold|made|left|sent|kept|lost|paid|out|in|used|total|count|number"
    r"|qty|quantity|no|nr|amount|sum|capacity|numbers|totals?|volume|figures?|tally|headcount"
    r"|attendance|loans|sales|counts|entries|by|of|per|for|on|at|to|from|with|and|or|in)"
)
"""What may stand behind a noun without being what the header is of: "Bottle sold"."""


def is_of_other_things(question: str, column: Column) -> bool:
    """Whether the figures of a column do not say how many there are of what a question counts."""
    units = names_of_unit(unit_of_column(column))
    return counts_something_else(question, column.name, units)


def counts_something_else(question: str, header: str, names_of_unit: frozenset[str]) -> bool:
    """Whether a question counts things that a header has only before its own noun, which the
    question does not have, nor its unit: "How many tests" under "Test time (s)".

    Args:
        names_of_unit: the words for the unit of the column's figures.

    >>> counts_something_else("How many tests failed?", "Test time (s)", frozenset(["seconds"]))
    True
    >>> counts_something_else("How many bottles went?", "Bottles sold", frozenset())
    False
    """
    asked = _COUNTED.search(question)
    words = WORD.findall(IN_BRACKETS.sub(" ", header))
    if asked is None or len(words) < 2:
        return False
    counted = stemmed(WORD.findall(asked["what"])[-1:])
    said = stemmed(WORD.findall(question))
    if said & stemmed(names_of_unit):
        return False
    for word, following in pairwise(words):
        if counted & stemmed([word]):
            is_before_noun = not word.casefold().endswith("s") and not _BEHIND.fullmatch(following)
            return is_before_noun and not said & stemmed([following])
    return False
