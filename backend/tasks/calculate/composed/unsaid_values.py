"""Values of a list that a question means without saying them: "Which ones were called off?" over a
column of states with "cancelled"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from backend.tasks.calculate.composed.mentions import ValueMention
from backend.tasks.calculate.composed.word_meanings import Meanings
from backend.tasks.calculate.programs.column_words import LABEL, value_of

MOST_KINDS = 7
"""A column of more different texts holds names, not states."""
MOST_WORDS = 5
MOST_UNSAID = 3
"""Values that a question is asked of, those that it is most like."""
UNSAID = 0.3
"""How well a value fits that no word of the question stands for."""
Embed = Callable[[Sequence[str]], npt.NDArray[np.float32]]
"""Vectors of texts, each of length 1."""


def unsaid_values(question: str, mentions: Meanings, embed: Embed) -> tuple[ValueMention, ...]:
    """The values whose words the question does not have and which it is most like."""
    said = {(each.column, text) for each in mentions.values for text in each.texts}
    states = [
        (column, text)
        for column in mentions.text_columns
        if column != LABEL
        for text in _states(mentions, column)
        if (column, text) not in said
    ]
    if not states:
        return ()
    columns = mentions.table.columns
    vectors = embed([question, *(f"{columns[at].name}: {text}" for at, text in states)])
    likeness = vectors[1:] @ vectors[0]
    order = np.argsort(-likeness, kind="stable")[:MOST_UNSAID]
    return tuple(
        ValueMention(0, 0, states[at][0], (states[at][1],), UNSAID, float(likeness[at]))
        for at in order
    )


def _states(mentions: Meanings, column: int) -> list[str]:
    """The texts of a column of few different ones, of which some stand in several rows."""
    held = Counter(value_of(mentions.table.rows[at], column) for at in mentions.entries)
    held.pop("", None)
    is_kinds = 1 < len(held) <= MOST_KINDS and sum(held.values()) > len(held)
    return [each for each in held if len(each.split()) <= MOST_WORDS] if is_kinds else []
