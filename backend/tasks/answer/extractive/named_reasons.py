"""The sentence that names the reason of what was said some sentences before: “The slip is closed in
winter. So is the crane. The reasons for this are simple: nobody works them then.”"""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
import numpy.typing as npt

from backend.question_kinds import AnswerKind
from backend.tasks.answer.extractive.changing_places import with_best_of
from backend.tasks.answer.extractive.paragraph_ends import PARAGRAPH_END
from backend.tasks.answer.extractive.reading import ReadEvidence
from backend.tasks.answer.extractive.reason_clauses import (
    gives_a_reason,
    only_names_reason,
    points_to_reason,
)

Scores = npt.NDArray[np.float64]

FURTHEST = 3
"""Sentences behind what is asked about in which its reason is named, at most."""
_NAMES = re.compile(
    r"(?i)(?:the (?:main |only |real |chief |simple |usual )?(?:reasons?|causes?)"
    r" (?:for (?:this|that|it|these|those|both)|behind (?:this|that)|(?:is|are|was|were)\b)"
    r"|(?:this|that|it) (?:is|was) (?:mainly |partly |largely |simply )?"
    r"(?:because|due to|owing to|on account of)\b)"
)


def names_reason(text: str) -> bool:
    """Whether a sentence opens with the reason of what stands before it, and gives one."""
    named = _NAMES.match(text) is not None
    return named and not only_names_reason(text) and not points_to_reason(text)


def with_named_reason_first(reading: ReadEvidence, scores: Scores) -> Scores:
    """The scores, where “why” is asked and the best sentence gives no reason: it changes places
    with one of the next in its paragraph that names the reason of what was said."""
    unit = reading.candidates[int(np.argmax(scores))]
    if reading.question.kind is not AnswerKind.REASON or gives_a_reason(unit.text):
        return scores
    passage = reading.passages[unit.hit]
    following = islice(
        (each for each in reading.units if each.hit == unit.hit and each.start >= unit.end),
        FURTHEST,
    )
    named = next((each for each in following if names_reason(each.text)), None)
    if named is None:
        return scores
    if PARAGRAPH_END in passage.text[unit.end - passage.start : named.start - passage.start]:
        return scores
    found = [
        index
        for index, each in enumerate(reading.candidates)
        if (each.hit, each.start) == (named.hit, named.start)
    ]
    return with_best_of(scores, found)
