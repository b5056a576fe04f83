"""What the figures of one sentence come to, where the question asks for that and the sentence only
has what it is reckoned from.

Sums over several sentences are those of `reckoned_amounts`, over tables of `tasks/calculate`.
"""

from __future__ import annotations

from backend.tasks.answer.extractive.areas_told import area_told
from backend.tasks.answer.extractive.cost_of_several import cost_of_several
from backend.tasks.answer.extractive.levels_told import change_told


def reckoned_figures(question: str, text: str) -> str:
    """How what a question asks for is reckoned from the figures of a sentence that answers it: by
    how much something moved, an area, or what several cost; empty where nothing is."""
    question = " ".join(question.split())
    return (
        change_told(question, text) or area_told(question, text) or cost_of_several(question, text)
    )


def is_of_several(question: str, text: str) -> bool:
    """Whether what is reckoned is the price of several from that of one, which may have another."""
    line = reckoned_figures(question, text)
    return bool(line) and line == cost_of_several(" ".join(question.split()), text)
